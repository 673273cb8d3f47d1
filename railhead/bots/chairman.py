"""Chairman: looks ahead with all its time. Plans for its turn are played on; the one that ends best is begun."""

from __future__ import annotations

import math
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple

from railhead.bots.boards import shared
from railhead.bots.clerk import rated, reason
from railhead.bots.clerk.desk import CAREFUL
from railhead.bots.deadline import Deadline
from railhead.bots.protocol import EMPTY, Choice
from railhead.bots.search import NEW, Look, Plan, look, plans, variations
from railhead.bots.words import phrase
from railhead.core.moves import Pass, RunTrains

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from railhead.core.moves import Move
    from railhead.core.state import State

DOUBT = 0.01
"""How much two looks at a plan differ at a table of two, before looks have shown it; a share of all worth."""
TRUST = 4
"""Looks after which what they showed counts as much as that."""
CAUTION = 1.0
"""How many standard errors a plan must be ahead of Clerk's choice."""
LEAST = 3
"""Looks at a plan before it may replace Clerk's choice: the best of many single looks is the luckiest one."""
PASSES = 3
"""Looks at every plan that there must be time for: with less time fewer plans are compared."""
FEW = 4
"""Plans that are compared before looks go further ahead."""
ENOUGH = 40
"""Looks at one plan after which more would change nothing."""


class Reach(NamedTuple):
    """How much a searcher looks at."""

    width: int = 8  # moves
    branching: int = 4  # plans that are followed up: other ways to continue the turn are looked at too
    rounds: int = 2  # operating rounds that a look goes ahead at least
    further: int = 4  # and at most, where there is time
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
    doubt: float = DOUBT

    def best(self) -> int:
        """The plan that leads by more than its error, or the first."""
        low = {at: bounds(found, self.doubt).low for at, found in self.leads.items() if len(found) >= LEAST}
        leading = max(low, key=lambda at: low[at], default=0)
        return leading if leading and low[leading] > 0 else 0

    def choice(self, state: State) -> Choice:
        """The move that begins the best plan, and what it gains over the best other move."""
        best = self.best()
        move = self.plans[best].moves[0]
        why = self.plans[best].first.why
        means = {at: fmean(found) for at, found in self.leads.items() if found}
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
    doubt = DOUBT * 2 / len(state.players)
    pace = pace_of(state, made, seat, reach, until)
    tree = list(made[: pace.plans])
    leads: dict[int, list[float]] = {at: [] for at in range(1, len(tree))}
    seen: dict[int, list[float]] = dict(leads)
    branched: set[int] = set()
    looks: list[Look] = []
    for turn in range(ENOUGH):
        luck = f"{salt} {turn}" if turn else ""
        first = look(state, tree[0], seat, pace.rounds, until, luck)
        if first is None:
            break
        looks.append(first)
        for at, ahead in leads.items():
            found = look(state, tree[at], seat, pace.rounds, until, luck)
            if found is None:
                break
            ahead.append(found.verdict - first.verdict)
        leads = hopeful(leads, doubt)
        if until.left > pace.seconds * PASSES * (len(leads) + NEW):
            for at in to_branch(leads, branched, reach.branching):
                branched.add(at)
                for variation in variations(state, seat, tree[at], until):
                    if variation not in tree:
                        leads[len(tree)] = seen[len(tree)] = []
                        tree.append(variation)
        if not leads:
            break
    return Comparison(tree, {at: found for at, found in seen.items() if found}, looks, doubt)


class Pace(NamedTuple):
    """How many plans are compared, how far looks go, and how long one takes."""

    plans: int
    rounds: int
    seconds: float


def pace_of(state: State, made: Sequence[Plan], seat: str, reach: Reach, until: Deadline) -> Pace:
    """What there is time for. A few plans that are followed far tell more than many that are not."""
    before = until.left
    if look(state, made[0], seat, reach.rounds, until, "") is None:
        return Pace(len(made), reach.rounds, 0.0)
    left = until.left
    seconds = max(before - left, 1e-6) / reach.rounds
    wanted = PASSES * min(len(made), FEW)
    rounds = next(
        (far for far in range(reach.further, reach.rounds, -1) if left > wanted * seconds * far), reach.rounds
    )
    one = seconds * rounds
    return Pace(min(max(int(left / one / PASSES), 2), len(made)), rounds, one)


def to_branch(leads: dict[int, list[float]], branched: set[int], most: int) -> list[int]:
    """The plans to follow up now: the best that was not yet, and at first Clerk's own, so that both may branch."""
    means = {0: 0.0, **{at: fmean(found) for at, found in leads.items() if found}}
    order = [at for at in sorted(means, key=lambda at: -means[at]) if at not in branched]
    chosen = order[:1] if 0 in branched or order[:1] == [0] else [0, *order[:1]]
    return chosen[: max(most - len(branched), 0)]


class Bounds(NamedTuple):
    """By how much a plan is better: at least, and at most."""

    low: float
    high: float


def bounds(leads: Sequence[float], doubt: float = DOUBT) -> Bounds:
    """The mean of some leads, minus its error and plus its error."""
    if not leads:
        return Bounds(-1e9, 1e9)
    number = len(leads)
    mean = fmean(leads)
    variance = (TRUST * doubt * doubt + sum((lead - mean) ** 2 for lead in leads)) / (TRUST + number - 1)
    error = CAUTION * math.sqrt(variance / number)
    return Bounds(mean - error, mean + error)


def hopeful(leads: dict[int, list[float]], doubt: float = DOUBT) -> dict[int, list[float]]:
    """Two thirds of the plans, the best ones, but two at least; and none that is clearly worse than the first."""
    order = sorted(leads, key=lambda at: -bounds(leads[at], doubt).low)
    kept = order[: max(len(order) * 2 // 3, 2)]
    return {at: leads[at] for at in kept if bounds(leads[at], doubt).high > 0}
