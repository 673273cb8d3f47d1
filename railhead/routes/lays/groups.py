"""The best runs with tile lays made, compiled (numba): the lays of many hexes in one call.

Lays on a hex that change its stops in the same way are a group: one search finds their new routes. Then it is tried
which trains take new routes (a plan); the others take old ones beside them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from railhead.routes.arrays import Array, Bonuses, compiled
from railhead.routes.lays.growth import BANNED, BARRED, NONE, OWN, SUBSIDY, VALUE, WORTH, ZERO, Kinds, Track, grow
from railhead.routes.lays.runs import EVERY, MANY, Bench, Old, lowest, sorted_routes, try_plan


class Plans(NamedTuple):
    """Which trains take new routes and which old ones, by kinds; the most that those with old ones earn."""

    new_at: Array
    new: Array
    old_at: Array
    old: Array
    after: Array


class Groups(NamedTuple):
    """What groups of lays change, one group after the other."""

    lays: Array  # where the lays of each begin
    pieces: Array  # and the pieces, by their row here
    ends: Array  # of the pieces
    sides: Array
    having: Array  # for each piece the lays that have it, as bits
    cuts: Array
    cut: Array  # segments that are taken out
    places: Array
    place: Array  # stops that are changed
    seen: Array  # how each kind sees them, as rows of a table of stops without marks
    barred: Array  # sides that old routes may not use any more


@compiled
def list_old(
    track: Track, kinds: Kinds, bonuses: Bonuses, level: Array, found: Array, k: int, stations: Array, steps: Array
) -> int:
    """List all routes of a kind on the current board. Returns how many, -1 if there are too many."""
    count = ZERO
    for stop in stations:
        count = grow(track, kinds, bonuses, level, found, count, k, stop, NONE, NONE, EVERY, NONE, steps)
        if count < 0:
            break
        kinds.stops[k, stop, BARRED] |= BANNED  # later routes are those without this station
    for stop in stations:
        kinds.stops[k, stop, BARRED] &= ~BANNED
    return int(count)


@compiled
def floor_for(k: int, plans: Plans, tops: Array, least: int) -> int:
    """A new route of a kind that is not worth more is part of no better run."""
    most = -1
    for p in range(plans.after.shape[0]):
        total, there = plans.after[p], False
        for n in range(plans.new_at[p], plans.new_at[p + 1]):
            total += tops[plans.new[n]]
            there |= plans.new[n] == k
        if there:
            most = max(most, total - tops[k])
    return MANY if most < 0 else least - most


@compiled
def list_new(
    track: Track, kinds: Kinds, bonuses: Bonuses, level: Array, found: Array, count: int, k: int, floor: int,
    groups: Groups, g: int, steps: Array,
) -> int:  # fmt: skip
    """All new routes of a kind worth more than the floor; how many routes there are then, -1 if they are too many."""
    stops, lays = kinds.stops, track.lays
    first = lays.shape[0] - track.ends.shape[0] // 2
    for n in range(groups.places[g], groups.places[g + 1]):
        if count >= 0:
            stop = groups.place[n]
            count = grow(track, kinds, bonuses, level, found, count, k, stop, NONE, NONE, EVERY, floor, steps)
            stops[k, stop, BARRED] |= BANNED
    # Routes without a changed stop: by the last of their pieces.
    size = groups.pieces[g + 1] - groups.pieces[g]
    for p in range(size):
        lays[first + p] = 0
    for p in range(size):
        n = groups.pieces[g] + p
        a, b = groups.ends[n, 0], groups.ends[n, 1]
        if count >= 0:
            count = grow(
                track, kinds, bonuses, level, found, count, k, a, b, first + p, groups.having[n], floor, steps
            )  # fmt: skip
        lays[first + p] = groups.having[n]
    for n in range(groups.places[g], groups.places[g + 1]):
        stops[k, groups.place[n], BARRED] &= ~BANNED
    return int(count)


@compiled
def open_group(track: Track, kinds: Kinds, groups: Groups, g: int, times: int) -> None:
    """Make the changes of a group of lays on the board; what stops are worth more may be paid this many times."""
    first = track.lays.shape[0] - track.ends.shape[0] // 2
    for n in range(groups.cuts[g], groups.cuts[g + 1]):
        track.lays[groups.cut[n]] = 0
    for n in range(groups.pieces[g], groups.pieces[g + 1]):
        p = n - groups.pieces[g]
        for w in range(track.sides.shape[1]):
            track.sides[first + p, w] = groups.sides[n, w]
        track.lays[first + p] = groups.having[n]
        for side in range(2):
            stop = groups.ends[n, side]
            track.ends[2 * p + side, 0], track.ends[2 * p + side, 1] = track.head[stop], groups.ends[n, 1 - side]
            track.head[stop] = 2 * p + side
    for n in range(groups.places[g], groups.places[g + 1]):
        stop = groups.place[n]
        for k in range(kinds.limits.shape[0]):
            for column in (WORTH, SUBSIDY):
                kinds.spare[k] += times * max(0, groups.seen[n, k, column] - kinds.stops[k, stop, column])
            for column in range(OWN + 1):
                kinds.stops[k, stop, column] = groups.seen[n, k, column]


@compiled
def close_group(track: Track, kinds: Kinds, groups: Groups, g: int, stops: Array, spare: Array) -> None:
    """Take the changes of a group back: stops and what they add were like this."""
    for k in range(stops.shape[0]):
        kinds.spare[k] = spare[k]
    for n in range(groups.cuts[g], groups.cuts[g + 1]):
        track.lays[groups.cut[n]] = EVERY
    for n in range(groups.pieces[g], groups.pieces[g + 1]):
        track.head[groups.ends[n, 0]] = track.head[groups.ends[n, 1]] = -1
    for n in range(groups.places[g], groups.places[g + 1]):
        stop = groups.place[n]
        for k in range(stops.shape[0]):
            for column in range(OWN + 1):
                kinds.stops[k, stop, column] = stops[k, stop, column]


@compiled
def raise_groups(
    track: Track, kinds: Kinds, bonuses: Bonuses, level: Array, found: Array, old: Old, plans: Plans, groups: Groups,
    one: Bench, two: Bench, best: Array, done: Array, limit: int,
) -> None:  # fmt: skip
    """Raise what is known of all lays to the best run with each; groups that take too long are not done."""
    size = kinds.limits.shape[0]
    stops, spare = kinds.stops.copy(), kinds.spare.copy()
    steps, starts = np.zeros(1, np.int64), np.zeros(size + 1, np.int64)
    tops = np.zeros(size, np.int64)
    more = 1 + bonuses.places.shape[0]  # a changed stop may also be the largest of a route
    for g in range(done.shape[0]):
        here = best[groups.lays[g] : groups.lays[g + 1]]
        open_group(track, kinds, groups, g, more)
        for k in range(size):
            tops[k] = kinds.hope[k, kinds.hope.shape[1] - 1] + kinds.spare[k]
        steps[0], count = limit, ZERO
        for k in range(size):
            if count >= 0:
                floor = floor_for(k, plans, tops, lowest(here, EVERY))
                count = list_new(track, kinds, bonuses, level, found, count, k, floor, groups, g, steps)
                tops[k], starts[k + 1] = 0, count
                for n in range(starts[k], count):
                    tops[k] = max(tops[k], found[n, VALUE])
        if count > 0:
            new = sorted_routes(found[:count], old.prices, starts, tops)
            for p in range(plans.after.shape[0]):
                chosen = plans.new[plans.new_at[p] : plans.new_at[p + 1]]
                rest = plans.old[plans.old_at[p] : plans.old_at[p + 1]]
                try_plan(chosen, rest, plans.after[p], new, old, groups.barred[g], here, one, two, steps)
        done[g] = count >= 0 and steps[0] >= 0
        close_group(track, kinds, groups, g, stops, spare)
