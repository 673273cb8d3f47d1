"""What the use-cases need from a store of games, and an in-memory store for tests, bots and the terminal."""

from __future__ import annotations

import threading
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Protocol

from msgspec.structs import replace

from railhead.play.errors import Malformed, NoSuchGame
from railhead.play.records import MOVE, Entry, Head, PendingState, RulesNote, Setup, Snapshot

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


class Store(Protocol):
    """Stores games. Everything written inside `locked` is committed together, or not at all."""

    def locked(self, game: str) -> AbstractContextManager[None]:
        """Lock the game against other changes; leaving commits."""

    def setup(self, game: str, epoch: int | None = None) -> Setup:
        """What the game started from; `NoSuchGame` if there is none. Given an epoch, nothing cached from another."""

    def head(self, game: str) -> Head:
        """Where the game stands."""

    def pending(self, game: str) -> PendingState:
        """What is pending in the game."""

    def set_pending(self, game: str, pending: PendingState) -> None:
        """Store what is pending in the game."""

    def append(self, game: str, entry: Entry, head: Head) -> None:
        """Add an entry and say where the game stands after it."""

    def append_all(self, game: str, entries: Sequence[Entry], head: Head) -> None:
        """Add many entries in few statements and say where the game stands after them."""

    def keep_all(self, game: str, snapshots: Sequence[Snapshot]) -> None:
        """Keep many positions in few statements."""

    def set_live(self, game: str, entries: Sequence[int], live: bool) -> None:
        """Make moves count, or stop counting."""

    def live(self, game: str, first: int, last: int) -> list[Entry]:
        """The moves that count with numbers from first to last, in order."""

    def by_key(self, game: str, key: str) -> Entry | None:
        """The entry that was made with this key."""

    def by_seq(self, game: str, seq: int) -> Entry | None:
        """An entry of the log, whether it counts or not."""

    def keep(self, game: str, snapshot: Snapshot) -> None:
        """Keep a position."""

    def snapshots(self, game: str, entries: Sequence[int]) -> list[Snapshot]:
        """Positions stored after some of these entries, at least the last one."""

    def all_snapshots(self, game: str) -> list[Snapshot]:
        """Every stored position of the game."""

    def keep_head(self, game: str, data: bytes) -> None:
        """Store the position at the head; the next entry replaces it."""

    def head_position(self, game: str) -> bytes:
        """The stored position at the head, or nothing."""

    def set_note(self, game: str, note: RulesNote, head: Head) -> None:
        """Store which rules the game is played by; the head gets a new epoch if cached positions are void."""


class MemoryStore:
    """Games that last as long as the process."""

    def __init__(self) -> None:
        self._setups: dict[str, Setup] = {}
        self._heads: dict[str, Head] = {}
        self._pending: dict[str, PendingState] = {}
        self._entries: dict[str, dict[int, Entry]] = {}
        self._live: dict[str, set[int]] = {}
        self._snapshots: dict[str, dict[int, Snapshot]] = {}
        self._positions: dict[str, bytes] = {}
        self._lock = threading.RLock()

    def create(self, game: str, setup: Setup) -> None:
        """Keep a new game."""
        self._setups[game] = setup
        self._heads[game] = Head()
        self._pending[game] = PendingState()
        self._entries[game] = {}
        self._live[game] = set()
        self._snapshots[game] = {}

    @contextmanager
    def locked(self, game: str) -> Iterator[None]:
        """One lock for all games will do here."""
        with self._lock:
            yield

    def setup(self, game: str, epoch: int | None = None) -> Setup:
        """What the game started from."""
        if game not in self._setups:
            raise NoSuchGame(f"there is no game {game}")
        return self._setups[game]

    def head(self, game: str) -> Head:
        """Where the game stands."""
        self.setup(game)
        return self._heads[game]

    def pending(self, game: str) -> PendingState:
        """What is pending in the game."""
        return self._pending[game]

    def set_pending(self, game: str, pending: PendingState) -> None:
        """Store what is pending in the game."""
        self._pending[game] = pending

    def append(self, game: str, entry: Entry, head: Head) -> None:
        """Add an entry; a key is used once."""
        if entry.key and self.by_key(game, entry.key) is not None:
            raise Malformed("This key was used for another move.")
        self._entries[game][entry.seq] = entry
        self._heads[game] = head
        if entry.kind == MOVE:
            self._live[game].add(entry.seq)

    def append_all(self, game: str, entries: Sequence[Entry], head: Head) -> None:
        """Add many entries."""
        for entry in entries:
            self.append(game, entry, head)

    def keep_all(self, game: str, snapshots: Sequence[Snapshot]) -> None:
        """Keep many positions."""
        for snapshot in snapshots:
            self.keep(game, snapshot)

    def set_live(self, game: str, entries: Sequence[int], live: bool) -> None:
        """Make moves count, or stop counting."""
        if live:
            self._live[game].update(entries)
        else:
            self._live[game].difference_update(entries)

    def live(self, game: str, first: int, last: int) -> list[Entry]:
        """The moves that count."""
        found = [entry for seq, entry in self._entries[game].items() if seq in self._live[game]]
        return sorted((one for one in found if first <= one.number <= last), key=lambda one: one.number)

    def by_key(self, game: str, key: str) -> Entry | None:
        """The entry that was made with this key."""
        return next((entry for entry in self._entries[game].values() if entry.key == key), None)

    def by_seq(self, game: str, seq: int) -> Entry | None:
        """An entry of the log."""
        return self._entries[game].get(seq)

    def keep(self, game: str, snapshot: Snapshot) -> None:
        """Keep a position."""
        self._snapshots[game][snapshot.entry] = replace(snapshot)

    def snapshots(self, game: str, entries: Sequence[int]) -> list[Snapshot]:
        """The positions kept."""
        kept = self._snapshots[game]
        return [kept[seq] for seq in entries if seq in kept]

    def all_snapshots(self, game: str) -> list[Snapshot]:
        """Every position kept."""
        return list(self._snapshots[game].values())

    def keep_head(self, game: str, data: bytes) -> None:
        """Keep the position at the head."""
        self._positions[game] = data

    def head_position(self, game: str) -> bytes:
        """The position kept at the head."""
        return self._positions.get(game, b"")

    def set_note(self, game: str, note: RulesNote, head: Head) -> None:
        """Store which rules the game is played by."""
        self._setups[game] = replace(self._setups[game], note=note)
        self._heads[game] = head
