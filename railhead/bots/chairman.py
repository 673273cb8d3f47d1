"""Chairman: looks ahead with all its time. Plans for its turn are played on; the one that ends best is begun."""

from __future__ import annotations

import math
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple

from railhead.bots.boards import shared
from railhead.bots.clerk import rated, reason
from railhead.bots.clerk.desk import CAREFUL
from railhead.bots.deadline import Deadline
from railhead.bots.diary import round_name
from railhead.bots.outlook import unit_of
from railhead.bots.protocol import EMPTY, Choice
from railhead.bots.search import NEW, Effort, Look, Plan, look, plans, variations
from railhead.bots.words import ahead, instead
from railhead.core.moves import LayTile, Pass, RunTrains

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from railhead.core.moves import Move
    from railhead.core.state import State

DOUBT = 0.7
"""How much two looks at a plan differ, before looks have shown it, in prices of the cheapest train.

That is the same in money from the opening to the end, so as a share of all worth it falls from 3 % to 0.4 %.
"""
TRUST = 4
"""Looks after which what they showed counts as much as that."""
CAUTION = 1.0
"""How many standard errors a plan must be behind to be dropped."""
SURE = 3.0
"""How many it must be ahead to replace Clerk's choice: of many plans, some are always lucky."""
LEAST = 2
"""Looks at a plan before it may replace Clerk's choice; the first one, by which it was picked out, does not count."""
CLEAR = 2.0
"""How many times the doubt a plan may be behind after its first look and still be looked at again."""
PASSES = 3
"""Looks at a plan that there must be time for: with less time fewer plans are compared."""
FEW = 3
"""Plans that are compared before looks go further ahead."""
MANY = {True: 28, False: 20}
"""Rounds that there must be time for, with and without building; otherwise looks go less far or do not build."""
FIRST = 0.4
"""The part of the time that first looks at all plans may take."""
TRACK = 0.25
"""The part of the time for track: looks hardly ever find a better tile than Clerk's."""
ENOUGH = 40
"""Looks at one plan after which more would change nothing."""


class Reach(NamedTuple):
    """How much a searcher looks at."""

    width: int = 8  # moves
    branching: int = 4  # plans that are followed up: other ways to continue the turn are looked at too
    rounds: int = 2  # operating rounds that a first look covers, if there is time
    further: int = 4  # the most that later looks cover
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
        seconds = min(budget, self.seconds) * self.reach.part
        until = Deadline(seconds)
        state = shared(state)
        found = rated(state, seat, CAREFUL)
        if len(found) == 1 or isinstance(found[0].move, RunTrains):
            return Choice(found[0].move, found[0].why)
        if isinstance(found[0].move, LayTile):
            until = Deadline(seconds * TRACK)
        made = plans(found, self.reach.width)
        seen = compare(state, seat, made, self.reach, until, luck_of_round(state))
        return seen.choice(state)

    def remark(self, state: State, seat: str, move: Move) -> str:
        """Why the move looks good at first sight."""
        return reason(state, seat, move)


def luck_of_round(state: State) -> str:
    """The luck of all looks in a round of a game. It stays the same, so that decisions can share positions."""
    return f"{state.seed} {round_name(state)}"


class Comparison(NamedTuple):
    """Plans with what was seen of each; the first is Clerk's own."""

    plans: Sequence[Plan]
    first: dict[int, float]  # by plan: how far its first look was ahead of the first plan's
    leads: dict[int, list[float]]  # by plan: how far its later looks were, which go further ahead
    seen: Look | None  # what the last look at the first plan saw
    doubt: float  # how much two looks differ, a share of all worth

    def best(self, errors: float = SURE) -> int:
        """The plan that leads by more than its error could be, or the first."""
        low = {at: bounds(found, self.doubt, errors).low for at, found in self.leads.items() if len(found) >= LEAST}
        leading = max(low, key=lambda at: low[at], default=0)
        return leading if leading and low[leading] > 0 else 0

    def choice(self, state: State) -> Choice:
        """The move that begins the best plan, and what it gains over Clerk's own move, or over the next best."""
        best = self.best()
        move = self.plans[best].moves[0]
        why = self.plans[best].first.why
        found = {0: [0.0], **{at: [lead] for at, lead in self.first.items()}, **self.leads}
        rest = [at for at, leads in found.items() if leads and self.plans[at].moves[0] != move]
        if not rest or self.seen is None:
            return Choice(move, why)
        other = 0 if 0 in rest else max(rest, key=lambda at: fmean(found[at]))
        if not best and bounds(found[other], self.doubt).high > 0:
            return Choice(move, why)  # looks have not shown that the other is worse
        lead, seen = fmean(found[best]) - fmean(found[other]), self.seen
        gained = ahead(
            lead, seen.worth, len(state.players), seen.when, instead(state, move, self.plans[other].moves[0])
        )
        if not gained:
            return Choice(move, why)
        return Choice(move, f"{gained}." if why in EMPTY or isinstance(move, Pass) else f"{gained}: {why}")


