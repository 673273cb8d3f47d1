"""The processes in which the site's bots think. Quick bots and hints have one each, and never wait for slow bots."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from django.conf import settings

from railhead.bots.thinking import Decision
from railhead.bots.thinking import decide as decide_here
from railhead.bots.workers import Workers
from railhead.site.turns import Turns

if TYPE_CHECKING:
    from collections.abc import Iterable

    from railhead.core.state import State

SLOW_BOTS = ("chairman", "magnate")
"""Bots that use all the time they are given."""
QUICK, SLOW, ADVICE = "quick", "slow", "advice"


class BotPool:
    """Processes for each purpose, started when first needed. If none are allowed, threads are used."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._pools: dict[str, Workers] = {}
        self._turns: dict[str, Turns] = {}
        self.closing = threading.Event()

    def warm(self, names: Iterable[str]) -> None:
        """Get processes ready for these bots: a game will soon ask."""
        if settings.BOT_PROCESSES:
            for purpose in {_purpose(name) for name in names}:
                self._workers(purpose).warm()

    def prepare_advice(self) -> None:
        """Get the process for hints ready: somebody who may ask for one is looking at a table."""
        if settings.BOT_PROCESSES:
            self._workers(ADVICE).prepare()

    def choose(
        self, name: str, state: State, seat: str, budget: float, seed: str, advice: bool = False, who: str = ""
    ) -> Decision:
        """Ask a bot for a person and wait for it; people take turns."""
        if not settings.BOT_PROCESSES:
            return decide_here(name, state, seat, budget, seed)
        purpose = ADVICE if advice else _purpose(name)
        workers = self._workers(purpose)
        with self._turns[purpose].turn(who):
            return workers.choose(name, state, seat, budget, seed)

    def asked(self, purpose: str, who: str | None = None) -> int:
        """How many requests there are for a purpose, in all or from one person."""
        with self._lock:
            turns = self._turns.get(purpose)
        return turns.asked(who) if turns is not None else 0

    def running(self) -> list[str]:
        """The purposes for which processes run."""
        with self._lock:
            return sorted(purpose for purpose, workers in self._pools.items() if workers.running)

    def close(self) -> None:
        """End the processes; games waiting for them continue when somebody looks at them again."""
        self.closing.set()
        with self._lock:
            for workers in self._pools.values():
                workers.close()

    def _workers(self, purpose: str) -> Workers:
        with self._lock:
            if purpose not in self._pools:
                places = settings.BOT_PROCESSES if purpose == SLOW else 1
                self._pools[purpose] = Workers(places)
                self._turns[purpose] = Turns(places)
                if self.closing.is_set():
                    self._pools[purpose].close()
            return self._pools[purpose]


def _purpose(name: str) -> str:
    return SLOW if name in SLOW_BOTS else QUICK


bot_pool = BotPool()
