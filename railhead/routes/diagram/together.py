"""The best run of several trains: paths through their diagrams, step by step together.

A state is one node for each train. Of the ways to a state only the one that earned most is kept, and none from which,
by the prices, no better run can come. If there are too many states, the most promising are kept: the answer is a good
run, but no proof.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from railhead.routes.diagram.diagram import DONE

if TYPE_CHECKING:
    from railhead.routes.diagram.prices import Prices
    from railhead.routes.diagram.sweep import Sweep

Nodes = tuple[int, ...]
"""A node for each train; equal trains in order."""
Move = tuple[int, int, int] | None
"""The train that took a segment (its place in the state before), the node that it left, and the arc."""
Way = tuple[float, Nodes, Move]
"""What was earned so far, the state before, and the move from there."""


class Found(NamedTuple):
    """For each train the arcs of its route, by step; None if no better run was found. Whether all was searched."""

    value: float
    routes: list[list[int]] | None
    whole: bool


def search(sweep: Sweep, prices: Prices, above: float, most: int, deadline: float) -> Found:
    """The best run that is worth at least `above`, keeping so many states a step."""
    fleet = prices.fleet
    kinds = [kind for kind, count in enumerate(fleet.counts) for _ in range(count)]
    state: Nodes = tuple(fleet.diagrams[kind].root for kind in kinds)
    layers: list[dict[Nodes, Way]] = [{state: (0.0, (), None)}]
    hopes = [_hopes(prices, kind) for kind in range(len(fleet.counts))]
    whole = True
    for n, step in enumerate(sweep.steps):
        if time.perf_counter() > deadline:
            return Found(0, None, False)
        paid = sum(price for g, price in enumerate(prices.best) if step.open >> g & 1 or sweep.groups[g][0] > n)
        after = _advance(layers[-1], kinds, prices, hopes, step.groups, above - paid)
        if len(after) > most:
            whole = False
            ranked = sorted(
                after, key=lambda nodes: after[nodes][0] + sum(hopes[k][x] for k, x in zip(kinds, nodes, strict=True))
            )
            after = {nodes: after[nodes] for nodes in ranked[-most:]}
        layers.append(after)
    end: Nodes = (DONE,) * len(kinds)
    if end not in layers[-1]:
        return Found(0, None, whole)
    return Found(layers[-1][end][0], _routes(layers, kinds, prices), whole)


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
    layer: dict[Nodes, Way], kinds: list[int], prices: Prices, hopes: list[list[float]], groups: int, least: float
) -> dict[Nodes, Way]:
    """The states one step on from which something worth `least` may come, beside the prices that are still open."""
    diagrams = [prices.fleet.diagrams[k] for k in kinds]
    gains, hope, trains = [prices.fleet.gains[k] for k in kinds], [hopes[k] for k in kinds], range(len(kinds))
    after: dict[Nodes, Way] = {}

    def keep(nodes: list[int], value: float, before: Nodes, move: Move) -> None:
        key = in_order(nodes, kinds)
        known = after.get(key)
        if known is None or known[0] < value:
            after[key] = value, before, move

    for before, (value, _, _) in layer.items():
        left = [diagrams[t].skip[before[t]] for t in trains]
        hoped = [hope[t][left[t]] for t in trains]
        if value + sum(hoped) >= least:
            keep(left, value, before, None)
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
                    keep(nodes, value + gains[t][arc], before, (t, node, arc))
    return after


def in_order(nodes: list[int], kinds: list[int]) -> Nodes:
    """Nodes with those of equal trains in order."""
    if len(nodes) == 2:
        if kinds[0] == kinds[1] and nodes[0] > nodes[1]:
            return nodes[1], nodes[0]
    elif len(set(kinds)) < len(kinds):
        return tuple(node for _, node in sorted(zip(kinds, nodes, strict=True)))
    return tuple(nodes)


def _routes(layers: list[dict[Nodes, Way]], kinds: list[int], prices: Prices) -> list[list[int]]:
    """Follow the best run from its end to its start, then each train from the start."""
    moves, state = list[Move](), (DONE,) * len(kinds)
    for layer in layers[:0:-1]:
        _, state, move = layer[state]
        moves.append(move)
    now = list(state)
    routes: list[list[int]] = [[] for _ in kinds]
    for move in reversed(moves):
        mover = -1
        if move is not None:
            place, node, _ = move
            mover = next(t for t, here in enumerate(now) if here == node and kinds[t] == kinds[place])
        for t, kind in enumerate(kinds):
            diagram = prices.fleet.diagrams[kind]
            arc = move[2] if move is not None and t == mover else -1
            routes[t].append(arc)
            now[t] = diagram.to[arc] if arc >= 0 else diagram.skip[now[t]]
    return routes
