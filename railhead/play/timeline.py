"""Positions of a game at any move: from a small cache, or from the nearest stored position and a short replay."""

from __future__ import annotations

import threading
from collections import OrderedDict
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import msgspec

from railhead.core.engine import new_game
from railhead.core.events import Event
from railhead.core.text import fingerprint
from railhead.play.errors import NoSuchGame
from railhead.play.records import Entry, Head, RulesNote, Setup, Snapshot
from railhead.play.snapshots import pack, pack_head, unpack, unpack_any
from railhead.record.entries import from_json, remake
from railhead.titles import title

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from railhead.core.moves import Move
    from railhead.core.rules import Rules
    from railhead.core.state import State
    from railhead.play.store import Store

EVERY = 8
"""After how many moves a position is stored."""
WITHIN = 3 * EVERY
"""How many moves back to look first for a stored position."""
CACHED = 600


def rules_of(setup: Setup) -> Rules:
    """The rules that a game is played by."""
    return title(setup.title).rules_of_game(len(setup.names), setup.options)


Key = tuple[str, int, int]
"""Game, the epoch of its log, and the entry that led to the position."""


class _Draft(threading.local):
    """Positions of a change not committed yet; only the thread making it sees them."""

    depth = 0
    states: dict[Key, State]


class Timeline:
    """The positions of all games in a store. The cache is only a cache: the truth is in the store.

    A position enters the cache only when the change that made it is committed: in the meantime another
    process may have made a different move of that number.
    """

    def __init__(self, store: Store, cached: int = CACHED) -> None:
        self._store = store
        self._cached = cached
        self._states: OrderedDict[Key, State] = OrderedDict()
        self._lock = threading.Lock()
        self._draft = _Draft()

    @contextmanager
    def draft(self) -> Iterator[None]:
        """Hold new positions back until the outermost draft ends without an error; on an error drop them."""
        draft = self._draft
        if draft.depth == 0:
            draft.states = {}
        draft.depth += 1
        try:
            yield
        except BaseException:
            draft.depth -= 1
            if draft.depth == 0:
                draft.states = {}
            raise
        draft.depth -= 1
        if draft.depth == 0:
            done, draft.states = draft.states, {}
            for key, state in done.items():
                self._put(key, state)

    def rules(self, game: str) -> Rules:
        """The rules of a game."""
        return rules_of(self._store.setup(game))

    def opening(self, game: str, epoch: int | None = None) -> State:
        """The position before the first move."""
        known = self._store.head(game).epoch if epoch is None else epoch
        found = self._get((game, known, 0))
        if found is None:
            setup = self._store.setup(game, known)
            found = new_game(rules_of(setup), setup.names, setup.seed)
            self._remember((game, known, 0), found)
        return found

    def at_head(self, game: str, head: Head) -> State:
        """The position now."""
        return self._get((game, head.epoch, head.entry)) or self.at(game, head.count, head.epoch)

    def at(self, game: str, number: int, epoch: int | None = None) -> State:
        """The position after this many moves."""
        known = self._store.head(game).epoch if epoch is None else epoch
        note = self._store.setup(game, known).note
        if note.is_history(number):
            return self._as_it_was(game, known, number)
        if number == note.first:
            return self._base(game, known, note)
        first = max(number - WITHIN, note.first + 1)
        entries = self._store.live(game, first, number)
        if not entries or entries[-1].number != number:
            raise NoSuchGame(f"There is no move {number} in this game.")
        start, state = self._nearest(game, known, entries)
        if state is None:
            entries = self._store.live(game, note.first + 1, number)
            start, state = self._nearest(game, known, entries)
        if state is None:
            start, state = 0, self._base(game, known, note)
        for entry in entries[start:]:
            state = replayed(state, entry)
        self._remember((game, known, entries[-1].seq), state)
        return state

    def _base(self, game: str, epoch: int, note: RulesNote) -> State:
        """Where today's rules begin: the opening, or the position at which the game was pinned."""
        if not note.pins:
            return self.opening(game, epoch)
        pin = note.pins[-1]
        found = self._get((game, epoch, pin.entry))
        if found is None:
            kept = self._store.snapshots(game, [pin.entry])
            if not kept:
                raise NoSuchGame("the position at which this game switched to other rules was lost")
            found = unpack_any(self.rules(game), kept[-1].data)
            self._remember((game, epoch, pin.entry), found)
        return found

    def _as_it_was(self, game: str, epoch: int, number: int) -> State:
        """A position reached under other rules: the stored one, plus the moves after it as far as they still replay.

        Between two stored positions it may be earlier than the one asked for: the position says how many moves.
        """
        entries = self._store.live(game, 1, number)
        if not entries or entries[-1].number != number:
            raise NoSuchGame(f"There is no move {number} in this game.")
        found = self._get((game, epoch, entries[-1].seq))
        if found is not None:
            return found
        start, state = self._nearest(game, epoch, entries, any_version=True)
        if number == self._store.head(game).count and start < len(entries):
            last = self._kept_head(game)
            start, state = (start, state) if last is None else (len(entries), last)
        if state is None:
            state = self.opening(game, epoch)
        for entry in entries[start:]:
            try:
                then = replayed(state, entry)
            except Exception:  # rules that the game was not played by may fail on it in any way
                break
            if entry.check_sum and fingerprint(then) != entry.check_sum:
                break
            state = then
        self._remember((game, epoch, entries[-1].seq), state)
        return state

    def _kept_head(self, game: str) -> State | None:
        """The position at the head, if it can be read."""
        try:
            return unpack_any(self.rules(game), self._store.head_position(game))
        except ValueError:
            return None

    def _nearest(
        self, game: str, epoch: int, entries: list[Entry], any_version: bool = False
    ) -> tuple[int, State | None]:
        """The last known position among those after these entries, and how many entries it covers."""
        for at in range(len(entries) - 1, -1, -1):
            state = self._get((game, epoch, entries[at].seq))
            if state is not None:
                return at + 1, state
        places = {entry.seq: at for at, entry in enumerate(entries)}
        kept = self._store.snapshots(game, list(places))
        for snapshot in sorted(kept, key=lambda one: -places[one.entry]):
            try:
                state = (unpack_any if any_version else unpack)(self.rules(game), snapshot.data)
            except ValueError:  # from an older version of the rules, or damaged: fall back on the log
                continue
            return places[snapshot.entry] + 1, state
        return 0, None

    def keep(self, game: str, head: Head, state: State) -> None:
        """Cache a position and, at intervals, store it; called inside the game's lock."""
        self._remember((game, head.epoch, head.entry), state)
        self._store.keep_head(game, pack_head(state))
        if state.count % EVERY == 0:
            data = pack(state)
            if data is not None:
                self._store.keep(game, Snapshot(head.entry, state.count, data))

    def keep_all(self, game: str, head: Head, states: Sequence[State], places: Mapping[int, int]) -> None:
        """Store as many positions of a whole game as looking at any move needs; `places` are their entries."""
        kept = [
            (number, pack(state))
            for number, state in enumerate(states, 1)
            if number % WITHIN == 0 and state.count == number
        ]
        found = [Snapshot(places[number], number, data) for number, data in kept if data is not None]
        self._store.keep_all(game, found)
        if states:
            self._remember((game, head.epoch, head.entry), states[-1])
            self._store.keep_head(game, pack_head(states[-1]))

    def _remember(self, key: Key, state: State) -> None:
        if self._draft.depth:
            self._draft.states[key] = state
        else:
            self._put(key, state)

    def _put(self, key: Key, state: State) -> None:
        with self._lock:
            self._states[key] = state
            self._states.move_to_end(key)
            while len(self._states) > self._cached:
                self._states.popitem(last=False)

    def forget(self) -> None:
        """Empty the cache."""
        with self._lock:
            self._states.clear()

    def _get(self, key: Key) -> State | None:
        if self._draft.depth and key in self._draft.states:
            return self._draft.states[key]
        with self._lock:
            state = self._states.get(key)
            if state is not None:
                self._states.move_to_end(key)
            return state


def replayed(state: State, entry: Entry) -> State:
    """The position after an entry of the log; `ValueError` if these rules do not read or allow it."""
    return remake(state, from_json(state.rules, entry.move))[0]


def _event_types() -> dict[str, type[Event]]:
    found: dict[str, type[Event]] = {}
    todo: list[type[Event]] = [Event]
    while todo:
        kind = todo.pop()
        found[str(kind.__struct_config__.tag)] = kind
        todo.extend(kind.__subclasses__())
    return found


def events_to_json(events: tuple[Event, ...]) -> str:
    """Events as text."""
    return msgspec.json.encode(events).decode()


def events_from_json(text: str) -> tuple[Event, ...]:
    """The events in a text; events of a kind no longer known are left out."""
    raw: list[dict[str, Any]] = msgspec.json.decode(text)
    types = _event_types()
    found = []
    for plain in raw:
        kind = types.get(str(plain.get("event")))
        if kind is not None:
            try:
                found.append(msgspec.convert(plain, kind))
            except msgspec.ValidationError:
                continue
    return tuple(found)


def move_to_json(move: Move) -> str:
    """A move as JSON text."""
    return msgspec.json.encode(move).decode()
