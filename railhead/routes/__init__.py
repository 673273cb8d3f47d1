"""Best runs, proven; runs made by hand, checked; and what tile lays add to the best run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railhead.routes.check import check
from railhead.routes.problem import Problem, Question
from railhead.routes.remembered import runs_of
from railhead.routes.solve import solve

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railhead.core.moves import LayTile
    from railhead.core.scoring import Fault, Route, Run
    from railhead.core.state import State

__all__ = ["best_run", "check_run", "value_of_lay"]


def best_run(state: State, company: str, budget: float | None = None) -> Run:
    """A company's most profitable run; `budget` in seconds, without one as long as a table would wait.

    A proven run is remembered: it is valid on every board with the same track and stations where the company reaches.
    """
    return _solved(Problem.of(state, company), budget)


def _solved(problem: Problem, budget: float | None = None) -> Run:
    runs = runs_of(problem.network)
    remembered = runs.find(problem)
    if remembered is not None:
        return remembered
    runs.share(problem)
    run = solve(problem, budget)
    if run.proven:
        runs.keep(problem, run)
    return run


def check_run(state: State, company: str, routes: Sequence[Route]) -> Fault | Run:
    """The rule that a run made by hand breaks, or what it earns."""
    return check(Question.of(state, company), routes)


def value_of_lay(state: State, company: str, moves: Sequence[LayTile]) -> tuple[int, ...]:
    """By how much each of these tile lays raises the company's next best run, in the order given."""
    from railhead.routes.lays.values import values_of_lays  # loaded by those who rate lays, not by every process

    problem = Problem.of(state, company)
    runs_of(problem.network).share(problem)
    return values_of_lays(problem, moves, lambda: _solved(problem).total)
