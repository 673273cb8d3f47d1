"""Every legal route of a train, in plain Python.

A route is found once: from the first of its own stations (in a fixed order), as one arm, or as two that leave it by
different track, the arm with the lower first segment first. So first all arms of a station are listed, as a tree:
after each arm come those that begin with it. Then each arm goes with those after it that fit; where one does not
fit, neither do those that begin with it.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from railhead.core.scoring import named
from railhead.routes.bonuses import bonus_function, bonus_sets
from railhead.routes.problem import NO_LIMIT, Kind, Problem

if TYPE_CHECKING:
    from collections.abc import Callable

    from railhead.routes.plain.packing import Offer
    from railhead.routes.run import Weights

CHECK_EVERY = 64
"""How many arms are grown or joined to others between two looks at the clock."""

Link = tuple[int, int, int, int, int, int, int, int, int, bool]
"""Segment, its sides, the stop it leads to, that stop's bit, the bits it cannot be with, its worth as revenue
and as subsidy, how much it uses of the range (cities, stops), and whether the route must end there."""
Arm = tuple[int, int, int, int, int, int, int, tuple[int, ...], int]
"""Track out of a station: sides, stops (the station too), the bits that cannot be with them; then, without the
station, cities, stops counted, revenue, subsidy, the best stops; and the first arm that does not begin with it."""
Found = tuple[int, int, int, int, int]
"""A route: its sides, its revenue, its subsidy, and its arms; -1 where there is no second one."""


@dataclass
class Routes:
    """The routes of one kind of train."""

    found: list[Found] = field(default_factory=list)
    steps: list[tuple[int, int]] = field(
        default_factory=list
    )  # for each arm the one before (-1 - stop: none), segment
    complete: bool = True
    offers: dict[Weights, Offer] = field(default_factory=dict)  # what they are worth, by weights

    @cached_property
    def masks(self) -> list[int]:
        """The sides of each route, once all are found."""
        return [found[0] for found in self.found]

    def segments(self, route: int) -> tuple[int, list[int]]:
        """The station from which a route was found, and its segments."""
        *_, arm, other = self.found[route]
        station, segments = self._out(arm)
        return station, segments + self._out(other)[1] if other >= 0 else segments

    def _out(self, arm: int) -> tuple[int, list[int]]:
        """The station of an arm, and its segments from there on."""
        segments = list[int]()
        while arm >= 0:
            arm, segment = self.steps[arm]
            segments.append(segment)
        return -1 - arm, segments[::-1]


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
    groups = [[i for i in reach if named(stops[i].centre.names, places)] for places in problem.scoring.once]
    if kind.start:
        groups.append([i for i in reach if stops[i].centre.type == kind.start])
    for group in groups:
        together = sum([1 << i for i in group])
        for i in group:
            table[i] |= together
    return table


def links_of(problem: Problem, kind: Kind) -> dict[int, list[Link]]:
    """For every stop the segments that lead on from it."""
    worth, city, barred, ends, apart = kind.worth, kind.city, kind.barred, problem.ends, problem.scoring.apart
    stops, table, row = problem.network.stops, dict[int, list[Link]](), {}
    for i, clash in clashes(problem, kind).items():
        table[i] = []
        if not barred[i]:
            away = stops[i].centre.type in apart
            money = (0, worth[i]) if away else (worth[i], 0)
            row[i] = (i, 1 << i, clash, *money, int(city[i]), int(not away), ends[i])
    for n, (a, b, sides, _) in enumerate(problem.segments):
        if a in row and b in row:
            table[a].append((n, sides, *row[b]))
            table[b].append((n, sides, *row[a]))
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
    try:
        for station in stations:
            growth.from_station(station)
            # Later routes are those without this station.
            for neighbour in {link[2] for link in links.pop(station)}:
                links[neighbour] = [link for link in links[neighbour] if link[2] != station]
    except _Enough:
        routes.complete = False
    return routes


class _Enough(Exception):
    """More routes than the cap, or out of time."""


class Growth:
    """The arms of a station, and the routes that they make."""

    def __init__(
        self, problem: Problem, kind: Kind, links: dict[int, list[Link]], routes: Routes, cap: int, deadline: float
    ) -> None:
        self.problem, self.kind, self.links, self.routes = problem, kind, links, routes
        self.cap, self.deadline = cap, deadline
        stops = problem.network.stops
        self.starts = sum(1 << i for i in problem.reach if stops[i].centre.type == kind.start) if kind.start else -1
        """The stops of which a route needs one; any stop will do for most trains."""
        self.uncounted = any(_apart(problem, i) for i in problem.reach)
        self.earns = _earnings(problem, kind)
        self.arms: list[Arm] = []

    def from_station(self, station: int) -> None:
        """All routes through a station."""
        kind, apart, worth = self.kind, _apart(self.problem, station), self.kind.worth[station]
        self.cities, self.stops = kind.cities - kind.city[station], kind.total - (not apart)
        self.full = self.stops + self.uncounted
        """With so many stops besides the station an arm cannot grow, unless there are stops that do not count."""
        self.arms, self.first = [], len(self.routes.steps)
        self.paid, self.given = (0, worth) if apart else (worth, 0)
        self.tops = () if apart else (worth,)
        try:
            self._grow(station, (0, 1 << station, 0, 0, 0, 0, 0, (), 0), -1 - station)
        finally:  # when the time is up, these are better than nothing
            self._alone()
        if not self.problem.ends[station]:
            self._join()

    def _look_at_clock(self) -> None:
        if len(self.arms) + len(self.routes.found) > self.cap or time.perf_counter() > self.deadline:
            raise _Enough

    def _grow(self, tail: int, arm: Arm, before: int) -> None:
        """Add all arms that begin with one and go on from its end."""
        mask, visited, clash, cities, length, value, subsidy, tops, _ = arm
        arms, steps, pays = self.arms, self.routes.steps, self.kind.pays
        for n, sides, there, bit, out, more, more_subsidy, city, step, ends in self.links[tail]:
            if mask & sides or visited & out or cities + city > self.cities or length + step > self.stops:
                continue
            at, number = len(arms), len(steps)
            if at % CHECK_EVERY == CHECK_EVERY - 1:
                self._look_at_clock()
            best = tuple(sorted((*tops, more), reverse=True)[:pays]) if step and pays < NO_LIMIT else tops
            now = (
                mask | sides, visited | bit, clash | out, cities + city, length + step, value + more,
                subsidy + more_subsidy, best, at + 1,
            )  # fmt: skip
            arms.append(now)
            steps.append((before, n))
            if not ends and length + step < self.full:
                self._grow(there, now, number)
                if len(arms) > at + 1:
                    arms[at] = (*now[:-1], len(arms))

    def _alone(self) -> None:
        """Add the routes of one arm."""
        found, starts, number, earns = self.routes.found, self.starts, self.first, self.earns
        for mask, visited, _, _, _, value, subsidy, tops, _ in self.arms:
            if visited & starts:
                total = self.paid + value
                revenue = earns(total, visited, (*self.tops, *tops)) if earns else total
                found.append((mask, revenue, self.given + subsidy, number, -1))
            number += 1

    def _join(self) -> None:
        """Add the routes of two arms."""
        arms, found, starts, first, earns = self.arms, self.routes.found, self.starts, self.first, self.earns
        count, branch = len(arms), 0
        for i, (mask, visited, clash, cities, length, value, subsidy, tops, after) in enumerate(arms):
            if i % CHECK_EVERY == CHECK_EVERY - 1:
                self._look_at_clock()
            if i == branch:
                branch = after  # the arms before it leave the station by the same segment as this one
            j, wanted = branch, -1 if visited & starts else starts
            city_room, stop_room = self.cities - cities, self.stops - length
            value, subsidy, tops = self.paid + value, self.given + subsidy, (*self.tops, *tops)
            while j < count:
                sides, stops, _, city, step, more, more_subsidy, best, skip = arms[j]
                if mask & sides or clash & stops or city > city_room or step > stop_room:
                    j = skip
                    continue
                if stops & wanted:
                    revenue = earns(value + more, visited | stops, (*tops, *best)) if earns else value + more
                    found.append((mask | sides, revenue, subsidy + more_subsidy, first + i, first + j))
                j += 1


def _earnings(problem: Problem, kind: Kind) -> Callable[[int, int, tuple[int, ...]], int] | None:
    """What a route earns by the sum of its stops, by its stops as bits, and by the best of them; None: the sum."""
    pays, (concerned, bonus) = kind.pays, bonus_of(problem, kind)
    if pays >= NO_LIMIT and not concerned:
        return None

    def earns(value: int, visited: int, tops: tuple[int, ...]) -> int:
        total = value if pays >= NO_LIMIT else sum(sorted(tops, reverse=True)[:pays])
        return total + bonus(visited) if visited & concerned else total

    return earns
