"""The best set of routes, one for each train, that share no hex side, in plain Python.

Most sides do not matter: trains get in each other's way at a few places only. So the search begins as if no side
mattered. If the best set then uses a side twice, that side is *contested* from now on. Routes that use the same
contested sides are alike, and only the best of them is considered. Each search leaves out some conflicts, so no set
is worth more than what it finds; as soon as it finds a set without a conflict, that is the best one.
"""

from __future__ import annotations

import time
from collections import Counter
from itertools import repeat
from operator import and_
from typing import TYPE_CHECKING, NamedTuple, Protocol

from railhead.routes.bits import numbers_of

if TYPE_CHECKING:
    from collections.abc import Sequence

FEW = 40
"""Among so few routes all sides are contested from the start."""
SAMPLE = 60
"""How many routes of each kind are asked which of several sides is used most."""
NO_ROUTE = -1
"""Stands for the route of a train that stays at home."""


class Offer(Protocol):
    """The routes of one kind of train, by number."""

    @property
    def masks(self) -> Sequence[int]:
        """The sides of each."""

    @property
    def values(self) -> Sequence[int]:
        """What each is worth."""

    @property
    def best(self) -> int:
        """The value of the best route, 0 if there is none."""

    def fitting(self, used: int) -> int:
        """The best route beside these sides; of equal ones that with the fewest sides, least in the way of others."""

    def above(self, least: int) -> list[int]:
        """The routes worth more than this, best first."""


class Choice:
    """Routes of one kind that use different contested sides.

    A set of them is bits, sorted by value: the lowest bit is the best route.
    """

    def __init__(self, offer: Offer, routes: Sequence[int], masks: Sequence[int], contested: int) -> None:
        """Of these routes, worst first, and their sides."""
        # Of routes that are alike, the best comes last. There are thousands of them, so this has no loop in Python.
        first = dict(zip(map(and_, masks, repeat(contested)), routes, strict=True))
        self.routes = sorted(first.values(), key=offer.values.__getitem__, reverse=True)
        self.masks = [offer.masks[n] & contested for n in self.routes]
        self.values = [offer.values[n] for n in self.routes]
        self.every = (1 << len(self.routes)) - 1
        self._users: dict[int, int] = {}  # side -> the routes that use it
        self._users_of: dict[int, int] = {}

    def users_of(self, sides: int) -> int:
        """The routes that use one of these sides, as bits."""
        cached = self._users_of.get(sides)
        if cached is None:
            cached = 0
            for side in numbers_of(sides):
                cached |= self._users.get(side) or self._find_users(side)
            self._users_of[sides] = cached
        return cached

    def _find_users(self, side: int) -> int:
        bit = 1 << side
        users = int("".join(["1" if mask & bit else "0" for mask in reversed(self.masks)]) or "0", 2)
        self._users[side] = users
        return users

    def best(self, left: int) -> int:
        """The best of these routes, or none."""
        return self.routes[(left & -left).bit_length() - 1] if left else NO_ROUTE


class Packing(NamedTuple):
    """The best set found: a route of its kind (or -1) for each train, its value, and a bound for all sets."""

    picks: list[int]
    value: int
    bound: int
    proven: bool
    contested: int  # the sides that trains compete for


class _OutOfBudget(Exception):
    """Out of time, or out of steps."""


def pack(
    offers: Sequence[Offer],
    trains: Sequence[int],
    deadline: float,
    floor: int = -1,
    most: int | None = None,
    contested: int = 0,
) -> Packing:
    """The best routes for these trains (each the number of its kind); only sets above the floor count.

    The search ends unproven at the deadline, and after `most` steps if that is given. `contested` are sides that are
    known to be contested, from a search for the same trains by other values.
    """
    order = sorted(range(len(trains)), key=lambda n: trains[n])
    search = _Search(offers, [trains[n] for n in order], deadline, floor, most)
    search.contested = contested
    search.greedy()
    try:
        if len(trains) > 1:
            search.settle()
        search.bound = search.value
    except _OutOfBudget:
        pass
    picks = [NO_ROUTE] * len(trains)
    for place, pick in zip(order, search.best, strict=False):
        picks[place] = pick
    return Packing(picks, search.value, search.bound, search.bound == search.value, search.contested)


