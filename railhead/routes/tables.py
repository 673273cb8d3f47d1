"""A problem as arrays for the compiled search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd
from typing import Any

import numpy as np

from railhead.routes.problem import NO_LIMIT, Kind, Problem

Array = Any


@dataclass(frozen=True)
class Tables:
    """Stops within reach, the segments between them and the sides of these, numbered from 0."""

    stops: tuple[int, ...]  # numbers in the network
    segments: tuple[int, ...]
    ends: tuple[tuple[int, int], ...]  # of each segment, numbered as here
    sides: Array  # segment -> words
    classes: tuple[tuple[int, ...], ...]  # segment -> sides
    width: int  # number of sides
    bits: tuple[int, ...]  # for each of these sides one of the network, as a bit


def tables_of(problem: Problem) -> Tables:
    """The part of the network within reach; sides that always go together count as one."""
    stops = tuple(sorted(problem.reach))
    place = {stop: n for n, stop in enumerate(stops)}
    segments, ends, masks = [], [], []
    for n, segment in enumerate(problem.network.segments):
        if segment.a in place and segment.b in place:
            segments.append(n)
            ends.append((place[segment.a], place[segment.b]))
            masks.append(segment.sides)
    users: dict[int, int] = {}
    for n, mask in enumerate(masks):
        left = mask
        while left:
            bit = left & -left
            users[bit] = users.get(bit, 0) | 1 << n
            left ^= bit
    together = {key: n for n, key in enumerate(dict.fromkeys(users.values()))}
    number = {bit: together[key] for bit, key in users.items()}
    classes = []
    for mask in masks:
        found, left = set(), mask
        while left:
            bit = left & -left
            found.add(number[bit])
            left ^= bit
        classes.append(tuple(sorted(found)))
    sides = words_of([sum(1 << side for side in row) for row in classes], len(together))
    bits = tuple({number[bit]: bit for bit in users}.values())
    return Tables(stops, tuple(segments), tuple(ends), sides, tuple(classes), len(together), bits)


def words_of(sets: Sequence[int], width: int) -> Array:
    """Sets as rows of 64-bit words."""
    count = max(1, (width + 63) // 64)
    rows = [[one >> 64 * w & (1 << 64) - 1 for w in range(count)] for one in sets]
    return np.array(rows, dtype=np.uint64).reshape(len(sets), count)


@dataclass(frozen=True)
class KindTables:
    """What the compiled search of one kind of train reads; stops and groups of rivals share the words."""

    limits: Array
    links: tuple[Array, Array, Array]
    stops: Array
    marks: Array
    starts: Array
    concerned: Array
    pair_sets: Array
    pair_values: Array
    place: Array
    order: Array
    step: int  # every value is a multiple of it

    def rules(self) -> tuple[Array, ...]:
        """The tables that say what a route is worth, in the order of the kernel."""
        return (
            self.limits, self.stops, self.marks, self.starts, self.concerned,
            self.pair_sets, self.pair_values, self.place, self.order,
        )  # fmt: skip


def kind_tables(problem: Problem, kind: Kind, tables: Tables) -> KindTables:
    """The arrays of one kind of train."""
    size = len(tables.stops)
    centres = [problem.network.stops[stop].centre for stop in tables.stops]
    apart = [centre.type in problem.scoring.apart for centre in centres]
    worth = [kind.worth[stop] for stop in tables.stops]

    def named(places: frozenset[str]) -> int:
        return sum(1 << n for n, centre in enumerate(centres) if not centre.names.isdisjoint(places))

    starts = sum(1 << n for n, centre in enumerate(centres) if kind.start and centre.type == kind.start)
    groups = [*(named(places) for places in problem.scoring.once), starts]
    width = size + len(groups)
    marks = [1 << n | sum(1 << size + g for g, group in enumerate(groups) if group >> n & 1) for n in range(size)]
    pairs = [(named(pair.one), named(pair.other)) for pair in problem.scoring.pairs]
    places = [named(frozenset({extra.place})) for extra in problem.scoring.largest]
    order = np.full((len(places), size + 1), -1, np.int64)
    extra = [0] * size
    for p, bonus in enumerate(problem.scoring.largest):
        left_out = places[p] | named(bonus.besides)
        fit = [n for n in range(size) if not left_out >> n & 1 and not apart[n]]
        fit.sort(key=lambda n: -worth[n])
        order[p, : len(fit)] = fit
        for n in range(size):
            extra[n] += worth[fit[0]] if fit and places[p] >> n & 1 else 0
    for (one, _), pair in zip(pairs, problem.scoring.pairs, strict=True):
        for n in range(size):
            extra[n] += pair.value if one >> n & 1 else 0
    concerned = 0
    for one in [one for one, _ in pairs] + places:
        concerned |= one
    rows = [
        (0 if apart[i] else worth[i], worth[i] if apart[i] else 0, kind.city[stop], not apart[i],
         problem.ends[stop], kind.barred[stop], extra[i])
        for i, stop in enumerate(tables.stops)
    ]  # fmt: skip
    pays = 0 if kind.pays >= NO_LIMIT else kind.pays
    words = words_of([0], width).shape[1]
    return KindTables(
        np.array([kind.cities, kind.total, pays, bool(kind.start)], np.int64),
        _links(tables, size),
        np.array(rows, np.int64).reshape(size, 7),
        words_of(marks, width),
        words_of([starts], width)[0],
        words_of([concerned], width)[0],
        words_of([one for pair in pairs for one in pair], width).reshape(len(pairs), 2, words),
        np.array([pair.value for pair in problem.scoring.pairs], np.int64),
        words_of(places, width),
        order,
        gcd(*worth, *(pair.value for pair in problem.scoring.pairs)),
    )


def _links(tables: Tables, size: int) -> tuple[Array, Array, Array]:
    near: list[list[tuple[int, int]]] = [[] for _ in range(size)]
    for n, (a, b) in enumerate(tables.ends):
        near[a].append((n, b))
        near[b].append((n, a))
    at = np.zeros(size + 1, np.int64)
    at[1:] = np.cumsum([len(row) for row in near])
    flat = [link for row in near for link in row]
    segment = np.array([n for n, _ in flat], np.int64)
    to = np.array([there for _, there in flat], np.int64)
    return at, segment, to
