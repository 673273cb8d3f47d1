"""Building track (8.4): how much, where, at what price."""

from __future__ import annotations

import pytest
from kit import play, refused, with_company, with_private
from msgspec.structs import replace

from railhead.core.operating import operating_company
from railhead.core.state import State
from railhead.titles.t1843.tests.helpers import floated, laid, later, operating, stations


def strasbourg(phase: str = "yellow", **fields: object) -> State:
    """EST, with 670 fr and a station in Strasbourg, may build."""
    state = floated(later(3, phase), "EST", {"p1": 60}, tokens=(40, 100, 100), **fields)
    return operating(stations(state, H25=(("EST", ""),)), "EST", "track")


LAYS = [
    ("G24 9 2", "ok"),
    ("H23 9 1", "ok"),
    ("I20 9 1", "ok"),  # over I24 and the printed track of I22
    ("Z9 9 2", "track.hex"),
    ("G24 99 2", "track.hex"),
    ("G24 9 6", "track.hex"),
    ("F23 10 2", "track.phase-colour"),  # a yellow hex takes green first
    ("F21 55 0", "track.reach"),
    ("G24 57 2", "track.centres"),
    ("H25 57 0", "track.colour"),  # gray hexes never
    ("J23 57 0", "track.colour"),  # nor red ones
    ("G24 9 0", "track.dead-end"),  # G24's edge 3 is blank off-board
    ("G24 8 0", "track.reach"),  # no track to EST's side
]


@pytest.mark.parametrize(("lay", "answer"), LAYS)
def test_lays(lay: str, answer: str) -> None:
    hex_id, tile, rotation = lay.split()
    assert refused(strasbourg(), f"p1 lay_tile hex={hex_id} tile={tile} rotation={rotation}") == answer


def test_two_yellow_tiles() -> None:
    """8.4.1: EST may lay a second yellow tile for 20 fr, also on the first; no upgrade with it, no third."""
    state = play(strasbourg("green"), "p1 lay_tile hex=G24 tile=9 rotation=2")
    assert state.companies["EST"].cash == 670
    assert refused(state, "p1 lay_tile hex=G24 tile=9 rotation=2") == "1843.once-a-hex"
    assert refused(state, "p1 lay_tile hex=F23 tile=10 rotation=2") == "track.allowance"
    state = play(state, "p1 lay_tile hex=H23 tile=9 rotation=1")  # mountain: 80 and 20
    assert state.companies["EST"].cash == 570
    assert refused(state, "p1 lay_tile hex=I20 tile=9 rotation=1") == "turn.not-now"


def test_second_tile_must_be_paid() -> None:
    state = play(with_company(strasbourg(), "EST", cash=99), "p1 lay_tile hex=G24 tile=9 rotation=2")
    assert refused(state, "p1 lay_tile hex=H23 tile=9 rotation=1") == "money.company", "80 + 20"
    assert refused(state, "p1 lay_tile hex=I20 tile=9 rotation=1") == "money.company"


POWERS = {"EST": True, "ETA": False, "MID": True, "NOR": False, "OU": True, "PLM": False, "PO": False, "PRO": True}


@pytest.mark.parametrize("company", POWERS)
def test_who_may_lay_two(company: str) -> None:
    """11.2: EST, MID, OU, PRO and SO; the others lay one tile."""
    state = floated(later(), company, {"p1": 60})
    state = operating(stations(state, F15=((company,),)), company, "track")
    state = laid(state, F15=("57", 1))
    state = play(state, "p1 lay_tile hex=F17 tile=9 rotation=1")
    answer = refused(state, "p1 lay_tile hex=F19 tile=9 rotation=1")
    assert answer == ("ok" if POWERS[company] else "turn.not-now")


def test_one_upgrade_and_nothing_else() -> None:
    state = laid(strasbourg("green"), G24=("9", 2))
    state = play(state, "p1 lay_tile hex=F23 tile=10 rotation=2")
    assert refused(state, "p1 lay_tile hex=H23 tile=9 rotation=1") == "turn.not-now"
    assert refused(laid(strasbourg(), G24=("9", 2)), "p1 lay_tile hex=G24 tile=20 rotation=2") == "track.phase-colour"


