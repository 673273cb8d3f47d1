"""Building track (8.4): how much a turn, named tiles, tiles that skip a colour, terrain, blocked hexes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from railhead.core import track as usual
from railhead.core.facts import COLOURS
from railhead.core.kinds import passing
from railhead.core.memo import remembered
from railhead.core.moves import LayTile
from railhead.core.operating import OperatingTurn, operating_company, turn_frame
from railhead.core.phases import phase_of
from railhead.core.reach import face_at
from railhead.core.rules import Rules
from railhead.core.rulings import Facts, check
from railhead.core.state import State
from railhead.core.tiles import Face, keeps_track
from railhead.core.track import Fault
from railhead.titles.t1843.extra import MIDI_HOME, PARIS, waits_at_home

EXTRA_TILE, FREE_TILE, WHOLE_BUILD = "extra", "free", "build"
"""Stand for the colour of tiles laid by powers: in addition to the normal build, or instead of it."""
SECOND_TILE = 20
"""The price of the second yellow tile."""
BROWN_TOWN = "X12"


def normal_build(turn: OperatingTurn) -> list[str]:
    """The colours of the tiles of the normal build so far."""
    return [colour for _, colour in turn.laid if colour in COLOURS]


def allowance(state: State, turn: OperatingTurn) -> tuple[str, ...]:
    """One yellow tile or one upgrade; some companies may lay a second yellow tile (8.4).

    The extra tile of private 1 comes before or after the whole build, so that it ends a build begun.
    """
    done = [colour for _, colour in turn.laid if colour != FREE_TILE]
    if WHOLE_BUILD in done:
        return ()
    if not normal_build(turn):
        return phase_of(state).tiles
    if done[-1] == "yellow" and len(normal_build(turn)) == 1 and has_power(state, turn.company, "two_yellow_tiles"):
        return ("yellow",)
    return ()


def has_power(state: State, company: str, power: str) -> bool:
    """Whether a company has one of the powers of 11.2."""
    return bool(state.rules.companies[company].special.get(power))


def cost(state: State, _company: str, hex_id: str) -> int:
    """Terrain, in Paris with every tile (8.4.3), and the price of a second yellow tile."""
    second = SECOND_TILE if normal_build(turn_frame(state)) else 0
    return face_at(state, hex_id).cost + second


# What fits where


def name_on(state: State, tile: str) -> str:
    """The place whose name a tile carries; empty for the others."""
    marks = state.rules.map.tiles[tile].facts.special
    return next((mark.removeprefix("name:") for mark in marks if mark.startswith("name:")), "")


def upgrades(state: State, hex_id: str) -> Mapping[str, bool]:
    """Tiles outside the usual order: Paris gains a city, a double town or a port goes to brown at once."""
    old, colours = face_at(state, hex_id), state.rules.map.colours
    found: dict[str, bool] = {}
    if hex_id == PARIS and old.colour == "yellow":
        found = {tile.id: True for tile in colours["green"] if tile.faces[0].label == old.label}
    for tile in colours["brown"]:
        if skips_green(state, hex_id, tile.faces[0]) and tile.faces[0].kinds == old.kinds:
            found[tile.id] = True
    found[BROWN_TOWN] = old.colour == "yellow" and old.kinds == ("town", "town") and hex_id in state.board.laid
    return found


def skips_green(state: State, hex_id: str, new: Face) -> bool:
    """Whether a brown tile would come to a port that has no green one."""
    ports: list[str] = state.rules.facts.special["ports"]
    return hex_id in ports and new.colour == "brown" and face_at(state, hex_id).colour in ("white", "yellow")


def fits(state: State, hex_id: str, tile: str, rotation: int) -> Fault | None:
    """Why a tile that otherwise fits does not; each tile of Paris keeps the track of the one before."""
    new = state.rules.map.tiles[tile].faces[rotation]
    if hex_id != PARIS and not keeps_track(face_at(state, hex_id), new):
        return "track.keeps", {"tile": tile}
    wrong = _wrong_name(state, hex_id, tile)
    return ("1843.named-tile", wrong) if wrong else None


def _wrong_name(state: State, hex_id: str, tile: str) -> dict[str, Any] | None:
    """A tile with the name of another place, or one without in a place that has its own tile of this colour."""
    place = state.rules.map.hexes[hex_id].facts.name
    name = name_on(state, tile)
    if name:
        return None if name == place else {"tile": tile, "its place": name}
    tiles = state.rules.map.tiles
    own = [one for one in _tiles_of(state.rules, place) if tiles[one].colour == tiles[tile].colour] if place else []
    return {"tile": tile, "place": place, "own": own} if own else None


@remembered
def _tiles_of(rules: Rules, place: str) -> tuple[str, ...]:
    """The tiles that carry the name of a place."""
    return tuple(name for name, tile in rules.map.tiles.items() if f"name:{place}" in tile.facts.special)


@check("1843.named-tile")
def right_name(state: State, move: Any) -> Facts | None:
    """A named tile is laid in its place, and no other tile of its colour is laid there."""
    return _wrong_name(state, move.hex, move.tile)


FIT_CHECKS = (*usual.FIT_CHECKS[:3], right_name, *usual.FIT_CHECKS[3:])
"""Colour, letter and stops as usual; then the name, before what turning the tile might mend."""


@check("1843.once-a-hex", reads=("hex",))
def once_a_hex(state: State, move: Any) -> Facts | None:
    """A hex gets one tile in a company's turn."""
    laid = [hex_id for hex_id, _ in turn_frame(state).laid]
    return {"hex": move.hex} if move.hex in laid else None


@check("1843.port-power", reads=("hex", "tile"))
def may_skip_green(state: State, move: LayTile) -> Facts | None:
    """Only Midi, Provence and Sud - Ouest may upgrade a port straight to brown."""
    company = operating_company(state)
    new = state.rules.map.tiles[move.tile].faces[0]
    if not skips_green(state, move.hex, new) or has_power(state, company, "port_brown_tiles"):
        return None
    return {"hex": move.hex, "company": company}


@check("track.reach")
def within_reach(state: State, move: Any) -> Facts | None:
    """The company's track must lead to track on the tile; Midi builds its home hex around its marker."""
    at_home = move.hex == MIDI_HOME and waits_at_home(state, operating_company(state))
    return None if at_home else usual.within_reach.objects(state, move)


AT_ITS_PLACE = (usual.colour_in_phase, usual.tile_left, usual.not_blocked, usual.company_can_pay)


@passing(usual.known_hex, usual.within_allowance, *AT_ITS_PLACE, *FIT_CHECKS, within_reach)
def track_candidates(state: State) -> Iterator[LayTile]:
    """Tiles that fit the hexes which the company reaches, and Midi's own hex."""
    yield from usual.LAY.candidates(state)
    company = operating_company(state)
    if waits_at_home(state, company):
        colours = allowance(state, turn_frame(state))
        for tile, rotation in usual.fitting(state, MIDI_HOME):
            lay = LayTile(state.companies[company].certificate, MIDI_HOME, tile, rotation)
            if state.rules.map.tiles[tile].colour in colours and not any(one(state, lay) for one in AT_ITS_PLACE):
                yield lay


LAY = usual.LAY.but(
    candidates=track_candidates,
    without=(usual.upgrade_adds,),
    instead={
        usual.not_blocked: (usual.not_blocked, once_a_hex),
        usual.track_kept: (right_name, usual.track_kept),
        usual.no_dead_end: (usual.no_dead_end, may_skip_green),
        usual.within_reach: within_reach,
    },
)
