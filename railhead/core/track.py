"""Laying and upgrading track: what fits a hex, what a company may build, and what it costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from railhead.core.events import TileLaid
from railhead.core.kinds import Kind
from railhead.core.memo import Memo
from railhead.core.money import pay
from railhead.core.moves import LayTile
from railhead.core.operating import operating_company, turn_frame
from railhead.core.reach import Reach, face_at, reach
from railhead.core.rulings import Check, Facts, check
from railhead.core.state import BANK, Laid, State, Stations
from railhead.core.tiles import NODE, Face, Tile, keeps_track, new_paths, next_colour, node_map

if TYPE_CHECKING:
    from collections.abc import Iterator

    from railhead.core.change import Change

Fault = tuple[str, dict[str, Any]]
_MISFITS = Memo[tuple[str, "Laid | None", str, int], "Fault | None"]()
_FITTING = Memo[tuple[str, "Laid | None"], tuple[tuple[str, int], ...]]()


def misfit(state: State, hex_id: str, tile: str, rotation: int) -> Fault | None:
    """Why a tile in this position does not fit a hex as it is now, whoever lays it; None if it fits.

    Depends on the hex, what lies there and the tile alone, so every answer is remembered with the rules.
    """
    key = (hex_id, state.board.laid.get(hex_id), tile, rotation)
    return _MISFITS.of(state.rules, key, lambda: _misfit(state, hex_id, tile, rotation))


def _misfit(state: State, hex_id: str, tile_id: str, rotation: int) -> Fault | None:
    rules = state.rules
    old = face_at(state, hex_id)
    tile = rules.map.tiles[tile_id]
    if rotation not in tile.facts.rotations:
        return "track.rotation", {"tile": tile_id, "rotations": list(tile.facts.rotations)}
    word = rules.track.upgrades(state, hex_id, tile_id) if rules.track.upgrades else None
    fault = _wrong_tile(old, tile, word)
    if fault is not None:
        return fault
    new = tile.faces[rotation]
    if word is None and not keeps_track(old, new):
        return "track.keeps", {"tile": tile_id}
    dead = rules.map.dead_ends(hex_id, new)
    if dead:
        return "track.dead-end", {"edges": dead}
    return rules.track.fits(state, hex_id, tile_id, rotation) if rules.track.fits else None


def _wrong_tile(old: Face, tile: Tile, word: bool | None) -> Fault | None:
    """Why a tile does not fit however it is turned; `word` is the title's on this step."""
    new = tile.faces[0]
    wanted = next_colour(old.colour)
    if word is False or (word is None and new.colour != wanted):
        if new.colour == wanted:  # the right colour, but not the tile
            return "track.colour", {"number": tile.id, "there": old.colour}
        return "track.colour", {"tile": new.colour, "there": old.colour, "wanted": wanted}
    if old.label != new.label:
        return "track.letter", {"tile": new.label, "hex": old.label}
    if word is None and old.kinds != new.kinds:
        return "track.centres", {"tile": list(new.kinds), "hex": list(old.kinds)}
    return None


@check("track.hex")
def known_hex(state: State, move: LayTile) -> Facts | None:
    """The hex and the tile must exist in this game."""
    rules = state.rules
    if move.hex not in rules.map.hexes or move.tile not in rules.map.tiles or not 0 <= move.rotation < 6:
        return {"hex": move.hex, "tile": move.tile, "rotation": move.rotation}
    return None


@check("track.phase-colour")
def colour_in_phase(state: State, move: LayTile) -> Facts | None:
    """The phase decides which colours may be laid."""
    colour = state.rules.map.tiles[move.tile].colour
    allowed = state.rules.phases[state.phase].tiles
    if colour not in allowed:
        return {"tile": colour, "phase": state.rules.phases[state.phase].name, "allowed": list(allowed)}
    return None


@check("track.allowance")
def within_allowance(state: State, move: LayTile) -> Facts | None:
    """A company has so many lays and upgrades a turn."""
    frame = turn_frame(state)
    colour = state.rules.map.tiles[move.tile].colour
    if colour not in state.rules.track.allowance(state, frame):
        return {"tile": colour, "laid": [hex_id for hex_id, _ in frame.laid]}
    return None


