"""A run of trains as a choice: a table of its routes, and what it earns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from railhead.core.revenue import judged
from railhead.core.scoring import Run
from railhead.play.timeline import move_to_json
from railhead.site import sentences

if TYPE_CHECKING:
    from railhead.core.moves import RunTrains
    from railhead.core.state import State


@dataclass(frozen=True)
class RouteLine:
    """One train of a run."""

    number: int
    train: str
    stops: str
    revenue: int


@dataclass(frozen=True)
class RunChoice:
    """A run that can be made."""

    move: str
    lines: tuple[RouteLine, ...]
    revenue: int
    subsidy: int
    proven: bool
    large: bool


def run_choice(state: State, move: RunTrains, large: bool) -> RunChoice:
    """A run with its routes."""
    found = judged(state, move)
    if not isinstance(found, Run):
        return RunChoice(move_to_json(move), (), 0, 0, False, large)
    lines = tuple(
        RouteLine(number, value.route.train, sentences.stops(state, value.route.stops), value.revenue)
        for number, value in enumerate(found.routes, 1)
    )
    return RunChoice(move_to_json(move), lines, found.revenue, found.subsidy, sentences.is_best(state, found), large)
