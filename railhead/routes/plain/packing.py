"""The best set of routes, one for each train, that share no hex side: search with bit sets, in plain Python.

Routes of a kind are sorted by value. For every hex side one big integer says which routes use it, so that
"the best route that fits beside these" is the lowest bit that is left.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

FEW = 24
"""How many sets of rivals are found by looking at every route, before the users of each side are noted."""
LOOK = 60
"""How many routes of the last train are looked at one by one before the search turns to sets of rivals."""
MANY = 1000
"""The most sets of rivals to cache: they are as long as the list of routes."""


@dataclass(eq=False)
class Choice:
    """The routes of one kind of train that may be in a better set, best first."""

    masks: list[int]
    values: list[int]
    ids: list[int]
    users: dict[int, int] = field(default_factory=dict)  # side -> bit set of the routes that use it
    against: dict[int, int] = field(default_factory=dict)  # sides -> bit set of the routes that meet them

    def prepare(self, deadline: float) -> None:
        """Note for every side who uses it."""
        users: dict[int, list[int]] = {}
        for n, mask in enumerate(self.masks):
            left = mask
            while left:
                bit = left & -left
                users.setdefault(bit, []).append(n)
                left ^= bit
            if n % 4096 == 4095 and time.perf_counter() > deadline:
                raise _Late
        size = (len(self.masks) + 7) // 8
        for bit, routes in users.items():
            row = bytearray(size)
            for n in routes:
                row[n >> 3] |= 1 << (n & 7)
            self.users[bit] = int.from_bytes(row, "little")

    def rivals(self, mask: int, deadline: float) -> int:
        """The routes that share a side with this mask."""
        known = self.against.get(mask)
        if known is None:
            if len(self.against) < FEW:
                known = int("".join(["1" if other & mask else "0" for other in reversed(self.masks)]) or "0", 2)
            else:
                known = self._users_of(mask, deadline)
            if len(self.against) >= MANY:
                self.against = dict(list(self.against.items())[-FEW:])
            self.against[mask] = known
        return known

    def _users_of(self, mask: int, deadline: float) -> int:
        """The same from the users of each side: quicker where many masks are asked about."""
        if not self.users:
            self.prepare(deadline)
        found, left = 0, mask
        while left:
            bit = left & -left
            found |= self.users.get(bit, 0)
            left ^= bit
        return found


class Offer(NamedTuple):
    """All routes of one kind of train, in the order in which they were found."""

    masks: Sequence[int]
    values: Sequence[int]  # below 0 for what cannot run alone

    @property
    def best(self) -> int:
        """The value of the best route, 0 if there is none."""
        return max(self.values, default=0)

    def fitting(self, used: int) -> int:
        """The best route beside these sides, of equal ones the first; -1 if there is none."""
        found, most = -1, -1
        for n, value in enumerate(self.values):
            if value > most and not self.masks[n] & used:
                found, most = n, value
        return found

    def above(self, least: int) -> Choice:
        """The routes worth more than this, best first; of several with the same sides only the best."""
        masks, values = self.masks, self.values
        few = [n for n, value in enumerate(values) if value > least]
        few.sort(key=values.__getitem__, reverse=True)
        first: dict[int, int] = {}
        for n in few:
            first.setdefault(masks[n], n)
        ids = list(first.values())
        return Choice([masks[n] for n in ids], [values[n] for n in ids], ids)


@dataclass
class Packing:
    """The best set found: a route of its kind (or -1) for each train, its value, and a bound for all sets."""

    picks: list[int]
    value: int
    bound: int
    proven: bool


class _Late(Exception):
    """Out of time, or out of steps."""


def pack(
    offers: Sequence[Offer], trains: Sequence[int], deadline: float, floor: int = -1, most: int | None = None
) -> Packing:
    """The best routes for these trains (each the number of its kind); only sets above the floor count.

    The search ends unproven at the deadline, and after `most` steps if that is given.
    """
    order = sorted(range(len(trains)), key=lambda n: trains[n])
    kinds = [trains[n] for n in order]
    best = [max(offer.best, 0) for offer in offers]
    upper_bound = sum(best[kind] for kind in kinds)
    search = _Search(kinds, deadline, floor, most)
    search.greedy(offers)
    proven = True
    if len(kinds) > 1 and upper_bound > search.value:
        # A route is part of a better set only if the best routes of the others, free or not, would make it one.
        spare = upper_bound - search.value
        search.choices = [offer.above(max(best[n] - spare, -1)) for n, offer in enumerate(offers)]
        try:
            search.level(0, [], 0, {n: (1 << len(search.choices[n].masks)) - 1 for n in set(kinds)}, 0)
        except _Late:
            proven = False
    picks = [-1] * len(trains)
    for place, pick in zip(order, search.best, strict=False):
        picks[place] = pick
    return Packing(picks, search.value, search.value if proven else upper_bound, proven)


class _Search:
    def __init__(self, kinds: list[int], deadline: float, floor: int, most: int | None) -> None:
        self.choices: list[Choice] = []
        self.kinds = kinds
        self.deadline = deadline
        self.value = floor
        self.best: list[int] = []
        self.steps, self.most = 0, most

    def greedy(self, offers: Sequence[Offer]) -> None:
        """One train after the other takes the best route that is left: a first solution."""
        used, value = 0, 0
        picks = []
        for kind in self.kinds:
            offer = offers[kind]
            pick = offer.fitting(used)
            picks.append(pick)
            if pick >= 0:
                used |= offer.masks[pick]
                value += offer.values[pick]
        if value > self.value:
            self.value, self.best = value, picks

    def level(self, depth: int, picks: list[int], value: int, free: dict[int, int], since: int) -> None:
        """Choose a route for the train at this depth; `since` keeps equal trains in order."""
        if depth == len(self.kinds):
            if value > self.value:
                self.value, self.best = value, list(picks)
            return
        kind = self.kinds[depth]
        choice = self.choices[kind]
        left = free[kind] >> since << since
        rest = self.upper_bound(depth + 1, free)
        last = depth + 1 == len(self.kinds)
        while left:
            low = left & -left
            n = low.bit_length() - 1
            if value + choice.values[n] + rest <= self.value:
                return  # every later route is worth less; leaving this train at home is worth no more
            if last:
                self.value, self.best = value + choice.values[n], [*picks, choice.ids[n]]
                return
            self.step(depth, n, [*picks, choice.ids[n]], value + choice.values[n], free)
            left ^= low
        if value + rest > self.value:
            self.level(depth + 1, [*picks, -1], value, free, 0 if self.new_kind(depth) else since)

    def step(self, depth: int, n: int, picks: list[int], value: int, free: dict[int, int]) -> None:
        """Continue alongside the route picked last, which is number n of its choice."""
        self.steps += 1
        if self.steps == self.most or (self.steps % 64 == 0 and time.perf_counter() > self.deadline):
            raise _Late
        mask = self.choices[self.kinds[depth]].masks[n]
        since = 0 if self.new_kind(depth) else n + 1
        ahead = set(self.kinds[depth + 1 :])
        if depth + 2 == len(self.kinds) and self.look(picks, value, mask, free[self.kinds[-1]] >> since, since):
            return
        after = {kind: free[kind] & ~self.choices[kind].rivals(mask, self.deadline) for kind in ahead}
        if value + self.upper_bound(depth + 1, after) <= self.value:
            return
        self.level(depth + 1, picks, value, after, since)

    def look(self, picks: list[int], value: int, mask: int, free: int, since: int) -> bool:
        """Choose for the last train among the first routes, one by one; whether that settles it."""
        choice, needed = self.choices[self.kinds[-1]], self.value - value
        first = choice.masks[since : since + LOOK]
        for at, other in enumerate(first, since):
            if choice.values[at] <= needed:
                return True
            if not other & mask and free >> (at - since) & 1:
                self.value, self.best = value + choice.values[at], [*picks, choice.ids[at]]
                return True
        return False

    def new_kind(self, depth: int) -> bool:
        return depth + 1 < len(self.kinds) and self.kinds[depth + 1] != self.kinds[depth]

    def upper_bound(self, depth: int, free: dict[int, int]) -> int:
        """What the trains from this depth on could earn if none got in another's way."""
        total = 0
        for kind in self.kinds[depth:]:
            left = free[kind]
            if left:
                total += self.choices[kind].values[(left & -left).bit_length() - 1]
        return total
