"""Routes that grow from a place, compiled (numba): every legal one through a stop or over a new segment.

Everything is a table of whole numbers; sets of sides and of stops are rows of words. A board may be changed for a
while: segments are taken out, pieces of track put in, stops changed. Pieces belong to tile lays; a route knows which
lays have all of its track, so that one search serves all lays on a hex.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from railhead.routes.arrays import Array, Bonuses, bonus_of, compiled

WORTH, SUBSIDY, CITY, COUNTS, ENDS, BARRED, OWN, START, SPECIAL, MARKS = range(10)
"""Columns of a table of stops; the last begin the words for a stop and the sets of rivals in which it is."""
SHUT, BANNED = 1, 2
"""Why a stop is barred: always, or for a while."""
CITIES, STOPS, PAYS, PICKY, MEASURE = range(5)
"""Columns of a table of limits; paid stops 0: all; picky: a start is needed; measure: what the hope goes by."""
FREE, BY_STOPS, BY_CITIES = range(3)
(
    TAIL,
    LIST,
    CURSOR,
    LOW,
    HAS_CITIES,
    HAS_STOPS,
    PAID,
    GIVEN,
    HAS_OWN,
    HAS_START,
    HAS_SPECIAL,
    LAYS,
    STOP,
    SIDES,
) = range(14)
"""Columns of the levels of a route; the last begin the words of its sides, of its stops, and its best values."""
TRACK, PIECES, HOME_TRACK, HOME_PIECES, NO_MORE = range(5)
"""The lists of a level: on from its tail, then the second arm from home."""
NOT_YET, SECOND = -1, 1 << 40
"""Where the second arm may begin: not before there is a first one; it has begun."""
ZERO: Any = np.int64(0)
NONE: Any = np.int64(-1)
"""Numbers of one type: a function is recompiled for each literal it is called with."""
VALUE, FITS, USES = range(3)
"""Columns of a table of routes: value, the lays that have its track, the words of its sides."""


class Track(NamedTuple):
    """Segments and how they hang together; beyond those of the board as it is come pieces of lays."""

    at: Array  # where the links of each stop begin
    links: Array  # segment, stop that it leads to
    sides: Array
    lays: Array  # the lays that have a segment, as bits; 0: it is taken out
    head: Array  # for each stop the first end of a piece there, -1: none
    ends: Array  # for each end of a piece the next one at the same stop, and the stop that the piece leads to


class Kinds(NamedTuple):
    """What kinds of trains may do and earn."""

    limits: Array
    stops: Array
    hope: Array  # the most that further stops earn, by what is left of the limit
    spare: Array  # the most that bonuses and changed stops add to that


@compiled
def visit(level: Array, d: int, stops: Array, k: int, stop: int, words: int, pays: int) -> None:
    """Add a stop to the route of a level."""
    marks = stops.shape[2] - MARKS
    level[d, STOP] = stop
    level[d, HAS_CITIES] += stops[k, stop, CITY]
    level[d, HAS_STOPS] += stops[k, stop, COUNTS]
    level[d, GIVEN] += stops[k, stop, SUBSIDY]
    level[d, HAS_OWN] |= stops[k, stop, OWN]
    level[d, HAS_START] |= stops[k, stop, START]
    level[d, HAS_SPECIAL] |= stops[k, stop, SPECIAL]
    for w in range(marks):
        level[d, SIDES + words + w] |= stops[k, stop, MARKS + w]
    if not pays:
        level[d, PAID] += stops[k, stop, WORTH]
    elif stops[k, stop, COUNTS]:
        carry, total = stops[k, stop, WORTH], 0
        for n in range(SIDES + words + marks, SIDES + words + marks + pays):
            here = level[d, n]
            level[d, n] = max(here, carry)
            carry = min(here, carry)
            total += level[d, n]
        level[d, PAID] = total


@compiled
def next_link(at: Array, links: Array, head: Array, ends: Array, first: int, level: Array, d: int, home: int) -> int:
    """The next link of a level, -1: none. A link is a row of links, or beyond these an end of a piece."""
    size = links.shape[0]
    while level[d, LIST] < NO_MORE:
        part, spot = level[d, LIST], level[d, CURSOR]
        if part == TRACK or part == HOME_TRACK:  # noqa: PLR1714, SIM109  (compiled)
            stop = level[d, TAIL] if part == TRACK else home
            if stop < 0 or spot >= at[stop + 1]:
                level[d, LIST] += 1
                level[d, CURSOR] = head[stop] if stop >= 0 else -1
                continue
            level[d, CURSOR] += 1
            # Of two arms the one with the lower first segment comes first.
            if part == TRACK or links[spot, 0] >= level[d, LOW]:
                return int(spot)
        elif spot < 0:
            again = part == PIECES and home >= 0 and 0 <= level[d, LOW] < SECOND
            level[d, LIST] = HOME_TRACK if again else NO_MORE
            level[d, CURSOR] = at[home] if again else 0
        else:
            level[d, CURSOR] = ends[spot, 0]
            if part == PIECES or first + (spot >> 1) >= level[d, LOW]:
                return int(size + spot)
    return -1


@compiled
def fits(
    level: Array, d: int, stops: Array, k: int, stop: int, sides: Array, segment: int, limits: Array
) -> bool:  # fmt: skip
    """Whether the route of a level may go over a segment to a stop."""
    words = sides.shape[1]
    if stops[k, stop, BARRED]:
        return False
    if level[d, HAS_CITIES] + stops[k, stop, CITY] > limits[k, CITIES]:
        return False
    if level[d, HAS_STOPS] + stops[k, stop, COUNTS] > limits[k, STOPS]:
        return False
    both = 0
    for w in range(words):
        both |= level[d, SIDES + w] & sides[segment, w]
    for w in range(stops.shape[2] - MARKS):
        both |= level[d, SIDES + words + w] & stops[k, stop, MARKS + w]
    return both == 0


@compiled
def most_of(level: Array, d: int, limits: Array, hope: Array, k: int) -> int:
    """The most that the route of a level can earn when it goes on, without bonuses."""
    left = 0
    if limits[k, MEASURE] == BY_STOPS:
        left = limits[k, STOPS] - level[d, HAS_STOPS]
    elif limits[k, MEASURE] == BY_CITIES:
        left = limits[k, CITIES] - level[d, HAS_CITIES]
    return int(level[d, PAID] + level[d, GIVEN] + hope[k, left])


@compiled
def go_on(level: Array, d: int, stops: Array, k: int, stop: int, sides: Array, segment: int, pays: int) -> None:
    """Make the next level: the route continues over a segment to a stop."""
    words, second = sides.shape[1], level[d, LIST] >= HOME_TRACK
    for column in range(level.shape[1]):
        level[d + 1, column] = level[d, column]
    for w in range(words):
        level[d + 1, SIDES + w] |= sides[segment, w]
    visit(level, d + 1, stops, k, stop, words, pays)
    if second:
        level[d + 1, LOW] = SECOND
    elif level[d, LOW] == NOT_YET:
        level[d + 1, LOW] = segment + 1
    level[d + 1, TAIL] = -1 if stops[k, stop, ENDS] else stop


@compiled
def begin(
    level: Array, stops: Array, limits: Array, k: int, sides: Array, home: int, tail: int, segment: int, lays: int
) -> int:
    """Begin a route at a stop, or with a segment from it to another (the tail). Returns its level, or -1."""
    if stops[k, home, BARRED]:
        return -1
    for column in range(level.shape[1]):
        level[0, column] = 0
    visit(level, ZERO, stops, k, home, sides.shape[1], limits[k, PAYS])
    if level[0, HAS_CITIES] > limits[k, CITIES] or level[0, HAS_STOPS] > limits[k, STOPS]:
        return -1
    level[0, TAIL], level[0, LOW], level[0, LAYS] = home, NOT_YET, lays
    if tail < 0:
        return 0
    if not fits(level, ZERO, stops, k, tail, sides, segment, limits):
        return -1
    go_on(level, ZERO, stops, k, tail, sides, segment, limits[k, PAYS])
    level[1, LOW] = 0  # the second arm may begin with any segment
    return 1


@compiled
def grow(
    track: Track, kinds: Kinds, bonuses: Bonuses, level: Array, found: Array, count: int, k: int,
    home: int, tail: int, segment: int, lays: int, floor: int, steps: Array,
) -> int:  # fmt: skip
    """Add all routes worth more than the floor. Returns how many there are then, -1 if room or steps ran out.

    The routes through the stop `home` (then `tail` is -1), or those over a segment that leads from home to tail.
    """
    at, links, sides, having, head, ends = track
    limits, stops, hope, _ = kinds
    words, size, pays, spare = sides.shape[1], links.shape[0], limits[k, PAYS], kinds.spare[k]
    marks, worth = slice(SIDES + words, SIDES + words + stops.shape[2] - MARKS), stops[k, :, WORTH]
    first = sides.shape[0] - ends.shape[0] // 2  # the first piece
    lowest = d = begin(level, stops, limits, k, sides, home, tail, segment, lays)
    if d < 0 or most_of(level, d, limits, hope, k) + spare <= floor:
        return count
    if stops[k, home, ENDS]:
        home = -1  # there is one arm
    arrived = d > 0
    level[d, LIST], level[d, CURSOR] = TRACK, at[max(0, level[d, TAIL])]
    while d >= lowest:
        if arrived and level[d, HAS_OWN] and (level[d, HAS_START] or not limits[k, PICKY]):
            value = level[d, PAID] + level[d, GIVEN]
            if level[d, HAS_SPECIAL]:
                value += bonus_of(level[d, marks], bonuses, worth)
            if value > floor:
                if count >= found.shape[0]:
                    return -1
                found[count, VALUE], found[count, FITS] = value, level[d, LAYS]
                for w in range(words):
                    found[count, USES + w] = level[d, SIDES + w]
                count += 1
        arrived = False
        link = next_link(at, links, head, ends, first, level, d, home)
        if link < 0:
            d -= 1
            continue
        steps[0] -= 1
        if steps[0] < 0:
            return -1
        if link < size:
            segment, there = links[link, 0], links[link, 1]
        else:
            segment, there = first + ((link - size) >> 1), ends[link - size, 1]
        common = level[d, LAYS] & having[segment]
        if not common or not fits(level, d, stops, k, there, sides, segment, limits):
            continue
        go_on(level, d, stops, k, there, sides, segment, pays)
        if most_of(level, d + 1, limits, hope, k) + spare > floor:
            d, arrived = d + 1, True
            level[d, LAYS], level[d, LIST], level[d, CURSOR] = common, TRACK, at[there]
    return count
