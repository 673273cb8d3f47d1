"""Turns by person: those who ask a lot wait behind those who ask little."""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict, deque
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


class Turns:
    """A limited number at once; people waiting take turns, each with their earliest request."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: OrderedDict[str, deque[threading.Event]] = OrderedDict()
        self._asked: Counter[str] = Counter()
        self._lock = threading.Lock()

    def asked(self, who: str | None = None) -> int:
        """How much is waiting or in progress, in all or for one person."""
        with self._lock:
            return self._asked.total() if who is None else self._asked[who]

    @contextmanager
    def turn(self, who: str) -> Iterator[None]:
        """Wait for a place, and hold it."""
        with self._lock:
            self._asked[who] += 1
            turn = None
            if self._free:
                self._free -= 1
            else:
                turn = threading.Event()
                self._waiting.setdefault(who, deque()).append(turn)
        if turn is not None:
            turn.wait()
        try:
            yield
        finally:
            self._pass_on(who)

    def _pass_on(self, who: str) -> None:
        with self._lock:
            self._asked[who] -= 1
            if not self._asked[who]:
                del self._asked[who]
            if not self._waiting:
                self._free += 1
                return
            other, queue = self._waiting.popitem(last=False)
            turn = queue.popleft()
            if queue:
                self._waiting[other] = queue  # behind the others
            turn.set()
