"""Whether a run made by hand is legal, and what it earns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railhead.core.scoring import Fault, Route, RouteValue, Run, counts_as_city, named, route_value
from railhead.routes.problem import is_blocked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railhead.core.scoring import Scoring
    from railhead.network import Network, Stop
    from railhead.routes.problem import Question


def check(question: Question, routes: Sequence[Route]) -> Fault | Run:
    """The first rule that the routes break, or the run that they make."""
    fault = _trains(question, routes)
    if fault is not None:
        return fault
    network = question.network
    there, index, own = network.stops, network.index, network.own_stops(question.company)
    used, values = 0, list[RouteValue]()
    for n, route in enumerate(routes):
        numbers = [index.get(place, -1) for place in route.stops]
        result = _route(question, route, numbers, own, used)
        if isinstance(result, tuple):
            return Fault(*result, n)
        used |= result
        values.append(route_value(question.scoring, route, [there[number].centre for number in numbers]))
    revenue = sum([value.revenue for value in values])
    subsidy = sum([value.subsidy for value in values])
    return Run(tuple(values), revenue, subsidy)


def _trains(question: Question, routes: Sequence[Route]) -> Fault | None:
    company, alternatives = question.company, question.alternatives
    for trains in alternatives:
        if _among(routes, trains):
            return None
    owned = " or ".join(", ".join(trains) or "no train" for trains in alternatives) or "no train"
    for n, route in enumerate(routes):
        if not any(route.train in trains for trains in alternatives):
            return Fault("route.train", f"{company} has no {route.train} to run. It may run {owned}.", n)
    used = ", ".join(route.train for route in routes)
    return Fault("route.train", f"{company} cannot run these trains together: {used}. It may run {owned}.", 0)


def _among(routes: Sequence[Route], trains: Sequence[str]) -> bool:
    """Whether each route has a train of its own among these."""
    left = list(trains)
    for route in routes:
        if route.train not in left:
            return False
        left.remove(route.train)
    return True


Broken = tuple[str, str]


def _route(question: Question, route: Route, numbers: Sequence[int], own: Sequence[int], used: int) -> int | Broken:
    """The sides that a route uses, or the rule that it breaks; `numbers` are those of its stops."""
    if len(numbers) < 2:
        return "route.too-short", "This route has only one stop."
    if len(route.legs) != len(numbers) - 1:
        return "route.gap", f"{len(numbers)} stops need {len(numbers) - 1} legs between them."
    if -1 in numbers:
        return "route.gap", f"There is no stop {route.stops[numbers.index(-1)]} on the board."
    network, there = question.network, question.network.stops
    stops = [there[number] for number in numbers]
    broken = _visits(question, route, stops) or _ends(question, route, stops)
    if broken is not None:
        return broken
    if not any(number in own for number in numbers):
        return "route.no-station", f"No stop of the route has a station of {question.company}."
    sides = _track(network, route, numbers, used)
    if isinstance(sides, tuple):
        return sides
    return _length(question.scoring, route.train, stops) or sides


def _visits(question: Question, route: Route, stops: Sequence[Stop]) -> Broken | None:
    """What is wrong with the stops that are visited, in whichever order."""
    company, closed, once = question.company, question.scoring.closed, question.scoring.once
    if not closed and not once and len(set(route.stops)) == len(stops):
        return None
    seen = set[str]()
    for i, stop in enumerate(stops):
        names = stop.centre.names
        if closed and not names.isdisjoint(closed):
            return "route.closed", f"{company} may not run to {route.stops[i]}."
        if route.stops[i] in seen:
            return "route.stop-twice", f"{route.stops[i]} is on the route twice."
        seen.add(route.stops[i])
        for places in once:
            if not names.isdisjoint(places):
                rivals = [before.centre.id for before in stops[:i] if named(before.centre.names, places)]
                if rivals:
                    return "route.stop-twice", f"A route may have only one of {rivals[0]} and {route.stops[i]}."
    return None


def _ends(question: Question, route: Route, stops: Sequence[Stop]) -> Broken | None:
    """Where a route goes on although it must end."""
    company, scoring, stations = question.company, question.scoring, question.network.stations
    for i in range(1, len(stops) - 1):
        stop = stops[i]
        if stop.terminal:
            return "route.terminal", f"The route goes on from {route.stops[i]}."
        if is_blocked(scoring, stop, stations, company):
            return "route.blocked", f"{route.stops[i]} has no free place and no station of {company}."
    return None


def _track(network: Network, route: Route, numbers: Sequence[int], used: int) -> int | Broken:
    """The sides that a route uses besides those of other trains, or the rule that it breaks."""
    mask = 0
    for i, leg in enumerate(route.legs):
        sides = network.sides_between(numbers[i], numbers[i + 1], tuple(leg))
        if sides is None:
            through = f" through {', '.join(leg[1:-1])}" if len(leg) > 2 else ""
            return "route.gap", f"No track leads from {route.stops[i]} to {route.stops[i + 1]}{through}."
        if sides & mask:
            return "route.track-twice", f"The route uses track between {leg[0]} and {leg[-1]} twice."
        if sides & used:
            return "route.track-twice", f"Another train uses track between {leg[0]} and {leg[-1]} already."
        mask |= sides
    return mask


def _length(scoring: Scoring, train: str, stops: Sequence[Stop]) -> Broken | None:
    """What is wrong with the length of a route for its train."""
    limits = scoring.ranges[train]
    types = [stop.centre.type for stop in stops]
    apart = [kind for kind in types if kind in scoring.apart] if scoring.apart else []
    if apart and any(kind != limits.start for kind in apart):
        return "route.start", f"A {train}-train does not run to a {apart[0]}."
    if limits.start and limits.start not in (types[0], types[-1]):
        return "route.start", f"A {train}-train must start at a {limits.start}."
    if len(apart) > 1:
        return "route.start", f"A {train}-train runs to one {limits.start} only."
    if limits.cities is not None and len(stops) > limits.cities:
        cities = sum([counts_as_city(scoring, stop.centre) for stop in stops])
        if cities > limits.cities:
            return "route.too-long", f"{cities} cities are too many for a {train}-train."
    length = len(stops) - len(apart)
    if limits.total is not None and length > limits.total:
        return "route.too-long", f"{length} stops are too many for a {train}-train."
    return None
