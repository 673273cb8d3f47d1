"""Track as it is drawn: where the centres of a face lie, its rails and bridges, cities and towns."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from railhead.core.reach import is_terminal
from railhead.core.tiles import NODE, Face
from railhead.view.geometry import (
    APOTHEM,
    Curve,
    Point,
    between_edges,
    crossing,
    edge_point,
    from_edge,
    num,
    polar,
    toward,
    xy,
)
from railhead.view.symbols import SLOT, dark_ring

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from railhead.core.facts import NodeFacts

Obstacle = tuple[float, float, float, float]
"""A round place that is taken: x, y, radius, and how bad it is to cover it."""


@dataclass(frozen=True, eq=False)
class Spot:
    """A revenue centre as it is drawn."""

    point: Point
    slots: tuple[Point, ...] = ()
    bar: float | None = None  # the heading of the track that a town's bar crosses


@dataclass(frozen=True, eq=False)
class FaceArt:
    """A face as it is drawn."""

    track: str
    spots: tuple[Spot, ...]
    ways: Mapping[tuple[int, int], Curve]  # from end to end, both directions
    taken: tuple[Obstacle, ...]


@lru_cache(maxsize=4096)
def face_art(layout: str, face: Face, rotation: int) -> FaceArt:
    """The drawing of a face; `rotation` turns the places of its centres, its track is turned already."""
    through = _through_towns(layout, face)
    spots = tuple(_spot(layout, face, rotation, i, through) for i in range(len(face.nodes)))
    ways = dict(_ways(layout, face, spots, through))
    rails = _rails(face, ways, through)
    wedges = "".join(_wedge(layout, edge) for edge in _wedge_edges(face))
    taken: list[Obstacle] = [(*point, 9.0, 2.5) for _, curve in rails for point in curve.samples(9)]
    taken += [(*slot, SLOT + 3, 14.0) for spot in spots for slot in spot.slots]
    taken += [
        (*spot.point, 14.0 if spot.bar is None else 22.0, 9.0)
        for spot, node in zip(spots, face.nodes, strict=True)
        if not spot.slots and node.type == "town"
    ]
    taken += [(*toward(layout, edge, far), 10.0, 3.0) for edge in _wedge_edges(face) for far in (56, 76)]
    return FaceArt(_track(rails) + wedges, spots, ways, tuple(taken))


def _through_towns(layout: str, face: Face) -> dict[int, tuple[Curve, float, tuple[int, int]]]:
    """Towns that lie on a single track: its curve, how far along it, and its two edges."""
    edges: dict[int, tuple[int, int]] = {}
    for i, node in enumerate(face.nodes):
        leads = face.leads(NODE + i)
        if node.type == "town" and len(leads) == 2 and all(lead < NODE for lead in leads) and leads[0] != leads[1]:
            edges[i] = (leads[0], leads[1])
    curves = {i: between_edges(layout, *pair) for i, pair in edges.items()}
    plain = [between_edges(layout, a, b) for a, b in face.paths if a < NODE and b < NODE]
    found = {}
    for i, curve in curves.items():
        others = plain + [other for j, other in curves.items() if j != i]
        found[i] = (curve, _free_part(curve, others), edges[i])
    return found


def _free_part(curve: Curve, others: list[Curve]) -> float:
    """How far along a curve a bar stands clear of other track: the middle if it can."""
    if not others:
        return 0.5
    points = [point for other in others for point in other.samples(9)]

    def room(t: float) -> float:
        here = curve.point(t)
        return min(*(math.dist(here, point) for point in points), 34 - 20 * abs(t - 0.5))

    return max((0.5, 0.4, 0.6, 0.3, 0.7), key=room)


def _spot(
    layout: str, face: Face, rotation: int, index: int, through: Mapping[int, tuple[Curve, float, tuple[int, int]]]
) -> Spot:
    node = face.nodes[index]
    if index in through:
        curve, t, _ = through[index]
        return Spot(curve.point(t), bar=curve.heading(t))
    point, tilt = _node_point(layout, face, rotation, index)
    return Spot(point, _slots(point, node.slots, tilt))


def _node_point(layout: str, face: Face, rotation: int, index: int) -> tuple[Point, float]:
    """Where a centre lies, and the direction of a row of slots there."""
    node = face.nodes[index]
    many = len(face.nodes)
    reach = {0: 45.0, 1: 52.0, 2: 50.0}.get(node.slots, 45.0)
    if isinstance(node.at, int | float):
        point = toward(layout, node.at + rotation, reach)
    elif node.at == "center" or many == 1:
        return (0.0, 0.0), 0.0
    else:
        x = sum(edge_point(layout, edge)[0] for edge in face.node_exits[index])
        y = sum(edge_point(layout, edge)[1] for edge in face.node_exits[index])
        away = math.hypot(x, y)
        point = (x / away * reach, y / away * reach) if away > 20 else _spread(index, many, reach)
    return point, math.degrees(math.atan2(point[1], point[0])) + 90


def _spread(index: int, many: int, reach: float) -> Point:
    if many == 2:
        return (-34.0, -14.0) if index == 0 else (34.0, 14.0)
    return polar(360 / many * index - 90, reach)


def _slots(point: Point, count: int, tilt: float) -> tuple[Point, ...]:
    """The middles of a city's slots."""
    if count <= 1:
        return (point,) * count
    if count == 2:
        dx, dy = polar(tilt, SLOT + 1.5)
        return (point[0] - dx, point[1] - dy), (point[0] + dx, point[1] + dy)
    ring = (SLOT + 1.5) / math.sin(math.pi / count)
    first = 45 if count == 4 else -90
    around = [polar(first + 360 / count * i, ring) for i in range(count)]
    ordered = sorted(around, key=lambda p: (round(p[1]), p[0])) if count <= 4 else around
    return tuple((point[0] + x, point[1] + y) for x, y in ordered)


