"""One question to the optimiser: a network as one company sees it, its scoring and its trains."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, Self, TypeVar

from railhead.core.scoring import Scoring, counts_as_city, named, stop_value
from railhead.network import Network, Segment, Stop, network_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from railhead.core.state import Board, Stations

Trains = tuple[str, ...]


class StateLike(Protocol):
    """What the optimiser asks of a position."""

    @property
    def rules(self) -> Any:
        """The rules of the game."""

    @property
    def board(self) -> Board:
        """Tiles and stations."""


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
    def of(cls, state: StateLike, company: str) -> Self:
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
        self.blocked = blocked = ByStop(lambda i: is_blocked(scoring, stops[i], stations, company))
        """Stops that are full of others' stations."""
        self.once = ByStop(
            lambda i: frozenset(n for n, places in enumerate(scoring.once) if named(stops[i].centre.names, places))
        )
        """Groups to which a stop belongs of which a route may have only one."""
        self.ends = ByStop(lambda i: stops[i].terminal or blocked[i])
        """Stops where a route of the company must end."""
        self.kinds: dict[KindKey, Kind] = {}
        self.memo: dict[Any, Any] = {}  # what searches work out about it

    def share(self, other: Problem) -> None:
        """Take over what was worked out for the same company on the same network with other trains."""
        self.closed, self.blocked, self.once, self.ends = other.closed, other.blocked, other.once, other.ends
        self.kinds, self.memo = other.kinds, other.memo

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
        return frozenset(self.beyond(seen, seen))

    @property
    def segments(self) -> tuple[Segment, ...]:
        """The segments between stops within reach, each from the stop with the lower number."""
        return self._worked_out("segments", self._segments)

    def _segments(self) -> tuple[Segment, ...]:
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

    def beyond(self, starts: Iterable[int], known: Collection[int]) -> set[int]:
        """The known stops and all to which track leads from these ones."""
        seen, todo, beside, closed, ends = set(known), list(starts), self.network.beside, self.closed, self.ends
        while todo:
            for _, _, other in beside(todo.pop()):
                if other not in seen and not closed[other]:
                    seen.add(other)
                    if not ends[other]:
                        todo.append(other)
        return seen

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
    """How far a train runs and what each stop is worth to it; equal kinds share their routes."""

    def __init__(self, problem: Problem, train: str) -> None:
        scoring, stops, closed = problem.scoring, problem.network.stops, problem.closed
        limits = scoring.ranges[train]
        self.total = NO_LIMIT if limits.total is None else limits.total
        self.cities = NO_LIMIT if limits.cities is None else limits.cities
        self.pays = NO_LIMIT if limits.pays is None else limits.pays
        self.start = start = limits.start
        self.worth = ByStop(lambda i: stop_value(scoring, stops[i].centre, train))
        self.city = ByStop(lambda i: counts_as_city(scoring, stops[i].centre))
        self.barred = ByStop(
            lambda i: closed[i] or (stops[i].centre.type in scoring.apart and stops[i].centre.type != start)
        )
        """Stops that this train cannot visit."""


def problem_of(state: StateLike, company: str) -> Problem:
    """What a company may run in a position, ready for a search."""
    return Problem.of(state, company)


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
