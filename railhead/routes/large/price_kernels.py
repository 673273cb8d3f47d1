"""Prices on hex sides (numba): a true bound on what several trains can earn together.

With a price on every side, the best run is worth at most the sum of all prices and, for each train, its best
route after paying for the sides that it uses. Good prices are found on a small pool of routes; whatever they
are, the best net value over all routes makes the bound true.
"""

from __future__ import annotations

import numpy as np

from railhead.routes.arrays import Array, compiled


@compiled
def segment_costs(prices: Array, class_at: Array, class_flat: Array, cost: Array) -> None:
    """What each segment costs at these prices of sides."""
    for s in range(cost.shape[0]):
        total = 0.0
        for k in range(class_at[s], class_at[s + 1]):
            total += prices[class_flat[k]]
        cost[s] = total


@compiled
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
    """Move the prices towards the lowest bound on the pool (volume algorithm). Returns that bound."""
    sides, kinds, segments = prices.shape[0], trains.shape[0], class_at.shape[0] - 1
    cost = np.zeros(segments)
    now = prices.copy()
    mean = np.zeros(sides)
    best_bound = 1e18
    theta, idle = 0.5, 0
    top = np.empty(kinds)
    pick = np.empty(kinds, np.int64)
    for turn in range(rounds):
        segment_costs(now, class_at, class_flat, cost)
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


@compiled
def net_values(routes: Array, value: Array, station: int, price: Array, net: Array) -> None:
    """Fill in the net values of the listed routes of a station, from the prices of its arms."""
    for n in range(routes.shape[0]):
        if routes[n, 0] == station:
            net[n] = value[n] - price[routes[n, 1]] - price[routes[n, 2]]


@compiled
def first_beside(mask: Array, used: Array) -> int:
    """The first row that has none of these sides, or -1."""
    for n in range(mask.shape[0]):
        free = True
        for w in range(used.shape[0]):
            if mask[n, w] & used[w]:
                free = False
                break
        if free:
            return n
    return -1
