"""All routes of a kind of train as paths through one small diagram.

Segments are decided one after the other (`sweep.py`). A node is all that matters about the decisions so far, so routes
in the making that can be finished in the same ways are one node: sixty million routes of a diesel take six thousand of
them. The state of a node:

- for every stop on the line its *mate*: where the piece of the route that ends there has its other end;
- the groups in which a segment is used;
- the marks of the stops visited (`visits.py`), and what is left of the train's range.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from railhead.routes.diagram.visits import OVERDRAWN, Visits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railhead.routes.diagram.sweep import Step, Sweep
    from railhead.routes.problem import Kind, Problem

INNER, CLOSED = -1, -2
"""Mates of a stop that the route passes, and of an open end whose other end is behind the line."""
FINISHED = -1
"""The marks of a route that is finished."""
DONE = 0
"""The node at the end of all paths: the route is finished, or the train stays at home."""
NEVER = -1e18

Mates = tuple[int, ...]
"""By slot; its own number for a stop that is not visited."""
State = tuple[Mates, int, int]
"""Mates, groups in use, marks."""


class Arc(NamedTuple):
    """A segment taken: the state after it, what is used of the range, what it earns."""

    state: State
    uses: int
    revenue: int
    subsidy: int


class TooLarge(Exception):
    """There is no time to make the diagram."""


class Diagram:
    """Nodes by number, those of each step together; the first of them is the train that has not left home yet."""

    def __init__(self) -> None:
        self.first: list[int] = []  # by step, and the end
        self.skip = [DONE]  # by node: where it leads to leave the segment; -1: nowhere
        self.used = [0]  # by node: the groups in use
        self.at = [0, 0]  # by node: where its arcs begin
        self.to: list[int] = []  # by arc: where it leads to take the segment
        self.revenue: list[int] = []
        self.subsidy: list[int] = []

    @property
    def has_subsidy(self) -> bool:
        """Whether any route earns a subsidy."""
        return any(self.subsidy)

    def completions(self, gain: Sequence[float], cost: Sequence[float]) -> list[float]:
        """For every node the most that is earned after it, where each step's segment costs this much."""
        skip, at, to = self.skip, self.at, self.to
        best = [NEVER] * len(skip)
        best[DONE] = 0.0
        for step in range(len(self.first) - 2, -1, -1):
            price = cost[step]
            for n in range(self.first[step], self.first[step + 1]):
                after = skip[n]
                most = best[after] if after >= 0 else NEVER
                for arc in range(at[n], at[n + 1]):
                    value = gain[arc] + best[to[arc]] - price
                    if value > most:
                        most = value
                best[n] = most
        return best

    def path(self, gain: Sequence[float], cost: Sequence[float], best: Sequence[float]) -> list[int]:
        """The arcs of the best route, by step; -1 where the segment is not used."""
        found, n = [], self.first[0]
        for step in range(len(self.first) - 1):
            chosen, after = -1, self.skip[n]
            most = best[after] if after >= 0 else NEVER
            for arc in range(self.at[n], self.at[n + 1]):
                value = gain[arc] + best[self.to[arc]] - cost[step]
                if value > most:
                    chosen, after, most = arc, self.to[arc], value
            found.append(chosen)
            n = after
        return found


def diagram_of(problem: Problem, kind: Kind, sweep: Sweep, deadline: float) -> Diagram:
    """All routes of a kind of train."""
    return _Making(problem, kind, sweep).make(deadline)


