"""Routes as two arms from a station (numba): the arms are listed, the routes are not.

Every route is two simple paths from its first own station that share no side and no stop. A map with sixty
million routes has two million arms. An arm is a row of arrays: a set of words (its sides, then its stops),
`node` (parent, segment added, last stop, cities, counted stops, first segment), `money` (revenue, mine
income, the most that bonuses of its stops can add) and, for trains that are paid for their best stops only,
the best values in falling order.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from railhead.routes.arrays import Array, Bonuses, bonus_of, compiled, meets

PARENT, ADDED, LAST, CITIES, COUNTED, FIRST = range(6)
WORTH, MINE, CITY, COUNTS, ENDS, BARRED, EXTRA = range(7)
"""Columns of a table of stops."""
RISING, ALL, EACH = range(3)
"""What `join_arms` looks for."""


class TrainTables(NamedTuple):
    """What the search of one kind of train reads; stops and groups of rivals share the words of `marks`."""

    limits: Array  # cities, stops, paid stops (0: all), whether a start is needed
    stops: Array  # by the columns above
    marks: Array  # for each stop itself and the groups of rivals in which it is
    starts: Array  # the stops of which a route needs one
    concerned: Array  # the stops without which a route has no bonus
    bonuses: Bonuses


class Links(NamedTuple):
    """The segments from each stop."""

    at: Array  # where those of a stop begin
    segment: Array
    to: Array  # the stop to which it leads


class Arms(NamedTuple):
    """The arms of a station, one row each."""

    sets: Array  # words of sides, then words of stops
    node: Array
    money: Array
    tops: Array


class Forest(NamedTuple):
    """Trees of arms, one for each amount of the train's range that they use."""

    rows: Array
    nodes: Array
    common: Array
    roots: Array  # -1: none
    column: int  # which column of `node` says how much they use; -1: there is no limit, and one tree


class Priced(NamedTuple):
    """The arms of a station at some prices."""

    price: Array
    most: Array  # what an arm can add to a route, at most and net
    highest: Array  # the same for the nodes of the trees
    reach: Array  # and for all arms that use so much of the range or less


class Batch(NamedTuple):
    """Routes of one station: their arms, values and net values."""

    arms: Array
    value: Array
    net: Array


@compiled
def list_arms(station: int, tables: TrainTables, limits: Array, sides: Array, links: Links, room: Arms) -> int:
    """List all arms of a station, the empty one first. Returns their number, or -1 if there is no room for them."""
    stops, marks = tables.stops, tables.marks
    sets, node, money, tops = room
    cap, words, pays = sets.shape[0], sides.shape[1], tables.limits[2]
    # Every arm waits at most once, and no more wait than there are options on one path.
    waiting = np.empty(links.to.shape[0] + links.at.shape[0] + 8, np.int64)
    sets[0, :] = 0
    node[0] = (-1, -1, station, stops[station, CITY], stops[station, COUNTS], -1)
    money[0, :] = 0
    if pays:
        tops[0, :] = 0
    waiting[0] = 0
    top, count = 1, 1
    while top:
        top -= 1
        arm = waiting[top]
        tail = node[arm, LAST]
        for k in range(links.at[tail], links.at[tail + 1]):
            segment, there = links.segment[k], links.to[k]
            cities = node[arm, CITIES] + stops[there, CITY]
            counted = node[arm, COUNTED] + stops[there, COUNTS]
            if stops[there, BARRED] or there == station or cities > limits[0] or counted > limits[1]:
                continue
            if meets(marks[there], marks[station]) or meets(sets[arm, words:], marks[there]):
                continue
            if meets(sets[arm, :words], sides[segment]):
                continue
            if count >= cap:
                return -1
            for w in range(words):
                sets[count, w] = sets[arm, w] | sides[segment, w]
            for w in range(marks.shape[1]):
                sets[count, words + w] = sets[arm, words + w] | marks[there, w]
            first = segment if arm == 0 else node[arm, FIRST]
            node[count] = (arm, segment, there, cities, counted, first)
            money[count, 0] = money[arm, 0] + stops[there, WORTH]
            money[count, 1] = money[arm, 1] + stops[there, MINE]
            money[count, 2] = money[arm, 2] + stops[there, EXTRA]
            if pays:
                carry, total = stops[there, WORTH], 0
                for n in range(pays):
                    here = tops[arm, n]
                    tops[count, n] = max(here, carry)
                    carry = min(here, carry)
                    total += tops[count, n]
                money[count, 0] = total
            if not stops[there, ENDS]:
                waiting[top] = count
                top += 1
                if top >= waiting.shape[0]:
                    return -1
            count += 1
    return count


@compiled
def price_arms(node: Array, money: Array, weights: Array, cost: Array, price: Array, most: Array) -> None:
    """Fill in the price of every arm and the most that it can add to a route, net."""
    for n in range(node.shape[0]):
        up = node[n, PARENT]
        price[n] = 0.0 if up < 0 else price[up] + cost[node[n, ADDED]]
        most[n] = (money[n, 0] + money[n, 2]) * weights[0] + money[n, 1] * weights[1] - price[n]


