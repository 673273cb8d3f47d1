"""One question to the optimiser: a network as one company sees it, its scoring and its trains."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

from railhead.core.scoring import Scoring, counts_as_city, named, stop_value
from railhead.core.state import Board, Stations
from railhead.routes.network import Network, Stop, network_of

Trains = tuple[str, ...]


class RulesLike(Protocol):
    """What the optimiser asks of a title's rules."""

    @property
    def map(self) -> Any:
        """The map in play."""

    def scoring(self, state: Any, company: str) -> Scoring:
        """What holds for the company's runs now."""

    def running_trains(self, state: Any, company: str) -> tuple[Trains, ...]:
        """The sets of trains that the company may run, one of them."""


class StateLike(Protocol):
    """What the optimiser asks of a position."""

    @property
    def rules(self) -> Any:
        """The rules of the game."""

    @property
    def board(self) -> Board:
        """Tiles and stations."""


@dataclass(frozen=True, eq=False)
class Problem:
    """What a company may run: everything that a search or a check needs."""

    network: Network
    stations: Mapping[str, Stations]
    company: str
    scoring: Scoring
    alternatives: tuple[Trains, ...]
    kinds: dict[str, Kind] = field(default_factory=dict, repr=False)
    memo: dict[Any, Any] = field(default_factory=dict, repr=False)  # what searches work out about it

    @cached_property
    def own(self) -> tuple[int, ...]:
        """Stops with a station of the company."""
        return tuple(i for i, stop in enumerate(self.network.stops) if self.company in _markers(stop, self.stations))

    @cached_property
    def closed(self) -> tuple[bool, ...]:
        """Stops that the company may not touch."""
        return tuple(named(stop.centre.names, self.scoring.closed) for stop in self.network.stops)

    @cached_property
    def blocked(self) -> tuple[bool, ...]:
        """Stops that are full of others' stations."""
        scoring, company = self.scoring, self.company
        return tuple(
            is_full(stop, self.stations, company) and not named(stop.centre.names, scoring.open)
            for stop in self.network.stops
        )

    @cached_property
    def ends(self) -> tuple[bool, ...]:
        """Stops where a route of the company must end."""
        return tuple(stop.terminal or full for stop, full in zip(self.network.stops, self.blocked, strict=True))

    @cached_property
    def reach(self) -> frozenset[int]:
        """Stops that track joins to an own station without a closed, full or terminal stop between."""
        seen = {i for i in self.own if not self.closed[i]}
        return frozenset(self.beyond(seen, seen))

    @cached_property
    def neighbours(self) -> Mapping[int, Sequence[int]]:
        """For every stop those at the other ends of its stretches."""
        near: dict[int, list[int]] = {}
        for stretch in self.network.stretches:
            near.setdefault(stretch.a, []).append(stretch.b)
            near.setdefault(stretch.b, []).append(stretch.a)
        return near

    def beyond(self, starts: Iterable[int], known: Collection[int]) -> set[int]:
        """The known stops and all to which track leads from these ones."""
        near, seen, todo = self.neighbours, set(known), list(starts)
        while todo:
            for other in near.get(todo.pop(), ()):
                if other in seen or self.closed[other]:
                    continue
                seen.add(other)
                if not self.ends[other]:
                    todo.append(other)
        return seen

    @cached_property
    def rivals(self) -> tuple[frozenset[int], ...]:
        """For every stop the others that a route with it may not have."""
        groups = [
            {i for i, stop in enumerate(self.network.stops) if named(stop.centre.names, places)}
            for places in self.scoring.once
        ]
        return tuple(
            frozenset().union(*(group for group in groups if i in group)) - {i}
            for i in range(len(self.network.stops))
        )

    def kind(self, train: str) -> Kind:
        """The tables of a train."""
        if train not in self.kinds:
            self.kinds[train] = _kind(self, train)
        return self.kinds[train]


@dataclass(frozen=True)
class Kind:
    """How far a train runs and what each stop is worth to it; equal kinds share their routes."""

    total: int
    cities: int
    pays: int
    start: str
    worth: tuple[int, ...]  # by stop
    city: tuple[bool, ...]
    barred: tuple[bool, ...]  # stops that this train cannot visit


NO_LIMIT = 999


def _kind(problem: Problem, train: str) -> Kind:
    limits = problem.scoring.ranges[train]
    centres = [stop.centre for stop in problem.network.stops]
    return Kind(
        total=NO_LIMIT if limits.total is None else limits.total,
        cities=NO_LIMIT if limits.cities is None else limits.cities,
        pays=NO_LIMIT if limits.pays is None else limits.pays,
        start=limits.start,
        worth=tuple(stop_value(problem.scoring, centre, train) for centre in centres),
        city=tuple(counts_as_city(problem.scoring, centre) for centre in centres),
        barred=tuple(
            shut or (centre.type in problem.scoring.apart and centre.type != limits.start)
            for centre, shut in zip(centres, problem.closed, strict=True)
        ),
    )


def problem_of(state: StateLike, company: str) -> Problem:
    """The question of a company's run in a position."""
    rules = state.rules
    return Problem(
        network_of(rules.map, state.board),
        state.board.stations,
        company,
        rules.scoring(state, company),
        tuple(tuple(trains) for trains in rules.running_trains(state, company)),
    )


def _markers(stop: Stop, stations: Mapping[str, Stations]) -> list[str]:
    found: list[str] = []
    for name, i, _ in stop.nodes:
        here = stations.get(name, ())
        if i < len(here):
            found.extend(here[i])
    return found


def is_full(stop: Stop, stations: Mapping[str, Stations], company: str) -> bool:
    """Whether all places of a stop are taken, none by this company."""
    slots = sum(count for _, _, count in stop.nodes)
    markers = [marker for marker in _markers(stop, stations) if marker]
    return 0 < slots <= len(markers) and company not in markers
