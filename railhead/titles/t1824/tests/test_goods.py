"""Goods Time (XII): towns on plain hexes."""

from __future__ import annotations

import pytest
from kit import begin, play, refused
from msgspec.structs import replace

from railhead.core.engine import actors
from railhead.core.reach import face_at
from railhead.titles.t1824.first_round import FirstRound
from railhead.titles.t1824.goods import TownPlacing, whose
from railhead.titles.t1824.tests.helpers import cited, laid, major, operating, station

EXTRA_TILES = {"3": 3, "4": 3, "56": 1, "58": 3, "87": 2, "630": 1, "631": 1, "204": 3}


@pytest.mark.parametrize("option", ["goods-time", "goods-time-placing"])
def test_seventeen_tiles(option: str) -> None:
    base = begin("1824", 3).board.supply
    more = begin("1824", 3, option).board.supply
    found = {name: more[name] - base.get(name, 0) for name in more if name not in ("town", "towns")}
    assert {name: number for name, number in found.items() if number} == EXTRA_TILES, "goods.town"
    assert sum(EXTRA_TILES.values()) == 17


def test_suggested_scenario() -> None:
    """goods.town: one town on five hexes, two on two."""
    state = begin("1824", 4, "goods-time")
    towns = {hex_id: face_at(state, hex_id).kinds for hex_id in ("B7", "C8", "C20", "C22", "H21", "F25", "G24")}
    assert [len(kinds) for kinds in towns.values()] == [1, 1, 1, 1, 1, 2, 2], "goods.town"
    assert isinstance(state.top, FirstRound)


def test_to_and_fro() -> None:
    """goods.snake: 1-2-3-4-4-3-2-1-1-2 (XII.2)."""
    state = begin("1824", 4, "goods-time-placing")
    order = [whose(state, turn) for turn in range(10)]
    assert order == ["p1", "p2", "p3", "p4", "p4", "p3", "p2", "p1", "p1", "p2"], "goods.snake"


PLACES = [  # the hex, the answer
    ("C14", "ok"),
    ("C18", "ok"),  # mountains are plain
    ("B9", "goods.plain-hex"),  # a city
    ("C10", "goods.plain-hex"),  # a town
    ("A12", "goods.plain-hex"),  # a mine
    ("Z1", "goods.plain-hex"),
]


@pytest.mark.parametrize(("where", "answer"), PLACES)
def test_placing(where: str, answer: str) -> None:
    assert refused(begin("1824", 3, "goods-time-placing"), f"p1 place_town hex={where}") == answer


def test_two_a_hex() -> None:
    """goods.two-a-hex."""
    state = begin("1824", 3, "goods-time-placing")
    assert "goods.town" in cited(state, "p1 place_town hex=C14")
    state = play(state, "p1 place_town hex=C14")
    assert face_at(state, "C14").kinds == ("town",)
    state = play(state, "p2 place_town hex=C14")
    assert face_at(state, "C14").kinds == ("town", "town")
    assert refused(state, "p3 place_town hex=C14") == "goods.two-a-hex"


def test_end_of_placing() -> None:
    """goods.snake: all pass in a row; seven to ten are a recommendation, an eleventh may follow."""
    state = begin("1824", 3, "goods-time-placing")
    assert isinstance(state.top, TownPlacing)
    passed = play(state, "p1 pass", "p2 place_town hex=C14", "p3 pass", "p3 pass", "p2 pass")
    assert actors(passed) == ("p1",), "p3 has passed twice; p1 is asked again after p2's town"
    assert isinstance(play(passed, "p1 pass").top, FirstRound)
    assert isinstance(play(passed, "p1 place_town hex=B7", "p1 pass", "p2 pass").top, TownPlacing)
    assert isinstance(play(state, "p1 pass", "p2 pass", "p3 pass").top, FirstRound)
    assert isinstance(play(state, "p1 place_town hex=C14", "p2 pass", "p3 pass").top, TownPlacing)
    for turn, hex_id in enumerate(("B7", "B11", "B17", "B19", "B21", "C8", "C14", "C20", "C22", "C24", "C24")):
        state = play(state, f"{whose(state, turn)} place_town hex={hex_id}")
    assert isinstance(state.top, TownPlacing)
    for turn in range(11, 15):
        assert isinstance(state.top, TownPlacing)
        state = play(state, f"{whose(state, turn)} pass")
    assert isinstance(state.top, FirstRound), "goods.snake"
    assert actors(state) == ("p3",)


TILES = [  # the lay on a hex with one town and mountains, the answer
    ("tile=58 rotation=5", "ok"),
    ("tile=9 rotation=1", "track.centres"),
    ("tile=1 rotation=0", "track.centres"),
]


@pytest.mark.parametrize(("line", "answer"), TILES)
def test_track_on_new_towns(line: str, answer: str) -> None:
    """goods.town: only fitting tiles."""
    state = play(begin("1824", 3, "goods-time-placing"), "p1 place_town hex=B11")
    state = major(replace(state, frames=()), "BK", {"p1": 50}, 80, cash=100, tokens=(40, 100))
    state = operating(laid(station(state, "BK", "B9"), B9=("57", 1)), "BK", "track")
    assert refused(state, f"p1 lay_tile hex=B11 {line}") == answer


def test_terrain_stays() -> None:
    """track.cost: a town in the mountains still costs 40 to build."""
    state = play(begin("1824", 3, "goods-time-placing"), "p1 place_town hex=C18")
    assert state.rules.track.cost(state, "BK", "C18") == 40, "track.cost"