def compare(state: State, seat: str, made: Sequence[Plan], reach: Reach, until: Deadline, salt: str) -> Comparison:
    """Look at all plans once, then further ahead at the better ones, until time runs out or the choice is clear.

    In one look every plan meets the same luck and the same opponents. Clerk's own choice stands first and is looked
    at every time; another plan must show that it is better. A first look says which plans deserve more; it does not
    count in the choice, because the best of many is mostly lucky. After a pass there may be time to look further
    ahead, or else the best plan that was not yet followed up branches into other ways to continue the turn.
    """
    glance = first_looks(state, seat, made, reach, until)
    race = Race(state, seat, made, glance, reach, until)
    for turn in range(ENOUGH):
        if not race.leads:
            break
        begun, number = until.left, len(race.leads) + 1
        if not race.run(f"{salt} {turn}"):
            break
        race.drop((begun - until.left) / number)
    return Comparison(race.tree, glance.leads, {at: it for at, it in race.seen.items() if it}, race.last, race.doubt)


class Race:
    """A comparison of plans in passes. Worse plans are dropped, new ones join, and looks go further."""

    def __init__(
        self, state: State, seat: str, made: Sequence[Plan], glance: Glance, reach: Reach, until: Deadline
    ) -> None:
        self.state, self.seat, self.until, self.reach, self.glance = state, seat, until, reach, glance
        self.last = glance.seen
        self.doubt = DOUBT * unit_of(state.rules) / max(glance.seen.worth, 1.0) if glance.seen is not None else 1.0
        promising = [at for at, lead in glance.leads.items() if lead > -CLEAR * self.doubt]
        promising.sort(key=lambda at: -glance.leads[at])
        pace = pace_of(len(promising), glance.seconds, glance.effort.rounds, reach.further, until.left)
        self.effort = glance.effort._replace(rounds=pace.rounds)
        self.tree = list(made)
        self.leads: dict[int, list[float]] = {at: [] for at in promising[: pace.plans]}
        self.seen = dict(self.leads)
        self.branched: set[int] = set()

    def run(self, luck: str) -> bool:
        """Look once at Clerk's plan and at all others. False if time ran out; an unfinished look does not count."""
        mine = look(self.state, self.tree[0], self.seat, self.effort, self.until, luck)
        if mine is None:
            return False
        self.last = mine
        for at, leads in self.leads.items():
            found = look(self.state, self.tree[at], self.seat, self.effort, self.until, luck)
            if found is None:
                return False
            leads.append(found.verdict - mine.verdict)
        return True

    def drop(self, seconds: float) -> None:
        """Drop the worse plans. If there is time, with looks that take this long, look further or add plans."""
        left = self.until.left
        self.leads = in_time(hopeful(self.leads, self.doubt), seconds, left)
        number = PASSES * (len(self.leads) + 1)
        further = int((left / number - seconds) / max(self.glance.seconds, 1e-6))
        if self.leads and further > 0 and self.effort.rounds < self.reach.further:
            self.effort = self.effort._replace(rounds=min(self.effort.rounds + further, self.reach.further))
        elif left > seconds * (number + PASSES * NEW):
            self.branch()

    def branch(self) -> None:
        """Add other ways to continue the best plans."""
        for at in to_branch(self.leads, self.branched, self.reach.branching):
            self.branched.add(at)
            for variation in variations(self.state, self.seat, self.tree[at], self.until):
                if variation not in self.tree:
                    self.leads[len(self.tree)] = self.seen[len(self.tree)] = []
                    self.tree.append(variation)


