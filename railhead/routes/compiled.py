"""The search for large maps: arms of stations, prices on hex sides, a filter, and pairs in a tree. Needs numba.

No list of all routes is made. Prices are found by asking for the routes with the highest net value again and
again; then only the routes that could be part of a better run are listed and searched to the end.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import floor, gcd
from typing import Any

import numpy as np

from railhead.core.scoring import Run
from railhead.routes import arms, prices
from railhead.routes.exact import Candidates, Exact
from railhead.routes.problem import Kind, Problem, Trains
from railhead.routes.solve import Found, Weights, explain, roof_of
from railhead.routes.stations import STEPS, Batch, KindArms, Pick, Priced, best_route, kind_arms
from railhead.routes.tables import Tables, tables_of

Array = Any

ARMS_AT_MOST = 2_000_000
"""Arms of all stations and kinds of trains together: about 120 bytes each."""
ROUTES_AT_MOST = 1_500_000
"""Routes that are searched to the end at most: about 100 bytes each."""
POOL = 2000
"""Routes that join the pool of the prices in a round, at most."""
POOL_STEPS = 4_000_000
SAMPLE = 200
LISTED = 700_000
"""Routes of a kind that are simply listed; more are never all looked at."""
ROUNDS = 25
PATIENCE = 4
"""Rounds without much of a better bound, after which the exact search begins."""
TURNS = 250
"""Steps of the prices in a round."""
GREEDY_STEPS = 400_000
SMALL = 1e-6


@dataclass
class Job:
    """One set of trains to be packed by one measure: the best run so far and a bound."""

    kinds: list[KindArms]
    trains: list[int]  # the kind of each train
    weights: Array
    step: int
    tables: Tables
    deadline: float
    best: int = -1
    picks: list[Pick | None] = field(default_factory=list)
    bound: float = 1e18
    sides: Array = None  # the prices that give the bound
    plain: list[list[Priced]] = field(default_factory=list)  # every kind's arms without prices
    tops: list[float] = field(default_factory=list)
    lists: list[Candidates | None] = field(default_factory=list)  # every kind's routes, if they are few

    @property
    def late(self) -> bool:
        """Whether the time is up."""
        return time.perf_counter() > self.deadline

    @property
    def counts(self) -> Array:
        """How many trains there are of each kind."""
        return np.bincount(self.trains, minlength=len(self.kinds)).astype(np.int64)

    def whole(self, bound: float) -> int:
        """A bound rounded down to what a run can earn."""
        return floor((bound + SMALL) / self.step) * self.step

    def no_sides(self) -> Array:
        """An empty set of sides."""
        return np.zeros(self.tables.sides.shape[1], np.uint64)

    def sides_of(self, kind: int, pick: Pick) -> Array:
        """The sides that a route uses."""
        return self.kinds[kind].stations[pick.station].sides(np.array([[pick.a, pick.b]]))[0]

    def improve(self, picks: list[Pick | None]) -> None:
        """Take a run if it is the best so far."""
        value = sum(pick.value for pick in picks if pick is not None)
        if value > self.best:
            self.best, self.picks = value, picks


class CompiledSearch:
    """The arms of a problem's stations, and the best runs that can be made of them."""

    def __init__(self, problem: Problem, deadline: float) -> None:
        self.problem = problem
        self.deadline = deadline
        self.tables = tables_of(problem)
        self.arms: dict[str, KindArms] = {}
        by_kind: dict[Kind, KindArms] = {}
        names = sorted({train for trains in problem.alternatives for train in trains})
        room = ARMS_AT_MOST // max(1, len({problem.kind(name) for name in names}))
        for name in names:
            kind = problem.kind(name)
            if kind not in by_kind:
                by_kind[kind] = kind_arms(problem, kind, self.tables, room)
            self.arms[name] = by_kind[kind]

    @property
    def has_mines(self) -> bool:
        """Whether any route earns mine income."""
        return any(kind.has_mines for kind in self.arms.values())

    def best(self, weights: Weights) -> Found:
        """The best run over all sets of trains, by these weights."""
        found, top = Run(), -1
        proven, bound = True, 0
        for trains in self.problem.alternatives:
            job = self._job(trains, weights)
            job.best = top
            done = pack(job) and all(kind.complete for kind in job.kinds)
            if job.picks:
                top = job.best
                found = self._run(trains, job.picks)
            proven = proven and done
            bound = max(bound, job.best if done else max(job.best, job.whole(job.bound)))
        if not all(kind.complete for kind in self.arms.values()):
            bound = max(sum(self._most(train, weights) for train in trains) for trains in self.problem.alternatives)
        return Found(found, proven, max(bound, top))

    def _most(self, train: str, weights: Weights) -> int:
        """No route of a train is worth more, by these weights."""
        kind = self.arms[train]
        most = max(weights) * roof_of(self.problem, train)
        if not kind.complete:
            return most
        job = self._job((train,), weights)
        pack(job)
        return min(most, job.whole(job.bound))

    def _job(self, trains: Trains, weights: Weights) -> Job:
        names = sorted(set(trains))
        kinds = [self.arms[name] for name in names]
        step = gcd(*(kind.step for kind in kinds)) * gcd(*weights) or 1
        return Job(
            kinds, [names.index(train) for train in trains], np.array(weights, np.int64), step,
            self.tables, self.deadline,
        )  # fmt: skip

    def _run(self, trains: Trains, picks: Sequence[Pick | None]) -> Run:
        routes = []
        for train, pick in zip(trains, picks, strict=True):
            if pick is None:
                continue
            station = self.arms[train].stations[pick.station]
            stretches = []
            for arm in (pick.a, pick.b):
                part = []
                while station.node[arm, arms.PARENT] >= 0:
                    part.append(self.tables.stretches[station.node[arm, arms.ADDED]])
                    arm = station.node[arm, arms.PARENT]
                stretches.extend(part[::-1])
            routes.append(explain(self.problem, train, self.tables.stops[station.number], stretches))
        return Run(tuple(routes), sum(r.revenue for r in routes), sum(r.mine_income for r in routes))