class _Search:
    """The best set so far (`best`, `value`), and what no set exceeds (`bound`)."""

    def __init__(
        self, offers: Sequence[Offer], kinds: list[int], deadline: float, floor: int, most: int | None
    ) -> None:
        self.offers, self.kinds, self.deadline, self.most = offers, kinds, deadline, most
        self.later = [set(kinds[depth + 1 :]) for depth in range(len(kinds))]
        self.alike = [kinds[depth:].count(kind) for depth, kind in enumerate(kinds)]
        self.bound = sum(offers[kind].best for kind in kinds)
        self.value, self.best = floor, list[int]()
        self.steps = self.contested = 0
        self.choices: dict[int, Choice] = {}

    def greedy(self) -> None:
        """One train after the other takes the best route that is left: a first set."""
        used, value, picks = 0, 0, list[int]()
        for kind in self.kinds:
            offer = self.offers[kind]
            pick = offer.fitting(used)
            picks.append(pick)
            if pick >= 0:
                used |= offer.masks[pick]
                value += offer.values[pick]
        if value > self.value:
            self.value, self.best = value, picks

    def settle(self) -> None:
        """Search with more and more contested sides until the best set has no conflict."""
        if self.bound <= self.value:
            return
        # A route is part of a better set only if the best routes of the others, free or not, would make it one.
        spare = self.bound - self.value
        offers = {kind: self.offers[kind] for kind in set(self.kinds)}
        lists = {kind: offer.above(offer.best - spare)[::-1] for kind, offer in offers.items()}
        masks = {kind: [offers[kind].masks[n] for n in routes] for kind, routes in lists.items()}
        every = -1 if max(map(len, lists.values())) <= FEW else 0
        while True:
            sides = self.contested | every
            before = self.value, self.best
            try:
                if sides:
                    self.choices = {kind: Choice(offers[kind], lists[kind], masks[kind], sides) for kind in offers}
                    self.level(0, [], 0, {kind: choice.every for kind, choice in self.choices.items()})
                else:  # nothing keeps a train from the best route of its kind
                    self.value, self.best = self.bound, [(lists[kind] or [NO_ROUTE])[-1] for kind in self.kinds]
                conflict = self.conflict()
            except _OutOfBudget:
                self.value, self.best = before
                raise
            if not conflict:
                return
            self.bound = self.value
            self.value, self.best = before
            self.contested |= self.busiest(conflict, masks)

    def conflict(self) -> int:
        """The sides that the best set uses twice."""
        used = twice = 0
        for kind, pick in zip(self.kinds, self.best, strict=False):
            mask = self.offers[kind].masks[pick] if pick >= 0 else 0
            twice |= used & mask
            used |= mask
        return twice

    def busiest(self, sides: int, masks: dict[int, list[int]]) -> int:
        """The one of these sides that the best routes use most; by their kinds the masks of all, worst first."""
        top = Counter([mask & sides for there in masks.values() for mask in there[-SAMPLE:]])
        each = [1 << n for n in numbers_of(sides)]
        return max(each, key=lambda side: sum([top[some] for some in top if some & side]))

    def level(self, depth: int, picks: list[int], value: int, free: dict[int, int]) -> None:
        """Choose a route for the train at this depth; equal trains take them in order, to try no set twice."""
        kind, count, free = self.kinds[depth], len(self.kinds), free.copy()
        choice, left, alike = self.choices[kind], free[kind], self.alike[depth]
        values, rest = choice.values, self.most_of(depth + alike, free)
        while left and self.value < self.bound:
            low = left & -left
            n = low.bit_length() - 1
            now = value + values[n]
            if value + alike * values[n] + rest <= self.value:
                return  # every later route is worth less; leaving trains at home is worth no more
            if depth + 1 == count:
                self.value, self.best = now, [*picks, choice.routes[n]]
                return
            self.look_at_limits()
            free[kind], mask = (
                left,
                choice.masks[n],
            )  # a route without contested sides stays free: the next may be alike
            after = {k: free[k] & ~self.choices[k].users_of(mask) for k in self.later[depth]} if mask else free
            most = now + self.most_of(depth + 1, after)
            if most > self.value:
                taken = [*picks, choice.routes[n]]
                if depth + 2 == count:  # the last train takes the best that is left
                    last = self.kinds[-1]
                    self.value, self.best = most, [*taken, self.choices[last].best(after[last])]
                else:
                    self.level(depth + 1, taken, now, after)
            left ^= low
        if value + rest > self.value:
            picks = [*picks, *[NO_ROUTE] * alike]
            if depth + alike < count:
                self.level(depth + alike, picks, value, free)
            else:
                self.value, self.best = value, picks

    def look_at_limits(self) -> None:
        """Count a step of the search, which ends when there were too many or when its time is over."""
        self.steps += 1
        if self.steps == self.most or (self.steps % 64 == 0 and time.perf_counter() > self.deadline):
            raise _OutOfBudget

    def most_of(self, depth: int, free: dict[int, int]) -> int:
        """What the trains from this depth on could earn if none got in another's way."""
        total = 0
        for kind in self.kinds[depth:]:
            left = free[kind]
            if left:
                total += self.choices[kind].values[(left & -left).bit_length() - 1]
        return total
