"""What a route can still earn: the best walks on from a stop, without a search for routes.

A walk is a route that may come back to a stop, though not straight back. It is known by what it must still have, an
own station or a stop to start at, and by how much of the train's range is left. Stops that use none of the range earn
in passing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import add

from railhead.routes.field import Field
from railhead.routes.plain import Link
from railhead.routes.problem import NO_LIMIT

OWN, START = 1, 2
"""What a route must have."""
PARTS = [[part for part in range(need + 1) if part | need == need] for need in range(4)]
"""For what is needed, all parts of it that one of two walks may bring."""
NO_WALK = -(1 << 40)
ANYTHING = 1 << 40
STEPS_AT_MOST = 4000
"""Ways through stops that use no range; with more of them there is no bound."""

Ahead = tuple[int, int, bool, int]
"""The next stop that uses the range, what it brings with all on the way, whether it ends the route, what is had."""
Best = tuple[int, int, int]
"""The most that a walk earns, the stop to which it goes first, and the most by way of any other."""


class Outlook:
    """The best walks of a network; worked out where they are asked for."""

    def __init__(
        self, field: Field, links: Mapping[int, Sequence[Link]], own: int, inner: Outlook | None = None
    ) -> None:
        """With `inner`, only the stops in `links` are looked at here, and walks do not come back to them."""
        self.field, self.links, self.own, self.inner = field, links, own, inner
        self.bounded = field.limit < NO_LIMIT
        self.ways: dict[int, tuple[list[Ahead], list[tuple[int, int]]]] = {}
        # By what is left of the range and by what is needed.
        self.tables: list[list[dict[int, Best]]] = [
            [{}, {}, {}, {}] for _ in range(field.limit + 1 if self.bounded else 0)
        ]
        self.pairs: dict[tuple[int, int, int, int, int, int], int] = {}
        self.rows: dict[tuple[int, int, int], list[int]] = {}
        self.steps = 0

    def walk(self, need: int, left: int, stop: int, back: int = -1) -> int:
        """The most that a walk earns that goes on from a stop and not to the one before; none from -1."""
        if stop < 0:
            return NO_WALK if need else 0
        best = self._best(need, left, stop)
        return best[2] if best[1] == back else best[0]

    def walks(self, need: int, left: int, one: int, back: int, two: int, other: int) -> int:
        """The most that walks on from two stops earn together, neither of them to the stop given after it."""
        if two < 0:
            return self.walk(need, left, one, back)
        if one < 0:
            return self.walk(need, left, two, other)
        key = (need, left, one, back, two, other)
        found = self.pairs.get(key)
        if found is None:
            if self.inner is not None and one not in self.links and two not in self.links:
                found = self.inner.walks(need, left, one, back, two, other)
            else:
                found = NO_WALK
                for part in PARTS[need]:
                    first, second = self._by_left(part, one, back, left), self._by_left(need ^ part, two, other, left)
                    found = max(found, *map(add, first, second[left::-1]))
            self.pairs[key] = found
        return found

    def _by_left(self, need: int, stop: int, back: int, most: int) -> list[int]:
        """The most that a walk earns for all that may be left of the range, so much at most."""
        if self.inner is not None and stop not in self.links:
            return self.inner._by_left(need, stop, back, most)
        key = (need, stop, back)
        found = self.rows.get(key)
        if found is None:
            found = self.rows[key] = []
        for left in range(len(found), most + 1):
            best = self.tables[left][need].get(stop) or self._best(need, left, stop)
            found.append(best[2] if best[1] == back else best[0])
        return found

    def _best(self, need: int, left: int, stop: int) -> Best:
        if self.inner is not None and stop not in self.links:
            return self.inner._best(need, left, stop)
        table = self.tables[left][need]
        found = table.get(stop)
        if found is None:
            found = table[stop] = self._look(need, left, stop)
        return found

    def _look(self, need: int, left: int, stop: int) -> Best:
        if stop not in self.ways:
            self.ways[stop] = self._ways(stop)
        ahead, free = self.ways[stop]
        most = NO_WALK if need else 0
        for worth, had in free:
            if worth > most and not need & ~had and not had & START & ~need:
                most = worth
        via, second = -1, most
        if not left:
            return most, via, second
        outer = self if self.inner is None else self.inner
        below, left = outer.tables[left - 1], left - 1
        for there, worth, ends, had in ahead:
            if had & START & ~need:
                continue  # a route has one start
            rest = need & ~had
            if ends:
                value = NO_WALK if rest else worth
            else:
                best = below[rest].get(there) or outer._best(rest, left, there)
                value = worth + (best[2] if best[1] == stop else best[0])
            if value > most:
                if there != via:
                    via, second = there, most
                most = value
            elif value > second and there != via:
                second = value
        return most, via, second

    def offers(self, stop: int) -> int:
        """What a stop has of what a route needs."""
        return (self.own >> stop & 1) * OWN | (self.field.starts >> stop & 1) * START

    def _ways(self, stop: int) -> tuple[list[Ahead], list[tuple[int, int]]]:
        """The next stops that use the range, and what can be had without using it: worth, what is had."""
        used = self.field.used + 2  # in a link
        links = self.links.get(stop, ())
        if all(link[used] for link in links):
            merged: dict[int, tuple[int, bool]] = {}
            for link in links:
                there, known = link[2], merged.get(link[2])
                if known is None:
                    merged[there] = (link[5], link[9])
                elif link[5] > known[0] or known[1] is not link[9]:
                    merged[there] = (max(link[5], known[0]), link[9] and known[1])
            return [(there, worth, ends, self.offers(there)) for there, (worth, ends) in merged.items()], []
        ahead: dict[tuple[int, bool, int], int] = {}
        free: dict[int, int] = {}
        todo = [(link, 0, 1 << stop, 0, 0) for link in links]
        while todo:
            link, mask, visited, worth, had = todo.pop()
            if link[1] & mask or link[4] & visited:
                continue
            self.steps += 1
            there = link[2]
            worth += link[5] + link[6]
            had |= self.offers(there)
            if link[used]:
                key = (there, link[9], had)
                ahead[key] = max(ahead.get(key, 0), worth)
                continue
            free[had] = max(free.get(had, 0), worth)
            if self.steps > STEPS_AT_MOST:
                every = OWN | (START if self.field.kind.start else 0)
                return [], [(ANYTHING, had) for had in range(every + 1)]
            if not link[9]:
                outer = self if self.inner is None or there in self.links else self.inner
                more = (link[1] | mask, visited | link[3], worth, had)
                todo.extend((after, *more) for after in outer.links.get(there, ()))
        return (
            [(there, worth, ends, had) for (there, ends, had), worth in ahead.items()],
            [(worth, had) for had, worth in free.items()],
        )


class Wide(Outlook):
    """A network with more links: walks that are too short to come to these are those of the network without."""

    def __init__(self, plain: Outlook, links: Mapping[int, Sequence[Link]], own: int, changed: Iterable[int]) -> None:
        super().__init__(plain.field, links, own)
        self.plain = plain
        self.far = dict.fromkeys(changed, 0)  # stops that use the range on the way to what is changed, at least
        todo = list(self.far)
        for stop in todo:
            step = self.far[stop] + plain.field.every_stop_counts
            if step >= plain.field.limit:
                break
            for there in plain.field.problem.neighbours.get(stop, ()):
                if there not in self.far:
                    self.far[there] = step
                    todo.append(there)

    def _best(self, need: int, left: int, stop: int) -> Best:
        if left >= self.far.get(stop, left + 1):
            return super()._best(need, left, stop)
        found = self.tables[left][need][stop] = self.plain._best(need, left, stop)
        return found
