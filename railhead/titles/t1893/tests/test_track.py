"""Track (8, 9) and stations (10)."""

from __future__ import annotations

import pytest
from kit import play, refused, with_company
from msgspec.structs import replace

from railhead.core.change import Change
from railhead.core.engine import settle
from railhead.core.operating import OperatingRound
from railhead.core.state import State
from railhead.core.track import fitting
from railhead.titles.t1893.tests.helpers import begin, corporation, in_phase, laid, operating, stations, stock_round


def building(company: str, phase: int = 0, **tiles: tuple[str, int]) -> State:
    """A company in its track step with these tiles on the map."""
    return operating(laid(stock_round(phase=phase), **tiles), company, "track")


EUSKIRCHEN = [  # T3: off the map over edges 0 and 1, U4 over 5
    ("p3 lay_tile hex=T3 tile=57 rotation=2", "ok"),
    ("p3 lay_tile hex=T3 tile=57 rotation=0", "track.dead-end"),
    ("p3 lay_tile hex=T3 tile=8 rotation=2", "track.centres"),
    ("p3 lay_tile hex=T3 tile=58 rotation=2", "track.centres"),
    ("p3 lay_tile hex=T3 tile=K57 rotation=2", "track.letter"),
    ("p3 lay_tile hex=T3 tile=15 rotation=2", "track.phase-colour"),
    ("p3 lay_tile hex=ZZ9 tile=57 rotation=2", "track.hex"),
    ("p3 lay_tile hex=T3 tile=57 rotation=6", "track.hex"),
    ("p3 lay_tile hex=U4 tile=58 rotation=2", "track.colour"),  # grey
    ("p3 lay_tile hex=L3 tile=57 rotation=0", "track.reach"),
    ("p3 lay_tile hex=P5 tile=58 rotation=1", "1893.green-border"),
    ("p3 lay_tile hex=N5 tile=9 rotation=1", "1893.green-border"),
    ("p3 pass", "ok"),
]


@pytest.mark.parametrize(("line", "answer"), EUSKIRCHEN)
def test_first_tile(line: str, answer: str) -> None:
    assert refused(building("EKB"), line) == answer


def test_one_tile_a_turn() -> None:
    """track.allowance (7.3)."""
    state = operating(stock_round(), "EKB", "track", laid=(("S2", "yellow"),))
    assert refused(state, "p3 lay_tile hex=T3 tile=57 rotation=2") == "track.allowance"


def test_tiles_run_out() -> None:
    """track.supply (1): three of 57."""
    state = building("EKB", E2=("57", 0), D7=("57", 0), I8=("57", 0))
    assert refused(state, "p3 lay_tile hex=T3 tile=57 rotation=2") == "track.supply"


UPGRADES = [  # T3 has 57 with exits 2 and 5
    ("p3 lay_tile hex=T3 tile=15 rotation=2", "ok"),  # 2, 3, 4, 5
    ("p3 lay_tile hex=T3 tile=15 rotation=0", "track.keeps"),  # 0, 1, 2, 3
    ("p3 lay_tile hex=T3 tile=611 rotation=0", "track.phase-colour"),
    ("p3 lay_tile hex=T3 tile=K15 rotation=2", "track.letter"),
    ("p3 lay_tile hex=T3 tile=57 rotation=2", "track.colour"),
]


@pytest.mark.parametrize(("line", "answer"), UPGRADES)
def test_upgrades(line: str, answer: str) -> None:
    assert refused(building("EKB", phase=1, T3=("57", 2)), line) == answer


def test_printed_yellow_city_is_upgraded() -> None:
    """7.3: P7 is printed yellow with exits 1 and 5."""
    assert refused(building("KSZ", phase=1), "p2 lay_tile hex=P7 tile=15 rotation=1") == "track.keeps"
    assert refused(building("KSZ", phase=1), "p2 lay_tile hex=P7 tile=14 rotation=1") == "ok"


