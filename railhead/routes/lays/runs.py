"""Runs made of old and new routes, compiled (numba); no two trains share track.

Prices on hex sides show what is hopeless: no run earns more than all prices and the best net values of its trains.
Without prices the net value of a route is its value.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from railhead.routes.arrays import Array, compiled
from railhead.routes.lays.growth import FITS, USES, VALUE, ZERO

SMALL = 1e-6
EVERY: Any = np.int64((1 << 62) - 1)
"""All lays of a group, as bits."""
MANY = 1 << 60
SPOT, SUM, ROOF, COMMON, ROW, USED = range(6)
"""Where a train is in its list, what those before it earn and those after it at most, lays, row, used sides."""
LEFT, NET = range(2)
"""The prices of sides that are not used yet, the best net values of the trains after this one."""


class Old(NamedTuple):
    """The routes of the current board, by kind of train, those with the highest net value first."""

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
    """Room for putting runs together, train by train.

    Rows of lists hold the routes that are left for each kind, the first row all of them; with each list go the
    highest value and the highest net value.
    """

    whole: Array  # SPOT and so on, by train
    parts: Array  # LEFT, NET
    lists: Array  # numbers of routes
    spans: Array  # where the list of each kind begins and ends
    tops: Array
    nets: Array


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
def narrow(old: Old, bench: Bench, kinds: Array, t: int, source: int, after: int, need: int, steps: Array) -> None:
    """Make row t + 1 of the lists: what the trains from number t on may take beside the used sides.

    From another row; of the kind of train t only what comes after a place there. Without what is hopeless.
    """
    whole, parts, lists, spans, tops, nets = bench
    row, count, most = t + 1, 0, 0.0
    for s in range(t, kinds.shape[0]):
        most += nets[source, kinds[s]]
    for s in range(t, kinds.shape[0]):
        k = kinds[s]
        if s > t and k == kinds[s - 1]:
            continue
        others = whole[t, SUM] + parts[t, LEFT] + most - nets[source, k]
        spans[row, k, 0], tops[row, k], nets[row, k] = count, 0, 0.0
        for spot in range(max(after, spans[source, k, 0]) if s == t else spans[source, k, 0], spans[source, k, 1]):
            n = lists[source, spot]
            net = old.routes[n, VALUE] - old.price[n]
            steps[0] -= 1
            if others + net < need - SMALL:
                break
            if not clash(whole, t, old.routes, n):
                lists[row, count] = n
                count += 1
                tops[row, k], nets[row, k] = max(tops[row, k], old.routes[n, VALUE]), max(nets[row, k], net)
        spans[row, k, 1] = count


@compiled
def enter(old: Old, bench: Bench, kinds: Array, t: int, source: int, after: int, need: int, steps: Array) -> None:
    """Begin with the routes of train t. Where more trains come after it, lists are made shorter first."""
    whole, parts, _, spans, tops, nets = bench
    row, first = source, after
    if t + 1 < kinds.shape[0]:
        narrow(old, bench, kinds, t, source, after, need, steps)
        row, first = t + 1, 0
    whole[t, ROW], whole[t, SPOT] = row, max(first, spans[row, kinds[t], 0])
    whole[t, ROOF], parts[t, NET] = 0, 0.0
    for s in range(t + 1, kinds.shape[0]):
        whole[t, ROOF] += tops[row, kinds[s]]
        parts[t, NET] += nets[row, kinds[s]]


@compiled
def best_old(old: Old, bench: Bench, kinds: Array, floor: int, steps: Array) -> int:
    """The most above the floor that trains of these kinds earn on old routes, or the floor.

    The first row of the bench holds the used sides and the prices of all others.
    """
    routes, price, step = old.routes, old.price, old.step[0]
    whole, parts, lists, spans, _, _ = bench
    size, best = kinds.shape[0], floor
    if not size:
        return max(0, floor)
    whole[0, SUM] = 0
    t = ZERO
    enter(old, bench, kinds, t, ZERO, ZERO, best + step, steps)
    while t >= 0:
        row, spot, need = whole[t, ROW], whole[t, SPOT], best + step
        end = spans[row, kinds[t], 1]
        steps[0] -= 1
        if steps[0] < 0:
            return best
        # Beyond the end of the list: the train stays at home.
        n = lists[row, spot] if spot < end else -1
        value = whole[t, SUM] + (routes[n, VALUE] if n >= 0 else 0)
        left = parts[t, LEFT] - (price[n] if n >= 0 else 0.0)
        if spot > end or value + left + parts[t, NET] < need - SMALL:
            if n >= 0 and whole[t, SUM] + parts[t, LEFT] + parts[t, NET] >= need - SMALL:
                whole[t, SPOT] = end  # no later route is good enough
            else:
                t -= 1
            continue
        whole[t, SPOT] += 1
        if value + whole[t, ROOF] < need or (n >= 0 and clash(whole, t, routes, n)):
            continue
        if t + 1 == size:
            best = value
            continue
        take(whole, t, routes, n)
        whole[t + 1, SUM], parts[t + 1, LEFT] = value, left
        # Equal trains take their routes in order; where one stays at home, so do the next.
        after = whole[t, SPOT] if kinds[t + 1] == kinds[t] else ZERO
        t += 1
        enter(old, bench, kinds, t, row, min(after, end), need, steps)
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
    whole, parts = one.whole, one.parts
    routes, price, at = new.routes, new.price, new.at
    size, words, all_prices, step = kinds.shape[0], barred.shape[0], old.prices.sum(), old.step[0]
    whole[size - 1, ROOF], parts[size - 1, NET] = after, 0.0
    for k in rest:
        parts[size - 1, NET] += old.net[k]
    for t in range(size - 1, 0, -1):
        whole[t - 1, ROOF] = whole[t, ROOF] + new.top[kinds[t]]
        parts[t - 1, NET] = parts[t, NET] + new.net[kinds[t]]
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
        if n < 0 or value + left + parts[t, NET] < least + step - SMALL:
            t -= 1  # later ones have lower net values
            continue
        whole[t, SPOT] += 1
        common = whole[t, COMMON] & routes[n, FITS]
        if not common or value + whole[t, ROOF] <= least or clash(whole, t, routes, n):
            continue
        take(whole, t, routes, n)
        if t + 1 < size:
            whole[t + 1, SUM], whole[t + 1, COMMON], parts[t + 1, LEFT] = value, common, left
            whole[t + 1, SPOT] = spot + 1 if kinds[t + 1] == k else at[kinds[t + 1]]
            t += 1
            continue
        low = lowest(best, common)
        if value + after <= low or value + left + parts[t, NET] < low + step - SMALL:
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
