"""The network as one kind of train sees it, and the most that bonuses can add."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property

from railhead.routes.plain import Link, clashes
from railhead.routes.problem import NO_LIMIT, Kind, Problem

Sight = tuple[int, int, int, int, int, int, int, bool]
"""A stop as a train sees it: the tail of a `Link`, from the number of the stop on."""

Bonus = tuple[int, Callable[[int], int]]
"""The stops that begin a bonus, and the bonus of a set of stops."""


def sight(stop: int, clash: int, worth: int, apart: bool, city: bool, ends: bool) -> Sight:
    """A stop as a train sees it."""
    return (stop, 1 << stop, clash, 0 if apart else worth, worth if apart else 0, int(city), int(not apart), ends)


class Field:
    """The network as one kind of train sees it, all stops that it may visit."""

    def __init__(self, problem: Problem, kind: Kind) -> None:
        self.problem, self.kind = problem, kind
        stops, apart = problem.network.stops, problem.scoring.apart
        clash = clashes(problem, kind)
        self.sights: dict[int, Sight] = {
            i: sight(i, clash[i], kind.worth[i], stop.centre.type in apart, kind.city[i], problem.ends[i])
            for i, stop in enumerate(stops)
            if not kind.barred[i]
        }
        self.links: dict[int, list[Link]] = {}
        for n, (a, b, mask, _) in enumerate(problem.network.stretches):
            if a in self.sights and b in self.sights:
                self.links.setdefault(a, []).append((n, mask, *self.sights[b]))
                self.links.setdefault(b, []).append((n, mask, *self.sights[a]))
        self.spares: dict[frozenset[int], tuple[int, int, int]] = {}
        self.own = sum(1 << i for i in problem.own)
        self.starts = 0
        if kind.start:
            self.starts = sum(1 << i for i, stop in enumerate(stops) if stop.centre.type == kind.start)
        self.limit = min(kind.total, kind.cities) if kind.total >= NO_LIMIT else kind.total
        self.used = 6 if kind.total < NO_LIMIT else 5
        """Where a sight says what a stop uses of that limit."""

    @cached_property
    def every_stop_counts(self) -> bool:
        """Whether no stop of the map is free of the range, new ones among them."""
        return self.kind.total < NO_LIMIT and not self.kind.start

    def spare(self, beyond: frozenset[int], sights: Mapping[int, Sight]) -> int:
        """The most that comes on top of what walks earn, with these stops changed.

        Every bonus; without a limit, where there are no walks, all stops. `beyond`: stops that were out of reach.
        """
        if not self.problem.scoring.pairs and not self.problem.scoring.largest and self.limit < NO_LIMIT:
            return 0
        total, most, count = self._spare(beyond)
        for n, seen in sights.items():
            old = self.sights.get(n)
            total += max(0, seen[3] - most) * count
            if self.limit >= NO_LIMIT:
                total += max(0, seen[3] + seen[4] - (old[3] + old[4] if old is not None else 0))
        return total

    def _spare(self, beyond: frozenset[int]) -> tuple[int, int, int]:
        """What stops within reach and these add, the best of them, and how often a largest stop pays again."""
        if beyond in self.spares:
            return self.spares[beyond]
        stops = [self.sights[i] for i in self.problem.reach | beyond if i in self.sights]
        within = 0
        for seen in stops:
            within |= seen[1]
        _, pairs, tables = self.bonuses
        most = max([seen[3] for seen in stops], default=0) if tables else 0
        count = sum(1 for place, _, _ in tables if place & within)
        total = sum(value for one, other, value in pairs if one & within and other & within) + most * count
        if self.limit >= NO_LIMIT:
            total += sum(sorted((seen[3] for seen in stops), reverse=True)[: self.kind.pays])
            total += max([seen[4] for seen in stops], default=0)
        self.spares[beyond] = total, most, count
        return total, most, count

    def bonus(self, sights: Mapping[int, Sight]) -> Bonus:
        """The bonuses with these stops changed; a new stop is in none by its name."""
        concerned, pairs, tables = self.bonuses
        if tables and sights:
            changed = 0
            for seen in sights.values():
                changed |= seen[1]
            more = [(seen[3], seen[1]) for seen in sights.values() if seen[6]]
            tables = [
                (place, out, sorted([*(o for o in order if not o[1] & changed), *(m for m in more if not m[1] & out)],
                                    reverse=True))
                for place, out, order in tables
            ]  # fmt: skip

        def value(visited: int) -> int:
            total = 0
            for one, other, worth in pairs:
                if visited & one and visited & other:
                    total += worth
            for place, _, order in tables:
                if visited & place:
                    total += next((worth for worth, bit in order if visited & bit), 0)
            return total

        return concerned, value

    @cached_property
    def bonuses(self) -> tuple[int, list[tuple[int, int, int]], list[tuple[int, int, list[tuple[int, int]]]]]:
        """Stops that begin a bonus; bonuses of pairs; of the largest stop: place, those left out, order."""
        scoring, names = self.problem.scoring, dict[str, int]()
        if not scoring.pairs and not scoring.largest:
            return 0, [], []
        for i, stop in enumerate(self.problem.network.stops):
            for name in stop.centre.names:
                names[name] = names.get(name, 0) | 1 << i

        def bits(places: Iterable[str]) -> int:
            found = 0
            for place in places:
                found |= names.get(place, 0)
            return found

        pairs = [(bits(pair.one), bits(pair.other), pair.value) for pair in scoring.pairs]
        order = sorted(((seen[3], seen[1]) for seen in self.sights.values() if seen[6]), reverse=True)
        tables, concerned = [], 0
        for bonus in scoring.largest:
            place = bits([bonus.place])
            out = place | bits(bonus.besides)
            tables.append((place, out, [entry for entry in order if not entry[1] & out]))
            concerned |= place
        for one, _, _ in pairs:
            concerned |= one
        return concerned, pairs, tables
