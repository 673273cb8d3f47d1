"""Sixty random games for every title, every number of players and every variant: `make long`.

Every move is legal, every invariant holds after every move, and every game ends.
"""

from __future__ import annotations

import pytest
from kit import tables

from railhead.play.simulation import simulate
from railhead.titles import TITLES

pytestmark = pytest.mark.long


@pytest.mark.parametrize(("name", "seats", "options"), tables(), ids=str)
def test_random_games(name: str, seats: int, options: tuple[str, ...], request: pytest.FixtureRequest) -> None:
    games = request.config.getoption("--games")
    tally = simulate(TITLES[name].rules(seats, options), games, seed=1)
    print(f"{name}, {seats} players, {', '.join(options) or 'no variant'}: {tally.line()}")
    assert tally.broken == []
    assert tally.stuck == 0
    assert tally.finished == games
