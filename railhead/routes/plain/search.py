"""The best run in plain Python: all routes of every train, then the best set of them."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from railhead.core.scoring import Run
from railhead.routes.plain.packing import Offer, Packing, pack
from railhead.routes.plain.routes import Routes, routes_of
from railhead.routes.run import Found, Weights, explain
from railhead.routes.upper_bound import upper_bound

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railhead.routes.problem import Kind, Problem, Trains

PLAIN_ROUTES = 300_000
"""Routes that the plain search keeps where there is no other: about 100 MB."""


class PlainSearch:
    """The routes of a problem's trains, enumerated once, and the best runs among them."""

    def __init__(self, problem: Problem, deadline: float, cap: int = PLAIN_ROUTES, steps: int | None = None) -> None:
        """Up to `cap` routes of a kind of train, and up to `steps` steps for each set of trains."""
        self.problem = problem
        self.deadline, self.steps = deadline, steps
        self.contested: dict[Trains, int] = {}
        self.routes: dict[str, Routes] = {}
        by_kind: dict[Kind, Routes] = {}
        for train in sorted({train for trains in problem.alternatives for train in trains}):
            kind = problem.kind(train)
            if kind not in by_kind:
                # Half of the time is kept for the packing.
                now = time.perf_counter()
                by_kind[kind] = routes_of(problem, kind, cap, now + (deadline - now) / 2)
            self.routes[train] = by_kind[kind]

    @property
    def complete(self) -> bool:
        """Whether all routes were found."""
        return all(routes.complete for routes in self.routes.values())

    @property
    def has_subsidy(self) -> bool:
        """Whether any route earns a subsidy."""
        return any(
            bool(self.problem.kind(train).start) and any(found[2] for found in routes.found)
            for train, routes in self.routes.items()
        )

    def best(self, weights: Weights, floor: int = -1) -> Found:
        """The best run over all sets of trains, by these weights; the empty run if none is above the floor."""
        found, top = Run(), floor
        proven, bound = True, 0
        for trains in self.problem.alternatives:
            packing, complete = self._pack(trains, weights, top)
            if packing.value > top:
                top = packing.value
                found = self._run(trains, packing.picks)
            proven = proven and packing.proven and complete
            bound = max(bound, packing.bound if complete else upper_bound(self.problem, trains))
        return Found(found, proven, top if proven else bound)

    def _pack(self, trains: Trains, weights: Weights, floor: int) -> tuple[Packing, bool]:
        names = sorted(set(trains))
        offers = [self._offer(self.routes[name], weights) for name in names]
        numbers = [names.index(train) for train in trains]
        packing = pack(offers, numbers, self.deadline, floor, self.steps, self.contested.get(trains, 0))
        self.contested[trains] = packing.contested
        return packing, all(self.routes[name].complete for name in names)

    def _offer(self, routes: Routes, weights: Weights) -> Offer:
        """The routes of a kind with their values by these weights."""
        if weights not in routes.offers:
            if weights == (1, 1):
                values = [found[1] + found[2] for found in routes.found]
            else:
                one, two = weights
                values = [found[1] * one + found[2] * two for found in routes.found]
            routes.offers[weights] = Offer(routes.masks, values)
        return routes.offers[weights]

    def _run(self, trains: Trains, picks: Sequence[int]) -> Run:
        routes = []
        for train, pick in zip(trains, picks, strict=True):
            if pick >= 0:
                station, segments = self.routes[train].segments(pick)
                track = [self.problem.segments[n] for n in segments]
                routes.append(explain(self.problem, train, station, track))
        return Run(
            tuple(routes),
            sum(route.revenue for route in routes),
            sum(route.subsidy for route in routes),
        )
