"""Every legal route of a train, in plain Python.

A route is found once: from the first of its own stations (in a fixed order), as two arms that leave it by
different track, the arm with the lower first stretch first. A route is kept as its parent and the stretch
that was added, so that a million of them stay small.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from railhead.routes.problem import NO_LIMIT, Kind, Problem

CHECK_EVERY = 2048
"""How many routes are made between two looks at the clock."""

Link = tuple[int, int, int, int, int, int, int, int, int, bool]
"""Stretch, its sides, the stop it leads to, that stop's bit, the bits it cannot be with, its worth as revenue
and as mine income, how much it uses of the range (cities, stops), and whether the route must end there."""


@dataclass
class Routes:
    """The routes of one kind of train; `revenue` is -1 for a part of a route that cannot stand alone."""

    mask: list[int] = field(default_factory=list)
    revenue: list[int] = field(default_factory=list)
    mine: list[int] = field(default_factory=list)
    parent: list[int] = field(default_factory=list)
    added: list[int] = field(default_factory=list)  # the stretch; for a root, -1 - its stop
    complete: bool = True

    def stretches(self, route: int) -> tuple[int, list[int]]:
        """The station at the root and the stretches in the order in which they were added."""
        found = []
        while self.parent[route] >= 0:
            found.append(self.added[route])
            route = self.parent[route]
        return -1 - self.added[route], found[::-1]


def bonus_of(problem: Problem, kind: Kind) -> tuple[int, Callable[[int], int]]:
    """The stops that take part in any bonus as bits, and the bonus of a set of stops."""
    stops = problem.network.stops

    def bits(test: Callable[[frozenset[str]], bool]) -> int:
        return sum(1 << i for i, stop in enumerate(stops) if test(stop.centre.names))

    pairs = [
        (bits(lambda names, p=pair: not names.isdisjoint(p.one)),  # type: ignore[misc]
         bits(lambda names, p=pair: not names.isdisjoint(p.other)),  # type: ignore[misc]
         pair.value)
        for pair in problem.scoring.pairs
    ]  # fmt: skip
    largest = []
    for bonus in problem.scoring.largest:
        place = bits(lambda names, b=bonus: b.place in names)  # type: ignore[misc]
        left_out = place | bits(lambda names, b=bonus: not names.isdisjoint(b.besides))  # type: ignore[misc]
        order = sorted(
            ((kind.worth[i], 1 << i) for i in problem.reach if not left_out >> i & 1 and not _apart(problem, i)),
            reverse=True,
        )
        largest.append((place, order))

    def bonus_value(visited: int) -> int:
        value = sum(more for one, other, more in pairs if visited & one and visited & other)
        for place, order in largest:
            if visited & place:
                value += next((worth for worth, bit in order if visited & bit), 0)
        return value

    return _union([one for one, _, _ in pairs] + [place for place, _ in largest]), bonus_value


def _union(masks: list[int]) -> int:
    total = 0
    for mask in masks:
        total |= mask
    return total


def _apart(problem: Problem, stop: int) -> bool:
    return problem.network.stops[stop].centre.type in problem.scoring.apart


def clashes(problem: Problem, kind: Kind) -> list[int]:
    """For every stop the bits of the stops that cannot be in a route with it, its own among them."""
    starts = [i for i, stop in enumerate(problem.network.stops) if kind.start and stop.centre.type == kind.start]
    table = []
    for i, rivals in enumerate(problem.rivals):
        mask = 1 << i | _union([1 << j for j in rivals])
        table.append(mask | _union([1 << j for j in starts]) if i in starts else mask)
    return table


def links_of(problem: Problem, kind: Kind, banned: set[int]) -> dict[int, list[Link]]:
    """For every stop the stretches that lead on from it, without the banned stops."""
    clash = clashes(problem, kind)
    table: dict[int, list[Link]] = {i: [] for i in problem.reach}
    for n, stretch in enumerate(problem.network.stretches):
        a, b = stretch.a, stretch.b
        if a not in table or b not in table or kind.barred[a] or kind.barred[b] or a in banned or b in banned:
            continue
        for here, there in ((a, b), (b, a)):
            apart = _apart(problem, there)
            worth = kind.worth[there]
            table[here].append(
                (n, stretch.mask, there, 1 << there, clash[there], 0 if apart else worth, worth if apart else 0,
                 int(kind.city[there]), int(not apart), problem.ends[there])
            )  # fmt: skip
    return table


def enumerate_routes(problem: Problem, kind: Kind, cap: int, deadline: float) -> Routes:
    """All legal routes of a kind of train, or as many as the cap and the deadline allow."""
    routes = Routes()
    banned: set[int] = set()
    for station in problem.own:
        if station in problem.reach and not kind.barred[station]:
            _from_station(problem, kind, station, banned, routes, cap, deadline)
            if not routes.complete:
                break
            banned.add(station)
    return routes


def _from_station(
    problem: Problem, kind: Kind, station: int, banned: set[int], routes: Routes, cap: int, deadline: float
) -> None:
    links = links_of(problem, kind, banned)
    concerned, bonus_value = bonus_of(problem, kind)
    starts = 0
    if kind.start:
        for i, stop in enumerate(problem.network.stops):
            starts |= int(stop.centre.type == kind.start) << i
    apart = _apart(problem, station)
    city_limit, stop_limit, pays = kind.cities, kind.total, kind.pays
    home = [] if problem.ends[station] else links[station]
    masks, revenues, mines, parents, added = (
        routes.mask, routes.revenue, routes.mine, routes.parent, routes.added,
    )  # fmt: skip
    worth = kind.worth[station]
    root = len(masks)
    masks.append(0)
    revenues.append(-1)
    mines.append(0)
    parents.append(-1)
    added.append(-1 - station)
    tops = () if apart else (worth,)
    # route, its open end, sides, stops, cities, stops counted, revenue, mine income, first stretch, best stops
    todo = [
        (root, station, 0, 1 << station, int(kind.city[station]), int(not apart), 0 if apart else worth,
         worth if apart else 0, -1, tops)
    ]  # fmt: skip
    made = 0
    while todo:
        route, tail, mask, visited, cities, length, value, mine, first, tops = todo.pop()
        made += 1
        if made % CHECK_EVERY == 0 and (len(masks) > cap or time.perf_counter() > deadline):
            routes.complete = False
            return
        # The first arm grows from its end, and at any time the second one may begin at the station.
        ways = [(links[tail], False)] if tail >= 0 else []
        if 0 <= first < NO_SECOND:
            ways.append((home, True))
        for options, second in ways:
            for n, sides, there, bit, clash, more, more_mine, city, step, ends in options:
                if mask & sides or visited & clash or cities + city > city_limit or length + step > stop_limit:
                    continue
                if second and n <= first:
                    continue
                now = visited | bit
                paid = value + more
                if pays < NO_LIMIT and step:
                    best = tuple(sorted((*tops, more), reverse=True)[:pays])
                    paid = sum(best)
                else:
                    best = tops
                earned = paid + bonus_value(now) if now & concerned else paid
                new = len(masks)
                masks.append(mask | sides)
                revenues.append(-1 if kind.start and not now & starts else earned)
                mines.append(mine + more_mine)
                parents.append(route)
                added.append(n)
                if first < 0:
                    start = n
                elif second or first >= NO_SECOND:
                    start = NO_SECOND
                else:
                    start = first
                if ends and start == NO_SECOND:
                    continue
                todo.append(
                    (new, -1 if ends else there, mask | sides, now, cities + city, length + step, paid,
                     mine + more_mine, start, best)
                )  # fmt: skip


NO_SECOND = 1 << 30
"""Marks a route whose second arm has begun: only that arm grows on."""
