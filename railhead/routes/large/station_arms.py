"""The arms of each of the company's stations for one kind of train, and what they can answer. Needs numba."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from railhead.routes.large import arms as kernels
from railhead.routes.large.arms import Arms, Batch, Forest, Links, Priced, TrainTables
from railhead.routes.large.search_tables import Tables, kind_tables
from railhead.routes.large.set_trees import build_tree, raise_tree
from railhead.routes.problem import NO_LIMIT, Kind, Problem

if TYPE_CHECKING:
    from railhead.routes.arrays import Array

STEPS = 200_000
"""Steps in a tree between two looks at the clock: about 20 ms."""


SORTED = 300_000
"""Longer queues are not sorted."""
FIRST_ARMS = 20
SHORTER = (16, 13, 11, 9, 7, 5, 3)
FEWER = 200_000
"""Stops on an arm and arms of a station where there are too many arms to list them all."""


@dataclass
class Station:
    """One of the company's stations, and its arms."""

    number: int
    tables: TrainTables  # as this station sees it: earlier stations are barred
    arms: Arms
    forest: Forest

    @property
    def node(self) -> Array:
        """How the arms are linked (the columns of `large/arms.py`)."""
        return self.arms.node

    def priced(self, weights: Array, cost: Array) -> Priced:
        """Price the arms by the cost of each segment."""
        forest = self.forest
        price, most = np.empty(len(self.node)), np.empty(len(self.node))
        kernels.price_arms(self.node, self.arms.money, weights, cost, price, most)
        highest = np.empty(len(forest.nodes))
        raise_tree(forest.rows, forest.nodes, most, highest)
        tops = [highest[root] if root >= 0 else -1e18 for root in forest.roots]
        return Priced(price, most, highest, np.maximum.accumulate(np.array(tops)))

    def base(self, weights: Array) -> float:
        """The most that the station itself adds to a route."""
        row = self.tables.stops[self.number]
        return float((row[kernels.WORTH] + row[kernels.EXTRA]) * weights[0] + row[kernels.MINE] * weights[1])

    def upper_bound(self, priced: Priced, weights: Array) -> float:
        """More than the net value of any route of this station."""
        return float(self.base(weights) + priced.most.max() + priced.reach[-1])

    def queue(self, priced: Priced, weights: Array, least: float, most: int = 1 << 60) -> Array:
        """First arms that may be part of such a route, the most promising first; at most about so many."""
        need = least - self.base(weights) - priced.reach[-1]
        chosen = np.nonzero(priced.most >= need)[0]
        chosen = chosen[chosen > 0]  # a route has at least one arm; the empty one can only be the other
        if len(chosen) > most:
            chosen = chosen[np.argpartition(-priced.most[chosen], most)[:most]]
        return chosen[np.argsort(-priced.most[chosen])] if len(chosen) <= SORTED else chosen

    def join(
        self, priced: Priced, weights: Array, least: float, *, used: Array, mode: int, queue: Array,
        spot: int = 0, room: int = 64, steps: int = STEPS,
    ) -> tuple[int, Batch, float]:  # fmt: skip
        """Routes with a net value of at least `least`: where to continue (-1: done), routes, value required."""
        out = Batch(np.empty((room, 2), np.int64), np.empty(room, np.int64), np.empty(room))
        whole = np.zeros(self.arms.sets.shape[1], np.int64)
        whole[: self.words] = used
        after, found, least = kernels.join_arms(
            self.number, self.tables, self.arms, self.forest, priced, weights, whole, self.words, queue,
            least, mode, spot, steps, out,
        )  # fmt: skip
        return after, Batch(out.arms[:found], out.value[:found], out.net[:found]), least

    def sides(self, routes: Array) -> Array:
        """The sides that routes use."""
        sets, words = self.arms.sets, self.words
        return sets[routes[:, 0], :words] | sets[routes[:, 1], :words]

    @property
    def words(self) -> int:
        """How many words the sides of an arm take."""
        return int(self.arms.sets.shape[1] - self.tables.marks.shape[1])


@dataclass
class KindArms:
    """All stations for one kind of train."""

    stations: list[Station]
    step: int
    complete: bool

    @property
    def has_subsidy(self) -> bool:
        """Whether any arm earns a subsidy."""
        return any(
            station.arms.money[:, 1].any() or station.tables.stops[station.number, kernels.MINE]
            for station in self.stations
        )


