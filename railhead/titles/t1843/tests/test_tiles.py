"""The upgrade chart: what fits what, worked out by hand from the tile sheet and the board."""

from __future__ import annotations

import pytest
from kit import refused

from railhead.core.state import State
from railhead.core.tiles import keeps_track
from railhead.core.track import fitting, misfit
from railhead.titles.t1843.tests.helpers import floated, laid, later, operating, stations

# On the tile before the colon at rotation r, a tile fits at rotation r + one of the digits.
CHART = """
7: 18@5 21@0 22@4 26@4 27@0 28@5 29@0 30@0 31@1 624@01 625@13 626@14
8: 16@05 19@4 21@3 22@2 23@5 24@0 25@02 28@0 29@0 30@2 31@0
9: 18@03 19@03 20@0235 23@03 24@03 26@03 27@03
1: X12@14
2: X12@34
55: X12@03
56: X12@45
69: X12@04
630: X12@04
631: X12@13
632: X12@34
633: X12@03
57: 14@0235 15@03
16: 43@0 70@0
18: 43@0 627@3
19: 45@0 46@0
20: 44@03 47@03
21: 46@3 629@3
22: 45@0 629@0
23: 41@0 43@0 45@3 47@03
24: 42@0 43@0 46@0 47@25
25: 40@024 45@2 46@4 629@0
26: 42@0 44@25 45@0 627@3
27: 41@0 44@03 46@3 627@3
28: 39@0 43@0 46@4 70@5
29: 39@0 43@5 45@4 70@0
30: 42@4 70@4 628@14 629@4
31: 41@5 70@5 628@03 629@2
624: 39@5 627@12 629@3
625: 70@3 627@0
626: 44@25 628@03
10: 64@03 65@14 X13@03 X14@14
59: 64@02 65@02 66@34 67@24 68@14 X13@34
63: 513@012345
14: 63@012345
15: 63@012345
64: X15@4
65: X15@3
66: X15@02
67: X15@12
68: X15@25
X13: X15@1
X14: X15@3
"""
# Hexes whose neighbours are all open land: there only the chart decides.
OPEN = {"plain": "G20", "city": "F15", "double": "G14", "OO": "E12", "town": "G12"}


def hex_for(state: State, tile: str) -> str:
    """An open hex where a tile of this kind may lie."""
    face = state.rules.map.tiles[tile].faces[0]
    if face.label == "OO":
        return OPEN["OO"]
    kinds = {"": "plain", "city": "city", "town": "town", "town town": "double"}
    return OPEN[kinds[" ".join(face.kinds)]]


def same_shape(state: State, tile: str) -> dict[int, int]:
    """Rotations of a tile that look alike, by the smallest of them."""
    faces = state.rules.map.tiles[tile].faces
    return {r: next(q for q in range(6) if faces[q].shape == faces[r].shape) for r in range(6)}


@pytest.mark.parametrize("row", CHART.strip().splitlines(), ids=lambda row: row.split(":")[0])
def test_chart(row: str) -> None:
    old, _, rest = row.partition(": ")
    wanted = {
        (tile, int(digit)) for tile, _, digits in (part.partition("@") for part in rest.split()) for digit in digits
    }
    state = later()
    hex_id = hex_for(state, old)
    for rotation in range(6):
        here = laid(state, **{hex_id: (old, rotation)})
        found = {(tile, (turn - rotation) % 6) for tile, turn in fitting(here, hex_id)}
        assert found == wanted, f"{old} at {rotation}"


FIRST = {
    "C14": "57@03 X08@0",
    "C20": "X01@0",
    "J17": "X02@0",
    "E16": "X05@0",
    "H7": "57@03 X06@0",
    "N15": "57@25 X07@5",
    "K8": "14@0235 15@0123 63@012345",
    "J15": "14@25 15@23",
    "E8": "57@0235",
    "I22": "18@1 23@1 24@1 26@1 27@1",
    "N19": "23@1 27@1",
    "B19": "2@1 56@0 632@1",
    "G8": "1@25 2@05 55@03 56@45 69@35 630@35 631@02 632@05 633@03",
    "C6": "3@234 4@25 58@23",
    "A6": "",
    "B21": "",
    "H15": "",
}
"""First tiles of special hexes; brown ones are for Midi, Provence and Sud - Ouest alone."""


@pytest.mark.parametrize("hex_id", FIRST)
def test_first_tiles(hex_id: str) -> None:
    state = later()
    wanted = {
        (tile, int(digit))
        for tile, _, digits in (part.partition("@") for part in FIRST[hex_id].split())
        for digit in digits
    }
    assert set(fitting(state, hex_id)) - twins(state, wanted) == wanted - twins(state, wanted)
    assert wanted <= set(fitting(state, hex_id)) | twins(state, wanted)


def twins(state: State, wanted: set[tuple[str, int]]) -> set[tuple[str, int]]:
    """Rotations that look like one of those wanted."""
    found = set()
    for tile, rotation in wanted:
        shape = same_shape(state, tile)
        found |= {(tile, r) for r in range(6) if shape[r] == shape[rotation] and r != rotation}
    return found - wanted


