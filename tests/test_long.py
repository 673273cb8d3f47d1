"""Sixty random games for every title, every number of players and every variant: `make long`."""

from __future__ import annotations

import pytest
from kit import tables

from railhead.play.simulation import simulate
from railhead.titles import TITLES

pytestmark = pytest.mark.long
GAMES = 60


@pytest.mark.parametrize(("name", "seats", "options"), tables(), ids=str)
def test_sixty_games(name: str, seats: int, options: tuple[str, ...]) -> None:
    tally = simulate(TITLES[name].rules(seats, options), GAMES, seed=1)
    print(f"{name}, {seats} players, {', '.join(options) or 'no variant'}: {tally.finished} of {GAMES} games ended")
    assert tally.broken == []
    assert tally.stuck == 0
    assert tally.finished == GAMES
