"""Track: what may be laid where, and what it costs (VII.6, VII.7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from railhead.core.memo import remembered
from railhead.core.moves import LayTile
from railhead.core.operating import operating_company
from railhead.core.reach import face_at, network
from railhead.core.rules import Rules
from railhead.core.rulings import Facts, check
from railhead.core.state import State
from railhead.core.tiles import keeps_track, next_colour
from railhead.core.track import LAY, colour_in_phase, not_blocked, right_rotation, upgrade_adds
from railhead.titles.t1824 import goods
from railhead.titles.t1824.railways import COAL, MINE, builds_only

BIG_CITIES = ("W", "Bu")
"""Letters of Vienna and Budapest."""


def terrain(state: State, company: str, hex_id: str) -> int:
    """Printed on the hex, for its first tile; construction railways build for nothing."""
    laid = state.board.laid.get(hex_id)
    if laid is not None and laid[0] not in goods.TOWNS:
        return 0
    cost = state.rules.map.hexes[hex_id].face.cost
    return 0 if cost and builds_only(state, company) else cost


def closed_to(state: State, company: str) -> frozenset[str]:
    """The mines of others are closed to a coal railway (VII.3)."""
    return _mines_of_others(state.rules, company)


@remembered
def _mines_of_others(rules: Rules, company: str) -> frozenset[str]:
    facts, hexes = rules.companies[company], rules.map.hexes.items()
    mines = {hex_id for hex_id, here in hexes if any(node.type == MINE for node in here.face.nodes)}
    return frozenset(mines - set(facts.home) if facts.kind == COAL else ())


def big_city_grows(state: State, hex_id: str) -> Mapping[str, bool]:
    """The cities of Vienna and Budapest merge as their tiles are upgraded."""
    old = face_at(state, hex_id)
    if old.label not in BIG_CITIES:
        return {}
    following = state.rules.map.colours.get(next_colour(old.colour) or "", ())
    return {tile.id: True for tile in following if tile.faces[0].label == old.label}


def big_city_kept(state: State, hex_id: str, tile: str, rotation: int) -> tuple[str, dict[str, Any]] | None:
    """Vienna and Budapest keep their track, too."""
    old, new = face_at(state, hex_id), state.rules.map.tiles[tile].faces[rotation]
    if old.label in BIG_CITIES and not keeps_track(old, new):
        return "track.keeps", {"tile": tile}
    return None


@check("track.home-first", reads=("hex",))
def home_first(state: State, move: LayTile) -> Facts | None:
    """The first tile of a company is laid at home, if nothing lies there and the hex can be built on."""
    company = operating_company(state)
    if state.companies[company].operated or len(network(state).own(company)) > 1:
        return None
    home = state.rules.companies[company].home[0]
    face = face_at(state, home)
    if face.colour == "white" and not face.paths and move.hex != home:
        return {"home": home}
    return None


LAY_TRACK = LAY.but(
    without=(not_blocked, right_rotation, upgrade_adds),
    instead={colour_in_phase: (colour_in_phase, home_first)},
)
