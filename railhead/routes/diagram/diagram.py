"""All routes of a kind of train as paths through one small diagram.

Segments are decided one after the other (`sweep.py`). A node is all that matters about the decisions so far: routes
in the making that can be finished in the same ways share it. So sixty million routes of a diesel need a few thousand
nodes. The state of a node:

- for every stop on the line its *mate*: where the piece of the route that ends there has its other end;
- the groups in which a segment is used;
- the marks of the stops visited (`marks.py`), and what is left of the train's range.
"""

from __future__ import annotations

import time
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from railhead.routes.diagram.marks import ILLEGAL, OVERDRAWN, Visits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railhead.routes.diagram.sweep import Step, Sweep
    from railhead.routes.problem import Kind, Problem

INNER, CLOSED = -1, -2
"""Mates of a stop that the route passes, and of an open end whose other end is behind the line."""
FINISHED = -1
"""The marks of a route that is finished."""
DONE, NOWHERE = 0, 1
"""The nodes at the end of all paths: the route is finished or the train stays at home; no legal route leads here."""
NEVER = -1e18
MOST_NODES = 500_000
"""Nodes of a diagram: about 500 bytes each while it is made."""

Mates = tuple[int, ...]
"""By slot; its own number for a stop that is not visited."""
State = tuple[Mates, int, int]
"""Mates, groups in use, marks."""
Row = tuple[int, int, int, int]
"""A choice between two nodes: its number, the node without the segment, the node with it, the arc."""


class Arc(NamedTuple):
    """A segment taken: the state after it, what is used of the range, what it earns."""

    state: State
    uses: int
    revenue: int
    subsidy: int


class TooLarge(Exception):
    """There is no room or no time for the diagram."""


class Diagram:
    """Nodes by number, those of each step together; the first of them is the train that has not left home yet."""

    def __init__(self) -> None:
        self.first: list[int] = []  # by step, and the end
        self.skip = [DONE, NOWHERE]  # by node: where it leads to leave the segment
        self.used = [0, 0]  # by node: the groups in use
        self.at = [0, 0, 0]  # by node: where its arcs begin
        self.to: list[int] = []  # by arc: where it leads to take the segment
        self.revenue: list[int] = []
        self.subsidy: list[int] = []

    @property
    def root(self) -> int:
        """The node at the start of all paths."""
        return self.first[0] if len(self.first) > 1 else DONE

    @property
    def has_subsidy(self) -> bool:
        """Whether any route earns a subsidy."""
        return any(self.subsidy)

    @cached_property
    def jump(self) -> list[int]:
        """For every node the first one at which there is a choice: itself, or one to which skipping leads."""
        found, at = self.skip.copy(), self.at
        for n in range(len(found) - 1, NOWHERE, -1):
            found[n] = n if at[n] < at[n + 1] else found[found[n]]
        return found

    @cached_property
    def rows(self) -> list[list[Row]]:
        """By step all choices; a node with several arcs is several choices, one after the other."""
        jump, at, found, more = self.jump, self.at, list[list[Row]](), len(self.skip)
        for step in range(len(self.first) - 1):
            rows = list[Row]()
            for n in range(self.first[step], self.first[step + 1]):
                here = jump[self.skip[n]]
                for arc in range(at[n], at[n + 1]):
                    last = arc + 1 == at[n + 1]
                    rows.append((n if last else more, here, jump[self.to[arc]], arc))
                    here = more
                    more += not last
            found.append(rows)
        self.size = more
        return found

    def completions(self, gain: Sequence[float], cost: Sequence[float]) -> list[float]:
        """For every node with a choice the most that is earned after it, if the segment of each step costs this."""
        rows = self.rows
        best = [NEVER] * self.size
        best[DONE] = 0.0
        for step in range(len(rows) - 1, -1, -1):
            price = cost[step]
            for n, without, having, arc in rows[step]:
                most, value = best[without], gain[arc] + best[having] - price
                best[n] = value if value > most else most
        return best

    def path(self, gain: Sequence[float], cost: Sequence[float], best: Sequence[float]) -> list[int]:
        """The arcs of the best route, by step; -1 where the segment is not used."""
        found, n, jump = [], self.root, self.jump
        for price in cost:
            chosen, after = -1, self.skip[n]
            most = best[jump[after]]
            for arc in range(self.at[n], self.at[n + 1]):
                value = gain[arc] + best[jump[self.to[arc]]] - price
                if value > most:
                    chosen, after, most = arc, self.to[arc], value
            found.append(chosen)
            n = after
        return found

    def trimmed(
        self, gain: Sequence[float], cost: Sequence[float], best: Sequence[float], least: float
    ) -> tuple[Diagram, list[int]]:
        """The diagram without routes that earn less than this, and which of the arcs it has."""
        new, nodes, arcs, at = Diagram(), [DONE, NOWHERE], list[int](), self.at
        before = [NEVER] * len(self.skip)  # the most that is earned on the way to a node
        before[self.root] = 0.0
        after = [best[n] for n in self.jump]
        for step, price in enumerate(cost):
            new.first.append(len(nodes))
            for n in range(self.first[step], self.first[step + 1]):
                earned, there = before[n], self.skip[n]
                if earned + after[n] < least:
                    continue
                nodes.append(n)
                new.skip.append(there)
                before[there] = max(before[there], earned)
                for arc in range(at[n], at[n + 1]):
                    value, there = earned + gain[arc] - price, self.to[arc]
                    if value + after[there] >= least:
                        before[there] = max(before[there], value)
                        arcs.append(arc)
                new.at.append(len(arcs))
        new.first.append(len(nodes))
        number = dict(zip(nodes, range(len(nodes)), strict=True))
        new.skip = [number.get(n, NOWHERE) for n in new.skip]
        new.used = [self.used[n] for n in nodes]
        new.to = [number[self.to[arc]] for arc in arcs]
        new.revenue, new.subsidy = ([column[arc] for arc in arcs] for column in (self.revenue, self.subsidy))
        return new, arcs


