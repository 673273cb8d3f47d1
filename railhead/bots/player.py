"""The bots by name, and how one is asked for a move."""

from __future__ import annotations

import random

from railhead.bots.chairman import Chairman
from railhead.bots.clerk import Clerk
from railhead.bots.drifter import Drifter
from railhead.bots.protocol import Bot, Choice
from railhead.bots.sight import blind
from railhead.core.engine import actors, legal_moves, refusal
from railhead.core.state import State

__all__ = ["BOTS", "Bot", "Choice", "ask", "bot", "next_seat"]

BOTS: dict[str, Bot] = {
    "drifter": Drifter(),
    "clerk": Clerk(),
    "chairman": Chairman(),
}
"""Weakest first."""


def bot(name: str) -> Bot:
    """The bot of this name; an unknown one is a `ValueError` that says which there are."""
    if name not in BOTS:
        raise ValueError(f"unknown bot {name!r}; there are: {', '.join(BOTS)}")
    return BOTS[name]


def next_seat(state: State) -> str:
    """The seat to ask when bots play everybody: the first that is awaited."""
    return actors(state)[0]


def ask(player: Bot, state: State, seat: str, budget: float, rng: random.Random) -> Choice:
    """A legal move of a seat, by what that seat may see.

    Where secrets made the bot believe in a move that is not legal after all, it takes what comes.
    """
    choice = player.choose(blind(state, seat), seat, budget, rng)
    if refusal(state, choice.move) is None:
        return choice
    moves = [move for move in legal_moves(state) if move.by == seat]
    return Choice(rng.choice(moves), "That was not to be had.")
