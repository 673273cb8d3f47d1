"""Building a run by hand: each click makes one change to one train's route.

Clicking a stop adds it to the route or removes it; clicking track between two stops switches to another path
between them. Everything works on the track as it lies; whether a route is legal is for the rules to say.
"""

from __future__ import annotations

from collections import deque
from itertools import pairwise
from typing import TYPE_CHECKING

import msgspec

from railhead.core.hexes import opposite
from railhead.core.map import Map
from railhead.core.memo import Memo
from railhead.core.reach import face_at, is_open
from railhead.core.scoring import Route
from railhead.core.tiles import NODE

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from railhead.core.state import State

MOST_LEGS = 400
"""How many paths are followed from one stop."""
LONGEST_LEG = 40
FURTHEST = 6
"""The most legs used to connect a stop to a route."""

Side = frozenset[str]
"""The hexes on both sides of a hex side that track crosses."""


class Leg(msgspec.Struct, frozen=True):
    """Track from one stop to the next: the hexes along it, both ends included."""

    start: str
    end: str
    hexes: tuple[str, ...]

    @property
    def sides(self) -> frozenset[Side]:
        """The hex sides that it crosses."""
        return frozenset(map(frozenset, pairwise(self.hexes)))


_STOPS = Memo[Map, dict[str, list[tuple[str, int]]]]()
_LEGS = Memo[tuple[Map, str], tuple[Leg, ...]]()


def stop_id(state: State, hex_id: str, node: int) -> str:
    """The name of a stop: its hex and number, or the place drawn over several hexes."""
    group = face_at(state, hex_id).nodes[node].group
    return group or f"{hex_id}.{node}"


def stops_on(state: State, hex_id: str) -> tuple[str, ...]:
    """The stops of a hex."""
    return tuple(stop_id(state, hex_id, node) for node in range(len(face_at(state, hex_id).nodes)))


def _nodes_of(state: State, stop: str) -> list[tuple[str, int]]:
    """Where a stop lies: a hex and a number, or several hexes."""
    return _STOPS.of(state.board, state.rules.map, lambda: _all_nodes(state)).get(stop, [])


def _all_nodes(state: State) -> dict[str, list[tuple[str, int]]]:
    found: dict[str, list[tuple[str, int]]] = {}
    for hex_id in state.rules.map.hexes:
        for node, name in enumerate(stops_on(state, hex_id)):
            found.setdefault(name, []).append((hex_id, node))
    return found


def legs_from(state: State, stop: str) -> tuple[Leg, ...]:
    """Every path along the track from a stop to the next; cached with the board."""
    return _LEGS.of(state.board, (state.rules.map, stop), lambda: _legs_from(state, stop))


def _legs_from(state: State, stop: str) -> tuple[Leg, ...]:
    found = dict.fromkeys(leg for hex_id, node in _nodes_of(state, stop) for leg in _legs(state, stop, hex_id, node))
    return tuple(found)[:MOST_LEGS]


def _legs(state: State, stop: str, hex_id: str, node: int) -> Iterator[Leg]:
    todo: deque[tuple[int, tuple[str, ...], frozenset[Side]]] = deque()
    for lead in face_at(state, hex_id).leads(NODE + node):
        if lead >= NODE:
            yield Leg(stop, stop_id(state, hex_id, lead - NODE), (hex_id,))
        else:
            todo.append((lead, (hex_id,), frozenset()))
    steps = 0
    while todo and steps < MOST_LEGS * LONGEST_LEG:
        steps += 1
        out, hexes, used = todo.popleft()
        here = state.rules.map.hexes[hexes[-1]].sides[out]
        side = frozenset((hexes[-1], here or ""))
        if here is None or side in used or len(hexes) > LONGEST_LEG:
            continue
        way = (*hexes, here)
        for lead in face_at(state, here).leads(opposite(out)):
            if lead < NODE:
                todo.append((lead, way, used | {side}))
            elif (other := stop_id(state, here, lead - NODE)) != stop:
                yield Leg(stop, other, way)


def click(state: State, company: str, route: Route, hex_id: str, stop: str = "") -> Route | None:
    """The route of a train after a click on a hex, or on one of its stops; None if no track leads there."""
    there = stops_on(state, hex_id)
    if stop in there:
        return toggle_stop(state, company, route, stop)
    if not there:
        return through(state, route, hex_id)
    for name in sorted(there, key=lambda name: name not in route.stops):
        found = toggle_stop(state, company, route, name)
        if found is not None:
            return found
    return None


def toggle_stop(state: State, company: str, route: Route, stop: str) -> Route | None:
    """A route with one stop added or removed."""
    return _without(state, company, route, stop) if stop in route.stops else _with(state, company, route, stop)


def _with(state: State, company: str, route: Route, stop: str) -> Route | None:
    """A route that visits one more stop: past one of its ends or between two of its stops, whichever is shorter."""
    if not route.stops:
        return Route(route.train, (stop,), ())
    found: list[Route] = []
    used = _sides(route.legs)
    for stops, legs, at_end in _both_ways(route):
        way = _path(state, company, stops[-1], stop, stops[:-1], used)
        if way:
            longer = Route(route.train, (*stops, *(leg.end for leg in way)), (*legs, *(leg.hexes for leg in way)))
            found.append(longer if at_end else _turned(longer))
    for at, leg in enumerate(route.legs):
        rest = used - _sides([leg])
        first = _path(state, company, route.stops[at], stop, _but(route.stops, at), rest)
        if not first:
            continue
        taken = (*_but(route.stops, at + 1), *(one.end for one in first[:-1]))
        second = _path(state, company, stop, route.stops[at + 1], taken, rest.union(*(one.sides for one in first)))
        if second:
            found.append(_spliced(route, at, [*first, *second]))
    return min(found, key=lambda one: (len(one.stops), sum(map(len, one.legs)))) if found else None


