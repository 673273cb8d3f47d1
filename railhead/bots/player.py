"""The bots by name, and how one is asked for a move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railhead.bots.chairman import Chairman, Reach
from railhead.bots.chairman_1 import Chairman1
from railhead.bots.clerk import Clerk
from railhead.bots.drifter import Drifter
from railhead.bots.protocol import Bot, Choice
from railhead.bots.views import public_view, seat_view
from railhead.bots.weights import APPRENTICE, CLERK, CLERK_1
from railhead.core.engine import actors, legal_moves, refusal
from railhead.play.hidden import is_secret

if TYPE_CHECKING:
    import random

    from railhead.core.state import State

__all__ = ["BOTS", "FORMER", "Bot", "Choice", "ask", "bot", "next_seat", "public_reason"]

BOTS: dict[str, Bot] = {
    "drifter": Drifter(),
    "apprentice": Clerk("apprentice", "Easy. Often makes a move that is a little worse; moves at once.", APPRENTICE),
    "clerk": Clerk("clerk", "Medium. Plays soundly by rules of thumb; moves at once.", CLERK),
    "chairman": Chairman(
        "chairman",
        "Hard. Plans its turn and looks two to four operating rounds ahead; up to a second a move.",
        Reach(),
        1.0,
    ),
    "magnate": Chairman(
        "magnate",
        "Very hard. Compares more plans for longer; up to four seconds a move.",
        Reach(width=12, branching=12, further=6),
        4.0,
    ),
}
"""Weakest first."""
FORMER: dict[str, Bot] = {
    "clerk@1": Clerk("clerk@1", "The Clerk of November 2026.", CLERK_1),
    "chairman@1": Chairman1(),
}
"""Kept to measure against; nobody is offered them as opponents."""
KEPT_TO_ITSELF = "For reasons of its own."


def bot(name: str) -> Bot:
    """The bot of this name; an unknown one is a `ValueError` that says which there are."""
    found = BOTS.get(name) or FORMER.get(name)
    if found is None:
        raise ValueError(f"unknown bot {name!r}; there are: {', '.join([*BOTS, *FORMER])}")
    return found


def next_seat(state: State) -> str:
    """The seat to ask when bots play every seat: the first that has to act."""
    return actors(state)[0]


def ask(player: Bot, state: State, seat: str, budget: float, rng: random.Random) -> Choice:
    """A legal move of a seat, by what that seat may see.

    If hidden information led the bot to a move that is not legal after all, it plays another one.
    """
    choice = player.choose(seat_view(state, seat), seat, budget, rng)
    if refusal(state, choice.move) is None:
        return choice
    moves = [move for move in legal_moves(state) if move.by == seat]
    return Choice(rng.choice(moves), "The move I wanted was not legal.")


def public_reason(player: Bot, state: State, seat: str, choice: Choice) -> str:
    """The part of a reason that the table may hear.

    Where cash is secret, even "there is no choice" would reveal what a seat holds. There the bot says what the same
    move would be made for in a position that shows no more than everybody knows.
    """
    if not is_secret(state):
        return choice.why
    return player.remark(public_view(state), seat, choice.move) or KEPT_TO_ITSELF
