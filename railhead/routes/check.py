"""Whether a run made by hand is legal, and what it earns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railhead.core.scoring import Fault, Route, RouteValue, Run, route_value

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railhead.routes.problem import Problem


def check(problem: Problem, routes: Sequence[Route]) -> Fault | Run:
    """The first rule that the routes break, or the run that they make."""
    fault = _trains(problem, routes)
    if fault is not None:
        return fault
    used = 0
    values: list[RouteValue] = []
    there, index = problem.network.stops, problem.network.index
    for n, route in enumerate(routes):
        result = _route(problem, route, used)
        if isinstance(result, tuple):
            return Fault(*result, n)
        used |= result
        centres = [there[index[stop]].centre for stop in route.stops]
        values.append(route_value(problem.scoring, route, centres))
    revenue = sum(value.revenue for value in values)
    subsidy = sum(value.subsidy for value in values)
    return Run(tuple(values), revenue, subsidy)


def _trains(problem: Problem, routes: Sequence[Route]) -> Fault | None:
    if any(_among(routes, trains) for trains in problem.alternatives):
        return None
    owned = " or ".join(", ".join(trains) or "no train" for trains in problem.alternatives) or "no train"
    for n, route in enumerate(routes):
        if not any(route.train in trains for trains in problem.alternatives):
            return Fault("route.train", f"{problem.company} has no {route.train} to run. It may run {owned}.", n)
    used = ", ".join(route.train for route in routes)
    return Fault("route.train", f"{problem.company} cannot run these trains together: {used}. It may run {owned}.", 0)


def _among(routes: Sequence[Route], trains: Sequence[str]) -> bool:
    """Whether each route has a train of its own among these."""
    left = list(trains)
    for route in routes:
        if route.train not in left:
            return False
        left.remove(route.train)
    return True


Broken = tuple[str, str]


def _route(problem: Problem, route: Route, used: int) -> int | Broken:
    """The sides that a route uses, or the rule that it breaks."""
    network = problem.network
    if len(route.stops) < 2:
        return "route.too-short", "This route has only one stop."
    if len(route.legs) != len(route.stops) - 1:
        return "route.gap", f"{len(route.stops)} stops need {len(route.stops) - 1} legs between them."
    index = network.index
    for place in route.stops:
        if place not in index:
            return "route.gap", f"There is no stop {place} on the board."
    stops = [index[place] for place in route.stops]
    broken = _visits(problem, route, stops)
    if broken is not None:
        return broken
    mask = 0
    for i, leg in enumerate(route.legs):
        sides = network.sides_between(stops[i], stops[i + 1], tuple(leg))
        if sides is None:
            through = f" through {', '.join(leg[1:-1])}" if len(leg) > 2 else ""
            return "route.gap", f"No track leads from {route.stops[i]} to {route.stops[i + 1]}{through}."
        if sides & mask:
            return "route.track-twice", f"The route uses track between {leg[0]} and {leg[-1]} twice."
        if sides & used:
            return "route.track-twice", f"Another train uses track between {leg[0]} and {leg[-1]} already."
        mask |= sides
    return _length(problem, route, stops) or mask


def _visits(problem: Problem, route: Route, stops: Sequence[int]) -> Broken | None:
    """What is wrong with the stops, whatever track joins them."""
    scoring, there = problem.scoring, problem.network.stops
    groups: set[int] = set()
    for i, stop in enumerate(stops):
        place = route.stops[i]
        if scoring.closed and problem.closed[stop]:
            return "route.closed", f"{problem.company} may not run to {place}."
        if stop in stops[:i]:
            return "route.stop-twice", f"{place} is on the route twice."
        if scoring.once:
            if not groups.isdisjoint(problem.once[stop]):
                rival = min(before for before in stops[:i] if problem.are_rivals(stop, before))
                return "route.stop-twice", f"A route may have only one of {there[rival].centre.id} and {place}."
            groups |= problem.once[stop]
    for stop, place in list(zip(stops, route.stops, strict=True))[1:-1]:
        if there[stop].terminal:
            return "route.terminal", f"The route goes on from {place}."
        if problem.blocked[stop]:
            return "route.blocked", f"{place} has no free place and no station of {problem.company}."
    if not set(stops) & set(problem.own):
        return "route.no-station", f"No stop of the route has a station of {problem.company}."
    return None


def _length(problem: Problem, route: Route, stops: Sequence[int]) -> Broken | None:
    """What is wrong with the length of the route for its train."""
    kind = problem.kind(route.train)
    types = [problem.network.stops[stop].centre.type for stop in stops]
    apart = [kind_of for kind_of in types if kind_of in problem.scoring.apart]
    if any(other != kind.start for other in apart):
        return "route.start", f"A {route.train}-train does not run to a {apart[0]}."
    if kind.start and kind.start not in (types[0], types[-1]):
        return "route.start", f"A {route.train}-train must start at a {kind.start}."
    if len(apart) > 1:
        return "route.start", f"A {route.train}-train runs to one {kind.start} only."
    cities = sum(kind.city[stop] for stop in stops)
    length = len(stops) - len(apart)
    if cities > kind.cities:
        return "route.too-long", f"{cities} cities are too many for a {route.train}-train."
    if length > kind.total:
        return "route.too-long", f"{length} stops are too many for a {route.train}-train."
    return None