@check("track.supply")
def tile_left(state: State, move: LayTile) -> Facts | None:
    """Tiles are limited to those in the box."""
    return {"tile": move.tile} if state.board.supply[move.tile] == 0 else None


@check("track.blocked")
def not_blocked(state: State, move: LayTile) -> Facts | None:
    """A private company may keep a hex closed."""
    by = state.rules.track.blocked(state, operating_company(state), move.hex)
    return {"hex": move.hex, "by": by} if by else None


def misfit_check(rule: str, why: str = "") -> Check[Any]:
    """The check that a tile fits its hex as far as this rule goes."""

    def objects(state: State, move: LayTile) -> Facts | None:
        fault = misfit(state, move.hex, move.tile, move.rotation)
        return fault[1] if fault is not None and fault[0] == rule else None

    objects.__doc__ = why or f"The tile must fit the hex: {rule}."
    return check(rule)(objects)


right_rotation = misfit_check("track.rotation")
right_colour = misfit_check("track.colour")
right_letter = misfit_check("track.letter")
same_centres = misfit_check("track.centres")
track_kept = misfit_check("track.keeps")
no_dead_end = misfit_check("track.dead-end")


@check("track.reach")
def within_reach(state: State, move: LayTile) -> Facts | None:
    """The company's track must lead to track on the tile, or a station of its own lie on it."""
    company = operating_company(state)
    face = state.rules.map.tiles[move.tile].faces[move.rotation]
    if connects(reach(state, company), move.hex, face):
        return None
    return {"hex": move.hex, "company": company}


def connects(found: Reach, hex_id: str, face: Face) -> bool:
    """Whether what a company reaches meets the track of a face."""
    return hex_id in found.homes or bool(found.sides.get(hex_id, frozenset()) & face.exits)


@check("track.adds")
def upgrade_adds(state: State, move: LayTile) -> Facts | None:
    """An upgrade must give the company new track to reach, or a stop on its track another value."""
    if not state.rules.track.must_add:
        return None
    old = face_at(state, move.hex)
    if not old.paths:
        return None
    new = state.rules.map.tiles[move.tile].faces[move.rotation]
    company = operating_company(state)
    if adds(state, company, move.hex, old, new):
        return None
    return {"hex": move.hex, "company": company}


def adds(state: State, company: str, hex_id: str, old: Face, new: Face) -> bool:
    """Whether a new face gives a company reachable new track or a reachable stop of another value."""
    found = reach(state, company)
    where = node_map(old, new) or ()
    stations = moved_stations(state.board.stations.get(hex_id, ()), where, new)
    inside: set[int] = set(found.sides.get(hex_id, frozenset()) & new.exits)
    for city, slots in enumerate(stations):
        if company in slots:
            inside.add(NODE + city)
    fresh = {frozenset(path) for path in new_paths(old, new)}
    seen: set[int] = set()
    todo = list(inside)
    while todo:
        end = todo.pop()
        if end in seen:
            continue
        seen.add(end)
        if end >= NODE:
            index = end - NODE
            before = where.index(index) if index in where else None
            if before is None or old.nodes[before].revenue != new.nodes[index].revenue:
                return True
            slots = stations[index] if index < len(stations) else ()
            full = new.nodes[index].slots and sum(1 for name in slots if name) >= new.nodes[index].slots
            if full and company not in slots:
                continue
        for lead in new.leads(end):
            if frozenset((end, lead)) in fresh:
                return True
            if lead >= NODE:
                todo.append(lead)
    return False


@check("money.company")
def company_can_pay(state: State, move: LayTile) -> Facts | None:
    """Terrain is paid from the treasury, which must have the money."""
    company = operating_company(state)
    cost = state.rules.track.cost(state, company, move.hex, move.tile)
    cash = state.companies[company].cash
    return {"cost": cost, "cash": cash} if cost > cash else None


def moved_stations(stations: Stations, where: tuple[int, ...], new: Face) -> Stations:
    """Markers as they lie on the new face."""
    if not stations:
        return ()
    cities: list[list[str]] = [[] for _ in new.nodes]
    for index, slots in enumerate(stations):
        target = where[index] if index < len(where) else index
        cities[target].extend(name for name in slots if name)
    return tuple(
        tuple(names + [""] * max(new.nodes[index].slots - len(names), 0)) for index, names in enumerate(cities)
    )


