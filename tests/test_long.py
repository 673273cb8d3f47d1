"""Two hundred random games for every title, every number of players and every variant: `make long`."""

from __future__ import annotations

import itertools

import pytest

from railhead.play.simulation import simulate
from railhead.titles import TITLES

pytestmark = pytest.mark.long
GAMES = 200


def tables() -> list[tuple[str, int, tuple[str, ...]]]:
    """Every table: each number of seats with each variant alone, and with all variants together."""
    found = []
    for name, title in TITLES.items():
        variants = [option for option in title.options if not option.house]
        sets: list[tuple[str, ...]] = [(), *((option.name,) for option in variants)]
        sets.append(tuple(option.name for option in variants))
        for seats, options in itertools.product(range(2, 7), dict.fromkeys(sets)):
            try:
                title.rules(seats, options)
            except ValueError:
                continue
            found.append((name, seats, options))
    return found


@pytest.mark.parametrize(("name", "seats", "options"), tables(), ids=str)
def test_two_hundred_games(name: str, seats: int, options: tuple[str, ...]) -> None:
    tally = simulate(TITLES[name].rules(seats, options), GAMES, seed=1)
    assert tally.broken == []
    assert tally.stuck == 0
    assert tally.finished == GAMES
