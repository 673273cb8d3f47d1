"""Laying and upgrading track (VII.6, VII.7), stations (VII.8)."""

from __future__ import annotations

import pytest
from kit import begin, play, refused, with_company
from msgspec.structs import replace

from railhead.core.reach import stations_of
from railhead.core.state import State
from railhead.core.stations import place_homes
from railhead.titles.t1824.founding import homes
from railhead.titles.t1824.tests.helpers import (
    after_first_round,
    changed,
    cited,
    laid,
    major,
    minor,
    operating,
    station,
)

Tiles = dict[str, tuple[str, int]]


def prag(phase: str = "2", tiles: Tiles | None = None, step: str = "track", **fields: object) -> State:
    """BK, run by p1, has its marker in Prag (B9), 300 gulden and two more markers."""
    values = {"tokens": (40, 100), "cash": 300, **fields}
    state = major(after_first_round(3), "BK", {"p1": 50}, 80, **values)
    return operating(laid(station(state, "BK", "B9"), **(tiles or {})), "BK", step, phase)


WEST_EAST = {"B9": ("57", 1)}  # track to B7 and B11
BRANCH = {**WEST_EAST, "B11": ("9", 1)}

LAYS = [  # phase, tiles there, the lay, the answer
    ("2", {}, "hex=B9 tile=57 rotation=0", "ok"),
    ("2", {}, "hex=B9 tile=9 rotation=0", "track.centres"),  # plain track on a city
    ("2", {}, "hex=B9 tile=401 rotation=0", "track.letter"),  # a T tile
    ("2", {}, "hex=Z9 tile=9 rotation=0", "track.hex"),
    ("2", {}, "hex=B9 tile=57 rotation=6", "track.hex"),
    ("2", {}, "hex=B9 tile=15 rotation=0", "track.phase-colour"),
    ("3", {}, "hex=B9 tile=15 rotation=0", "track.colour"),  # green on an empty hex
    ("2", WEST_EAST, "hex=B9 tile=5 rotation=0", "track.colour"),  # yellow on yellow
    ("2", WEST_EAST, "hex=B11 tile=9 rotation=1", "ok"),
    ("2", WEST_EAST, "hex=B11 tile=9 rotation=2", "track.reach"),  # no track on the side of Prag
    ("2", WEST_EAST, "hex=D9 tile=9 rotation=0", "track.reach"),
    ("2", WEST_EAST, "hex=B11 tile=57 rotation=1", "track.centres"),  # a city on open land
    ("2", BRANCH, "hex=B13 tile=58 rotation=1", "track.centres"),  # one town on a hex with two
    ("2", BRANCH, "hex=B13 tile=55 rotation=1", "ok"),  # one of its two tracks is joined
    ("2", {"B9": ("57", 2)}, "hex=A8 tile=4 rotation=2", "track.dead-end"),  # off the map
    ("2", {"B9": ("57", 2)}, "hex=A8 tile=3 rotation=5", "ok"),
    ("2", {"B9": ("57", 2)}, "hex=C10 tile=4 rotation=2", "ok"),
    ("2", WEST_EAST, "hex=B7 tile=8 rotation=4", "ok"),  # into the mine at C6
    ("2", WEST_EAST, "hex=C6 tile=9 rotation=0", "track.colour"),  # mines are never built on
    ("3", WEST_EAST, "hex=B9 tile=15 rotation=1", "ok"),
    ("3", WEST_EAST, "hex=B9 tile=15 rotation=2", "track.keeps"),  # the side of B7 would lose its track
    ("3", BRANCH, "hex=B11 tile=23 rotation=4", "ok"),  # new track that BK cannot use is enough
    ("3", BRANCH, "hex=B11 tile=23 rotation=0", "track.keeps"),
]


@pytest.mark.parametrize(("phase", "tiles", "line", "answer"), LAYS)
def test_lays(phase: str, tiles: Tiles, line: str, answer: str) -> None:
    assert refused(prag(phase, tiles), f"p1 lay_tile {line}") == answer


