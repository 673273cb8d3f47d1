"""The play layer's store on the database.

A change locks one row: it is read once, when locked, and written once, when the change is done. Entries of the
log go in together. So a move costs three statements, and a fourth when a position is stored.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from contextlib import contextmanager
from datetime import UTC, datetime
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from django.db import connection, transaction
from django.db.models import F
from msgspec.structs import replace

from railhead.play.errors import NoSuchGame, NotPossible
from railhead.play.games import Games
from railhead.play.records import Entry, Head, PendingState, Pin, RulesNote, Setup, Snapshot
from railhead.site import models, queries, rows

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

ROW = 160
"""Bytes of a row of the log besides its texts."""


def _size(entry: Entry) -> int:
    return ROW + len(entry.move) + len(entry.events) + len(entry.why) + len(entry.figures)


class Change(NamedTuple):
    """What was written to a game at a version of it: columns of its row and entries of its log."""

    game: str = ""
    version: int = 0
    columns: Mapping[str, Any] = MappingProxyType({})
    entries: Sequence[Entry] = ()


class _Held(threading.local):
    """The game that this thread changes: its row as it was locked, and what will be written."""

    game = ""
    depth = 0
    row: dict[str, Any]
    changes: dict[str, Any]
    entries: list[Entry]  # not written yet
    made: list[Entry]  # all of them
    note: RulesNote | None = None
    last = Change()  # what was committed last


LOCKED = "An admin of this site has locked this table. You can look at it, but nothing can be changed."
BATCH = 500
"""Rows in one statement."""


class DatabaseStore:
    """Games in the database. A row lock (on SQLite: the write lock) protects a game while it changes."""

    def __init__(self) -> None:
        self._held = _Held()

    @contextmanager
    def locked(self, game: str) -> Iterator[None]:
        """Lock the game's row; write and commit on leaving. Nested calls for the same game share the lock."""
        held = self._held
        if held.depth:
            if held.game != game:
                raise RuntimeError(f"{game} cannot change while {held.game} does")
            held.depth += 1
            try:
                yield
            finally:
                held.depth -= 1
            return
        with transaction.atomic():
            row: dict[str, Any] = rows.lock(game) or _missing(game)
            if row.pop("locked"):
                raise NotPossible(LOCKED)
            held.game, held.depth, held.row, held.changes = game, 1, row, {}
            held.entries, held.made, held.note = [], [], None
            found = row["version"]
            try:
                yield
                self._flush(game)
                if held.changes:
                    rows.write(game, held.changes)
            finally:
                held.game, held.depth = "", 0
        held.last = Change(game, found, held.changes, held.made)

    def last_change(self, game: str, version: int) -> Change:
        """What this thread just wrote, if it changed the game at this version; else nothing."""
        last = self._held.last
        return last if (last.game, last.version) == (game, version) else Change()

    def _flush(self, game: str) -> None:
        """Write the pending entries."""
        held = self._held
        if held.depth and held.game == game and held.entries:
            waiting, held.entries = held.entries, []
            rows.insert(game, waiting)

    def _mine(self, game: str) -> dict[str, Any] | None:
        """The row, if this thread holds it."""
        held = self._held
        return held.row if held.depth and held.game == game else None

    def change(self, game: str, **fields: Any) -> None:
        """Change columns of the row: with the rest when it is held, otherwise at once."""
        row = self._mine(game)
        if row is None:
            models.Game.objects.filter(pk=game).update(**fields)
        else:
            row.update(fields)
            self._held.changes.update(fields)

    def room(self, game: str) -> int:
        """Bytes taken up by the log of the locked game."""
        row = self._mine(game)
        return int(row["room"]) if row is not None else 0

    def awaited(self, game: str) -> str:
        """The seats that had to act, as shown in lists of games."""
        row = self._mine(game) or models.Game.objects.filter(pk=game).values("awaited").first()
        return str(row["awaited"]) if row else ""

    def setup(self, game: str, epoch: int | None = None) -> Setup:
        """What the game started from."""
        note = self._held.note if self._mine(game) is not None else None
        found = _setups.of(game, epoch)
        return found if note is None else replace(found, note=note)

    def head(self, game: str) -> Head:
        """Where the game stands."""
        row = self._mine(game)
        if row is None:
            row = models.Game.objects.filter(pk=game).values("version", "entry", "count", "epoch").first()
        return Head(row["version"], row["entry"], row["count"], row["epoch"]) if row is not None else _missing(game)

    def pending(self, game: str) -> PendingState:
        """What is pending in the game."""
        row = self._mine(game) or models.Game.objects.filter(pk=game).values("pending").first()
        return msgspec.json.decode(row["pending"] if row else "{}", type=PendingState)

    def set_pending(self, game: str, pending: PendingState) -> None:
        """Store what is pending in the game."""
        self.change(game, pending=msgspec.json.encode(pending).decode())

    def append(self, game: str, entry: Entry, head: Head) -> None:
        """Write an entry and where the game stands after it."""
        mine = self._mine(game)
        if mine is None:
            rows.insert(game, [entry])
            room: Any = F("room") + _size(entry)
        else:
            self._held.entries.append(entry)
            self._held.made.append(entry)
            room = mine["room"] + _size(entry)
        self.change(game, **_head_fields(head), moved=datetime.now(UTC), room=room)

    def append_all(self, game: str, entries: Sequence[Entry], head: Head) -> None:
        """Write many entries at once, and where the game stands after them."""
        made = [models.Entry(game_id=game, **msgspec.structs.asdict(entry)) for entry in entries]
        models.Entry.objects.bulk_create(made, batch_size=BATCH)
        models.Game.objects.filter(pk=game).update(
            version=head.version,
            entry=head.entry,
            count=head.count,
            moved=datetime.now(UTC),
            room=sum(map(_size, entries)),
        )

    def keep_all(self, game: str, snapshots: Sequence[Snapshot]) -> None:
        """Keep many positions at once."""
        made = [models.Snapshot(game_id=game, **msgspec.structs.asdict(one)) for one in snapshots]
        models.Snapshot.objects.bulk_create(made, batch_size=BATCH)

    def set_live(self, game: str, entries: Sequence[int], live: bool) -> None:
        """Make moves count, or stop counting."""
        self._flush(game)
        models.Entry.objects.filter(game_id=game, seq__in=entries).update(live=live)

    def live(self, game: str, first: int, last: int) -> list[Entry]:
        """The moves that count."""
        self._flush(game)
        return [Entry(*row) for row in queries.moves(game, first, last)]

    def by_key(self, game: str, key: str) -> Entry | None:
        """The entry that was made with this key."""
        self._flush(game)
        row = models.Entry.objects.filter(game_id=game, key=key).values_list(*queries.MOVE_FIELDS).first()
        return Entry(*row) if row is not None else None

    def by_seq(self, game: str, seq: int) -> Entry | None:
        """An entry of the log, whether it counts or not."""
        self._flush(game)
        row = models.Entry.objects.filter(game_id=game, seq=seq).values_list(*queries.MOVE_FIELDS).first()
        return Entry(*row) if row is not None else None

    def keep(self, game: str, snapshot: Snapshot) -> None:
        """Keep a position."""
        models.Snapshot.objects.bulk_create(
            [models.Snapshot(game_id=game, entry=snapshot.entry, number=snapshot.number, data=snapshot.data)],
            update_conflicts=True,
            unique_fields=["game", "entry"],
            update_fields=["number", "data"],
        )

    def snapshots(self, game: str, entries: Sequence[int]) -> list[Snapshot]:
        """The last of the positions kept after these entries."""
        row = (
            models.Snapshot.objects.filter(game_id=game, entry__in=entries)
            .order_by("-number")
            .values_list("entry", "number", "data")
            .first()
        )
        return [] if row is None else [Snapshot(row[0], row[1], bytes(row[2]))]

    def all_snapshots(self, game: str) -> list[Snapshot]:
        """Every stored position of the game."""
        found = models.Snapshot.objects.filter(game_id=game).values_list("entry", "number", "data")
        return [Snapshot(entry, number, bytes(data)) for entry, number, data in found]

    def keep_head(self, game: str, data: bytes) -> None:
        """Keep the position at the head."""
        self.change(game, position=data)

    def head_position(self, game: str) -> bytes:
        """The position kept at the head."""
        if self._mine(game) is not None and "position" in self._held.changes:
            return bytes(self._held.changes["position"])
        found = models.Game.objects.filter(pk=game).values_list("position", flat=True).first()
        return bytes(found or b"")

    def set_note(self, game: str, note: RulesNote, head: Head) -> None:
        """Store which rules the game is played by."""
        pins = msgspec.json.encode(note.pins).decode()
        fields = {"rules_version": note.version, "differs": note.differs, "pins": pins, "checked": note.checked}
        self.change(game, **fields, **_head_fields(head))
        if self._mine(game) is not None:
            self._held.note = note