def test_supply() -> None:
    """8.4.3: tiles are limited; 7, 8 and 9 are not."""
    state = strasbourg()
    state = laid(state, H23=("9", 1), G24=("9", 2))
    board = replace(state.board, supply={**state.board.supply, "10": 0})
    state = replace(state, board=board, phase=1)
    assert refused(state, "p1 lay_tile hex=F23 tile=10 rotation=2") == "track.supply"
    assert state.board.supply["9"] == -1


def test_replaced_tile_returns() -> None:
    state = laid(strasbourg("green"), G24=("9", 2), F23=("10", 2))
    state = replace(state, phase=3)
    before = state.board.supply["10"]
    after = play(state, "p1 lay_tile hex=F23 tile=64 rotation=2")
    assert after.board.supply["10"] == before + 1
    assert after.board.supply["64"] == 0


def test_blocked_hexes() -> None:
    """10.1: while a player owns the private; a company that owns it opens the hex for all."""
    state = laid(strasbourg(), E20=("57", 1))
    state = stations(state, E20=(("EST",),))
    line = "p1 lay_tile hex=E18 tile=9 rotation=1"
    assert refused(with_private(state, "2", owner="p2", closed=False), line) == "track.blocked"
    assert refused(with_private(state, "2", owner="PO", closed=False), line) == "ok"
    assert refused(state, line) == "ok", "closed"


def paris(phase: str, **tiles: tuple[str, int]) -> State:
    """PO has a station in Versailles (F15), which leads to Montparnasse."""
    state = laid(floated(later(3, phase), "PO", {"p1": 60}), F15=("57", 0), **tiles)
    return operating(stations(state, F15=(("PO",),), E16=(("OU",), ("EST",))), "PO", "track")


def test_paris_costs_40_each_time() -> None:
    """8.4.3; Paris becomes North Paris, Montparnasse stays, South Paris is new."""
    state = play(paris("green"), "p1 lay_tile hex=E16 tile=X05 rotation=0")
    assert state.companies["PO"].cash == 630, "1843.paris"
    assert state.board.stations["E16"] == (("OU",), ("EST",), ("",))
    state = play(paris("brown", E16=("X05", 0)), "p1 lay_tile hex=E16 tile=X11 rotation=0")
    assert state.companies["PO"].cash == 630
    assert refused(paris("green"), "p1 lay_tile hex=E16 tile=X05 rotation=1") == "track.rotation"
    assert refused(paris("green"), "p1 lay_tile hex=E16 tile=14 rotation=0") == "track.letter"
    assert (
        refused(with_company(paris("green"), "PO", cash=39), "p1 lay_tile hex=E16 tile=X05 rotation=0")
        == "money.company"
    )


def test_terrain_is_paid_by_the_first_tile() -> None:
    """8.4.1: Saint-Étienne's green tile pays 80, as nothing lay there before; upgrades pay nothing."""
    state = floated(later(3, "green"), "PO", {"p1": 60})
    state = operating(stations(laid(state, I16=("57", 0)), I16=(("PO",),)), "PO", "track")
    first = play(state, "p1 lay_tile hex=J15 tile=14 rotation=2")
    assert first.companies["PO"].cash == 590, "1843.terrain"
    again = play(state, "p1 lay_tile hex=I16 tile=14 rotation=0")
    assert again.companies["PO"].cash == 670


def test_path_stops_at_full_cities() -> None:
    """8.4.1: not through a city full of others; up to it and over its tile is fine."""
    state = laid(floated(later(3, "green"), "PO", {"p1": 60}), F13=("57", 1), F15=("57", 1))
    state = operating(stations(state, F13=(("PO",),), F15=(("EST",),)), "PO", "track")
    assert refused(state, "p1 lay_tile hex=F17 tile=9 rotation=1") == "track.reach"
    assert refused(state, "p1 lay_tile hex=F15 tile=14 rotation=1") == "ok"
    open_city = stations(state, F15=(("",),))
    assert refused(open_city, "p1 lay_tile hex=F17 tile=9 rotation=1") == "ok"