def test_one_tile_a_turn() -> None:
    """track.allowance, track.supply."""
    state = prag("2", WEST_EAST)
    turn = replace(state.top, laid=(("B9", "yellow"),))
    again = replace(state, frames=(*state.frames[:-1], turn))
    assert refused(again, "p1 lay_tile hex=B11 tile=9 rotation=1") == "track.allowance"
    none = replace(state, board=replace(state.board, supply={**state.board.supply, "9": 0}))
    assert refused(none, "p1 lay_tile hex=B11 tile=9 rotation=1") == "track.supply"


def test_home_tile_first() -> None:
    """track.home-first: in the first turn an empty home is built before anything else (VII.6)."""
    state = prag("2", {"B11": ("9", 1)}, operated=False)
    assert refused(state, "p1 lay_tile hex=B7 tile=9 rotation=1") == "track.home-first"
    assert refused(state, "p1 lay_tile hex=B9 tile=57 rotation=1") == "ok"
    built = prag("2", WEST_EAST, operated=False)
    assert refused(built, "p1 lay_tile hex=B11 tile=9 rotation=1") == "ok"


def test_home_in_vienna_or_at_a_mine_is_exempt() -> None:
    state = with_company(minor(after_first_round(3), "SD1", "p1", cash=40), "SD1", operated=False)
    state = operating(state, "SD1", "track")
    assert refused(state, "p1 lay_tile hex=F11 tile=69 rotation=3") == "ok"
    state = with_company(minor(after_first_round(3), "EPP", "p1"), "EPP", operated=False)
    assert refused(operating(state, "EPP", "track"), "p1 lay_tile hex=B5 tile=6 rotation=3") == "ok"


VIENNA = [  # phase, tile there, the lay, the answer: its track is kept, its cities grow together (VII.7)
    ("2", None, "tile=499 rotation=0", "ok"),
    ("2", None, "tile=499 rotation=1", "track.keeps"),
    ("2", None, "tile=498 rotation=0", "track.letter"),
    ("2", None, "tile=57 rotation=0", "track.letter"),
    ("3", ("499", 0), "tile=491 rotation=0", "ok"),
    ("3", ("499", 0), "tile=491 rotation=1", "track.keeps"),
    ("5", ("491", 0), "tile=493 rotation=0", "ok"),
    ("5", ("491", 0), "tile=493 rotation=1", "track.keeps"),
    ("8", ("493", 0), "tile=496 rotation=4", "ok"),
    ("8", ("491", 0), "tile=496 rotation=0", "track.colour"),
]


@pytest.mark.parametrize(("phase", "there", "line", "answer"), VIENNA)
def test_vienna(phase: str, there: tuple[str, int] | None, line: str, answer: str) -> None:
    state = minor(after_first_round(3), "SD1", "p1", cash=40)
    state = operating(laid(state, **({"E12": there} if there else {})), "SD1", "track", phase)
    assert refused(state, f"p1 lay_tile hex=E12 {line}") == answer


def test_markers_move_with_their_cities() -> None:
    """VII.6: from the green to the brown Vienna; turned by 3, the city of SD1 stays alone or joins the others."""
    state = after_first_round(3)
    for sym in ("SD1", "KK1", "KK2"):
        state = minor(state, sym, "p1", cash=100)
    state = operating(laid(state, E12=("491", 0)), "SD1", "track", "5")
    apart = play(state, "p1 lay_tile hex=E12 tile=493 rotation=0")
    assert apart.board.stations["E12"] == (("SD1",), ("KK1", "KK2", ""))
    other = play(state, "p1 lay_tile hex=E12 tile=493 rotation=3")
    assert other.board.stations["E12"] == (("KK2",), ("SD1", "KK1", ""))


COSTS = [("E12", "499 rotation=0", 20), ("A10", "3 rotation=0", 40), ("C10", "58 rotation=2", 0)]


