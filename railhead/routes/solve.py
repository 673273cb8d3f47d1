"""From a question to its best run: small maps in plain Python, large ones with the compiled search."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from railhead.core.scoring import Route, RouteValue, Run, route_value
from railhead.network import Network
from railhead.routes.pack import Choice, Packing, choice_of, pack
from railhead.routes.plain import Routes, enumerate_routes
from railhead.routes.problem import NO_LIMIT, Kind, Problem, Trains

LONG = 10.0
"""The time budget in seconds where none is given: a table does not wait longer."""
PLAIN_ROUTES = 300_000
"""Routes that the plain search keeps where there is no other: about 100 MB."""
SMALL_ROUTES = 4000
SMALL_SECONDS = 0.05
"""What the plain search tries before the compiled one takes over."""
AHEAD = 1 << 20
"""Weight of what is to be best first; more than any run earns."""

Weights = tuple[int, int]
"""How much a unit of revenue and one of mine income count."""


class Found(NamedTuple):
    """A run, whether it is proven best, and a bound by the same weights."""

    run: Run
    proven: bool
    bound: int


class Search(Protocol):
    """The routes of a problem, and the best runs among them."""

    @property
    def has_mines(self) -> bool:
        """Whether any route earns mine income."""

    def best(self, weights: Weights) -> Found:
        """The best run by these weights."""


def solve(problem: Problem, budget: float | None = None, compiled: bool | None = None) -> Run:
    """The best run, proven if the time suffices; with it the best by revenue or mine income alone.

    `compiled` forces the compiled search or forbids it; by default it serves where plain Python is slow.
    The time to load it, once in a process, is not counted.
    """
    started = time.perf_counter()
    deadline = started + (LONG if budget is None else budget)
    if compiled is None:
        quick = PlainSearch(problem, min(deadline, started + SMALL_SECONDS), SMALL_ROUTES)
        run = _answer(problem, quick) if quick.complete else Run()
        if run.proven:
            return _timed(run, started)
    before = time.perf_counter()
    if compiled is False or not can_compile():
        return _timed(_answer(problem, PlainSearch(problem, deadline)), started)
    loading = time.perf_counter() - before
    from railhead.routes.compiled import CompiledSearch

    run = _answer(problem, CompiledSearch(problem, deadline + loading))
    return _timed(run, started + loading)


def can_compile() -> bool:
    """Whether the compiled search is there; loads it."""
    try:
        from railhead.routes import warm
    except ImportError:
        return False
    return warm.ready()


def _timed(run: Run, started: float) -> Run:
    seconds = time.perf_counter() - started
    return Run(run.routes, run.revenue, run.mine_income, run.proven, run.bound, seconds, run.others)


def _answer(problem: Problem, search: Search) -> Run:
    run, proven, bound = search.best((1, 1))
    if not proven:
        bound = min(bound, max(roof(problem, trains) for trains in problem.alternatives))
        proven = run.total >= bound
    others: list[Run] = []
    if search.has_mines:
        for weights in ((AHEAD, 1), (1, AHEAD)):
            other = search.best(weights)
            if other.run.revenue not in [run.revenue, *(known.revenue for known in others)]:
                others.append(other.run)
            proven = proven and other.proven
    return Run(run.routes, run.revenue, run.mine_income, proven, bound, 0.0, tuple(others))


class PlainSearch:
    """The routes of a problem's trains, enumerated once, and the best runs among them."""

    def __init__(self, problem: Problem, deadline: float, cap: int = PLAIN_ROUTES) -> None:
        self.problem = problem
        self.deadline = deadline
        self.routes: dict[str, Routes] = {}
        self.choices: dict[tuple[int, Weights], Choice] = {}
        by_kind: dict[Kind, Routes] = {}
        for train in sorted({train for trains in problem.alternatives for train in trains}):
            kind = problem.kind(train)
            if kind not in by_kind:
                # Half of the time is kept for the packing.
                now = time.perf_counter()
                by_kind[kind] = enumerate_routes(problem, kind, cap, now + (deadline - now) / 2)
            self.routes[train] = by_kind[kind]

    @property
    def complete(self) -> bool:
        """Whether all routes were found."""
        return all(routes.complete for routes in self.routes.values())

    @property
    def has_mines(self) -> bool:
        """Whether any route earns mine income."""
        return any(any(routes.mine) for routes in self.routes.values())

    def best(self, weights: Weights) -> Found:
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
        return Found(found, proven, top if proven else bound)

    def _pack(self, trains: Trains, weights: Weights, floor: int) -> tuple[Packing, bool]:
        names = sorted(set(trains))
        choices = [self._choice(self.routes[name], weights) for name in names]
        packing = pack(choices, [names.index(train) for train in trains], self.deadline, floor)
        return packing, all(self.routes[name].complete for name in names)

    def _choice(self, routes: Routes, weights: Weights) -> Choice:
        """The routes of a kind in order of their value by these weights."""
        key = (id(routes), weights)
        if key not in self.choices:
            values = [
                revenue * weights[0] + mine * weights[1] if revenue >= 0 else -1
                for revenue, mine in zip(routes.revenue, routes.mine, strict=True)
            ]
            self.choices[key] = choice_of(routes.mask, values)
        return self.choices[key]

    def _run(self, trains: Trains, picks: Sequence[int]) -> Run:
        routes = []
        for train, pick in zip(trains, picks, strict=True):
            if pick >= 0:
                station, segments = self.routes[train].segments(pick)
                routes.append(explain(self.problem, train, station, segments))
        return Run(
            tuple(routes),
            sum(route.revenue for route in routes),
            sum(route.mine_income for route in routes),
        )


