"""Position files: bad lines are refused with the line and the field."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from railhead.routes.positions import PositionError, solve_file
from railhead.titles import POSITION_TITLES

GOOD: dict[str, Any] = {
    "id": "one",
    "title": "1889",
    "phase": "D",
    "company": "KO",
    "trains": ["D", "3"],
    "hexes": {"J3": ["9", 1], "I2": ["6", 0]},
    "stations": {"K4": [[0, 0, "KO"]]},
    "played": 0,
}

BAD = [
    ({"title": "1888"}, "title"),
    ({"title": None}, "title"),
    ({"map": "moon"}, "map"),
    ({"phase": "9"}, "phase"),
    ({"company": "??"}, "company"),
    ({"trains": ["77"]}, "trains"),
    ({"trains": "D"}, "trains"),
    ({"hexes": {"J3": ["999", 1]}}, "hexes.J3"),
    ({"hexes": {"J3": ["9", 6]}}, "hexes.J3"),
    ({"hexes": {"Z3": ["9", 1]}}, "hexes"),
    ({"hexes": {"J3": "9"}}, "hexes"),
    ({"stations": {"Z4": [[0, 0, "KO"]]}}, "stations"),
    ({"stations": {"K4": [[3, 0, "KO"]]}}, "stations.K4"),
    ({"stations": {"K4": [[0, "KO"]]}}, "stations"),
    ({"stations": {"K4": [[0, 0, "KO"], [0, 0, "AR"]]}}, "stations.K4"),
    ({"stations": {"K4": [[0, 10**20, "KO"]]}}, "stations.K4"),
    ({"hexes": {"J3": ["9", 10**30]}}, "hexes.J3"),
    ({"trains": ["D"] * 40}, "trains"),
    ({"title": "1843", "phase": "yellow", "company": "EST", "hexes": {}, "stations": {},
      "trains": ["2x2 or 3+1"] * 40}, "trains"),
    ({"title": "1894", "phase": "Red", "company": "Est", "trains": ["6"], "hexes": {}, "stations": {},
      "extras": {"ferries": 3}}, "extras.ferries"),
    ({"title": "1824", "phase": "5", "company": "BK", "trains": ["5g"], "hexes": {}, "stations": {},
      "extras": {"mines": {"Q1": 20}}}, "extras.mines"),
    ({"title": "1824", "phase": "5", "company": "BK", "trains": ["5g"], "hexes": {}, "stations": {},
      "extras": {"mines": {"C6": 10**25}}}, "extras"),
    ({"title": "1824", "phase": "5", "company": "BK", "trains": ["5g"], "hexes": {}, "stations": {},
      "extras": {"mines": {"C6": -20}}}, "extras"),
]  # fmt: skip


def solve_lines(folder: Path, *lines: str) -> list[dict[str, Any]]:
    path = folder / "some.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return list(solve_file(path, POSITION_TITLES))


@pytest.mark.parametrize(("change", "field"), BAD)
def test_bad_positions(tmp_path: Path, change: dict[str, Any], field: str) -> None:
    with pytest.raises(PositionError) as caught:
        solve_lines(tmp_path, json.dumps(GOOD), json.dumps(GOOD | change))
    assert "some.jsonl, line 2" in str(caught.value)
    assert field in str(caught.value)
    assert "`" not in str(caught.value), "in our words, not the decoder's"


@pytest.mark.parametrize(
    "line", ["{", "[]", "null", "{}{}", '{"id": NaN}', "[" * 10_000, '"x"', "\ufeff{}", '{"id": "x"}']
)
def test_lines_that_are_no_positions(tmp_path: Path, line: str) -> None:
    with pytest.raises(PositionError, match="line 1"):
        solve_lines(tmp_path, line)


def test_a_good_position_and_an_empty_line(tmp_path: Path) -> None:
    found = solve_lines(tmp_path, json.dumps(GOOD), "", json.dumps(GOOD | {"id": "two"}))
    assert [one["id"] for one in found] == ["one", "two"]
    assert all(one["proven"] and one["best"] == one["bound"] for one in found)
    assert [one["routes"] for one in json.loads(json.dumps(found))] != []


def test_double_certificates(tmp_path: Path) -> None:
    """A certificate that is two trains or one of another kind is run the better way."""
    base = GOOD | {
        "title": "1843", "phase": "yellow", "company": "EST", "hexes": {}, "stations": {"H25": [[0, 0, "EST"]]},
    }  # fmt: skip
    plain, double = solve_lines(
        tmp_path, json.dumps(base | {"trains": ["2+1"]}), json.dumps(base | {"trains": ["2x2 or 3+1"]})
    )
    assert plain["proven"]
    assert double["proven"]
    assert double["best"] >= plain["best"] > 0
