"""Where prices are offered as a range, the lowest and the highest are accepted, in whole games."""

from __future__ import annotations

import pytest

from tests.env.positions import every_table, one_table_a_title, played
from tests.kit import refused_ends

GAMES = [  # random games in which ends of ranges were refused once
    ("1843", 2, (), 2),  # the director's money, although a rusted train is given up
    ("1893", 2, ("industrial-areas",), 1),  # EVA, paid with what a train depends on
    ("1894", 3, (), 2),  # a train of another company, dearer than sales can pay
]
MOST_MOVES = 3000


def check(name: str, seats: int, options: tuple[str, ...], seed: int) -> None:
    refused = [
        f"move {at.count}: {end}" for at in played(name, seats, options, seed, MOST_MOVES) for end in refused_ends(at)
    ]
    assert not refused


@pytest.mark.parametrize(("name", "seats", "options", "seed"), GAMES)
def test_ends_that_were_refused(name: str, seats: int, options: tuple[str, ...], seed: int) -> None:
    check(name, seats, options, seed)


@one_table_a_title
def test_ends_are_accepted(name: str, seats: int) -> None:
    for seed in (1, 2):
        check(name, seats, (), seed)


@pytest.mark.long
@every_table
def test_ends_are_accepted_everywhere(name: str, seats: int, options: tuple[str, ...]) -> None:
    for seed in range(3, 6):
        check(name, seats, options, seed)
