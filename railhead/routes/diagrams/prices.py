"""Prices on track: a true bound on what several trains can earn together.

Put a price on every group of segments of which only one can be used. Then no run is worth more than all prices and,
for each train, its best route after paying for its segments: the trains of a run pay each price once at most. The
lower this bound, the better the prices. They rise where more trains would run than can, and fall where fewer would
(Lagrangian relaxation, improved by the volume algorithm).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from railhead.routes.diagrams.diagram import Diagram
    from railhead.routes.diagrams.sweep import Sweep

Numbers = Sequence[float]
MEMORY = 0.15
"""How much the latest routes count in the mean use of a group."""
IDLE, SMALLER = 6, 0.6
"""After how many turns without a lower bound the steps become smaller, and by how much."""
STEP, LEAST_STEP = 0.5, 0.002
UNKNOWN = 1e15
"""A bound before the first turn."""


class Fleet(NamedTuple):
    """The trains that are to run together, by kind."""

    diagrams: list[Diagram]
    gains: list[Numbers]  # what each arc is worth
    counts: list[int]


class Prices:
    """The prices with the lowest bound so far."""

    def __init__(self, sweep: Sweep, fleet: Fleet) -> None:
        self.fleet = fleet
        self.groups = [[g for g in range(len(sweep.groups)) if step.groups >> g & 1] for step in sweep.steps]
        self.now = self.best = [0.0] * len(sweep.groups)
        self.mean: list[float] = []
        self.bound, self.size, self.idle = UNKNOWN, STEP, 0
        self.cost: Numbers = ()
        self.completions: list[list[float]] = []
        """For each kind what every node can still earn at the best prices."""

    @property
    def converged(self) -> bool:
        """Whether the bound hardly falls any more."""
        return self.size < LEAST_STEP

    def turn(self, target: float) -> None:
        """Compute the bound at the prices of now, then move them; no bound is below the target."""
        cost = [sum(self.now[g] for g in groups) for groups in self.groups]
        bound, use, after = sum(self.now), [0.0] * len(self.now), []
        for diagram, gain, count in zip(*self.fleet, strict=True):
            best = diagram.completions(gain, cost)
            after.append(best)
            bound += count * best[diagram.jump[diagram.root]]
            for step, arc in enumerate(diagram.path(gain, cost, best)):
                if arc >= 0:
                    for g in self.groups[step]:
                        use[g] += count
        self.mean = [MEMORY * new + (1 - MEMORY) * old for new, old in zip(use, self.mean or use, strict=True)]
        self.idle += 1
        if bound < self.bound:
            self.bound, self.best, self.cost, self.completions, self.idle = bound, self.now, cost, after, 0
        elif self.idle >= IDLE:
            self.size, self.idle = self.size * SMALLER, 0
        self._move(target)

    def trim(self, least: float) -> None:
        """Leave out every route that is in no run worth this much.

        If a train takes a route worth d less than its best (after paying), the bound falls by d.
        """
        for kind, best in enumerate(self.completions):
            diagram, gain = self.fleet.diagrams[kind], self.fleet.gains[kind]
            top = best[diagram.jump[diagram.root]]
            less, arcs = diagram.trimmed(gain, self.cost, best, top - (self.bound - least))
            self.fleet.diagrams[kind], self.fleet.gains[kind] = less, [gain[arc] for arc in arcs]
            self.completions[kind] = less.completions(self.fleet.gains[kind], self.cost)

    def _move(self, target: float) -> None:
        pairs = list(zip(self.mean, self.best, strict=True))
        length = sum((use - 1) ** 2 for use, price in pairs if use > 1 or price > 0)
        if length:
            far = self.size * (self.bound - target) / length
            self.now = [max(0.0, price + far * (use - 1)) for use, price in pairs]
        else:
            self.size = 0.0
