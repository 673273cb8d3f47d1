"""A route from clicks: the shortest way along the track that touches the clicked hexes in their order."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence

from railhead.core.hexes import opposite
from railhead.core.reach import face_at
from railhead.core.scoring import Route
from railhead.core.state import State
from railhead.core.tiles import NODE

Spot = tuple[str, int, int]
"""A hex, an end of its track (an edge by which it was entered, or a node), and how many clicks are touched."""
MOST = 20_000


def stop_id(state: State, hex_id: str, node: int) -> str:
    """The name of a stop: its hex and number, or the place that is drawn over several hexes."""
    group = face_at(state, hex_id).nodes[node].group
    return group or f"{hex_id}.{node}"


def trace(state: State, train: str, clicks: Sequence[str]) -> Route | None:
    """The route of a train over the clicked hexes; None if no track leads that way."""
    hexes = state.rules.map.hexes
    if len(clicks) < 2 or any(name not in hexes for name in clicks):
        return None
    before: dict[Spot, Spot | None] = {}
    todo: deque[Spot] = deque()
    for node in range(len(face_at(state, clicks[0]).nodes)):
        start = (clicks[0], NODE + node, 1)
        before[start] = None
        todo.append(start)
    while todo and len(before) < MOST:
        spot = todo.popleft()
        if spot[1] >= NODE and spot[2] == len(clicks) and spot[0] == clicks[-1]:
            return _route(state, train, spot, before)
        for other in _onward(state, spot, clicks):
            if other not in before:
                before[other] = spot
                todo.append(other)
    return None


def _onward(state: State, spot: Spot, clicks: Sequence[str]) -> Iterator[Spot]:
    hex_id, end, touched = spot
    for here in _drawings(state, hex_id, end):
        for lead in face_at(state, here).leads(end if here == hex_id else _node_in(state, here, hex_id, end)):
            if lead >= NODE:
                if end < NODE:
                    yield (here, lead, touched)
                continue
            other = state.rules.map.hexes[here].sides[lead]
            if other is not None:
                on = touched < len(clicks) and other == clicks[touched]
                yield (other, opposite(lead), touched + on)


def _drawings(state: State, hex_id: str, end: int) -> Iterator[str]:
    """The hexes over which a place is drawn; of an edge only its own."""
    yield hex_id
    if end < NODE:
        return
    group = face_at(state, hex_id).nodes[end - NODE].group
    if group:
        for other in state.rules.map.hexes:
            if other != hex_id and any(node.group == group for node in face_at(state, other).nodes):
                yield other


def _node_in(state: State, here: str, hex_id: str, end: int) -> int:
    group = face_at(state, hex_id).nodes[end - NODE].group
    return next(NODE + i for i, node in enumerate(face_at(state, here).nodes) if node.group == group)


def _route(state: State, train: str, last: Spot, before: dict[Spot, Spot | None]) -> Route:
    way: list[Spot] = []
    spot: Spot | None = last
    while spot is not None:
        way.append(spot)
        spot = before[spot]
    way.reverse()
    stops = [stop_id(state, way[0][0], way[0][1] - NODE)]
    legs: list[tuple[str, ...]] = []
    leg = [way[0][0]]
    for hex_id, end, _ in way[1:]:
        if hex_id != leg[-1]:
            leg.append(hex_id)
        if end >= NODE:
            stops.append(stop_id(state, hex_id, end - NODE))
            legs.append(tuple(leg))
            leg = [hex_id]
    return Route(train, tuple(stops), tuple(legs))
