"""Whether something can be afforded: checks for anything a title sells besides shares, stations and trains."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from railhead.core.operating import operating_company
from railhead.core.rulings import Check, Facts, check
from railhead.core.state import State

Cost = Callable[[State, Any], int]
"""What a move costs in a position."""


def company_pays(cost: Cost, says: str) -> Check[Any]:
    """The treasury of the operating company pays; `says` is the rule in a sentence."""

    def objects(state: State, move: Any) -> Facts | None:
        price, cash = cost(state, move), state.companies[operating_company(state)].cash
        return {"cost": price, "cash": cash} if price > cash else None

    objects.__doc__ = says
    return check("money.company")(objects)


def player_pays(cost: Cost, says: str = "Players have no credit.") -> Check[Any]:
    """The player who makes the move pays."""

    def objects(state: State, move: Any) -> Facts | None:
        price, cash = cost(state, move), state.players[move.by].cash
        return {"cost": price, "cash": cash} if price > cash else None

    objects.__doc__ = says
    return check("money.player")(objects)
