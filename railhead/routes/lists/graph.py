"""The places and the track that routes are made of, as one kind of train sees them.

Several boards can be searched at once: the board as it is, which is bit 0, and the boards after one lay each. Then
track says which boards have it, as bits, and a stop that differs from board to board is several *places*. On a single
board the places are the stops.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from railhead.routes.bonuses import Bonuses, bonus_of
from railhead.routes.problem import NO_LIMIT, Kind, PlaceView, Problem

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

Way = tuple[int, tuple[str, ...], int, int]
"""Track from one place to the next: its sides, its hexes, the other place, and the boards that have it."""
Place = tuple[int, int, int, int, int, bool, bool, bool]
"""A place for a train that may visit it: its number, the bit of its stop, the bits of the stops that cannot be in a
route with it; then revenue, subsidy, city, counts and ends of its `PlaceView`. Every search makes many of them."""
Link = tuple[int, tuple[str, ...], int, int, int, int, int, int, bool, bool, bool]
"""Sides, hexes and boards of a way, and the fields of the `Place` to which it leads, unpacked where arms grow."""


class Links(dict[int, list[Link]]):
    """The links from each place, made when they are first needed: a train gets to few of the places."""

    def __init__(self, track: Track, places: Mapping[int, Place]) -> None:
        self.track, self.places = track, dict(places)

    def __missing__(self, place: int) -> list[Link]:
        places = self.places
        found = self[place] = [
            (sides, hexes, boards, *places[other])
            for sides, hexes, other, boards in self.track.ways(place)
            if other in places
        ]
        return found

    def drop(self, place: int) -> None:
        """Leave a place out from now on."""
        for _, _, _, other, *_ in self[place]:
            if other in self:
                self[other] = [link for link in self[other] if link[3] != place]
        del self.places[place]


class TrainGraph(NamedTuple):
    """What routes of a kind of train are made of."""

    kind: Kind
    starts: list[tuple[int, int]]  # places with an own station, and the boards on which they have it
    places: Mapping[int, Place]
    links: Links
    needed: int  # the stops of which a route needs one, as bits; any stop will do for most trains
    bonus: Bonuses | None

    def most_by_range_left(self) -> list[int]:
        """The most that stops and bonuses can earn, by how much of the range is left (`measured_by_cities`)."""
        kind, best = self.kind, dict[tuple[int, int, int], int]()
        for _, bit, _, revenue, subsidy, city, counts, _ in self.places.values():
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

    def view(self, place: int, kind: Kind) -> PlaceView:
        """A place as a kind of train sees it."""
        return kind.views[place]

    def bonus(self, kind: Kind, stops: Iterable[int]) -> Bonuses | None:
        """The bonuses that routes by these stops can have."""
        return bonus_of(self.problem, kind, stops)

    def graph_for(self, kind: Kind) -> TrainGraph:
        """What routes of a kind of train are made of."""
        views = {place: view for place in self.places if not (view := self.view(place, kind)).barred}
        stops = {place: self.stop(place) for place in views}
        excluded, needed = self._excluded(kind, set(stops.values()))
        places = {
            place: (place, 1 << stops[place], excluded[stops[place]], revenue, subsidy, city, counts, ends)
            for place, (revenue, subsidy, city, counts, ends, _) in views.items()
        }
        starts = [(place, boards) for place, boards in self.starts if place in places and boards]
        return TrainGraph(kind, starts, places, Links(self, places), needed, self.bonus(kind, stops.values()))

    def _excluded(self, kind: Kind, stops: set[int]) -> tuple[dict[int, int], int]:
        """For each stop the bits of those that cannot be in a route with it, itself included; and those needed."""
        problem, there = self.problem, self.problem.network.stops
        table = {stop: 1 << stop for stop in stops}
        if not problem.scoring.once and not kind.start:
            return table, -1
        old = [(stop, there[stop].centre) for stop in stops if stop < len(there)]
        groups = [[i for i, centre in old if not centre.names.isdisjoint(any_of)] for any_of in problem.scoring.once]
        groups.append([i for i, centre in old if centre.type == kind.start] if kind.start else [])
        together = 0
        for group in groups:
            together = sum([1 << i for i in group])
            for i in group:
                table[i] |= together
        return table, together if kind.start else -1
