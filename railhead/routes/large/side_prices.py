"""Prices on hex sides that give a low bound for all runs of some trains, and good runs on the way. Needs numba."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from railhead.routes.large import arms, price_kernels
from railhead.routes.large.arms import Batch
from railhead.routes.large.job import Job, upper_bound
from railhead.routes.large.station_arms import Pick, best_route

if TYPE_CHECKING:
    from railhead.routes.arrays import Array

POOL = 2000
"""Routes that join the pool of the prices in a round, at most."""
POOL_STEPS = 4_000_000
ROUNDS = 25
PATIENCE = 4
"""Rounds without much of a better bound, after which the exact search begins."""
TURNS = 250
"""Steps of the prices in a round."""
GREEDY_STEPS = 400_000


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
        """Add routes that are not in the pool yet. Returns how many."""
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
        """Improve the prices for these routes, in place. Returns the bound they would give by themselves."""
        return float(
            price_kernels.improve_prices(
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
        price_kernels.segment_costs(now, class_at, class_flat, cost)
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
            self.top = upper_bound(job, k, self.priced)

    def extend(self, pool: Pool, least: float) -> int:
        """Add the routes with the highest net values to the pool. Returns how many are new."""
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
    """A run built around one route: the other trains one after another, then each again given the rest."""
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
    """The most valuable route that avoids the used sides, if it is found quickly."""
    listed = job.lists[kind]
    if listed is not None:
        return listed.pick(listed.first_beside(used))
    return best_route(job.kinds[kind], job.plain[kind], job.weights, used, job.deadline, GREEDY_STEPS)[0]
