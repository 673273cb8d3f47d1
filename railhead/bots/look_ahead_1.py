"""How the Chairman of November 2026 looks ahead: Clerk in every seat for a few rounds, and who is better off then."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, NamedTuple

from railhead.bots.boards import shared
from railhead.bots.clerk import pick
from railhead.bots.clerk.desk import Habits
from railhead.bots.outlook import standing
from railhead.bots.weights import CLERK_1
from railhead.core.engine import actors, apply

if TYPE_CHECKING:
    from railhead.bots.deadline import Deadline
    from railhead.core.moves import Move
    from railhead.core.state import State

MOST = 600
"""Moves that are played on at most."""
HASTY = Habits(CLERK_1, builds=False)


class Ahead(NamedTuple):
    """How far to look: how many operating rounds, and for how long."""

    rounds: int
    until: Deadline


def play_on(state: State, ahead: Ahead, rng: random.Random | None) -> State | None:
    """The position some operating rounds on, or at the end; None if time runs out on the way."""
    rounds = 0
    for _ in range(MOST):
        if state.ended is not None:
            return state
        if ahead.until.passed:
            return None
        seat = actors(state)[0]
        before = state.round
        state = shared(apply(state, pick(state, seat, HASTY, rng).move)[0])
        if state.round != before and before.kind == "OR":
            rounds += 1
            if rounds >= ahead.rounds:
                return state
    return state


def verdict(state: State, seat: str) -> float:
    """How well a seat stands: ahead of the best of the others, and a little ahead of all of them."""
    worth = standing(state, CLERK_1)
    others = [value for name, value in worth.items() if name != seat]
    best = max(others, default=0.0)
    mean = sum(others) / max(len(others), 1)
    return worth[seat] - 0.7 * best - 0.3 * mean


def judge(state: State, move: Move, seat: str, ahead: Ahead, luck: str) -> float | None:
    """What a move leads to in one possible continuation (without luck: the likeliest); None if time ran out."""
    after = shared(apply(state, move)[0])
    end = play_on(after, ahead, random.Random(luck) if luck else None)
    return None if end is None else verdict(end, seat)