PATHS = [
    ("C14", ("57", 0), {"14@0", "14@3", "15@3", "X08@0"}),
    ("C14", ("15", 3), {"X08@0"}),
    ("C20", ("X01", 0), {"X03@0"}),
    ("C20", ("X03", 0), {"X09@0"}),
    ("C20", ("X09", 0), set()),
    ("J17", ("X02", 0), {"X04@0"}),
    ("J17", ("X04", 0), {"X10@0"}),
    ("E16", ("X05", 0), {"X11@0"}),
    ("E16", ("X11", 0), set()),
    ("H7", ("57", 0), {"15@3", "X06@0"}),
    ("H7", ("15", 3), {"X06@0"}),
    ("H7", ("X06", 0), set()),
    ("N15", ("57", 2), {"15@2", "X07@5"}),
    ("E8", ("57", 0), {"14@2", "14@5", "15@3"}),
    ("E8", ("57", 2), {"14@2", "14@5", "15@2"}),
    ("E8", ("14", 2), set()),
    ("I22", ("18", 1), {"43@1", "627@4"}),
    ("N19", ("23", 1), {"41@1"}),
    ("B19", ("56", 0), set()),
    ("G12", ("3", 0), set()),
    ("G12", ("58", 2), set()),
]


@pytest.mark.parametrize(("hex_id", "lies", "wanted"), PATHS)
def test_further_path(hex_id: str, lies: tuple[str, int], wanted: set[str]) -> None:
    state = laid(later(), **{hex_id: lies})
    assert {f"{tile}@{rotation}" for tile, rotation in fitting(state, hex_id)} == wanted


SLUGS = [
    ("C20", "57", 2, "track.letter"),
    ("C20", "X01", 1, "track.rotation"),
    ("C20", "X03", 0, "track.colour"),
    ("J17", "X01", 0, "1843.named-tile"),  # Lille's tile at Lyon
    ("G20", "57", 0, "track.centres"),
    ("G20", "18", 0, "track.colour"),
    ("A6", "57", 0, "track.colour"),
    ("B7", "7", 2, "track.dead-end"),
    ("G20", "X12", 0, "track.colour"),
]


@pytest.mark.parametrize(("hex_id", "tile", "rotation", "slug"), SLUGS)
def test_objections(hex_id: str, tile: str, rotation: int, slug: str) -> None:
    fault = misfit(later(), hex_id, tile, rotation)
    assert fault is not None
    assert fault[0] == slug


NAMED = [
    ("C20", (), "X02", 0, "1843.named-tile"),  # the yellow tile of Lyon at Lille
    ("F15", ("15", 0), "X06", 3, "1843.named-tile"),  # brown Bordeaux lies nowhere else
    ("F15", ("14", 0), "X08", 0, "1843.named-tile"),
    ("F15", ("15", 0), "X06", 0, "1843.named-tile"),  # turned so that it would break track as well
    ("G20", ("18", 0), "X06", 0, "track.centres"),
    ("H7", ("15", 3), "63", 0, "1843.named-tile"),  # at Bordeaux no other brown tile
    ("H7", ("15", 3), "X06", 3, "track.keeps"),  # the right tile, turned the wrong way
    ("F15", ("57", 0), "X06", 0, "track.colour"),
]


@pytest.mark.parametrize(("hex_id", "lies", "tile", "rotation", "slug"), NAMED, ids=str)
def test_named_tiles(hex_id: str, lies: tuple[str, int], tile: str, rotation: int, slug: str) -> None:
    """8.4.3: a tile with a name is used in its place when its colour is laid there, and only there."""
    state = stations(floated(later(3, "brown"), "PO", {"p1": 60}), F13=(("PO",),))
    state = operating(laid(state, **{hex_id: lies}) if lies else state, "PO", "track")
    assert refused(state, f"p1 lay_tile hex={hex_id} tile={tile} rotation={rotation}") == slug


def test_gray_city_tile() -> None:
    """513 replaces a 63, not the brown tile of a port, of Lille or of Lyon."""
    assert ("513", 0) in fitting(laid(later(), F15=("63", 0)), "F15")
    for hex_id, tile in (("C14", "X08"), ("H7", "X06"), ("N15", "X07"), ("C20", "X09"), ("J17", "X10")):
        rotation = 5 if tile == "X07" else 0
        assert not fitting(laid(later(), **{hex_id: (tile, rotation)}), hex_id), "1843.gray-city"


def test_double_town_becomes_one() -> None:
    """8.4.3: X12 joins both towns of a yellow tile into one; it needs a tile to replace."""
    state = laid(later(), G14=("55", 0))
    assert ("X12", 0) in fitting(state, "G14"), "1843.double-town"
    assert all(tile != "X12" for tile, _ in fitting(later(), "G14"))
    tiles = state.rules.map.tiles
    assert keeps_track(tiles["55"].faces[0], tiles["X12"].faces[0])


COUNTS = {
    "57": 7,
    "63": 3,
    "513": 1,
    "X12": 1,
    "X15": 1,
    "14": 5,
    "15": 4,
    "10": 2,
    "59": 2,
    "7": -1,
    "8": -1,
    "9": -1,
}


def test_counts() -> None:
    supply = later().board.supply
    assert {tile: supply[tile] for tile in COUNTS} == COUNTS
