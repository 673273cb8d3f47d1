"""Track (7.3.3, 12), cities that split (7.3.8, 12.3.2, 21), stations (7.3.4) and homes (7.3.1)."""

from __future__ import annotations

import pytest
from kit import play, refused, with_company
from msgspec.structs import replace

from railhead.core.change import Change
from railhead.core.engine import apply, legal_moves
from railhead.core.moves import Dividend, Pass, RunTrains
from railhead.core.operating import OperatingRound, OperatingTurn
from railhead.core.reach import is_open, reach
from railhead.core.state import Round, State
from railhead.core.track import fitting
from railhead.titles.t1894.homes import HomeChoice, place_homes
from railhead.titles.t1894.tests.helpers import clean, extra, floated, laid, marked, operating
from railhead.titles.t1894.track import PutAside


def est(phase: str = "Green", **fields: tuple[tuple[str, str], ...]) -> State:
    """The EST operates from Reims, whose printed track leads to H9, H11 and I12."""
    state = floated(clean(), "EST", {"p1": 60}, 80, operated=True, tokens=(40, 100, 100, 100))
    return operating(marked(state, I10=(("EST",),)), "EST", "track", phase, **fields)


LAYS = [
    (est(), "hex=I12 tile=9 rotation=1", "ok"),
    (est(), "hex=H11 tile=8 rotation=0", "ok"),
    (est(), "hex=H9 tile=57 rotation=2", "ok"),
    (est(), "hex=Z9 tile=9 rotation=0", "track.hex"),
    (est(), "hex=F9 tile=9 rotation=0", "track.reach"),
    (est(), "hex=I12 tile=7 rotation=2", "track.reach"),  # no line of track towards Reims
    (est(), "hex=I12 tile=57 rotation=1", "track.centres"),
    (est(), "hex=H9 tile=9 rotation=2", "track.centres"),
    (est(), "hex=H9 tile=X2 rotation=5", "track.letter"),
    (est(), "hex=I12 tile=23 rotation=1", "track.colour"),
    (est("Yellow"), "hex=I10 tile=15 rotation=1", "track.phase-colour"),
    (est(), "hex=I10 tile=15 rotation=1", "ok"),  # yellow hexes are upgraded like tiles
    (est(), "hex=I10 tile=14 rotation=1", "track.keeps"),  # no three neighbouring edges
    (est(), "hex=I12 tile=8 rotation=5", "track.dead-end"),  # edge 5 runs off the map
    (est(laid=(("F9", "yellow"), ("F7", "yellow"))), "hex=I12 tile=9 rotation=1", "track.allowance"),
    (est(laid=(("F9", "yellow"),)), "hex=I12 tile=9 rotation=1", "ok"),
    (est(laid=(("F9", "yellow"),)), "hex=I10 tile=15 rotation=1", "ok"),
    (est(laid=(("F9", "green"),)), "hex=I12 tile=9 rotation=1", "ok"),
    (est(laid=(("F9", "green"),)), "hex=I10 tile=15 rotation=1", "track.allowance"),
    (laid(est(laid=(("I12", "yellow"),)), I12=("9", 1)), "hex=I12 tile=23 rotation=1", "1894.upgrade-same-turn"),
    (laid(est(), A2=("7", 0), B1=("7", 0), C2=("7", 0), C4=("7", 0)), "hex=I12 tile=7 rotation=0", "track.supply"),
    (with_company(est(), "EST", cash=39), "hex=H11 tile=8 rotation=0", "money.company"),
]


@pytest.mark.parametrize(("state", "fields", "answer"), LAYS)
def test_lays(state: State, fields: str, answer: str) -> None:
    assert refused(state, f"p1 lay_tile {fields}") == answer


def test_terrain() -> None:
    """40 for the river in H11, once; a later upgrade is free (12.3.1)."""
    state = play(est(), "p1 lay_tile hex=H11 tile=8 rotation=0")
    assert state.companies["EST"].cash == 760, "1894.terrain"
    later = operating(state, "EST", "track", "Green")
    later = play(later, "p1 lay_tile hex=H11 tile=24 rotation=0")
    assert later.companies["EST"].cash == 760