def test_upgrade_must_add_something() -> None:
    """track.adds (9): R3 joins T3 and P3; a second track from S2 to Q4 is of no use to EKB, a branch is."""
    state = building("EKB", phase=1, T3=("6", 3), R3=("9", 0))
    assert refused(state, "p3 lay_tile hex=R3 tile=20 rotation=0") == "track.adds"
    assert refused(state, "p3 lay_tile hex=R3 tile=23 rotation=0") == "ok"


def test_terrain() -> None:
    """1893.terrain and money.company (8.1): 40 for the first tile, nothing later."""
    state = building("EKB", T3=("6", 3))
    after = play(state, "p3 lay_tile hex=R3 tile=9 rotation=0")
    assert after.companies["EKB"].cash == 210 - 40, "1893.terrain"
    poor = with_company(state, "EKB", cash=39)
    assert refused(poor, "p3 lay_tile hex=R3 tile=9 rotation=0") == "money.company"
    later = building("EKB", phase=1, T3=("6", 3), R3=("9", 0))
    assert play(later, "p3 lay_tile hex=R3 tile=23 rotation=0").companies["EKB"].cash == 210


# The Rhine (8.2)

COLOGNE = {"L3": ("6", 4), "K4": ("8", 5)}  # Frechen, then over K4 to Köln's edge 2
RHINE = [
    (0, "p1 lay_tile hex=L5 tile=K201 rotation=1", "ok"),
    (0, "p1 lay_tile hex=L5 tile=K201 rotation=3", "1893.rhine"),  # edges 3 and 4
    (1, "p1 lay_tile hex=L5 tile=K201 rotation=3", "track.reach"),  # allowed, but not for KFBE
    (1, "p1 lay_tile hex=L5 tile=K201 rotation=4", "track.dead-end"),  # the bar towards M6
    (0, "p1 lay_tile hex=L5 tile=57 rotation=1", "track.letter"),
    (0, "p1 lay_tile hex=S6 tile=K6 rotation=2", "1893.rhine"),  # edges 2 and 4
    (1, "p1 lay_tile hex=S6 tile=K6 rotation=2", "track.reach"),
    (0, "p1 lay_tile hex=K6 tile=58 rotation=5", "track.reach"),  # its own side may point at the river
]


@pytest.mark.parametrize(("phase", "line", "answer"), RHINE)
def test_rhine(phase: int, line: str, answer: str) -> None:
    assert refused(building("KFBE", phase, **COLOGNE), line) == answer


BARS = [
    ("C4", "D5"),
    ("D5", "E4"),
    ("L5", "M6"),
    ("N5", "O6"),
    ("O6", "P5"),
    ("P5", "Q6"),
    ("Q6", "R5"),
    ("Q6", "S6"),
]


@pytest.mark.parametrize(("one", "other"), BARS)
def test_bars(one: str, other: str) -> None:
    """8.1: eight sides that no track crosses, from either hex."""
    hexes = begin(3).rules.map.hexes
    for here, there in ((one, other), (other, one)):
        assert hexes[here].sides.index(there) in hexes[here].closed


def test_open_bank_by_house_rule() -> None:
    """Where it is chosen, the bar between Q6 and R5 is on one side only."""
    hexes = begin(3, "no-bar-at-r5").rules.map.hexes
    assert not hexes["R5"].closed
    assert sorted(hexes["Q6"].closed) == [0, 2]


def test_south_bridge() -> None:
    """1893.stub and 1893.green-border (8.3): from the green phase, and with the printed track towards M6."""
    state = building("KBE", phase=1, O4=("57", 1))
    assert refused(state, "p1 lay_tile hex=N5 tile=9 rotation=1") == "ok"
    assert refused(state, "p1 lay_tile hex=N5 tile=8 rotation=1") == "1893.stub"  # edges 1 and 3


def test_leverkusen() -> None:
    """8.3: a tile with two towns, in one of two positions (H5 and F5 leave no other); then the city with the same
    four exits; then brown."""
    state = stock_round()
    tiles = state.rules.map.tiles
    assert {tile for tile, _ in fitting(state, "G6")} == {"K1", "K55"}
    assert {tiles[tile].faces[rotation].exits for tile, rotation in fitting(state, "G6")} == {frozenset({0, 2, 3, 5})}
    for towns in fitting(state, "G6"):
        old = laid(in_phase(state, 1), G6=towns)
        cities = fitting(old, "G6")
        assert {tile for tile, _ in cities} == {"K314"}
        assert all(tiles[tile].faces[rotation].exits == {0, 2, 3, 5} for tile, rotation in cities)
    assert {tile for tile, _ in fitting(laid(state, G6=("K314", 0)), "G6")} == {"K170"}


