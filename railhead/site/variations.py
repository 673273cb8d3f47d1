"""Other lines of play: moves that were made and undone, which the log of a game keeps."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from railhead.play.errors import NotPossible
from railhead.play.records import MOVE, UNDO
from railhead.play.timeline import events_from_json
from railhead.site.models import Entry
from railhead.view.log_words import headed, passages

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railhead.core.state import State

MOST_LINES = 20
TOLD = 5
"""How many moves at the start of a line are searched for one worth a sentence."""


@dataclass(frozen=True)
class Line:
    """Moves in a row that do not count, after a move that does."""

    base: int
    entries: tuple[int, ...]

    @property
    def last(self) -> int:
        """The entry of its last move, by which it is asked for."""
        return self.entries[-1]


@dataclass(frozen=True)
class OtherLine:
    """A line in words."""

    line: Line
    text: str
    when: datetime


def lines_of(log: Sequence[tuple[int, str, int]]) -> list[Line]:
    """The abandoned lines, the latest on top, from the whole log: sequence number, kind, number."""
    before: dict[int, int] = {}
    path: list[int] = []
    redo: list[int] = []
    for seq, kind, number in log:
        if kind == MOVE:
            before[seq] = path[-1] if path else 0
            path.append(seq)
            redo = []
        elif kind == UNDO:
            redo += reversed(path[number:])
            path = path[:number]
        else:
            path.append(redo.pop())
    live = {0: 0} | {seq: number for number, seq in enumerate(path, 1)}
    inner = set(before.values())
    found = []
    for leaf in sorted((seq for seq in before if seq not in inner and seq not in live), reverse=True):
        way = [leaf]
        while before[way[-1]] not in live:
            way.append(before[way[-1]])
        found.append(Line(live[before[way[-1]]], tuple(reversed(way))))
    return found


def _all(game_id: str) -> list[Line]:
    rows = Entry.objects.filter(game_id=game_id)
    if not rows.filter(kind=UNDO).exists():
        return []
    return lines_of(list(rows.order_by("seq").values_list("seq", "kind", "number")))


def other_lines(game_id: str, state: State) -> list[OtherLine]:
    """The latest abandoned lines, each with its first move in words and when it was played."""
    lines = _all(game_id)[:MOST_LINES]
    wanted = {seq for line in lines for seq in (*line.entries[:TOLD], line.last)}
    rows = {row.seq: row for row in Entry.objects.filter(game_id=game_id, seq__in=wanted)}
    found = []
    for line in lines:
        texts = (_told(state, rows[seq].by, rows[seq].events) for seq in line.entries[:TOLD])
        when = datetime.fromtimestamp(rows[line.last].at, UTC)
        found.append(OtherLine(line, next(filter(None, texts), "—"), when))
    return found


def _told(state: State, seat: str, events: str) -> str:
    sentences = passages(state, events_from_json(events))[0].sentences
    return next(iter(headed(state, state.players[seat].name, sentences)), "")


def moves_of(game_id: str, last: int, most: int) -> tuple[int, list[str]]:
    """The move after which a line begins, and its moves as they were written down."""
    line = next((line for line in _all(game_id) if line.last == last), None)
    if line is None:
        raise NotPossible("This line of play is not in the log, or it counts again.")
    kept = Entry.objects.filter(game_id=game_id, seq__in=line.entries[:most]).order_by("seq")
    return line.base, list(kept.values_list("move", flat=True))