BIG = [  # 12.2: hex, tile there, upgrade, what the old tile asks for
    ("G6", None, "X1", 0),
    ("G6", ("X1", 0), "X4", 40),
    ("G6", ("X5", 0), "X10", 60),
    ("F15", ("X2", 0), "X6", 40),
    ("D11", ("X7", 0), "X14", 60),
]


@pytest.mark.parametrize(("hex_id", "there", "tile", "cost"), BIG)
def test_big_cities_cost_at_every_upgrade(hex_id: str, there: tuple[str, int] | None, tile: str, cost: int) -> None:
    state = floated(clean(), "PLM", {"p1": 60}, 80, operated=True)
    state = laid(state, **({hex_id: there} if there else {}))
    cities = (("PLM",), ("",)) if hex_id == "G6" else (("PLM",),)
    state = play(
        operating(marked(state, **{hex_id: cities}), "PLM", "track", "Brown"),
        f"p1 lay_tile hex={hex_id} tile={tile} rotation=0",
    )
    assert state.companies["PLM"].cash == 800 - cost


def test_double_towns_keep_their_printed_stub() -> None:
    """C6 has a stub at edge 5: tiles must lead there, from the town that has it (9)."""
    state = clean()
    exits = [state.rules.map.tiles[tile].faces[rotation].exits for tile, rotation in fitting(state, "C6")]
    assert exits
    assert all(5 in edges for edges in exits)
    assert {tile for tile, _ in fitting(state, "F7")} == {"1", "56", "630", "631", "632", "633"}
    assert not fitting(laid(state, F7=("1", 0)), "F7"), "double towns are never upgraded"


def test_paris_keeps_the_location_of_the_plm() -> None:
    """X10 turned by 180 degrees would fit X5's track with the PLM on the wrong side (12.3.2)."""
    state = floated(clean(), "PLM", {"p1": 60}, 80, operated=True)
    state = operating(marked(laid(state, G6=("X5", 0)), G6=(("PLM",), ("EST",))), "PLM", "track", "Brown")
    assert refused(state, "p1 lay_tile hex=G6 tile=X10 rotation=3") == "track.keeps"
    state = play(state, "p1 lay_tile hex=G6 tile=X10 rotation=0")
    assert state.board.stations["G6"] == (("PLM",), ("EST", ""))


# Splitting a green city (12.3.2, 7.3.8)


def green_city(*others: str, phase: str = "Brown", own: bool = True) -> State:
    """Saint-Quentin on tile 14: the EST, if own, and others have markers there; the EST reaches it anyway."""
    state = floated(clean(), "EST", {"p1": 60}, 80, operated=True, tokens=(40, 100), trains=("5+1",))
    for place, sym in enumerate(others):
        state = floated(state, sym, {f"p{place + 2}": 60}, 95 if place == 0 else 67, operated=True)
    markers = ("EST", *others) if own else others
    slots = (*markers, *([""] * (2 - len(markers))))
    # 14 turned by 1: edges 1, 2, 4, 5; edge 5 meets H11, whose track comes from Reims
    state = laid(state, G10=("14", 1), H11=("8", 0))
    return operating(marked(state, I10=(("EST",),), G10=(slots,)), "EST", "track", phase)


def test_example_21_1() -> None:
    """A green city becomes one of three tiles that keep its four edges; two turns of each look the same."""
    state = green_city()
    assert {tile for tile, _ in fitting(state, "G10")} == {"X16", "X17", "X18"}
    edges = frozenset({1, 2, 4, 5})
    assert all(state.rules.map.tiles[tile].faces[turn].exits == edges for tile, turn in fitting(state, "G10"))
    assert refused(state, "p1 lay_tile hex=G10 tile=X16 rotation=0") == "track.keeps"
    assert refused(state, "p1 lay_tile hex=G10 tile=X19 rotation=1") == "track.colour"


