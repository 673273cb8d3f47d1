"""The search for large maps: enumeration, prices on hex sides, a filter, and pairs in a tree. Needs numba."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import floor, gcd
from typing import Any

import numpy as np

from railhead.core.scoring import Run
from railhead.routes import pairs, prices
from railhead.routes.kernels import enumerate_kernel
from railhead.routes.problem import Kind, Problem, Trains
from railhead.routes.solve import Found, Weights, explain
from railhead.routes.tables import KindTables, Tables, kind_tables, tables_of

Array = Any

ROUTES_AT_MOST = 6_000_000
"""Rows for all kinds of trains together: about 40 bytes each."""
POOL = 2000
"""Routes that join the pool of the prices in a round."""
ROUNDS = 14
TURNS = 300
"""Steps of the prices in a round."""
FEW = 2000
"""So few candidates are searched at once; better prices would not pay."""
SMALL = 1e-6


@dataclass
class Store:
    """The routes of one kind of train."""

    mask: Array
    revenue: Array
    mine: Array
    parent: Array
    added: Array
    step: int

    def stretches(self, tables: Tables, row: int) -> tuple[int, list[int]]:
        """The station at the root and the stretches as they were added, numbered as in the network."""
        found = []
        while self.parent[row] >= 0:
            found.append(tables.stretches[self.added[row]])
            row = self.parent[row]
        return tables.stops[-1 - self.added[row]], found[::-1]


@dataclass
class Job:
    """One set of trains to be packed: the routes of each kind with their values, best prices, best run."""

    stores: list[Store]
    values: list[Array]
    trains: list[int]  # the kind of each train
    counts: Array  # trains of each kind
    step: int
    tables: Tables
    class_at: Array
    class_flat: Array
    deadline: float
    best: float = -1
    picks: list[int] = field(default_factory=list)
    bound: float = 1e18
    sides: Array = None
    prices: list[Array] = field(default_factory=list)  # of each kind's routes
    tops: list[float] = field(default_factory=list)

    @property
    def late(self) -> bool:
        """Whether the time is up."""
        return time.perf_counter() > self.deadline

    def whole(self, bound: float) -> float:
        """A bound rounded down to what a run can earn."""
        return floor((bound + SMALL) / self.step) * self.step

    def words(self) -> Array:
        """No sides."""
        return np.zeros(self.tables.sides.shape[1], np.uint64)


class CompiledSearch:
    """The routes of a problem's trains in arrays, and the best runs among them."""

    def __init__(self, problem: Problem, deadline: float) -> None:
        self.problem = problem
        self.deadline = deadline
        self.tables = tables_of(problem)
        self.stores: dict[str, Store] = {}
        self.complete = True
        by_kind: dict[Kind, Store] = {}
        names = sorted({train for trains in problem.alternatives for train in trains})
        kinds = {problem.kind(name) for name in names}
        for name in names:
            kind = problem.kind(name)
            if kind not in by_kind:
                by_kind[kind] = self._enumerate(kind, ROUTES_AT_MOST // len(kinds))
            self.stores[name] = by_kind[kind]

    def _enumerate(self, kind: Kind, cap: int) -> Store:
        tables = kind_tables(self.problem, kind, self.tables)
        words = self.tables.sides.shape[1]
        mask = np.empty((cap, words), np.uint64)
        revenue, mine, parent, added = (np.empty(cap, np.int32) for _ in range(4))
        rows = (mask, revenue, mine, parent, added)
        count = 0
        for station in stations_of(self.problem, self.tables, tables):
            after = enumerate_kernel(
                station, tables.limits, self.tables.sides, *tables.arrays(), *rows, count
            )
            if after < 0:
                self.complete = False
                count = cap
                break
            count = after
            tables.stops[station, 5] = 1  # later stations do without it: each route is found once
        return Store(mask[:count], revenue[:count], mine[:count], parent[:count], added[:count], tables.step)

    @property
    def has_mines(self) -> bool:
        """Whether any route earns mine income."""
        return any(store.mine.any() for store in self.stores.values())

    def best(self, weights: Weights) -> Found:
        """The best run over all sets of trains, by these weights."""
        found, top = Run(), -1.0
        proven, bound = self.complete, 0.0
        for trains in self.problem.alternatives:
            job = self._job(trains, weights)
            job.best = top
            done = pack(job)
            if job.picks:
                top = job.best
                found = self._run(trains, job.picks)
            proven = proven and done
            bound = max(bound, job.best if done else max(job.best, job.whole(job.bound)))
        return Found(found, proven, int(bound))

    def _job(self, trains: Trains, weights: Weights) -> Job:
        names = sorted(set(trains))
        stores = [self.stores[name] for name in names]
        values = []
        for store in stores:
            value = store.revenue.astype(np.int64) * weights[0] + store.mine.astype(np.int64) * weights[1]
            value[store.revenue < 0] = -1
            values.append(value)
        kinds = [names.index(train) for train in trains]
        step = gcd(*(store.step for store in stores)) * gcd(*weights) or 1
        class_at = np.zeros(len(self.tables.classes) + 1, np.int64)
        class_at[1:] = np.cumsum([len(row) for row in self.tables.classes])
        flat = np.array([side for row in self.tables.classes for side in row], np.int64)
        counts = np.bincount(kinds, minlength=len(names)).astype(np.int64)
        return Job(
            stores, values, kinds, counts, step, self.tables, class_at, flat, self.deadline
        )

    def _run(self, trains: Trains, picks: Sequence[int]) -> Run:
        routes = []
        for train, pick in zip(trains, picks, strict=True):
            if pick >= 0:
                station, stretches = self.stores[train].stretches(self.tables, pick)
                routes.append(explain(self.problem, train, station, stretches))
        return Run(tuple(routes), sum(r.revenue for r in routes), sum(r.mine_income for r in routes))


def stations_of(problem: Problem, tables: Tables, kind: KindTables) -> list[int]:
    """Own stations where routes of this kind may begin, numbered as in the tables."""
    place = {stop: n for n, stop in enumerate(tables.stops)}
    return [place[stop] for stop in problem.own if stop in place and not kind.stops[place[stop], 5]]


def pack(job: Job) -> bool:
    """Find the best routes of a job; whether they are proven best."""
    if len(job.trains) <= 1:
        for kind in job.trains:
            pick = int(job.values[kind].argmax()) if len(job.values[kind]) else -1
            value = job.values[kind][pick] if pick >= 0 else -1
            improve(job, [pick if value >= 0 else -1], max(0, int(value)))
        job.bound = job.best
        return True
    lower_bound(job)
    if job.whole(job.bound) <= job.best:
        return True
    return exact(job)


def improve(job: Job, picks: list[int], value: float) -> None:
    """Take a run if it is the best so far."""
    if value > job.best:
        job.best, job.picks = value, picks


def lower_bound(job: Job) -> None:
    """Find good prices on a growing pool of routes; the bound that they give, and good runs on the way."""
    now = np.zeros(job.tables.width)
    pool: list[set[int]] = [set() for _ in job.stores]
    job.sides = now.copy()
    job.prices = [np.empty(len(value)) for value in job.values]
    on_pool = 0.0
    for turn in range(ROUNDS):
        tops, bound = price_routes(job, now)
        if bound < job.bound:
            job.bound, job.sides = bound, now.copy()
        greedy(job, tops)
        gap = job.bound - job.best
        if job.whole(job.bound) <= job.best or job.late or turn == ROUNDS - 1:
            break
        if bound <= on_pool + 0.02 * job.step or sum(len(rows) for rows in candidates(job, tops, bound)) <= FEW:
            break
        before = sum(len(rows) for rows in pool)
        for k, rows in enumerate(pool):
            rows.update(
                prices.top_rows(job.values[k], job.prices[k], tops[k] - max(gap, job.step), tops[k], POOL).tolist()
            )
        if sum(len(rows) for rows in pool) == before:
            break
        on_pool = _improve_on_pool(job, now, pool)
    job.tops, job.bound = price_routes(job, job.sides)


def price_routes(job: Job, sides: Array) -> tuple[list[float], float]:
    """Price all routes; the highest net value of each kind and the bound."""
    cost = np.zeros(len(job.tables.classes))
    prices.stretch_costs(sides, job.class_at, job.class_flat, cost)
    tops = [
        max(0.0, prices.price_all(job.values[k], store.parent, store.added, cost, job.prices[k]))
        for k, store in enumerate(job.stores)
    ]
    return tops, float(sides.sum() + sum(job.counts[k] * top for k, top in enumerate(tops)))


def _improve_on_pool(job: Job, sides: Array, pool: list[set[int]]) -> float:
    value, kind, at, flat = [], [], [np.zeros(1, np.int64)], []
    used = 0
    for k, rows in enumerate(pool):
        chosen = np.array(sorted(rows), np.int64)
        starts, chain = prices.chains(chosen, job.stores[k].parent, job.stores[k].added)
        value.append(job.values[k][chosen])
        kind.append(np.full(len(chosen), k, np.int64))
        at.append(starts[1:] + used)
        flat.append(chain)
        used += len(chain)
    return float(
        prices.improve_prices(
            sides, np.concatenate(value), np.concatenate(kind), np.concatenate(at), np.concatenate(flat),
            job.counts, job.class_at, job.class_flat, float(job.best), TURNS,
        )
    )  # fmt: skip


def greedy(job: Job, tops: Sequence[float]) -> None:
    """A run from the best priced routes: one train after the other, then each again beside the others."""
    for lead in range(len(job.stores)):
        rows = prices.rows_above(job.values[lead], job.prices[lead], tops[lead] - SMALL)
        if not len(rows):
            continue
        picks = [-1] * len(job.trains)
        picks[job.trains.index(lead)] = int(rows[0])
        value = -1.0
        for _ in range(4):
            for n, kind in enumerate(job.trains):
                if value < 0 and picks[n] >= 0:
                    continue
                used = job.words()
                for other, pick in enumerate(picks):
                    if other != n and pick >= 0:
                        used |= job.stores[job.trains[other]].mask[pick]
                picks[n] = prices.best_beside(job.values[kind], job.stores[kind].mask, used)
            total = sum(int(job.values[kind][pick]) for kind, pick in zip(job.trains, picks, strict=True) if pick >= 0)
            if total <= value:
                break
            value = total
        improve(job, list(picks), value)


def candidates(job: Job, tops: Sequence[float], bound: float) -> list[Array]:
    """The routes of each kind that can be part of a better run, by the prices as they are."""
    return [
        prices.rows_above(job.values[k], job.prices[k], job.best + job.step - bound + tops[k] - SMALL)
        for k in range(len(job.stores))
    ]


@dataclass
class Candidates:
    """What is left of a kind after the filter, the most valuable first."""

    rows: Array
    mask: Array
    value: Array
    net: Array
    tree: Any = None


def exact(job: Job) -> bool:
    """Search what the prices leave; whether it was searched to the end."""
    left = []
    for k, rows in enumerate(candidates(job, job.tops, job.bound)):
        chosen = rows[np.argsort(-job.values[k][rows], kind="stable")]
        value = job.values[k][chosen].astype(np.float64)
        left.append(Candidates(chosen, job.stores[k].mask[chosen], value, value - job.prices[k][chosen]))
    order = sorted(range(len(job.trains)), key=lambda n: (len(left[job.trains[n]].rows), job.trains[n]))
    last = left[job.trains[order[-1]]]
    if len(last.rows):
        last.tree = pairs.build_tree(last.mask, last.value, last.net)
    return Exact(job, left, order).level(0, [], job.words(), 0.0, 0.0)


@dataclass
class Exact:
    """Depth first over all trains but the last two, which the compiled search takes together."""

    job: Job
    left: list[Candidates]
    order: list[int]

    def level(self, depth: int, picks: list[int], used: Array, value: float, net: float) -> bool:
        """Choose a route for the train at this depth; False if the time is up."""
        job = self.job
        ahead = self.order[depth:]
        kind = job.trains[ahead[0]]
        here = self.left[kind]
        tops = [job.tops[job.trains[n]] for n in ahead]
        if len(ahead) == 2:
            done = self.last_two(picks, used, value, net)
        else:
            done = True
            same = depth > 0 and job.trains[self.order[depth - 1]] == kind and picks[-1] >= 0
            highest = [self._highest(job.trains[n]) for n in ahead[1:]]
            for n in range(picks[-1] + 1 if same else 0, len(here.rows)):
                if value + here.value[n] + sum(highest) <= job.best:
                    break
                if net + here.net[n] + sum(tops[1:]) < self.least or (here.mask[n] & used).any():
                    continue
                if not self.level(
                    depth + 1, [*picks, n], used | here.mask[n], value + here.value[n], net + here.net[n]
                ):
                    return False
        if not done or job.late:
            return False
        # Without a route for this train: only where that could still be better.
        if net + sum(tops[1:]) < self.least:
            return True
        if len(ahead) == 2:
            return self.last_one(picks, used, value)
        return self.level(depth + 1, [*picks, -1], used, value, net)

    @property
    def least(self) -> float:
        """The net sum that a better run must have."""
        job = self.job
        return float(job.best + job.step - job.sides.sum() - SMALL)

    def _highest(self, kind: int) -> float:
        return float(self.left[kind].value[0]) if len(self.left[kind].rows) else 0.0

    def last_two(self, picks: list[int], used: Array, value: float, net: float) -> bool:
        """The best pair for the last two trains."""
        job = self.job
        one, two = (self.left[job.trains[n]] for n in self.order[-2:])
        if not len(one.rows) or not len(two.rows):
            return True
        first = 0
        same = one is two
        while first >= 0:
            first, best, a, b = pairs.search_pairs(
                one.mask, one.value, one.net, *two.tree, two.mask, two.value, two.net, used, same,
                float(job.best - value), self.least - net, first, 2000,
            )  # fmt: skip
            if a >= 0:
                self._take([*picks, a, b], value + best)
            if first >= 0 and job.late:
                return False
        return True

    def last_one(self, picks: list[int], used: Array, value: float) -> bool:
        """One of the last two trains alone."""
        job = self.job
        for place in (-2, -1):
            here = self.left[job.trains[self.order[place]]]
            n = prices.best_beside(here.value.astype(np.int64), here.mask, used)
            if n >= 0 and value + here.value[n] > job.best:
                self._take([*picks, *((n, -1) if place == -2 else (-1, n))], value + here.value[n])
        return True

    def _take(self, places: list[int], value: float) -> None:
        picks = [-1] * len(places)
        for train, n in zip(self.order, places, strict=True):
            if n >= 0:
                picks[train] = int(self.left[self.job.trains[train]].rows[n])
        improve(self.job, picks, value)
