"""The routes that arms make: the best one, the best one beside other trains, all that are worth more than a floor.

A route is one arm of a station, or two of them, the one that comes first in the tree first. Each arm goes with those
after it that fit. Where one does not fit, neither do those that begin with it; and where the best of those is not
worth enough, they are skipped too. So only a small part of all routes is looked at, and a route is stored only when
somebody asks for it.
"""

from __future__ import annotations

import time
from bisect import bisect_left, bisect_right
from math import inf
from operator import neg
from typing import TYPE_CHECKING, NamedTuple

from railhead.routes.lists.arms import ANY, Arm, Arms, TooMuchWork, Tree
from railhead.routes.lists.packing import NO_ROUTE
from railhead.routes.problem import NO_LIMIT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railhead.routes.run import Weights

NOTHING: Arm = (0, 0, 0, 0, 0, 0, 0, (), -1)
"""In place of a second arm."""
NO_END = 1 << 60
MANY = 1 << 16
"""More sides than a route has."""
BASE = 1 << 20
"""More than the arms of a tree."""


class Routes:
    """The routes of a kind of train by these weights, numbered as they are found."""

    def __init__(self, arms: Arms, weights: Weights = (1, 1)) -> None:
        self.arms, self.bonus, self.pays = arms, arms.bonus, arms.kind.pays
        self.weights = weights
        self.revenue_weight, self.subsidy_weight = weights
        self.special = -1 if self.pays < NO_LIMIT else self.bonus.concerned if self.bonus else 0
        """A route without these stops, as bits, is worth what its arms are."""
        self.values: list[int] = []
        self.masks: list[int] = []
        self.boards: list[int] = []  # that have each
        self.made: list[int] = []
        """The tree and the arms of each (`made_of`) as a number: the garbage collector looks at every tuple."""
        self._added = self.values.append, self.masks.append, self.boards.append, self.made.append
        self._fitting: dict[int, int] = {}
        self._ranked, self._above = list[int](), NO_END
        """All routes worth more than this, best first."""
        self.allow(NO_END, inf)

    def allow(self, joins: int, deadline: float, keep_partial: bool = False) -> None:
        """Set how many pairs of arms may be looked at from now on, and until when.

        A search that needs more ends with what it has found (`complete` is false then), or with `TooMuchWork`.
        """
        self.left, self.deadline, self.keep_partial = joins, deadline, keep_partial
        self.complete = self.arms.complete

    def by(self, weights: Weights) -> Routes:
        """The same by other weights: if no route has a subsidy, what was found so far is in the same order."""
        routes = Routes(self.arms, weights)
        if not self.arms.subsidies[1]:
            times = weights[0] // self.revenue_weight
            routes.values += [value * times for value in self.values]
            routes.masks += self.masks
            routes.boards += self.boards
            routes.made += self.made
            routes._fitting |= self._fitting
            routes._ranked, routes._above = self._ranked, self._above * times
        return routes

    @property
    def best(self) -> int:
        """The value of the best route, 0 if there is none."""
        first = self.fitting(0)
        return self.values[first] if first >= 0 else 0

    def fitting(self, used: int) -> int:
        """The best route beside these sides; of equal ones that with the fewest sides, least in the way of others."""
        found = self._fitting.get(used)
        if found is None:
            there, masks, values = self._find(ANY, used, best_only=True), self.masks, self.values
            found = min(there, key=lambda n: masks[n].bit_count() - values[n] * MANY, default=NO_ROUTE)
            if self.complete:
                self._fitting[used] = found
        return found

    def best_on(self, board: int) -> int:
        """The value of the best route that a board has, 0 if there is none."""
        return max([self.values[n] for n in self._find(ANY, 0, board, best_only=True)], default=0)

    def above(self, least: int) -> list[int]:
        """The routes worth more than this, best first."""
        if least < self._above:
            self._ranked = self.found_above(least, -1)
            self._above = least if self.complete else NO_END
        values = self.values
        return self._ranked[: bisect_right(self._ranked, -least - 1, key=lambda n: -values[n])]

    def found_above(self, least: int, boards: int) -> list[int]:
        """The routes worth more than this that some of these boards have, best first."""
        return sorted(self._find(least, 0, boards), key=self.values.__getitem__, reverse=True)

    def _find(self, floor: int, used: int = 0, boards: int = -1, best_only: bool = False) -> range:
        """Find all routes worth more than the floor, or only those at least as good as all before.

        Only those beside the used sides which some of these boards have. Returns their numbers.
        """
        first = len(self.made)
        for n, tree in enumerate(self.arms.trees):
            floor = self._alone(tree, n * BASE, floor, used, boards, best_only)
        for n, tree in enumerate(self.arms.trees):
            if not tree.ends:
                floor = self._join(tree, n * BASE, floor, used, boards, best_only)
        if not self.complete and not self.keep_partial:
            raise TooMuchWork
        return range(first, len(self.made))

    def _base(self, tree: Tree) -> int:
        """What a station adds to the arms."""
        return tree.revenue * self.revenue_weight + tree.subsidy * self.subsidy_weight

    @property
    def _spare(self) -> int:
        """The most that bonuses add."""
        return self.bonus.most * self.revenue_weight if self.bonus else 0

    def _alone(self, tree: Tree, number: int, floor: int, used: int, boards: int, best_only: bool) -> int:
        """Add the routes of one arm; returns the floor."""
        arms, after, needed, special = tree.arms, tree.after, self.arms.needed, self.special
        add_value, add_mask, add_boards, add_made = self._added
        base, (values, most, _) = self._base(tree), tree.worth(self.weights)
        least, i = floor - base - self._spare, 0
        while i < len(arms):
            arm = arms[i]
            sides, stops, _, _, _, _, _, _, boards_with = arm
            if most[i] <= least or sides & used or not boards_with & boards:
                i = after[i]  # nor do those that begin with it
                continue
            if values[i] > least and stops & needed:
                value = base + values[i]
                if stops & special:
                    value = self._exact(tree, arm, NOTHING, boards_with & boards)
                if value > floor:
                    add_value(value)
                    add_mask(sides)
                    add_boards(boards_with & boards)
                    add_made((number + i) * BASE)
                    if best_only:
                        least += value - 1 - floor
                        floor = value - 1
            i += 1
        return floor

    def _join(self, tree: Tree, number: int, floor: int, used: int, boards: int, best_only: bool) -> int:
        """Add the routes of two arms; returns the floor."""
        arms, after, needed, special = tree.arms, tree.after, self.arms.needed, self.special
        add_value, add_mask, add_boards, add_made = self._added
        values, most, onward = tree.worth(self.weights)
        count, branch, top, steps, spare = len(arms), 0, 0, self.left, self._spare
        start = self._base(tree)
        for i, one in enumerate(arms):
            mask, visited, excluded, cities, length, _, _, _, boards_with = one
            if i == branch:
                branch = after[i]  # the arms before it leave the station by the same track as this one
                if branch == count:
                    break
                top = onward[branch]
            base = start + values[i]
            least = floor - base - spare
            boards_with &= boards
            if top <= least or mask & used or not boards_with:
                continue
            if steps < 0 or time.perf_counter() > self.deadline:
                self.complete = False
                break
            taken, j, wanted = mask | used, branch, -1 if visited & needed else needed
            city_room, stop_room = tree.cities - cities, tree.stops - length
            while j < count:
                steps -= 1
                if most[j] <= least:
                    j = after[j]  # neither it nor what begins with it is worth enough
                    continue
                sides, stops, _, city, step, _, _, _, there = arms[j]
                there &= boards_with
                if taken & sides or excluded & stops or city > city_room or step > stop_room or not there:
                    j = after[j]  # it does not fit, nor does anything that begins with it
                    continue
                if values[j] > least and stops & wanted:
                    value = base + values[j]
                    if (visited | stops) & special:
                        value = self._exact(tree, one, arms[j], there)
                    if value > floor:
                        add_value(value)
                        add_mask(mask | sides)
                        add_boards(there)
                        add_made((number + i) * BASE + j + 1)
                        if best_only:
                            floor = value - 1
                            least = floor - base - spare
                j += 1
        self.left = steps
        return floor

    def _exact(self, tree: Tree, one: Arm, two: Arm, boards: int) -> int:
        """The exact value of a route: of its best stops if only those are paid, and with its bonuses."""
        _, one_stops, _, _, _, one_revenue, one_subsidy, one_best, _ = one
        _, two_stops, _, _, _, two_revenue, two_subsidy, two_best, _ = two
        if self.pays >= NO_LIMIT:
            revenue = tree.revenue + one_revenue + two_revenue
        else:
            home = (tree.revenue,) if tree.counts else ()
            revenue = sum(sorted((*one_best, *two_best, *home), reverse=True)[: self.pays])
        visited = one_stops | two_stops
        if self.bonus is not None and visited & self.bonus.concerned:
            revenue += self.bonus.of(visited, boards)
        return revenue * self.revenue_weight + (tree.subsidy + one_subsidy + two_subsidy) * self.subsidy_weight

    def made_of(self, route: int) -> tuple[Tree, int, int]:
        """The tree of a route and its arms; -1: no second arm."""
        first, j = divmod(self.made[route], BASE)
        tree, i = divmod(first, BASE)
        return self.arms.trees[tree], i, j - 1

    def in_order(self, route: int) -> tuple[list[int], list[tuple[str, ...]]]:
        """The stops of a route from one end to the other, and the hexes between them."""
        tree, i, j = self.made_of(route)
        places, legs = tree.out(j)
        onward, further = tree.out(i)
        return (
            [*places[::-1], tree.start, *onward],
            [*(hexes[::-1] for hexes in legs[::-1]), *further],
        )


class Listed(NamedTuple):
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
