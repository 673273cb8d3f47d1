"""Track (6, 21), stations (7) and what they cost (6.5, 7.3)."""

from __future__ import annotations

import pytest
from kit import begin, play, refused, with_company, with_private, with_top
from msgspec.structs import replace

from railhead.core.engine import legal_moves
from railhead.core.moves import LayTile
from railhead.core.state import State
from railhead.core.track import misfit
from railhead.titles.t1889.tests.helpers import floated, laid, operating, stations


def marugame(phase: int = 0, **tiles: tuple[str, int]) -> State:
    """SR, presided by p1, lays track; its station is in Marugame (I2) and it has 800 yen."""
    state = floated(begin("1889", 3), "SR", {"p1": 50}, tokens=(40,))
    state = stations(laid(state, **tiles), I2=("SR",))
    return operating(state, "SR", "track", phase)


LAYS = [  # tiles there, phase, the lay, the answer
    ({}, 0, "hex=I2 tile=5 rotation=0", "ok"),
    ({}, 0, "hex=I2 tile=57 rotation=1", "ok"),
    ({}, 0, "hex=I2 tile=57 rotation=0", "track.dead-end"),  # up into the sea
    ({}, 0, "hex=I2 tile=8 rotation=0", "track.centres"),  # plain track on a city
    ({}, 0, "hex=Z9 tile=8 rotation=0", "track.hex"),
    ({}, 0, "hex=I2 tile=999 rotation=0", "track.hex"),
    ({}, 0, "hex=I2 tile=5 rotation=6", "track.hex"),
    ({}, 0, "hex=H7 tile=57 rotation=2", "track.reach"),
    ({}, 0, "hex=I2 tile=12 rotation=0", "track.phase-colour"),  # green is not open in phase two
    ({}, 1, "hex=I2 tile=12 rotation=0", "track.colour"),  # green on an empty hex
    ({"I2": ("5", 0)}, 0, "hex=I4 tile=438 rotation=3", "ok"),
    ({"I2": ("5", 0)}, 0, "hex=I4 tile=5 rotation=3", "track.letter"),  # Kotohira takes tiles with H
    ({"I2": ("5", 5)}, 0, "hex=J3 tile=9 rotation=2", "ok"),
    ({"I2": ("5", 5)}, 0, "hex=J3 tile=8 rotation=1", "track.reach"),  # no track on the side of I2
    ({"I2": ("5", 5)}, 0, "hex=J3 tile=437 rotation=2", "1889.port-tile"),
    ({"I2": ("5", 5), "J3": ("9", 2)}, 1, "hex=J3 tile=23 rotation=2", "ok"),
    ({"I2": ("5", 5), "J3": ("9", 2)}, 1, "hex=J3 tile=23 rotation=5", "track.adds"),  # a branch for KO only
    ({"I2": ("5", 5), "J3": ("9", 2)}, 1, "hex=J3 tile=23 rotation=0", "track.keeps"),
    ({"I2": ("5", 0)}, 1, "hex=I2 tile=12 rotation=0", "track.dead-end"),
    ({"I2": ("5", 0)}, 1, "hex=I2 tile=12 rotation=5", "ok"),
]


@pytest.mark.parametrize(("tiles", "phase", "line", "answer"), LAYS)
def test_lays(tiles: dict[str, tuple[str, int]], phase: int, line: str, answer: str) -> None:
    assert refused(marugame(phase, **tiles), f"p1 lay_tile {line}") == answer


def test_phase_decides_colours() -> None:
    """track.phase-colour: phase two has no green, whatever else is open (4.2.1)."""
    state = marugame(0, I2=("5", 0))
    assert refused(state, "p1 lay_tile hex=I2 tile=12 rotation=5") == "track.phase-colour"
    assert refused(replace(state, phase=1), "p1 lay_tile hex=I2 tile=12 rotation=5") != "track.phase-colour"


def test_one_lay_a_turn() -> None:
    """track.allowance: after a lay nothing more is laid (6)."""
    state = with_top(marugame(), laid=(("J3", "yellow"),))
    assert refused(state, "p1 lay_tile hex=I2 tile=5 rotation=0") == "track.allowance"


def test_supply() -> None:
    """track.supply: the box has two tiles 5; both are laid (21)."""
    state = marugame(0, C10=("5", 2), G12=("5", 2))
    assert refused(state, "p1 lay_tile hex=I2 tile=5 rotation=0") == "track.supply"


