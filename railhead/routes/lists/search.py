"""The best run by lists: the arms of every train, then the best set of the routes that they make."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from railhead.core.scoring import Run
from railhead.routes.lists.arms import Arms, TooMuchWork
from railhead.routes.lists.graph import Track
from railhead.routes.lists.packing import pack
from railhead.routes.lists.routes import Routes
from railhead.routes.run import REVENUE_FIRST, SUBSIDY_FIRST, Found, Weights, explain, run_of
from railhead.routes.upper_bound import upper_bound

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from railhead.routes.problem import Kind, Problem, Trains


class Limits(NamedTuple):
    """How much work a search may do.

    It counts work, not time, so the answer does not depend on how busy the machine is.
    """

    arms: int  # of a kind of train
    joins: int  # pairs of them that are looked at
    steps: int | None  # of packing, for a set of trains
    keep_partial: bool  # a search that needs more goes on with what there is; otherwise it ends with `TooMuchWork`


class ListSearch:
    """The arms of a problem's trains, grown once, and the best runs made of them."""

    def __init__(self, problem: Problem, deadline: float, limits: Limits) -> None:
        self.problem, self.deadline, self.limits = problem, deadline, limits
        self.arms: dict[str, Arms] = {}
        for train in problem.trains:
            # Half of the time is kept for the packing.
            now = time.perf_counter()
            self.arms[train] = arms_of(problem, problem.kind(train), limits.arms, now + (deadline - now) / 2)
            if not self.arms[train].complete and not limits.keep_partial:
                raise TooMuchWork

    def other_aims(self, run: Run) -> Iterator[Weights]:
        """First revenue and first subsidy, unless a bound shows that no run is better by them."""
        if not all(arms.complete for arms in self.arms.values()):
            if any(arms.kind.start for arms in self.arms.values()):  # the routes not listed may have any subsidy
                yield from (REVENUE_FIRST, SUBSIDY_FIRST)
            return
        subsidies = {train: arms.subsidies for train, arms in self.arms.items()}
        if not any(most for _, most in subsidies.values()):
            return
        if any(self._may_earn_more(trains, run, subsidies) for trains in self.problem.alternatives):
            yield REVENUE_FIRST
        if any(sum([subsidies[train][1] for train in trains]) > run.subsidy for trains in self.problem.alternatives):
            yield SUBSIDY_FIRST

    def _may_earn_more(self, trains: Trains, run: Run, subsidies: Mapping[str, tuple[int, int]]) -> bool:
        """Whether a run of these trains may have more revenue than the best by total, which means less subsidy.

        If all of them run, they have the least subsidies. So if that is not less, one with a subsidy stays at home.
        """
        if sum([subsidies[train][0] for train in trains]) < run.subsidy:
            return True
        offers = [self._routes(train, (1, 1)) for train in trains]
        most = [offer.best - subsidies[train][0] for offer, train in zip(offers, trains, strict=True)]
        home = [one for one, train in zip(most, trains, strict=True) if subsidies[train][0]]
        if not all(offer.complete for offer in offers):
            return True
        return bool(home) and sum(most) - min(home) > run.revenue

    def best(self, weights: Weights, floor: int = -1) -> Found:
        """The best run over all sets of trains, by these weights; the empty run if none is above the floor."""
        found, top = Run(), floor
        proven, bound = True, 0
        for trains in self.problem.alternatives:
            names = sorted(set(trains))
            offers = [self._routes(name, weights) for name in names]
            kinds = [names.index(train) for train in trains]
            packing = pack(offers, kinds, self.deadline, top, self.limits.steps)
            if packing.value > top:
                top = packing.value
                found = self._run(trains, [offers[kind] for kind in kinds], packing.picks)
            complete = all(offer.complete for offer in offers)
            proven = proven and packing.proven and complete
            bound = max(bound, packing.bound if complete else max(weights) * upper_bound(self.problem, trains))
        return Found(found, proven, top if proven else bound)

    def _routes(self, train: str, weights: Weights) -> Routes:
        # Kept with the problem and not with the arms, to which routes refer: a circle would wait for the collector.
        arms, memo = self.arms[train], self.problem.memo
        routes: Routes | None = memo.get((arms, weights))
        if routes is None:
            plain = memo.get((arms, (1, 1)))
            routes = memo[arms, weights] = Routes(arms, weights) if plain is None else plain.by(weights)
        routes.allow(self.limits.joins, self.deadline, self.limits.keep_partial)
        return routes

    def _run(self, trains: Trains, offers: Sequence[Routes], picks: Sequence[int]) -> Run:
        routes = [
            explain(self.problem, train, *offer.in_order(pick))
            for train, offer, pick in zip(trains, offers, picks, strict=True)
            if pick >= 0
        ]
        return run_of(routes)


def arms_of(problem: Problem, kind: Kind, most: int, deadline: float) -> Arms:
    """All arms of a kind of train, grown once for a problem and those that share what it has worked out."""
    cached: Arms | None = problem.memo.get(("arms", kind))
    if cached is None:
        cached = Arms(Track(problem).graph_for(kind), most, deadline)
        if cached.complete:
            problem.memo["arms", kind] = cached
    return cached
