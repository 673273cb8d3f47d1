"""Chairman: looks ahead with all its time. Plans for its turn are played on; the one that ends best is begun."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from railhead.bots.boards import shared
from railhead.bots.clerk import rated, reason
from railhead.bots.clerk.desk import CAREFUL
from railhead.bots.deadline import Deadline
from railhead.bots.protocol import EMPTY, Choice
from railhead.bots.search import Look, Plan, look, plans, variations
from railhead.bots.words import phrase
from railhead.core.moves import Pass, RunTrains

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from railhead.core.moves import Move
    from railhead.core.state import State

DOUBT = 0.012
"""How much two looks at the same plan may differ, as a share of everybody's worth."""
CAUTION = 0.8
"""How many standard errors a plan must be ahead of Clerk's choice."""
PASSES = 4
"""Looks at every plan that there must be time for before looks go further ahead."""
ENOUGH = 40
"""Looks at one plan after which more would change nothing."""


class Reach(NamedTuple):
    """How much a searcher looks at."""

    width: int = 8  # moves
    branching: int = 4  # plans that are followed up: other ways to continue the turn are looked at too
    rounds: int = 2  # operating rounds that a look goes ahead; one more where there is time
    part: float = 0.95  # of the time it is given


class Chairman:
    """Searches with Clerk as its guide, as long as it is given time."""

    def __init__(self, name: str, about: str, reach: Reach, seconds: float) -> None:
        self.name = name
        self.about = about
        self.reach = reach
        self.seconds = seconds

    def choose(self, state: State, seat: str, budget: float, rng: random.Random) -> Choice:
        """The move that begins the best plan."""
        until = Deadline(min(budget, self.seconds) * self.reach.part)
        state = shared(state)
        found = rated(state, seat, CAREFUL)
        if len(found) == 1 or isinstance(found[0].move, RunTrains):
            return Choice(found[0].move, found[0].why)
        made = plans(found, self.reach.width)
        seen = compare(state, seat, made, self.reach, until, str(rng.random()))
        return seen.choice(state)

    def remark(self, state: State, seat: str, move: Move) -> str:
        """Why the move looks good at first sight."""
        return reason(state, seat, move)


class Comparison(NamedTuple):
    """Plans with what was seen of each; the first is Clerk's own."""

    plans: Sequence[Plan]
    leads: dict[int, list[float]]  # by plan: how far its looks were ahead of the first plan's
    looks: list[Look]  # at the first plan

    def best(self) -> int:
        """The plan that leads by more than its error, or the first."""
        leading = max(self.leads, key=lambda at: bounds(self.leads[at])[0], default=0)
        return leading if leading and bounds(self.leads[leading])[0] > 0 else 0

    def choice(self, state: State) -> Choice:
        """The move that begins the best plan, and what it gains over the best other move."""
        best = self.best()
        move = self.plans[best].moves[0]
        why = self.plans[best].first.why
        means = {at: bounds(found).mean for at, found in self.leads.items() if found}
        means[0] = 0.0
        rest = [at for at in means if self.plans[at].moves[0] != move]
        if not rest or not self.looks:
            return Choice(move, why)
        other = max(rest, key=lambda at: means[at])
        gain = round((means[best] - means[other]) * self.looks[-1].worth)
        if gain <= 0:
            return Choice(move, why)
        mine, instead = phrase(state, move), phrase(state, self.plans[other].moves[0])
        gained = f"+{gain} by {self.looks[-1].when} over {instead if instead != mine else 'another way to do it'}"
        return Choice(move, f"{gained}." if why in EMPTY or isinstance(move, Pass) else f"{gained}: {why}")


def compare(state: State, seat: str, made: Sequence[Plan], reach: Reach, until: Deadline, salt: str) -> Comparison:
    """Examine all plans, then the better ones again and again, until time runs out or the choice is clear.

    In one look every plan meets the same luck and the same opponents. Clerk's own choice stands first and is looked
    at every time; another plan must show that it is better. After every pass the best plan that was not yet followed
    up branches into other ways to continue the turn. A look that time cuts short does not count.
    """
    tree = list(made)
    leads: dict[int, list[float]] = {at: [] for at in range(1, len(tree))}
    seen: dict[int, list[float]] = dict(leads)
    branched: set[int] = set()
    looks: list[Look] = []
    rounds = far_enough(state, tree, seat, reach.rounds, until)
    for turn in range(ENOUGH):
        luck = f"{salt} {turn}" if turn else ""
        first = look(state, tree[0], seat, rounds, until, luck)
        if first is None:
            break
        looks.append(first)
        for at, ahead in leads.items():
            found = look(state, tree[at], seat, rounds, until, luck)
            if found is None:
                break
            ahead.append(found.verdict - first.verdict)
        leads = hopeful(leads)
        for at in to_branch(leads, branched, reach.branching):
            branched.add(at)
            for variation in variations(state, seat, tree[at], until):
                if variation not in tree:
                    leads[len(tree)] = seen[len(tree)] = []
                    tree.append(variation)
        if not leads:
            break
    return Comparison(tree, {at: found for at, found in seen.items() if found}, looks)


def far_enough(state: State, made: Sequence[Plan], seat: str, rounds: int, until: Deadline) -> int:
    """How many rounds to look ahead: one more where there is time enough for several looks at every plan."""
    before = until.left
    if look(state, made[0], seat, rounds, until, "") is None:
        return rounds
    spent = max(before - until.left, 1e-6)
    return rounds + (until.left > spent * (rounds + 1) / rounds * PASSES * len(made))


def to_branch(leads: dict[int, list[float]], branched: set[int], most: int) -> list[int]:
    """The plans to follow up now: the best that was not yet, and at first Clerk's own, so that both may branch."""
    means = {0: 0.0, **{at: bounds(found).mean for at, found in leads.items() if found}}
    order = [at for at in sorted(means, key=lambda at: -means[at]) if at not in branched]
    chosen = order[:1] if 0 in branched or order[:1] == [0] else [0, *order[:1]]
    return chosen[: max(most - len(branched), 0)]


class Bounds(NamedTuple):
    """By how much a plan is better: at least, at most, and on average."""

    low: float
    high: float
    mean: float


def bounds(leads: Sequence[float]) -> Bounds:
    """The mean of some leads, minus its error and plus its error."""
    if not leads:
        return Bounds(-1e9, 1e9, 0.0)
    number = len(leads)
    mean = sum(leads) / number
    error = CAUTION * math.sqrt(DOUBT * DOUBT + sum((lead - mean) ** 2 for lead in leads)) / number
    return Bounds(mean - error, mean + error, mean)


def hopeful(leads: dict[int, list[float]]) -> dict[int, list[float]]:
    """Two thirds of the plans, the best ones, but two at least; and none that is clearly worse than the first."""
    order = sorted(leads, key=lambda at: -bounds(leads[at]).low)
    kept = order[: max(len(order) * 2 // 3, 2)]
    return {at: leads[at] for at in kept if bounds(leads[at]).high > 0}
