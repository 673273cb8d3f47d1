"""Finding room on a hex: names, values, letters and terrain go where track and cities leave space."""

from __future__ import annotations

import math
from collections.abc import Sequence

from railhead.view.geometry import APOTHEM, SIDE, Point, corner, polar, toward
from railhead.view.track_svg import Obstacle

NAME_SIZE = 25.0
NAME_SIZES = (34.0, 31.0, 28.0, NAME_SIZE)
"""Names are written as large as the board allows and their hex has room for; `theme` has a class for each."""
NEARLY_AS_GOOD = 4.0
"""How much more crowded a larger name may stand."""
LABEL = 8.0
"""How much worse it is to cover another label than to cover track."""
_BREAKS = (" & ", "/", " ", "-")


LONGEST_LINE = 11 * NAME_SIZE
"""A name of more letters than this divided by its size is broken into two lines."""


def _extent(lines: Sequence[str], size: float) -> tuple[float, float]:
    """The width and the height of some lines of text."""
    return max(len(line) for line in lines) * size * 0.5, size * len(lines)


def lines_of(name: str, most: int = 11) -> tuple[str, ...]:
    """A name in one line, or broken near its middle into two."""
    if len(name) <= most:
        return (name,)
    best: tuple[int, str, str] | None = None
    for mark in _BREAKS:
        at = name.find(mark)
        while at > 0:
            first = name[:at] + {" & ": " &", "-": "-", "/": "/"}.get(mark, "")
            second = name[at + len(mark) :]
            longest = max(len(first), len(second))
            if second and (best is None or longest < best[0]):
                best = (longest, first, second)
            at = name.find(mark, at + 1)
        if best is not None and mark in (" & ", "/"):
            break
    return (name,) if best is None else best[1:]


def _half_width(layout: str, y: float) -> float:
    """How far a hex reaches to the side at a height."""
    if layout == "flat":
        return SIDE - abs(y) * SIDE / 2 / APOTHEM
    return APOTHEM * min(1.0, 2 - 2 * abs(y) / SIDE)


Lines = tuple[str, ...]
Wanted = tuple[str, Point, float]
"""A name, the point that it belongs to, and how far it stays away from it."""