def test_upgrade_returns_the_old_tile() -> None:
    state = play(marugame(1, I2=("5", 0)), "p1 lay_tile hex=I2 tile=12 rotation=5")
    assert state.board.supply["5"] == 2
    assert state.board.supply["12"] == 0
    assert state.board.stations["I2"] == (("SR",),)


def ikeda(tile: str) -> State:
    """SR has a station in Ikeda (H7), whose track leads over I8 to J9."""
    state = floated(begin("1889", 3), "SR", {"p1": 50})
    state = stations(laid(state, H7=("57", 2), I8=("9", 2)), H7=("SR",))
    state = operating(state, "SR", "track", 1)
    assert misfit(state, "I8", tile, 2) is None
    return state


def test_upgrade_must_add() -> None:
    """track.adds: tile 20 adds a crossing line that SR does not reach; tile 23 a branch that it does (6.2)."""
    assert refused(ikeda("20"), "p1 lay_tile hex=I8 tile=20 rotation=2") == "track.adds"
    assert refused(ikeda("23"), "p1 lay_tile hex=I8 tile=23 rotation=2") == "ok"


def test_blocked_by_privates() -> None:
    """track.blocked: A closes Takamatsu to every company while a player owns it (15.1)."""
    state = floated(begin("1889", 3), "KO", {"p1": 50})
    state = operating(stations(state, K4=("KO",)), "KO", "track", 1)
    line = "p1 lay_tile hex=K4 tile=440 rotation=0"
    assert refused(with_private(state, "A", owner="p1"), line) == "track.blocked"
    assert refused(with_private(state, "A", owner="KO"), line) == "ok"
    assert refused(with_private(state, "A", owner="p1", closed=True), line) == "ok"


COSTS = [  # hex, tile, rotation, owner of D, price (6.5, 15.2)
    ("I4", "438", 3, "", 80),
    ("I4", "438", 3, "SR", 80),  # Kotohira is no mountain
    ("J3", "9", 2, "", 0),
]


@pytest.mark.parametrize(("hex_id", "tile", "rotation", "owner", "cost"), COSTS)
def test_costs(hex_id: str, tile: str, rotation: int, owner: str, cost: int) -> None:
    """money.company: the treasury must have the money."""
    there = {"I2": ("12", 5)}
    state = with_private(marugame(0, **there), "D", owner=owner)
    line = f"p1 lay_tile hex={hex_id} tile={tile} rotation={rotation}"
    after = play(state, line)
    assert after.companies["SR"].cash == 800 - cost
    if cost:
        assert refused(with_company(state, "SR", cash=cost - 1), line) == "money.company"


def test_kotohira_costs_for_every_tile() -> None:
    """80 for yellow, 80 for green (6.5)."""
    state = marugame(1, I2=("5", 0), I4=("438", 3))
    assert play(state, "p1 lay_tile hex=I4 tile=439 rotation=3").companies["SR"].cash == 720


def test_mines_waive_mountains_without_rivers() -> None:
    """1889.mines: H9 is a mountain, H5 mountain and river (15.2 D)."""
    state = floated(begin("1889", 3), "SR", {"p1": 50})
    state = operating(stations(laid(state, H7=("57", 0)), H7=("SR",)), "SR", "track")
    owned = with_private(state, "D", owner="SR")
    mountain, river = "p1 lay_tile hex=H9 tile=9 rotation=0", "p1 lay_tile hex=H5 tile=9 rotation=0"
    assert play(state, mountain).companies["SR"].cash == 720
    assert play(owned, mountain).companies["SR"].cash == 800, "1889.mines"
    assert play(owned, river).companies["SR"].cash == 720


UPGRADES = {  # section 21 with the three slips mended (57, 28, 29): tile -> what may replace it
    "3": (), "58": (), "437": (), "16": (),
    "5": ("12", "14", "15", "205", "206"),
    "6": ("12", "13", "14", "15", "205", "206"),
    "57": ("14", "15", "205", "206"),
    "7": ("26", "27", "28", "29"),
    "8": ("16", "19", "23", "24", "25", "28", "29"),
    "9": ("19", "20", "23", "24", "26", "27"),
    "12": ("448", "611"), "13": ("611",), "14": ("611",), "15": ("448", "611"),
    "205": ("448", "611"), "206": ("448", "611"),
    "19": ("45", "46"), "20": ("47",), "23": ("41", "45", "47"), "24": ("42", "46", "47"),
    "25": ("40", "45", "46"), "26": ("42", "45"), "27": ("41", "46"), "28": ("39", "46"), "29": ("39", "45"),
    "438": ("439",), "439": ("492",), "440": ("466",),
    "39": (), "40": (), "41": (), "42": (), "45": (), "46": (), "47": (), "448": (), "611": (),
    "465": (), "466": (), "492": (),
}  # fmt: skip