def test_own_marker_is_placed_at_once() -> None:
    state = play(green_city("AG"), "p1 lay_tile hex=G10 tile=X16 rotation=1")
    assert state.top == PutAside("EST", "G10"), "1894.split"
    assert refused(state, "p1 place_station hex=I10 city=0") == "1894.split-location"
    assert refused(state, "p1 place_station hex=G10 city=2") == "1894.split-location"
    state = play(state, "p1 place_station hex=G10 city=1")
    assert state.board.stations["G10"] == (("",), ("EST",))
    assert state.companies["EST"].tokens == (40, 100), "no marker of the charter is used"
    assert state.top.stations == 0
    assert state.extra.aside == {"G10": ("AG",)}


def finish(state: State) -> State:
    """Play on to the end of the turn: pass, run, pay."""
    while not isinstance(state.top, PutAside):
        move = next(move for move in legal_moves(state) if isinstance(move, Pass | RunTrains | Dividend))
        state, _ = apply(state, move)
    return state


def test_example_21_2() -> None:
    """The others follow at the end of the turn; two markers may share a location, the other one is free."""
    state = play(green_city("AG"), "p1 lay_tile hex=G10 tile=X16 rotation=1", "p1 place_station hex=G10 city=1")
    state = finish(state)
    assert state.top == PutAside("AG", "G10")
    state = play(state, "p2 place_station hex=G10 city=1")
    assert state.board.stations["G10"] == (("",), ("EST", "AG"))
    assert state.extra.aside == {}
    assert is_open(state, "G10", 0, "PLM")
    assert not is_open(state, "G10", 1, "PLM")


def test_put_aside_in_operating_order() -> None:
    """AG at 95 chooses before PLM at 67 (7.3.8); until then the city is open for passage."""
    state = green_city("AG", "PLM", own=False)
    assert not is_open(state, "G10", 0, "EST")
    state = play(state, "p1 lay_tile hex=G10 tile=X16 rotation=1")
    assert is_open(state, "G10", 0, "EST")
    assert is_open(state, "G10", 1, "EST")
    at_station = operating(state, "EST", "station", "Brown")
    assert refused(at_station, "p1 place_station hex=G10 city=0") == "1894.station-put-aside"
    state = finish(state)
    assert state.top.company == "AG", "1894.split-order"
    state = play(state, "p2 place_station hex=G10 city=0")
    assert state.top.company == "PLM"


def test_one_put_aside_and_a_waiting_home() -> None:
    """One marker put aside closes the hex only if it is the home of a company yet to operate (12.3.2)."""
    state = play(green_city("AG", own=False), "p1 lay_tile hex=G10 tile=X16 rotation=1")
    at_station = operating(state, "EST", "station", "Brown")
    assert refused(at_station, "p1 place_station hex=G10 city=1") == "ok"
    home = extra(at_station, homes={"LF": "G10"})
    assert refused(home, "p1 place_station hex=G10 city=0") == "1894.station-put-aside"


def test_purple_freezes_green_cities() -> None:
    state = green_city(phase="Purple")
    assert refused(state, "p1 lay_tile hex=G10 tile=X16 rotation=1") == "1894.purple-cities"
    assert refused(state, "p1 lay_tile hex=H11 tile=24 rotation=0") == "ok"


# Stations (7.3.4)


def at_station(**fields: int) -> State:
    """The EST reaches Soissons (H9) and Saint-Quentin (G10, green, the AG in it)."""
    state = laid(est(), H9=("57", 2), H11=("8", 0), G10=("14", 1))
    state = marked(floated(state, "AG", {"p2": 60}, 95, operated=True), G10=(("AG", ""),))
    return operating(state, "EST", "station", "Green", **fields)


STATIONS = [
    (at_station(), "hex=G10 city=0", "ok"),
    (at_station(stations=1), "hex=G10 city=0", "station.one-a-turn"),
    (with_company(at_station(), "EST", tokens=()), "hex=G10 city=0", "station.left"),
    (with_company(at_station(), "EST", cash=39), "hex=G10 city=0", "money.company"),
    (at_station(), "hex=H11 city=0", "station.city"),
    (at_station(), "hex=I10 city=0", "station.one-a-hex"),
    (at_station(), "hex=E10 city=0", "station.reach"),
    (marked(at_station(), G10=(("AG", "PLM"),)), "hex=G10 city=0", "station.slot"),
    (extra(at_station(), homes={"LF": "G10"}), "hex=G10 city=0", "station.home-kept"),
    (extra(marked(at_station(), G10=(("", ""),)), homes={"LF": "G10"}), "hex=G10 city=0", "ok"),
    (laid(at_station(), G6=("X1", 0)), "hex=G6 city=0", "1894.station-plm"),
]


