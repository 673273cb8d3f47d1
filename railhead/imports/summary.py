"""What a reader should know of an imported game: remarks about its moves, and a sentence that counts them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from railhead.core.moves import LayTile, Move, PlaceStation
from railhead.core.waivers import StatedRun

if TYPE_CHECKING:
    from collections.abc import Sequence

BELOW = ("run below the best", "runs below the best")
STATED = ("run that we would not pay", "runs that we would not pay")
LAY = ("illegal lay", "illegal lays")
MARKER = ("illegal marker", "illegal markers")
MOVE = ("illegal move", "illegal moves")
OTHER = ("other remark", "other remarks")
KINDS = (BELOW, STATED, LAY, MARKER, MOVE, OTHER)
"""What remarks are about: one of them, and several, in the order in which they are counted."""
LEGAL = "Every move was legal and no run was below the best."
SHOWN = 3
"""So many actions of each kind are named."""
WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


@dataclass(frozen=True)
class Remark:
    """Something about a recorded action that a reader should know."""

    n: int  # the action's place in the file
    text: str
    rule: str = ""
    move: int = 0  # the number of our move that it is about
    kind: tuple[str, str] = OTHER


def kind_of(move: Move) -> tuple[str, str]:
    """What to say about a move that was kept although it breaks a rule."""
    known: dict[type[Move], tuple[str, str]] = {StatedRun: STATED, LayTile: LAY, PlaceStation: MARKER}
    return known.get(type(move), MOVE)


def summary(remarks: Sequence[Remark]) -> str:
    """The remarks of a game in one sentence.

    As in "Three runs below the best (actions 118, 140 and 155) and one illegal lay (action 212)."
    """
    parts = [
        _counted(kind, [remark.n for remark in remarks if remark.kind == kind])
        for kind in KINDS
        if any(remark.kind == kind for remark in remarks)
    ]
    if not parts:
        return LEGAL
    said = _listed(parts)
    return f"{said[0].upper()}{said[1:]}."


def _counted(kind: tuple[str, str], numbers: Sequence[int]) -> str:
    one, many = kind
    if len(numbers) == 1:
        return f"one {one} (action {numbers[0]})"
    named = list(map(str, numbers[:SHOWN]))
    if len(numbers) > SHOWN:
        named.append(f"{len(numbers) - SHOWN} more")
    return f"{_number(len(numbers))} {many} (actions {_listed(named)})"


def _number(count: int) -> str:
    return WORDS[count] if count < len(WORDS) else str(count)


def _listed(parts: Sequence[str]) -> str:
    *first, last = parts
    return f"{', '.join(first)} and {last}" if first else last