def _ways(
    layout: str, face: Face, spots: tuple[Spot, ...], through: Mapping[int, tuple[Curve, float, tuple[int, int]]]
) -> Iterator[tuple[tuple[int, int], Curve]]:
    """The curve of every path, in both directions."""
    for a, b in face.paths:
        first, last = min(a, b), max(a, b)
        if last < NODE:
            curve = between_edges(layout, first, last)
        elif first >= NODE:
            curve = Curve(spots[first - NODE].point, spots[last - NODE].point)
        elif last - NODE in through:
            whole, t, edges = through[last - NODE]
            curve = whole.part(0, t) if edges[0] == first else whole.part(1, t)
        elif _ends_in_wedge(face.nodes[last - NODE]):
            curve = Curve(edge_point(layout, first), toward(layout, first, 42))
        else:
            curve = from_edge(layout, first, spots[last - NODE].point)
        yield (first, last), curve
        yield (last, first), curve.part(1, 0)


def _ends_in_wedge(node: NodeFacts) -> bool:
    return not node.slots and node.type != "town" and is_terminal(node)


def _wedge_edges(face: Face) -> list[int]:
    return [min(a, b) for a, b in face.paths if max(a, b) >= NODE and _ends_in_wedge(face.nodes[max(a, b) - NODE])]


def _wedge(layout: str, edge: int) -> str:
    """The arrow by which track leaves the map."""
    left, right = (
        toward(layout, edge + side, APOTHEM / math.cos(math.radians(abs(side) * 60))) for side in (-0.09, 0.09)
    )
    return f'<path class="solid" d="M{xy(left)}L{xy(right)}L{xy(toward(layout, edge, 42))}Z"/>'


Rail = tuple[frozenset[int], Curve]


def _rails(
    face: Face,
    ways: Mapping[tuple[int, int], Curve],
    through: Mapping[int, tuple[Curve, float, tuple[int, int]]],
) -> list[Rail]:
    """The curves to draw with the ends that they join; the two halves at a town in one piece."""
    rails: list[Rail] = [(frozenset(edges), curve) for curve, _, edges in through.values()]
    for a, b in face.paths:
        last = max(a, b)
        if last >= NODE and (last - NODE in through or _ends_in_wedge(face.nodes[last - NODE])):
            continue
        rails.append((frozenset((a, b)), ways[(a, b)]))
    return rails


def _track(rails: list[Rail]) -> str:
    """Casing below, rails above, and once more where one track bridges another."""
    if not rails:
        return ""
    data = "".join(curve.data() for _, curve in rails)
    drawn = f'<path class="case" d="{data}"/><path class="rail" d="{data}"/>'
    over = []
    for i, (ends, curve) in enumerate(rails):
        for others, other in rails[:i]:
            t = None if ends & others else crossing(curve, other)
            if t is not None:
                half = 15 / curve.length
                over.append((curve.part(t - half, t + half), curve.part(t - half * 1.15, t + half * 1.15)))
    for case, rail in over:
        drawn += f'<path class="case" d="{case.data()}"/><path class="rail" d="{rail.data()}"/>'
    return drawn


def city_shape(spot: Spot, node: NodeFacts) -> str:
    """The ground of a city: a circle, or slots joined in a pill."""
    ring = dark_ring(spot.point, SLOT) if node.own_type else ""
    if len(spot.slots) == 1:
        x, y = spot.slots[0]
        return f'{ring}<circle cx="{num(x)}" cy="{num(y)}" r="{num(SLOT)}" class="slot"/>'
    data = "M" + "L".join(xy(point) for point in _around(spot)) + "Z"
    width = 2 * SLOT + 8
    seats = "".join(f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(SLOT - 1)}" class="seat"/>' for x, y in spot.slots)
    return (
        f'{ring}<path class="pill" d="{data}"/>'
        f'<path d="{data}" fill="var(--rh-slot)" stroke="var(--rh-slot)" stroke-width="{num(width - 5)}" '
        f'stroke-linejoin="round"/>{seats}'
    )


def _around(spot: Spot) -> list[Point]:
    """The slots in the order in which a line goes round them."""
    cx = sum(x for x, _ in spot.slots) / len(spot.slots)
    cy = sum(y for _, y in spot.slots) / len(spot.slots)
    return sorted(spot.slots, key=lambda p: math.atan2(p[1] - cy, p[0] - cx))


def town_shape(spot: Spot) -> str:
    """A bar across the track that passes, a dot where it ends or meets."""
    x, y = spot.point
    if spot.bar is None:
        return f'<circle cx="{num(x)}" cy="{num(y)}" r="11" class="solid" stroke="#fffaf0" stroke-width="3"/>'
    turn = num(spot.bar + 90)
    return (
        f'<rect x="-24" y="-6" width="48" height="12" rx="2" class="solid" stroke="#fffaf0" stroke-width="2.5" '
        f'transform="translate({xy(spot.point)}) rotate({turn})"/>'
    )
