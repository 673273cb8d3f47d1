"""A problem as arrays for the compiled search."""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd

import numpy as np

from railhead.routes.arrays import Array, bonus_tables, word_count, words_of
from railhead.routes.bonuses import bonus_sets
from railhead.routes.large.arms import Links, TrainTables
from railhead.routes.problem import NO_LIMIT, Kind, Problem


@dataclass(frozen=True)
class Tables:
    """Stops within reach, the segments between them and the sides of these, numbered from 0."""

    stops: tuple[int, ...]  # numbers in the network
    ends: tuple[tuple[int, int], ...]  # of each segment of the problem, numbered as here
    sides: Array  # segment -> words
    classes: tuple[tuple[int, ...], ...]  # segment -> sides
    width: int  # number of sides
    bits: tuple[int, ...]  # for each of these sides one of the network, as a bit


def tables_of(problem: Problem) -> Tables:
    """The part of the network within reach; sides that always go together count as one."""
    stops = tuple(sorted(problem.reach))
    place = {stop: n for n, stop in enumerate(stops)}
    ends = tuple((place[segment.a], place[segment.b]) for segment in problem.segments)
    masks = [segment.sides for segment in problem.segments]
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
    sides = words_of([sum(1 << side for side in row) for row in classes], word_count(len(together)))
    bits = tuple({number[bit]: bit for bit in users}.values())
    return Tables(stops, ends, sides, tuple(classes), len(together), bits)


@dataclass(frozen=True)
class KindTables:
    """What the compiled search of one kind of train reads."""

    train: TrainTables
    links: Links
    step: int  # every value is a multiple of it


def kind_tables(problem: Problem, kind: Kind, tables: Tables) -> KindTables:
    """The arrays of one kind of train."""
    size = len(tables.stops)
    centres = [problem.network.stops[stop].centre for stop in tables.stops]
    apart = [centre.type in problem.scoring.apart for centre in centres]
    worth = [kind.worth[stop] for stop in tables.stops]

    def having(places: frozenset[str]) -> int:
        return sum(1 << n for n, centre in enumerate(centres) if not centre.names.isdisjoint(places))

    starts = sum(1 << n for n, centre in enumerate(centres) if kind.start and centre.type == kind.start)
    groups = [*(having(places) for places in problem.scoring.once), starts]
    words = word_count(size + len(groups))
    marks = [1 << n | sum(1 << size + g for g, group in enumerate(groups) if group >> n & 1) for n in range(size)]
    sets = bonus_sets(problem, tables.stops)
    extra = [0] * size  # the most that bonuses bring which a stop is needed for
    for n in range(size):
        extra[n] = sum(value for one, _, value in sets.pairs if one >> n & 1)
        for place, among in sets.largest:
            if place >> n & 1:
                extra[n] += max((worth[i] for i in range(size) if among >> i & 1), default=0)
    rows = [
        (0 if apart[i] else worth[i], worth[i] if apart[i] else 0, kind.city[stop], not apart[i],
         problem.ends[stop], kind.barred[stop], extra[i])
        for i, stop in enumerate(tables.stops)
    ]  # fmt: skip
    pays = 0 if kind.pays >= NO_LIMIT else kind.pays
    train = TrainTables(
        np.array([kind.cities, kind.total, pays, bool(kind.start)], np.int64),
        np.array(rows, np.int64).reshape(size, 7),
        words_of(marks, words),
        words_of([starts], words)[0],
        words_of([sets.concerned], words)[0],
        bonus_tables(sets, words),
    )
    return KindTables(train, _links(tables, size), gcd(*worth, *(value for _, _, value in sets.pairs)))


def _links(tables: Tables, size: int) -> Links:
    near: list[list[tuple[int, int]]] = [[] for _ in range(size)]
    for n, (a, b) in enumerate(tables.ends):
        near[a].append((n, b))
        near[b].append((n, a))
    at = np.zeros(size + 1, np.int64)
    at[1:] = np.cumsum([len(row) for row in near])
    flat = [link for row in near for link in row]
    return Links(at, np.array([n for n, _ in flat], np.int64), np.array([there for _, there in flat], np.int64))
