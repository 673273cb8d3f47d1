"""Looking ahead: a plan for one's own turn is played on, against opponents of several kinds, and its end is judged.

A plan is the first moves of a turn: what is done now, and where it matters what is done next. The plans of a turn are
a tree: the better ones branch into other ways to continue. After the plan every seat plays by rules of thumb for some
operating rounds, and the learned value says who stands best.
"""

from __future__ import annotations

import random
import zlib
from functools import lru_cache
from statistics import NormalDist
from typing import TYPE_CHECKING, NamedTuple

from railhead.bots.building import orders
from railhead.bots.clerk import rated, rests
from railhead.bots.clerk.desk import CAREFUL, HASTY, Habits
from railhead.bots.diary import round_name
from railhead.bots.positions import position
from railhead.bots.weights import CLERK_1
from railhead.core.engine import actors
from railhead.core.moves import BuyTrain, Pass, RunTrains

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from railhead.bots.building import Orders
    from railhead.bots.clerk import Nudge
    from railhead.bots.deadline import Deadline
    from railhead.bots.positions import Position
    from railhead.bots.protocol import Rated
    from railhead.core.moves import Move
    from railhead.core.state import State

MOST = 600
"""Moves that are played on at most."""
BRISK, FORMER = CAREFUL._replace(lists=False), Habits(CLERK_1, lists=False)
"""How looks play on where there is time: companies build as they really would."""
CAREFULLY, HASTILY = (BRISK, BRISK, FORMER), (HASTY, HASTY, FORMER.hasty)
"""How others may play: mostly like oneself (the first), sometimes like the former Clerk."""
AHEAD, BRANCHES, NEW = 6, 3, 4
"""Decisions of a turn that are planned at most, moves that are considered at each, and plans that come of it."""
NORMAL = NormalDist()
RIVAL, TABLE = 0.7, 0.3
"""How the best of the others counts against oneself, and how all of them do."""


class Luck:
    """How one continuation differs from the likeliest: who the opponents are, and how moves are misjudged.

    A move is misjudged in the same way whatever plan came before it. So two plans differ by what they lead to, and
    hardly by chance; with numbers drawn one after the other, they would meet other luck from their first move on.
    """

    def __init__(self, salt: str) -> None:
        self._salt = salt
        self._known: dict[Move, float] = {}

    def nudge(self, move: Move) -> float:
        """How far a move is misjudged."""
        if move not in self._known:
            drawn = zlib.crc32(f"{self._salt} {move}".encode())
            self._known[move] = NORMAL.inv_cdf((drawn + 0.5) / 2**32)
        return self._known[move]

    def habits(self, players: Iterable[str], seat: str, ways: Sequence[Habits] = HASTILY) -> dict[str, Habits]:
        """How everybody plays; oneself as Clerk does."""
        rng = random.Random(self._salt)
        return {name: ways[0] if name == seat else rng.choice(ways) for name in players}


@lru_cache(100)
def luck_of(salt: str) -> Luck:
    """The luck of a look. Equal salts give the same object, so nothing is drawn twice."""
    return Luck(salt)


class Plan(NamedTuple):
    """The first moves of a turn, and what speaks for the first at first sight."""

    moves: tuple[Move, ...]
    first: Rated


class Effort(NamedTuple):
    """How many operating rounds a look goes ahead, and whether companies that can already run build on the way."""

    rounds: int
    builds: bool


class Look(NamedTuple):
    """What one look saw: how a seat stands against the others, as a share, and what the table is worth then."""

    verdict: float
    worth: float
    when: str
    seconds: float = 0.0  # how long it takes if no position is known yet


def plans(found: Sequence[Rated], width: int) -> list[Plan]:
    """What is worth a first look: the best moves of all kinds; Clerk's own choice is the first."""
    return [Plan((it.move,), it) for it in candidates(found, width)]


