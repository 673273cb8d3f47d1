"""The order in which the segments of a board are decided, one after the other.

Think of a line that sweeps over the map. Behind it everything is decided, ahead of it nothing. What lies behind
matters to what lies ahead only where the line runs: at stops with segments on both sides of it, and where segments
behind and ahead share a hex side. The shorter the line, the smaller the diagrams.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from railhead.routes.bits import numbers_of

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
    width: int  # the most stops on the line at a time

    def last(self, stop: int) -> int:
        """The step after which a stop can no longer be visited, -1 if it never can."""
        return max((n for n, step in enumerate(self.steps) if stop in step.stops), default=-1)


def sweep_of(problem: Problem) -> Sweep:
    """A good order for the segments of a problem."""
    segments = problem.segments
    shared = _groups(segments)
    order = _order(segments, shared)
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
    return Sweep(tuple(steps), tuple(groups), width)


def _groups(segments: Sequence[Segment]) -> list[tuple[int, ...]]:
    """The largest sets of segments that share a hex side."""
    users: dict[int, list[int]] = {}
    for n, segment in enumerate(segments):
        for side in numbers_of(segment.sides):
            users.setdefault(side, []).append(n)
    shared = dict.fromkeys(map(frozenset, users.values()))
    return [tuple(sorted(one)) for one in shared if not any(one < other for other in shared)]


def _order(segments: Sequence[Segment], groups: Sequence[Sequence[int]]) -> list[int]:
    """The best of the orders that begin at each of the stops."""
    near: dict[int, list[int]] = {}
    for n, (a, b, *_) in enumerate(segments):
        near.setdefault(a, []).append(n)
        near.setdefault(b, []).append(n)
    groups_of: list[list[int]] = [[] for _ in segments]
    for g, group in enumerate(groups):
        for n in group:
            groups_of[n].append(g)
    best, least = list[int](), float("inf")
    for start in near:
        line = _Line(segments, near, groups_of, [len(group) for group in groups])
        line.sweep(start, least)
        if line.cost < least:
            best, least = line.order, line.cost
    return best


class _Line:
    """The line as it sweeps over the map: what lies on it, the segments behind it in order, and what that costs."""

    def __init__(
        self, segments: Sequence[Segment], near: dict[int, list[int]], groups_of: list[list[int]], sizes: list[int]
    ) -> None:
        self.segments, self.near, self.groups_of, self.sizes = segments, near, groups_of, sizes
        self.order, self.cost = list[int](), 0.0
        self.stops: dict[int, None] = {}  # on the line, in the order in which they came
        self.groups = 0  # on the line
        self.segments_left = {stop: len(found) for stop, found in near.items()}
        self.group_left = sizes.copy()
        self.done: set[int] = set()

    def sweep(self, start: int, limit: float) -> None:
        """Stop by stop decide all its segments, next at the stop that makes the line grow least; up to this cost."""
        here = start
        while True:
            self.stops.setdefault(here)
            for n in self.near[here]:
                if n not in self.done:
                    self.decide(n)
                    if self.cost >= limit:
                        return
            waiting = self.stops or [stop for stop, count in self.segments_left.items() if count]
            if not waiting:
                return
            here = min(waiting, key=self.burden)

    def decide(self, n: int) -> None:
        """Move the line over a segment."""
        self.done.add(n)
        self.order.append(n)
        for stop in self.segments[n][:2]:
            self.stops.setdefault(stop)
            self.segments_left[stop] -= 1
            if not self.segments_left[stop]:
                del self.stops[stop]
        for g in self.groups_of[n]:
            self.groups += self.change(g)
            self.group_left[g] -= 1
        self.cost += GROWTH ** (len(self.stops) + SHARE * self.groups)

    def change(self, g: int) -> int:
        """A group joins the line with its first segment and leaves it with its last."""
        left = self.group_left[g]
        return (left == self.sizes[g]) - (left == 1)

    def burden(self, stop: int) -> float:
        """By how much the line grows with the segments of a stop."""
        rest = [n for n in self.near[stop] if n not in self.done]
        new = {self.segments[n].a + self.segments[n].b - stop for n in rest} - self.stops.keys()
        return len(new) + SHARE * sum(self.change(g) for n in rest for g in self.groups_of[n])
