"""One set of trains to be packed, and the routes that its kinds have. Needs numba."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from math import floor
from typing import TYPE_CHECKING

import numpy as np

from railhead.routes.large import arms
from railhead.routes.large.exact import Candidates
from railhead.routes.large.station_arms import STEPS, KindArms, Pick

if TYPE_CHECKING:
    from railhead.routes.arrays import Array
    from railhead.routes.large.arms import Priced
    from railhead.routes.large.search_tables import Tables

ROUTES_AT_MOST = 1_500_000
"""Routes that are searched to the end at most: about 100 bytes each."""
SAMPLE = 200
LISTED = 700_000
"""Routes of a kind that are simply listed; more are never all looked at."""
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
    sides: Array = field(default_factory=lambda: np.zeros(0))  # the prices that give the bound
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
        return np.zeros(self.tables.sides.shape[1], np.int64)

    def sides_of(self, kind: int, pick: Pick) -> Array:
        """The sides that a route uses."""
        sides: Array = self.kinds[kind].stations[pick.station].sides(np.array([[pick.a, pick.b]]))[0]
        return sides

    def improve(self, picks: list[Pick | None]) -> None:
        """Take a run if it is the best so far."""
        value = sum(pick.value for pick in picks if pick is not None)
        if value > self.best:
            self.best, self.picks = value, picks


def upper_bound(job: Job, kind: int, priced: list[Priced]) -> float:
    """No route of a kind has a higher net value."""
    bounds = (station.upper_bound(priced[n], job.weights) for n, station in enumerate(job.kinds[kind].stations))
    return max(0.0, max(bounds, default=0.0))


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
