"""The arms of each own station for one kind of train, and what can be asked of them. Needs numba."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from railhead.routes import arms
from railhead.routes.pairs import build_tree, raise_tree
from railhead.routes.problem import NO_LIMIT, Kind, Problem
from railhead.routes.tables import KindTables, Tables, kind_tables

Array = Any

STEPS = 200_000
"""Steps in a tree between two looks at the clock: about 20 ms."""


SORTED = 300_000
"""Longer queues are not sorted."""
FIRST_ARMS = 20
SHORTER = (16, 13, 11, 9, 7, 5, 3)
FEWER = 200_000
"""Stops on an arm and arms of a station where there are too many arms to list them all."""


class Batch(NamedTuple):
    """Routes of one station: their arms, values and net values."""

    arms: Array
    value: Array
    net: Array


@dataclass
class Priced:
    """The arms of a station at some prices."""

    price: Array
    most: Array  # what an arm can add to a route, at most and net
    highest: Array  # the same for the nodes of the trees
    reach: Array  # and for all arms that use so much of the range or less


@dataclass
class Forest:
    """Trees of arms, one for each amount of the train's range that they use."""

    rows: Array
    nodes: Array
    common: Array
    roots: Array
    column: int  # where arms say how much they use; -1: there is no limit, and one tree


@dataclass
class Station:
    """An own station and its arms."""

    number: int
    tables: KindTables  # as this station sees it: earlier stations are barred
    sets: Array
    node: Array
    money: Array
    tops: Array
    forest: Forest

    def priced(self, weights: Array, cost: Array) -> Priced:
        """Price the arms by the cost of each segment."""
        forest = self.forest
        price, most = np.empty(len(self.node)), np.empty(len(self.node))
        arms.price_arms(self.node, self.money, weights, cost, price, most)
        highest = np.empty(len(forest.nodes))
        raise_tree(forest.rows, forest.nodes, most, highest)
        tops = [highest[root] if root >= 0 else -1e18 for root in forest.roots]
        return Priced(price, most, highest, np.maximum.accumulate(np.array(tops)))

    def base(self, weights: Array) -> float:
        """The most that the station itself adds to a route."""
        row = self.tables.stops[self.number]
        return float((row[arms.WORTH] + row[arms.EXTRA]) * weights[0] + row[arms.MINE] * weights[1])

    def roof(self, priced: Priced, weights: Array) -> float:
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
        """Routes with a net value of at least `least`: where to go on (-1: done), routes, value asked for."""
        out, value, net = np.empty((room, 2), np.int64), np.empty(room, np.int64), np.empty(room)
        words = self.sets.shape[1] - self.tables.marks.shape[1]
        whole = np.zeros(self.sets.shape[1], np.uint64)
        whole[:words] = used
        forest = self.forest
        after, found, least = arms.join_arms(
            self.number, *self.tables.rules(), self.sets, self.node, self.money, self.tops,
            priced.price, priced.most, forest.rows, forest.nodes, forest.common, priced.highest,
            weights, whole, words, forest.roots, priced.reach, forest.column, queue,
            least, mode, spot, steps, out, value, net,
        )  # fmt: skip
        return after, Batch(out[:found], value[:found], net[:found]), least

    def sides(self, routes: Array) -> Array:
        """The sides that routes use."""
        words = self.sets.shape[1] - self.tables.marks.shape[1]
        return self.sets[routes[:, 0], :words] | self.sets[routes[:, 1], :words]


@dataclass
class KindArms:
    """All stations for one kind of train."""

    stations: list[Station]
    step: int
    complete: bool

    @property
    def has_mines(self) -> bool:
        """Whether any arm earns mine income."""
        return any(
            station.money[:, 1].any() or station.tables.stops[station.number, arms.MINE] for station in self.stations
        )


