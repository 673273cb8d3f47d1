"""Railhead for researchers: every title as an environment with stable actions, masks and complete observations.

`Game` needs NumPy alone. `RailheadEnv` is a PettingZoo environment for all seats, `SeatEnv` a Gymnasium environment
for one seat against bots, `Batch` steps many games at once, and `openspiel` has OpenSpiel's methods.
See docs/research.md. Needs the extra `env`: pip install 'railhead[env]'.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from railhead.env.actions import FACTORS, ActionTable, UnknownAction
    from railhead.env.aec import RailheadEnv, agent_of, env, seat_of
    from railhead.env.batch import Batch
    from railhead.env.game import Game, open_actions, table
    from railhead.env.observation import Observer
    from railhead.env.seat import SeatEnv

_WHERE = {
    "FACTORS": "actions",
    "ActionTable": "actions",
    "Batch": "batch",
    "Game": "game",
    "Observer": "observation",
    "RailheadEnv": "aec",
    "SeatEnv": "seat",
    "UnknownAction": "actions",
    "agent_of": "aec",
    "env": "aec",
    "open_actions": "game",
    "seat_of": "aec",
    "table": "game",
}
"""What is imported when it is first asked for, so that `Game` works without PettingZoo and Gymnasium."""

__all__ = [
    "FACTORS",
    "ActionTable",
    "Batch",
    "Game",
    "Observer",
    "RailheadEnv",
    "SeatEnv",
    "UnknownAction",
    "agent_of",
    "env",
    "open_actions",
    "seat_of",
    "table",
]


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_WHERE[name]}"), name)
