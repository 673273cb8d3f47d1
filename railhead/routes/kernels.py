"""The compiled parts of the search for large maps (numba): plain loops over arrays, no Python objects.

Routes are rows of arrays. `parent` and `added` make them a tree, so that the price of all routes for given
prices of stretches is one pass. Sets of hex sides and of stops are rows of 64-bit words.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

Array = Any


@njit(cache=True)
def meets(a: Array, b: Array) -> bool:
    """Whether two sets have something in common."""
    for w in range(a.shape[0]):
        if a[w] & b[w]:
            return True
    return False


@njit(cache=True)
def bonus(visited: Array, pair_sets: Array, pair_values: Array, place: Array, order: Array, worth: Array) -> int:
    """The bonuses of a set of stops."""
    total = 0
    for p in range(pair_values.shape[0]):
        if meets(visited, pair_sets[p, 0]) and meets(visited, pair_sets[p, 1]):
            total += pair_values[p]
    for p in range(place.shape[0]):
        if not meets(visited, place[p]):
            continue
        for k in range(order.shape[1]):
            stop = order[p, k]
            if stop < 0:
                break
            if visited[stop >> 6] >> np.uint64(stop & 63) & np.uint64(1):
                total += worth[stop]
                break
    return total


@njit(cache=True)
def insert_top(tops: Array, row: int, source: int, value: int, pays: int) -> int:
    """Copy the best values of a row with one more in its place; their sum."""
    total = 0
    carry = value
    for k in range(pays):
        here = tops[source, k]
        if carry > here:
            tops[row, k] = carry
            carry = here
        else:
            tops[row, k] = here
        total += tops[row, k]
    return total


@njit(cache=True)
def enumerate_kernel(
    station: int,
    limits: Array,  # cities, stops, paid stops (0: all), whether a start is needed
    sides: Array,
    link_at: Array,
    link_stretch: Array,
    link_to: Array,
    stops: Array,  # worth, mine income, city, counted, end, banned
    clash: Array,
    starts: Array,
    concerned: Array,
    pair_sets: Array,
    pair_values: Array,
    place: Array,
    order: Array,
    mask: Array,
    revenue: Array,
    mine: Array,
    parent: Array,
    added: Array,
    count: int,
) -> int:
    """All routes whose first own station is this one, from row `count` on; the new count, -1 if too many."""
    cap = mask.shape[0]
    words, stop_words = sides.shape[1], clash.shape[1]
    city_limit, stop_limit, pays, need_start = limits[0], limits[1], limits[2], limits[3]
    worth = stops[:, 0]
    deepest = 1
    for i in range(link_at.shape[0] - 1):
        deepest = max(deepest, link_at[i + 1] - link_at[i])
    size = 2 * deepest * (stops.shape[0] + 1) + 8
    todo = np.empty((size, 7), np.int64)  # route, open end, cities, counted, revenue, mine, first stretch
    seen = np.zeros((size, stop_words), np.uint64)
    tops = np.zeros((size, max(pays, 1)), np.int64)
    ways = np.empty((deepest * 2, 2), np.int64)
    now = np.zeros(stop_words, np.uint64)
    if count >= cap:
        return -1
    for w in range(words):
        mask[count, w] = 0
    revenue[count], mine[count], parent[count], added[count] = -1, 0, -1, -1 - station
    todo[0, 0], todo[0, 1], todo[0, 2], todo[0, 3] = count, station, stops[station, 2], stops[station, 3]
    todo[0, 4] = worth[station] if stops[station, 3] else 0
    todo[0, 5], todo[0, 6] = stops[station, 1], -1
    seen[0, station >> 6] = np.uint64(1) << np.uint64(station & 63)
    if pays and stops[station, 3]:
        tops[0, 0] = worth[station]
    count += 1
    top = 1
    while top:
        top -= 1
        # The row is copied, for its children are written over it.
        route, tail, cities, counted, paid, income, first = (
            todo[top, 0], todo[top, 1], todo[top, 2], todo[top, 3], todo[top, 4], todo[top, 5], todo[top, 6],
        )  # fmt: skip
        for w in range(stop_words):
            now[w] = seen[top, w]
        if pays:
            for k in range(pays):
                tops[size - 1, k] = tops[top, k]
        options = 0
        if tail >= 0:
            for k in range(link_at[tail], link_at[tail + 1]):
                ways[options, 0], ways[options, 1] = k, 0
                options += 1
        if first >= 0 and not stops[station, 4]:
            for k in range(link_at[station], link_at[station + 1]):
                if link_stretch[k] > first:
                    ways[options, 0], ways[options, 1] = k, 1
                    options += 1
        for n in range(options):
            k = ways[n, 0]
            stretch, there = link_stretch[k], link_to[k]
            if stops[there, 5] or cities + stops[there, 2] > city_limit or counted + stops[there, 3] > stop_limit:
                continue
            if meets(now, clash[there]) or meets(mask[route], sides[stretch]):
                continue
            if count >= cap:
                return -1
            for w in range(words):
                mask[count, w] = mask[route, w] | sides[stretch, w]
            for w in range(stop_words):
                seen[top, w] = now[w]
            seen[top, there >> 6] |= np.uint64(1) << np.uint64(there & 63)
            if stops[there, 3]:
                earned = insert_top(tops, top, size - 1, worth[there], pays) if pays else paid + worth[there]
            else:
                earned = paid
                for k2 in range(pays):
                    tops[top, k2] = tops[size - 1, k2]
            more = 0
            if meets(seen[top], concerned):
                more = bonus(seen[top], pair_sets, pair_values, place, order, worth)
            legal = not need_start or meets(seen[top], starts)
            revenue[count] = earned + more if legal else -1
            mine[count] = income + stops[there, 1]
            parent[count] = route
            added[count] = stretch
            if first == -1:
                start = stretch
            elif first == -2 or ways[n, 1]:
                start = -2
            else:
                start = first
            count += 1
            if stops[there, 4] and start == -2:
                continue
            todo[top, 0] = count - 1
            todo[top, 1] = -1 if stops[there, 4] else there
            todo[top, 2] = cities + stops[there, 2]
            todo[top, 3] = counted + stops[there, 3]
            todo[top, 4] = earned
            todo[top, 5] = income + stops[there, 1]
            todo[top, 6] = start
            top += 1
    return count