@pytest.mark.parametrize(("state", "fields", "answer"), STATIONS)
def test_stations(state: State, fields: str, answer: str) -> None:
    assert refused(state, f"p1 place_station {fields}") == answer


def test_station_costs() -> None:
    """40 for the second marker, 100 for the next ones (7.3.4)."""
    state = play(at_station(), "p1 place_station hex=G10 city=0")
    assert state.companies["EST"].cash == 760, "station.cost"
    assert state.companies["EST"].tokens == (100, 100, 100)
    assert clean().companies["NORD"].tokens == (0, 0, 100, 100), "two homes, then 100 each"


# Homes (7.3.1)


def first_turn(company: str, state: State) -> State:
    """The position after a company's homes are placed."""
    state = replace(state, round=Round("OR", 2, 1, 2), frames=(OperatingRound(waiting=()), OperatingTurn(company)))
    change = Change(floated(state, company, {"p1": 60}))
    place_homes(change, company)
    return change.state


@pytest.mark.parametrize(
    ("company", "homes", "left"),
    [("OUEST", ("B3", "E6"), 3), ("NORD", ("D9", "G14"), 2), ("CFOR", ("D3", "H3"), 3), ("EST", ("I10",), 4)],
)
def test_homes(company: str, homes: tuple[str, ...], left: int) -> None:
    """Two homes of OUEST, NORD and CFOR, all free; the markers left are those of 11.3.2.1 without the homes."""
    state = first_turn(company, clean())
    assert all(state.board.stations[hex_id] == ((company,),) for hex_id in homes), "station.home"
    assert len(state.companies[company].tokens) == left
    assert state.companies[company].cash == 800


def test_plm_home_is_its_location() -> None:
    assert first_turn("PLM", clean()).board.stations["G6"] == (("PLM",), ("",))


def test_late_home_in_paris() -> None:
    state = first_turn("LF", extra(clean(), homes={"LF": "G6"}))
    assert state.board.stations["G6"] == (("",), ("LF",))


def test_home_in_a_split_city_is_chosen() -> None:
    """Two free locations: the president selects; with one taken there is no choice (7.3.1)."""
    split = laid(clean(), I10=("X19", 1))
    state = first_turn("EST", split)
    assert state.top == HomeChoice("EST", "I10")
    assert refused(state, "p1 place_station hex=I10 city=2") == "1894.home-location"
    assert {move.city for move in legal_moves(state)} == {0, 1}
    state = play(state, "p1 place_station hex=I10 city=1")
    assert state.board.stations["I10"] == (("",), ("EST",))
    forced = first_turn("EST", marked(split, I10=(("AG",), ("",))))
    assert forced.board.stations["I10"] == (("AG",), ("EST",))


def test_last_location_of_a_split_home_is_kept() -> None:
    """The rule counts the locations of the whole hex: one left in I10, for the EST that waits."""
    state = floated(clean(), "AG", {"p1": 60}, 80, operated=True)
    state = marked(laid(state, I10=("X19", 1), I12=("9", 1)), I10=(("PLM",), ("",)), I12=())
    state = operating(state, "AG", "station", "Brown")
    assert refused(state, "p1 place_station hex=I10 city=1") == "station.home-kept"


def test_final_set_builds_nothing() -> None:
    """15.7: track and stations are skipped, homes are not."""
    state = extra(est("Purple"), final_set=2)
    assert refused(state, "p1 lay_tile hex=I12 tile=9 rotation=1") == "track.allowance"
    assert reach(state, "EST").homes == {"I10"}


def test_a_home_that_others_have_filled() -> None:
    """No rule allows it, but a game from elsewhere may contain it: the home marker lies beside theirs (7.3.1)."""
    state = marked(laid(floated(clean(), "EST", {"p1": 60}, 80), I10=("57", 0)), I10=(("AG",),))
    change = Change(state)
    place_homes(change, "EST")
    assert change.state.board.stations["I10"] == (("AG", "EST"),)
