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
    from railhead.routes.diagram.prices import Prices
    from railhead.routes.diagram.sweep import Sweep

Nodes = tuple[int, ...]
"""A node for each train; equal trains in order."""
Track = tuple["Track", int, int, int, int] | None
"""The segments taken so far: those before, then the step, the kind of train, the node that it left, and its arc."""
Way = tuple[float, Track]
"""What was earned so far, and how."""


class Found(NamedTuple):
    """For each train the arcs of its route, by step; None if no better run was found. Whether all was searched."""

    value: float
    routes: list[list[int]] | None
    whole: bool


def search(sweep: Sweep, prices: Prices, above: float, most: int, deadline: float) -> Found:
    """The best run that is worth at least `above`, keeping at most `most` states at each step."""
    fleet = prices.fleet
    kinds = [kind for kind, count in enumerate(fleet.counts) for _ in range(count)]
    state: Nodes = tuple(fleet.diagrams[kind].root for kind in kinds)
    layer: dict[Nodes, Way] = {state: (0.0, None)}
    hopes = [_hopes(prices, kind) for kind in range(len(fleet.counts))]
    whole = True
    for n, step in enumerate(sweep.steps):
        if time.perf_counter() > deadline:
            return Found(0, None, False)
        unpaid = sum(price for g, price in enumerate(prices.best) if step.open >> g & 1 or sweep.groups[g][0] > n)
        layer = _advance(layer, n, step.groups, kinds, prices, hopes, above - unpaid)
        if len(layer) > most:
            whole = False

            def promise(nodes: Nodes, layer: dict[Nodes, Way] = layer) -> float:
                return layer[nodes][0] + sum(hopes[k][node] for k, node in zip(kinds, nodes, strict=True))

            layer = {nodes: layer[nodes] for nodes in nlargest(most, layer, promise)}
    if not layer:
        return Found(0, None, whole)
    ((value, track),) = layer.values()
    return Found(value, _routes(track, state, kinds, prices, len(sweep.steps)), whole)


def _hopes(prices: Prices, kind: int) -> list[float]:
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
    layer: dict[Nodes, Way], n: int, groups: int, kinds: list[int], prices: Prices, hopes: list[list[float]],
    least: float,
) -> dict[Nodes, Way]:  # fmt: skip
    """The states one step on from which something worth `least` may come, beside the prices that are still open."""
    diagrams = [prices.fleet.diagrams[k] for k in kinds]
    gains, hope, trains = [prices.fleet.gains[k] for k in kinds], [hopes[k] for k in kinds], range(len(kinds))
    after: dict[Nodes, Way] = {}

    def keep(nodes: list[int], value: float, track: Track) -> None:
        key = sorted_alike(nodes, kinds)
        known = after.get(key)
        if known is None or known[0] < value:
            after[key] = value, track

    for before, (value, track) in layer.items():
        left = [diagrams[t].skip[before[t]] for t in trains]
        hoped = [hope[t][left[t]] for t in trains]
        if value + sum(hoped) >= least:
            keep(left, value, track)
        for t in trains:
            node, diagram = before[t], diagrams[t]
            first, end = diagram.at[node], diagram.at[node + 1]
            if first == end or (t and kinds[t] == kinds[t - 1] and node == before[t - 1]):
                continue
            if any(diagrams[u].used[before[u]] & groups for u in trains if u != t):
                continue
            others = value + sum(hoped[:t]) + sum(hoped[t + 1 :])
            for arc in range(first, end):
                there = diagram.to[arc]
                if others + gains[t][arc] + hope[t][there] >= least:
                    nodes = left.copy()
                    nodes[t] = there
                    keep(nodes, value + gains[t][arc], (track, n, kinds[t], node, arc))
    return after


def sorted_alike(nodes: list[int], kinds: list[int]) -> Nodes:
    """Nodes with those of equal trains in order."""
    if len(nodes) == 2:
        if kinds[0] == kinds[1] and nodes[0] > nodes[1]:
            return nodes[1], nodes[0]
    elif len(set(kinds)) < len(kinds):
        return tuple(node for _, node in sorted(zip(kinds, nodes, strict=True)))
    return tuple(nodes)


def _routes(track: Track, state: Nodes, kinds: list[int], prices: Prices, steps: int) -> list[list[int]]:
    """The arcs of each train by step: of equal trains the first that is at the node takes the arc."""
    taken: dict[int, tuple[int, int, int]] = {}
    while track is not None:
        track, step, kind, node, arc = track
        taken[step] = kind, node, arc
    now, routes = list(state), [[-1] * steps for _ in kinds]
    for step in range(steps):
        mover, node, arc = taken.get(step, (-1, -1, -1))
        for t, kind in enumerate(kinds):
            diagram = prices.fleet.diagrams[kind]
            if kind == mover and now[t] == node:
                now[t], routes[t][step], mover = diagram.to[arc], arc, -1
            else:
                now[t] = diagram.skip[now[t]]
    return routes