@compiled
def best_paid(a: Array, b: Array, more: int, pays: int) -> int:
    """The sum of the best values of two falling rows and one more value."""
    i, j, total = 0, 0, 0
    for _ in range(pays):
        one = a[i] if i < pays else 0
        two = b[j] if j < pays else 0
        if more >= one and more >= two:
            total += more
            more = -1
        elif one >= two:
            total += one
            i += 1
        else:
            total += two
            j += 1
    return total


@compiled
def join_arms(
    station: int,
    tables: TrainTables,
    arms: Arms,
    forest: Forest,
    priced: Priced,
    weights: Array,
    used: Array,  # sides and stops
    words: int,  # of the sides
    queue: Array,  # first arms to try
    least: float,
    mode: int,
    spot: int,
    steps: int,
    out: Batch,
) -> tuple[int, int, float]:
    """Routes of two arms with a net value of at least `least`, beside the used sides.

    RISING: each route found raises what is asked of the next. ALL: every route once. EACH: the best for each
    first arm. Begins at this spot of the queue, stops after so many steps in the trees or when `out` is full.
    Returns the spot to go on with (-1: done), how many were found and the value now asked for.
    """
    limits, stops, marks, starts, concerned, bonuses = tables
    sets, node, money, tops = arms
    rows, nodes, common, roots, column = forest
    price, most, highest, reach = priced
    out_arms, out_value, out_net = out
    worth, pays = stops[:, WORTH], limits[2]
    base = (stops[station, WORTH] + stops[station, EXTRA]) * weights[0] + stops[station, MINE] * weights[1]
    both = np.zeros(used.shape[0], np.int64)
    stack = np.empty(600, np.int64)
    special = meets(marks[station], concerned)
    limit = limits[0] if column == CITIES else limits[1]
    own_use = stops[station, CITY] if column == CITIES else stops[station, COUNTS]
    found = 0
    while spot < queue.shape[0]:
        arm = queue[spot]
        room = roots.shape[0] - 1
        if column >= 0:
            room = min(room, limit + own_use - node[arm, column])
        if room < 0 or base + most[arm] + reach[room] < least or meets(sets[arm], used):
            spot += 1
            continue
        if steps <= 0 or found >= out_value.shape[0]:
            return spot, found, least
        for w in range(used.shape[0]):
            both[w] = used[w] | sets[arm, w]
        mine_special = special or meets(sets[arm, words:], concerned)
        top, taken = 0, 0
        asked = least
        for use in range(room + 1):
            if roots[use] >= 0:
                stack[top] = roots[use]
                top += 1
        while top:
            top -= 1
            here = stack[top]
            steps -= 1
            if base + most[arm] + highest[here] < asked or meets(common[here], both):
                continue
            if nodes[here, 0] >= 0:
                stack[top] = nodes[here, 1]
                stack[top + 1] = nodes[here, 0]
                top += 2
                continue
            for k in range(nodes[here, 2], nodes[here, 3]):
                other = rows[k]
                if base + most[arm] + most[other] < asked:
                    continue
                if mode == ALL and other and node[other, FIRST] <= node[arm, FIRST]:
                    continue  # the same two arms the other way round
                # The station is counted in both arms.
                if node[arm, CITIES] + node[other, CITIES] - stops[station, CITY] > limits[0]:
                    continue
                if node[arm, COUNTED] + node[other, COUNTED] - stops[station, COUNTS] > limits[1]:
                    continue
                if meets(sets[other], both):
                    continue
                if limits[3] and not (
                    meets(sets[arm, words:], starts)
                    or meets(sets[other, words:], starts)
                    or meets(marks[station], starts)
                ):
                    continue
                if pays:
                    own = worth[station] if stops[station, COUNTS] else 0
                    paid = best_paid(tops[arm], tops[other], own, pays)
                else:
                    paid = money[arm, 0] + money[other, 0] + worth[station]
                if mine_special or meets(sets[other, words:], concerned):
                    seen = sets[arm, words:] | sets[other, words:] | marks[station]
                    paid += bonus_of(seen, bonuses, worth)
                income = money[arm, 1] + money[other, 1] + stops[station, MINE]
                value = paid * weights[0] + income * weights[1]
                net = value - price[arm] - price[other]
                if net < asked:
                    continue
                if mode != EACH or not taken:
                    taken = 1
                    found = min(found + 1, out_value.shape[0])
                out_arms[found - 1, 0], out_arms[found - 1, 1] = arm, other
                out_value[found - 1], out_net[found - 1] = value, net
                if mode != ALL:
                    asked = net + 1e-6
                elif found >= out_value.shape[0]:
                    return -2, found, least
        if mode == RISING:
            least = asked
        spot += 1
    return -1, found, least


@compiled
def chains(node: Array, routes: Array) -> tuple[Array, Array]:
    """The segments of routes (two arms each), one after the other, and where each route's begin."""
    at = np.zeros(routes.shape[0] + 1, np.int64)
    for n in range(routes.shape[0]):
        length = 0
        for side in range(2):
            arm = routes[n, side]
            while node[arm, PARENT] >= 0:
                length += 1
                arm = node[arm, PARENT]
        at[n + 1] = at[n] + length
    flat = np.empty(at[-1], np.int64)
    for n in range(routes.shape[0]):
        spot = at[n]
        for side in range(2):
            arm = routes[n, side]
            while node[arm, PARENT] >= 0:
                flat[spot] = node[arm, ADDED]
                spot += 1
                arm = node[arm, PARENT]
    return at, flat
