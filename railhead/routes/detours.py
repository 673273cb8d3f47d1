"""Routes that a changed hex brings: a search outward from what is new, with a bound.

`Patched` is a field with one hex changed: only the links of the stops beside it are made again. From a new stretch or
a changed stop two arms grow; what an arm can still earn is known beforehand from the best walks (`outlook.py`).
Routes that could not be part of a better run are never made.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from railhead.routes.field import Bonus, Field, Sight
from railhead.routes.outlook import OWN, START, Outlook
from railhead.routes.plain import NO_SECOND, Link
from railhead.routes.problem import NO_LIMIT


class Piece(NamedTuple):
    """A stretch through the changed hex: its number, ends and sides."""

    n: int
    a: int
    b: int
    mask: int


class Patched:
    """A field with one hex changed, and the search in it."""

    def __init__(
        self, field: Field, outlook: Outlook, sights: Mapping[int, Sight | None], own: int, beyond: frozenset[int]
    ) -> None:
        self.field, self.outlook, self.own = field, outlook, own
        self.sights = {i: seen for i, seen in sights.items() if seen is not None}
        self.shut = {i for i, seen in sights.items() if seen is None}
        self.banned = 0  # stops, as bits
        self.links = dict(field.links)
        self.floor = -1  # routes that are not worth more are left out
        self.spare = field.spare(beyond, self.sights)
        self.masks: list[int] = []
        self.values: list[int] = []

    @cached_property
    def bonus(self) -> Bonus:
        """The bonuses as they are now."""
        if self.outlook.bounded and not self.spare:
            return 0, lambda _: 0  # there are none within reach
        return self.field.bonus(self.sights)

    def look_from(self, stop: int, pieces: Iterable[Piece]) -> None:
        """Only this stop is new, with these stretches to it: no arm comes back to it."""
        links: list[Link] = []
        for n, a, b, mask in pieces:
            seen = self.seen(b if a == stop else a)
            if seen is not None:
                links.append((n, mask, *seen))
        self.outlook = Outlook(self.field, {stop: links}, self.own, self.outlook)

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

    def _left(self, *stops: Sight) -> int:
        """What is left of the limit of walks after these stops."""
        field = self.field
        return field.limit - sum(seen[field.used] for seen in stops) if field.limit < NO_LIMIT else 0

    def _need(self, *stops: Sight) -> int:
        """What a route with these stops still needs."""
        need = OWN | START if self.field.kind.start else OWN
        for seen in stops:
            need &= ~((seen[1] & self.own and OWN) | (seen[1] & self.field.starts and START))
        return need

    def most_through(self, piece: Piece) -> int:
        """No route through a new stretch is worth more."""
        one, two = self.seen(piece.a), self.seen(piece.b)
        if one is None or two is None or (left := self._left(one, two)) < 0:
            return 0
        if not self.outlook.bounded:
            return self.spare
        a, b = (-1 if seen[7] else seen[0] for seen in (one, two))
        worth = one[3] + one[4] + two[3] + two[4]
        return max(0, worth + self.outlook.walks(self._need(one, two), left, a, piece.b, b, piece.a) + self.spare)

    def most_at(self, stop: int) -> int:
        """No route through a changed stop is worth more."""
        seen = self.seen(stop)
        if seen is None or (left := self._left(seen)) < 0:
            return 0
        if not self.outlook.bounded:
            return self.spare
        # Where a route ends there is one arm.
        other = -1 if seen[7] else stop
        return max(
            0, seen[3] + seen[4] + self.outlook.walks(self._need(seen), left, stop, -1, other, -1) + self.spare
        )

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
        bounded, by_total, walks, spare = self.outlook.bounded, stop_limit < NO_LIMIT, self.outlook.walks, self.spare
        floor, own, starts, banned, picky = self.floor, self.own, field.starts, self.banned, bool(kind.start)
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
        first = stops[1][0] if len(stops) > 1 else -1
        if mask and visited & own and (not kind.start or visited & starts):
            masks.append(mask)
            values.append(sum(tops) + mine + (bonus_value(visited) if visited & concerned else 0))
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
                    now = visited | bit
                    need = (0 if now & own else OWN) | (0 if not picky or now & starts else START)
                    if bounded:
                        left = stop_limit - length - step if by_total else city_limit - cities - city
                        open_end = start if home and after != NO_SECOND else -1
                        hope = walks(need, left, -1 if ends else there, start if second else tail, open_end, first)
                        if paid + mine + more_mine + hope + spare <= floor:
                            continue
                    if not need:
                        worth = paid + mine + more_mine + (bonus_value(now) if now & concerned else 0)
                        if worth > floor:
                            masks.append(mask | sides)
                            values.append(worth)
                    if not ends or after != NO_SECOND:
                        todo.append(
                            (-1 if ends else there, mask | sides, now, cities + city, length + step, paid,
                             mine + more_mine, after, best)
                        )  # fmt: skip
