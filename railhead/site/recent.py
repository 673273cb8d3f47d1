"""The last moves of a game, read once for all parts of a page and for everybody who sees the position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railhead.play.records import MOVE
from railhead.site.parts import Memory
from railhead.site.store import games, store

if TYPE_CHECKING:
    from railhead.play.records import Entry, Head
    from railhead.site.table_view import TableView

FEWEST, STEP = 60, 20
"""The minimum number of moves; the first of them changes only now and then, so that a log grows at one end."""
_read: Memory[list[Entry]] = Memory(200)


def first_recent(last: int) -> int:
    """The first of the recent moves up to this one."""
    return max((last - FEWEST) // STEP * STEP, 0) + 1


def recent(now: TableView) -> list[Entry]:
    """The last moves up to the one that is shown; a branch's own moves are not among them."""
    last = min(now.base, now.head.count)
    game, head = now.game.pk, now.head
    return _read.get((game, head.epoch, head.version, last), lambda: _fresh(game, head, last))


def _fresh(game: str, head: Head, last: int) -> list[Entry]:
    """The moves from the database: only the last one, if those before it are known; none that was just made here."""
    first = first_recent(last)
    before = _read.known((game, head.epoch, head.version - 1, last - 1))
    if before:
        made = store.last_change(game, head.version - 1).entries
        newest = list(made) or games.store.live(game, last, last)
        if [(one.kind, one.seq) for one in newest] == [(MOVE, head.version)]:  # one more move, and nothing else
            return [entry for entry in before if entry.number >= first] + newest
    return games.store.live(game, first, last)