def explain(problem: Problem, train: str, station: int, segments: Sequence[int]) -> RouteValue:
    """The route that these segments make, with the value of each stop."""
    network = problem.network
    stops, legs = in_order(network, station, segments)
    centres = [network.stops[stop].centre for stop in stops]
    route = Route(train, tuple(centre.id for centre in centres), tuple(legs))
    return route_value(problem.scoring, route, centres)


def in_order(network: Network, station: int, segments: Sequence[int]) -> tuple[list[int], list[tuple[str, ...]]]:
    """The stops and legs from one end to the other of segments added to either end of a station."""
    stops, legs = [station], list[tuple[str, ...]]()
    for n in segments:
        segment = network.segments[n]
        for here, there, hexes in (
            (segment.a, segment.b, segment.hexes),
            (segment.b, segment.a, segment.hexes[::-1]),
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
    """As much as any run can earn: by what each train could earn alone, and by the room at the stops."""
    kinds = {train: problem.kind(train) for train in trains}
    endless = [train for train, kind in kinds.items() if min(kind.total, kind.cities, kind.pays) >= NO_LIMIT]
    many = [train for train in trains if train in endless and not kinds[train].start]
    rest = sum(roof_of(problem, train) for train in trains if train not in many)
    return rest + min(sum(roof_of(problem, train) for train in many), roof_together(problem, many))


def roof_together(problem: Problem, trains: Sequence[str]) -> int:
    """As much as trains without a limit can earn together.

    A train that passes a stop uses two of the sides that lead to it, one that ends there uses one. So half as many
    trains pass as there are sides, and every end of a route adds one visit at most.
    """
    worth = {i: max((problem.kind(train).worth[i] for train in trains), default=0) for i in problem.reach}
    total, more = 0, list[int]()
    for stop, sides in sides_at(problem).items():
        passing = 0 if problem.ends[stop] else min(len(trains), sides // 2)
        total += passing * worth[stop]
        more.extend([worth[stop]] * (len(trains) - passing))
    total += sum(sorted(more, reverse=True)[: 2 * len(trains)])
    bonus = sum(pair.value for pair in problem.scoring.pairs)
    return total + len(trains) * (bonus + len(problem.scoring.largest) * max(worth.values(), default=0))


def sides_at(problem: Problem) -> dict[int, int]:
    """For every stop within reach how many hex sides track to it crosses at first, or more."""
    grid = problem.network.grid
    near: dict[int, set[int]] = {stop: set() for stop in problem.reach}
    for n, segment in enumerate(problem.network.segments):
        for stop, name in ((segment.a, segment.hexes[0]), (segment.b, segment.hexes[-1])):
            if stop in near:
                # A segment that touches no known side of the hex counts for itself.
                near[stop].update([bit for bit in grid.side_bits(name) if bit & segment.sides] or [-1 - n])
    return {stop: len(found) for stop, found in near.items()}


def roof_of(problem: Problem, train: str) -> int:
    """As much as any route can earn: the best stops within reach, two at most where routes end, every bonus."""
    kind = problem.kind(train)
    stops = [i for i in problem.reach if not kind.barred[i]]
    apart = {i for i in stops if problem.network.stops[i].centre.type in problem.scoring.apart}
    passing = [kind.worth[i] for i in stops if i not in apart and not problem.ends[i]]
    ends = sorted((kind.worth[i] for i in stops if i not in apart and problem.ends[i]), reverse=True)
    worth = sorted([*passing, *ends[:2]], reverse=True)
    total = sum(worth[: min(kind.pays, kind.total)]) + max((kind.worth[i] for i in apart), default=0)
    total += sum(pair.value for pair in problem.scoring.pairs)
    return total + len(problem.scoring.largest) * max(worth, default=0)
