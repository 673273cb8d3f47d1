"""A few seeded games to the end for every number of players."""

from __future__ import annotations

import pytest
from kit import begin, random_game

REASONS = {"bankrupt", "auction", "500", "gray trains"}


@pytest.mark.parametrize("seats", range(2, 7))
def test_random_play(seats: int) -> None:
    """Invariants hold after every move, nobody is stuck, and the game ends for one of its four reasons."""
    for state, _ in random_game(begin("1843", seats, seed=seats), seed=seats + 40):
        last = state
    assert last.ended is not None and last.ended.reason in REASONS
