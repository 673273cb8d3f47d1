"""From a question to its best run: enumerate, pack, explain."""

from __future__ import annotations

import time
from collections.abc import Sequence

from railhead.core.scoring import Route, RouteValue, Run, route_value
from railhead.routes.network import Network
from railhead.routes.pack import Packing, choice_of, pack
from railhead.routes.plain import Routes, enumerate_routes
from railhead.routes.problem import Problem, Trains

LONG = 3600.0
"""The time budget in seconds where none is given."""
ROUTES_AT_MOST = 1_000_000
"""Routes that the plain search keeps: about 300 MB."""
AHEAD = 1 << 20
"""Weight of what is to be best first; more than any run earns."""

Weights = tuple[int, int]
"""How much a unit of revenue and one of mine income count."""


def solve(problem: Problem, budget: float | None = None) -> Run:
    """The best run, proven if the time suffices; with it the best by revenue or mine income alone."""
    started = time.perf_counter()
    deadline = started + (LONG if budget is None else budget)
    search = PlainSearch(problem, deadline)
    best = search.best((1, 1))
    others: list[Run] = []
    if search.has_mines:
        for weights in ((AHEAD, 1), (1, AHEAD)):
            other = search.best(weights)
            if other.revenue != best.revenue and other.revenue not in [run.revenue for run in others]:
                others.append(other)
    seconds = time.perf_counter() - started
    return Run(best.routes, best.revenue, best.mine_income, best.proven, best.bound, seconds, tuple(others))


class PlainSearch:
    """The routes of a problem's trains, enumerated once, and the best runs among them."""

    def __init__(self, problem: Problem, deadline: float) -> None:
        self.problem = problem
        self.deadline = deadline
        self.routes: dict[str, Routes] = {}
        by_kind: dict[object, Routes] = {}
        for train in sorted({train for trains in problem.alternatives for train in trains}):
            kind = problem.kind(train)
            if kind not in by_kind:
                by_kind[kind] = enumerate_routes(problem, kind, ROUTES_AT_MOST, deadline)
            self.routes[train] = by_kind[kind]

    @property
    def has_mines(self) -> bool:
        """Whether any route earns mine income."""
        return any(any(routes.mine) for routes in self.routes.values())

    def best(self, weights: Weights) -> Run:
        """The best run over all sets of trains, by these weights."""
        found, top = Run(), -1
        proven, bound = True, 0
        for trains in self.problem.alternatives:
            packing, complete = self._pack(trains, weights, top)
            if packing.value > top:
                top = packing.value
                found = self._run(trains, packing.picks)
            proven = proven and packing.proven and complete
            bound = max(bound, packing.bound if complete else roof(self.problem, trains))
        return Run(found.routes, found.revenue, found.mine_income, proven, found.total if proven else bound)

    def _pack(self, trains: Trains, weights: Weights, floor: int) -> tuple[Packing, bool]:
        names = sorted(set(trains))
        choices = []
        for name in names:
            routes = self.routes[name]
            values = [
                revenue * weights[0] + mine * weights[1] if revenue >= 0 else -1
                for revenue, mine in zip(routes.revenue, routes.mine, strict=True)
            ]
            choices.append(choice_of(routes.mask, values))
        packing = pack(choices, [names.index(train) for train in trains], self.deadline, floor)
        return packing, all(self.routes[name].complete for name in names)

    def _run(self, trains: Trains, picks: Sequence[int]) -> Run:
        routes = []
        for train, pick in zip(trains, picks, strict=True):
            if pick >= 0:
                station, stretches = self.routes[train].stretches(pick)
                routes.append(explain(self.problem, train, station, stretches))
        return Run(
            tuple(routes),
            sum(route.revenue for route in routes),
            sum(route.mine_income for route in routes),
        )


def explain(problem: Problem, train: str, station: int, stretches: Sequence[int]) -> RouteValue:
    """The route that these stretches make, with the value of each stop."""
    network = problem.network
    stops, legs = in_order(network, station, stretches)
    centres = [network.stops[stop].centre for stop in stops]
    route = Route(train, tuple(centre.id for centre in centres), tuple(legs))
    return route_value(problem.scoring, route, centres)


def in_order(
    network: Network, station: int, stretches: Sequence[int]
) -> tuple[list[int], list[tuple[str, ...]]]:
    """The stops and legs from one end to the other of stretches added to either end of a station."""
    stops, legs = [station], list[tuple[str, ...]]()
    for n in stretches:
        stretch = network.stretches[n]
        for here, there, hexes in (
            (stretch.a, stretch.b, stretch.hexes),
            (stretch.b, stretch.a, stretch.hexes[::-1]),
        ):
            if stops[-1] == here and there not in stops:
                stops.append(there)
                legs.append(hexes)
                break
            if stops[0] == here and there not in stops:
                stops.insert(0, there)
                legs.insert(0, hexes[::-1])
                break
    return stops, legs


def roof(problem: Problem, trains: Trains) -> int:
    """More than any run can earn: every train visits everything within reach and takes every bonus."""
    total = 0
    for train in trains:
        kind = problem.kind(train)
        worth = [kind.worth[i] for i in problem.reach if not kind.barred[i]]
        total += sum(worth) + sum(pair.value for pair in problem.scoring.pairs)
        total += len(problem.scoring.largest) * max(worth, default=0)
    return total
