"""What a train gets out of visiting stops, one after the other in any order.

An unfinished route remembers *marks*, as bits: whether it has a station of the company and the start that it needs,
which once-groups it has touched, and which halves of bonuses. Marks that no longer make a difference are cleared or
set alike, so that more unfinished routes share a node. A train that is paid for its best stops only chooses at each
stop whether to be paid there, and a bonus for the largest stop is a choice of one stop: the best choice is what the
rule says. `bonuses.py` sums up the bonuses of a whole route; here no route is ever whole, so marks take its place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from railhead.core.scoring import named
from railhead.routes.bits import numbers_of
from railhead.routes.bonuses import bonus_sets
from railhead.routes.problem import NO_LIMIT, Kind, Problem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

ILLEGAL = -2
"""Instead of marks: it cannot become a legal route."""
FIELD = 10
CITY, STOP, PAID = (1 << FIELD * n for n in range(3))
"""The fields of a number that says how much of a train's range is left: cities, stops, paid stops."""
OVERDRAWN = sum(1 << FIELD * n - 1 for n in range(1, 4))
"""A bit of this is set where more was used than there was."""


class Visit(NamedTuple):
    """One way to count a stop."""

    marks: int  # after it
    uses: int  # of the range
    revenue: int
    subsidy: int


class Mark(NamedTuple):
    """What a route is to remember, as a bit, and the step after which no stop changes that any more."""

    bit: int
    over: int


class PairMarks(NamedTuple):
    """A bonus for a stop of both sets."""

    one: Mark
    other: Mark
    value: int


class LargestMarks(NamedTuple):
    """A bonus for the largest stop: whether the route has the place that brings it, and has chosen a stop."""

    place: Mark
    chosen: Mark
    among: frozenset[int]


class Visits:
    """The rules of visits for one kind of train; `last` says after which step a stop can no longer be visited."""

    def __init__(self, problem: Problem, kind: Kind, last: Callable[[int], int]) -> None:
        self.kind = kind
        self.cached: dict[tuple[int, int], list[Visit]] = {}
        self.last = {stop: last(stop) for stop in sorted(problem.reach) if not kind.views[stop].barred}
        self.sets = dict.fromkeys(self.last, 0)  # the marks that a visit to each stop sets
        self.bars = dict.fromkeys(self.last, 0)  # the marks with which a route may not visit it
        self.bit = 1
        there, scoring = problem.network.stops, problem.scoring
        self.needed = [self._mark(stop for stop in self.last if stop in problem.own)]
        if kind.start:
            starts = [stop for stop in self.last if there[stop].centre.type == kind.start]
            self.needed.append(self._mark(starts, once=True))
        self.once_groups = [
            self._mark([stop for stop in self.last if named(there[stop].centre.names, places)], once=True)
            for places in scoring.once
        ]
        self._mark_bonuses(problem)

    def _mark_bonuses(self, problem: Problem) -> None:
        stops, views = list(self.last), self.kind.views
        sets = bonus_sets(problem, {stop: 1 << n for n, stop in enumerate(stops)}, (1 << len(stops)) - 1)

        def chosen(bits: int) -> list[int]:
            return [stops[n] for n in numbers_of(bits)]

        self.pairs = [PairMarks(self._mark(chosen(a)), self._mark(chosen(b)), value) for a, b, value in sets.pairs]
        self.largest = []
        for place, among in sets.largest:
            paying = frozenset(stop for stop in chosen(among) if views[stop].worth)
            self.largest.append(LargestMarks(self._mark(chosen(place)), self._new(paying), paying))

    def _new(self, stops: Iterable[int]) -> Mark:
        """A new mark that has to do with these stops."""
        mark = Mark(self.bit, max((self.last[stop] for stop in stops), default=-1))
        self.bit <<= 1
        return mark

    def _mark(self, stops: Iterable[int], once: bool = False) -> Mark:
        """A new mark of routes that have one of these stops; if `once`, they may not have a second."""
        some = list(stops)
        mark = self._new(some)
        for stop in some:
            self.sets[stop] |= mark.bit
            self.bars[stop] |= mark.bit * once
        return mark

    @property
    def range(self) -> int:
        """What the train has to use up."""
        limits = (self.kind.cities, self.kind.total, self.kind.pays)
        return sum((0 if limit >= NO_LIMIT else limit) << FIELD * n for n, limit in enumerate(limits))

    def visit(self, stop: int, marks: int) -> list[Visit]:
        """The ways to count a stop for a route with these marks; none if it may not be visited."""
        cached = self.cached.get((stop, marks))
        if cached is None:
            cached = self.cached[stop, marks] = self._visit(stop, marks)
        return cached

    def _visit(self, stop: int, marks: int) -> list[Visit]:
        kind, view = self.kind, self.kind.views[stop]
        if stop not in self.bars or marks & self.bars[stop]:
            return []
        after, worth = marks | self.sets[stop], view.worth
        bonus = 0
        for one, other, value in self.pairs:
            both = one.bit | other.bit
            if after & both == both != marks & both:  # this stop completes the pair
                bonus += value
        uses = CITY * (view.city and kind.cities < NO_LIMIT) + STOP * (view.counts and kind.total < NO_LIMIT)
        if not view.counts:
            ways = [Visit(after, uses, bonus, worth)]
        elif kind.pays >= NO_LIMIT:
            ways = [Visit(after, uses, bonus + worth, 0)]
        else:
            ways = [Visit(after, uses, bonus, 0)]
            if worth:
                ways.append(Visit(after, uses + PAID, bonus + worth, 0))
        for _, chosen, among in self.largest:
            if stop in among and not marks & chosen.bit:
                ways += [way._replace(marks=way.marks | chosen.bit, revenue=way.revenue + worth) for way in ways]
        return ways

    def still_relevant(self, marks: int, step: int) -> int:
        """The marks that matter after a step; `ILLEGAL` if no legal route can come of it."""
        for bit, over in self.needed:
            if step >= over and not marks & bit:
                return ILLEGAL
        for bit, over in self.once_groups:
            if step >= over:
                marks &= ~bit
        for (one, one_over), (other, other_over), _ in self.pairs:
            if (step >= one_over and not marks & one) or (step >= other_over and not marks & other):
                marks |= one | other  # nothing more to gain
        for (place, place_over), (chosen, chosen_over), _ in self.largest:
            if step >= place_over and not marks & place:
                if marks & chosen:
                    return ILLEGAL  # paid for a bonus that it does not get
                marks |= place | chosen
            elif marks & place and step >= chosen_over:
                marks |= chosen
        return marks

    def legal(self, marks: int) -> bool:
        """Whether a route that ends with these marks is legal."""
        return all(marks & mark.bit for mark in self.needed) and all(
            marks & largest.place.bit or not marks & largest.chosen.bit for largest in self.largest
        )
