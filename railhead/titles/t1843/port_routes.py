"""Whether a company could run a train to a port city, however little the route earns (8.5.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from railhead.core.reach import reach
from railhead.core.state import State
from railhead.routes.problem import NO_LIMIT, Problem


def can_run_to(state: State, company: str, hex_id: str) -> bool:
    """Whether some train of a company has a legal route of two stops or more with a city of this hex."""
    problem = Problem.of(state, company)
    return can_visit(problem, {problem.network.at[spot] for spot in reach(state, company).nodes if spot[0] == hex_id})


def can_visit(problem: Problem, goals: set[int]) -> bool:
    """Whether some train has a legal route with one of these stops (by number), all of which the company reaches."""
    return bool(goals) and any(_route_to(problem, train, goals) for train in problem.trains)


def _route_to(problem: Problem, train: str, goals: set[int]) -> bool:
    """Whether a train gets to a goal from a station, or from a station in the goal to any stop.

    A train without a limit gets to whatever the company reaches: a path that meets itself can be cut short there.
    """
    kind = problem.kind(train)
    if min(kind.total, kind.cities) >= NO_LIMIT:
        return any(goal not in problem.own or any(_neighbours(problem, goal, (goal,), 0)) for goal in goals)
    return any(
        _way(problem, train, goals, (start,), 0, length)
        for length in range(2, min(kind.total, len(problem.reach)) + 1)
        for start in problem.own
    )


def _way(problem: Problem, train: str, goals: set[int], stops: tuple[int, ...], used: int, length: int) -> bool:
    """Whether these stops can be extended to a goal with this many stops in all."""
    kind = problem.kind(train)
    if sum(kind.views[stop].city for stop in stops) > kind.cities:
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
