"""Positions of random games at every kind of table, for the tests of the environment."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from railhead.core.engine import apply, legal_moves
from railhead.core.state import State
from tests.kit import begin, tables

every_table = pytest.mark.parametrize(
    ("name", "seats", "options"),
    tables(),
    ids=[f"{name}-{seats}-{'+'.join(chosen)}" for name, seats, chosen in tables()],
)
one_table_a_title = pytest.mark.parametrize(
    ("name", "seats"), [("1889", 4), ("1894", 3), ("1893", 3), ("1824", 4), ("1843", 3), ("primer", 2)]
)


def played(name: str, seats: int, options: tuple[str, ...], seed: int, moves: int) -> Iterator[State]:
    """The positions of a random game; kinds of move come up alike, so that rare ones are seen early."""
    rng = random.Random(f"{name} {seats} {options} {seed}")
    state = begin(name, seats, *options, seed=seed)
    for _ in range(moves):
        if state.ended is not None:
            return
        yield state
        listed = list(legal_moves(state))
        kind = rng.choice(sorted({type(move).__name__ for move in listed}))
        state, _ = apply(state, rng.choice([move for move in listed if type(move).__name__ == kind]))
