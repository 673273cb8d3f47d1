"""What many lays are worth, by the compiled search: the current board once, then all lays together. Needs numba."""

from __future__ import annotations

import time
from itertools import combinations
from math import gcd
from typing import TYPE_CHECKING

import numpy as np

from railhead.routes.diagram.search import side_prices
from railhead.routes.lays.groups import Groups, Plans, list_old, raise_groups
from railhead.routes.lays.growth import SUBSIDY, USES, VALUE, Track
from railhead.routes.lays.lay_tables import bench_for, groups_of, kinds_of, levels_for, track_of, words_for
from railhead.routes.lays.runs import LEFT, Bench, Old, best_old, price_all
from railhead.routes.solve import LONG, solve

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence, Sized

    from railhead.routes.arrays import Array
    from railhead.routes.lays.effects import Case, Changes

Numbers = tuple[int, ...]

TOGETHER = 62
"""Lays that are sought together at most: they are bits of a word."""
ROUTES_AT_MOST = 400_000
"""Routes of a kind on the current board, and new routes at one hex."""
STEPS = 30_000_000
"""Steps of a search; lays on a hex that needs more are solved one by one."""
EASY = 50_000
"""Steps for the best run as it is without prices."""


class Ground:
    """The current board: its routes and the best run."""

    def __init__(self, changes: Changes) -> None:
        self.changes, self.problem = changes, changes.problem
        self.kinds, self.bonuses = kinds_of(self.problem, changes.kinds)
        self.words = words_for(self.problem.network.map)
        self.sets = {
            tuple(sorted(changes.kind_of[train] for train in trains)) for trains in self.problem.alternatives
        }  # fmt: skip
        self.found = np.empty((ROUTES_AT_MOST, USES + self.words), np.int64)

    def best_with(self, cases: Sequence[Case]) -> tuple[int, list[int | None]]:
        """The best run as it is and with each of these lays; None: this took too long."""
        alike: dict[object, list[int]] = {}
        for n, case in enumerate(cases):
            alike.setdefault((case.hex, id(case.here), case.renewed), []).append(n)
        parts = [part for members in alike.values() for part in _portions(members)]
        groups = groups_of(self.changes, [[cases[n] for n in part] for part in parts])
        track = track_of(self.problem, int(np.diff(groups.pieces).max(initial=0)))
        level = levels_for(track, self.kinds)
        old = self._old(track, level, self._step(groups))
        if old is None:
            return solve(self.problem).total, [None] * len(cases)
        best, plans = self._plans(old)
        values, done = np.full(len(cases), best), np.zeros(len(parts), np.int64)
        one, two = self._bench(old), self._bench(old)
        raise_groups(
            track, self.kinds, self.bonuses, level, self.found, old, plans, groups, one, two, values, done, STEPS
        )
        found: list[int | None] = [None] * len(cases)
        order = [n for part in parts for n in part]
        good = [bool(flag) for part, flag in zip(parts, done, strict=True) for _ in part]
        for n, value, known in zip(order, values.tolist(), good, strict=True):
            found[n] = value if known else None
        return best, found

    def _bench(self, old: Old) -> Bench:
        return bench_for(max(map(len, self.sets)), old)

    def _step(self, groups: Groups) -> int:
        """A number that every value is a multiple of."""
        fresh = groups.seen[:, :, : SUBSIDY + 1].ravel().tolist()
        known = len(self.problem.network.stops)
        worths = [worth for kind in self.changes.kinds for worth in kind.worth.upto(known)]
        return max(1, gcd(*worths, *fresh, *self.bonuses.values.tolist()))

    def _old(self, track: Track, level: Array, step: int) -> Old | None:
        """All routes of the current board, without prices; None if there are too many."""
        steps = np.array([STEPS], np.int64)
        stations = np.array([stop for stop in self.problem.own if stop in self.problem.reach], np.int64)
        parts = []
        for k in range(len(self.changes.kinds)):
            count = list_old(track, self.kinds, self.bonuses, level, self.found, k, stations, steps)
            if count < 0:
                return None
            parts.append(self.found[np.argsort(-self.found[:count, VALUE], kind="stable")])
        tops = np.array([part[0, VALUE] if len(part) else 0 for part in parts], np.int64)
        routes = np.concatenate(parts)
        return Old(
            _starts(parts), routes, np.zeros(len(routes)), tops, tops.astype(np.float64), np.zeros(64 * self.words),
            np.array([step], np.int64),
        )  # fmt: skip

    def _plans(self, old: Old) -> tuple[int, Plans]:
        """The best run as it is; which trains may take new routes, and what the others earn at most.

        Where trains are much in each other's way, with prices that tell what is hopeless.
        """
        known = {kinds: self._together(kinds, old, EASY) for kinds in self.sets}
        if min(known.values()) < 0:
            self._price(old)
            known = {kinds: self._together(kinds, old, STEPS) for kinds in self.sets}
        best = max(known.values()) if min(known.values()) >= 0 else solve(self.problem).total
        pairs = list(dict.fromkeys(pair for kinds in sorted(self.sets) for pair in _divisions(kinds)))
        for rest in {rest for _, rest in pairs} - known.keys():
            value = self._together(rest, old, STEPS)
            known[rest] = value if value >= 0 else sum(int(old.top[k]) for k in rest)
        new, others = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
        after = np.array([known[rest] for rest in others], np.int64)
        return best, Plans(_starts(new), _flat(new), _starts(others), _flat(others), after)

    def _together(self, kinds: Numbers, old: Old, limit: int) -> int:
        """What trains of these kinds earn on the current board; -1 if that takes too long."""
        if len(kinds) < 2:
            return int(old.top[kinds[0]]) if kinds else 0
        steps, bench = np.array([limit], np.int64), self._bench(old)
        bench.parts[0, LEFT] = old.prices.sum()
        value = best_old(old, bench, np.array(kinds, np.int64), -int(old.step[0]), steps)
        return int(value) if steps[0] >= 0 else -1

    def _price(self, old: Old) -> None:
        """Put prices on the sides."""
        trains = max(self.problem.alternatives, key=len)
        for bit, price in side_prices(self.problem, trains, time.perf_counter() + LONG).items():
            old.prices[bit.bit_length() - 1] = price
        price_all(old.routes, old.prices, old.price)
        for k in range(len(old.net)):
            here = slice(old.at[k], old.at[k + 1])
            net = old.routes[here, VALUE] - old.price[here]
            order = np.argsort(-net, kind="stable")
            old.routes[here], old.price[here] = old.routes[here][order], old.price[here][order]
            old.net[k] = net.max(initial=0.0)


def _portions(members: list[int]) -> Iterator[list[int]]:
    """Members in portions that can be searched together."""
    for n in range(0, len(members), TOGETHER):
        yield members[n : n + TOGETHER]


def _divisions(kinds: Numbers) -> Iterator[tuple[Numbers, Numbers]]:
    """All ways to divide trains into some that take new routes and the rest."""
    for size in range(1, len(kinds) + 1):
        for chosen in combinations(range(len(kinds)), size):
            new = tuple(kinds[n] for n in chosen)
            yield new, tuple(kind for n, kind in enumerate(kinds) if n not in chosen)


def _starts(rows: Sequence[Sized]) -> Array:
    """Where rows that are put one after the other begin, and the end."""
    return np.cumsum([0, *map(len, rows)])


def _flat(rows: Sequence[Numbers]) -> Array:
    """Rows one after the other."""
    return np.array([number for row in rows for number in row], np.int64)