def put_tile(change: Change, hex_id: str, tile: str, rotation: int, company: str, cost: int = 0) -> None:
    """Lay a tile: the old one goes back to the supply, markers are moved over."""
    state = change.state
    old = face_at(state, hex_id)
    new = state.rules.map.tiles[tile].faces[rotation]
    supply = dict(state.board.supply)
    before: Laid | None = state.board.laid.get(hex_id)
    if before is not None and supply[before[0]] >= 0:
        supply[before[0]] += 1
    if supply[tile] > 0:
        supply[tile] -= 1
    stations = dict(state.board.stations)
    if hex_id in stations:
        stations[hex_id] = moved_stations(stations[hex_id], node_map(old, new) or (), new)
    laid = dict(state.board.laid)
    laid[hex_id] = (tile, rotation)
    change.board(laid=laid, supply=supply, stations=stations)
    change.emit(TileLaid(company=company, hex=hex_id, tile=tile, rotation=rotation, cost=cost))


def lay_tile(change: Change, move: LayTile) -> None:
    """Pay for the terrain and lay the tile."""
    company = operating_company(change.state)
    cost = change.state.rules.track.cost(change.state, company, move.hex, move.tile)
    pay(change, company, BANK, cost, "terrain")
    put_tile(change, move.hex, move.tile, move.rotation, company, cost)
    note_lay(change, move.hex, change.state.rules.map.tiles[move.tile].colour)
    change.state.rules.track.laid(change, company, move.hex)


def note_lay(change: Change, hex_id: str, mark: str) -> None:
    """Note a lay of the turn by its colour, or by a mark of the title's own for one that does not count."""
    frame = turn_frame(change.state)
    change.frame(type(frame), laid=(*frame.laid, (hex_id, mark)))


def fitting(state: State, hex_id: str) -> tuple[tuple[str, int], ...]:
    """Every tile and rotation that fits a hex as it is now, in the order of the tiles."""
    return _FITTING.of(state.rules, (hex_id, state.board.laid.get(hex_id)), lambda: _fitting(state, hex_id))


def _fitting(state: State, hex_id: str) -> tuple[tuple[str, int], ...]:
    return tuple(
        (tile, rotation)
        for tile in _suitable(state, hex_id)
        for rotation in range(6)
        if misfit(state, hex_id, tile, rotation) is None
    )


def _suitable(state: State, hex_id: str) -> Iterator[str]:
    """The tiles that may fit a hex when they are turned rightly."""
    upgrades = state.rules.track.upgrades
    old = face_at(state, hex_id)
    for name, tile in state.rules.map.tiles.items():
        if _wrong_tile(old, tile, upgrades(state, hex_id, name) if upgrades else None) is None:
            yield name


def lay_candidates(state: State) -> Iterator[LayTile]:
    """Tiles that fit the hexes which the company reaches."""
    company = operating_company(state)
    player = state.companies[company].certificate
    allowance = state.rules.track.allowance(state, turn_frame(state))
    if not allowance:
        return
    found = reach(state, company)
    tiles = state.rules.map.tiles
    supply = state.board.supply
    for hex_id in sorted(found.sides.keys() | found.homes, key=_hex_order):
        if hex_id not in state.rules.map.hexes:
            continue
        for tile, rotation in fitting(state, hex_id):
            if supply[tile] and tiles[tile].colour in allowance:
                yield LayTile(player, hex_id, tile, rotation)


def _hex_order(hex_id: str) -> tuple[str, int]:
    return hex_id[0], int(hex_id[1:])


FIT_CHECKS = (right_colour, right_letter, same_centres, track_kept, right_rotation, no_dead_end)
"""Whether a tile fits a hex, whoever lays it."""
LAY_CHECKS = (
    known_hex,
    colour_in_phase,
    within_allowance,
    tile_left,
    not_blocked,
    *FIT_CHECKS,
    within_reach,
    upgrade_adds,
    company_can_pay,
)
LAY = Kind(LayTile, lay_candidates, LAY_CHECKS, lay_tile)
