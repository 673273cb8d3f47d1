"""What every search returns: a run, how good it is known to be, and its routes explained."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from railhead.core.scoring import Route, RouteValue, Run, route_value

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railhead.network import Segment
    from railhead.routes.problem import Problem

Weights = tuple[int, int]
"""How much a unit of revenue and one of subsidy count."""


class Found(NamedTuple):
    """A run, whether it is proven best, and a bound by the same weights."""

    run: Run
    proven: bool
    bound: int


class Search(Protocol):
    """The routes of a problem, and the best runs among them."""

    @property
    def has_subsidy(self) -> bool:
        """Whether any route earns a subsidy."""

    def best(self, weights: Weights, floor: int = -1) -> Found:
        """The best run by these weights; it may be the empty run if none is above the floor."""


def explain(problem: Problem, train: str, station: int, segments: Sequence[Segment]) -> RouteValue:
    """The route that these segments make, with the value of each stop."""
    stops, legs = in_order(station, segments)
    centres = [problem.network.stops[stop].centre for stop in stops]
    route = Route(train, tuple(centre.id for centre in centres), tuple(legs))
    return route_value(problem.scoring, route, centres)


def in_order(station: int, segments: Sequence[Segment]) -> tuple[list[int], list[tuple[str, ...]]]:
    """The stops and legs from one end to the other of segments added to either end of a station."""
    stops, legs = [station], list[tuple[str, ...]]()
    for segment in segments:
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
