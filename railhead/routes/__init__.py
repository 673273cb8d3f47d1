"""Best runs, proven: the network of a board, every legal route of every train, and the best set of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railhead.network.reach import own_stations
from railhead.routes.check import check
from railhead.routes.lays.values import Lay, values_of_lays
from railhead.routes.problem import StateLike, problem_of
from railhead.routes.solve import solve

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railhead.core.scoring import Fault, Route, Run

__all__ = ["best_run", "check_run", "value_of_lay"]


def best_run(state: StateLike, company: str, budget: float | None = None) -> Run:
    """A company's most profitable run; `budget` in seconds, without one as long as a table would wait.

    A proven run is cached with the network: it is valid until track or stations change where the company reaches.
    """
    problem = problem_of(state, company)
    question = (problem.scoring, problem.alternatives, own_stations(problem.stations, company))
    known = problem.network.noted(("best run", company))
    if known is not None and known[0] == question:
        run: Run = known[1]
        return run
    run = solve(problem, budget)
    if run.proven:
        problem.network.note(("best run", company), problem.hexes, (question, run))
    return run


def check_run(state: StateLike, company: str, routes: Sequence[Route]) -> Fault | Run:
    """The rule that a run made by hand breaks, or what it earns."""
    return check(problem_of(state, company), routes)


def value_of_lay(state: StateLike, company: str, moves: Sequence[Lay]) -> tuple[int, ...]:
    """By how much each of these tile lays raises the company's next best run, in the order given."""
    return values_of_lays(problem_of(state, company), moves)