def _without(state: State, company: str, route: Route, stop: str) -> Route:
    """A route without a stop: around it if there is track, otherwise ending before it."""
    at = route.stops.index(stop)
    if at == 0:
        return Route(route.train, route.stops[1:], route.legs[1:])
    if at == len(route.stops) - 1:
        return Route(route.train, route.stops[:-1], route.legs[:-1])
    used = _sides([*route.legs[: at - 1], *route.legs[at + 1 :]])
    taken = [name for name in route.stops if name != route.stops[at - 1]]
    taken.remove(route.stops[at + 1])
    way = _path(state, company, route.stops[at - 1], route.stops[at + 1], taken, used)
    if way:
        shorter = Route(route.train, _but(route.stops, at), (*route.legs[: at - 1], *route.legs[at:]))
        return _spliced(shorter, at - 1, way)
    if at >= len(route.stops) - 1 - at:
        return Route(route.train, route.stops[:at], route.legs[: at - 1])
    return Route(route.train, route.stops[at + 1 :], route.legs[at + 1 :])


def through(state: State, route: Route, hex_id: str) -> Route | None:
    """Another path between two stops: the next one if the route passes the hex, otherwise one that does."""
    for at, leg in enumerate(route.legs):
        if hex_id in leg:
            return other_way(state, route, at)
    found = [
        Route(route.train, route.stops, (*route.legs[:at], other.hexes, *route.legs[at + 1 :]))
        for at in range(len(route.legs))
        for other in ways_between(state, route, at)
        if hex_id in other.hexes
    ]
    return min(found, key=lambda one: sum(map(len, one.legs))) if found else None


def other_way(state: State, route: Route, at: int) -> Route | None:
    """The next path between two stops of a route, after the current one; None if there is no other."""
    ways = [leg.hexes for leg in ways_between(state, route, at)]
    if not [way for way in ways if way != route.legs[at]]:
        return None
    there = ways.index(route.legs[at]) if route.legs[at] in ways else -1
    return Route(route.train, route.stops, (*route.legs[:at], ways[(there + 1) % len(ways)], *route.legs[at + 1 :]))


def ways_between(state: State, route: Route, at: int) -> list[Leg]:
    """The paths from one stop of a route to the next that use no track of its other legs, shortest first."""
    used = _sides([*route.legs[:at], *route.legs[at + 1 :]])
    legs = [leg for leg in legs_from(state, route.stops[at]) if leg.end == route.stops[at + 1]]
    free = [leg for leg in legs if not leg.sides & used]
    return sorted(free, key=lambda leg: (len(leg.hexes), leg.hexes))


def _path(
    state: State, company: str, start: str, goal: str, taken: Collection[str], used: Collection[Side]
) -> list[Leg]:
    """The fewest legs from one stop to another that avoid stops and track already used; empty if none."""
    before: dict[str, Leg | None] = {start: None}
    todo = deque([(start, 0)])
    while todo:
        stop, far = todo.popleft()
        if stop == goal:
            return _back(before, goal)
        if far == FURTHEST or (stop != start and not _passes(state, company, stop)):
            continue
        for leg in sorted(legs_from(state, stop), key=lambda leg: len(leg.hexes)):
            if leg.end not in before and leg.end not in taken and not any(side in used for side in leg.sides):
                before[leg.end] = leg
                todo.append((leg.end, far + 1))
    return []


def _back(before: dict[str, Leg | None], goal: str) -> list[Leg]:
    way: list[Leg] = []
    leg = before[goal]
    while leg is not None:
        way.append(leg)
        leg = before[leg.start]
    return way[::-1]


def _passes(state: State, company: str, stop: str) -> bool:
    return all(is_open(state, hex_id, node, company) for hex_id, node in _nodes_of(state, stop))


def _sides(legs: Sequence[Sequence[str]]) -> frozenset[Side]:
    return frozenset(frozenset(pair) for leg in legs for pair in pairwise(leg))


def _but(stops: tuple[str, ...], at: int) -> tuple[str, ...]:
    return (*stops[:at], *stops[at + 1 :])


def _turned(route: Route) -> Route:
    return Route(route.train, route.stops[::-1], tuple(leg[::-1] for leg in route.legs[::-1]))


def _both_ways(route: Route) -> Iterator[tuple[tuple[str, ...], tuple[tuple[str, ...], ...], bool]]:
    """The stops and legs of a route as it runs, and backwards."""
    yield route.stops, route.legs, True
    back = _turned(route)
    yield back.stops, back.legs, False


def _spliced(route: Route, at: int, way: Sequence[Leg]) -> Route:
    """A route with one leg replaced by others."""
    between = tuple(leg.end for leg in way[:-1])
    return Route(
        route.train,
        (*route.stops[: at + 1], *between, *route.stops[at + 1 :]),
        (*route.legs[:at], *(leg.hexes for leg in way), *route.legs[at + 1 :]),
    )
