"""Every legal route of a train, in plain Python.

A route is found once: from the first of its own stations (in a fixed order), as two arms that leave it by
different track, the arm with the lower first segment first. A route is kept as its parent and the segment
that was added, so that a million of them stay small.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from railhead.routes.bonuses import bonus_function, bonus_sets
from railhead.routes.problem import NO_LIMIT, Kind, Problem

if TYPE_CHECKING:
    from collections.abc import Callable

    from railhead.routes.plain.packing import Offer
    from railhead.routes.run import Weights

CHECK_EVERY = 512
"""How many routes are made between two looks at the clock."""

Link = tuple[int, int, int, int, int, int, int, int, int, bool]
"""Segment, its sides, the stop it leads to, that stop's bit, the bits it cannot be with, its worth as revenue
and as subsidy, how much it uses of the range (cities, stops), and whether the route must end there."""


Found = tuple[int, int, int, int, int]
"""A route: its sides, its revenue (-1 for a part of a route that cannot stand alone), its subsidy, its parent, and
the segment that was added to that; a root has no parent (-1) and -1 - its stop for a segment."""


@dataclass
class Routes:
    """The routes of one kind of train."""

    found: list[Found] = field(default_factory=list)
    complete: bool = True
    offers: dict[Weights, Offer] = field(default_factory=dict)  # what they are worth, by weights

    @cached_property
    def masks(self) -> list[int]:
        """The sides of each route, once all are found."""
        return [found[0] for found in self.found]

    def segments(self, route: int) -> tuple[int, list[int]]:
        """The station at the root and the segments in the order in which they were added."""
        segments = list[int]()
        while True:
            _, _, _, parent, added = self.found[route]
            if parent < 0:
                return -1 - added, segments[::-1]
            segments.append(added)
            route = parent


def bonus_of(problem: Problem, kind: Kind) -> tuple[int, Callable[[int], int]]:
    """The stops without which a route has no bonus, as bits, and the bonus of a set of stops."""
    if not problem.scoring.pairs and not problem.scoring.largest:
        return 0, lambda _: 0
    key = ("bonus", id(kind))
    if key not in problem.memo:
        sets = bonus_sets(problem, range(len(problem.network.stops)))
        problem.memo[key] = sets.concerned, bonus_function(sets, kind.worth.__getitem__, problem.reach)
    found: tuple[int, Callable[[int], int]] = problem.memo[key]
    return found


def _apart(problem: Problem, stop: int) -> bool:
    return problem.network.stops[stop].centre.type in problem.scoring.apart


def clashes(problem: Problem, kind: Kind) -> dict[int, int]:
    """For every stop within reach the bits of the stops that cannot be in a route with it, including its own."""
    reach, stops = problem.reach, problem.network.stops
    table = {i: 1 << i for i in reach}
    groups = [[i for i in reach if n in problem.once[i]] for n in range(len(problem.scoring.once))]
    if kind.start:
        groups.append([i for i in reach if stops[i].centre.type == kind.start])
    for group in groups:
        together = sum(1 << i for i in group)
        for i in group:
            table[i] |= together
    return table


def links_of(problem: Problem, kind: Kind) -> dict[int, list[Link]]:
    """For every stop the segments that lead on from it."""
    clash = clashes(problem, kind)
    table: dict[int, list[Link]] = {i: [] for i in problem.reach}
    shut = {i for i in problem.reach if kind.barred[i]}
    row = {}
    for i in table:
        apart, worth = _apart(problem, i), kind.worth[i]
        money = (0, worth) if apart else (worth, 0)
        row[i] = (i, 1 << i, clash[i], *money, int(kind.city[i]), int(not apart), problem.ends[i])
    for n, segment in enumerate(problem.segments):
        a, b = segment.a, segment.b
        if a not in shut and b not in shut:
            table[a].append((n, segment.sides, *row[b]))
            table[b].append((n, segment.sides, *row[a]))
    return table


def routes_of(problem: Problem, kind: Kind, cap: int, deadline: float) -> Routes:
    """All legal routes of a kind of train, found once for a problem and those that share what it has worked out."""
    known: Routes | None = problem.memo.get(("routes", kind))
    if known is not None:
        return known
    found = enumerate_routes(problem, kind, cap, deadline)
    if found.complete:
        problem.memo["routes", kind] = found
    return found


def enumerate_routes(problem: Problem, kind: Kind, cap: int, deadline: float) -> Routes:
    """All legal routes of a kind of train, or as many as the cap and the deadline allow."""
    routes = Routes()
    stations = [station for station in problem.own if station in problem.reach and not kind.barred[station]]
    if not stations:
        return routes
    links = links_of(problem, kind)
    growth = Growth(problem, kind, links, routes, cap, deadline)
    for station in stations:
        growth.from_stop(station)
        if not routes.complete:
            break
        # Later routes are those without this station.
        for neighbour in {link[2] for link in links.pop(station)}:
            links[neighbour] = [link for link in links[neighbour] if link[2] != station]
    return routes


NO_SECOND = 1 << 30
"""Marks a route whose second arm has begun: only that arm grows on."""

Part = tuple[int, int, int, int, int, int, int, int, int, tuple[int, ...]]
"""A route that may grow: its number, open end (-1: none), sides, stops, cities, stops counted, revenue, subsidy
income, from which segment on the second arm may begin (-1: not yet), and its best stops."""


class Growth:
    """Routes that grow from a stop."""

    def __init__(
        self, problem: Problem, kind: Kind, links: dict[int, list[Link]], routes: Routes, cap: int, deadline: float
    ) -> None:
        self.problem, self.kind, self.links, self.routes = problem, kind, links, routes
        self.cap, self.deadline = cap, deadline
        stops = problem.network.stops
        self.starts = sum(1 << i for i in problem.reach if stops[i].centre.type == kind.start) if kind.start else 0
        uncounted = any(not step for options in links.values() for *_, step, _ in options)
        self.full = kind.total + 1 if uncounted else kind.total
        """A route with this many stops cannot grow: there is no other stop that does not count."""

    def from_stop(self, stop: int) -> None:
        """All routes through a stop."""
        root = self._add(0, -1, 0, -1, -1 - stop)
        city, step, paid, subsidy = self._brings(stop)
        part = (root, stop, 0, 1 << stop, city, step, paid, subsidy, -1, (paid,) if step else ())
        self._grow(part, [] if self.problem.ends[stop] else self.links[stop])

    def _brings(self, stop: int) -> tuple[int, int, int, int]:
        """What a stop uses of the range (cities, stops), its revenue and its subsidy."""
        apart, worth = _apart(self.problem, stop), self.kind.worth[stop]
        return int(self.kind.city[stop]), int(not apart), 0 if apart else worth, worth if apart else 0

    def _add(self, mask: int, revenue: int, subsidy: int, parent: int, added: int) -> int:
        self.routes.found.append((mask, revenue, subsidy, parent, added))
        return len(self.routes.found) - 1

    def _grow(self, root: Part, home: list[Link]) -> None:
        """Extend the first arm from its end; the second may start at the station at any time."""
        found, links, kind = self.routes.found, self.links, self.kind
        concerned, bonus_value = bonus_of(self.problem, kind)
        city_limit, stop_limit, pays = kind.cities, kind.total, kind.pays
        limited, picky, starts, full = pays < NO_LIMIT, bool(kind.start), self.starts, self.full
        seconds = {link[0] + 1: home[at + 1 :] for at, link in enumerate(home)}  # where the second arm may begin
        todo = [root]
        made = 0
        while todo:
            route, tail, mask, visited, cities, length, value, subsidy, low, tops = todo.pop()
            made += 1
            if made % CHECK_EVERY == 0 and (len(found) > self.cap or time.perf_counter() > self.deadline):
                self.routes.complete = False
                return
            ways = [(links[tail], low)] if tail >= 0 else []
            if low in seconds:
                ways.append((seconds[low], NO_SECOND))
            for options, second_from in ways:
                for n, sides, there, bit, clash, more, more_subsidy, city, step, ends in options:
                    if mask & sides or visited & clash or cities + city > city_limit or length + step > stop_limit:
                        continue
                    now = visited | bit
                    paid, best = value + more, tops
                    if limited and step:
                        best = tuple(sorted((*tops, more), reverse=True)[:pays])
                        paid = sum(best)
                    earned = paid + bonus_value(now) if now & concerned else paid
                    after = n + 1 if low < 0 else second_from
                    if length + step < full and (not ends or after != NO_SECOND):
                        todo.append(
                            (len(found), -1 if ends else there, mask | sides, now, cities + city, length + step,
                             paid, subsidy + more_subsidy, after, best)
                        )  # fmt: skip
                    alone = -1 if picky and not now & starts else earned
                    found.append((mask | sides, alone, subsidy + more_subsidy, route, n))
