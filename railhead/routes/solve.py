"""From a question to its best run: small maps in plain Python, large ones with the compiled search."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from railhead.core.scoring import Run
from railhead.routes.plain.search import PlainSearch
from railhead.routes.upper_bound import upper_bound

if TYPE_CHECKING:
    from railhead.routes.problem import Problem
    from railhead.routes.run import Search

LONG = 10.0
"""The time budget in seconds where none is given: a table does not wait longer."""
SMALL_ROUTES, SMALL_STEPS = 4000, 2000
"""What the plain search tries before the compiled one takes over: work and not time, so that the run which is found
does not depend on how busy the machine is."""
AHEAD = 1 << 20
"""Weight of what is to be best first; more than any run earns."""


def solve(problem: Problem, budget: float | None = None, compiled: bool | None = None) -> Run:
    """The best run, proven if the time suffices; with it the best by revenue or by subsidy alone.

    `compiled` forces the compiled search or forbids it; by default it serves where plain Python is slow.
    The time to load it, once in a process, is not counted.
    """
    started = time.perf_counter()
    deadline = started + (LONG if budget is None else budget)
    if compiled is None:
        quick = PlainSearch(problem, deadline, SMALL_ROUTES, SMALL_STEPS)
        run = _answer(problem, quick) if quick.complete else Run()
        if run.proven:
            return _timed(run, started)
    if compiled is False:
        return _timed(_answer(problem, PlainSearch(problem, deadline)), started)
    from railhead.routes.diagram.search import DiagramSearch

    return _timed(_answer(problem, DiagramSearch(problem, deadline)), started)


def can_compile() -> bool:
    """Whether the compiled search is available; loads it."""
    try:
        from railhead.routes import warm
    except ImportError:
        return False
    return warm.ready()


def _timed(run: Run, started: float) -> Run:
    seconds = time.perf_counter() - started
    return Run(run.routes, run.revenue, run.subsidy, run.proven, run.bound, seconds, run.others)


def _answer(problem: Problem, search: Search) -> Run:
    run, proven, bound = search.best((1, 1))
    if not proven:
        bound = min(bound, max(upper_bound(problem, trains) for trains in problem.alternatives))
        proven = run.total >= bound
    others: list[Run] = []
    if search.has_subsidy:
        for weights in ((AHEAD, 1), (1, AHEAD)):
            other = search.best(weights, run.revenue * weights[0] + run.subsidy * weights[1])
            if other.run.routes and other.run.revenue not in [run.revenue, *(known.revenue for known in others)]:
                others.append(other.run)
            proven = proven and other.proven
    return Run(run.routes, run.revenue, run.subsidy, proven, bound, 0.0, tuple(others))
