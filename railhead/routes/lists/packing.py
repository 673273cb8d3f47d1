"""The best set of routes, one for each train, that share no hex side, in plain Python.

If every train takes the best route of its kind, no set is worth more, but some side may be used twice. Then either
one of its users has it, and all others run without it, or that train too runs without it: two smaller questions of
the same kind. A question is dropped as soon as the best routes that are left are not worth more than a set that is
known. Most sides never matter, since trains get in each other's way at a few places only.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

SAMPLE = 40
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
    """The routes of one kind that may be part of a better set. Some of them are bits: the lowest is the best one."""

    def __init__(self, offer: Offer, least: int) -> None:
        """Of an offer those worth more than this."""
        there, masks, values = offer.above(least), offer.masks, offer.values
        self.every = (1 << len(there)) - 1
        # After them comes the choice to stay at home. It is number -1 too: so the lowest bit of no route gives it.
        self.routes = [*there, NO_ROUTE]
        self.masks = [*[masks[n] for n in there], 0]
        self.values = [*[values[n] for n in there], 0]
        self._users: dict[int, int] = {}

    def users(self, side: int) -> int:
        """The routes that use a side (which is a bit), as bits."""
        found = self._users.get(side)
        if found is None:
            found = int("".join(["1" if mask & side else "0" for mask in reversed(self.masks)]), 2)
            self._users[side] = found
        return found


class Packing(NamedTuple):
    """The best set found: a route of its kind (or -1) for each train, its value, and a bound for all sets."""

    picks: list[int]
    value: int
    bound: int
    proven: bool


Node = tuple[int, list[int], list[int]]
"""A question: what no answer exceeds, the routes that are left for each train (as bits), and the best of them."""


def pack(
    offers: Sequence[Offer], trains: Sequence[int], deadline: float, floor: int = -1, most: int | None = None
) -> Packing:
    """The best routes for these trains (each the number of its kind); only sets above the floor count.

    The search ends unproven at the deadline, and after `most` steps if that is given.
    """
    order = sorted(range(len(trains)), key=lambda n: trains[n])
    search = _Search(offers, [trains[n] for n in order], floor)
    search.greedy()
    if search.bound > search.value:
        search.settle(deadline, most)
    picks = [NO_ROUTE] * len(trains)
    for place, pick in zip(order, search.best, strict=False):
        picks[place] = pick
    return Packing(picks, search.value, search.bound, search.bound <= search.value)


class _Search:
    """The best set so far (`best`, `value`), and what no set exceeds (`bound`)."""

    def __init__(self, offers: Sequence[Offer], kinds: list[int], floor: int) -> None:
        self.offers, self.kinds = offers, kinds
        self.bound = sum([offers[kind].best for kind in kinds])
        self.value, self.best = floor, list[int]()
        self.trains: list[Choice] = []
        self.sample: list[int] = []
        self.usage: dict[int, int] = {}  # how many routes of the sample use a side

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

    def settle(self, deadline: float, most: int | None) -> None:
        """Split questions until none can have a better set."""
        # A route is part of a better set only if the best routes of the others, free or not, would make it one.
        spare = self.bound - self.value
        choices = {kind: Choice(self.offers[kind], self.offers[kind].best - spare) for kind in set(self.kinds)}
        trains = self.trains = [choices[kind] for kind in self.kinds]
        for kind in sorted(choices):
            masks = choices[kind].masks
            self.sample += masks[:: len(masks) // SAMPLE + 1]
        todo: list[Node] = [(self.bound, [train.every for train in trains], [0] * len(trains))]
        steps = 0
        while todo:
            total, left, picks = todo.pop()
            if total <= self.value:
                continue
            sides = self.conflict(picks)
            if not sides:
                self.best = [train.routes[pick] for train, pick in zip(trains, picks, strict=True)]
                self.value = total
                continue
            steps += 1
            if steps == most or (steps % 64 == 0 and time.perf_counter() > deadline):
                self.bound = max([total, *[node[0] for node in todo]])
                return
            todo += self.split(left, picks, self.busiest(sides) if sides & (sides - 1) else sides)
        self.bound = self.value

    def conflict(self, picks: list[int]) -> int:
        """The sides that these routes use twice."""
        used = twice = 0
        for train, pick in zip(self.trains, picks, strict=True):
            mask = train.masks[pick]
            twice |= used & mask
            used |= mask
        return twice

    def busiest(self, sides: int) -> int:
        """The one of these sides that most routes use, by a sample of them."""
        best, most, usage = 0, -1, self.usage
        while sides:
            side = sides & -sides
            count = usage.get(side)
            if count is None:
                count = usage[side] = sum([1 for mask in self.sample if mask & side])
            if count > most:
                best, most = side, count
            sides ^= side
        return best

    def split(self, left: list[int], picks: list[int], side: int) -> list[Node]:
        """The two questions that a side makes of one, the more promising last: the first of its users has it, or not.

        Trains with the same routes left can be swapped. So if the first does not have it, neither do those.
        """
        trains = self.trains
        owner = [bool(train.masks[pick] & side) for train, pick in zip(trains, picks, strict=True)].index(True)
        kind, its = trains[owner], left[owner]
        without = [here & ~train.users(side) for train, here in zip(trains, left, strict=True)]
        others = [(here & -here).bit_length() - 1 for here in without]
        alike = [train is kind and here == its for train, here in zip(trains, left, strict=True)]
        lacks = [without[n] if same else left[n] for n, same in enumerate(alike)]
        lacking = [others[n] if same else picks[n] for n, same in enumerate(alike)]
        without[owner], others[owner] = its & kind.users(side), picks[owner]
        has_it, lacks_it = (self.worth(others), without, others), (self.worth(lacking), lacks, lacking)
        return [has_it, lacks_it] if has_it[0] < lacks_it[0] else [lacks_it, has_it]

    def worth(self, picks: list[int]) -> int:
        """What these routes are worth together."""
        return sum([train.values[pick] for train, pick in zip(self.trains, picks, strict=True)])