@pytest.mark.parametrize(("where", "tile", "cost"), COSTS)
def test_terrain(where: str, tile: str, cost: int) -> None:
    """track.cost, money.company: 20 for a river, 40 for mountains, from the treasury."""
    state = station(prag("2", {"B9": ("6", 3)} if where == "A10" else {"B9": ("57", 2)}), "BK", "E12", 0)
    line = f"p1 lay_tile hex={where} tile={tile}"
    after = play(state, line)
    assert after.companies["BK"].cash == 300 - cost, "track.cost"
    if cost:
        assert refused(with_company(state, "BK", cash=cost - 1), line) == "money.company"


def test_upgrades_cost_nothing() -> None:
    state = prag("3", {"B9": ("57", 2)}, cash=0)
    state = station(laid(state, E12=("499", 0)), "BK", "E12", 0)
    assert refused(state, "p1 lay_tile hex=E12 tile=491 rotation=0") == "ok"


# Stations

TO_PILSEN = {**WEST_EAST, "B7": ("9", 1), "B5": ("57", 1)}
TO_BRUENN = {"B9": ("57", 2), "C10": ("58", 2), "C12": ("57", 1)}


def test_stations() -> None:
    state = prag("2", {**TO_PILSEN, "E8": ("57", 1)}, "station")
    line = "p1 place_station hex=B5 city=0"
    assert refused(state, line) == "ok"
    after = play(state, line)
    assert (after.companies["BK"].cash, after.companies["BK"].tokens) == (260, (100,))
    assert refused(state, "p1 place_station hex=B9 city=0") == "station.one-a-hex"
    assert refused(state, "p1 place_station hex=B7 city=0") == "station.city"
    assert refused(state, "p1 place_station hex=E8 city=0") == "station.reach"
    assert refused(with_company(state, "BK", tokens=()), line) == "station.left"
    assert refused(with_company(state, "BK", cash=39), line) == "money.company"
    twice = replace(state, frames=(*state.frames[:-1], replace(state.top, stations=1)))
    assert refused(twice, line) == "station.one-a-turn"
    assert refused(station(state, "KK1", "B5"), line) == "station.slot"


def test_no_station_at_a_mine() -> None:
    """station.city: C6 is joined to Prag, but takes no marker of BK."""
    state = prag("2", {"B9": ("57", 1), "B7": ("8", 4)}, "station")
    assert refused(state, "p1 place_station hex=C6 city=0") == "station.city"


def test_home_is_kept() -> None:
    """station.home-kept: the one place in Brünn is for MS, which has not begun; the green tile has two."""
    state = prag("2", TO_BRUENN, "station")
    line = "p1 place_station hex=C12 city=0"
    assert homes(state, "MS")
    assert refused(state, line) == "station.home-kept"
    assert refused(laid(state, C12=("619", 1)), line) == "ok"
    assert refused(station(laid(state, C12=("619", 1)), "KK1", "C12"), line) == "station.home-kept"


def test_home_is_free() -> None:
    """station.home: the first of the markers, at no cost; BH in the red Sarajewo, UG1 in Pest."""
    state = major(begin("1824", 3), "BH", {"p1": 50}, 100, operated=False, tokens=(0, 40, 100))
    after = changed(state, lambda change: place_homes(change, "BH"))
    assert stations_of(after.board, "BH") == [("J13", 0)], "station.home"
    assert after.companies["BH"].tokens == (40, 100)
    after = changed(begin("1824", 3), lambda change: place_homes(change, "UG1"))
    assert stations_of(after.board, "UG1") == [("F17", 1)]


def test_home_after_the_tile_was_turned() -> None:
    """Tile 498 turned by three has the two cities of Budapest the other way round: Pest keeps its track."""
    state = laid(begin("1824", 3), F17=("498", 3))
    after = changed(state, lambda change: place_homes(change, "UG1"))
    assert stations_of(after.board, "UG1") == [("F17", 0)], "station.home"


def test_first_turn_places_the_home() -> None:
    state = begin("1824", 3)
    state = play(state, "p3 buy_railway railway=EPP price=120", "p2 pass", "p1 pass", "p1 pass", "p2 pass")
    assert "station.home" in cited(state, "p3 pass")
    assert stations_of(play(state, "p3 pass").board, "EPP") == [("C6", 0)]
