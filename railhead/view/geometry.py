"""Where things lie: hex centres, corners and edges, and the curves that track follows.

A hex side is `SIDE` long and every hex is drawn around its own origin; x grows to the right, y downwards.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from railhead.core.hexes import place

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

SIDE = 100.0
APOTHEM = SIDE * math.sqrt(3) / 2

Point = tuple[float, float]

_FIRST_EDGE = {"flat": 90.0, "pointy": 120.0}
_FIRST_CORNER = {"flat": 0.0, "pointy": 30.0}
_STEP = {"flat": (SIDE * 1.5, APOTHEM), "pointy": (APOTHEM, SIDE * 1.5)}


def num(value: float) -> str:
    """A number as short as SVG allows."""
    rounded = round(value, 1)
    return str(int(rounded)) if rounded == int(rounded) else f"{rounded:.1f}"


def xy(point: Point) -> str:
    """A point as SVG writes it."""
    return f"{num(point[0])} {num(point[1])}"


def polar(degrees: float, distance: float) -> Point:
    """A point in a direction from the origin."""
    angle = math.radians(degrees)
    return math.cos(angle) * distance, math.sin(angle) * distance


def direction(layout: str, edge: float) -> float:
    """The direction of an edge in degrees; a half number is the corner between two edges."""
    return _FIRST_EDGE[layout] + 60 * edge


def toward(layout: str, edge: float, distance: float) -> Point:
    """A point on the way from the centre to an edge or corner."""
    return polar(direction(layout, edge), distance)


def edge_point(layout: str, edge: int) -> Point:
    """The middle of an edge."""
    return toward(layout, edge, APOTHEM)


def corner(layout: str, index: float, size: float = SIDE) -> Point:
    """A corner of the hex; corner `e + 0.5` lies between edge e and the next."""
    return toward(layout, index, size)


def edge_ends(layout: str, edge: int) -> tuple[Point, Point]:
    """The two corners of an edge."""
    return corner(layout, edge - 0.5), corner(layout, edge + 0.5)


def outline(layout: str, size: float = SIDE) -> str:
    """The hex as path data."""
    first = _FIRST_CORNER[layout]
    return "M" + "L".join(xy(polar(first + 60 * i, size)) for i in range(6)) + "Z"


def centre(name: str, layout: str, axes: Mapping[str, str]) -> Point:
    """Where a hex of the map has its origin."""
    x, y = place(name, axes)
    step = _STEP[layout]
    return x * step[0], y * step[1]


def bounds(points: Iterable[Point]) -> tuple[float, float, float, float]:
    """The smallest and largest x and y of some points: left, top, right, bottom."""
    there = list(points)
    return (
        min(x for x, _ in there),
        min(y for _, y in there),
        max(x for x, _ in there),
        max(y for _, y in there),
    )


@dataclass(frozen=True)
class Curve:
    """A straight line or an arc of a circle from one point to another.

    `turn` is the angle in radians that an arc sweeps, positive clockwise as seen; 0 for a line.
    """

    start: Point
    end: Point
    radius: float = 0.0
    turn: float = 0.0

    @cached_property
    def length(self) -> float:
        """How long it is."""
        return self.radius * abs(self.turn) if self.radius else math.dist(self.start, self.end)

    @cached_property
    def middle(self) -> Point:
        """The centre of an arc's circle."""
        half = math.dist(self.start, self.end) / 2
        rise = math.sqrt(max(self.radius**2 - half**2, 0.0)) * (1 if abs(self.turn) <= math.pi else -1)
        dx, dy = (self.end[0] - self.start[0]) / (2 * half), (self.end[1] - self.start[1]) / (2 * half)
        sign = 1 if self.turn > 0 else -1
        x, y = (self.start[0] + self.end[0]) / 2, (self.start[1] + self.end[1]) / 2
        return x - sign * dy * rise, y + sign * dx * rise

    def point(self, t: float) -> Point:
        """The point after a part t of the way."""
        (ax, ay), (bx, by) = self.start, self.end
        if not self.radius:
            return ax + (bx - ax) * t, ay + (by - ay) * t
        cx, cy = self.middle
        angle = self.turn * t
        cos, sin = math.cos(angle), math.sin(angle)
        x, y = ax - cx, ay - cy
        return cx + x * cos - y * sin, cy + x * sin + y * cos

    def heading(self, t: float) -> float:
        """The direction in degrees in which it runs there."""
        (ax, ay), (bx, by) = self.point(max(t - 0.01, 0)), self.point(min(t + 0.01, 1))
        return math.degrees(math.atan2(by - ay, bx - ax))

    def part(self, low: float, high: float) -> Curve:
        """The piece between two parts of the way; backwards if the first is the larger."""
        return Curve(self.point(low), self.point(high), self.radius, self.turn * (high - low))

    def data(self, move: bool = True) -> str:
        """SVG path data."""
        begin = f"M{xy(self.start)}" if move else ""
        if not self.radius:
            return f"{begin}L{xy(self.end)}"
        large = int(abs(self.turn) > math.pi)
        radius = num(self.radius)
        return f"{begin}A{radius} {radius} 0 {large} {int(self.turn > 0)} {xy(self.end)}"

    def samples(self, count: int) -> list[Point]:
        """Points along it, both ends included."""
        return [self.point(i / (count - 1)) for i in range(count)]


def from_edge(layout: str, edge: int, end: Point) -> Curve:
    """The curve that leaves an edge at a right angle and ends at a point."""
    start = edge_point(layout, edge)
    nx, ny = -start[0] / APOTHEM, -start[1] / APOTHEM
    dx, dy = end[0] - start[0], end[1] - start[1]
    ahead, aside = dx * nx + dy * ny, -dx * ny + dy * nx
    if abs(aside) < 0.5:
        return Curve(start, end)
    radius = (ahead**2 + aside**2) / (2 * abs(aside))
    turn = 2 * math.atan2(abs(aside), ahead)
    return Curve(start, end, radius, math.copysign(turn, aside))


def between_edges(layout: str, one: int, other: int) -> Curve:
    """Plain track from edge to edge."""
    return from_edge(layout, one, edge_point(layout, other))


def crossing(one: Curve, other: Curve) -> float | None:
    """How far along the first curve it crosses the second, both ends left out; None if it does not."""
    mine, theirs = (curve.samples(13 if curve.radius else 2) for curve in (one, other))
    for i in range(len(mine) - 1):
        for j in range(len(theirs) - 1):
            hit = _meet(mine[i], mine[i + 1], theirs[j], theirs[j + 1])
            if hit is not None:
                t = (i + hit) / (len(mine) - 1)
                if 0.06 < t < 0.94:
                    return t
    return None


def _meet(a: Point, b: Point, c: Point, d: Point) -> float | None:
    """Where on the line a to b it meets the line c to d, as a part of the way."""
    rx, ry, sx, sy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    cross = rx * sy - ry * sx
    if abs(cross) < 1e-9:
        return None
    qx, qy = c[0] - a[0], c[1] - a[1]
    t, u = (qx * sy - qy * sx) / cross, (qx * ry - qy * rx) / cross
    return t if 0 <= t <= 1 and 0 <= u <= 1 else None
