"""Random games to the end where the shared conformance suite has none: two players, and all house rules at once."""

from __future__ import annotations

import pytest
from kit import begin, random_game

TABLES = [(2, ("cisleithania",)), (2, ("cisleithania", "18xx.games")), (4, ("18xx.games",))]


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_random_game(seats: int, options: tuple[str, ...]) -> None:
    for state, _ in random_game(begin("1824", seats, *options, seed=4), seed=seats):
        last = state
    assert last.ended is not None
    assert last.ended.reason == "bank"
