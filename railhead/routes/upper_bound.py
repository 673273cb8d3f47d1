"""An upper bound on what any run can earn, from the stops alone: used when there is no time for a better one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railhead.routes.bonuses import bonus_of
from railhead.routes.problem import NO_LIMIT, Problem, Trains

if TYPE_CHECKING:
    from collections.abc import Sequence


def upper_bound(problem: Problem, trains: Trains) -> int:
    """An upper bound on any run: from what each train could earn alone, and from the room at the stops."""
    kinds = {train: problem.kind(train) for train in trains}
    endless = [train for train, kind in kinds.items() if min(kind.total, kind.cities, kind.pays) >= NO_LIMIT]
    many = [train for train in trains if train in endless and not kinds[train].start]
    rest = sum(bound_of_train(problem, train) for train in trains if train not in many)
    return rest + min(sum(bound_of_train(problem, train) for train in many), bound_together(problem, many))


def bound_together(problem: Problem, trains: Sequence[str]) -> int:
    """An upper bound on what trains without a limit can earn together.

    A train that passes a stop uses two of the sides that lead to it, one that ends there uses one. So at most half as
    many trains pass as there are sides; besides, each end of a route adds at most one visit.
    """
    worth = {i: max((problem.kind(train).views[i].worth for train in trains), default=0) for i in problem.reach}
    total, more = 0, list[int]()
    for stop, sides in sides_at(problem).items():
        passing = 0 if problem.ends[stop] else min(len(trains), sides // 2)
        total += passing * worth[stop]
        more.extend([worth[stop]] * (len(trains) - passing))
    total += sum(sorted(more, reverse=True)[: 2 * len(trains)])
    return total + sum(most_bonus(problem, train) for train in trains)


def sides_at(problem: Problem) -> dict[int, int]:
    """For every stop within reach, an upper bound on the number of hex sides over which track leaves it."""
    grid = problem.network.grid
    near: dict[int, set[int]] = {stop: set() for stop in problem.reach}
    for n, segment in enumerate(problem.segments):
        for stop, name in ((segment.a, segment.hexes[0]), (segment.b, segment.hexes[-1])):
            # A segment that touches no known side of the hex counts for itself.
            near[stop].update([bit for bit in grid.side_bits(name) if bit & segment.sides] or [-1 - n])
    return {stop: len(found) for stop, found in near.items()}


def bound_of_train(problem: Problem, train: str) -> int:
    """An upper bound on any route: the best stops within reach, two at most where routes end, every bonus."""
    kind = problem.kind(train)
    views = [view for view in map(kind.views.__getitem__, problem.reach) if not view.barred]
    passing = [view.revenue for view in views if not view.ends]
    ends = sorted([view.revenue for view in views if view.ends], reverse=True)
    worth = sorted([*passing, *ends[:2]], reverse=True)
    total = sum(worth[: min(kind.pays, kind.total)]) + max([view.subsidy for view in views], default=0)
    return total + most_bonus(problem, train)


def most_bonus(problem: Problem, train: str) -> int:
    """No route of a train has more in bonuses."""
    kind = problem.kind(train)
    bonus = bonus_of(problem, kind, [stop for stop in problem.reach if not kind.views[stop].barred])
    return bonus.most if bonus else 0
