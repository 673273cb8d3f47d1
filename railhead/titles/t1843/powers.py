"""Powers of the privates that build (10.2): 1 Toulouse, 3 St Germain, 4 Le Havre, 6 Boulogne."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from railhead.core import track as usual
from railhead.core.change import Change
from railhead.core.costs import company_pays
from railhead.core.kinds import Kind
from railhead.core.money import pay
from railhead.core.moves import LayTile, Move
from railhead.core.operating import operating_company, turn_frame
from railhead.core.powers import additional_tile, lays_by_power, put_by_power, tile_colour
from railhead.core.privates import close_private, owner_of
from railhead.core.reach import face_at, free_slots
from railhead.core.rulings import Facts, check
from railhead.core.state import BANK, State, president_of
from railhead.core.stations import marker_left, note_station, one_a_hex, place_free
from railhead.titles.t1843 import track
from railhead.titles.t1843.extra import BOULOGNE, LE_HAVRE, ST_GERMAIN, TOULOUSE

EXTRA_COST = 20
GERMAIN_HEX = "E14"
PLACES = {LE_HAVRE: "C14", BOULOGNE: "C18"}
COSTS = {LE_HAVRE: 80, BOULOGNE: 120}
"""What the tile and the marker of a port private cost in all."""


class LayExtra(LayTile, frozen=True):
    """Lay the additional yellow tile of the Toulouse à Barcelona."""


class LayStGermain(Move, frozen=True):
    """Lay the yellow tile of the Paris - St Germain."""

    tile: str
    rotation: int
    hex: str = GERMAIN_HEX


class BuildPort(Move, frozen=True):
    """Lay a tile and place a marker with the power of Le Havre or of Boulogne - Amiens; or the marker alone."""

    private: str
    tile: str = ""
    rotation: int = 0
    city: int = 0

    @property
    def hex(self) -> str:
        """The port, which the private names."""
        return PLACES.get(self.private, "")

    @property
    def price(self) -> int:
        """What tile and marker cost together."""
        return COSTS.get(self.private, 0)


def _power_of(move: Any) -> str:
    if isinstance(move, BuildPort):
        return move.private
    return TOULOUSE if isinstance(move, LayExtra) else ST_GERMAIN


@check("1843.power-owner")
def owns_power(state: State, move: Any) -> Facts | None:
    """The operating company must own the private, and the private must be open."""
    private = _power_of(move)
    company = operating_company(state)
    if private not in state.privates or owner_of(state, private) != company:
        return {"private": private, "company": company}
    return None


is_yellow = tile_colour("1843.power-yellow", "The tile of these powers is yellow.", "yellow")


# 1: an additional yellow tile, after which the private closes

LAY_EXTRA = additional_tile(
    LayExtra,
    TOULOUSE,
    EXTRA_COST,
    track.EXTRA_TILE,
    (
        owns_power,
        usual.known_hex,
        is_yellow,
        usual.tile_left,
        usual.not_blocked,
        track.once_a_hex,
        *track.FIT_CHECKS,
        track.within_reach,
    ),
    lambda change, _move: close_private(change, TOULOUSE, "1843.toulouse-closes"),
)


# 3: the tile at E14, for nothing; the private stays


@check("1843.st-germain")
def germain_unbuilt(state: State, move: LayStGermain) -> Facts | None:
    """The tile goes to E14, as long as there is none."""
    if move.hex != GERMAIN_HEX:
        return {"hex": move.hex}
    return {"built": move.hex} if GERMAIN_HEX in state.board.laid else None


LAY_ST_GERMAIN = Kind(
    LayStGermain,
    lambda state: lays_by_power(state, ST_GERMAIN, LayStGermain, GERMAIN_HEX),
    (owns_power, germain_unbuilt, usual.known_hex, is_yellow, usual.tile_left, *track.FIT_CHECKS),
    lambda change, move: put_by_power(change, move, track.FREE_TILE),
)


# 4 and 6: tile and marker in a port, instead of the whole build and the station


@check("1843.whole-build")
def nothing_built(state: State, _move: BuildPort) -> Facts | None:
    """The power is the company's whole build and station step."""
    turn = turn_frame(state)
    if track.normal_build(turn) or track.WHOLE_BUILD in [mark for _, mark in turn.laid] or turn.stations:
        return {"laid": [hex_id for hex_id, _ in turn.laid]}
    return None


@check("1843.port-tile")
def port_tile(state: State, move: BuildPort) -> Facts | None:
    """An unbuilt port gets its first tile; at Boulogne/Calais a marker alone will do once a tile lies there."""
    if not move.hex:  # a private with another power
        return {"private": move.private}
    built = move.hex in state.board.laid
    if not move.tile:
        alone = move.private == BOULOGNE and built and not move.rotation
        return None if alone else {"hex": move.hex}
    if built:
        return {"built": move.hex}
    tile = state.rules.map.tiles.get(move.tile)
    known = tile is not None and tile.colour != "brown" and 0 <= move.rotation < 6
    fits = known and not usual.misfit(state, move.hex, move.tile, move.rotation)
    return None if fits else {"hex": move.hex, "tile": move.tile}


@check("track.supply")
def port_tile_left(state: State, move: BuildPort) -> Facts | None:
    """Tiles are limited to those in the supply."""
    return {"tile": move.tile} if move.tile and not state.board.supply[move.tile] else None


@check("station.city")
def port_city(state: State, move: BuildPort) -> Facts | None:
    """The marker goes into a city of the port that has a free circle."""
    face = state.rules.map.tiles[move.tile].faces[move.rotation] if move.tile else face_at(state, move.hex)
    if move.city not in face.cities:
        return {"hex": move.hex, "number": move.city}
    return {"full": move.hex} if not move.tile and not free_slots(state, move.hex, move.city) else None


can_pay_port = company_pays(lambda _state, move: move.price, "Tile and marker have one price.")


def build_port(change: Change, move: BuildPort) -> None:
    """Pay once, lay the tile if there is one, place the next marker of the charter."""
    company = operating_company(change.state)
    pay(change, company, BANK, move.price, "private", "1843.whole-build")
    if move.tile:
        usual.put_tile(change, move.hex, move.tile, move.rotation, company)
    usual.note_lay(change, move.hex, track.WHOLE_BUILD)
    place_free(change, company, move.hex, move.city)
    note_station(change)


def port_candidates(state: State) -> Iterator[BuildPort]:
    """The first tiles of the port with each city, or a marker in each city of a tile there."""
    company = operating_company(state)
    player = president_of(state, company)
    for private, hex_id in PLACES.items():
        if owner_of(state, private) != company:
            continue
        if hex_id in state.board.laid:
            for city in face_at(state, hex_id).cities:
                yield BuildPort(player, private, city=city)
            continue
        for tile, rotation in usual.fitting(state, hex_id):
            for city in state.rules.map.tiles[tile].faces[rotation].cities:
                yield BuildPort(player, private, tile, rotation, city)


BUILD_PORT = Kind(
    BuildPort,
    port_candidates,
    (owns_power, nothing_built, port_tile, port_tile_left, port_city, marker_left, one_a_hex, can_pay_port),
    build_port,
)
