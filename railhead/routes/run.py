"""What every search returns: a run, how good it is known to be, and its routes explained."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from railhead.core.scoring import Route, RouteValue, Run, route_value

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from railhead.network import Segment
    from railhead.routes.problem import Problem

Weights = tuple[int, int]
"""How much a unit of revenue and one of subsidy count."""
AHEAD = 1 << 20
"""The weight of the amount that counts first; more than any run earns."""
REVENUE_FIRST, SUBSIDY_FIRST = (AHEAD, 1), (1, AHEAD)


class Found(NamedTuple):
    """A run, whether it is proven best, and a bound by the same weights."""

    run: Run
    proven: bool
    bound: int


class Search(Protocol):
    """The routes of a problem, and the best runs among them."""

    def other_aims(self, run: Run) -> Iterable[Weights]:
        """First revenue, or first subsidy: by which of them another run may be better than the best by total."""

    def best(self, weights: Weights, floor: int = -1) -> Found:
        """The best run by these weights; it may be the empty run if none is above the floor."""


def explain(problem: Problem, train: str, stops: Sequence[int], legs: Sequence[tuple[str, ...]]) -> RouteValue:
    """The route by these stops and track, with the value of each stop."""
    there = problem.network.stops
    centres = [there[stop].centre for stop in stops]
    route = Route(train, tuple(centre.id for centre in centres), tuple(legs))
    return route_value(problem.scoring, route, centres)


def run_of(routes: Iterable[RouteValue]) -> Run:
    """The run of these routes and what it earns, without a proof."""
    found = tuple(routes)
    return Run(found, sum([route.revenue for route in found]), sum([route.subsidy for route in found]))


def in_order(start: int, segments: Sequence[Segment]) -> tuple[list[int], list[tuple[str, ...]]]:
    """The stops and legs of a route from one end to the other, put together from one of its stops."""
    stops, legs, left = [start], list[tuple[str, ...]](), list(segments)
    while left:
        here = next(segment for segment in left if stops[-1] in segment[:2] or stops[0] in segment[:2])
        left.remove(here)
        if stops[-1] in here[:2]:
            legs.append(here.hexes if stops[-1] == here.a else here.hexes[::-1])
            stops.append(here.a + here.b - stops[-1])
        else:
            legs.insert(0, here.hexes if stops[0] == here.b else here.hexes[::-1])
            stops.insert(0, here.a + here.b - stops[0])
    return stops, legs
