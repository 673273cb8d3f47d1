"""The best run of several trains: paths through their diagrams, step by step together.

A state is one node for each train. Of the ways to a state only the one that earned most is kept, and none from which,
by the prices, no better run can come. If there are too many states, the most promising are kept: the answer is a good
run, but no proof.
"""

from __future__ import annotations

import time
from heapq import nlargest
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from railhead.routes.diagrams.prices import Prices
    from railhead.routes.diagrams.sweep import Sweep

Nodes = tuple[int, ...]
"""A node for each train; equal trains in order."""
Taken = tuple["Taken", int, int, int, int] | None
"""The segments taken so far: those before, then the step, the kind of train, the node that it left, and its arc."""
Earned = tuple[float, Taken]
"""What was earned so far, and how."""
ArcsByTrain = list[list[int]]
"""For each train the arcs of its route, by step; -1 where it does not use the segment."""


class JointRun(NamedTuple):
    """The run (None if no better one was found), what it is worth, and whether all was searched."""

    value: float
    routes: ArcsByTrain | None
    whole: bool


def best_joint_paths(sweep: Sweep, prices: Prices, above: float, most: int, deadline: float) -> JointRun:
    """The best run that is worth at least `above`, keeping at most `most` states at each step."""
    fleet = prices.fleet
    kinds = [kind for kind, count in enumerate(fleet.counts) for _ in range(count)]
    state: Nodes = tuple(fleet.diagrams[kind].root for kind in kinds)
    layer: dict[Nodes, Earned] = {state: (0.0, None)}
    potentials = [_potentials(prices, kind) for kind in range(len(fleet.counts))]
    whole = True
    for n, step in enumerate(sweep.steps):
        if time.perf_counter() > deadline:
            return JointRun(0, None, False)
        unpaid = sum(price for g, price in enumerate(prices.best) if step.open >> g & 1 or sweep.groups[g][0] > n)
        layer = _advance(layer, n, step.groups, kinds, prices, potentials, above - unpaid)
        if len(layer) > most:
            whole = False

            def promise(nodes: Nodes, layer: dict[Nodes, Earned] = layer) -> float:
                return layer[nodes][0] + sum(potentials[k][node] for k, node in zip(kinds, nodes, strict=True))

            layer = {nodes: layer[nodes] for nodes in nlargest(most, layer, promise)}
    if not layer:
        return JointRun(0, None, whole)
    ((value, taken),) = layer.values()
    return JointRun(value, _routes(taken, state, kinds, prices, len(sweep.steps)), whole)


def _potentials(prices: Prices, kind: int) -> list[float]:
    """For every node what it can still earn, less the prices of the groups in which it has used a segment."""
    spent: dict[int, float] = {}
    found = []
    diagram, best = prices.fleet.diagrams[kind], prices.completions[kind]
    for used, node in zip(diagram.used, diagram.jump, strict=True):
        if used not in spent:
            spent[used] = sum(price for g, price in enumerate(prices.best) if used >> g & 1)
        found.append(best[node] - spent[used])
    return found


def _advance(
    layer: dict[Nodes, Earned], n: int, groups: int, kinds: list[int], prices: Prices, potentials: list[list[float]],
    least: float,
) -> dict[Nodes, Earned]:  # fmt: skip
    """The states after this step from which a run can still reach `least`, which leaves out the prices still open."""
    diagrams = [prices.fleet.diagrams[k] for k in kinds]
    gains, potential = [prices.fleet.gains[k] for k in kinds], [potentials[k] for k in kinds]
    trains = range(len(kinds))
    after: dict[Nodes, Earned] = {}

    def keep(nodes: list[int], value: float, taken: Taken) -> None:
        key = sorted_alike(nodes, kinds)
        best = after.get(key)
        if best is None or best[0] < value:
            after[key] = value, taken

    for before, (value, taken) in layer.items():
        skipped = [diagrams[t].skip[before[t]] for t in trains]
        still = [potential[t][skipped[t]] for t in trains]
        if value + sum(still) >= least:
            keep(skipped, value, taken)
        for t in trains:
            node, diagram = before[t], diagrams[t]
            first, end = diagram.first_arc[node], diagram.first_arc[node + 1]
            if first == end or (t and kinds[t] == kinds[t - 1] and node == before[t - 1]):
                continue
            if any(diagrams[u].used[before[u]] & groups for u in trains if u != t):
                continue
            others = value + sum(still[:t]) + sum(still[t + 1 :])
            for arc in range(first, end):
                there = diagram.to[arc]
                if others + gains[t][arc] + potential[t][there] >= least:
                    nodes = skipped.copy()
                    nodes[t] = there
                    keep(nodes, value + gains[t][arc], (taken, n, kinds[t], node, arc))
    return after


def sorted_alike(nodes: list[int], kinds: list[int]) -> Nodes:
    """Nodes with those of equal trains in order."""
    if len(nodes) == 2:
        if kinds[0] == kinds[1] and nodes[0] > nodes[1]:
            return nodes[1], nodes[0]
    elif len(set(kinds)) < len(kinds):
        return tuple(node for _, node in sorted(zip(kinds, nodes, strict=True)))
    return tuple(nodes)


def _routes(taken: Taken, state: Nodes, kinds: list[int], prices: Prices, steps: int) -> ArcsByTrain:
    """The arcs of each train by step: of equal trains the first that is at the node takes the arc."""
    moves: dict[int, tuple[int, int, int]] = {}
    while taken is not None:
        taken, step, kind, node, arc = taken
        moves[step] = kind, node, arc
    now, routes = list(state), [[-1] * steps for _ in kinds]
    for step in range(steps):
        mover, node, arc = moves.get(step, (-1, -1, -1))
        for t, kind in enumerate(kinds):
            diagram = prices.fleet.diagrams[kind]
            if kind == mover and now[t] == node:
                now[t], routes[t][step], mover = diagram.to[arc], arc, -1
            else:
                now[t] = diagram.skip[now[t]]
    return routes
