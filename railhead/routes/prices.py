"""Prices on hex sides (numba): a true bound on what several trains can earn together.

With a price on every side, the best run is worth at most the sum of all prices and, for each train, its best
route after paying for the sides that it uses. Good prices are found on a small pool of routes; whatever they
are, one pass over all routes makes the bound true.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

Array = Any


@njit(cache=True)
def price_all(value: Array, parent: Array, added: Array, cost: Array, price: Array) -> float:
    """Fill in the price of every route for these costs of stretches; the highest net value of a legal one."""
    best = -1e18
    for n in range(value.shape[0]):
        up = parent[n]
        paid = 0.0
        if up >= 0:
            paid = price[up] + cost[added[n]]
        price[n] = paid
        if value[n] >= 0 and value[n] - paid > best:
            best = value[n] - paid
    return best


@njit(cache=True)
def top_rows(value: Array, price: Array, low: float, high: float, wanted: int) -> Array:
    """At most about so many legal rows with the highest net values, all of at least `low`."""
    bins = 512
    counts = np.zeros(bins + 1, np.int64)
    scale = bins / max(high - low, 1e-9)
    for n in range(value.shape[0]):
        net = value[n] - price[n]
        if value[n] >= 0 and net >= low:
            counts[min(bins, int((net - low) * scale))] += 1
    cut, total = bins, 0
    while cut >= 0 and total + counts[cut] <= wanted:
        total += counts[cut]
        cut -= 1
    rows = np.empty(min(wanted, counts.sum()), np.int64)
    found = 0
    for n in range(value.shape[0]):
        net = value[n] - price[n]
        if value[n] < 0 or net < low:
            continue
        place = min(bins, int((net - low) * scale))
        if place > cut or (place == cut and total < wanted):
            if place == cut:
                total += 1  # the last bin is taken in part
            rows[found] = n
            found += 1
    return rows[:found]


@njit(cache=True)
def rows_above(value: Array, price: Array, low: float) -> Array:
    """The legal rows with a net value of at least `low`."""
    count = 0
    for n in range(value.shape[0]):
        count += value[n] >= 0 and value[n] - price[n] >= low
    rows = np.empty(count, np.int64)
    count = 0
    for n in range(value.shape[0]):
        if value[n] >= 0 and value[n] - price[n] >= low:
            rows[count] = n
            count += 1
    return rows


@njit(cache=True)
def best_beside(value: Array, mask: Array, used: Array) -> int:
    """The most valuable route that uses none of these sides, or -1."""
    best, pick = -1, -1
    for n in range(value.shape[0]):
        if value[n] > best:
            free = True
            for w in range(used.shape[0]):
                if mask[n, w] & used[w]:
                    free = False
                    break
            if free:
                best, pick = value[n], n
    return pick


@njit(cache=True)
def chains(rows: Array, parent: Array, added: Array) -> tuple[Array, Array]:
    """The stretches of these routes, one after the other, and where each route's begin."""
    at = np.zeros(rows.shape[0] + 1, np.int64)
    for k in range(rows.shape[0]):
        n, length = rows[k], 0
        while parent[n] >= 0:
            length += 1
            n = parent[n]
        at[k + 1] = at[k] + length
    flat = np.empty(at[-1], np.int64)
    for k in range(rows.shape[0]):
        n, spot = rows[k], at[k]
        while parent[n] >= 0:
            flat[spot] = added[n]
            spot += 1
            n = parent[n]
    return at, flat


@njit(cache=True)
def stretch_costs(prices: Array, class_at: Array, class_flat: Array, cost: Array) -> None:
    """What each stretch costs at these prices of sides."""
    for s in range(cost.shape[0]):
        total = 0.0
        for k in range(class_at[s], class_at[s + 1]):
            total += prices[class_flat[k]]
        cost[s] = total


@njit(cache=True)
def improve_prices(
    prices: Array,
    value: Array,  # of the pool's routes
    kind: Array,
    at: Array,
    flat: Array,
    trains: Array,  # number of trains of each kind
    class_at: Array,
    class_flat: Array,
    target: float,
    rounds: int,
) -> float:
    """Move the prices towards the lowest bound on the pool (volume algorithm); that bound."""
    sides, kinds, stretches = prices.shape[0], trains.shape[0], class_at.shape[0] - 1
    cost = np.zeros(stretches)
    now = prices.copy()
    mean = np.zeros(sides)
    best_bound = 1e18
    theta, idle = 0.5, 0
    top = np.empty(kinds)
    pick = np.empty(kinds, np.int64)
    for turn in range(rounds):
        stretch_costs(now, class_at, class_flat, cost)
        for k in range(kinds):
            top[k], pick[k] = 0.0, -1
        for n in range(value.shape[0]):
            net = float(value[n])
            for k in range(at[n], at[n + 1]):
                net -= cost[flat[k]]
            if net > top[kind[n]]:
                top[kind[n]], pick[kind[n]] = net, n
        bound = 0.0
        for s in range(sides):
            bound += now[s]
        for k in range(kinds):
            bound += trains[k] * top[k]
        used = np.zeros(sides)
        for k in range(kinds):
            if pick[k] >= 0:
                for j in range(at[pick[k]], at[pick[k] + 1]):
                    for c in range(class_at[flat[j]], class_at[flat[j] + 1]):
                        used[class_flat[c]] += trains[k]
        share = 1.0 if turn == 0 else 0.15
        for s in range(sides):
            mean[s] = share * used[s] + (1.0 - share) * mean[s]
        if bound < best_bound - 1e-7:
            best_bound = bound
            idle = 0
            for s in range(sides):
                prices[s] = now[s]
        else:
            idle += 1
            if idle >= 12:
                theta *= 0.6
                idle = 0
        length = 0.0
        for s in range(sides):
            over = mean[s] - 1.0
            if over > 0.0 or prices[s] > 0.0:
                length += over * over
        if length < 1e-9 or best_bound <= target or theta < 1e-4:
            break
        step = theta * max(best_bound - target, 1.0) / length
        for s in range(sides):
            now[s] = max(0.0, prices[s] + step * (mean[s] - 1.0))
    return best_bound
