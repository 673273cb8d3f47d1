"""The map and the tiles of a game with its variants applied: what never changes while it is played."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct

from railhead.core.facts import COLOURS, HexFacts
from railhead.core.hexes import neighbours, opposite
from railhead.core.memo import remembered
from railhead.core.tiles import Face, Tile, face_of, tile_of

if TYPE_CHECKING:
    from railhead.core.facts import TileFacts


class Hex(Struct, frozen=True, eq=False):
    """A hex of the printed map."""

    id: str
    facts: HexFacts
    face: Face
    sides: tuple[str | None, ...]  # the neighbour over each edge, None at the end of the map
    closed: frozenset[int]  # edges over which track may never lead


class Map(Struct, frozen=True, eq=False, dict=True):
    """The hexes and the kinds of tiles of a game."""

    layout: str
    axes: Mapping[str, str]
    hexes: Mapping[str, Hex]
    tiles: Mapping[str, Tile]

    @cached_property
    def ranks(self) -> Mapping[str, int]:
        """The place of each hex in the order of letters and numbers."""
        ordered = sorted(self.hexes, key=lambda hex_id: (hex_id[0], int(hex_id[1:])))
        return {hex_id: rank for rank, hex_id in enumerate(ordered)}

    def face(self, hex_id: str, laid: tuple[str, int] | None) -> Face:
        """What lies on a hex: the tile laid there, or what is printed."""
        if laid is None:
            return self.hexes[hex_id].face
        return self.tiles[laid[0]].faces[laid[1]]

    @cached_property
    def colours(self) -> Mapping[str, tuple[Tile, ...]]:
        """The kinds of tiles of each colour, in the order of the colours; a colour may have none."""
        return {colour: tuple(tile for tile in self.tiles.values() if tile.colour == colour) for colour in COLOURS}

    def dead_ends(self, hex_id: str, face: Face) -> list[int]:
        """Edges where this face's track would run off the map, into a closed side or a blank fixed hex."""
        return sorted(face.exits & _dead_edges(self, hex_id))


@remembered
def _dead_edges(board_map: Map, hex_id: str) -> frozenset[int]:
    """Edges of a hex over which no track may lead."""
    here = board_map.hexes[hex_id]
    found = set(here.closed)
    for edge, other in enumerate(here.sides):
        fixed = board_map.hexes[other].face if other is not None else None
        if fixed is None or (fixed.colour in ("gray", "red", "blue") and opposite(edge) not in fixed.exits):
            found.add(edge)
    return frozenset(found)


def build_map(
    layout: str, axes: Mapping[str, str], hexes: Mapping[str, HexFacts], tiles: Mapping[str, TileFacts]
) -> Map:
    """The map of these hexes and tiles."""
    sides = neighbours(list(hexes), layout, axes)
    closed = _closed(hexes, sides)
    faces = _printed(hexes)
    table = {
        name: Hex(name, facts, faces[name], sides[name], frozenset(closed[name])) for name, facts in hexes.items()
    }
    return Map(layout, axes, table, {name: tile_of(name, facts) for name, facts in tiles.items()})


def _printed(hexes: Mapping[str, HexFacts]) -> dict[str, Face]:
    """What is printed on each hex. Hexes without stops that look alike share a face, and what is known about it."""
    found, alike = dict[str, Face](), dict[object, Face]()
    for name, facts in hexes.items():
        face = face_of(facts)
        look = (face.colour, face.paths, face.label, face.cost, face.terrain)
        found[name] = face if face.nodes else alike.setdefault(look, face)
    return found


def _closed(hexes: Mapping[str, HexFacts], sides: Mapping[str, tuple[str | None, ...]]) -> Mapping[str, set[int]]:
    """Impassable sides, seen from both hexes."""
    closed: dict[str, set[int]] = {name: set() for name in hexes}
    for name, facts in hexes.items():
        for border in facts.borders:
            if border.type == "impassable":
                closed[name].add(border.edge)
                other = sides[name][border.edge]
                if other is not None:
                    closed[other].add(opposite(border.edge))
    return closed
