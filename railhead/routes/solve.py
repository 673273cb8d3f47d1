"""From a question to its best run: by lists of routes where they are few, by diagrams where they are many."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import TYPE_CHECKING

from railhead.core.scoring import Run
from railhead.routes.lists.arms import TooMuchWork
from railhead.routes.lists.search import Limits, ListSearch
from railhead.routes.upper_bound import upper_bound

if TYPE_CHECKING:
    from railhead.routes.problem import Problem
    from railhead.routes.run import Search

LONG = 10.0
"""The time budget in seconds where none is given: a table does not wait longer."""
QUICK = Limits(arms=6000, joins=100_000, steps=8000, keep_partial=False)
"""What lists try before diagrams take over."""
LAST = Limits(arms=300_000, joins=1 << 60, steps=None, keep_partial=True)
"""What lists try where there is no other way: about 100 MB."""


def solve(problem: Problem, budget: float | None = None, diagrams: bool | None = None) -> Run:
    """The best run, proven if the time suffices; with it the best by revenue or by subsidy alone.

    `diagrams` forces the search by diagrams or forbids it; by default it serves where lists would be long.
    """
    started = time.perf_counter()
    deadline = started + (LONG if budget is None else budget)
    run = _search(problem, deadline, diagrams)
    seconds = time.perf_counter() - started
    return Run(run.routes, run.revenue, run.subsidy, run.proven, run.bound, seconds, run.others)


def _search(problem: Problem, deadline: float, diagrams: bool | None) -> Run:
    if diagrams is None:
        with suppress(TooMuchWork):
            run = _answer(problem, ListSearch(problem, deadline, QUICK))
            if run.proven:
                return run
    if diagrams is not False:
        from railhead.routes.diagrams.diagram import TooLarge
        from railhead.routes.diagrams.search import DiagramSearch

        with suppress(TooLarge):
            return _answer(problem, DiagramSearch(problem, deadline))
    return _answer(problem, ListSearch(problem, deadline, LAST))


def _answer(problem: Problem, search: Search) -> Run:
    run, proven, bound = search.best((1, 1))
    if not proven:
        bound = min(bound, max(upper_bound(problem, trains) for trains in problem.alternatives))
        proven = run.total >= bound
    others: list[Run] = []
    for weights in search.other_aims(run):
        other = search.best(weights, run.revenue * weights[0] + run.subsidy * weights[1])
        if other.run.routes and other.run.revenue not in [run.revenue, *(one.revenue for one in others)]:
            others.append(other.run)
        proven = proven and other.proven
    return Run(run.routes, run.revenue, run.subsidy, proven, bound, 0.0, tuple(others))
