"""Recorded games of 18xx.games: its departures are house rules, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from railhead.record.actions import read_recording
from railhead.titles import title
from railhead.titles.t1824.recorded import DEPARTURES, FOR_THREE, FOR_TWO, options


def recording(name: str, seats: int, rules: str = "") -> bytes:
    raw = {
        "title": name,
        "players": [{"id": n, "name": f"P{n}"} for n in range(seats)],
        "actions": [],
        "settings": {"optional_rules": [rules] if rules else []},
    }
    return json.dumps(raw).encode()


TABLES = [  # title, players, optional rules of that site, our options beyond the departures
    ("1824", 4, "", ()),
    ("1824", 3, "goods_time", ("goods-time",)),
    ("1824 Cisleithania", 2, "", ("cisleithania", *FOR_TWO)),
    ("1824_cisleithania", 3, "", ("cisleithania", *FOR_THREE)),
]


@pytest.mark.parametrize(("name", "seats", "rules", "more"), TABLES)
def test_options(name: str, seats: int, rules: str, more: tuple[str, ...]) -> None:
    chosen = options(read_recording(recording(name, seats, rules)))
    assert chosen == (*DEPARTURES, *more)
    assert title("1824").rules(seats, chosen).seats == seats


def test_departures_are_house_rules_and_written_down() -> None:
    text = (Path(__file__).parents[1] / "DEPARTURES.md").read_text(encoding="utf-8")
    house = {option.name for option in title("1824").options if option.house}
    assert house == {*DEPARTURES, *FOR_TWO, *FOR_THREE}
    assert all(f"`{name}`" in text for name in house)
