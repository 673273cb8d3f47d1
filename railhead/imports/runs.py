"""Recorded routes, in the three forms that exports have had, as our routes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from railhead.core.hexes import opposite
from railhead.core.reach import face_at
from railhead.core.scoring import Fault, Route
from railhead.core.tiles import NODE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from railhead.core.state import State


def routes_of(state: State, company: str, recorded: Sequence[Mapping[str, Any]]) -> tuple[Route, ...] | None:
    """Our routes for a recorded run, or None where one cannot be read."""
    found = []
    for raw in recorded:
        train = str(raw["train"]).rsplit("-", 1)[0]
        lists = raw.get("connections")
        if lists:
            route = _joined(state, train, [list(map(str, stretch)) for stretch in lists])
        else:
            hexes = [str(name) for name in raw.get("hexes", ())]
            route = _walked(state, train, hexes)
            if route is None or _worth(state, company, route) is None:
                route = _searched(state, company, train, hexes, raw.get("revenue")) or route
        if route is None:
            return None
        found.append(route)
    return tuple(found)


def _worth(state: State, company: str, route: Route) -> int | None:
    """What a route pays by itself; None if it is not legal."""
    found = state.rules.judge_run(state, company, (route,))
    return None if isinstance(found, Fault) else found.revenue


def _searched(state: State, company: str, train: str, hexes: list[str], revenue: Any) -> Route | None:
    """A legal route over just these hexes, for lists whose stretches were written in another direction."""
    wanted = set(hexes)
    if not wanted <= state.rules.map.hexes.keys():
        return None
    for start in sorted(wanted):
        for index in range(len(face_at(state, start).nodes)):
            for route in _routes_from(state, train, wanted, (start, index)):
                worth = _worth(state, company, route)
                if worth is not None and revenue in (None, worth):
                    return route
    return None


def _routes_from(state: State, train: str, wanted: set[str], start: tuple[str, int]) -> Iterator[Route]:
    """Every route from a stop that stays on these hexes and covers them all."""
    todo: list[tuple[tuple[str, int], tuple[str, ...], tuple[tuple[str, ...], ...]]] = [
        (start, (place(state, *start),), ())
    ]
    while todo:
        spot, stops, legs = todo.pop()
        if {name for leg in legs for name in leg} == wanted:
            yield Route(train, stops, legs)
            continue
        for end, leg in _legs_from(state, spot, wanted):
            if place(state, *end) not in stops:
                todo.append((end, (*stops, place(state, *end)), (*legs, leg)))


def _legs_from(
    state: State, spot: tuple[str, int], wanted: set[str]
) -> Iterator[tuple[tuple[str, int], tuple[str, ...]]]:
    """Every way from a stop to a next one over these hexes."""
    hex_id, index = spot
    todo: list[tuple[tuple[str, ...], int]] = [
        ((hex_id,), lead) for lead in face_at(state, hex_id).leads(NODE + index) if lead < NODE
    ]
    while todo:
        way, edge = todo.pop()
        other = state.rules.map.hexes[way[-1]].sides[edge]
        if other is None or other not in wanted or other in way:
            continue
        for lead in face_at(state, other).leads(opposite(edge)):
            if lead >= NODE:
                yield (other, lead - NODE), (*way, other)
            else:
                todo.append(((*way, other), lead))


def place(state: State, hex_id: str, index: int) -> str:
    """The id of a stop: hex and number of its centre, or the name of a place drawn over several hexes."""
    return face_at(state, hex_id).nodes[index].group or f"{hex_id}.{index}"


def _edge(state: State, here: str, there: str) -> int | None:
    sides = state.rules.map.hexes[here].sides if here in state.rules.map.hexes else ()
    return sides.index(there) if there in sides else None


def _stop_at(state: State, here: str, neighbour: str) -> int | None:
    """The centre of a hex that track from a neighbour leads to."""
    edge = _edge(state, here, neighbour)
    if edge is None:
        return None
    for lead in face_at(state, here).leads(edge):
        if lead >= NODE:
            return lead - NODE
    return None


def _ends(state: State, leg: Sequence[str]) -> tuple[str, str] | None:
    """The stops at both ends of a leg."""
    if len(leg) < 2:
        return None
    first = _stop_at(state, leg[0], leg[1])
    last = _stop_at(state, leg[-1], leg[-2])
    if first is None or last is None:
        return None
    return place(state, leg[0], first), place(state, leg[-1], last)


def _joined(state: State, train: str, legs: list[list[str]]) -> Route | None:
    """Stretches between neighbouring stops, each in either direction and in any order along the line."""
    ends = [_ends(state, leg) for leg in legs]
    if any(pair is None for pair in ends):
        return None
    parts = [(pair, leg) for pair, leg in zip(ends, legs, strict=True) if pair is not None]
    for turned in (False, True):
        (start, end), leg = parts[0]
        if turned:
            start, end, leg = end, start, leg[::-1]
        line = _chain([start, end], [leg], parts[1:])
        if line is not None:
            return Route(train, tuple(line[0]), tuple(tuple(each) for each in line[1]))
    return None


def _chain(
    stops: list[str], legs: list[list[str]], rest: list[tuple[tuple[str, str], list[str]]]
) -> tuple[list[str], list[list[str]]] | None:
    """Join what is left to the end of a line."""
    if not rest:
        return stops, legs
    for at, ((start, end), leg) in enumerate(rest):
        others = rest[:at] + rest[at + 1 :]
        if start == stops[-1] and end not in stops:
            line = _chain([*stops, end], [*legs, leg], others)
        elif end == stops[-1] and start not in stops:
            line = _chain([*stops, start], [*legs, leg[::-1]], others)
        else:
            continue
        if line is not None:
            return line
    return None


def _walked(state: State, train: str, hexes: list[str]) -> Route | None:
    """Every hex of the run in order: cut where the track meets a centre."""
    if len(hexes) < 2 or any(name not in state.rules.map.hexes for name in hexes):
        return None
    stops: list[str] = []
    legs: list[tuple[str, ...]] = []
    leg: list[str] = []
    for at, here in enumerate(hexes):
        leg.append(here)
        centre = _centre(state, hexes, at)
        if centre is None:
            continue
        if len(leg) > 1:
            legs.append(tuple(leg))
        elif stops:
            return None
        stops.append(place(state, here, centre))
        leg = [here]
    if len(leg) > 1 or len(stops) < 2:
        return None
    return Route(train, tuple(stops), tuple(legs))


def _centre(state: State, hexes: Sequence[str], at: int) -> int | None:
    """The centre at which a run through these hexes stops here, None where it passes by."""
    here = hexes[at]
    face = face_at(state, here)
    found = [set(_centres(state, face.leads(edge))) for edge in _edges(state, hexes, at)]
    if not found or any(not part for part in found):
        return None
    both = set.intersection(*found)
    return min(both) if both else None


def _edges(state: State, hexes: Sequence[str], at: int) -> Iterator[int]:
    for other in (at - 1, at + 1):
        if 0 <= other < len(hexes):
            edge = _edge(state, hexes[at], hexes[other])
            if edge is not None:
                yield edge


def _centres(_state: State, leads: Sequence[int]) -> Iterator[int]:
    return (lead - NODE for lead in leads if lead >= NODE)
