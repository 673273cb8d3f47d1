"""The exact end of the search (numba): two routes that share no side and beat the best run known.

The candidates of the last train stand in a tree that divides them by one side at a time. Each node knows the
sides that all of its routes use and the highest values among them, so that most of it is never visited.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

Array = Any

LEAF = 8
"""Routes in a leaf."""


@njit(cache=True)
def build_tree(mask: Array, value: Array, net: Array) -> tuple[Array, Array, Array, Array]:
    """Rows in the order of the leaves; nodes (left, right, first, end); common sides; highest values."""
    size, words = mask.shape
    rows = np.arange(size)
    limit = 2 * size + 2
    nodes = np.full((limit, 4), -1, np.int64)
    common = np.zeros((limit, words), np.uint64)
    highest = np.zeros((limit, 2))
    todo = np.empty((200, 3), np.int64)
    todo[0] = (0, 0, size)
    top, made = 1, 1
    counts = np.zeros(words * 64, np.int64)
    while top:
        top -= 1
        node, first, end = todo[top, 0], todo[top, 1], todo[top, 2]
        nodes[node, 2], nodes[node, 3] = first, end
        for w in range(words):
            every = ~np.uint64(0)
            for k in range(first, end):
                every &= mask[rows[k], w]
            common[node, w] = every
        highest[node, 0], highest[node, 1] = -1e18, -1e18
        for k in range(first, end):
            highest[node, 0] = max(highest[node, 0], value[rows[k]])
            highest[node, 1] = max(highest[node, 1], net[rows[k]])
        if end - first <= LEAF or top + 2 > todo.shape[0]:
            continue
        side = _dividing_side(mask, rows, first, end, counts)
        if side < 0:
            continue
        split = _divide(mask, rows, first, end, side)
        if split in (first, end):
            continue
        nodes[node, 0], nodes[node, 1] = made, made + 1
        todo[top] = (made, first, split)
        todo[top + 1] = (made + 1, split, end)
        top += 2
        made += 2
    return rows, nodes[:made], common[:made], highest[:made]


@njit(cache=True)
def _dividing_side(mask: Array, rows: Array, first: int, end: int, counts: Array) -> int:
    """The side that most nearly half of the routes use, judged from a sample."""
    counts[:] = 0
    stride = max(1, (end - first) // 200)
    seen = 0
    for k in range(first, end, stride):
        seen += 1
        for w in range(mask.shape[1]):
            word = mask[rows[k], w]
            base = w * 64
            while word:
                low = word & (~word + np.uint64(1))
                spot = 0
                probe = low
                while probe > np.uint64(1):
                    probe >>= np.uint64(1)
                    spot += 1
                counts[base + spot] += 1
                word ^= low
    best, pick = seen, -1
    for side in range(counts.shape[0]):
        off = abs(2 * counts[side] - seen)
        if 0 < counts[side] < seen and off < best:
            best, pick = off, side
    return pick


@njit(cache=True)
def _divide(mask: Array, rows: Array, first: int, end: int, side: int) -> int:
    """Routes that use the side to the end; where they begin."""
    word, bit = side >> 6, np.uint64(1) << np.uint64(side & 63)
    i, j = first, end - 1
    while i <= j:
        if mask[rows[i], word] & bit:
            rows[i], rows[j] = rows[j], rows[i]
            j -= 1
        else:
            i += 1
    return i


@njit(cache=True)
def best_in_tree(
    rows: Array,
    nodes: Array,
    common: Array,
    highest: Array,
    mask: Array,
    value: Array,
    net: Array,
    used: Array,
    above: float,
    least: float,
    stack: Array,
) -> int:
    """The most valuable route beside the used sides, worth more than `above` and with a net of `least`."""
    pick = -1
    words = used.shape[0]
    stack[0] = 0
    top = 1
    while top:
        top -= 1
        node = stack[top]
        if highest[node, 0] <= above or highest[node, 1] < least:
            continue
        shut = False
        for w in range(words):
            if common[node, w] & used[w]:
                shut = True
                break
        if shut:
            continue
        if nodes[node, 0] >= 0:
            stack[top] = nodes[node, 1]
            stack[top + 1] = nodes[node, 0]
            top += 2
            continue
        for k in range(nodes[node, 2], nodes[node, 3]):
            n = rows[k]
            if value[n] <= above or net[n] < least:
                continue
            free = True
            for w in range(words):
                if mask[n, w] & used[w]:
                    free = False
                    break
            if free:
                above, pick = value[n], n
    return pick


@njit(cache=True)
def search_pairs(
    a_mask: Array,
    a_value: Array,  # falling
    a_net: Array,
    rows: Array,
    nodes: Array,
    common: Array,
    highest: Array,
    mask: Array,
    value: Array,
    net: Array,
    used: Array,
    same: bool,
    best: float,
    least: float,
    first: int,
    count: int,
) -> tuple[int, float, int, int]:
    """Pairs above `best` with a net sum of `least`, the first one from row `first` on.

    Returns the row to go on with (-1: done), the best value and the pair that has it (-1: none).
    """
    words = used.shape[0]
    both = np.zeros(words, np.uint64)
    stack = np.empty(400, np.int64)
    pick_a, pick_b = -1, -1
    n, done = first, 0
    while n < a_value.shape[0]:
        if a_value[n] + (a_value[n] if same else highest[0, 0]) <= best:
            return -1, best, pick_a, pick_b
        if done >= count:
            return n, best, pick_a, pick_b
        free = a_net[n] + highest[0, 1] >= least
        for w in range(words):
            if a_mask[n, w] & used[w]:
                free = False
            both[w] = a_mask[n, w] | used[w]
        if free:
            done += 1
            other = best_in_tree(
                rows, nodes, common, highest, mask, value, net, both, best - a_value[n], least - a_net[n], stack
            )
            if other >= 0:
                best, pick_a, pick_b = a_value[n] + value[other], n, other
        n += 1
    return -1, best, pick_a, pick_b