class Room:
    """What is still free on one hex."""

    def __init__(self, layout: str, taken: Sequence[Obstacle]) -> None:
        self.layout = layout
        self.taken = list(taken)

    def _crowding(self, x: float, y: float, radius: float) -> float:
        total = 0.0
        for ox, oy, reach, weight in self.taken:
            limit = reach + radius
            dx = ox - x
            dy = oy - y
            if -limit < dx < limit and -limit < dy < limit:
                gap = math.sqrt(dx * dx + dy * dy) - limit
                if gap < 0:
                    total -= gap * weight
        return total

    def round(self, radius: float, near: Point | None = None) -> Point:
        """The best place for something round; near a point if one is given. The place is taken from then on."""
        best = self._round(radius, near)
        self.taken.append((*best, radius, LABEL))
        return best

    def enlarged(self, radius: float, large: float, near: Point | None = None) -> tuple[Point, float]:
        """A place for something round that may be so much larger if it covers nothing then, and how large it is."""
        point = self._round(radius * large, near)
        if large > 1 and self._crowding(*point, radius * large) > NEARLY_AS_GOOD:
            large = 1.0
        return self.round(radius * large, near), large

    def _round(self, radius: float, near: Point | None) -> Point:
        best: Point = (0.0, 0.0)
        least = math.inf
        for rank, point in enumerate(self._ring()):
            cost = self._crowding(*point, radius) + 0.15 * rank
            if near is not None:
                cost += 0.12 * math.dist(point, near)
            if cost < least:
                best, least = point, cost
            if near is None and cost <= 0.15 * rank:
                break  # free, and later places are only worse
        return best

    def corner(self, first: float, radius: float) -> Point:
        """A corner for something small, this one if it is free; taken from then on."""
        best: Point = (0.0, 0.0)
        least = math.inf
        for rank, step in enumerate((0, 1, 5, 2, 4, 3)):
            point = corner(self.layout, first + step, 78)
            cost = self._crowding(*point, radius) + 1.5 * rank
            if cost < least:
                best, least = point, cost
        self.taken.append((*best, radius, LABEL))
        return best

    def _ring(self) -> list[Point]:
        corners = [corner(self.layout, index + 0.5, 66) for index in (3, 2, 4, 1, 0, 5)]
        edges = [toward(self.layout, edge, 60) for edge in (3, 4, 2, 5, 1, 0)]
        inner = [polar(30 * i, 46) for i in range(12)]
        return corners + edges + inner

    def names(self, wanted: Sequence[Wanted], largest: float) -> tuple[list[tuple[Lines, Point]], float]:
        """Names near points, all of one size and as large as may be: lines and their middles, and the size."""
        _, least = self._try(wanted, NAME_SIZE)
        for size in NAME_SIZES:
            if size > largest and size > NAME_SIZE:
                continue
            found, cost = self._try(wanted, size)
            if cost <= least + NEARLY_AS_GOOD * len(wanted):
                break
        for lines, point in found:
            self._take(lines, point, size)
        return found, size

    def _try(self, wanted: Sequence[Wanted], size: float) -> tuple[list[tuple[Lines, Point]], float]:
        """Where names of a size would stand, and how bad that would be."""
        free, found, total = Room(self.layout, self.taken), [], 0.0
        for name, near, clear in wanted:
            lines = lines_of(name, int(LONGEST_LINE / size))
            point, cost = free._words(lines, near, clear, size)
            free._take(lines, point, size)
            found.append((lines, point))
            total += cost
        return found, total

    def words(self, lines: Sequence[str], near: Point, clear: float, size: float = NAME_SIZE) -> Point:
        """The middle of some lines of text below or above a point, or beside it; taken from then on."""
        point, _ = self._words(lines, near, clear, size)
        self._take(lines, point, size)
        return point

    def _take(self, lines: Sequence[str], point: Point, size: float) -> None:
        width, tall = _extent(lines, size)
        steps = max(int(width / 22), 1)
        for i in range(steps + 1):
            self.taken.append((point[0] - width / 2 + width * i / steps, point[1], tall / 2, LABEL))

    def _words(self, lines: Sequence[str], near: Point, clear: float, size: float) -> tuple[Point, float]:
        """The best place for some lines of text, and how bad it is."""
        width, tall = _extent(lines, size)
        x, y = near
        places = [
            (x, y + clear + tall / 2),
            (x, y - clear - tall / 2),
            (x, y + clear + 14 + tall / 2),
            (x, y - clear - 14 - tall / 2),
            (0.0, 70 - tall / 2),
            (0.0, -70 + tall / 2),
            (x / 2, y + clear + 6 + tall / 2),
            (x / 2, y - clear - 6 - tall / 2),
            (x - clear - width / 2 - 2, y),
            (x + clear + width / 2 + 2, y),
        ]
        liked = len(places)
        spare = [(side, high) for high in (60.0, -60.0, 42.0, -42.0, 22.0, -22.0, 0.0) for side in (0.0, -20.0, 20.0)]
        places += [point for point in spare if math.dist(point, near) < clear + tall]
        best, least = places[0], math.inf
        for rank, point in enumerate(places):
            cost = self._strip(point, width, tall) + 2.5 * min(rank, liked)
            if cost < least:
                best, least = point, cost
            if least <= 2.5 * (rank + 1):
                break
        return best, least

    def _strip(self, point: Point, width: float, tall: float) -> float:
        """How crowded a strip of text is, and how far it leaves the hex."""
        x, y = point
        steps = max(int(width / 22), 1)
        crowd = sum(self._crowding(x - width / 2 + width * i / steps, y, tall / 2 - 3) for i in range(steps + 1))
        edge = _half_width(self.layout, y) + 4
        outside = max(abs(y) + tall / 2 - APOTHEM, 0) * 5 + max(abs(x) + width / 2 - edge, 0) * 1.6
        return crowd + outside
