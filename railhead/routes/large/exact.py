"""The exact end of the compiled search: the best set among the routes that the prices leave. Needs numba."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from railhead.routes.large import price_kernels, set_trees
from railhead.routes.large.station_arms import Pick

if TYPE_CHECKING:
    from railhead.routes.arrays import Array
    from railhead.routes.large.arms import Priced
    from railhead.routes.large.job import Job

QUERIES = 2000
"""Queries of the compiled search between two looks at the clock."""
SMALL = 1e-6


@dataclass
class Candidates:
    """What is left of a kind after the filter, the most valuable first."""

    routes: Array  # station, arm, arm
    mask: Array
    value: Array
    net: Array

    @classmethod
    def of(cls, parts: list[tuple[Array, Array, Array, Array]], words: int) -> Candidates:
        """Sorted and joined."""
        if not parts:
            return cls(np.zeros((0, 3), np.int64), np.zeros((0, words), np.int64), np.zeros(0), np.zeros(0))
        routes, mask, value, net = (np.concatenate([part[i] for part in parts]) for i in range(4))
        order = np.argsort(-value, kind="stable")
        return cls(routes[order], mask[order], value[order].astype(np.float64), net[order])

    @property
    def columns(self) -> set_trees.Routes:
        """What the search for pairs reads."""
        return set_trees.Routes(self.mask, self.value, self.net)

    @property
    def highest(self) -> float:
        """The highest value."""
        return float(self.value[0]) if len(self.value) else 0.0

    def price(self, priced: list[Priced]) -> None:
        """Fill in the net values at these prices of arms."""
        for station, one in enumerate(priced):
            price_kernels.net_values(self.routes, self.value, station, one.price, self.net)

    def above(self, least: float) -> Candidates:
        """Those with at least this net value."""
        rows = np.nonzero(self.net >= least)[0]
        return Candidates(self.routes[rows], self.mask[rows], self.value[rows], self.net[rows])

    def best_rows(self, station: int, least: float, count: int) -> Array:
        """Routes of a station with at least this net value, the highest ones if there are too many."""
        rows = np.nonzero((self.net >= least) & (self.routes[:, 0] == station))[0]
        if len(rows) > count:
            rows = rows[np.argpartition(-self.net[rows], count)[:count]]
        return rows

    def first_beside(self, used: Array) -> int:
        """The most valuable route that uses none of these sides, or -1."""
        return int(price_kernels.first_beside(self.mask, used))

    def pick(self, n: int) -> Pick | None:
        """A route, or none for -1."""
        if n < 0:
            return None
        station, a, b = (int(part) for part in self.routes[n])
        return Pick(station, a, b, int(self.value[n]))


class Exact:
    """Depth first over all trains but the last two, which the compiled search takes together."""

    def __init__(self, job: Job, left: list[Candidates]) -> None:
        self.job = job
        self.left = left
        self.order = sorted(range(len(job.trains)), key=lambda n: (len(left[job.trains[n]].value), job.trains[n]))
        self.all_prices = float(job.sides.sum())
        last = left[job.trains[self.order[-1]]]
        rows, nodes, common = set_trees.build_tree(last.mask)
        self.tree = set_trees.Tree(rows, nodes, common, np.empty(len(nodes)), np.empty(len(nodes)))
        set_trees.raise_tree(rows, nodes, last.value, self.tree.high_value)
        set_trees.raise_tree(rows, nodes, last.net, self.tree.high_net)

    def search(self) -> bool:
        """Search everything; False if the time was up."""
        return self.level(0, [], self.job.no_sides(), 0.0, 0.0)

    @property
    def least(self) -> float:
        """The net sum that a better run must have."""
        return float(self.job.best + self.job.step - self.all_prices - SMALL)

    def level(self, depth: int, picks: list[int], used: Array, value: float, net: float) -> bool:
        """Choose a route for the train at this depth; False if the time is up."""
        job = self.job
        ahead = [job.trains[n] for n in self.order[depth:]]
        rest = sum(job.tops[kind] for kind in ahead[1:])
        if len(ahead) == 2:
            done = self.last_two(picks, used, value, net)
        else:
            done = self.each_route(depth, picks, used, value, net)
        if not done or job.late:
            return False
        # Without a route for this train, or for either of the last two: only where that could still be better.
        if len(ahead) == 2:
            if net + max(job.tops[kind] for kind in ahead) >= self.least:
                self.last_one(picks, used, value)
            return True
        if net + rest < self.least:
            return True
        return self.level(depth + 1, [*picks, -1], used, value, net)

    def each_route(self, depth: int, picks: list[int], used: Array, value: float, net: float) -> bool:
        """Try the routes of the train at this depth in turn; equal trains in order."""
        job = self.job
        ahead = [job.trains[n] for n in self.order[depth:]]
        here = self.left[ahead[0]]
        rest = sum(job.tops[kind] for kind in ahead[1:])
        most = sum(self.left[kind].highest for kind in ahead[1:])
        same = depth > 0 and job.trains[self.order[depth - 1]] == ahead[0]
        fit = (here.net + (net + rest) >= self.least) & ~(here.mask & used).any(axis=1)
        for n in np.nonzero(fit)[0].tolist():
            if same and n <= picks[-1]:
                continue
            if value + here.value[n] + most <= job.best:
                break
            if net + here.net[n] + rest < self.least:  # what is asked for may have risen
                continue
            if not self.level(depth + 1, [*picks, n], used | here.mask[n], value + here.value[n], net + here.net[n]):
                return False
        return True

    def last_two(self, picks: list[int], used: Array, value: float, net: float) -> bool:
        """The best pair for the last two trains; False if the time is up."""
        job = self.job
        one, two = (self.left[job.trains[n]] for n in self.order[-2:])
        if not len(one.value) or not len(two.value):
            return True
        first = 0
        while first >= 0:
            first, _, a, b = set_trees.search_pairs(
                one.columns, self.tree, two.columns, used, one is two,
                float(job.best - value), self.least - net, first, QUERIES,
            )  # fmt: skip
            if a >= 0:
                self.take([*picks, a, b])
            if first >= 0 and job.late:
                return False
        return True

    def last_one(self, picks: list[int], used: Array, value: float) -> None:
        """One of the last two trains alone."""
        for place in (-2, -1):
            here = self.left[self.job.trains[self.order[place]]]
            for n in range(len(here.value)):
                if value + here.value[n] <= self.job.best:
                    break
                if not (here.mask[n] & used).any():
                    self.take([*picks, n, -1] if place == -2 else [*picks, -1, n])
                    break

    def take(self, places: list[int]) -> None:
        """Keep a set of routes."""
        found: list[Pick | None] = [None] * len(places)
        for train, n in zip(self.order, places, strict=True):
            found[train] = self.left[self.job.trains[train]].pick(n)
        self.job.improve(found)