def kind_arms(problem: Problem, kind: Kind, tables: Tables, cap: int) -> KindArms:
    """The arms of a kind of train, at most so many."""
    table = kind_tables(problem, kind, tables)
    train = table.train
    place = {stop: n for n, stop in enumerate(tables.stops)}
    own = [place[stop] for stop in problem.own if stop in place]
    stations: list[Station] = []
    barred: list[int] = []
    complete = True
    for number in own:
        if train.stops[number, kernels.BARRED]:
            continue
        stops = train.stops.copy()
        stops[barred, kernels.BARRED] = 1
        seen = train._replace(stops=stops)
        rows = _list_arms(number, seen, table.links, tables, cap, train.limits)
        # Too many: all arms up to some length are enough for good runs, though not for a proof.
        for length in SHORTER:
            if rows is None:
                complete = False
                limits = train.limits.copy()
                limits[1] = min(limits[1], length)
                rows = _list_arms(number, seen, table.links, tables, min(cap, FEWER), limits)
        if rows is None:
            break
        cap -= len(rows.node) if complete else 0
        # At a terminal station a route has one arm: the other one is empty.
        trees = _forest(rows, train.limits, 1 if stops[number, kernels.ENDS] else len(rows.node))
        stations.append(Station(number, seen, rows, trees))
        barred.append(number)
    return KindArms(stations, table.step, complete)


def _list_arms(number: int, train: TrainTables, links: Links, tables: Tables, cap: int, limits: Array) -> Arms | None:
    """The arms of a station, or None if they are too many."""
    words = tables.sides.shape[1] + train.marks.shape[1]
    room = Arms(
        np.empty((cap, words), np.int64), np.empty((cap, 6), np.int32), np.empty((cap, 3), np.int32),
        np.empty((cap, max(1, int(train.limits[2]))), np.int32),
    )  # fmt: skip
    count = kernels.list_arms(number, train, limits, tables.sides, links, room)
    return None if count < 0 else Arms(*(rows[:count].copy() for rows in room))


def _forest(arms: Arms, limits: Array, count: int) -> Forest:
    """The first so many arms in trees by what they use of the range."""
    column = -1
    if limits[1] < NO_LIMIT:
        column = kernels.COUNTED
    elif limits[0] < NO_LIMIT:
        column = kernels.CITIES
    use = arms.node[:count, column] if column >= 0 else np.zeros(count, np.int32)
    roots = np.full(int(use.max()) + 1, -1, np.int64)
    parts: list[tuple[Array, Array, Array]] = []
    rows_made = nodes_made = 0
    for amount in range(len(roots)):
        chosen = np.nonzero(use == amount)[0]
        if not len(chosen):
            continue
        rows, nodes, common = build_tree(arms.sets[chosen])
        roots[amount] = nodes_made
        nodes[:, :2] += np.where(nodes[:, :2] >= 0, nodes_made, 0)
        nodes[:, 2:] += rows_made
        parts.append((chosen[rows], nodes, common))
        rows_made += len(rows)
        nodes_made += len(nodes)
    rows, nodes, common = (np.concatenate([part[i] for part in parts]) for i in range(3))
    return Forest(rows, nodes, common, roots, column)


class Pick(NamedTuple):
    """A route: its station in the list of its kind, its two arms, its value."""

    station: int
    a: int
    b: int
    value: int


def best_route(
    kind: KindArms, priced: list[Priced], weights: Array, used: Array, deadline: float, steps: int = 1 << 60
) -> tuple[Pick | None, float, bool]:
    """The route with the highest net value of at least 0, that value, and whether the search was finished."""
    best: Pick | None = None
    least, top = 0.0, 0.0
    for first in (True, False):
        for n, station in enumerate(kind.stations):
            # The most promising arms first, so that most others need not be looked at.
            queue = station.queue(priced[n], weights, least, FIRST_ARMS if first else 1 << 60)
            spot = 0
            while spot >= 0:
                spot, batch, least = station.join(
                    priced[n], weights, least, used=used, mode=kernels.RISING, queue=queue, spot=spot
                )
                if len(batch.value):
                    a, b = batch.arms[-1]
                    best, top = Pick(n, int(a), int(b), int(batch.value[-1])), float(batch.net[-1])
                steps -= STEPS
                if spot >= 0 and (steps < 0 or time.perf_counter() > deadline):
                    return best, top, False
    return best, top, True
