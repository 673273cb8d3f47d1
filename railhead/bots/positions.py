"""Positions that looks have reached, with Clerk's opinion of each and what follows it.

Looks from the same turn often pass through the same positions: small misjudgements rarely change the next move, and
the looks of one decision pass through the positions of the next. Each position is worked out once for all looks and
all bots of a process, so a look only spends time on positions that no other look has reached.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING, NamedTuple

from railhead.bots.boards import shared
from railhead.bots.building import WAY
from railhead.bots.clerk import Nudge, close_calls, nudged, rated
from railhead.bots.deadline import clock
from railhead.bots.value import expected
from railhead.core.engine import actors, apply
from railhead.core.text import to_json

if TYPE_CHECKING:
    from railhead.bots.building import Orders
    from railhead.bots.clerk.desk import Habits
    from railhead.bots.protocol import Rated
    from railhead.core.moves import Move
    from railhead.core.rules import Rules
    from railhead.core.state import State

Key = tuple["Rules", bytes]
_MET: OrderedDict[Key, Position] = OrderedDict()
_LOCK = threading.Lock()
MOST = 8000
"""Positions that are kept; those not met for longest go first."""


class Calls(NamedTuple):
    """The moves that Clerk may choose in a position, and how long it took to find them."""

    close: list[Rated]
    seconds: float


class Called(NamedTuple):
    """What Clerk chose, and how long that takes where it is not known yet."""

    move: Move
    seconds: float


class Position:
    """A position on the way of a look."""

    __slots__ = ("_calls", "_judged", "_next", "_ordered", "seat", "state")

    def __init__(self, state: State) -> None:
        self.state = state
        self.seat = actors(state)[0] if state.ended is None else ""
        self._calls: dict[Habits, Calls] = {}
        self._next: dict[Move, Key] = {}
        self._judged: dict[str, float] | None = None
        self._ordered: dict[tuple[Orders, bool], Calls | None] = {}

    def ordered(self, orders: Orders, builds: bool, nudge: Nudge | None) -> Called | None:
        """What a company does here by its orders, when it misjudges moves in this way; None where there are none."""
        key = (orders, builds)
        if key not in self._ordered:
            begun = clock()
            close = orders.calls(self.state, self.seat, builds)
            self._ordered[key] = None if close is None else Calls(close, clock() - begun)
        calls = self._ordered[key]
        return None if calls is None else self._called(calls, WAY, nudge)

    def choice(self, habits: Habits, nudge: Nudge | None) -> Called:
        """What Clerk does here with these habits, when it misjudges moves a little in this way."""
        calls = self._calls.get(habits)
        if calls is None:
            begun = clock()
            close = close_calls(self.state, rated(self.state, self.seat, habits), habits)
            calls = self._calls[habits] = Calls(close, clock() - begun)
        return self._called(calls, habits, nudge)

    def _called(self, calls: Calls, habits: Habits, nudge: Nudge | None) -> Called:
        close = calls.close
        best = close[0] if len(close) == 1 else nudged(self.state, close, habits, nudge)
        return Called(best.move, calls.seconds)

    def after(self, move: Move) -> Position:
        """The position that a move leads to."""
        key = self._next.get(move)
        found = _met(key) if key is not None else None
        if found is None:
            state = shared(apply(self.state, move)[0])
            self._next[move] = key = _key(state)
            found = _known(key, state)
        return found

    def judged(self) -> dict[str, float]:
        """The share that every seat may expect (see `value.expected`)."""
        if self._judged is None:
            self._judged = expected(self.state)
        return self._judged


def position(state: State) -> Position:
    """A position as looks know it."""
    state = shared(state)
    return _known(_key(state), state)


def _key(state: State) -> Key:
    """Of a position with a shared board: equal boards may differ in the order in which their tiles were laid."""
    from hashlib import blake2b  # loads a library for encryption, and only bots that look ahead need it

    return state.rules, blake2b(to_json(state), digest_size=16).digest()


def _met(key: Key) -> Position | None:
    with _LOCK:
        found = _MET.get(key)
        if found is not None:
            _MET.move_to_end(key)
        return found


def _known(key: Key, state: State) -> Position:
    found = _met(key)
    if found is None:
        found = Position(state)
        with _LOCK:
            _MET[key] = found
            while len(_MET) > MOST:
                _MET.popitem(last=False)
    return found
