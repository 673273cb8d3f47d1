"""Runs put together of old and new routes, compiled (numba), each train beside the others.

Prices on hex sides tell what is hopeless: no run earns more than all prices and the best net values of its trains.
Without prices the net value of a route is its value.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from railhead.routes.growth import FITS, USES, VALUE, ZERO
from railhead.routes.jit import compiled

Array = Any

SMALL = 1e-6
EVERY: Any = np.int64((1 << 62) - 1)
"""All lays of a group, as bits."""
MANY = 1 << 60
SPOT, SUM, ROOF, COMMON, USED = range(5)
"""Where a train is in its list, what those before it earn, the most with it, lays, used sides."""
LEFT, NET = range(2)
"""The prices of sides that are not used yet, the best net values of this train and those after it."""


class Old(NamedTuple):
    """The routes of the board as it is, by kind of train, those with the highest net value first."""

    at: Array
    routes: Array
    price: Array
    top: Array  # the highest value of each kind
    net: Array  # the highest value less price, 0 at least
    prices: Array  # of the sides
    step: Array  # every value is a multiple of it


class New(NamedTuple):
    """The routes that the lays of a group bring, by kind of train; the order is that of net values."""

    at: Array
    routes: Array
    price: Array
    order: Array
    top: Array
    net: Array


class Bench(NamedTuple):
    """Room for putting runs together, train by train."""

    whole: Array  # SPOT, SUM, ROOF, COMMON, then the words of used sides
    parts: Array  # LEFT, NET


@compiled
def price_of(sides: Array, n: int, column: int, prices: Array) -> float:
    """What the sides of a row cost."""
    total = 0.0
    for w in range(sides.shape[1] - column):
        word, side = np.uint64(sides[n, column + w]), 64 * w
        while word:
            if word & np.uint64(1):
                total += prices[side]
            word >>= np.uint64(1)
            side += 1
    return total


@compiled
def price_all(routes: Array, prices: Array, out: Array) -> None:
    """Fill in what the sides of each route cost."""
    for n in range(out.shape[0]):
        out[n] = price_of(routes, n, USES, prices)


@compiled
def sorted_routes(routes: Array, prices: Array, starts: Array, tops: Array) -> New:
    """New routes with their prices, those with the highest net value first."""
    count, size = routes.shape[0], tops.shape[0]
    order, price, nets = np.empty(count, np.int64), np.empty(count), np.zeros(size)
    price_all(routes, prices, price)
    for k in range(size):
        a, b = starts[k], starts[k + 1]
        net = np.empty(b - a)
        for n in range(a, b):
            net[n - a] = price[n] - routes[n, VALUE]
        sequence = np.argsort(net)
        for n in range(a, b):
            order[n] = a + sequence[n - a]
        nets[k] = -net[sequence[0]] if a < b else 0.0
    return New(starts, routes, price, order, tops, nets)


@compiled
def clash(whole: Array, t: int, routes: Array, n: int) -> bool:
    """Whether a route uses a side that is taken."""
    both = 0
    for w in range(routes.shape[1] - USES):
        both |= whole[t, USED + w] & routes[n, USES + w]
    return both != 0


@compiled
def take(whole: Array, t: int, routes: Array, n: int) -> None:
    """Give a train a route (-1: none): the next one starts with what it leaves."""
    for w in range(routes.shape[1] - USES):
        whole[t + 1, USED + w] = whole[t, USED + w] | (routes[n, USES + w] if n >= 0 else 0)


@compiled
def best_old(old: Old, bench: Bench, kinds: Array, floor: int, steps: Array) -> int:
    """The most above the floor that trains of these kinds earn on old routes, or the floor.

    The first row of the bench holds the used sides and the prices of all others.
    """
    at, routes, price, step = old.at, old.routes, old.price, old.step[0]
    whole, parts = bench
    size, best = kinds.shape[0], floor
    if not size:
        return max(0, floor)
    whole[size, ROOF], parts[size, NET] = 0, 0.0
    for t in range(size - 1, -1, -1):
        whole[t, ROOF] = whole[t + 1, ROOF] + old.top[kinds[t]]
        parts[t, NET] = parts[t + 1, NET] + old.net[kinds[t]]
    whole[0, SPOT], whole[0, SUM] = at[kinds[0]], 0
    t = 0
    while t >= 0:
        k, n, need = kinds[t], whole[t, SPOT], best + step
        end = at[k + 1]
        steps[0] -= 1
        if steps[0] < 0:
            return best
        # Beyond the end of the list: the train stays at home.
        value = whole[t, SUM] + (routes[n, VALUE] if n < end else 0)
        left = parts[t, LEFT] - (price[n] if n < end else 0.0)
        if n > end or whole[t, SUM] + whole[t, ROOF] < need or value + left + parts[t + 1, NET] < need - SMALL:
            if n < end and whole[t, SUM] + parts[t, LEFT] + parts[t + 1, NET] >= need - SMALL:
                whole[t, SPOT] = end  # no later route is good enough
            else:
                t -= 1
            continue
        whole[t, SPOT] += 1
        if value + whole[t + 1, ROOF] < need or (n < end and clash(whole, t, routes, n)):
            continue
        if t + 1 == size:
            best = value
            continue
        take(whole, t, routes, n if n < end else -1)
        whole[t + 1, SUM], parts[t + 1, LEFT] = value, left
        # Equal trains take their routes in order; where one stays at home, so do the next.
        whole[t + 1, SPOT] = min(n + 1, end) if kinds[t + 1] == k else at[kinds[t + 1]]
        t += 1
    return best


@compiled
def lowest(best: Array, lays: int) -> int:
    """The lowest value of these lays."""
    low = MANY
    for n in range(best.shape[0]):
        if lays >> n & 1:
            low = min(low, best[n])
    return low


@compiled
def try_plan(
    kinds: Array, rest: Array, after: int, new: New, old: Old, barred: Array, best: Array, one: Bench, two: Bench,
    steps: Array,
) -> None:  # fmt: skip
    """Raise what is known of lays to runs in which trains of these kinds take new routes, the rest old ones."""
    whole, parts = one
    routes, price, at = new.routes, new.price, new.at
    size, words, all_prices, step = kinds.shape[0], barred.shape[0], old.prices.sum(), old.step[0]
    whole[size, ROOF], parts[size, NET] = after, 0.0
    for k in rest:
        parts[size, NET] += old.net[k]
    for t in range(size - 1, -1, -1):
        whole[t, ROOF] = whole[t + 1, ROOF] + new.top[kinds[t]]
        parts[t, NET] = parts[t + 1, NET] + new.net[kinds[t]]
    whole[0, SPOT], whole[0, SUM], whole[0, COMMON], parts[0, LEFT] = at[kinds[0]], 0, EVERY, all_prices
    for w in range(words):
        whole[0, USED + w] = 0
    least = lowest(best, EVERY)
    t = 0
    while t >= 0:
        k, spot = kinds[t], whole[t, SPOT]
        steps[0] -= 1
        if steps[0] < 0:
            return
        n = new.order[spot] if spot < at[k + 1] else -1
        value = whole[t, SUM] + (routes[n, VALUE] if n >= 0 else 0)
        left = parts[t, LEFT] - (price[n] if n >= 0 else 0.0)
        if n < 0 or value + left + parts[t + 1, NET] < least + step - SMALL:
            t -= 1  # later ones have lower net values
            continue
        whole[t, SPOT] += 1
        common = whole[t, COMMON] & routes[n, FITS]
        if not common or value + whole[t + 1, ROOF] <= least or clash(whole, t, routes, n):
            continue
        take(whole, t, routes, n)
        if t + 1 < size:
            whole[t + 1, SUM], whole[t + 1, COMMON], parts[t + 1, LEFT] = value, common, left
            whole[t + 1, SPOT] = spot + 1 if kinds[t + 1] == k else at[kinds[t + 1]]
            t += 1
            continue
        low = lowest(best, common)
        if value + after <= low or value + left + parts[size, NET] < low + step - SMALL:
            continue
        for w in range(words):
            two.whole[0, USED + w] = whole[size, USED + w] | barred[w]
        two.parts[0, LEFT] = all_prices - price_of(two.whole, ZERO, USED, old.prices)
        total = value + best_old(old, two, rest, low - value, steps)
        if total > low:
            for m in range(best.shape[0]):
                if common >> m & 1:
                    best[m] = max(best[m], total)
            least = lowest(best, EVERY)
