"""Goods Time: towns added to plain hexes, by the suggested scenario or by the players (XII)."""

from __future__ import annotations

from collections.abc import Iterator

from railhead.core.change import Change
from railhead.core.events import Noted
from railhead.core.kinds import Kind, asks, legal
from railhead.core.moves import Move, Pass
from railhead.core.rulings import Facts, check
from railhead.core.state import Frame, State

TOWNS = ("town", "towns")
"""Stand-ins for tiles: a plain hex with one town marker, and with two."""


class PlaceTown(Move, frozen=True):
    """Put a town marker on a plain hex."""

    hex: str


class TownPlacing(Frame, frozen=True):
    """Players place town markers in snake order."""

    turn: int = 0
    placed: int = 0
    passes: int = 0


def whose(state: State, turn: int) -> str:
    """The player of a turn: 1-2-3-4-4-3-2-1-1-2 and so on."""
    seats = len(state.order)
    there, back = divmod(turn, seats)
    return state.order[seats - 1 - back if there % 2 else back]


def plain_hexes(state: State) -> Iterator[str]:
    """Hexes for which the map shows neither towns, cities nor track."""
    for hex_id, here in state.rules.map.hexes.items():
        if here.face.colour == "white" and not here.face.nodes and not here.face.paths:
            yield hex_id


@check("goods.plain-hex")
def plain_hex(state: State, move: PlaceTown) -> Facts | None:
    """Town markers go to plain hexes only."""
    return None if move.hex in plain_hexes(state) else {"hex": move.hex}


@check("goods.two-a-hex")
def at_most_two(state: State, move: PlaceTown) -> Facts | None:
    """One or two markers a hex."""
    laid = state.board.laid.get(move.hex)
    return {"hex": move.hex} if laid is not None and laid[0] == TOWNS[1] else None


def place_town(change: Change, move: PlaceTown) -> None:
    """Add a town to the hex."""
    frame: TownPlacing = change.state.top
    board = change.state.board
    before = board.laid.get(move.hex)
    name = TOWNS[1] if before is not None else TOWNS[0]
    change.board(laid={**board.laid, move.hex: (name, 0)})
    change.top(turn=frame.turn + 1, placed=frame.placed + 1, passes=0)
    change.emit(Noted(what="town placed", who=move.by, about=move.hex, rule="goods.town"))


def no_town(change: Change, _move: Pass) -> None:
    """Place no town this time."""
    frame: TownPlacing = change.state.top
    change.top(turn=frame.turn + 1, passes=frame.passes + 1)


def advance_placing(change: Change, frame: TownPlacing) -> bool:
    """It ends when every player has passed in a row, or when no hex is left: they decide how many (XII.2)."""
    passed = {whose(change.state, turn) for turn in range(frame.turn - frame.passes, frame.turn)}
    if legal(change.state, (PLACE,)) and len(passed) < len(change.state.order):
        return False
    change.pop()
    return True


def town_candidates(state: State) -> Iterator[PlaceTown]:
    """Every plain hex."""
    player = whose(state, state.top.turn)
    return (PlaceTown(player, hex_id) for hex_id in plain_hexes(state))


PLACE = Kind(PlaceTown, town_candidates, (plain_hex, at_most_two), place_town)
NO_TOWN = Kind(Pass, lambda state: [Pass(whose(state, state.top.turn))], (), no_town)
PLACING_PROCEDURE = asks(
    PLACE, NO_TOWN, who=lambda state, frame: (whose(state, frame.turn),), advance=advance_placing
)