class _Making:
    def __init__(self, problem: Problem, kind: Kind, sweep: Sweep) -> None:
        self.problem, self.sweep = problem, sweep
        self.visits = Visits(problem, kind, sweep.last)
        self.free: Mates = tuple(range(sweep.width))
        self.made = Diagram()
        self.layer: dict[tuple[State, int], int] = {}  # state and what is left of the range -> node

    def make(self, deadline: float) -> Diagram:
        """Step by step all nodes that a node leads to."""
        made, steps = self.made, self.sweep.steps
        home = self._add(0) if steps else DONE
        for n, step in enumerate(steps):
            if time.perf_counter() > deadline:
                raise TooLarge
            made.first.append(home)
            before, self.layer = self.layer, {}
            last, home = home, self._add(0) if n + 1 < len(steps) else DONE
            made.skip[last] = home
            self._lead(self._arcs(n, step, (self.free, 0, 0)), self.visits.range)
            known: dict[State, tuple[State | None, list[Arc]]] = {}
            for (state, left), node in before.items():
                if state not in known:
                    known[state] = self._after(n, step, state), self._arcs(n, step, state)
                after, arcs = known[state]
                made.skip[node] = self._node(after, left)
                self._lead(arcs, left)
        made.first.append(len(made.skip) if steps else DONE)
        return made

    def _add(self, used: int) -> int:
        self.made.skip.append(-1)
        self.made.used.append(used)
        return len(self.made.skip) - 1

    def _node(self, state: State | None, left: int) -> int:
        """The node of a state, -1 for none."""
        if state is None:
            return -1
        if state[2] == FINISHED:
            if not state[1]:
                return DONE
            left = 0
        key = state, left
        found = self.layer.get(key)
        if found is None:
            found = self.layer[key] = self._add(state[1])
        return found

    def _lead(self, arcs: list[Arc], left: int) -> None:
        """Add the arcs of the next node, for which this much of the range is left."""
        made = self.made
        for state, uses, revenue, subsidy in arcs:
            if not (left - uses) & OVERDRAWN:
                made.to.append(self._node(state, left - uses))
                made.revenue.append(revenue)
                made.subsidy.append(subsidy)
        made.at.append(len(made.to))

    def _arcs(self, n: int, step: Step, state: State) -> list[Arc]:
        """The ways to take a segment."""
        mates, used, marks = state
        (a, b), (here, there) = step.stops, step.slots
        one, two = mates[here], mates[there]
        if marks == FINISHED or used & step.groups or INNER in (one, two) or one == there:
            return []
        ends = self.problem.ends
        if (one != here and ends[a]) or (two != there and ends[b]):
            return []
        ways = [(marks, 0, 0, 0)]
        for stop, fresh in ((a, one == here), (b, two == there)):
            if fresh:
                ways = [
                    (visit.marks, uses + visit.uses, revenue + visit.revenue, subsidy + visit.subsidy)
                    for now, uses, revenue, subsidy in ways
                    for visit in self.visits.visit(stop, now)
                ]
        joined = list(mates)
        if one != here:
            joined[here] = INNER
        if two != there:
            joined[there] = INNER
        if one != CLOSED:
            joined[one] = two
        if two != CLOSED:
            joined[two] = one
        whole = int(one == two == CLOSED)
        found = []
        for now, uses, revenue, subsidy in ways:
            after = self._after(n, step, (tuple(joined), used | step.groups, now), whole)
            if after is not None:
                found.append(Arc(after, uses, revenue, subsidy))
        return found

    def _after(self, n: int, step: Step, state: State, whole: int = 0) -> State | None:
        """The state when the line has moved on; None if no legal route comes of it. `whole` pieces have no open end."""
        mates, used, marks = state
        used &= step.open
        if marks == FINISHED:
            return self.free, used, FINISHED
        left = list(mates)
        for slot in step.leaving:
            mate, left[slot] = left[slot], slot
            if mate == CLOSED:
                whole += 1
            elif mate not in (slot, INNER):
                left[mate] = CLOSED
        if whole:
            alone = all(mate in (slot, INNER) for slot, mate in enumerate(left))
            return (self.free, used, FINISHED) if whole == 1 and alone and self.visits.legal(marks) else None
        marks = self.visits.settled(marks, n)
        if marks < 0 or left.count(CLOSED) > 2:
            return None
        return tuple(left), used, marks
