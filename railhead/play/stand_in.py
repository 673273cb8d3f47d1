"""A stand-in for an absent player: modest and quick, does what is plainly useful and otherwise passes.

Better players are in the bots package; this one is for a seat that must not hold up the table.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from railhead.core.engine import legal_moves
from railhead.core.moves import (
    Accept,
    Bankrupt,
    BuyShare,
    BuyTrain,
    Decline,
    Dividend,
    LayTile,
    Move,
    Pass,
    PlaceStation,
    RunTrains,
    SellLarge,
    SellShares,
    StartCompany,
    StepBack,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railhead.core.state import State

WEIGHTS: dict[type[Move], int] = {
    RunTrains: 90,
    BuyTrain: 40,
    LayTile: 30,
    BuyShare: 30,
    StartCompany: 25,
    PlaceStation: 10,
    Pass: 6,
    Decline: 20,
    Accept: 1,
    SellShares: 1,
    SellLarge: 1,
    StepBack: 0,
    Bankrupt: 0,
}
USUAL = 12


def weight(move: Move) -> int:
    """How likely the stand-in is to make a move."""
    if isinstance(move, Dividend):
        return 60 if move.how == "pay" else 2
    return WEIGHTS.get(type(move), USUAL)


def choose(state: State, seat: str) -> Move | None:
    """A legal move for a seat; the same one every time in the same position."""
    mine: Sequence[Move] = [move for move in legal_moves(state) if move.by == seat]
    if not mine:
        return None
    rng = random.Random(f"{state.seed} {state.count} {seat}")
    kinds = sorted({type(move) for move in mine}, key=lambda kind: kind.__name__)
    groups = {kind: [move for move in mine if type(move) is kind] for kind in kinds}
    best = rng.choices(kinds, [max(weight(move) for move in groups[kind]) or 0.001 for kind in kinds])[0]
    return rng.choices(groups[best], [weight(move) or 0.001 for move in groups[best]])[0]
