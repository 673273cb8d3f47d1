"""Track of 1893 (8, 9): the Rhine, the green-bordered hexes, the stub on N5, Leverkusen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from railhead.core.moves import LayTile
from railhead.core.phases import phase_of
from railhead.core.reach import face_at
from railhead.core.rulings import Facts, check
from railhead.core.state import State
from railhead.core.track import LAY as USUAL_LAY
from railhead.core.track import misfit_check, no_dead_end, not_blocked, right_rotation

BRIDGES = ("L5", "S6")
"""Hexes whose own side of the river is barred in the yellow phase (8.2)."""
LEVERKUSEN, LEVERKUSEN_CITY = "G6", "K314"
"""Two towns that become one city (8.3)."""


def upgrades(state: State, hex_id: str) -> Mapping[str, bool]:
    """The towns of Leverkusen become a city; nothing else leaves the usual order of upgrades.

    That the city keeps the exits of the towns needs no check: no others fit between H5 and F5.
    """
    return {LEVERKUSEN_CITY: face_at(state, hex_id).colour == "yellow"} if hex_id == LEVERKUSEN else {}


def fits(state: State, hex_id: str, tile: str, rotation: int) -> tuple[str, dict[str, Any]] | None:
    """The first tile on N5 covers the printed track."""
    stub = _mark(state, hex_id, "stub")
    if stub is not None and int(stub) not in state.rules.map.tiles[tile].faces[rotation].exits:
        return "1893.stub", {"hex": hex_id, "edge": int(stub)}
    return None


def _mark(state: State, hex_id: str, name: str) -> str | None:
    """A printed peculiarity of a hex, such as the edge of a stub."""
    for mark in state.rules.map.hexes[hex_id].facts.special:
        kind, _, value = mark.partition(":")
        if kind == name:
            return value
    return None


@check("1893.green-border")
def open_in_phase(state: State, move: LayTile) -> Facts | None:
    """No tile on the hexes with a green border before the green phase."""
    since = _mark(state, move.hex, "from")
    return {"hex": move.hex, "from": since} if since and since not in phase_of(state).tiles else None


covers_stub = misfit_check("1893.stub", "The tile must carry on the printed track.")


@check("1893.rhine")
def not_over_rhine(state: State, move: LayTile) -> Facts | None:
    """In the yellow phase no track from Köln or Bonn over the river."""
    if move.hex not in BRIDGES or "green" in phase_of(state).tiles:
        return None
    exits = state.rules.map.tiles[move.tile].faces[move.rotation].exits
    over = [
        border.edge
        for border in state.rules.map.hexes[move.hex].facts.borders
        if border.type == "rhine" and border.edge in exits
    ]
    return {"hex": move.hex, "edges": over} if over else None


LAY = USUAL_LAY.but(
    without=(right_rotation,),
    instead={
        not_blocked: open_in_phase,
        no_dead_end: (no_dead_end, covers_stub, not_over_rhine),
    },
)
