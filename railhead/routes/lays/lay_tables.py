"""Boards and tile lays as arrays for the compiled search. Needs numba."""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import numpy as np

from railhead.core.tiles import NODE
from railhead.network import grid_of
from railhead.routes.arrays import Array, Bonuses, bonus_tables, word_count, words_of
from railhead.routes.bonuses import bonus_sets
from railhead.routes.lays.groups import Groups
from railhead.routes.lays.growth import (
    BARRED,
    BY_CITIES,
    BY_STOPS,
    CITY,
    FREE,
    MARKS,
    OWN,
    PAYS,
    SHUT,
    SIDES,
    SPECIAL,
    START,
    SUBSIDY,
    USES,
    WORTH,
    Kinds,
    Track,
)  # fmt: skip
from railhead.routes.lays.runs import EVERY, USED, Bench, Old
from railhead.routes.problem import NO_LIMIT, Kind, Problem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railhead.core.map import Map
    from railhead.routes.lays.effects import Case, Changes
    from railhead.routes.lays.through_hex import Row


@lru_cache(maxsize=16)
def words_for(board_map: Map) -> int:
    """How many words hold the sides of a map."""
    return word_count(max(grid_of(board_map).bits, default=1).bit_length())


def room_for(problem: Problem) -> int:
    """How many stops there may be: those of the board and those of a tile with the most centres."""
    return len(problem.network.stops) + NODE


def track_of(problem: Problem, pieces: int) -> Track:
    """The segments of a board, with room for this many pieces."""
    segments, size = problem.network.segments, room_for(problem)
    words, known = words_for(problem.network.map), len(segments)
    near = np.array([segment[:2] for segment in segments], np.int64).reshape(known, 2)
    stops = near.T.reshape(-1)
    order = np.argsort(stops, kind="stable")
    at = np.zeros(size + 1, np.int64)
    np.cumsum(np.bincount(stops, minlength=size), out=at[1:])
    sides = np.zeros((known + pieces, words), np.int64)
    sides[:known] = words_of([segment[2] for segment in segments], words)
    links = np.stack((order % max(1, known), near[:, ::-1].T.reshape(-1)[order]), axis=1)
    return Track(
        at, links, sides, np.full(known + pieces, EVERY), np.full(size, -1), np.zeros((2 * pieces, 2), np.int64)
    )


def kinds_of(problem: Problem, kinds: Sequence[Kind]) -> tuple[Kinds, Bonuses]:
    """What kinds of trains may do and earn, and the bonuses."""
    known, size = len(problem.network.stops), room_for(problem)
    types = [stop.centre.type for stop in problem.network.stops]
    apart = np.array([type_ in problem.scoring.apart for type_ in types], bool)
    marks = _marks(problem, kinds, size)
    stops = np.zeros((len(kinds), size, MARKS + marks.shape[1]), np.int64)
    stops[:, known:, BARRED] = SHUT  # there are none
    stops[:, list(problem.own), OWN] = 1
    sets = bonus_sets(problem, range(known), size)
    concerned = sets.concerned
    stops[:, :, SPECIAL] = [concerned >> i & 1 for i in range(size)]
    stops[:, :, MARKS:] = marks
    limits, hopes = [], []
    for k, kind in enumerate(kinds):
        worth = np.array(kind.worth.upto(known), np.int64)
        stops[k, :known, : BARRED + 1].T[:] = (
            np.where(apart, 0, worth), np.where(apart, worth, 0), kind.city.upto(known), ~apart,
            problem.ends.upto(known), kind.barred.upto(known),
        )  # fmt: skip
        if kind.start:
            stops[k, :known, START] = [type_ == kind.start for type_ in types]
        measure = BY_STOPS if kind.total < NO_LIMIT else BY_CITIES if kind.cities < NO_LIMIT else FREE
        limits.append(
            (kind.cities, kind.total, 0 if kind.pays >= NO_LIMIT else kind.pays, bool(kind.start), measure)
        )  # fmt: skip
        hopes.append(_hope(kind, measure, stops[k, :known]))
    most = max(map(len, hopes))
    hope = np.array([[*row, *[row[-1]] * (most - len(row))] for row in hopes], np.int64)
    bonuses = bonus_tables(sets, marks.shape[1])
    return Kinds(np.array(limits, np.int64), stops, hope, _spare(problem, kinds)), bonuses


