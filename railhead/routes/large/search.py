"""The search for large maps: arms of stations, prices on hex sides, a filter, and pairs in a tree. Needs numba.

No list of all routes is made. Prices are found by asking for the routes with the highest net value again and
again; then only the routes that could be part of a better run are listed and searched to the end.
"""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING

import numpy as np

from railhead.core.scoring import Run
from railhead.routes.large import arms
from railhead.routes.large.exact import Exact
from railhead.routes.large.job import LISTED, Job, about, candidates, list_routes, upper_bound
from railhead.routes.large.search_tables import tables_of
from railhead.routes.large.side_prices import find_prices
from railhead.routes.large.station_arms import KindArms, Pick, best_route, kind_arms
from railhead.routes.run import Found, Weights, explain
from railhead.routes.upper_bound import bound_of_train

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railhead.routes.problem import Kind, Problem, Trains

ARMS_AT_MOST = 2_000_000
"""Arms of all stations and kinds of trains together: about 120 bytes each."""


class CompiledSearch:
    """The arms of a problem's stations, and the best runs that can be made of them."""

    def __init__(self, problem: Problem, deadline: float) -> None:
        self.problem = problem
        self.deadline = deadline
        self.tables = tables_of(problem)
        self.arms: dict[str, KindArms] = {}
        by_kind: dict[Kind, KindArms] = {}
        names = sorted({train for trains in problem.alternatives for train in trains})
        room = ARMS_AT_MOST // max(1, len({problem.kind(name) for name in names}))
        for name in names:
            kind = problem.kind(name)
            if kind not in by_kind:
                by_kind[kind] = kind_arms(problem, kind, self.tables, room)
            self.arms[name] = by_kind[kind]

    @property
    def has_subsidy(self) -> bool:
        """Whether any route earns a subsidy."""
        return any(kind.has_subsidy for kind in self.arms.values())

    def best(self, weights: Weights, floor: int = -1) -> Found:
        """The best run over all sets of trains, by these weights; the empty run if none is above the floor."""
        found, top = Run(), floor
        proven, bound = True, 0
        for trains in self.problem.alternatives:
            job = self._job(trains, weights)
            job.best = top
            done = pack(job) and all(kind.complete for kind in job.kinds)
            if job.picks:
                top = job.best
                found = self._run(trains, job.picks)
            proven = proven and done
            bound = max(bound, job.best if done else max(job.best, job.whole(job.bound)))
        if not all(kind.complete for kind in self.arms.values()):
            bound = max(sum(self._most(train, weights) for train in trains) for trains in self.problem.alternatives)
        return Found(found, proven, max(bound, top))

    def _most(self, train: str, weights: Weights) -> int:
        """No route of a train is worth more, by these weights."""
        kind = self.arms[train]
        most = max(weights) * bound_of_train(self.problem, train)
        if not kind.complete:
            return most
        job = self._job((train,), weights)
        pack(job)
        return min(most, job.whole(job.bound))

    def _job(self, trains: Trains, weights: Weights) -> Job:
        names = sorted(set(trains))
        kinds = [self.arms[name] for name in names]
        step = gcd(*(kind.step for kind in kinds)) * gcd(*weights) or 1
        return Job(
            kinds, [names.index(train) for train in trains], np.array(weights, np.int64), step,
            self.tables, self.deadline,
        )  # fmt: skip

    def _run(self, trains: Trains, picks: Sequence[Pick | None]) -> Run:
        routes = []
        for train, pick in zip(trains, picks, strict=True):
            if pick is None:
                continue
            station = self.arms[train].stations[pick.station]
            segments = []
            for arm in (pick.a, pick.b):
                part = []
                while station.node[arm, arms.PARENT] >= 0:
                    part.append(self.problem.segments[station.node[arm, arms.ADDED]])
                    arm = station.node[arm, arms.PARENT]
                segments.extend(part[::-1])
            routes.append(explain(self.problem, train, self.tables.stops[station.number], segments))
        return Run(tuple(routes), sum(r.revenue for r in routes), sum(r.subsidy for r in routes))


def pack(job: Job) -> bool:
    """Find the best routes of a job. Returns whether they are proven best."""
    if len(job.trains) <= 1:
        _value(job)
        return _single(job)
    _begin(job)
    if job.whole(job.bound) <= job.best:
        return True
    if job.late:
        return False
    left = candidates(job)
    if left is None:
        return False
    return Exact(job, left).search()


def _value(job: Job) -> None:
    free = np.zeros(len(job.tables.classes))
    job.plain = [[station.priced(job.weights, free) for station in kind.stations] for kind in job.kinds]


def _begin(job: Job) -> None:
    """List the routes of each kind if they are few, then find prices."""
    _value(job)
    for k in range(len(job.kinds)):
        few = about(job, k) < LISTED
        job.lists.append(list_routes(job, k, job.plain[k], 0.0, 2 * LISTED) if few else None)
    find_prices(job)


def side_prices(problem: Problem, trains: Trains, deadline: float) -> dict[int, float]:
    """Prices on hex sides (as bits) with a low bound for all runs of these trains."""
    search = CompiledSearch(problem, deadline)
    job = search._job(trains, (1, 1))
    _begin(job)
    return dict(zip(search.tables.bits, job.sides.tolist(), strict=True))


def _single(job: Job) -> bool:
    picks: list[Pick | None] = []
    done = True
    job.bound = 0
    for kind in job.trains:
        pick, top, done = best_route(job.kinds[kind], job.plain[kind], job.weights, job.no_sides(), job.deadline)
        job.bound = top if done else upper_bound(job, kind, job.plain[kind])
        picks.append(pick)
    job.improve(picks)
    return done


def exercise(search: CompiledSearch) -> None:
    """Run the whole search once, even where a bound would end it early, so that the code is loaded."""
    job = search._job(search.problem.alternatives[-1], (1, 1))
    pack(job)
    job.best, job.picks = 0, []
    left = candidates(job)
    if left is not None:
        Exact(job, left).search()
