"""One question to the optimiser: a network as one company sees it, its scoring and its trains."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeVar

from railhead.core.scoring import Scoring, counts_as_city, named, stop_value
from railhead.network import Network, Segment, Stop, network_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from railhead.core.scoring import Centre
    from railhead.core.state import State, Stations

Trains = tuple[str, ...]


T = TypeVar("T")


class ByStop(dict[int, T]):
    """Answers about stops, each computed when first needed: a company meets few of a board's stops."""

    def __init__(self, work: Callable[[int], T]) -> None:
        self.work = work

    def __missing__(self, stop: int) -> T:
        found = self[stop] = self.work(stop)
        return found


class Question:
    """What a company may run: its network, how runs are paid, and which trains it may run together."""

    def __init__(self, network: Network, company: str, scoring: Scoring, alternatives: tuple[Trains, ...]) -> None:
        self.network, self.company, self.scoring, self.alternatives = network, company, scoring, alternatives

    @classmethod
    def of(cls, state: State, company: str) -> Self:
        """The question in a position."""
        rules = state.rules
        alternatives = tuple([tuple(trains) for trains in rules.running_trains(state, company)])
        return cls(network_of(rules.map, state.board), company, rules.scoring(state, company), alternatives)


class Problem(Question):
    """A question with the tables that a search needs."""

    def __init__(self, network: Network, company: str, scoring: Scoring, alternatives: tuple[Trains, ...]) -> None:
        super().__init__(network, company, scoring, alternatives)
        # None of these functions refers to the problem: it is freed, with its network, when nobody needs it any more.
        self.stations = stations = network.stations
        stops = network.stops
        self.closed = ByStop(lambda i: bool(scoring.closed) and named(stops[i].centre.names, scoring.closed))
        """Stops that the company may not touch."""
        self.ends = ByStop(lambda i: stops[i].terminal or is_blocked(scoring, stops[i], stations, company))
        """Stops where a route of the company must end: terminal ones, and those full of others' stations."""
        self.kinds: dict[KindKey, Kind] = {}
        self.memo: dict[Any, Any] = {}  # what searches work out about it

    def share(self, other: Problem) -> None:
        """Take over what was worked out for the same company on the same network with other trains."""
        self.closed, self.ends, self.kinds, self.memo = other.closed, other.ends, other.kinds, other.memo

    @property
    def trains(self) -> list[str]:
        """All trains that may run, each once."""
        return sorted({train for trains in self.alternatives for train in trains})

    def _worked_out(self, what: str, work: Callable[[], T]) -> T:
        """Something about the company's track, whatever its trains: worked out once, and shared."""
        if what not in self.memo:
            self.memo[what] = work()
        found: T = self.memo[what]
        return found

    @property
    def own(self) -> tuple[int, ...]:
        """Stops with a station of the company."""
        return self._worked_out("own", lambda: self.network.own_stops(self.company))

    @property
    def reach(self) -> frozenset[int]:
        """Stops that track joins to an own station without a closed, full or terminal stop between."""
        return self._worked_out("reach", self._reach)

    def _reach(self) -> frozenset[int]:
        seen = {i for i in self.own if not self.closed[i]}
        todo, beside, closed, ends = list(seen), self.network.beside, self.closed, self.ends
        while todo:
            for _, _, other in beside(todo.pop()):
                if other not in seen and not closed[other]:
                    seen.add(other)
                    if not ends[other]:
                        todo.append(other)
        return frozenset(seen)

    @cached_property
    def segments(self) -> tuple[Segment, ...]:
        """The segments between stops within reach, each from the stop with the lower number."""
        reach = self.reach
        return tuple(
            Segment(stop, other, sides, hexes)
            for stop in sorted(reach)
            for sides, hexes, other in self.network.beside(stop)
            if other > stop and other in reach
        )

    @property
    def hexes(self) -> frozenset[int]:
        """The hexes (by number) of the stops within reach and of all track from them: no others matter."""
        network = self.network
        spots = [(name, node) for stop in self.reach for name, node, _ in network.stops[stop].nodes]
        numbers = [network.grid.number[name] for name, _ in spots]
        return frozenset(numbers).union(*[network.walk(spot).seen for spot in spots])

    def kind(self, train: str) -> Kind:
        """The tables of a train."""
        limits, column = self.scoring.ranges[train], self.scoring.columns.get(train)
        key = (limits.total, limits.cities, limits.pays, limits.start, column)
        if key not in self.kinds:
            self.kinds[key] = Kind(self, train)
        return self.kinds[key]


KindKey = tuple[int | None, int | None, int | None, str, str | None]

NO_LIMIT = 999


class Kind:
    """How far a train runs and how it sees each stop; equal kinds share their routes."""

    def __init__(self, problem: Problem, train: str) -> None:
        scoring, stops, ends = problem.scoring, problem.network.stops, problem.ends
        limits = scoring.ranges[train]
        self.total = NO_LIMIT if limits.total is None else limits.total
        self.cities = NO_LIMIT if limits.cities is None else limits.cities
        self.pays = NO_LIMIT if limits.pays is None else limits.pays
        self.start, self.train = limits.start, train
        self.views = ByStop(lambda i: view_of(scoring, train, stops[i].centre, ends[i]))


class PlaceView(NamedTuple):
    """A place as a kind of train sees it."""

    revenue: int
    subsidy: int
    city: bool  # uses up a city of the range
    counts: bool  # uses up a stop of the range
    ends: bool  # a route must end there
    barred: bool  # the train cannot visit it

    @property
    def worth(self) -> int:
        """What it pays, as revenue or as subsidy."""
        return self.revenue + self.subsidy


def view_of(scoring: Scoring, train: str, centre: Centre, ends: bool) -> PlaceView:
    """A stop as a train sees it; `ends` says whether the company's routes must end there."""
    worth, apart = stop_value(scoring, centre, train), centre.type in scoring.apart
    barred = bool(scoring.closed) and named(centre.names, scoring.closed)
    city = counts_as_city(scoring, centre)
    if not apart:
        return PlaceView(worth, 0, city, True, ends, barred)
    return PlaceView(0, worth, city, False, ends, barred or centre.type != scoring.ranges[train].start)


def is_blocked(scoring: Scoring, stop: Stop, stations: Mapping[str, Stations], company: str) -> bool:
    """Whether a stop is full of others' stations, so that a route of the company must end there."""
    return is_full(stop, stations, company) and not named(stop.centre.names, scoring.open)


def is_full(stop: Stop, stations: Mapping[str, Stations], company: str) -> bool:
    """Whether all places of a stop are taken, none by this company."""
    slots = taken = 0
    for name, i, count in stop.nodes:
        slots += count
        here = stations.get(name, ())
        for marker in here[i] if i < len(here) else ():
            if marker == company:
                return False
            taken += bool(marker)
    return 0 < slots <= taken