@pytest.mark.parametrize("tile", UPGRADES)
def test_upgrade_chart(tile: str) -> None:
    """track.colour, track.keeps: what fits over a tile, in some rotation, is what the chart lists."""
    from railhead.core.tiles import keeps_track, next_colour

    tiles = begin("1889", 2).rules.map.tiles
    old = tiles[tile].faces[0]
    found = {
        name
        for name, new in tiles.items()
        if new.colour == next_colour(old.colour)
        and new.faces[0].label == old.label
        and new.faces[0].kinds == old.kinds
        for rotation in range(6)
        if keeps_track(old, new.faces[rotation])
    }
    assert found == set(UPGRADES[tile]), ("track.colour", "track.keeps")


def test_every_lay_that_the_checks_accept_is_listed() -> None:
    """Every tile on every hex in every rotation: the checks and the list of legal moves agree."""
    for state in (marugame(), marugame(1, I2=("5", 5), J3=("9", 2)), marugame(3, I2=("12", 5), J3=("23", 5))):
        listed = {(m.hex, m.tile, m.rotation) for m in legal_moves(state) if isinstance(m, LayTile)}
        rules = state.rules
        kind = next(k for k in rules.procedures[type(state.top)].kinds(state, state.top) if k.move is LayTile)
        accepted = {
            (hex_id, tile, rotation)
            for hex_id in rules.map.hexes
            for tile in rules.map.tiles
            for rotation in range(6)
            if kind.objection(state, LayTile("p1", hex_id, tile, rotation)) is None
        }
        assert listed == accepted


def token_step(**fields: object) -> State:
    """SR may place a station: I2 is joined to Kotohira (I4) and to Takamatsu (K4)."""
    state = floated(begin("1889", 3), "SR", {"p1": 50}, tokens=(40,), **fields)
    state = laid(state, I2=("12", 5), I4=("438", 3), J3=("9", 2))
    return operating(stations(state, I2=("SR",)), "SR", "station", 1)


STATIONS = [
    ("hex=I4 city=0", "ok"),
    ("hex=J3 city=0", "station.city"),
    ("hex=Q1 city=0", "station.city"),
    ("hex=H7 city=0", "station.reach"),
    ("hex=I2 city=0", "station.one-a-hex"),
    ("hex=K4 city=0", "station.home-kept"),  # KO has not begun
]


@pytest.mark.parametrize(("line", "answer"), STATIONS)
def test_stations(line: str, answer: str) -> None:
    assert refused(token_step(), f"p1 place_station {line}") == answer


def test_station_limits() -> None:
    """station.left, station.one-a-turn, station.slot, money.company (7.2, 7.3)."""
    line = "p1 place_station hex=I4 city=0"
    assert refused(with_company(token_step(), "SR", tokens=()), line) == "station.left"
    assert refused(with_top(token_step(), stations=1), line) == "station.one-a-turn"
    assert refused(stations(token_step(), I4=("KO",)), line) == "station.slot"
    assert refused(token_step(cash=39), line) == "money.company"
    after = play(token_step(), line)
    assert after.companies["SR"].cash == 760
    assert after.companies["SR"].tokens == ()


def test_second_slot_of_a_home_is_free() -> None:
    """A home with two slots keeps one; the other is anybody's (7.2.1)."""
    state = laid(token_step(), K4=("440", 0))
    assert refused(state, "p1 place_station hex=K4 city=0") == "ok"


def test_homes_are_placed_when_the_round_begins() -> None:
    """station.home: free, on the map before the first company acts (7.1)."""
    from railhead.core.change import Change
    from railhead.core.operating import begin_operating_round

    state = floated(floated(begin("1889", 3), "SR", {"p1": 50}), "UR", {"p2": 50})
    change = Change(replace(state, frames=()))
    begin_operating_round(change, 1, 1, 1)
    assert change.state.board.stations["I2"] == (("SR",),), "station.home"
    assert change.state.board.stations["B7"] == (("UR", ""),)
    assert change.state.companies["SR"].tokens == (40,)
    assert change.state.companies["SR"].cash == 800
