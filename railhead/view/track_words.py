"""How a tile lies, in words: the neighbours that its track leads to.

    one stretch or one stop     to Komatsujima and Ikeda
    several stretches           Komatsujima–Ikeda, Naruto–H5
    several stops               city 1 to Ikeda, city 2 to Naruto and H5

Two lays of one position read the same only if they look the same on the map.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from railhead.core.tiles import NODE, Face
from railhead.view.names import listed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from railhead.core.map import Map
    from railhead.core.state import State

_COMPASS = {
    "flat": ("south", "south-west", "north-west", "north", "north-east", "south-east"),
    "pointy": ("south-west", "west", "north-west", "north-east", "east", "south-east"),
}
"""Where each edge looks, for track that ends at the rim of the map."""


def lies(state: State, hex_id: str, tile: str, rotation: int) -> str:
    """Where the track of a tile on a hex leads; empty for a tile that the game does not know."""
    map_ = state.rules.map
    if hex_id not in map_.hexes or tile not in map_.tiles:
        return ""
    return track_words(map_, hex_id, map_.tiles[tile].faces[rotation % 6])


def track_words(map_: Map, hex_id: str, face: Face) -> str:
    """Where the track of a face on a hex leads."""
    edges = edge_names(map_, hex_id)
    stretches = sorted(tuple(sorted(path)) for path in face.paths if max(path) < NODE)
    stops = [(at, exits) for at, exits in enumerate(face.node_exits) if exits]
    if len(stretches) + len(stops) == 1:
        ends = stretches[0] if stretches else stops[0][1]
        return f"to {_named(edges, ends)}"
    parts = [f"{_stop(face, at)} to {_named(edges, exits)}" for at, exits in stops]
    parts += ["–".join(edges[end] for end in stretch) for stretch in stretches]
    parts += [
        f"{_stop(face, min(path) - NODE)} to {_stop(face, max(path) - NODE)}"
        for path in face.paths
        if min(path) >= NODE
    ]
    return ", ".join(parts)


def _named(edges: tuple[str, ...], ends: Iterable[int]) -> str:
    return listed(edges[end] for end in sorted(ends))


def _stop(face: Face, at: int) -> str:
    """A stop of a tile: by its type, with a number if there are several of that type."""
    kind = face.nodes[at].type
    same = [i for i, node in enumerate(face.nodes) if node.type == kind]
    return f"{kind} {same.index(at) + 1}" if len(same) > 1 else kind


def edge_names(map_: Map, hex_id: str) -> tuple[str, ...]:
    """What lies over each of the six edges of a hex: a name where that is clear, a coordinate, or a direction."""
    sides = map_.hexes[hex_id].sides
    names = [map_.hexes[side].facts.name if side else "" for side in sides]
    return tuple(
        f"the {_COMPASS[map_.layout][edge]}" if side is None else _one(side, name, names)
        for edge, (side, name) in enumerate(zip(sides, names, strict=True))
    )


def _one(side: str, name: str, names: list[str]) -> str:
    if not name:
        return side
    return name if names.count(name) == 1 else f"{name} ({side})"
