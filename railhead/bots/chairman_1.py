"""The Chairman of November 2026, kept as a yardstick: it plays out the moves that Clerk rates highly.

Nothing here changes any more. It depends only on the weights `clerk@1`.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from railhead.bots.boards import shared
from railhead.bots.clerk import rated, reason
from railhead.bots.clerk.desk import Habits
from railhead.bots.deadline import Deadline
from railhead.bots.look_ahead_1 import Ahead, judge
from railhead.bots.outlook import Outlook
from railhead.bots.protocol import Choice, Rated
from railhead.bots.weights import CLERK_1
from railhead.core.moves import Move, Pass, RunTrains

if TYPE_CHECKING:
    import random

    from railhead.core.state import State

HABITS = Habits(CLERK_1)
WIDTH = 9
"""Moves that are looked at, at most."""
ALIKE = 4
"""Of one kind, at most."""
ROUNDS = 3
"""Operating rounds that a look goes ahead."""
LOOKS = 6
"""Times that the best moves are looked at; more would change little."""
DOUBT = 0.7
"""How much two looks at the same move may differ, in prices of the cheapest train."""
CAUTION = 0.8
"""How many standard errors a move must be ahead of Clerk's choice."""


class Chairman1:
    """Searches with the Clerk of its time as its guide."""

    name = "chairman@1"
    about = "The Chairman of November 2026."

    def choose(self, state: State, seat: str, budget: float, rng: random.Random) -> Choice:
        """The move that leads to the best position some rounds on."""
        until = Deadline(budget * 0.95)
        state = shared(state)
        found = rated(state, seat, HABITS)
        choices = candidates(found)
        if len(choices) == 1 or isinstance(found[0].move, RunTrains):
            return Choice(found[0].move, found[0].why)
        best, looks = compare(state, seat, choices, until, rng)
        ahead = "1 look" if looks == 1 else f"{looks} looks"
        return Choice(best.move, f"{best.why} Best of {len(choices)} in {ahead} ahead.")

    def remark(self, state: State, seat: str, move: Move) -> str:
        """Why the move looks good at first sight."""
        return reason(state, seat, move, HABITS)


def candidates(found: list[Rated]) -> list[Rated]:
    """The moves worth a look: the best by Clerk's rules, not too many of one kind, and doing nothing."""
    chosen: list[Rated] = []
    kinds: dict[type[Move], int] = {}
    for it in found:
        kind = type(it.move)
        if len(chosen) >= WIDTH and kind in kinds:
            continue
        if kinds.get(kind, 0) >= ALIKE:
            continue
        kinds[kind] = kinds.get(kind, 0) + 1
        chosen.append(it)
    if len(chosen) > WIDTH:
        chosen = chosen[:WIDTH] + [it for it in chosen[WIDTH:] if isinstance(it.move, Pass)]
    return chosen


def compare(state: State, seat: str, choices: list[Rated], until: Deadline, rng: random.Random) -> tuple[Rated, int]:
    """The best of some moves by looks ahead: all at first, then the better part again and again.

    Clerk's own choice stands first and is looked at every time; another move must show that it is better. In one
    look every move meets the same luck, and a look that time cuts short counts as far as it came.
    """
    salt = rng.random()
    doubt = DOUBT * Outlook(state, CLERK_1).unit
    leads: dict[int, list[float]] = {at: [] for at in range(1, len(choices))}
    looks = 0
    for look in range(LOOKS):
        luck = f"{salt} {look}" if look else ""
        first = judge(state, choices[0].move, seat, Ahead(ROUNDS, until), luck)
        if first is None:
            break
        for at, ahead_by in leads.items():
            value = judge(state, choices[at].move, seat, Ahead(ROUNDS, until), luck)
            if value is None:
                break
            ahead_by.append(value - first)
            looks += 1
        leads = _hopeful(leads, doubt)
        if not leads:
            return choices[0], looks
    best = max(leads, key=lambda at: _bounds(leads[at], doubt)[0])
    return choices[best if _bounds(leads[best], doubt)[0] > 0 else 0], looks


def _hopeful(leads: dict[int, list[float]], doubt: float) -> dict[int, list[float]]:
    """Two thirds of the moves, the best ones; and of these none that is clearly worse than Clerk's choice."""
    order = sorted(leads, key=lambda at: -_bounds(leads[at], doubt)[0])
    kept = order[: max(len(order) * 2 // 3, 1)]
    return {at: leads[at] for at in kept if _bounds(leads[at], doubt)[1] > 0}


def _bounds(leads: list[float], doubt: float) -> tuple[float, float]:
    """By how much a move is better: the mean of its leads, less its error and with its error."""
    if not leads:
        return -1e9, 1e9
    number = len(leads)
    mean = sum(leads) / number
    spread = doubt * doubt + sum((lead - mean) ** 2 for lead in leads)
    error = CAUTION * math.sqrt(spread) / number
    return mean - error, mean + error
