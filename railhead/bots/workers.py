"""Bots in processes of their own, so that the server stays responsive while they think.

Pebble keeps the processes: it replaces one that dies over a question or does not answer in time, and ends them with
their master. If the last idle process dies, Pebble gives its pool up; then the next question gets a new pool.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import threading
from concurrent.futures import CancelledError
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, Any

from pebble import ProcessExpired, ProcessPool

from railhead.bots.thinking import Decision, prepare, question, read, think

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

    from railhead.core.state import State

PATIENCE = 60.0
"""Seconds beyond a bot's time after which its process is given up; it may have to compile the search for routes."""
TRIES = 2
"""Processes that may die over one question before it is given up."""
NICE = 5
"""How far a process yields to those that serve people."""


class WorkerLost(RuntimeError):
    """A process died over a question, or did not come back."""


class WorkersClosed(RuntimeError):
    """Nobody thinks here any more."""


def be_nice() -> None:
    """Let those go first who serve people; a service may not be allowed to."""
    with contextlib.suppress(OSError):
        os.nice(NICE)


class Workers:
    """So many processes, started when they are first needed."""

    def __init__(self, count: int = 1) -> None:
        self._count = count
        self._lock = threading.RLock()  # a signal may close us while we are here
        self._pool: ProcessPool | None = None
        self._closed = False

    @property
    def running(self) -> bool:
        """Whether the processes have been started and not ended."""
        return self._pool is not None

    def warm(self) -> None:
        """Have processes ready, without waiting for them."""
        with contextlib.suppress(WorkersClosed):
            if not self.running:
                self._schedule(os.getpid)

    def prepare(self) -> None:
        """Have processes ready that have loaded everything, without waiting for them."""
        with contextlib.suppress(WorkersClosed):
            if not self.running:
                self._schedule(prepare)

    def pid(self) -> int:
        """The process that is free to answer."""
        return int(self._schedule(os.getpid).result())

    def choose(self, name: str, state: State, seat: str, budget: float, seed: str) -> Decision:
        """Ask the bot of this name for a move and wait for it."""
        asked = question(name, state, seat, budget, seed)
        for left in reversed(range(TRIES)):
            try:
                return read(state, self._schedule(think, asked, timeout=budget + PATIENCE).result())
            except (ProcessExpired, BrokenProcessPool, TimeoutError) as error:
                if not left:
                    raise WorkerLost(f"{name} was lost: {error}") from None
            except CancelledError:
                raise WorkersClosed("the processes of the bots have been ended") from None
        raise AssertionError("every try returns or raises")

    def close(self) -> None:
        """End the processes; callers waiting for one are told."""
        with self._lock:
            self._closed = True
            pool, self._pool = self._pool, None
        if pool is not None:
            _end(pool)

    def _schedule(self, work: Callable[..., Any], *values: Any, timeout: float | None = None) -> Future[Any]:
        with self._lock:
            if self._closed:
                raise WorkersClosed("the processes of the bots have been ended")
            if self._pool is not None and not self._pool.active:
                _end(self._pool)
                self._pool = None
            if self._pool is None:
                # a fresh interpreter: forking a server with threads is not safe
                fresh = multiprocessing.get_context("spawn")
                self._pool = ProcessPool(self._count, initializer=be_nice, context=fresh)
            found: Future[Any] = self._pool.schedule(work, args=values, timeout=timeout)
            return found


def _end(pool: ProcessPool) -> None:
    pool.stop()  # type: ignore[no-untyped-call]
    pool.join()
