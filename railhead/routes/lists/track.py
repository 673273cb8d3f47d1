"""The places and the track that routes are made of, as one kind of train sees them.

Several boards can be searched at once: the board as it is, which is bit 0, and the boards after one lay each. Then
track says which boards have it, as bits, and a stop that differs from board to board is several *places*. On a single
board the places are the stops.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from railhead.core.scoring import named
from railhead.core.tiles import NODE
from railhead.routes.bonuses import Bonus, Bonuses, bonus_sets
from railhead.routes.problem import NO_LIMIT, Kind, PlaceView, Problem

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

Way = tuple[int, tuple[str, ...], int, int]
"""Track from one place to the next: its sides, its hexes, the other place, and the boards that have it."""
Row = tuple[int, int, int, int, int, int, int, bool]
"""A place for a train that may visit it: its number, the bit of its stop, the bits of the stops that cannot be in a
route with it, revenue, subsidy, how much it uses of the range (cities, stops), and whether a route must end there."""
Link = tuple[int, tuple[str, ...], int, int, int, int, int, int, int, int, bool]
"""Sides, hexes and boards of a way, and the row of the place to which it leads."""


class Links(dict[int, list[Link]]):
    """The links from each place, made when they are first needed: a train gets to few of the places."""

    def __init__(self, track: Track, rows: Mapping[int, Row]) -> None:
        self.track, self.rows = track, dict(rows)

    def __missing__(self, place: int) -> list[Link]:
        rows = self.rows
        found = self[place] = [
            (sides, hexes, boards, *rows[other])
            for sides, hexes, other, boards in self.track.ways(place)
            if other in rows
        ]
        return found

    def drop(self, place: int) -> None:
        """Leave a place out from now on."""
        for link in self[place]:
            if link[3] in self:
                self[link[3]] = [other for other in self[link[3]] if other[3] != place]
        del self.rows[place]


class Ground(NamedTuple):
    """What routes of a kind of train are made of."""

    kind: Kind
    starts: list[tuple[int, int]]  # places with an own station, and the boards on which they have it
    rows: Mapping[int, Row]
    links: Links
    needed: int  # the stops of which a route needs one, as bits; any stop will do for most trains
    bonus: Bonuses | None

    def hope(self) -> list[int]:
        """The most that stops and bonuses can earn, by how much of the range is left (`measured_by_cities`)."""
        kind, best = self.kind, dict[tuple[int, int, int], int]()
        for _, bit, _, revenue, subsidy, city, counts, _ in self.rows.values():
            # A stop that is a town on one board and a city on another is both here.
            seen = (bit, city, counts)
            best[seen] = max(best.get(seen, 0), revenue + subsidy)
        by_cities = measured_by_cities(kind)
        using = sorted([worth for (_, city, counts), worth in best.items() if (city if by_cities else counts)])
        free = [worth for (_, city, counts), worth in best.items() if by_cities and counts and not city]
        apart = max([worth for (*_, counts), worth in best.items() if not counts], default=0)
        most = sum(free) + apart + (self.bonus.most if self.bonus else 0)
        found = [most]
        for worth in using[::-1][: kind.pays]:
            found.append(found[-1] + worth)
        limit = kind.cities if by_cities else kind.total
        if limit >= NO_LIMIT:
            return [found[-1]] * (NO_LIMIT + 1)
        return (found + found[-1:] * limit)[: limit + 1]


def measured_by_cities(kind: Kind) -> bool:
    """Whether the range of a train is a number of cities rather than one of stops."""
    return kind.total >= NO_LIMIT > kind.cities


class Track:
    """The places and the track of a problem's board."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.starts = [(stop, 1) for stop in problem.own if not problem.closed[stop]]

    @property
    def places(self) -> Iterable[int]:
        """All places within reach."""
        return self.problem.reach

    def stop(self, place: int) -> int:
        """The number of the stop that a place is."""
        return place

    def ways(self, place: int) -> list[Way]:
        """All track from a place to the next ones."""
        return [(sides, hexes, other, 1) for sides, hexes, other in self.problem.network.beside(place)]

    def seen(self, place: int, kind: Kind) -> PlaceView:
        """A place as a kind of train sees it."""
        return kind.views[place]

    def bonus(self, kind: Kind, stops: Iterable[int]) -> Bonuses | None:
        """The bonuses that routes by these stops can have."""
        return self.bonus_before(kind, stops)

    def bonus_before(self, kind: Kind, stops: Iterable[int]) -> Bonus | None:
        """The same on the board as it is."""
        scoring = self.problem.scoring
        if not scoring.pairs and not scoring.largest:
            return None
        room = len(self.problem.network.stops) + NODE
        sets = bonus_sets(self.problem, {stop: 1 << stop for stop in stops}, (1 << room) - 1)
        found = Bonus(sets, lambda stop: kind.views[stop].worth, stops)
        return found if found.concerned else None

    def ground(self, kind: Kind) -> Ground:
        """What routes of a kind of train are made of."""
        seen = {place: self.seen(place, kind) for place in self.places}
        stops = {place: self.stop(place) for place, view in seen.items() if not view.barred}
        clash, needed = self._clashes(kind, set(stops.values()))
        rows: dict[int, Row] = {
            place: (place, 1 << stop, clash[stop], *seen[place][:-1]) for place, stop in stops.items()
        }
        starts = [(place, boards) for place, boards in self.starts if place in rows and boards]
        return Ground(kind, starts, rows, Links(self, rows), needed, self.bonus(kind, stops.values()))

    def _clashes(self, kind: Kind, stops: set[int]) -> tuple[dict[int, int], int]:
        """For each stop the bits of those that cannot be in a route with it, itself included; and those needed."""
        problem, there = self.problem, self.problem.network.stops
        table = {stop: 1 << stop for stop in stops}
        if not problem.scoring.once and not kind.start:
            return table, -1
        known = [stop for stop in stops if stop < len(there)]
        groups = [[i for i in known if named(there[i].centre.names, places)] for places in problem.scoring.once]
        groups.append([i for i in known if there[i].centre.type == kind.start])
        together = 0
        for group in groups:
            together = sum([1 << i for i in group])
            for i in group:
                table[i] |= together
        return table, together if kind.start else -1