def kind_arms(problem: Problem, kind: Kind, tables: Tables, cap: int) -> KindArms:
    """The arms of a kind of train, at most so many."""
    table = kind_tables(problem, kind, tables)
    place = {stop: n for n, stop in enumerate(tables.stops)}
    own = [place[stop] for stop in problem.own if stop in place]
    stations: list[Station] = []
    barred: list[int] = []
    complete = True
    for number in own:
        if table.stops[number, arms.BARRED]:
            continue
        stops = table.stops.copy()
        stops[barred, arms.BARRED] = 1
        seen = KindTables(table.limits, table.links, stops, *_rest(table))
        rows = _list_arms(number, seen, tables, cap, table.limits)
        # Too many: all arms up to some length are enough for good runs, though not for a proof.
        for length in SHORTER:
            if rows is None:
                complete = False
                limits = table.limits.copy()
                limits[1] = min(limits[1], length)
                rows = _list_arms(number, seen, tables, min(cap, FEWER), limits)
        if rows is None:
            break
        cap -= len(rows[0]) if complete else 0
        # At a terminal station a route has one arm: the other one is empty.
        trees = _forest(rows[0], rows[1], table.limits, 1 if stops[number, arms.ENDS] else len(rows[0]))
        sets, node, money, tops = rows
        stations.append(Station(number, seen, sets, node, money, tops, trees))
        barred.append(number)
    return KindArms(stations, table.step, complete)


def _list_arms(number: int, table: KindTables, tables: Tables, cap: int, limits: Array) -> tuple[Array, ...] | None:
    """The arms of a station (sets, nodes, money, best values), or None if they are too many."""
    words = tables.sides.shape[1] + table.marks.shape[1]
    sets = np.empty((cap, words), np.uint64)
    node, money = np.empty((cap, 6), np.int32), np.empty((cap, 3), np.int32)
    tops = np.empty((cap, max(1, int(table.limits[2]))), np.int32)
    count = arms.list_arms(
        number, limits, tables.sides, *table.links, table.stops, table.marks, sets, node, money, tops
    )
    return None if count < 0 else tuple(rows[:count].copy() for rows in (sets, node, money, tops))


def _forest(sets: Array, node: Array, limits: Array, count: int) -> Forest:
    """The first so many arms in trees by what they use of the range."""
    column = -1
    if limits[1] < NO_LIMIT:
        column = arms.COUNTED
    elif limits[0] < NO_LIMIT:
        column = arms.CITIES
    use = node[:count, column] if column >= 0 else np.zeros(count, np.int32)
    roots = np.full(int(use.max()) + 1, -1, np.int64)
    parts: list[tuple[Array, Array, Array]] = []
    rows_made = nodes_made = 0
    for amount in range(len(roots)):
        chosen = np.nonzero(use == amount)[0]
        if not len(chosen):
            continue
        rows, nodes, common = build_tree(sets[chosen])
        roots[amount] = nodes_made
        nodes[:, :2] += np.where(nodes[:, :2] >= 0, nodes_made, 0)
        nodes[:, 2:] += rows_made
        parts.append((chosen[rows], nodes, common))
        rows_made += len(rows)
        nodes_made += len(nodes)
    rows, nodes, common = (np.concatenate([part[i] for part in parts]) for i in range(3))
    return Forest(rows, nodes, common, roots, column)


def _rest(table: KindTables) -> tuple[Any, ...]:
    return (
        table.marks, table.starts, table.concerned, table.pair_sets, table.pair_values, table.place,
        table.order, table.step,
    )  # fmt: skip


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
                    priced[n], weights, least, used=used, mode=arms.RISING, queue=queue, spot=spot
                )
                if len(batch.value):
                    a, b = batch.arms[-1]
                    best, top = Pick(n, int(a), int(b), int(batch.value[-1])), float(batch.net[-1])
                steps -= STEPS
                if spot >= 0 and (steps < 0 or time.perf_counter() > deadline):
                    return best, top, False
    return best, top, True
