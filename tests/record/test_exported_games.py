"""Games of ours, written as 18xx.games would export them, come back as the same games, with and without noise."""

from __future__ import annotations

import pytest
from exported import first_difference, written_game

SAMPLE = [
    ("1889", "", 3, 1, ()),
    ("1889", "", 2, 21, ()),
    ("1889", "", 5, 3, ("beginner_game",)),
    ("1824", "", 4, 50, ()),
    ("1824", "1824 Cisleithania", 2, 3, ()),
    ("1824", "1824 Cisleithania", 3, 1, ()),
    ("1893", "", 4, 5, ()),
    ("1893", "", 3, 50, ("optional_grey_phase",)),
    ("1894", "", 3, 0, ()),
    ("1894", "", 4, 2, ()),
]


@pytest.mark.parametrize(("name", "site_title", "seats", "seed", "chosen"), SAMPLE, ids=str)
def test_comes_back(name: str, site_title: str, seats: int, seed: int, chosen: tuple[str, ...]) -> None:
    file, exporter = written_game(name, seats, seed, *chosen, site_title=site_title, most=350)
    assert first_difference(file, exporter) is None
    assert first_difference(file, exporter, noisy=seed) is None
