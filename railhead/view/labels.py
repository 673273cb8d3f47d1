"""Finding room on a hex: names, values, letters and terrain go where track and cities leave space.

A hex is covered by a fine grid. Each cell knows how bad it is to cover it: nothing on open ground, something on
track, much on a city or another label, and more the further a label leaves the hex. A label tries many places,
nearest to what it belongs to first, and takes the cheapest.
"""

from __future__ import annotations

import math
import re
from functools import lru_cache
from itertools import accumulate
from operator import add
from typing import TYPE_CHECKING, NamedTuple

from railhead.view.geometry import APOTHEM, Point, corner, polar, toward

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from railhead.view.track_svg import Obstacle

NAME_SIZE = 25.0
SMALLEST = 22.0
"""Where a name of the usual size would cover much track."""
NAME_SIZES = (34.0, 31.0, 28.0, NAME_SIZE, SMALLEST)
"""Names are written as large as the board allows and their hex has room for; `theme` has a class for each."""
SHRINK = 4.0
"""How much covered ground a name accepts for each unit of size that it keeps."""
TOO_SMALL = 60.0
"""How much more it accepts to keep the usual size."""
LABEL = 14.0
"""How bad it is to cover a cell of another label; see `track_svg` for cells of track and cities."""
OUTSIDE = 2.5
"""How bad it is to leave the hex, for the first cell; it grows with the distance."""
CELL = 6.0
REACH = 132.0
"""How far the grid extends from the centre to each side."""
_CELLS = int(2 * REACH / CELL)
_QUALIFIER = re.compile(r"-(?:sur|sous|en|lès)-\w+")
"""What a map leaves out where it is crowded: Blangy for Blangy-sur-Bresle."""
APART = 50.0
"""How bad it is to write the two names of a hex apart, each at its town."""
LEFT_OUT = 40.0
"""How bad it is to leave it out."""
ROUNDING = 1e-6
"""Places that differ by less are equally good; the nearest is taken."""
_BREAKS = (" & ", "/", " ", "-")
_NARROW, _WIDE = frozenset("iljtfrI'.,-/ "), frozenset("mwMW")

Lines = tuple[str, ...]
Wanted = tuple[str, Point, float]
"""A name, the point that it belongs to, and how far it stays away from it."""
Place = tuple[float, float, float, int, int, int, int]
"""A place for a box: its price, the middle of the box, and its columns and rows of cells, each to before its end."""


def width_of(line: str) -> float:
    """The width of a line of text in units of its size, for a serif of ordinary width."""
    return sum(0.36 if c in _NARROW else 0.9 if c in _WIDE else 0.7 if c.isupper() else 0.57 for c in line)


def _extent(lines: Sequence[str], size: float) -> tuple[float, float]:
    """The width and the height of some lines of text."""
    return max(map(width_of, lines)) * size, size * len(lines)


@lru_cache(maxsize=1024)
def ways_to_break(name: str) -> tuple[Lines, ...]:
    """A name in one line, in two or in three, broken where it can be; then the same for its short form."""
    short = _QUALIFIER.sub("", name)
    return (*_lines(name), *(_lines(short) if short != name else ()))


def _lines(name: str) -> tuple[Lines, ...]:
    twos = [(first, second) for first, second in _broken(name) if min(len(first), len(second)) > 2]
    threes = [
        (first, middle, last)
        for first, rest in twos
        for middle, last in _broken(rest)
        if min(len(middle), len(last)) > 2
    ]
    return tuple(dict.fromkeys([(name,), *twos, *threes]))


def _broken(name: str) -> Iterator[tuple[str, str]]:
    """A name in two parts, at each place where it can be broken; " & " stays with the first."""
    for mark in _BREAKS:
        at = name.find(mark)
        while at > 0:
            if not (mark == " " and "&" in (name[at - 1], name[at + 1 : at + 2])):
                yield name[:at] + mark.rstrip(), name[at + len(mark) :]
            at = name.find(mark, at + 1)


def lines_of(name: str, most: int = 11) -> Lines:
    """A name in one line, or broken near its middle into two if it has more letters than these."""
    ways = [way for way in ways_to_break(name) if len(way) == 2]
    if len(name) <= most or not ways:
        return (name,)
    listed = [way for way in ways if way[0].endswith(("&", "/"))]
    return min(listed or ways, key=lambda lines: max(map(len, lines)))


@lru_cache(maxsize=2)
def _open_ground(layout: str) -> tuple[tuple[float, ...], ...]:
    """The cells of a hex without anything on it: free inside, dearer with the distance outside."""
    return tuple(
        tuple(_outside(layout, (column + 0.5) * CELL - REACH, (row + 0.5) * CELL - REACH) for column in range(_CELLS))
        for row in range(_CELLS)
    )


