"""The play layer's store on the database."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

import msgspec
from django.db import connection, transaction

from railhead.play.errors import NoSuchGame
from railhead.play.games import Games
from railhead.play.records import MOVE, Entry, Head, PendingState, Setup, Snapshot
from railhead.site import models

_MOVE_FIELDS = ("seq", "kind", "number", "by", "move", "events", "key", "auto", "at", "figures", "why")


BATCH = 500
"""Rows in one statement."""


class DatabaseStore:
    """Games in the database. A row lock (on SQLite: the write lock) holds a game while it changes."""

    @contextmanager
    def locked(self, game: str) -> Iterator[None]:
        """Hold the game's row; commit on leaving."""
        with transaction.atomic():
            if connection.vendor == "postgresql":
                models.Game.objects.select_for_update().filter(pk=game).values_list("pk").first()
            yield

    def setup(self, game: str, epoch: int | None = None) -> Setup:
        """What the game was begun from."""
        return _setups.of(game, epoch)

    def head(self, game: str) -> Head:
        """Where the game stands."""
        row = models.Game.objects.filter(pk=game).values_list("version", "entry", "count", "epoch").first()
        return Head(*row) if row is not None else _missing(game)

    def pending(self, game: str) -> PendingState:
        """What hangs over the game."""
        text = models.Game.objects.filter(pk=game).values_list("pending", flat=True).first()
        return msgspec.json.decode(text or "{}", type=PendingState)

    def set_pending(self, game: str, pending: PendingState) -> None:
        """Keep what hangs over the game."""
        models.Game.objects.filter(pk=game).update(pending=msgspec.json.encode(pending).decode())

    def append(self, game: str, entry: Entry, head: Head) -> None:
        """Write an entry and where the game stands after it."""
        models.Entry.objects.create(game_id=game, **msgspec.structs.asdict(entry))
        models.Game.objects.filter(pk=game).update(
            version=head.version, entry=head.entry, count=head.count, moved=datetime.now(UTC)
        )

    def append_all(self, game: str, entries: Sequence[Entry], head: Head) -> None:
        """Write many entries at once, and where the game stands after them."""
        rows = [models.Entry(game_id=game, **msgspec.structs.asdict(entry)) for entry in entries]
        models.Entry.objects.bulk_create(rows, batch_size=BATCH)
        models.Game.objects.filter(pk=game).update(
            version=head.version, entry=head.entry, count=head.count, moved=datetime.now(UTC)
        )

    def keep_all(self, game: str, snapshots: Sequence[Snapshot]) -> None:
        """Keep many positions at once."""
        rows = [models.Snapshot(game_id=game, **msgspec.structs.asdict(one)) for one in snapshots]
        models.Snapshot.objects.bulk_create(rows, batch_size=BATCH)

    def set_live(self, game: str, entries: Sequence[int], live: bool) -> None:
        """Let moves count, or no longer count."""
        models.Entry.objects.filter(game_id=game, seq__in=entries).update(live=live)

    def live(self, game: str, first: int, last: int) -> list[Entry]:
        """The moves that count."""
        rows = (
            models.Entry.objects.filter(game_id=game, kind=MOVE, live=True, number__gte=first, number__lte=last)
            .order_by("number")
            .values_list(*_MOVE_FIELDS)
        )
        return [Entry(*row) for row in rows]

    def by_key(self, game: str, key: str) -> Entry | None:
        """The entry that was made with this key."""
        row = models.Entry.objects.filter(game_id=game, key=key).values_list(*_MOVE_FIELDS).first()
        return Entry(*row) if row is not None else None

    def keep(self, game: str, snapshot: Snapshot) -> None:
        """Keep a position."""
        models.Snapshot.objects.update_or_create(
            game_id=game, entry=snapshot.entry, defaults={"number": snapshot.number, "data": snapshot.data}
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


def _missing(game: str) -> Any:
    raise NoSuchGame(f"there is no game {game}")


class _Setups:
    """Set-ups never change once a game has begun, so they are remembered, but only when that is committed."""

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


def _read_setup(game: str) -> tuple[int, Setup]:
    row = models.Game.objects.filter(pk=game).exclude(status=models.Game.OPEN).first()
    if row is None:
        return _missing(game)
    names = tuple(row.seats.order_by("number").values_list("name", flat=True))
    return row.epoch, Setup(row.title, names, tuple(row.options), int(row.seed))


_setups = _Setups()
store = DatabaseStore()
games = Games(store)
