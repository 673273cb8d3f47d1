"""The processes that bots of this site think in: one for quick bots, so that they never wait for slow ones."""

from __future__ import annotations

import threading
from collections.abc import Iterable

from django.conf import settings

from railhead.bots.thinking import Decision
from railhead.bots.thinking import decide as decide_here
from railhead.bots.workers import Workers
from railhead.core.state import State

SLOW = ("chairman",)
"""Bots that use all the time they are given."""


class Thinkers:
    """Processes for quick and for slow bots, begun when they are first needed. With none allowed, threads do."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._quick: Workers | None = None
        self._slow: Workers | None = None
        self.closing = threading.Event()

    def warm(self, names: Iterable[str]) -> None:
        """Have processes ready for these bots: a game will soon ask."""
        if settings.BOT_PROCESSES:
            for slow in {name in SLOW for name in names}:
                self._workers(slow).warm()

    def choose(self, name: str, state: State, seat: str, budget: float, seed: str) -> Decision:
        """Ask a bot and wait for it."""
        if not settings.BOT_PROCESSES:
            return decide_here(name, state, seat, budget, seed)
        return self._workers(name in SLOW).choose(name, state, seat, budget, seed)

    def close(self) -> None:
        """End the processes; games that wait for them go on when somebody looks at them again."""
        self.closing.set()
        with self._lock:
            for workers in (self._quick, self._slow):
                if workers is not None:
                    workers.close()

    def _workers(self, slow: bool) -> Workers:
        with self._lock:
            if slow:
                self._slow = self._slow or self._new(settings.BOT_PROCESSES)
                return self._slow
            self._quick = self._quick or self._new(1)
            return self._quick

    def _new(self, count: int) -> Workers:
        workers = Workers(count)
        if self.closing.is_set():
            workers.close()
        return workers


thinkers = Thinkers()
