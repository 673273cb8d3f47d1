"""Whether a company could run a train to a place, however little the route earns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railhead.routes.problem import NO_LIMIT, Problem

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def can_visit(problem: Problem, goals: set[int]) -> bool:
    """Whether some train has a legal route of two stops or more with one of these stops (by number)."""
    trains = sorted({train for trains in problem.alternatives for train in trains})
    return bool(goals) and any(_route_to(problem, train, goals) for train in trains)


def _route_to(problem: Problem, train: str, goals: set[int]) -> bool:
    """Whether a train gets to a goal from a station, or from a station in the goal to any stop.

    A train without a limit gets wherever track leads: a path that meets itself can be cut short there.
    """
    kind = problem.kind(train)
    if kind.total >= NO_LIMIT:
        return any(goal not in problem.own or any(_neighbours(problem, goal, (goal,), 0)) for goal in goals)
    return any(
        _way(problem, train, goals, (start,), 0, length)
        for length in range(2, kind.total + 1)
        for start in problem.own
    )


def _way(problem: Problem, train: str, goals: set[int], stops: tuple[int, ...], used: int, length: int) -> bool:
    """Whether these stops can be extended to a goal with this many stops in all."""
    kind = problem.kind(train)
    if sum(kind.city[stop] for stop in stops) > kind.cities:
        return False
    here = stops[-1]
    if len(stops) > 1 and (here in goals or stops[0] in goals):
        return True
    if len(stops) == length or (len(stops) > 1 and problem.ends[here]):
        return False
    return any(
        _way(problem, train, goals, (*stops, there), used | sides, length)
        for there, sides in _neighbours(problem, here, stops, used)
    )


def _neighbours(problem: Problem, here: int, stops: Sequence[int], used: int) -> Iterator[tuple[int, int]]:
    for sides, _, there in problem.network.beside(here):
        if not used & sides and there not in stops:
            yield there, sides