# Ports straight to brown (8.4.2, 11.2)


def bordeaux(company: str, phase: str = "brown") -> State:
    """A company with a station in unbuilt Bordeaux."""
    state = floated(later(3, phase), company, {"p1": 60})
    return operating(stations(state, H7=((company,),)), company, "track")


PORT_LAYS = [
    ("SO", "brown", "H7 X06 0", "ok"),
    ("SO", "red", "H7 X06 0", "ok"),
    ("SO", "green", "H7 X06 0", "track.phase-colour"),
    ("SO", "brown", "H7 57 0", "ok"),
    ("SO", "brown", "H7 15 3", "track.colour"),
    ("PO", "brown", "H7 X06 0", "1843.port-power"),
    ("EST", "gray", "H7 X06 0", "1843.port-power"),
]


@pytest.mark.parametrize(("company", "phase", "lay", "answer"), PORT_LAYS)
def test_port_power(company: str, phase: str, lay: str, answer: str) -> None:
    hex_id, tile, rotation = lay.split()
    state = bordeaux(company, phase)
    assert refused(state, f"p1 lay_tile hex={hex_id} tile={tile} rotation={rotation}") == answer


def test_port_power_is_the_upgrade_of_the_turn() -> None:
    """Terrain is due, as no tile was there; nothing more is built."""
    state = play(bordeaux("SO"), "p1 lay_tile hex=H7 tile=X06 rotation=0")
    assert state.companies["SO"].cash == 590
    assert state.board.stations["H7"] == (("SO", ""),)
    assert refused(state, "p1 lay_tile hex=G8 tile=55 rotation=0") == "turn.not-now"


PORTS = [
    ("C14", "X08 0", ()),
    ("N15", "X07 5", ()),
    ("K8", "63 0", ()),
    ("C18", "64 0", ()),
    ("C18", "X14 3", ()),
    ("H7", "X06 0", ("57", 0)),
    ("C14", "X08 0", ("57", 3)),
]


@pytest.mark.parametrize(("hex_id", "lay", "lies"), PORTS, ids=str)
def test_every_port(hex_id: str, lay: str, lies: tuple[str, int]) -> None:
    """Le Havre, Marseille, Toulouse, Boulogne/Calais; over nothing and over yellow."""
    state = floated(later(3, "brown"), "PRO", {"p1": 60})
    state = laid(state, **{hex_id: lies}) if lies else state
    cities = len(state.rules.map.hexes[hex_id].face.nodes)
    state = operating(stations(state, **{hex_id: (("PRO",), ("",))[:cities]}), "PRO", "track")
    tile, rotation = lay.split()
    assert refused(state, f"p1 lay_tile hex={hex_id} tile={tile} rotation={rotation}") == "ok"
    others = replace(state, frames=(state.frames[0], replace(state.frames[1], company="EST")))
    others = stations(floated(others, "EST", {"p1": 60}), **{hex_id: (("EST",), ("",))[:cities]})
    assert operating_company(others) == "EST"
    assert refused(others, f"p1 lay_tile hex={hex_id} tile={tile} rotation={rotation}") == "1843.port-power"


def test_double_town_tile() -> None:
    """8.4.3: from brown phase on, by anybody, once: there is one such tile."""
    for phase, answer in (("red", "ok"), ("brown", "ok"), ("blue", "track.phase-colour")):
        state = laid(floated(later(3, phase), "PO", {"p1": 60}), F15=("57", 0), G14=("55", 0))
        state = operating(stations(state, F15=(("PO",),)), "PO", "track")
        assert refused(state, "p1 lay_tile hex=G14 tile=X12 rotation=0") == answer
    state = laid(floated(later(3, "brown"), "PO", {"p1": 60}), F15=("57", 0), G14=("55", 0), F21=("X12", 0))
    state = operating(stations(state, F15=(("PO",),)), "PO", "track")
    assert refused(state, "p1 lay_tile hex=G14 tile=X12 rotation=0") == "track.supply"
