"""The arms of a station: all track that a train can run from there, as a tree.

A route is one arm of a station, or two that leave it by different track (`routes.py`). A route with several own
stations belongs to the first of them: the arms of later stations do not visit the ones before.
"""

from __future__ import annotations

import time
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from railhead.routes.lists.graph import Link, Links, TrainGraph, measured_by_cities
from railhead.routes.problem import NO_LIMIT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railhead.routes.run import Weights

Arm = tuple[int, int, int, int, int, int, int, tuple[int, ...], int]
"""Track out of a station: sides, stops (the station too), the bits that cannot be with them; then, without the
station, cities, stops counted, revenue, subsidy, the best stops; and the boards that have it.

A plain tuple, unpacked where it is used: arms are made by the thousand; a named tuple takes five times as long."""
STOPS: Final = 1
SUBSIDY: Final = 6
ANY = -1 << 60
"""A floor below every route."""
CHECK_EVERY = 64
"""How many arms are grown between two looks at the clock."""


class TooMuchWork(Exception):
    """There is more work than may be done, or no time left."""


class Worth(NamedTuple):
    """What the arms of a tree are worth by some weights."""

    values: list[int]
    most: list[int]  # the best arm that begins with each
    onward: dict[int, int]  # for the first arm over each track out of the station: the best from there on


class Tree:
    """The arms of one station: after each arm come those that begin with it."""

    def __init__(self, graph: TrainGraph, start: int) -> None:
        self.start, self.bit, _, self.revenue, self.subsidy, city, self.counts, self.ends = graph.places[start]
        """The station."""
        self.cities, self.stops = graph.kind.cities - city, graph.kind.total - self.counts
        """What it leaves of the range."""
        self.arms: list[Arm] = []
        self.after: list[int] = []
        """For each arm the first one that does not begin with it."""
        self.before: list[int] = []
        """For each arm the one with which it begins, -1 if there is none."""
        self.links: list[Link] = []
        """For each arm its last track."""
        self._worth: dict[Weights, Worth] = {}

    def worth(self, weights: Weights) -> Worth:
        """What the arms are worth by these weights."""
        cached = self._worth.get(weights)
        if cached is None:
            one, two = weights
            values = [revenue * one + subsidy * two for _, _, _, _, _, revenue, subsidy, _, _ in self.arms]
            most, onward, top = values.copy(), dict[int, int](), ANY
            for i in range(len(values) - 1, -1, -1):
                before, best = self.before[i], most[i]
                if before < 0:
                    onward[i] = top = max(top, best)
                elif best > most[before]:
                    most[before] = best
            cached = self._worth[weights] = Worth(values, most, onward)
        return cached

    def out(self, arm: int) -> tuple[list[int], list[tuple[str, ...]]]:
        """The places of an arm without the station, and the hexes between them."""
        places, legs = list[int](), list[tuple[str, ...]]()
        while arm >= 0:
            _, hexes, _, place, *_ = self.links[arm]
            places.append(place)
            legs.append(hexes)
            arm = self.before[arm]
        return places[::-1], legs[::-1]


class Arms:
    """The arms of all stations for one kind of train; only those of routes worth more than the floor are needed."""

    def __init__(self, graph: TrainGraph, most: int, deadline: float, floor: int = ANY) -> None:
        """At most so many arms, before the deadline."""
        self.kind, self.needed, self.bonus = graph.kind, graph.needed, graph.bonus
        self.most, self.deadline = most, deadline
        self.trees: list[Tree] = []
        self.count, self.complete = 0, True
        self.most_left: Sequence[int] = graph.most_by_range_left() if floor > ANY else ()
        self.by_cities = measured_by_cities(self.kind)
        self.uncounted = any(not counts for *_, counts, _ in graph.places.values())
        try:
            self._grow_all(graph, floor)
        except TooMuchWork:
            self.complete = False

    @cached_property
    def subsidies(self) -> tuple[int, int]:
        """The least and the most subsidy of a route: only the one stop that is needed pays any."""
        needed = self.needed
        if needed < 0:  # no stop is needed more than others
            return 0, 0
        found = {tree.subsidy + arm[SUBSIDY] for tree in self.trees for arm in tree.arms if arm[STOPS] & needed}
        return min(found, default=0), max(found, default=0)

    def _grow_all(self, graph: TrainGraph, floor: int) -> None:
        for start, boards in graph.starts:
            tree = Tree(graph, start)
            self.trees.append(tree)
            self.next_look = min(CHECK_EVERY, self.most - self.count)
            self.limit = floor - tree.revenue - tree.subsidy
            self.full = tree.stops + self.uncounted
            """With so many stops besides the station an arm cannot grow, unless there are stops that do not count."""
            self._grow(tree, graph.links, start, (0, tree.bit, 0, 0, 0, 0, 0, (), boards), -1)
            self.count += len(tree.arms)
            graph.links.drop(start)  # later routes are those without this station

    def _grow(self, tree: Tree, links: Links, tail: int, arm: Arm, before: int) -> None:
        """Add all arms that begin with one and go on from its end."""
        mask, visited, excluded, cities, length, revenue, subsidy, tops, boards = arm
        arms, after, most_left, pays = tree.arms, tree.after, self.most_left, self.kind.pays
        for link in links[tail]:
            sides, _, boards_with, there, bit, barred, pay, gift, city, step, ends = link
            common = boards & boards_with
            if mask & sides or visited & barred or not common:
                continue
            has_cities, has_stops = cities + city, length + step
            if has_cities > tree.cities or has_stops > tree.stops:
                continue
            at, best, value = len(arms), tops, revenue + pay
            if step and pays < NO_LIMIT:
                best = tuple(sorted((*tops, pay), reverse=True)[:pays])
                value = sum(best)
            if most_left:
                left = tree.cities - has_cities if self.by_cities else tree.stops - has_stops
                if value + subsidy + gift + most_left[left] <= self.limit:
                    continue
            if at >= self.next_look:
                self._look_at_clock(at)
            now = (
                mask | sides, visited | bit, excluded | barred,
                has_cities, has_stops, value, subsidy + gift, best, common,
            )  # fmt: skip
            arms.append(now)
            after.append(at + 1)
            tree.before.append(before)
            tree.links.append(link)
            if not ends and has_stops < self.full:
                try:
                    self._grow(tree, links, there, now, at)
                finally:  # the tree is whole as far as it goes, also if it was cut short
                    after[at] = len(arms)

    def _look_at_clock(self, here: int) -> None:
        if self.count + here >= self.most or time.perf_counter() > self.deadline:
            raise TooMuchWork
        self.next_look = min(here + CHECK_EVERY, self.most - self.count)