def pack(job: Job) -> bool:
    """Find the best routes of a job; whether they are proven best."""
    if len(job.trains) <= 1:
        _value(job)
        return _single(job)
    _begin(job)
    if job.whole(job.bound) <= job.best:
        return True
    if job.late:
        return False
    left = candidates(job)
    if left is None:
        return False
    return Exact(job, left).search()


def _value(job: Job) -> None:
    free = np.zeros(len(job.tables.classes))
    job.plain = [[station.priced(job.weights, free) for station in kind.stations] for kind in job.kinds]


def _begin(job: Job) -> None:
    """List the routes of each kind if they are few, then find prices."""
    _value(job)
    for k in range(len(job.kinds)):
        few = about(job, k) < LISTED
        job.lists.append(list_routes(job, k, job.plain[k], 0.0, 2 * LISTED) if few else None)
    find_prices(job)


def side_prices(problem: Problem, trains: Trains, deadline: float) -> dict[int, float]:
    """Prices on hex sides (as bits) with a low bound for all runs of these trains."""
    search = CompiledSearch(problem, deadline)
    job = search._job(trains, (1, 1))
    _begin(job)
    return dict(zip(search.tables.bits, job.sides.tolist(), strict=True))


def _single(job: Job) -> bool:
    picks: list[Pick | None] = []
    done = True
    job.bound = 0
    for kind in job.trains:
        pick, top, done = best_route(job.kinds[kind], job.plain[kind], job.weights, job.no_sides(), job.deadline)
        job.bound = top if done else _roof(job, kind, job.plain[kind])
        picks.append(pick)
    job.improve(picks)
    return done


def _roof(job: Job, kind: int, priced: list[Priced]) -> float:
    roofs = (station.roof(priced[n], job.weights) for n, station in enumerate(job.kinds[kind].stations))
    return max(0.0, max(roofs, default=0.0))


