"""The routes that arms make: the best one, the best one beside other trains, all that are worth more than a floor.

A route is one arm of a station, or two of them, the one that comes first in the tree first. Each arm goes with those
after it that fit. Where one does not fit, neither do those that begin with it; and where the best of those is not
worth enough, they are skipped too. So a few of all routes are looked at, and none is listed that nobody asks for.
"""

from __future__ import annotations

import time
from bisect import bisect_left
from dataclasses import dataclass
from math import inf
from operator import neg
from typing import TYPE_CHECKING

from railhead.routes.lists.arms import ANY, Arm, Arms, Tree
from railhead.routes.lists.packing import NO_ROUTE
from railhead.routes.problem import NO_LIMIT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railhead.routes.run import Weights

NO_END = 1 << 60
NOTHING: Arm = (0, 0, 0, 0, 0, 0, 0, (), -1)
"""In place of a second arm."""


class Routes:
    """The routes of a kind of train by these weights, numbered as they are found."""

    def __init__(self, arms: Arms, weights: Weights = (1, 1)) -> None:
        self.arms, self.bonus, self.pays = arms, arms.bonus, arms.kind.pays
        self.paid, self.given = weights
        self.simple = self.bonus is None and self.pays >= NO_LIMIT
        """Whether a route is worth what its arms are."""
        self.values: list[int] = []
        self.masks: list[int] = []
        self.boards: list[int] = []
        self.parts: list[tuple[Tree, int, int]] = []
        """The station, and the one or two arms; -1: no second one."""
        self.worth = [self._worth(tree) for tree in arms.trees]
        self._floor, self._rising = ANY, False
        self._fitting: dict[int, int] = {}
        self._listed: tuple[int, list[int]] | None = None
        self.allow(NO_END, inf)

    def allow(self, joins: int, deadline: float) -> None:
        """Set how many pairs of arms may be looked at from now on, and until when."""
        self.left, self.deadline = joins, deadline
        self.complete = self.arms.complete

    def _worth(self, tree: Tree) -> tuple[list[int], list[int]]:
        """What each arm is worth, and the most that it or one that begins with it is."""
        paid, given, after = self.paid, self.given, tree.after
        values = [arm[5] * paid + arm[6] * given for arm in tree.arms]
        most = values.copy()
        for i in range(len(values) - 1, -1, -1):
            j = i + 1
            while j < after[i]:
                most[i] = max(most[i], most[j])
                j = after[j]
        return values, most

    @property
    def best(self) -> int:
        """The value of the best route, 0 if there is none."""
        first = self.fitting(0)
        return self.values[first] if first >= 0 else 0

    def fitting(self, used: int) -> int:
        """The best route beside these sides; of equal ones that with the fewest sides, least in the way of others."""
        found = self._fitting.get(used)
        if found is None:
            known = len(self.values)
            self._find(ANY, used, -1, rising=True)
            found = min(range(known, len(self.values)), key=self._rank, default=NO_ROUTE)
            if self.complete:
                self._fitting[used] = found
        return found

    def best_on(self, board: int) -> int:
        """The value of the best route that a board has, 0 if there is none."""
        known = len(self.values)
        self._find(ANY, 0, board, rising=True)
        return max(self.values[known:], default=0)

    def above(self, least: int) -> list[int]:
        """The routes worth more than this, best first."""
        floor, listed = self._listed or (0, [])
        if self._listed is None or least < floor:
            listed = self.found_above(least, -1)
            self._listed = (least, listed) if self.complete else None
        values = self.values
        return [n for n in listed if values[n] > least]

    def found_above(self, least: int, boards: int) -> list[int]:
        """The routes worth more than this that some of these boards have, best first."""
        known = len(self.values)
        self._find(least, 0, boards, rising=False)
        return sorted(range(known, len(self.values)), key=self._rank)

    def _rank(self, route: int) -> tuple[int, int]:
        return -self.values[route], self.masks[route].bit_count()

    def _find(self, floor: int, used: int, boards: int, rising: bool) -> None:
        """Add all routes worth more than the floor; if it is rising, those at least as good as all before.

        Only those beside the used sides which some of these boards have.
        """
        self._floor, self._rising = floor, rising
        for tree, (values, _) in zip(self.arms.trees, self.worth, strict=True):
            self._alone(tree, values, used, boards)
        for tree, (values, most) in zip(self.arms.trees, self.worth, strict=True):
            if not tree.start[-1]:
                self._join(tree, values, most, used, boards)

    def _base(self, tree: Tree) -> int:
        """What a station and, at most, bonuses add to the arms."""
        bonus = self.bonus.most if self.bonus else 0
        return (tree.start[3] + bonus) * self.paid + tree.start[4] * self.given

    def _alone(self, tree: Tree, values: Sequence[int], used: int, boards: int) -> None:
        """Add the routes of one arm."""
        needed, base = self.arms.needed, self._base(tree)
        for i, (mask, visited, *_, having) in enumerate(tree.arms):
            if base + values[i] > self._floor and visited & needed and not mask & used and having & boards:
                self._add(tree, i, -1, base + values[i], boards)

    def _join(self, tree: Tree, values: Sequence[int], most: Sequence[int], used: int, boards: int) -> None:
        """Add the routes of two arms."""
        arms, after, needed, count = tree.arms, tree.after, self.arms.needed, len(tree.arms)
        branch, top, steps, base = 0, max(most, default=0), self.left, self._base(tree)
        for i, (mask, visited, clash, cities, length, _, _, _, having) in enumerate(arms):
            if i == branch:
                branch = after[i]  # the arms before it leave the station by the same track as this one
            least = self._floor - base - values[i]
            if top <= least or mask & used or not having & boards:
                continue
            if steps < 0 or time.perf_counter() > self.deadline:
                self.complete = False
                break
            mask |= used
            having &= boards
            j, wanted = branch, -1 if visited & needed else needed
            city_room, stop_room = tree.cities - cities, tree.stops - length
            while j < count:
                steps -= 1
                if most[j] <= least:
                    j = after[j]
                    continue
                sides, stops, _, city, step, _, _, _, there = arms[j]
                if mask & sides or clash & stops or city > city_room or step > stop_room or not having & there:
                    j = after[j]
                    continue
                if values[j] > least and stops & wanted:
                    self._add(tree, i, j, base + values[i] + values[j], boards)
                    least = self._floor - base - values[i]
                j += 1
        self.left = steps

    def _add(self, tree: Tree, i: int, j: int, value: int, boards: int) -> None:
        """Add a route, worth so much at most, if it is worth more than the floor."""
        one, two = tree.arms[i], tree.arms[j] if j >= 0 else NOTHING
        having = one[-1] & two[-1] & boards
        if not self.simple:
            value = self._exact(tree, one, two, having)
        if value > self._floor:
            self.values.append(value)
            self.masks.append(one[0] | two[0])
            self.boards.append(having)
            self.parts.append((tree, i, j))
            if self._rising:
                self._floor = value - 1

    def _exact(self, tree: Tree, one: Arm, two: Arm, boards: int) -> int:
        """What a route is worth, with bonuses, if it is paid for its best stops only."""
        _, _, _, worth, subsidy, _, counts, _ = tree.start
        if self.pays >= NO_LIMIT:
            revenue = worth + one[5] + two[5]
        else:
            revenue = sum(sorted((*one[7], *two[7], *((worth,) if counts else ())), reverse=True)[: self.pays])
        visited = one[1] | two[1]
        if self.bonus is not None and visited & self.bonus.concerned:
            revenue += self.bonus.of(visited, boards)
        return revenue * self.paid + (subsidy + one[6] + two[6]) * self.given

    def in_order(self, route: int) -> tuple[list[int], list[tuple[str, ...]]]:
        """The stops of a route from one end to the other, and the hexes between them."""
        tree, i, j = self.parts[route]
        places, legs = tree.out(j)
        onward, further = tree.out(i)
        return (
            [*places[::-1], tree.start[0], *onward],
            [*(hexes[::-1] for hexes in legs[::-1]), *further],
        )


@dataclass(frozen=True)
class Listed:
    """Some routes of a kind of train, best first."""

    masks: Sequence[int]
    values: Sequence[int]

    @property
    def best(self) -> int:
        """The value of the best route, 0 if there is none."""
        return self.values[0] if self.values else 0

    def fitting(self, used: int) -> int:
        """The best route beside these sides."""
        return next((n for n, mask in enumerate(self.masks) if not mask & used), NO_ROUTE)

    def above(self, least: int) -> list[int]:
        """The routes worth more than this."""
        return list(range(bisect_left(self.values, -least, key=neg)))