def _head_fields(head: Head) -> dict[str, int]:
    return {"version": head.version, "entry": head.entry, "count": head.count, "epoch": head.epoch}


def _missing(game: str) -> Any:
    raise NoSuchGame(f"There is no game at the table {game} yet: it is waiting for players, or was deleted.")


class _Setups:
    """Once a game has started its set-up changes only with the epoch, so it is cached on commit."""

    MOST = 2000

    def __init__(self) -> None:
        self._known: OrderedDict[str, tuple[int, Setup]] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, game: str, epoch: int | None) -> Setup:
        """The set-up of a game that has begun."""
        with self._lock:
            known = self._known.get(game)
        if known is not None and epoch in (None, known[0]):
            return known[1]
        found = _read_setup(game)
        if not connection.in_atomic_block:
            with self._lock:
                self._known[game] = found
                while len(self._known) > self.MOST:
                    self._known.popitem(last=False)
        return found[1]

    def forget(self, game: str) -> None:
        """Read it again the next time."""
        with self._lock:
            self._known.pop(game, None)


def _read_setup(game: str) -> tuple[int, Setup]:
    row = models.Game.objects.filter(pk=game).exclude(status=models.Game.OPEN).first()
    if row is None:
        return _missing(game)
    names = tuple(row.seats.order_by("number").values_list("name", flat=True))
    return row.epoch, Setup(row.title, names, tuple(row.options), int(row.seed), note_of(row), row.summary)


def note_of(row: models.Game) -> RulesNote:
    """Which rules a game is played by."""
    pins = msgspec.json.decode(row.pins or "[]", type=tuple[Pin, ...])
    return RulesNote(row.rules_version, row.differs, pins, row.checked)


_setups = _Setups()
store = DatabaseStore()
games = Games(store)