def _outside(layout: str, x: float, y: float) -> float:
    beyond = max(x * dx + y * dy - APOTHEM for dx, dy in (toward(layout, edge, 1.0) for edge in range(6)))
    return OUTSIDE + max(beyond, 0.0) / 2 if beyond > -CELL / 3 else 0.0


class Room:
    """What is still free on one hex."""

    def __init__(self, layout: str, taken: Sequence[Obstacle]) -> None:
        self.layout = layout
        self._cells = [list(row) for row in _open_ground(layout)]
        for x, y, radius, weight in taken:
            self._cover_round(x, y, radius, weight)
        self._totals: list[list[float]] = []

    def copy(self) -> Room:
        """The same room, to place more in it."""
        other = Room.__new__(Room)
        other.layout = self.layout
        other._cells = [row[:] for row in self._cells]
        other._totals = self._totals
        return other

    @property
    def _sums(self) -> list[list[float]]:
        """For each corner of the grid, the sum of all cells above and left of it: four of them are any box's sum."""
        if not self._totals:
            above = [0.0] * (_CELLS + 1)
            self._totals = [above]
            for row in self._cells:
                above = list(map(add, above, accumulate(row, initial=0.0)))
                self._totals.append(above)
        return self._totals

    def _cover_round(self, x: float, y: float, radius: float, weight: float) -> None:
        for row in range(_index(y - radius), _index(y + radius) + 1):
            dy = (row + 0.5) * CELL - REACH - y
            half = math.sqrt(max(radius**2 - dy**2, 0.0))
            cells = self._cells[row]
            for column in range(_index(x - half), _index(x + half) + 1):
                cells[column] = max(cells[column], weight)

    def _cover_box(self, point: Point, width: float, tall: float) -> None:
        left, right = _index(point[0] - width / 2), _index(point[0] + width / 2)
        for row in range(_index(point[1] - tall / 2), _index(point[1] + tall / 2) + 1):
            cells = self._cells[row]
            for column in range(left, right + 1):
                cells[column] = max(cells[column], LABEL)
        self._totals = []

    def _crowding(self, point: Point, width: float, tall: float) -> float:
        """What a box around a point would cover."""
        left, right = _index(point[0] - width / 2), _index(point[0] + width / 2) + 1
        upper = self._sums[_index(point[1] - tall / 2)]
        lower = self._sums[_index(point[1] + tall / 2) + 1]
        return lower[right] - lower[left] - upper[right] + upper[left]

    def round(self, radius: float, near: Point | None = None) -> Point:
        """The best place for something round, near a point if one is given; the place is then taken."""
        best, _ = self._round(radius, near)
        self._cover_box(best, 1.8 * radius, 1.8 * radius)
        return best

    def enlarged(self, radius: float, large: float, near: Point | None = None) -> tuple[Point, float]:
        """A place for something round, enlarged by this factor if it still covers nothing, and its size."""
        if large > 1 and self._round(radius * large, near)[1] > 8:
            large = 1.0
        return self.round(radius * large, near), large

    def _round(self, radius: float, near: Point | None) -> tuple[Point, float]:
        """The best place for something round, and what it covers there."""
        best, least, covered = (0.0, 0.0), math.inf, 0.0
        for rank, point in enumerate(_ring(self.layout)):
            here = self._crowding(point, 1.8 * radius, 1.8 * radius)
            cost = here + (0.15 * rank if near is None else 0.15 * math.dist(point, near) + 0.02 * rank)
            if cost < least:
                best, least, covered = point, cost, here
        return best, covered

    def corner(self, first: float, radius: float) -> Point:
        """A corner for something small, this one if it is free; the corner is then taken."""
        best: Point = (0.0, 0.0)
        least = math.inf
        for rank, step in enumerate((0, 1, 5, 2, 4, 3)):
            point = corner(self.layout, first + step, 78)
            cost = self._crowding(point, 2 * radius, 2 * radius) + 0.3 * rank
            if cost < least:
                best, least = point, cost
        self._cover_box(best, 2 * radius, 2 * radius)
        return best

    def names(self, ways: Sequence[Sequence[Wanted]], largest: float) -> tuple[list[tuple[Lines, Point]], float]:
        """Names near points, all the same size and as large as possible: lines and their middles, and the size.

        Of several ways to write them the first is taken, unless another covers much less.
        """
        best: tuple[float, float, list[tuple[Lines, Point]]] | None = None
        for way, wanted in enumerate(ways):
            for size in NAME_SIZES:
                if size > max(largest, NAME_SIZE):
                    continue
                found, cost = self._try(wanted, size)
                smaller = SHRINK * (max(largest, NAME_SIZE) - size) + (TOO_SMALL if size < NAME_SIZE else 0.0)
                cost += smaller * len(wanted) + APART * way
                if best is None or cost < best[0]:
                    best = (cost, size, found)
        assert best is not None
        _, size, found = best
        for lines, point in found:
            self._cover_box(point, *_extent(lines, size))
        return found, size

    def _try(self, wanted: Sequence[Wanted], size: float) -> tuple[list[tuple[Lines, Point]], float]:
        """Where names of a size would go, and how bad that would be."""
        free, found, total = self if len(wanted) == 1 else self.copy(), [], 0.0
        for name, near, clear in wanted:
            lines, point, cost = free._best_lines(name, near, clear, size)
            if len(wanted) > 1:
                free._cover_box(point, *_extent(lines, size))
            found.append((lines, point))
            total += cost
        return found, total

    def _best_lines(self, name: str, near: Point, clear: float, size: float) -> tuple[Lines, Point, float]:
        """One line or two, whichever fits better."""
        best: tuple[Lines, Point, float] | None = None
        for lines in ways_to_break(name):
            point, cost = self._box(*_extent(lines, size), near, clear)
            cost += 0.0 if _is_whole(lines, name) else LEFT_OUT
            cost += 5.0 * (len(lines) - 1) + 0.5 * (max(map(width_of, lines)) - min(map(width_of, lines)))
            if best is None or cost < best[2]:
                best = (lines, point, cost)
        assert best is not None
        return best

    def box(self, width: float, tall: float, near: Point, clear: float) -> Point:
        """The middle of something flat and wide below or above a point, or beside it; the place is then taken."""
        point, _ = self._box(width, tall, near, clear)
        self._cover_box(point, width, tall)
        return point

    def _box(self, width: float, tall: float, near: Point, clear: float) -> tuple[Point, float]:
        """The best place for a box, and how bad it is. Places come nearest first, so that the search ends early."""
        best, least, sums = near, math.inf, self._sums
        for away, x, y, left, right, top, bottom in _around(near, clear, width, tall):
            if away >= least:
                break
            upper, lower = sums[top], sums[bottom]
            cost = away + lower[right] - lower[left] - upper[right] + upper[left]
            if cost < least - ROUNDING:
                best, least = (x, y), cost
        return best, least


