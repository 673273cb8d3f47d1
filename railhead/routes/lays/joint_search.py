"""The best run on the boards after many lays, all of them searched together.

Only runs count that are worth more than the best run on the board as it is. Such a run has a route that this board
does not have, and each of its routes is worth more than what the best routes of the other trains leave. So few routes
are looked at, and most boards are settled without a search of their own.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, NamedTuple

from railhead.routes.bits import numbers_of
from railhead.routes.lists.arms import Arms
from railhead.routes.lists.packing import pack
from railhead.routes.lists.routes import Listed, Routes

if TYPE_CHECKING:
    from railhead.routes.lays.boards import Boards

Kinds = tuple[int, ...]
"""The kinds of some trains, by number."""
AS_IT_IS = 1
"""The bit of the board as it is."""


class LayLimits(NamedTuple):
    """How much work the search may do, for each kind of train."""

    arms: int = 60_000
    joins: int = 2_000_000


class JointSearch:
    """The boards, what is known of the best run on each (`values`), and the most that each train earns there."""

    def __init__(self, boards: Boards, before: int, limits: LayLimits) -> None:
        self.boards, self.before = boards, before
        changes = boards.changes
        self.sets = sorted(
            {tuple(sorted(changes.kind_of[train] for train in trains)) for trains in changes.problem.alternatives}
        )
        self.values = [before] * boards.every.bit_length()
        self.tops: list[list[int]] = []
        """The most that a train of each kind earns on each board, or more."""
        self.routes = self._routes(limits)

    def solve(self) -> None:
        """Find the best run of every board."""
        alive = 0
        for n in range(1, len(self.values)):
            most = max(self._sum(kinds, n) for kinds in self.sets)
            if most > self.before:
                alive |= 1 << n
            for kinds in self.sets:
                if len(kinds) == 1:
                    self.values[n] = max(self.values[n], self.tops[kinds[0]][n])
        several = [kinds for kinds in self.sets if len(kinds) > 1]
        if alive and several:
            self._pack(alive, several)

    def _sum(self, kinds: Kinds, board: int) -> int:
        return sum([self.tops[kind][board] for kind in kinds])

    def _routes(self, limits: LayLimits) -> list[Routes]:
        """The routes of each kind that may be part of better runs; fills in what the best of them are worth."""
        graphs = [self.boards.graph_for(kind) for kind in self.boards.changes.kinds]
        most = [graph.most_by_range_left()[-1] for graph in graphs]
        found = []
        for kind, graph in enumerate(graphs):
            others = max(sum(most[k] for k in kinds) - most[kind] for kinds in self.sets if kind in kinds)
            arms = Arms(graph, limits.arms, inf, self.before - others)
            routes = Routes(arms)
            routes.allow(limits.joins, inf)
            found.append(routes)
            # The arms are those of better routes only; without any, the train earns no more than this floor.
            top = self.before - others
            if others:
                top = max(top, routes.best_on(AS_IT_IS))
            tops = [top] * len(self.values)
            for n in routes.found_above(top, -1):
                for board in numbers_of(routes.boards[n]):
                    tops[board] = max(tops[board], routes.values[n])
            self.tops.append(tops)
            most[kind] = max(tops)
        return found

    def _pack(self, alive: int, sets: list[Kinds]) -> None:
        """Find the best runs of several trains on these boards."""
        lists = {kind: self._list(kind, alive, sets) for kind in {kind for kinds in sets for kind in kinds}}
        new = {kind: self._best_new(kind, listed) for kind, listed in lists.items()}
        after: dict[Kinds, int] = {}
        for rest in {_without(kinds, kind) for kinds in sets for kind in kinds}:
            after[rest] = pack(self._offers(lists, AS_IT_IS), rest, inf).value
        for board in numbers_of(alive):
            for kinds in sets:
                if self._most(kinds, board, new, after) > self.values[board]:
                    offers = self._offers(lists, 1 << board)
                    found = pack(offers, kinds, inf, self.values[board])
                    self.values[board] = max(self.values[board], found.value)

    def _list(self, kind: int, alive: int, sets: list[Kinds]) -> list[int]:
        """The routes of a kind that may be part of better runs, best first."""
        others = max(
            self._sum(_without(kinds, kind), board) for kinds in sets if kind in kinds for board in numbers_of(alive)
        )
        return self.routes[kind].found_above(self.before - others, alive | AS_IT_IS)

    def _best_new(self, kind: int, listed: list[int]) -> dict[int, int]:
        """The value of the best new route of a kind by board; 0 where there is none."""
        routes, best = self.routes[kind], dict[int, int]()
        for n in reversed(listed):
            if not routes.boards[n] & AS_IT_IS:
                best.update(dict.fromkeys(numbers_of(routes.boards[n]), routes.values[n]))
        return best

    def _most(self, kinds: Kinds, board: int, new: dict[int, dict[int, int]], after: dict[Kinds, int]) -> int:
        """A bound for runs with a new route: the others take old routes, or a second one is new too."""
        most = 0
        for kind in set(kinds):
            if board in new[kind]:
                rest, value = _without(kinds, kind), new[kind][board]
                most = max(most, value + after[rest])
                for other in set(rest):
                    if board in new[other]:
                        most = max(most, value + new[other][board] + self._sum(_without(rest, other), board))
        return most

    def _offers(self, lists: dict[int, list[int]], board: int) -> list[Listed]:
        """The routes of each kind that a board has."""
        found = []
        for kind, routes in enumerate(self.routes):
            there = [n for n in lists.get(kind, ()) if routes.boards[n] & board]
            found.append(Listed([routes.masks[n] for n in there], [routes.values[n] for n in there]))
        return found


def _without(kinds: Kinds, kind: int) -> Kinds:
    at = kinds.index(kind)
    return kinds[:at] + kinds[at + 1 :]