def diagram_of(problem: Problem, kind: Kind, sweep: Sweep, deadline: float) -> Diagram:
    """All routes of a kind of train."""
    made = _Making(problem, kind, sweep).make(deadline)
    free = [0.0] * len(sweep.steps)
    return made.trimmed(made.revenue, free, made.completions(made.revenue, free), 0.0)[0]


class _Making:
    def __init__(self, problem: Problem, kind: Kind, sweep: Sweep) -> None:
        self.problem, self.sweep = problem, sweep
        self.visits = Visits(problem, kind, sweep.last)
        self.free: Mates = tuple(range(sweep.width))
        self.made = Diagram()
        self.settled: dict[int, int] = {}  # what is known of marks after this step
        self.layer: dict[tuple[State, int], int] = {}  # state and what is left of the range -> node

    def make(self, deadline: float) -> Diagram:
        """Step by step all nodes that a node leads to."""
        made, steps = self.made, self.sweep.steps
        home = self._add(0) if steps else DONE
        for n, step in enumerate(steps):
            if len(made.skip) > MOST_NODES or time.perf_counter() > deadline:
                raise TooLarge
            made.first.append(home)
            before, self.layer, self.settled = self.layer, {}, {}
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
        made.first.append(len(made.skip))
        return made

    def _add(self, used: int) -> int:
        self.made.skip.append(NOWHERE)
        self.made.used.append(used)
        return len(self.made.skip) - 1

    def _node(self, state: State | None, left: int) -> int:
        """The node of a state."""
        if state is None:
            return NOWHERE
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
        joined = list(mates)
        if one != here:
            joined[here] = INNER
        if two != there:
            joined[there] = INNER
        if one != CLOSED:
            joined[one] = two
        if two != CLOSED:
            joined[two] = one
        after = self._moved(step, joined, int(one == two == CLOSED))
        if after is None:
            return []
        ways = [(marks, 0, 0, 0)]
        for stop, fresh in ((a, one == here), (b, two == there)):
            if fresh:
                ways = [
                    (visit.marks, uses + visit.uses, revenue + visit.revenue, subsidy + visit.subsidy)
                    for now, uses, revenue, subsidy in ways
                    for visit in self.visits.visit(stop, now)
                ]
        found = []
        for now, uses, revenue, subsidy in ways:
            left = self._settled(now, n, not after)
            if left != ILLEGAL:
                state = (after or self.free, (used | step.groups) & step.open, left)
                found.append(Arc(state, uses, revenue, subsidy))
        return found

    def _after(self, n: int, step: Step, state: State) -> State | None:
        """The state without the segment when the line has moved on; None if it cannot become a legal route."""
        mates, used, marks = state
        if marks == FINISHED:
            return self.free, used & step.open, FINISHED
        after = self._moved(step, mates, 0) if step.leaving else mates
        if after is None:
            return None
        left = self._settled(marks, n, not after)
        return None if left == ILLEGAL else (after or self.free, used & step.open, left)

    def _moved(self, step: Step, mates: Sequence[int], whole: int) -> Mates | None:
        """The mates when the line has moved on: none if the route is finished, None if it cannot become a route.

        `whole` pieces have no open end.
        """
        left = list(mates)
        for slot in step.leaving:
            mate, left[slot] = left[slot], slot
            if mate == CLOSED:
                whole += 1
            elif mate not in (slot, INNER):
                left[mate] = CLOSED
        if whole:
            alone = whole == 1 and all(mate in (slot, INNER) for slot, mate in enumerate(left))
            return () if alone else None
        return tuple(left) if left.count(CLOSED) <= 2 else None

    def _settled(self, marks: int, n: int, finished: bool) -> int:
        """The marks that still matter after a step."""
        if finished:
            return FINISHED if self.visits.legal(marks) else ILLEGAL
        known = self.settled.get(marks)
        if known is None:
            known = self.settled[marks] = self.visits.settled(marks, n)
        return known