@dataclass
class Pool:
    """The routes on which prices are improved."""

    value: list[Array] = field(default_factory=list)
    kind: list[Array] = field(default_factory=list)
    at: list[Array] = field(default_factory=lambda: [np.zeros(1, np.int64)])
    flat: list[Array] = field(default_factory=list)
    used: int = 0
    known: dict[tuple[int, int], Array] = field(default_factory=dict)

    def add(self, kind: int, station: int, node: Array, batch: Batch) -> int:
        """Take routes that are not there yet; how many."""
        low, high = batch.arms.min(axis=1), batch.arms.max(axis=1)
        keys, places = np.unique(low << 32 | high, return_index=True)
        old = self.known.get((kind, station), np.zeros(0, np.int64))
        fresh = ~np.isin(keys, old)
        self.known[kind, station] = np.concatenate([old, keys[fresh]])
        chosen = places[fresh]
        if len(chosen):
            at, flat = arms.chains(node, batch.arms[chosen])
            self.value.append(batch.value[chosen])
            self.kind.append(np.full(len(chosen), kind, np.int64))
            self.at.append(at[1:] + self.used)
            self.flat.append(flat)
            self.used += len(flat)
        return len(chosen)

    def improve(self, job: Job, sides: Array, class_at: Array, class_flat: Array) -> float:
        """Better prices for these routes, in place; the bound that they would give if there were no others."""
        return float(
            prices.improve_prices(
                sides, np.concatenate(self.value), np.concatenate(self.kind), np.concatenate(self.at),
                np.concatenate(self.flat), job.counts, class_at, class_flat, float(job.best), TURNS,
            )
        )  # fmt: skip


def find_prices(job: Job) -> None:
    """Prices with a low bound, found on a growing pool of routes; good runs on the way."""
    now = np.zeros(job.tables.width)
    class_at = np.zeros(len(job.tables.classes) + 1, np.int64)
    class_at[1:] = np.cumsum([len(row) for row in job.tables.classes])
    class_flat = np.array([side for row in job.tables.classes for side in row], np.int64)
    cost = np.zeros(len(job.tables.classes))
    pool, on_pool = Pool(), 0.0
    job.sides = now.copy()
    history: list[float] = []
    for _ in range(ROUNDS):
        prices.stretch_costs(now, class_at, class_flat, cost)
        asked = [Asked(job, k, cost) for k in range(len(job.kinds))]
        bound = float(now.sum() + job.counts @ np.array([one.top for one in asked]))
        if bound < job.bound:
            job.bound, job.sides, job.tops = bound, now.copy(), [one.top for one in asked]
        for k, one in enumerate(asked):
            greedy(job, k, one.lead)
        if job.whole(job.bound) <= job.best or job.late or bound <= on_pool + 0.02 * job.step:
            return
        history.append(job.bound)
        if len(history) > PATIENCE and history[-1 - PATIENCE] - job.bound < 0.2 * job.step:
            return
        spread = min(max(bound - on_pool, job.step), bound - job.best)
        if not sum(one.extend(pool, one.top - spread) for one in asked):
            return
        on_pool = pool.improve(job, now, class_at, class_flat)


class Asked:
    """The routes of one kind at some prices: the best one, and the best few for the pool."""

    def __init__(self, job: Job, k: int, cost: Array) -> None:
        self.job, self.k = job, k
        self.kind = job.kinds[k]
        self.priced = [station.priced(job.weights, cost) for station in self.kind.stations]
        self.listed = job.lists[k]
        if self.listed is not None:
            self.listed.price(self.priced)
            best = int(self.listed.net.argmax()) if len(self.listed.net) else -1
            self.lead = self.listed.pick(best)
            self.top = max(0.0, float(self.listed.net[best])) if best >= 0 else 0.0
            return
        self.lead, self.top, done = best_route(self.kind, self.priced, job.weights, job.no_sides(), job.deadline)
        if not done:
            self.top = _roof(job, k, self.priced)

    def extend(self, pool: Pool, least: float) -> int:
        """Let routes with the highest net values join the pool; how many are new there."""
        new = 0
        for n, station in enumerate(self.kind.stations):
            batch = self._best_of(n, least)
            if len(batch.value):
                new += pool.add(self.k, n, station.node, batch)
        if self.lead is not None:
            node = self.kind.stations[self.lead.station].node
            one = Batch(np.array([[self.lead.a, self.lead.b]]), np.array([self.lead.value]), np.zeros(1))
            new += pool.add(self.k, self.lead.station, node, one)
        return new

    def _best_of(self, n: int, least: float) -> Batch:
        """Many routes of a station: the best of all that are listed, or the best of each promising arm."""
        room = POOL // len(self.kind.stations) + 1
        if self.listed is not None:
            rows = self.listed.best_rows(n, least, room)
            value = self.listed.value[rows].astype(np.int64)
            return Batch(self.listed.routes[rows, 1:], value, self.listed.net[rows])
        station, job = self.kind.stations[n], self.job
        queue = station.queue(self.priced[n], job.weights, least, room)
        _, batch, _ = station.join(
            self.priced[n], job.weights, max(0.0, least), used=job.no_sides(), mode=arms.EACH, queue=queue,
            room=room, steps=POOL_STEPS,
        )  # fmt: skip
        return batch


