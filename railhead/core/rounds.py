"""The usual rhythm: a stock round, then a set of operating rounds whose number the phase decides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railhead.core.finish import end_game
from railhead.core.operating import begin_operating_round
from railhead.core.phases import phase_of
from railhead.core.stock import begin_stock_round

if TYPE_CHECKING:
    from railhead.core.change import Change


def alternate(change: Change) -> None:
    """Begin the next round. A game that is to end does so after the last operating round of a set."""
    here = change.state.round
    if here.kind == "OR" and here.part < here.of:
        begin_operating_round(change, here.number, here.part + 1, here.of)
    elif here.kind == "OR":
        if change.state.broken:
            end_game(change, "bank", "end.bank")
        else:
            begin_stock_round(change, here.number + 1)
    else:
        begin_operating_round(change, here.number, 1, phase_of(change.state).rounds)
