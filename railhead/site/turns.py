"""Turns by person: those who ask a lot wait behind those who ask little.

A person is written as "address/person": addresses take turns, and so do the people of one address, since anybody
can be many people, but not easily at many addresses.
"""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict, deque
from contextlib import contextmanager
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator

Thing = TypeVar("Thing")


class Rounds(Generic[Thing]):
    """A queue that is fair to addresses, and to the people at each; a person's things keep their order."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, OrderedDict[str, deque[Thing]]] = OrderedDict()

    def put(self, who: str, thing: Thing) -> None:
        """Add a thing at the end of a person's queue."""
        address = who.partition("/")[0]
        self._waiting.setdefault(address, OrderedDict()).setdefault(who, deque()).append(thing)

    def take(self) -> Thing | None:
        """The next one; its person and address go behind the others."""
        if not self._waiting:
            return None
        address, people = self._waiting.popitem(last=False)
        who, queue = people.popitem(last=False)
        thing = queue.popleft()
        if queue:
            people[who] = queue
        if people:
            self._waiting[address] = people
        return thing


class Turns:
    """A limited number at once; those waiting take turns."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: Rounds[threading.Event] = Rounds()
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
                self._waiting.put(who, turn)
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
            turn = self._waiting.take()
            if turn is None:
                self._free += 1
            else:
                turn.set()