def variations(state: State, seat: str, plan: Plan, until: Deadline) -> list[Plan]:
    """Other ways to continue a plan within the same turn, those that seem best first.

    The turn is followed as Clerk would play it on; at every decision on the way, other moves branch off.
    """
    here = followed(state, plan)
    moves = plan.moves
    made: list[tuple[float, Plan]] = []
    for _ in range(AHEAD):
        if until.passed or not same_turn(state, here.state, seat):
            break
        found = candidates(rated(here.state, seat, BRISK), BRANCHES)
        # where looks would build nothing, building is another way
        others = found if rests(here.state, seat) else found[1:]
        made.extend(
            (found[0].score - it.score, Plan((*moves, it.move), plan.first))
            for it in others
            if not isinstance(it.move, RunTrains)
        )
        moves, here = (*moves, found[0].move), here.after(found[0].move)
    made.sort(key=lambda it: it[0])
    return [variation for _, variation in made[:NEW]]


def same_turn(before: State, after: State, seat: str) -> bool:
    """Whether a seat is still in the turn in which it was before: its stock turn, or its company's turn."""
    if after.ended is not None or after.round != before.round or seat not in actors(after):
        return False
    one, other = before.top, after.top
    return isinstance(other, type(one)) and getattr(one, "company", "") == getattr(other, "company", "")


def candidates(found: Sequence[Rated], width: int, alike: int = 4) -> list[Rated]:
    """The best by rules of thumb, not too many of one kind, and passing."""
    chosen: list[Rated] = []
    kinds: dict[type[Move], int] = {}
    trains: set[tuple[str, str]] = set()  # at their best price; other prices would only crowd out other plans
    for it in found:
        kind = type(it.move)
        if kinds.get(kind, 0) >= alike or (len(chosen) >= width and kind is not Pass):
            continue
        if isinstance(it.move, BuyTrain) and not it.move.trade:
            train = (it.move.train, it.move.source)
            if train in trains:
                continue
            trains.add(train)
        kinds[kind] = kinds.get(kind, 0) + 1
        chosen.append(it)
    return chosen


def followed(state: State, plan: Plan) -> Position:
    """Where a plan leads."""
    here = position(state)
    for move in plan.moves:
        here = here.after(move)
    return here


def look(state: State, plan: Plan, seat: str, effort: Effort, until: Deadline, salt: str) -> Look | None:
    """What a plan leads to in one possible continuation, without salt in the likeliest; None if time ran out."""
    ways = CAREFULLY if effort.builds else HASTILY
    luck = luck_of(salt) if salt else None
    habits = dict.fromkeys(state.players, ways[0]) if luck is None else luck.habits(state.players, seat, ways)
    nudge = luck.nudge if luck is not None else None
    played = play_on(followed(state, plan), habits, effort, until, nudge, orders(state, seat))
    if played is None:
        return None
    end, seconds = played
    last = end.state
    when = "the end" if last.ended is not None else round_name(last)
    total = sum(max(last.rules.score(last, name), 0) for name in last.players)
    return Look(verdict(end.judged(), seat), float(total), when, seconds)


def play_on(
    here: Position,
    habits: Mapping[str, Habits],
    effort: Effort,
    until: Deadline,
    nudge: Nudge | None,
    ordered: Orders,
) -> tuple[Position, float] | None:
    """The position some operating rounds on, or at the end, and how long that takes; None if time runs out."""
    done, seconds = 0, 0.0
    for _ in range(MOST):
        if here.state.ended is not None:
            break
        if until.passed:
            return None
        before = here.state.round
        called = here.ordered(ordered, effort.builds, nudge) or here.choice(habits[here.seat], nudge)
        seconds += called.seconds
        here = here.after(called.move)
        if here.state.round != before and before.kind == "OR":
            done += 1
            if done >= effort.rounds:
                break
    return here, seconds


def verdict(expected: dict[str, float], seat: str) -> float:
    """How well a seat stands: ahead of the best of the others, and a little ahead of all of them."""
    others = [value for name, value in expected.items() if name != seat]
    return expected[seat] - RIVAL * max(others, default=0.0) - TABLE * sum(others) / max(len(others), 1)
