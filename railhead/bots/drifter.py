"""Drifter: random legal moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railhead.bots.protocol import Choice
from railhead.core.engine import legal_moves
from railhead.core.moves import BuyPrivate, BuyTrain, Move
from railhead.core.state import State, president_of

if TYPE_CHECKING:
    import random

WHY = "On a whim."
OFFERS = 0.1
"""How often Drifter makes an offer that another player must answer, when it happens to draw one."""


class Drifter:
    """Plays any legal move; offers to other players are rare, so that a game is not all haggling."""

    name = "drifter"
    about = "Random. Makes any legal move, for trying things out."

    def choose(self, state: State, seat: str, budget: float, rng: random.Random) -> Choice:
        """A random legal move."""
        moves = [move for move in legal_moves(state) if move.by == seat]
        move = rng.choice(moves)
        if needs_consent(state, move) and rng.random() > OFFERS:
            move = rng.choice([other for other in moves if not needs_consent(state, other)] or moves)
        return Choice(move, WHY)

    def remark(self, state: State, seat: str, move: Move) -> str:
        """Always the same."""
        return WHY


def needs_consent(state: State, move: Move) -> bool:
    """Whether a move only puts an offer to another player."""
    if isinstance(move, BuyTrain):
        return move.source in state.companies and president_of(state, move.source) != move.by
    if isinstance(move, BuyPrivate):
        return state.privates[move.private].owner != move.by
    return False
