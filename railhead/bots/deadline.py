"""When a bot must have decided: after some seconds by the clock, or of processor time where bots are compared."""

from __future__ import annotations

import time
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_clock: ContextVar[Callable[[], float]] = ContextVar("clock", default=time.perf_counter)


class Deadline:
    """A moment by which something must be decided."""

    __slots__ = ("_clock", "_until")

    def __init__(self, seconds: float) -> None:
        self._clock = _clock.get()
        self._until = self._clock() + seconds

    @property
    def left(self) -> float:
        """Seconds left; negative when it has passed."""
        return self._until - self._clock()

    @property
    def passed(self) -> bool:
        """Whether it has passed."""
        return self._clock() > self._until


def clock() -> float:
    """The reading of the clock that bots think by now."""
    return _clock.get()()


@contextmanager
def processor_time() -> Iterator[None]:
    """Within this, bots think by the processor time of their thread: a busy machine changes nothing."""
    before = _clock.set(time.thread_time)
    try:
        yield
    finally:
        _clock.reset(before)
