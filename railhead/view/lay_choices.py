"""The tiles that can be laid on a hex, each with its different positions.

A straight tile has three positions, not six: positions with the same track and the same stations are one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from msgspec.structs import asdict

from railhead.core.reach import face_at
from railhead.core.tiles import node_map
from railhead.core.track import moved_stations
from railhead.view.tile_svg import tile_svg
from railhead.view.track_svg import face_art

if TYPE_CHECKING:
    from collections.abc import Iterable

    from railhead.core.moves import Move
    from railhead.core.state import State, Stations


@dataclass(frozen=True)
class Position:
    """A tile as it would lie."""

    move: Move
    rotation: int
    picture: str


@dataclass(frozen=True)
class TileChoice:
    """A tile that fits on a hex, by one kind of move."""

    tile: str
    left: int | None  # None: unlimited
    positions: tuple[Position, ...]


def tile_choices(state: State, hex_id: str, moves: Iterable[Move]) -> list[TileChoice]:
    """The tiles among some moves on a hex, in the order of the moves."""
    found: dict[tuple[object, ...], list[Position]] = {}
    seen: set[tuple[object, ...]] = set()
    for move in moves:
        tile = getattr(move, "tile", None)
        if not isinstance(tile, str) or tile not in state.rules.map.tiles:
            continue
        rotation = int(getattr(move, "rotation", 0))
        others = tuple(item for item in asdict(move).items() if item[0] != "rotation")
        kind = (type(move), others)
        stations = stations_after(state, hex_id, tile, rotation)
        look = (*kind, *_look(state, tile, rotation), stations)
        if look in seen:
            continue
        seen.add(look)
        picture = tile_svg(
            state.rules.map,
            tile,
            rotation,
            stations=stations,
            companies=state.rules.companies,
            styles=False,
        )
        found.setdefault((*kind, tile), []).append(Position(move, rotation, picture))
    choices = []
    for key, positions in found.items():
        tile = str(key[-1])
        left = state.board.supply.get(tile, 0)
        choices.append(TileChoice(tile, None if left < 0 else left, tuple(positions)))
    return choices


def stations_after(state: State, hex_id: str, tile: str, rotation: int) -> Stations:
    """The stations of a hex as they would stand on a tile."""
    stations = state.board.stations.get(hex_id, ())
    if not stations:
        return ()
    new = state.rules.map.tiles[tile].faces[rotation]
    return moved_stations(stations, node_map(face_at(state, hex_id), new) or (), new)


def _look(state: State, tile: str, rotation: int) -> tuple[object, ...]:
    """What tells one position of a tile from another: its track, and where its centres lie."""
    map_ = state.rules.map
    face = map_.tiles[tile].faces[rotation]
    spots = face_art(map_.layout, face, rotation).spots
    return face.shape, tuple((round(spot.point[0]), round(spot.point[1])) for spot in spots)
