"""The search for large maps: a diagram for each kind of train, prices for a bound, then all trains together."""

from __future__ import annotations

import time
from math import gcd
from typing import TYPE_CHECKING

from railhead.core.scoring import Run
from railhead.routes.diagrams.diagram import Diagram, diagram_of
from railhead.routes.diagrams.joint_paths import ArcsByTrain, best_joint_paths
from railhead.routes.diagrams.prices import Fleet, Numbers, Prices
from railhead.routes.diagrams.sweep import sweep_of
from railhead.routes.run import REVENUE_FIRST, SUBSIDY_FIRST, Found, Weights, explain, in_order, run_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railhead.routes.problem import Kind, Problem, Trains

TURNS = 15
"""How often prices are improved between two searches."""
FIRST, MORE = 100, 6
"""States that the first search keeps at most, and how many times as many the next one."""
BLOCKED = 1e15
ROUNDING = 0.01
"""What sums of prices may be wrong by, as a share of the step between two values."""


class DiagramSearch:
    """The diagrams of a problem's trains, and the best runs in them."""

    def __init__(self, problem: Problem, deadline: float) -> None:
        self.problem, self.deadline = problem, deadline
        self.sweep = sweep_of(problem)
        self.diagrams: dict[Kind, Diagram] = {}
        for train in problem.trains:
            kind = problem.kind(train)
            if kind not in self.diagrams:
                # Half of the time is kept for the search.
                now = time.perf_counter()
                self.diagrams[kind] = diagram_of(problem, kind, self.sweep, now + (deadline - now) / 2)
        # Of all trains: a run of these trains is compared with the best run of others.
        values = [value for diagram in self.diagrams.values() for value in (*diagram.revenue, *diagram.subsidy)]
        self.unit = gcd(*values)
        """Every run is worth a multiple of this."""

    def other_aims(self, _run: Run) -> tuple[Weights, ...]:
        """First revenue and first subsidy, if any route earns a subsidy."""
        earned = any(diagram.has_subsidy for diagram in self.diagrams.values())
        return (REVENUE_FIRST, SUBSIDY_FIRST) if earned else ()

    def best(self, weights: Weights, floor: int = -1) -> Found:
        """The best run over all sets of trains, by these weights; the empty run if none is above the floor."""
        found, top, proven, bound = Run(), floor, True, 0
        for trains in self.problem.alternatives:
            job = _Job(self, trains, weights, top)
            job.run()
            if job.routes is not None:
                top, found = job.best, self._run(trains, job)
            proven = proven and job.proven
            bound = max(bound, job.bound)
        return Found(found, proven, max(top, bound))

    def _run(self, trains: Trains, job: _Job) -> Run:
        """The run that a job has found, in the order of the trains."""
        left = list(zip(job.trains, job.routes or [], strict=True))
        routes = []
        for train in trains:
            n = next(n for n, (other, _) in enumerate(left) if other == train)
            used = [step for step, arc in enumerate(left.pop(n)[1]) if arc >= 0]
            if used:
                track = [self.problem.segments[self.sweep.steps[step].segment] for step in used]
                routes.append(explain(self.problem, train, *in_order(track[0].a, track)))
        return run_of(routes)


class _Job:
    """One set of trains, by one measure: the best run so far and a bound."""

    def __init__(self, search: DiagramSearch, trains: Trains, weights: Weights, best: int) -> None:
        self.search, self.best = search, best
        self.routes: ArcsByTrain | None = None
        self.proven = False
        kinds = list(dict.fromkeys(search.problem.kind(train) for train in trains))
        self.trains = sorted(trains, key=lambda train: kinds.index(search.problem.kind(train)))
        diagrams = [search.diagrams[kind] for kind in kinds]
        gains = [_gains(diagram, weights) for diagram in diagrams]
        self.fleet = Fleet(diagrams, gains, [sum(search.problem.kind(t) is kind for t in trains) for kind in kinds])
        self.step = search.unit * gcd(*weights) or 1
        self.prices = Prices(search.sweep, self.fleet)

    @property
    def late(self) -> bool:
        """Whether the time is up."""
        return time.perf_counter() > self.search.deadline

    @property
    def bound(self) -> int:
        """No run is worth more."""
        if self.proven:
            return self.best
        return int(self.prices.bound / self.step + ROUNDING) * self.step

    def run(self) -> None:
        """Find the best run, proven if the time suffices."""
        kinds = range(len(self.fleet.counts))
        self._one_by_one(kinds)
        if len(kinds) > 1:
            self._one_by_one(kinds[::-1])
        most = FIRST
        while not self.proven and not self.late:
            self.price(TURNS if len(self.trains) > 1 else 1)
            if self.bound <= self.best:
                self.proven = True
                return
            above = self.best + (1 - ROUNDING) * self.step
            self.prices.trim(above)
            found = best_joint_paths(self.search.sweep, self.prices, above, most, self.search.deadline)
            if found.routes is not None:
                self.best, self.routes = round(found.value), found.routes
            self.proven = found.whole
            most *= MORE

    def price(self, turns: int) -> None:
        """Improve the prices, at most so often, and not beyond what is needed."""
        for _ in range(turns):
            if self.prices.converged or self.bound <= self.best or self.late:
                return
            self.prices.turn(self.best)

    def _one_by_one(self, kinds: Sequence[int]) -> None:
        """A first run: one train after the other takes the best route that is left, of equal ones the shortest."""
        sweep, used, total, found = self.search.sweep, 0, 0.0, dict[int, ArcsByTrain]()
        little = self.step / 2 / (1 + len(sweep.steps))
        for kind in kinds:
            diagram, gain = self.fleet.diagrams[kind], self.fleet.gains[kind]
            for _ in range(self.fleet.counts[kind]):
                cost = [BLOCKED if step.groups & used else little for step in sweep.steps]
                route = diagram.path(gain, cost, diagram.completions(gain, cost))
                found.setdefault(kind, []).append(route)
                for step, arc in zip(sweep.steps, route, strict=True):
                    if arc >= 0:
                        used |= step.groups
                        total += gain[arc]
        if total > self.best:
            self.best, self.routes = round(total), [route for kind in sorted(found) for route in found[kind]]


def _gains(diagram: Diagram, weights: Weights) -> Numbers:
    if weights == (1, 1) and not diagram.has_subsidy:
        return diagram.revenue
    one, two = weights
    return [one * revenue + two * subsidy for revenue, subsidy in zip(diagram.revenue, diagram.subsidy, strict=True)]
