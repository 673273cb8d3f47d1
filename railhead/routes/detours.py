"""Routes that a changed hex brings: a search outward from what is new, with a bound.

`Field` is the whole network as one kind of train sees it. `Patched` is a field with one hex changed: only the
links of the stops beside it are made again. From a new stretch or a changed stop two arms grow; what an arm can
still earn is known beforehand from the best walks of every stop, in which stops may repeat. Routes that could not
be part of a better run are never made.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from railhead.routes.plain import NO_SECOND, Link, clashes
from railhead.routes.problem import NO_LIMIT, Kind, Problem

Sight = tuple[int, int, int, int, int, int, int, bool]
"""A stop as a train sees it: the tail of a `Link`, from the number of the stop on."""

Bonus = tuple[int, Callable[[int], int]]
"""The stops that begin a bonus, and the bonus of a set of stops."""


class Piece(NamedTuple):
    """A stretch through the changed hex: its number, ends and sides."""

    n: int
    a: int
    b: int
    mask: int


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
        self.steps = Steps(self)
        self.starts = 0
        if kind.start:
            self.starts = sum(1 << i for i, stop in enumerate(stops) if stop.centre.type == kind.start)

    def uses(self, seen: Sight) -> int:
        """What a stop uses of the limit that bounds walks."""
        if self.kind.total < NO_LIMIT:
            return seen[6]
        return seen[5] if self.kind.cities < NO_LIMIT else 0

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


Walks = list[dict[int, int]]
"""For so much left of the range and a stop, the most that a walk on from it can earn."""


class Steps:
    """From every stop the next ones: those that use up the range, with their worth, and those that do not.

    Walks earn only at the first; what the others add is in `spare`.
    """

    def __init__(self, field: Field) -> None:
        self.limit = field.kind.total if field.kind.total < NO_LIMIT else field.kind.cities
        self.used = 8 if field.kind.total < NO_LIMIT else 7  # in a link
        self.counted: dict[int, list[tuple[int, int, bool]]] = {}
        self.passing: dict[int, list[int]] = {}
        self.near: dict[int, set[int]] = {}
        for stop, links in field.links.items():
            self.note(stop, links)
        self.walks: Walks = [dict.fromkeys(field.links, 0)]
        for _ in range(self.limit if self.limit < NO_LIMIT else 0):
            layer = dict.fromkeys(field.links, 0)
            self._raise(self.walks[-1], layer, field.links)
            self.walks.append(layer)

    def note(self, stop: int, links: Iterable[Link]) -> None:
        """Note where a stop leads."""
        self.counted[stop] = [(link[2], link[5], link[9]) for link in links if link[self.used]]
        self.passing[stop] = [link[2] for link in links if not link[self.used] and not link[9]]
        self.near[stop] = {link[2] for link in links}

    def _raise(self, below: dict[int, int], layer: dict[int, int], todo: Iterable[int]) -> set[int]:
        """Raise the walks of these stops, and of all that lead to them without use of the range; which were."""
        counted, passing = self.counted, self.passing
        free, raised = set[int](), set[int]()
        for stop in todo:
            before = most = layer[stop]
            for there, worth, ends in counted[stop]:
                most = max(most, worth if ends else worth + below[there])
            if most > before:
                layer[stop] = most
                raised.add(stop)
            if passing[stop]:
                free.add(stop)
        while free:
            again = set[int]()
            for stop in free:
                most = max(layer[there] for there in passing[stop])
                if most > layer[stop]:
                    layer[stop] = most
                    raised.add(stop)
                    again.update(there for there in self.near[stop] if stop in passing[there])
            free = again
        return raised

    def with_links(self, more: Mapping[int, Sequence[Link]]) -> Walks:
        """The walks with some links more, which are forgotten again."""
        old = {stop: (self.counted.get(stop), self.passing.get(stop), self.near.get(stop)) for stop in more}
        for stop, links in more.items():
            counted, passing, near = old[stop]
            self.note(stop, links)
            self.counted[stop] += counted or []
            self.passing[stop] += passing or []
            self.near[stop] |= near or set()
        none = {**self.walks[0], **dict.fromkeys(more, 0)}
        table, raised = [none], set[int]()
        for base in self.walks[1:]:
            todo = set(more).union(*(self.near[stop] for stop in raised))
            layer = {**none, **base}
            raised = self._raise(table[-1], layer, todo)
            table.append(layer)
        for stop, (counted, passing, near) in old.items():
            if counted is None or passing is None or near is None:
                del self.counted[stop], self.passing[stop], self.near[stop]
            else:
                self.counted[stop], self.passing[stop], self.near[stop] = counted, passing, near
        return table


def spare(field: Field, stops: Iterable[Sight]) -> int:
    """The most that these stops can add outside the limit of walks.

    Those that do not use the range, all of them; of mines the best one; and every bonus.
    """
    apart, most, within = 0, 0, 0
    worth = []
    for seen in stops:
        within |= seen[1]
        if not seen[6]:
            apart = max(apart, seen[4])
            continue
        most = max(most, seen[3])
        if not field.uses(seen):
            worth.append(seen[3])
    _, pairs, tables = field.bonuses
    bonus = sum(value for one, other, value in pairs if one & within and other & within)
    bonus += most * sum(1 for place, _, _ in tables if place & within)
    return apart + sum(sorted(worth, reverse=True)[: field.kind.pays]) + bonus


class Patched:
    """A field with one hex changed, and the search in it."""

    def __init__(self, field: Field, sights: Mapping[int, Sight | None], own: int, walks: Walks, spare: int) -> None:
        self.field = field
        self.sights = {i: seen for i, seen in sights.items() if seen is not None}
        self.shut = {i for i, seen in sights.items() if seen is None}
        self.banned = 0  # stops, as bits
        self.links = dict(field.links)
        self.own, self.walks = own, walks
        self.floor = -1  # routes that are not worth more are left out
        self.bonus = field.bonus(self.sights)
        self.spare = spare
        self.masks: list[int] = []
        self.values: list[int] = []

    def cut(self, gone: Collection[int]) -> None:
        """Take stretches out."""
        stretches = self.field.problem.network.stretches
        for stop in {end for n in gone for end in stretches[n][:2]}:
            if stop in self.links:
                self.links[stop] = [link for link in self.links[stop] if link[0] not in gone]

    def seen(self, stop: int) -> Sight | None:
        """A stop as the train sees it now; None if it may not visit it."""
        if stop in self.shut:
            return None
        return self.sights.get(stop) or self.field.sights.get(stop)

    def join(self, piece: Piece) -> None:
        """Add a stretch."""
        one, two = self.seen(piece.a), self.seen(piece.b)
        if one is None or two is None:
            return
        self.links[piece.a] = [*self.links.get(piece.a, ()), (piece.n, piece.mask, *two)]
        self.links[piece.b] = [*self.links.get(piece.b, ()), (piece.n, piece.mask, *one)]

    def without(self, stop: int) -> None:
        """Take a stop out."""
        self.banned |= 1 << stop
        self.shut.add(stop)

    def _walk(self, left: int, stop: int) -> int:
        if stop < 0:
            return 0
        return self.walks[left].get(stop, 0)

    def _two_walks(self, left: int, one: int, two: int) -> int:
        """The most that walks on from two stops can earn together."""
        if one < 0 or two < 0:
            return self._walk(left, max(one, two))
        walks = self.walks
        return max([walks[i].get(one, 0) + walks[left - i].get(two, 0) for i in range(left + 1)])

    def _left(self, *stops: Sight) -> int:
        """What is left of the limit of walks after these stops."""
        kind = self.field.kind
        limit = kind.total if kind.total < NO_LIMIT else kind.cities
        return limit - sum(self.field.uses(seen) for seen in stops) if limit < NO_LIMIT else 0

    def most_through(self, piece: Piece) -> int:
        """No route through a new stretch is worth more."""
        one, two = self.seen(piece.a), self.seen(piece.b)
        left = -1 if one is None or two is None else self._left(one, two)
        if one is None or two is None or left < 0:
            return 0
        a, b = (-1 if seen[7] else seen[0] for seen in (one, two))
        counted = sum(seen[3] for seen in (one, two) if self.field.uses(seen))
        return counted + self._two_walks(left, a, b) + self.spare

    def most_at(self, stop: int) -> int:
        """No route through a changed stop is worth more."""
        seen = self.seen(stop)
        left = -1 if seen is None else self._left(seen)
        if seen is None or left < 0:
            return 0
        counted = seen[3] if self.field.uses(seen) else 0
        if seen[7]:
            # A route ends here, but it may be full of others: one arm.
            return counted + self._walk(left, stop) + self.spare
        return counted + self._two_walks(left, stop, stop) + self.spare

    def through(self, piece: Piece) -> None:
        """All routes through a stretch that is not joined yet."""
        one, two = self.seen(piece.a), self.seen(piece.b)
        if one is None or two is None or one[2] & two[1] or self.most_through(piece) <= self.floor:
            return
        home = () if one[7] else tuple(self.links.get(piece.a, ()))
        self._grow(piece.mask, [one, two], -1 if two[7] else piece.b, piece.a, home, 0)

    def at(self, stop: int) -> None:
        """All routes through a stop."""
        seen = self.seen(stop)
        if seen is not None and self.most_at(stop) > self.floor:
            home = () if seen[7] else tuple(self.links.get(stop, ()))
            self._grow(0, [seen], stop, stop, home, -1)

    def _grow(self, mask: int, stops: list[Sight], tail: int, start: int, home: tuple[Link, ...], low: int) -> None:
        """The first arm grows from its tail, and at any time the second one may begin at home."""
        field, kind, links = self.field, self.field.kind, self.links
        concerned, bonus_value = self.bonus
        city_limit, stop_limit, pays = kind.cities, kind.total, kind.pays
        bounded = min(stop_limit, city_limit) < NO_LIMIT
        by_total = stop_limit < NO_LIMIT
        floor, own, starts, banned = self.floor, self.own, field.starts, self.banned
        visited, cities, length, mine = 0, 0, 0, 0
        for seen in stops:
            visited |= seen[1]
            cities += seen[5]
            length += seen[6]
            mine += seen[4]
        if cities > city_limit or length > stop_limit:
            return
        tops = tuple(sorted((seen[3] for seen in stops if seen[6]), reverse=True)[:pays])
        masks, values = self.masks, self.values
        if mask and visited & own and (not kind.start or visited & starts):
            masks.append(mask)
            values.append(sum(tops) + mine + (bonus_value(visited) if visited & concerned else 0))
        hopes: dict[tuple[int, int, bool], int] = {}
        todo = [(tail, mask, visited, cities, length, sum(tops), mine, low, tops)]
        while todo:
            tail, mask, visited, cities, length, value, mine, low, tops = todo.pop()
            ways: list[tuple[Sequence[Link], bool]] = [(links.get(tail, ()), False)] if tail >= 0 else []
            if 0 <= low < NO_SECOND:
                ways.append((home, True))
            for options, second in ways:
                for n, sides, there, bit, clash, more, more_mine, city, step, ends in options:
                    if mask & sides or visited & clash or cities + city > city_limit or length + step > stop_limit:
                        continue
                    if (second and n < low) or banned & bit:
                        continue
                    paid, best = value + more, tops
                    if pays < NO_LIMIT and step:
                        best = tuple(sorted((*tops, more), reverse=True)[:pays])
                        paid = sum(best)
                    after = n + 1 if low < 0 else (NO_SECOND if second or low == NO_SECOND else low)
                    if bounded:
                        left = stop_limit - length - step if by_total else city_limit - cities - city
                        key = (left, -1 if ends else there, after == NO_SECOND)
                        hope = hopes.get(key)
                        if hope is None:
                            open_end = start if home and not key[2] else -1
                            hope = hopes[key] = self._two_walks(left, key[1], open_end) + self.spare
                        if paid + mine + more_mine + hope <= floor:
                            continue
                    now = visited | bit
                    if now & own and (not kind.start or now & starts):
                        worth = paid + mine + more_mine + (bonus_value(now) if now & concerned else 0)
                        if worth > floor:
                            masks.append(mask | sides)
                            values.append(worth)
                    if not ends or after != NO_SECOND:
                        todo.append(
                            (-1 if ends else there, mask | sides, now, cities + city, length + step, paid,
                             mine + more_mine, after, best)
                        )  # fmt: skip
