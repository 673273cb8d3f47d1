"""Trees of sets (numba), and the exact end of the search: two routes that share no side and beat the best run.

A tree divides sets of sides and stops by one element at a time. Each node knows what all of its sets have,
and the highest values among them, so that most of it is never visited when something disjoint is wanted.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from railhead.routes.arrays import Array, compiled

LEAF = 24
"""Routes in a leaf."""
SAMPLE = 48
"""Routes that are looked at to choose where a node is divided."""


@compiled
def build_tree(sets: Array) -> tuple[Array, Array, Array]:
    """Rows in the order of the leaves; nodes (left, right, first, end); what all rows of a node have."""
    size, words = sets.shape
    rows = np.arange(size)
    limit = 2 * size + 2
    nodes = np.empty((limit, 4), np.int64)
    common = np.empty((limit, words), np.int64)
    todo = np.empty((400, 3), np.int64)
    todo[0] = (0, 0, size)
    top, made = 1, 1
    counts = np.zeros(words * 64, np.int64)
    while top:
        top -= 1
        node, first, end = todo[top, 0], todo[top, 1], todo[top, 2]
        nodes[node] = (-1, -1, first, end)
        for w in range(words):
            every = np.int64(-1)
            for k in range(first, end):
                every &= sets[rows[k], w]
            common[node, w] = every
        if end - first <= LEAF or top + 2 > todo.shape[0]:
            continue
        side = _dividing_side(sets, rows, first, end, counts)
        if side < 0:
            continue
        split = _divide(sets, rows, first, end, side)
        if split in (first, end):
            continue
        nodes[node, 0], nodes[node, 1] = made, made + 1
        todo[top] = (made, first, split)
        todo[top + 1] = (made + 1, split, end)
        top += 2
        made += 2
    return rows, nodes[:made].copy(), common[:made].copy()


@compiled
def raise_tree(rows: Array, nodes: Array, value: Array, highest: Array) -> None:
    """Fill in the highest value of every node of a tree: children come after their parents."""
    for n in range(nodes.shape[0] - 1, -1, -1):
        if nodes[n, 0] >= 0:
            highest[n] = max(highest[nodes[n, 0]], highest[nodes[n, 1]])
            continue
        best = -1e18
        for k in range(nodes[n, 2], nodes[n, 3]):
            best = max(best, value[rows[k]])
        highest[n] = best


@compiled
def _dividing_side(sets: Array, rows: Array, first: int, end: int, counts: Array) -> int:
    """The element that most nearly half of the rows have, judged from a sample."""
    counts[:] = 0
    stride = max(1, (end - first) // SAMPLE)
    seen = 0
    for k in range(first, end, stride):
        seen += 1
        for w in range(sets.shape[1]):
            word = sets[rows[k], w]
            for spot in range(64):
                counts[w * 64 + spot] += word >> spot & 1
    best, pick = seen, -1
    for side in range(counts.shape[0]):
        off = abs(2 * counts[side] - seen)
        if 0 < counts[side] < seen and off < best:
            best, pick = off, side
    return pick


@compiled
def _divide(sets: Array, rows: Array, first: int, end: int, side: int) -> int:
    """Move rows with the element to the end. Returns where they begin."""
    word, bit = side >> 6, np.int64(1) << (side & 63)
    i, j = first, end - 1
    while i <= j:
        if sets[rows[i], word] & bit:
            rows[i], rows[j] = rows[j], rows[i]
            j -= 1
        else:
            i += 1
    return i


class Tree(NamedTuple):
    """A tree of routes: rows in the order of the leaves; for each node what all have and the highest values."""

    rows: Array
    nodes: Array
    common: Array
    high_value: Array
    high_net: Array


class Routes(NamedTuple):
    """Routes of one kind of train: sides, value, value after paying for the sides."""

    mask: Array
    value: Array
    net: Array


@compiled
def best_in_tree(tree: Tree, routes: Routes, used: Array, above: float, least: float, stack: Array) -> int:
    """The most valuable route that avoids the used sides, worth more than `above` and with a net of `least`."""
    rows, nodes, common, high_value, high_net = tree
    mask, value, net = routes
    pick = -1
    words = used.shape[0]
    stack[0] = 0
    top = 1
    while top:
        top -= 1
        node = stack[top]
        if high_value[node] <= above or high_net[node] < least:
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


@compiled
def search_pairs(
    one: Routes,  # values falling
    tree: Tree,
    two: Routes,
    used: Array,
    same: bool,
    best: float,
    least: float,
    first: int,
    count: int,
) -> tuple[int, float, int, int]:
    """Pairs above `best` with a net sum of `least`, the first one from row `first` on.

    Returns the row to continue with (-1: done), the best value and the pair that has it (-1: none).
    """
    words = used.shape[0]
    both = np.zeros(words, np.int64)
    stack = np.empty(400, np.int64)
    pick_a, pick_b = -1, -1
    n, done = first, 0
    while n < one.value.shape[0]:
        if one.value[n] + (one.value[n] if same else tree.high_value[0]) <= best:
            return -1, best, pick_a, pick_b
        if done >= count:
            return n, best, pick_a, pick_b
        free = one.net[n] + tree.high_net[0] >= least
        for w in range(words):
            if one.mask[n, w] & used[w]:
                free = False
            both[w] = one.mask[n, w] | used[w]
        if free:
            done += 1
            other = best_in_tree(tree, two, both, best - one.value[n], least - one.net[n], stack)
            if other >= 0:
                best, pick_a, pick_b = one.value[n] + two.value[other], n, other
        n += 1
    return -1, best, pick_a, pick_b
