"""Positions to look at: the printed boards of all titles, and a game of one that has been played for a while."""

from __future__ import annotations

import random

import pytest

from railhead.core.engine import apply, legal_moves, new_game
from railhead.core.moves import Pass, SellShares
from railhead.core.state import State
from railhead.titles import TITLES


def begin(name: str, seats: int) -> State:
    """The opening position of a title."""
    return new_game(TITLES[name].rules(seats), [f"P{n + 1}" for n in range(seats)], 1)


@pytest.fixture(scope="session")
def openings() -> dict[str, State]:
    """The opening position of every title."""
    return {name: begin(name, TITLES[name].seats[-1]) for name in TITLES}


@pytest.fixture(scope="session")
def played() -> list[State]:
    """Positions of one game with track, stations, trains and prices, in order."""
    rng = random.Random(4)
    state = begin("1889", 3)
    states = [state]
    for _ in range(260):
        if state.ended is not None:
            break
        moves = list(legal_moves(state))
        eager = [move for move in moves if not isinstance(move, Pass | SellShares)]
        state, _ = apply(state, rng.choice(eager or moves))
        states.append(state)
    return states


@pytest.fixture(scope="session")
def late(played: list[State]) -> State:
    """The last of these positions with a company in its turn."""
    return next(state for state in reversed(played) if state.round.kind == "OR" and len(state.board.laid) > 3)
