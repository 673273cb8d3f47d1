"""What a bot is: something that looks at a position for a seat and answers with a move and a reason."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    import random

    from railhead.core.moves import Move
    from railhead.core.state import State

NO_CHOICE = "There is no choice."
"""What is said about a move where no other was legal."""
NOTHING = "Nothing worth doing."
"""What is said about a pass when there is nothing better to say."""
DECLINED = "They will hardly agree."
"""What is said about an offer that the other side would probably decline."""
EMPTY = frozenset({"", NO_CHOICE, NOTHING})
"""Reasons that tell nobody anything."""


class Choice(NamedTuple):
    """A decision."""

    move: Move
    why: str


class Rated(NamedTuple):
    """A legal move with what it seems to be worth, in money; doing nothing is worth 0."""

    score: float
    move: Move
    why: str
    against: str = ""  # what speaks against it, for somebody who passes instead


class Bot(Protocol):
    """A player made of code. It keeps nothing between two decisions."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def about(self) -> str:
        """How it plays, in a sentence."""

    def choose(self, state: State, seat: str, budget: float, rng: random.Random) -> Choice:
        """A legal move of the seat, found within about `budget` seconds.

        The position shows what the seat may see and nothing else (see `views.py`).
        """

    def remark(self, state: State, seat: str, move: Move) -> str:
        """Why a seat makes a move, judging by this position alone; empty if the bot does not say."""