def _is_whole(lines: Lines, name: str) -> bool:
    """Whether nothing of a name is left out."""
    return sum(map(len, lines)) >= len(name) - 2 * (len(lines) - 1)


def _index(at: float) -> int:
    return min(max(int((at + REACH) / CELL), 0), _CELLS - 1)


@lru_cache(maxsize=4096)
def _around(near: Point, clear: float, width: float, tall: float) -> list[Place]:
    """Places for a box on a grid over the hex, and straight below and above the point; the cheapest first.

    The price is the gap to the point, and a little for standing above or beside it. A name may touch the circle of
    its city; the cells rule out one that covers it.
    """
    x, y = near
    found = []
    straight = (_Line.of(at, y, tall, 0.0) for at in (y + clear + tall / 2, y - clear - tall / 2))
    grid = [_Line.of(row * 6.0, y, tall, 0.0) for row in range(-13, 14)]
    for lines, columns in (
        (grid, [_Line.of(column * 11.0, x, width, 0.07) for column in range(-7, 8)]),
        (straight, [_Line.of(x, x, width, 0.07)]),
    ):
        for row in lines:
            above = 0.8 if row.at < y else 0.0
            for column in columns:
                gap = max(math.hypot(column.gap, row.gap) - clear, 0.0)
                price = 0.35 * gap + column.price + above
                found.append((price, column.at, row.at, column.first, column.end, row.first, row.end))
    return sorted(found)


class _Line(NamedTuple):
    """A column or a row of places for a box: where its middle is, its gap to the point, its price, and its cells."""

    at: float
    gap: float
    price: float
    first: int
    end: int

    @classmethod
    def of(cls, at: float, near: float, size: float, price: float) -> _Line:
        away = abs(at - near)
        first, end = _index(at - size / 2), _index(at + size / 2) + 1
        return cls(at, max(away - size / 2, 0.0), price * away, first, end)


@lru_cache(maxsize=2)
def _ring(layout: str) -> tuple[Point, ...]:
    """Places for something small, preferred ones first."""
    corners = [corner(layout, index + 0.5, 66) for index in (3, 2, 4, 1, 0, 5)]
    edges = [toward(layout, edge, 60) for edge in (3, 4, 2, 5, 1, 0)]
    between = [polar(30 * i + 15, 62) for i in range(12)]
    inner = [polar(30 * i, 46) for i in range(12)]
    return tuple(corners + edges + between + inner)
