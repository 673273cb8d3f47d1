"""The order in which the segments of a board are decided, one after the other.

Think of a line that sweeps over the map. Behind it everything is decided, ahead of it nothing. What lies behind
matters to what lies ahead only where the line runs: at stops with segments on both sides of it, and where segments
behind and ahead share a hex side. The shorter the line, the smaller the diagrams.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railhead.network import Segment
    from railhead.routes.problem import Problem

GROWTH = 2.6
"""By about how much one more stop on the line multiplies the size of a diagram."""
SHARE = 0.3
"""How much a group on the line counts, compared with a stop."""


class Step(NamedTuple):
    """One segment to be decided."""

    segment: int  # its number in the problem
    stops: tuple[int, int]
    slots: tuple[int, int]  # the places of its stops on the line
    groups: int  # the groups to which it belongs, as bits
    open: int  # groups with segments before and after the line, once this one is decided
    leaving: tuple[int, ...]  # slots of the stops that have no further segment


class Sweep(NamedTuple):
    """All segments in order. Of a *group* of segments at most one can be used: they share a hex side."""

    steps: tuple[Step, ...]
    groups: tuple[tuple[int, ...], ...]  # the steps of each
    sides: tuple[int, ...]  # for each group the side that its segments share, as a bit
    width: int  # the most stops on the line at a time

    def last(self, stop: int) -> int:
        """The step after which a stop can no longer be visited, -1 if it never can."""
        return max((n for n, step in enumerate(self.steps) if stop in step.stops), default=-1)


def sweep_of(problem: Problem) -> Sweep:
    """A good order for the segments of a problem."""
    segments = problem.segments
    shared = _groups(segments)
    order = _order(segments, list(shared))
    place = {segment: n for n, segment in enumerate(order)}
    groups = [tuple(sorted(place[segment] for segment in group)) for group in shared]
    last = {stop: n for n, segment in enumerate(order) for stop in segments[segment][:2]}
    slot: dict[int, int] = {}
    free: list[int] = []
    width, steps = 0, []
    for n, number in enumerate(order):
        stops = segments[number][:2]
        for stop in stops:
            if stop not in slot:
                if not free:
                    free.append(width)
                    width += 1
                slot[stop] = free.pop()
        leaving = tuple(slot[stop] for stop in stops if last[stop] == n)
        steps.append(
            Step(
                number, stops, (slot[stops[0]], slot[stops[1]]),
                sum(1 << g for g, group in enumerate(groups) if n in group),
                sum(1 << g for g, group in enumerate(groups) if group[0] <= n < group[-1]),
                leaving,
            )
        )  # fmt: skip
        free.extend(leaving)
    return Sweep(tuple(steps), tuple(groups), tuple(shared.values()), width)


def _groups(segments: Sequence[Segment]) -> dict[tuple[int, ...], int]:
    """The largest sets of segments that share a hex side, each with such a side."""
    users: dict[int, list[int]] = {}
    for n, segment in enumerate(segments):
        left = segment.sides
        while left:
            side = left & -left
            users.setdefault(side, []).append(n)
            left ^= side
    shared = {frozenset(group): side for side, group in users.items()}
    return {tuple(sorted(one)): side for one, side in shared.items() if not any(one < other for other in shared)}


def _order(segments: Sequence[Segment], groups: Sequence[Sequence[int]]) -> list[int]:
    """The best of the orders that begin at each of the stops."""
    near: dict[int, list[int]] = {}
    for n, (a, b, *_) in enumerate(segments):
        near.setdefault(a, []).append(n)
        near.setdefault(b, []).append(n)
    member: list[list[int]] = [[] for _ in segments]
    for g, group in enumerate(groups):
        for n in group:
            member[n].append(g)
    best, least = list[int](), float("inf")
    for start in near:
        order, cost = _order_from(start, segments, near, member, [len(group) for group in groups], least)
        if cost < least:
            best, least = order, cost
    return best


def _order_from(
    start: int,
    segments: Sequence[Segment],
    near: dict[int, list[int]],
    member: list[list[int]],
    sizes: list[int],
    limit: float,
) -> tuple[list[int], float]:
    """Stop by stop all its segments, next the stop that brings the fewest new ones to the line; what that costs."""
    order, cost, done = list[int](), 0.0, set[int]()
    left = {stop: len(found) for stop, found in near.items()}
    group_left, begun = list(sizes), 0
    line: dict[int, None] = {}  # in the order in which they came
    here = start
    while True:
        line.setdefault(here)
        for n in near[here]:
            if n in done:
                continue
            done.add(n)
            order.append(n)
            for stop in segments[n][:2]:
                line.setdefault(stop)
                left[stop] -= 1
                if not left[stop]:
                    del line[stop]
            for g in member[n]:
                begun += (group_left[g] == sizes[g]) - (group_left[g] == 1)
                group_left[g] -= 1
            cost += GROWTH ** (len(line) + SHARE * begun)
            if cost >= limit:
                return order, cost
        waiting = line or {stop: None for stop, count in left.items() if count}
        if not waiting:
            return order, cost

        def burden(stop: int) -> float:
            rest = [n for n in near[stop] if n not in done]
            new = {segments[n].a + segments[n].b - stop for n in rest} - line.keys()
            groups = [g for n in rest for g in member[n]]
            change = sum((group_left[g] == sizes[g]) - (group_left[g] == 1) for g in groups)
            return len(new) + SHARE * change

        here = min(waiting, key=burden)
