"""All routes of a kind of train as paths through one small diagram.

Segments are decided one after the other (`sweep.py`). A node is all that matters about the decisions so far: routes
in the making that can be finished in the same ways share it. So sixty million routes of a diesel need a few thousand
nodes. The state of a node:

- for every stop on the line its *mate*: where the piece of the route that ends there has its other end;
- the groups in which a segment is used;
- the marks of the stops visited (`visits.py`), and what is left of the train's range.
"""

from __future__ import annotations

import time
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from railhead.routes.diagrams.visits import ILLEGAL, OVERDRAWN, Visits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railhead.routes.diagrams.sweep import Step, Sweep
    from railhead.routes.problem import Kind, Problem

INNER, CLOSED = -1, -2
"""Mates of a stop that the route passes, and of an open end whose other end is behind the line."""
FINISHED = -1
"""The marks of a route that is finished."""
DONE, DEAD_END = 0, 1
"""The nodes at the end of all paths: the route is finished or the train stays at home; no legal route leads here."""
NEVER = -1e18
MOST_NODES = 500_000
"""Nodes of a diagram: about 500 bytes each while it is made."""

Mates = tuple[int, ...]
"""By slot; its own number for a stop that is not visited."""
State = tuple[Mates, int, int]
"""Mates, groups in use, marks."""
Branch = tuple[int, int, int, int]
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
        self.first_node: list[int] = []  # by step, and the end
        self.skip = [DONE, DEAD_END]  # by node: where it leads to leave the segment
        self.used = [0, 0]  # by node: the groups in use
        self.first_arc = [0, 0, 0]  # by node, and the end
        self.to: list[int] = []  # by arc: where it leads to take the segment
        self.revenue: list[int] = []
        self.subsidy: list[int] = []

    @property
    def root(self) -> int:
        """The node at the start of all paths."""
        return self.first_node[0] if len(self.first_node) > 1 else DONE

    @property
    def has_subsidy(self) -> bool:
        """Whether any route earns a subsidy."""
        return any(self.subsidy)

    @cached_property
    def jump(self) -> list[int]:
        """For every node the first one at which there is a choice: itself, or one to which skipping leads."""
        found, first = self.skip.copy(), self.first_arc
        for n in range(len(found) - 1, DEAD_END, -1):
            found[n] = n if first[n] < first[n + 1] else found[found[n]]
        return found

    @cached_property
    def branches(self) -> list[list[Branch]]:
        """By step all choices.

        A node with several arcs is several choices, one after the other; all but the last have numbers of their own.
        """
        jump, first, found, number = self.jump, self.first_arc, list[list[Branch]](), len(self.skip)
        for step in range(len(self.first_node) - 1):
            branches = list[Branch]()
            for n in range(self.first_node[step], self.first_node[step + 1]):
                here = jump[self.skip[n]]
                for arc in range(first[n], first[n + 1]):
                    last = arc + 1 == first[n + 1]
                    branches.append((n if last else number, here, jump[self.to[arc]], arc))
                    here = number
                    number += not last
            found.append(branches)
        return found

    def completions(self, gain: Sequence[float], cost: Sequence[float]) -> list[float]:
        """For every choice the most that is earned after it, if the segment of each step costs this."""
        best = [NEVER] * (len(self.skip) + len(self.to))
        best[DONE] = 0.0
        for price, branches in zip(reversed(cost), reversed(self.branches), strict=True):
            for n, without, taken, arc in branches:
                most, value = best[without], gain[arc] + best[taken] - price
                best[n] = value if value > most else most
        return best

    def path(self, gain: Sequence[float], cost: Sequence[float], best: Sequence[float]) -> list[int]:
        """The arcs of the best route, by step; -1 where the segment is not used."""
        found, n, jump = [], self.root, self.jump
        for price in cost:
            chosen, after = -1, self.skip[n]
            most = best[jump[after]]
            for arc in range(self.first_arc[n], self.first_arc[n + 1]):
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
        new, nodes, arcs, first = Diagram(), [DONE, DEAD_END], list[int](), self.first_arc
        before = [NEVER] * len(self.skip)  # the most that is earned on the way to a node
        before[self.root] = 0.0
        after = [best[n] for n in self.jump]
        for step, price in enumerate(cost):
            new.first_node.append(len(nodes))
            for n in range(self.first_node[step], self.first_node[step + 1]):
                earned, there = before[n], self.skip[n]
                if earned + after[n] < least:
                    continue
                nodes.append(n)
                new.skip.append(there)
                before[there] = max(before[there], earned)
                for arc in range(first[n], first[n + 1]):
                    value, there = earned + gain[arc] - price, self.to[arc]
                    if value + after[there] >= least:
                        before[there] = max(before[there], value)
                        arcs.append(arc)
                new.first_arc.append(len(arcs))
        new.first_node.append(len(nodes))
        number = dict(zip(nodes, range(len(nodes)), strict=True))
        new.skip = [number.get(n, DEAD_END) for n in new.skip]
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
        self.relevant: dict[int, int] = {}  # of marks, those that still matter after this step
        self.layer: dict[tuple[State, int], int] = {}  # state and what is left of the range -> node

    def make(self, deadline: float) -> Diagram:
        """Step by step all nodes that a node leads to."""
        made, steps = self.made, self.sweep.steps
        home = self._add_node(0) if steps else DONE
        for n, step in enumerate(steps):
            if len(made.skip) > MOST_NODES or time.perf_counter() > deadline:
                raise TooLarge
            made.first_node.append(home)
            before, self.layer, self.relevant = self.layer, {}, {}
            last, home = home, self._add_node(0) if n + 1 < len(steps) else DONE
            made.skip[last] = home
            self._add_arcs(self._arcs(n, step, (self.free, 0, 0)), self.visits.range)
            onward: dict[State, tuple[State | None, list[Arc]]] = {}
            for (state, left), node in before.items():
                if state not in onward:
                    onward[state] = self._after(n, step, state), self._arcs(n, step, state)
                after, arcs = onward[state]
                made.skip[node] = self._node(after, left)
                self._add_arcs(arcs, left)
        made.first_node.append(len(made.skip))
        return made

    def _add_node(self, used: int) -> int:
        self.made.skip.append(DEAD_END)
        self.made.used.append(used)
        return len(self.made.skip) - 1

    def _node(self, state: State | None, left: int) -> int:
        """The node of a state."""
        if state is None:
            return DEAD_END
        if state[2] == FINISHED:
            if not state[1]:
                return DONE
            left = 0
        key = state, left
        found = self.layer.get(key)
        if found is None:
            found = self.layer[key] = self._add_node(state[1])
        return found

    def _add_arcs(self, arcs: list[Arc], left: int) -> None:
        """Add the arcs of the next node, for which this much of the range is left."""
        made = self.made
        for state, uses, revenue, subsidy in arcs:
            if not (left - uses) & OVERDRAWN:
                made.to.append(self._node(state, left - uses))
                made.revenue.append(revenue)
                made.subsidy.append(subsidy)
        made.first_arc.append(len(made.to))

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
        moved = self._moved(step, joined, int(one == two == CLOSED))
        if moved is None:
            return []
        after, finished = moved
        ways = [(marks, 0, 0, 0)]
        for stop, first_visit in ((a, one == here), (b, two == there)):
            if first_visit:
                ways = [
                    (visit.marks, uses + visit.uses, revenue + visit.revenue, subsidy + visit.subsidy)
                    for now, uses, revenue, subsidy in ways
                    for visit in self.visits.visit(stop, now)
                ]
        found = []
        for now, uses, revenue, subsidy in ways:
            left = self._relevant(now, n, finished)
            if left != ILLEGAL:
                found.append(Arc((after, (used | step.groups) & step.open, left), uses, revenue, subsidy))
        return found

    def _after(self, n: int, step: Step, state: State) -> State | None:
        """The state without the segment when the line has moved on; None if it cannot become a legal route."""
        mates, used, marks = state
        if marks == FINISHED:
            return self.free, used & step.open, FINISHED
        moved = self._moved(step, mates, 0) if step.leaving else (mates, False)
        if moved is None:
            return None
        after, finished = moved
        left = self._relevant(marks, n, finished)
        return None if left == ILLEGAL else (after, used & step.open, left)

    def _moved(self, step: Step, mates: Sequence[int], complete_pieces: int) -> tuple[Mates, bool] | None:
        """The mates when the line has moved on, and whether the route is finished; None if it cannot become one.

        A complete piece has no open end.
        """
        left = list(mates)
        for slot in step.leaving:
            mate, left[slot] = left[slot], slot
            if mate == CLOSED:
                complete_pieces += 1
            elif mate not in (slot, INNER):
                left[mate] = CLOSED
        if complete_pieces:
            alone = complete_pieces == 1 and all(mate in (slot, INNER) for slot, mate in enumerate(left))
            return (self.free, True) if alone else None
        return (tuple(left), False) if left.count(CLOSED) <= 2 else None

    def _relevant(self, marks: int, n: int, finished: bool) -> int:
        """The marks that still matter after a step."""
        if finished:
            return FINISHED if self.visits.legal(marks) else ILLEGAL
        cached = self.relevant.get(marks)
        if cached is None:
            cached = self.relevant[marks] = self.visits.still_relevant(marks, n)
        return cached
