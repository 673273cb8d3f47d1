"""Looking ahead: a plan for one's own turn is played on, against opponents of several kinds, and its end is judged.

A plan is the first moves of a turn: what is done now, and where it matters what is done next. After the plan every
seat plays by rules of thumb for some operating rounds, and the learned value says who stands best.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, NamedTuple

from railhead.bots.boards import shared
from railhead.bots.clerk import pick, rated
from railhead.bots.clerk.desk import HASTY, Habits
from railhead.bots.diary import round_name
from railhead.bots.value import shares
from railhead.bots.weights import CLERK_1
from railhead.core.engine import actors, apply
from railhead.core.moves import Pass

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railhead.bots.deadline import Deadline
    from railhead.bots.protocol import Rated
    from railhead.core.moves import Move
    from railhead.core.state import State

MOST = 600
"""Moves that are played on at most."""
OPPONENTS = (HASTY, HASTY, Habits(CLERK_1).hasty)
"""How others may play: mostly like oneself, sometimes as the former Clerk did."""
RIVAL, TABLE = 0.7, 0.3
"""How the best of the others counts against oneself, and how all of them do."""


class Plan(NamedTuple):
    """The first moves of a turn, and what speaks for the first at first sight."""

    moves: tuple[Move, ...]
    first: Rated


class Look(NamedTuple):
    """What one look saw: how a seat stands against the others, as a share, and what the table is worth then."""

    verdict: float
    worth: float
    when: str


def plans(state: State, seat: str, found: Sequence[Rated], width: int, deep: int) -> list[Plan]:
    """What is worth a look: the best moves of all kinds, and for the best few another way to continue."""
    chosen = candidates(found, width)
    made = [Plan((it.move,), it) for it in chosen]
    for it in chosen[:deep]:
        after = shared(apply(state, it.move)[0])
        if after.ended is not None or seat not in actors(after) or after.round != state.round:
            continue
        if isinstance(after.top, type(state.top)):  # the same turn continues
            further = candidates(rated(after, seat, HASTY), 3)
            made.extend(Plan((it.move, other.move), it) for other in further[1:])
    return made


def candidates(found: Sequence[Rated], width: int, alike: int = 4) -> list[Rated]:
    """The best by rules of thumb, not too many of one kind, and passing."""
    chosen: list[Rated] = []
    kinds: dict[type[Move], int] = {}
    for it in found:
        kind = type(it.move)
        if kinds.get(kind, 0) >= alike or (len(chosen) >= width and kind is not Pass):
            continue
        kinds[kind] = kinds.get(kind, 0) + 1
        chosen.append(it)
    return chosen


def look(state: State, plan: Plan, seat: str, rounds: int, until: Deadline, luck: str) -> Look | None:
    """What a plan leads to in one possible continuation; None if time ran out."""
    for move in plan.moves:
        state = shared(apply(state, move)[0])
    rng = random.Random(luck) if luck else None
    habits = {name: HASTY if rng is None or name == seat else rng.choice(OPPONENTS) for name in state.players}
    end = play_on(state, habits, rounds, until, rng)
    if end is None:
        return None
    when = "the end" if end.ended is not None else round_name(end)
    total = sum(max(end.rules.score(end, name), 0) for name in end.players)
    return Look(verdict(shares(end), seat), float(total), when)


def play_on(
    state: State, habits: dict[str, Habits], rounds: int, until: Deadline, rng: random.Random | None
) -> State | None:
    """The position some operating rounds on, or at the end; None if time runs out on the way."""
    done = 0
    for _ in range(MOST):
        if state.ended is not None:
            return state
        if until.passed:
            return None
        seat = actors(state)[0]
        before = state.round
        state = shared(apply(state, pick(state, seat, habits[seat], rng).move)[0])
        if state.round != before and before.kind == "OR":
            done += 1
            if done >= rounds:
                return state
    return state


def verdict(expected: dict[str, float], seat: str) -> float:
    """How well a seat stands: ahead of the best of the others, and a little ahead of all of them."""
    others = [value for name, value in expected.items() if name != seat]
    return expected[seat] - RIVAL * max(others, default=0.0) - TABLE * sum(others) / max(len(others), 1)