def test_no_city_on_empty_leverkusen() -> None:
    state = building("EKB", phase=1)
    assert refused(state, "p3 lay_tile hex=G6 tile=K314 rotation=0") == "track.colour"


def test_cities_of_the_letters() -> None:
    """9: there is no brown tile for Benrath and Bonn."""
    rules = begin(3).rules
    brown = [name for name, tile in rules.map.tiles.items() if tile.colour == "brown" and tile.facts.label == "BX"]
    assert not brown


# Stations (10)

LINE = {"O2": ("619", 4), "N3": ("9", 1), "M4": ("4", 1), "L5": ("K201", 0)}
"""Düren, over N3 to the town M4 and to Köln."""


def dueren(**fields: object) -> State:
    """DE, directed by p1, has Düren and reaches Köln."""
    state = stations(laid(stock_round(phase=1), **LINE), O2=("DE", ""))
    values: dict[str, object] = {"cash": 500, "tokens": (40, 100)}
    return corporation(state, "DE", "p1", {"p1": (10,) * 3}, **{**values, **fields})


STATIONS = [
    ("p1 place_station hex=L5 city=0", "ok"),
    ("p1 place_station hex=M4 city=0", "station.city"),  # a town
    ("p1 place_station hex=ZZ9 city=0", "station.city"),
    ("p1 place_station hex=O2 city=0", "station.one-a-hex"),
    ("p1 place_station hex=O4 city=0", "station.slot"),  # KBE
    ("p1 place_station hex=H5 city=0", "station.slot"),  # nobody ever
    ("p1 place_station hex=J5 city=0", "station.slot"),  # the harbour
    ("p1 place_station hex=D7 city=0", "station.reach"),
    ("p1 place_station hex=R7 city=0", "station.home-kept"),  # RSE
    ("p1 pass", "ok"),
]


@pytest.mark.parametrize(("line", "answer"), STATIONS)
def test_stations(line: str, answer: str) -> None:
    assert refused(operating(dueren(), "DE", "station"), line) == answer


def test_station_price_and_number() -> None:
    """10: 40, then 100; one a round; station.left, station.one-a-turn, money.company."""
    state = play(operating(dueren(), "DE", "station"), "p1 place_station hex=L5 city=0")
    assert state.companies["DE"].cash == 460
    assert state.companies["DE"].tokens == (100,)
    again = operating(dueren(), "DE", "station", stations=1)
    assert refused(again, "p1 place_station hex=L5 city=0") == "station.one-a-turn"
    none = operating(dueren(tokens=()), "DE", "station")
    assert refused(none, "p1 place_station hex=L5 city=0") == "station.left"
    poor = operating(dueren(cash=39), "DE", "station")
    assert refused(poor, "p1 place_station hex=L5 city=0") == "money.company"


def test_minors_have_no_further_stations() -> None:
    """4.2, 10: a minor is never asked."""
    state = operating(stock_round(), "EKB", "station")
    assert refused(state, "p3 place_station hex=L3 city=0") == "station.left"
    change = Change(state)
    settle(change)
    assert change.state.top.step > 1


def test_home_station() -> None:
    """station.home (10): free, when the corporation first operates; one of two places in its city stays for it."""
    state = corporation(stock_round(), "DE", "p1", {"p1": (10,) * 3}, operated=False, cash=600)
    change = Change(replace(state, frames=(OperatingRound(waiting=("DE",)),)))
    settle(change)
    assert change.state.board.stations["O2"] == (("DE",),)
    assert change.state.companies["DE"].tokens == (40, 100)
    assert change.state.companies["DE"].cash == 600
    assert "station.home" in {event.rule for event in change.events}
