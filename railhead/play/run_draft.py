"""A run under construction: a route for each train, what it earns, what is wrong, and whether it is legal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from railhead.core.engine import refusal
from railhead.core.moves import RunTrains
from railhead.core.operating import operating_company
from railhead.core.revenue import best_of, judged
from railhead.core.rulings import Refusal
from railhead.core.scoring import Fault, Route, Run
from railhead.core.state import State, president_of

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_STOPS = 80


@dataclass(frozen=True)
class Draft:
    """A run as built so far."""

    routes: tuple[Route, ...]  # one for each train, without stops if it stays idle
    values: tuple[int, ...]  # what each train earns by itself; -1 where its route is not legal
    faults: tuple[Refusal | None, ...]  # what is wrong with each route by itself
    revenue: int
    subsidy: int
    best: Run
    move: RunTrains | None  # the run, if it is legal
    fault: Refusal | None  # why it is not

    @property
    def short(self) -> int:
        """How far it falls short of the best."""
        return max(self.best.total - self.revenue - self.subsidy, 0)


def best_draft(state: State) -> tuple[Route, ...]:
    """The best run, with the trains that it leaves idle."""
    best = [value.route for value in best_of(state, operating_company(state)).routes]
    idle = _trains_for(state, [route.train for route in best])
    for route in best:
        if route.train in idle:
            idle.remove(route.train)
    return (*best, *(Route(train, (), ()) for train in idle))


def _trains_for(state: State, running: Sequence[str]) -> list[str]:
    """The trains that may run together and include these; double-sided trains run one of their sides."""
    sets = state.rules.running_trains(state, operating_company(state))
    fitting = [trains for trains in sets if all(trains.count(one) >= running.count(one) for one in running)]
    longest: tuple[str, ...] = max(fitting or sets, key=lambda trains: len(tuple(trains)), default=())
    return list(longest)


def judge(state: State, routes: Sequence[Route]) -> Draft:
    """What a run under construction amounts to."""
    company = operating_company(state)
    whole = tuple(route for route in routes if len(route.stops) > 1)
    move = RunTrains(president_of(state, company), whole)
    values, faults = [], []
    for route in routes:
        value, fault = _alone(state, move.by, route)
        values.append(value)
        faults.append(fault)
    found = judged(state, move)
    objection = refusal(state, move)
    run = found if isinstance(found, Run) else Run()
    return Draft(
        tuple(routes),
        tuple(values),
        tuple(faults),
        run.revenue,
        run.subsidy,
        best_of(state, company),
        None if objection else move,
        objection,
    )


def _alone(state: State, by: str, route: Route) -> tuple[int, Refusal | None]:
    """What one train earns by itself, or what is wrong with its route."""
    if len(route.stops) < 2:
        return 0, None
    found = judged(state, RunTrains(by, (route,)))
    if isinstance(found, Fault):
        return -1, Refusal(found.rule, {"text": found.text, "route": found.route})
    return found.revenue, None
