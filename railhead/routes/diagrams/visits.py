"""What a train gets out of visiting stops, one after the other in any order.

An unfinished route remembers *marks*, as bits: whether it has a station of the company and the start that it needs,
which groups of rivals it has touched, and which halves of bonuses. Marks that no longer matter are made equal, so
that more unfinished routes are alike. A train that is paid for its best stops only chooses at each stop whether to
be paid there, and a bonus for the largest stop is a choice of one stop: the best choice is what the rule says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from railhead.core.scoring import named
from railhead.routes.bonuses import bonus_sets
from railhead.routes.problem import NO_LIMIT, Kind, Problem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

OWN, START = 1, 2
"""Marks of a route with a station of the company, and with a start."""
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


class Visits:
    """The rules of visits for one kind of train; `last` says after which step a stop can no longer be visited."""

    def __init__(self, problem: Problem, kind: Kind, last: Callable[[int], int]) -> None:
        self.problem, self.kind = problem, kind
        self.known: dict[tuple[int, int], list[Visit]] = {}
        stops = [stop for stop in sorted(problem.reach) if not kind.views[stop].barred]
        lasts = {stop: last(stop) for stop in stops}
        place = {stop: n for n, stop in enumerate(stops)}
        there = problem.network.stops
        starts = {stop for stop in stops if kind.start and there[stop].centre.type == kind.start}
        bit = START << 1

        def over(some: Iterable[int]) -> int:
            return max((lasts[stop] for stop in some), default=-1)

        self.needed = [(OWN, over(stop for stop in stops if stop in problem.own))]
        self.sets = {stop: OWN * (stop in problem.own) | START * (stop in starts) for stop in stops}
        self.bars = {stop: START * (stop in starts) for stop in stops}
        if kind.start:
            self.needed.append((START, over(starts)))
        self.rivals: list[tuple[int, int]] = []
        for places in problem.scoring.once:
            some = [stop for stop in stops if named(there[stop].centre.names, places)]
            for stop in some:
                self.sets[stop] |= bit
                self.bars[stop] |= bit
            self.rivals.append((bit, over(some)))
            bit <<= 1
        found = bonus_sets(problem, {stop: 1 << n for n, stop in enumerate(stops)}, (1 << len(stops)) - 1)

        def mark(some: int) -> tuple[int, int]:
            """A new mark for a set of stops, and when the last of them is passed."""
            nonlocal bit
            chosen = [stop for stop in stops if some >> place[stop] & 1]
            for stop in chosen:
                self.sets[stop] |= bit
            bit <<= 1
            return bit >> 1, over(chosen)

        self.pairs = [(*mark(one), *mark(other), value) for one, other, value in found.pairs]
        self.largest = []
        for where, among in found.largest:
            brings, until = mark(where)
            worth = {stop for stop in stops if among >> place[stop] & 1 and kind.views[stop].worth}
            self.largest.append((brings, until, bit, over(worth), worth))
            bit <<= 1

    @property
    def range(self) -> int:
        """What the train has to use up."""
        limits = (self.kind.cities, self.kind.total, self.kind.pays)
        return sum((0 if limit >= NO_LIMIT else limit) << FIELD * n for n, limit in enumerate(limits))

    def visit(self, stop: int, marks: int) -> list[Visit]:
        """The ways to count a stop for a route with these marks; none if it may not be visited."""
        found = self.known.get((stop, marks))
        if found is None:
            found = self.known[stop, marks] = self._visit(stop, marks)
        return found

    def _visit(self, stop: int, marks: int) -> list[Visit]:
        kind, view = self.kind, self.kind.views[stop]
        if stop not in self.bars or marks & self.bars[stop]:
            return []
        after, worth = marks | self.sets[stop], view.worth
        bonus = sum(
            value for one, _, other, _, value in self.pairs if after & one and after & other
            and not (marks & one and marks & other)
        )  # fmt: skip
        uses = CITY * (view.city and kind.cities < NO_LIMIT) + STOP * (view.counts and kind.total < NO_LIMIT)
        if not view.counts:
            ways = [Visit(after, uses, bonus, worth)]
        elif kind.pays >= NO_LIMIT:
            ways = [Visit(after, uses, bonus + worth, 0)]
        else:
            ways = [Visit(after, uses, bonus, 0)]
            if worth:
                ways.append(Visit(after, uses + PAID, bonus + worth, 0))
        for _, _, taken, _, among in self.largest:
            if stop in among and not marks & taken:
                ways += [way._replace(marks=way.marks | taken, revenue=way.revenue + worth) for way in ways]
        return ways

    def still_relevant(self, marks: int, step: int) -> int:
        """The marks that matter after a step; `ILLEGAL` if no legal route can come of it."""
        for bit, over in self.needed:
            if step >= over and not marks & bit:
                return ILLEGAL
        for bit, over in self.rivals:
            if step >= over:
                marks &= ~bit
        for one, one_over, other, other_over, _ in self.pairs:
            if (step >= one_over and not marks & one) or (step >= other_over and not marks & other):
                marks |= one | other  # nothing more to gain
        for brings, over, taken, taken_over, _ in self.largest:
            if step >= over and not marks & brings:
                if marks & taken:
                    return ILLEGAL
                marks |= brings | taken
            elif marks & brings and step >= taken_over:
                marks |= taken
        return marks

    def legal(self, marks: int) -> bool:
        """Whether a route that ends with these marks is legal."""
        return all(marks & bit for bit, _ in self.needed) and all(
            marks & brings or not marks & taken for brings, _, taken, _, _ in self.largest
        )
