"""Runs beside the best run: what each of them earned, and what it could have earned."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from railhead.core.moves import RunTrains
from railhead.core.operating import operating_company
from railhead.core.revenue import best_of
from railhead.core.rulings import Refusal
from railhead.core.scoring import Fault
from railhead.core.waivers import StatedRun
from railhead.view.refusal_words import case_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from railhead.core.scoring import Route, Run
    from railhead.core.state import State
    from railhead.record.session import Session


def line_of_run(
    state: State, company: str, routes: Sequence[Route] | None, played: int, **head: Any
) -> dict[str, Any]:
    """A run beside the best one of the same position; without routes nobody knows whether it was legal."""
    best = best_of(state, company)
    found = None if routes is None else state.rules.judge_run(state, company, tuple(routes))
    line = {
        "title": state.rules.title,
        **head,
        "company": state.rules.companies[company].alias or company,
        "trains": list(state.companies[company].trains),
        "played": played,
        "played_legal": found is not None and not isinstance(found, Fault),
        "best": best.total,
        "proven": best.proven,
        "seconds": round(best.seconds, 6),
    }
    if isinstance(found, Fault):
        line |= {"rule": found.rule, "why": case_text(state, Refusal(found.rule, {"text": found.text}))}
    return line


def lines_of_game(session: Session, game: str) -> Iterator[dict[str, Any]]:
    """Every run of a game that was played here."""
    before = session.opening
    for number, step in enumerate(session.steps, 1):
        move = step.entry.move
        if isinstance(move, RunTrains | StatedRun):
            unknown = isinstance(move, StatedRun) and not move.routes
            company, routes = operating_company(before), None if unknown else move.routes
            yield line_of_run(before, company, routes, _earned(before, company, move), game=game, move=number)
        before = step.state


def _earned(state: State, company: str, move: RunTrains | StatedRun) -> int:
    if isinstance(move, StatedRun):
        return move.revenue + move.mine_income
    found = state.rules.judge_run(state, company, move.routes)
    return 0 if isinstance(found, Fault) else found.total


def below_best(run: Run, best: Run) -> bool:
    """Whether a run earned less than it could have; where mines pay apart, either share may be the larger one."""
    accepted = {(one.revenue, one.subsidy) for one in (best, *best.others)}
    return best.proven and run.total < best.total and (run.revenue, run.subsidy) not in accepted