def greedy(job: Job, lead: int, pick: Pick | None) -> None:
    """A run around one route: the other trains one after the other, then each again beside the others."""
    if pick is None:
        return
    picks: list[Pick | None] = [None] * len(job.trains)
    picks[job.trains.index(lead)] = pick
    value = -1
    for _ in range(4):
        for n, kind in enumerate(job.trains):
            if value < 0 and picks[n] is not None:
                continue
            used = job.no_sides()
            for other, there in enumerate(picks):
                if other != n and there is not None:
                    used |= job.sides_of(job.trains[other], there)
            found = best_beside(job, kind, used)
            old = picks[n]
            if old is None or (found is not None and found.value > old.value):
                picks[n] = found
        total = sum(there.value for there in picks if there is not None)
        if total <= value or job.late:
            break
        value = total
    job.improve(picks)


def best_beside(job: Job, kind: int, used: Array) -> Pick | None:
    """The most valuable route beside the used sides, as far as that is found at once."""
    listed = job.lists[kind]
    if listed is not None:
        return listed.pick(listed.first_beside(used))
    return best_route(job.kinds[kind], job.plain[kind], job.weights, used, job.deadline, GREEDY_STEPS)[0]


def candidates(job: Job) -> list[Candidates] | None:
    """The routes of each kind that can be part of a better run; None if there are too many or time is up."""
    cost = np.array([sum(job.sides[side] for side in row) for row in job.tables.classes])
    left = []
    for k, kind in enumerate(job.kinds):
        least = job.best + job.step - job.bound + job.tops[k] - SMALL
        priced = [station.priced(job.weights, cost) for station in kind.stations]
        listed = job.lists[k]
        if listed is not None:
            listed.price(priced)
            left.append(listed.above(least))
            continue
        found = list_routes(job, k, priced, least, ROUTES_AT_MOST)
        if found is None:
            return None
        left.append(found)
    return left


def about(job: Job, k: int) -> float:
    """Roughly how many routes a kind has, from a sample of the arms."""
    total = 0.0
    for n, station in enumerate(job.kinds[k].stations):
        size = len(station.node) - 1
        queue = np.arange(1, size + 1, max(1, size // SAMPLE), dtype=np.int64)
        if len(queue):
            spot, batch, _ = station.join(
                job.plain[k][n], job.weights, 0.0, used=job.no_sides(), mode=arms.ALL, queue=queue,
                room=LISTED // 10, steps=STEPS,
            )  # fmt: skip
            if spot == -2:
                return 1e18
            total += len(batch.value) * size / (spot if spot > 0 else len(queue))
    return total


def list_routes(job: Job, k: int, priced: list[Priced], least: float, cap: int) -> Candidates | None:
    """The routes of a kind with this net value, the most valuable first; None: too many, or time is up."""
    parts: list[tuple[Array, Array, Array, Array]] = []
    count = 0
    for n, station in enumerate(job.kinds[k].stations):
        queue = station.queue(priced[n], job.weights, least)
        spot, size = 0, cap // 4
        while spot >= 0:
            after, batch, _ = station.join(
                priced[n], job.weights, least, used=job.no_sides(), mode=arms.ALL, queue=queue, spot=spot,
                room=size, steps=100 * STEPS,
            )  # fmt: skip
            if job.late or count + len(batch.value) > cap:
                return None
            if after == -2:  # the room ended amidst the routes of an arm: once more with more room
                size *= 4
                continue
            spot = after
            count += len(batch.value)
            if len(batch.value):
                routes = np.column_stack([np.full(len(batch.value), n), batch.arms])
                parts.append((routes, station.sides(batch.arms), batch.value, batch.net))
    return Candidates.of(parts, job.tables.sides.shape[1])


def exercise(search: CompiledSearch) -> None:
    """Go through the whole search once, though a bound would have ended it earlier: for loading the code."""
    job = search._job(search.problem.alternatives[-1], (1, 1))
    pack(job)
    job.best, job.picks = 0, []
    left = candidates(job)
    if left is not None:
        Exact(job, left).search()
