"""Track: two actions a turn, big cities, and green cities that split in two (7.3.3, 7.3.8, 12.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from railhead.core.change import Change
from railhead.core.kinds import Step, asks, its_president
from railhead.core.market import by_price
from railhead.core.moves import LayTile
from railhead.core.operating import OperatingTurn, operating_company, turn_frame
from railhead.core.phases import phase_of
from railhead.core.reach import face_at
from railhead.core.rulings import Facts, check
from railhead.core.state import Frame, State
from railhead.core.stations import city_choice, put_station
from railhead.core.tiles import node_map
from railhead.core.track import FIT_CHECKS, known_hex, lay_tile, right_rotation, upgrade_adds
from railhead.core.track import LAY as USUAL_LAY
from railhead.titles.t1894.extra import FACTS, PARIS, SAINT_QUENTIN, extra_of, in_final_set, note

ACTIONS = 2
EXTRA = "extra"
"""Colour under which a turn notes the tile of the Reims-Charleville line, which does not count as a track action."""
GUISE = "SQG"
SPLITS: dict[str, list[str]] = FACTS.special["green_city_upgrades"]
"""The brown tiles with two cities that each green tile of a city becomes (12.3.2)."""


class PutAside(Frame, frozen=True):
    """A marker taken off a split city waits for its president's choice."""

    company: str
    hex: str


def allowance(state: State, turn: OperatingTurn) -> tuple[str, ...]:
    """Two track actions, one of them an upgrade at most; none in the final set (7.3.3)."""
    colours = [colour for _, colour in turn.laid if colour != EXTRA]
    if in_final_set(state) or len(colours) >= ACTIONS:
        return ()
    if any(colour != "yellow" for colour in colours):
        return ("yellow",)
    return phase_of(state).tiles


# What fits (12.3.2)


def is_split(state: State, hex_id: str) -> bool:
    """Whether the next upgrade of a hex splits its city."""
    laid = state.board.laid.get(hex_id)
    return laid is not None and laid[0] in SPLITS


def upgrades(state: State, hex_id: str) -> Mapping[str, bool]:
    """Green cities that are not big become one of three brown tiles with two cities."""
    if not is_split(state, hex_id):
        return {}
    brown = SPLITS[state.board.laid[hex_id][0]]
    return {tile: tile in brown for tile in state.rules.map.tiles}


def fits(state: State, hex_id: str, tile: str, rotation: int) -> tuple[str, dict[str, Any]] | None:
    """A split keeps the edges with track; in Paris the location marked PLM stays what it is."""
    old, new = face_at(state, hex_id), state.rules.map.tiles[tile].faces[rotation]
    if is_split(state, hex_id):
        return None if old.exits == new.exits else ("track.keeps", {"edges": sorted(old.exits)})
    if hex_id == PARIS and node_map(old, new) != (0, 1):
        return "track.keeps", {"tile": tile, "location": "PLM"}
    return None


@check("1894.purple-cities", reads=("hex",))
def cities_rest_in_purple(state: State, move: LayTile) -> Facts | None:
    """From the purple phase on the green cities that are not big stay as they are."""
    if phase_of(state).name == "Purple" and is_split(state, move.hex):
        return {"hex": move.hex}
    return None


@check("1894.upgrade-same-turn", reads=("hex",))
def not_laid_this_turn(state: State, move: LayTile) -> Facts | None:
    """A company does not upgrade what it laid in the same turn; nobody upgrades the extra tile in its round."""
    extra = extra_of(state).extra_tile == (move.hex, state.round.number, state.round.part)
    return {"hex": move.hex} if extra or any(hex_id == move.hex for hex_id, _ in turn_frame(state).laid) else None


# Splitting (12.3.2, 7.3.8)


def lay(change: Change, move: LayTile) -> None:
    """Lay a tile; markers on a city that splits are put aside, and the company's own placed again at once."""
    splitting = is_split(change.state, move.hex)
    if splitting:
        _put_aside(change, move.hex)
    lay_tile(change, move)
    company = operating_company(change.state)
    if splitting and company in extra_of(change.state).aside.get(move.hex, ()):
        change.push(PutAside(company, move.hex))


def _put_aside(change: Change, hex_id: str) -> None:
    stations = dict(change.state.board.stations)
    cities = stations.pop(hex_id, ())
    markers = tuple(name for slots in cities for name in slots if name)
    change.board(stations=stations)
    if markers:
        note(change, aside={**extra_of(change.state).aside, hex_id: markers})


def laid(change: Change, _company: str, hex_id: str) -> None:
    """The colour of Saint-Quentin decides what its private earns (11.2.2.5)."""
    if hex_id == SAINT_QUENTIN and not change.state.privates[GUISE].closed:
        colour = face_at(change.state, hex_id).colour
        change.private(GUISE, revenue=change.state.rules.privates[GUISE].special["revenue_by_colour"].get(colour, 0))


def place_the_rest(change: Change, _turn: OperatingTurn) -> None:
    """At the end of a turn presidents place the markers put aside, in operating order (7.3.8)."""
    aside = extra_of(change.state).aside
    waiting = [(company, hex_id) for hex_id, companies in aside.items() for company in companies]
    order = by_price(change.state, [company for company, _ in waiting])
    for company, hex_id in sorted(waiting, key=lambda pair: order.index(pair[0]), reverse=True):
        change.push(PutAside(company, hex_id))


def place_anew(change: Change, company: str, hex_id: str, city: int) -> None:
    """Place a marker that was put aside, for nothing."""
    aside = dict(extra_of(change.state).aside)
    aside[hex_id] = tuple(name for name in aside[hex_id] if name != company)
    note(change, aside={place: names for place, names in aside.items() if names})
    put_station(change, company, hex_id, city, rule="1894.split")


FIT = tuple(one for one in FIT_CHECKS if one is not right_rotation)
LAY = USUAL_LAY.but(
    without=(right_rotation, upgrade_adds),
    instead={known_hex: (known_hex, not_laid_this_turn, cities_rest_in_purple)},
    effect=lay,
)
PLACE_ANEW = city_choice(
    "1894.split-location",
    "A marker put aside goes to either location of its hex, even to one that is taken.",
    place_anew,
)
ASIDE_PROCEDURE = asks(PLACE_ANEW, who=its_president)
UPDATE_STEP = Step("put-aside stations", (), lambda _state, _turn: False, closed=place_the_rest)