def _marks(problem: Problem, kinds: Sequence[Kind], size: int) -> Array:
    """For each stop itself and the sets of rivals in which it is, as words."""
    stops, once = problem.network.stops, problem.scoring.once
    groups = [[i for i, stop in enumerate(stops) if not places.isdisjoint(stop.centre.names)] for places in once]
    for start in {kind.start for kind in kinds if kind.start}:
        groups.append([i for i, stop in enumerate(stops) if stop.centre.type == start])
    rows = [1 << i for i in range(size)]
    for bit, group in enumerate(groups, start=size):
        for i in group:
            rows[i] |= 1 << bit
    return words_of(rows, word_count(size + len(groups)))


def _hope(kind: Kind, measure: int, stops: Array) -> list[int]:
    """The most that stops earn, by how many may be visited: paid ones, those that use no range, one subsidy."""
    there = stops[stops[:, BARRED] == 0]
    worth, subsidy, city = there[:, WORTH], there[:, SUBSIDY], there[:, CITY]
    using = worth if measure != BY_CITIES else worth[city == 1]
    free = int(worth.sum() - using.sum()) + int(subsidy.max(initial=0))
    best = np.sort(using)[::-1][: min(kind.pays, len(using))].tolist()
    if measure == FREE:
        return [free + sum(best)]
    limit = kind.total if measure == BY_STOPS else kind.cities
    best = [*best, *[0] * limit][:limit]
    return [free + value for value in accumulate(best, initial=0)]


def _spare(problem: Problem, kinds: Sequence[Kind]) -> Array:
    """The most that bonuses add for each kind of train."""
    pairs, largest = sum(pair.value for pair in problem.scoring.pairs), len(problem.scoring.largest)
    known = len(problem.network.stops)
    return np.array([pairs + largest * max(kind.worth.upto(known), default=0) for kind in kinds], np.int64)


def groups_of(changes: Changes, groups: Sequence[Sequence[Case]]) -> Groups:
    """Groups of lays, each of one hex and with the same stops."""
    board_map = changes.map
    lays, pieces, cuts, places = [0], [0], [0], [0]
    rows: list[Row] = []
    having: list[int] = []
    cut: list[int] = []
    place: list[int] = []
    seen: list[Any] = []
    barred: list[int] = []
    for group in groups:
        first = group[0]
        owners: dict[Row, int] = {}
        for n, lay in enumerate(group):
            for row in lay.rows:
                owners[row] = owners.get(row, 0) | 1 << n
        rows.extend(owners)
        having.extend(owners.values())
        if first.renewed:
            cut.extend(changes.through.get(first.hex, ()))
            place.extend(first.here.numbers)
            for rows_here, own in zip(first.here.seen, first.here.own, strict=True):
                seen.append([(*row, own) for row in rows_here])
        barred.append(sum(set(changes.problem.network.grid.side_bits(first.hex))) if first.renewed else 0)
        lays.append(lays[-1] + len(group))
        pieces.append(len(rows))
        cuts.append(len(cut))
        places.append(len(place))
    words = words_for(board_map)
    return Groups(
        np.array(lays), np.array(pieces), np.array([row[:2] for row in rows], np.int64).reshape(len(rows), 2),
        words_of([row[2] for row in rows], words), np.array(having, np.int64), np.array(cuts),
        np.array(cut, np.int64), np.array(places), np.array(place, np.int64),
        np.array(seen, np.int64).reshape(len(place), len(changes.kinds), OWN + 1), words_of(barred, words),
    )  # fmt: skip


def levels_for(track: Track, kinds: Kinds) -> Array:
    """Room for a route to grow."""
    pays = int(kinds.limits[:, PAYS].max())
    return np.empty(
        (len(track.head) + 2, SIDES + track.sides.shape[1] + kinds.stops.shape[2] - MARKS + pays), np.int64
    )


def bench_for(trains: int, old: Old) -> Bench:
    """Room for putting runs of this many trains together, with no side used."""
    words, kinds = old.routes.shape[1] - USES, len(old.top)
    lists, spans = np.empty((trains + 1, len(old.routes)), np.int64), np.empty((trains + 1, kinds, 2), np.int64)
    tops, nets = np.empty((trains + 1, kinds), np.int64), np.empty((trains + 1, kinds))
    lists[0] = np.arange(len(old.routes))
    spans[0, :, 0], spans[0, :, 1], tops[0], nets[0] = old.at[:-1], old.at[1:], old.top, old.net
    return Bench(
        np.zeros((trains + 1, USED + words), np.int64), np.zeros((trains + 1, 2)), lists, spans, tops, nets
    )  # fmt: skip
