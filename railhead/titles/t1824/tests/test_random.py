"""A random game to the end where the shared conformance suite has none: two players."""

from __future__ import annotations

from kit import begin, random_game


def test_random_game() -> None:
    for state, _ in random_game(begin("1824", 2, "cisleithania", seed=4), seed=2):
        last = state
    assert last.ended is not None
    assert last.ended.reason == "bank"
