"""What bonuses add to a route, for every search: the scoring as sets of stops, and the sum for a set of stops.

`core/scoring.py` says what the bonuses are and explains them stop by stop; a search needs their sum, often.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, NamedTuple, Protocol

from railhead.core.tiles import NODE

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from railhead.routes.problem import Kind, Problem


class BonusSets(NamedTuple):
    """The bonuses of a problem as sets of stops, which are bits."""

    pairs: tuple[tuple[int, int, int], ...]  # one set, the other, value
    largest: tuple[tuple[int, int], ...]  # the places that bring it, the stops among which the largest is sought


def bonus_sets(problem: Problem, bits: Mapping[int, int], every: int) -> BonusSets:
    """The bonuses by the bits of some stops; no other stops can be visited.

    `every` are the bits of all stops; those of tiles yet to be laid count as any other stop.
    """
    scoring, stops = problem.scoring, problem.network.stops
    centres = [(bit, stops[stop].centre) for stop, bit in bits.items()]

    def named(places: Collection[str]) -> int:
        return sum([bit for bit, centre in centres if not centre.names.isdisjoint(places)])

    apart = sum([bit for bit, centre in centres if centre.type in scoring.apart])
    return BonusSets(
        tuple((named(pair.one), named(pair.other), pair.value) for pair in scoring.pairs),
        tuple(
            (named([bonus.place]), every & ~(apart | named([bonus.place, *bonus.besides])))
            for bonus in scoring.largest
        ),
    )


class Bonuses(Protocol):
    """What a search asks of bonuses."""

    concerned: int  # the stops without which a route has no bonus, as bits
    most: int  # no route has more

    def of(self, visited: int, boards: int = 1) -> int:
        """The bonuses of a route by these stops on these boards (`lists/graph.py`)."""


class Bonus:
    """The sum of the bonuses of a set of stops, the same on every board; only these stops can be in it."""

    def __init__(self, sets: BonusSets, worth: Callable[[int], int], stops: Iterable[int]) -> None:
        self.sets = sets
        ranked = sorted({(worth(stop), 1 << stop) for stop in stops}, reverse=True)
        there = reduce(or_, [bit for _, bit in ranked], 0)
        self.pairs = [(one, other, value) for one, other, value in sets.pairs if one & there and other & there]
        self.largest = [
            (place, [(value, bit) for value, bit in ranked if bit & among])
            for place, among in sets.largest
            if place & there
        ]
        self.concerned = reduce(or_, [pair[0] for pair in self.pairs] + [place for place, _ in self.largest], 0)
        tops = [max(order)[0] for _, order in self.largest if order]
        self.most = sum([value for *_, value in self.pairs]) + sum(tops)

    def of(self, visited: int, _boards: int = 1) -> int:
        """The bonuses of a route by these stops."""
        total = sum([value for one, other, value in self.pairs if visited & one and visited & other])
        for place, order in self.largest:
            if visited & place:
                total += next((value for value, bit in order if visited & bit), 0)
        return total


def bonus_of(problem: Problem, kind: Kind, stops: Iterable[int]) -> Bonus | None:
    """The bonuses that routes of a train by these stops can have, None if there are none."""
    scoring, views = problem.scoring, kind.views
    if not scoring.pairs and not scoring.largest:
        return None
    room = len(problem.network.stops) + NODE
    sets = bonus_sets(problem, {stop: 1 << stop for stop in stops}, (1 << room) - 1)
    found = Bonus(sets, lambda stop: views[stop].worth, stops)
    return found if found.concerned else None