class Glance(NamedTuple):
    """First looks at all plans."""

    leads: dict[int, float]  # by plan: how far it is ahead of the first
    seen: Look | None  # at the first plan
    effort: Effort
    seconds: float  # that an operating round takes in the longest of them


def first_looks(state: State, seat: str, made: Sequence[Plan], reach: Reach, until: Deadline) -> Glance:
    """One look at each plan in the likeliest continuation: the best of each kind, then the others."""
    begun = until.left
    effort = effort_of(state, seat, made[0], reach, until)
    mine = look(state, made[0], seat, effort, until, "")
    if mine is None:
        return Glance({}, None, effort, 0.0)
    leads: dict[int, float] = {}
    longest = mine.seconds
    for at in by_kind(made):
        if len(leads) >= min(FEW, effort.rounds + 1) and begun - until.left > FIRST * begun:
            break
        found = look(state, made[at], seat, effort, until, "")
        if found is None:
            break
        leads[at] = found.verdict - mine.verdict
        longest = max(longest, found.seconds)
    return Glance(leads, mine, effort, longest / effort.rounds)


def effort_of(state: State, seat: str, plan: Plan, reach: Reach, until: Deadline) -> Effort:
    """The greatest effort that leaves time for many looks: with building as companies really would, or without.

    Where even hasty rounds take too long, looks go one round ahead.
    """
    begun = until.left
    for builds, many in MANY.items():
        most = begun / many
        found = look(state, plan, seat, Effort(1, builds), Deadline(most), "")
        if found is not None and found.seconds < most:
            return Effort(reach.rounds, builds)
    return Effort(1, builds=False)


def by_kind(made: Sequence[Plan]) -> list[int]:
    """The plans beside the first: the best of each kind of move, then the rest, each in Clerk's order."""
    firsts: dict[type[Move], int] = {}
    for at, plan in enumerate(made[1:], 1):
        firsts.setdefault(type(plan.moves[0]), at)
    best = [*firsts.values()]
    return [*best, *(at for at in range(1, len(made)) if at not in best)]


class Pace(NamedTuple):
    """How many plans are compared with the first, and how far looks go."""

    plans: int
    rounds: int


def pace_of(plans: int, seconds: float, least: int, most: int, left: float) -> Pace:
    """What there is time for, if a round takes this long. Few plans followed far say more than many followed less."""
    wanted = PASSES * min(plans + 1, FEW)
    rounds = next((far for far in range(most, least, -1) if left > wanted * seconds * far), least)
    return Pace(min(max(int(left / max(seconds * rounds, 1e-6) / PASSES) - 1, 1), plans), rounds)


def in_time(leads: dict[int, list[float]], seconds: float, left: float) -> dict[int, list[float]]:
    """As many of these plans as there is time for, with enough looks at each to choose it."""
    most = int(left / max(seconds, 1e-6) / LEAST) - 1
    return dict(list(leads.items())[: max(most, 1)])


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


def bounds(leads: Sequence[float], doubt: float, errors: float = CAUTION) -> Bounds:
    """The mean of some leads, minus its standard error and plus it, or some of them."""
    if not leads:
        return Bounds(-1e9, 1e9)
    number = len(leads)
    mean = fmean(leads)
    variance = (TRUST * doubt * doubt + sum((lead - mean) ** 2 for lead in leads)) / (TRUST + number - 1)
    error = errors * math.sqrt(variance / number)
    return Bounds(mean - error, mean + error)


def hopeful(leads: dict[int, list[float]], doubt: float) -> dict[int, list[float]]:
    """Two thirds of the plans, the best ones, but two at least; and none that is clearly worse than the first."""
    order = sorted(leads, key=lambda at: -bounds(leads[at], doubt).low)
    kept = order[: max(len(order) * 2 // 3, 2)]
    return {at: leads[at] for at in kept if bounds(leads[at], doubt).high > 0}
