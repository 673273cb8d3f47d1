"""A problem as arrays for the compiled search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd
from typing import Any

import numpy as np

from railhead.routes.plain import clashes
from railhead.routes.problem import NO_LIMIT, Kind, Problem

Array = Any


@dataclass(frozen=True)
class Tables:
    """Stops within reach, the stretches between them and the sides of these, numbered from 0."""

    stops: tuple[int, ...]  # numbers in the network
    stretches: tuple[int, ...]
    ends: tuple[tuple[int, int], ...]  # of each stretch, numbered as here
    sides: Array  # stretch -> words
    classes: tuple[tuple[int, ...], ...]  # stretch -> sides
    width: int  # number of sides


def tables_of(problem: Problem) -> Tables:
    """The part of the network within reach; sides that always go together count as one."""
    stops = tuple(sorted(problem.reach))
    place = {stop: n for n, stop in enumerate(stops)}
    stretches, ends, masks = [], [], []
    for n, stretch in enumerate(problem.network.stretches):
        if stretch.a in place and stretch.b in place:
            stretches.append(n)
            ends.append((place[stretch.a], place[stretch.b]))
            masks.append(stretch.mask)
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
    return Tables(stops, tuple(stretches), tuple(ends), sides, tuple(classes), len(together))


def words_of(sets: Sequence[int], width: int) -> Array:
    """Sets as rows of 64-bit words."""
    count = max(1, (width + 63) // 64)
    rows = [[one >> 64 * w & (1 << 64) - 1 for w in range(count)] for one in sets]
    return np.array(rows, dtype=np.uint64).reshape(len(sets), count)


@dataclass(frozen=True)
class KindTables:
    """What the enumeration of one kind of train reads."""

    limits: Array
    link_at: Array
    link_stretch: Array
    link_to: Array
    stops: Array
    clash: Array
    starts: Array
    concerned: Array
    pair_sets: Array
    pair_values: Array
    place: Array
    order: Array
    step: int  # every value is a multiple of it

    def arrays(self) -> tuple[Array, ...]:
        """All but the station and the sides, in the order of the kernel."""
        return (
            self.link_at, self.link_stretch, self.link_to, self.stops, self.clash, self.starts,
            self.concerned, self.pair_sets, self.pair_values, self.place, self.order,
        )  # fmt: skip


def kind_tables(problem: Problem, kind: Kind, tables: Tables) -> KindTables:
    """The arrays of one kind of train."""
    size = len(tables.stops)
    centres = [problem.network.stops[stop].centre for stop in tables.stops]
    apart = [centre.type in problem.scoring.apart for centre in centres]
    worth = [kind.worth[stop] for stop in tables.stops]
    rows = [
        (0 if apart[i] else worth[i], worth[i] if apart[i] else 0, kind.city[stop], not apart[i],
         problem.ends[stop], kind.barred[stop])
        for i, stop in enumerate(tables.stops)
    ]  # fmt: skip
    place = {stop: n for n, stop in enumerate(tables.stops)}

    def here(mask: int) -> int:
        return sum(1 << n for stop, n in place.items() if mask >> stop & 1)

    def named(places: frozenset[str]) -> int:
        return sum(1 << n for n, centre in enumerate(centres) if not centre.names.isdisjoint(places))

    clash = clashes(problem, kind)
    starts = sum(1 << n for n, centre in enumerate(centres) if kind.start and centre.type == kind.start)
    pairs = [(named(pair.one), named(pair.other)) for pair in problem.scoring.pairs]
    places = [named(frozenset({extra.place})) for extra in problem.scoring.largest]
    order = np.full((len(places), size + 1), -1, np.int64)
    for p, extra in enumerate(problem.scoring.largest):
        left_out = places[p] | named(extra.besides)
        fit = [n for n in range(size) if not left_out >> n & 1 and not apart[n]]
        fit.sort(key=lambda n: -worth[n])
        order[p, : len(fit)] = fit
    concerned = 0
    for one in [one for one, _ in pairs] + places:
        concerned |= one
    pays = 0 if kind.pays >= NO_LIMIT else kind.pays
    return KindTables(
        np.array([kind.cities, kind.total, pays, bool(kind.start)], np.int64),
        *_links(tables, size),
        np.array(rows, np.int64).reshape(size, 6),
        words_of([here(clash[stop]) for stop in tables.stops], size),
        words_of([starts], size)[0],
        words_of([concerned], size)[0],
        words_of([one for pair in pairs for one in pair], size).reshape(len(pairs), 2, -1)
        if pairs
        else np.zeros((0, 2, max(1, (size + 63) // 64)), np.uint64),
        np.array([pair.value for pair in problem.scoring.pairs], np.int64),
        words_of(places, size) if places else np.zeros((0, max(1, (size + 63) // 64)), np.uint64),
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
    stretch = np.array([n for n, _ in flat], np.int64)
    to = np.array([there for _, there in flat], np.int64)
    return at, stretch, to
