"""One unit of work on this machine, so that timings from different machines compare.

A unit is the time that this interpreter takes for a fixed mix of what a rules engine does: small frozen records
replaced, dicts copied, integers used as sets of bits. Divide any timing by it. As a program it prints the seconds.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from pathlib import Path

SHARED = Path(__file__).resolve().parents[2] / "shared"
"""Recorded games and positions beside the project; benchmarks that need them say so when they are not there."""
STEPS, ENTRIES = 4000, 64
"""The size of a unit. Figures in the docs are in this unit: change neither."""


@dataclass(frozen=True, slots=True)
class _Holding:
    owner: str
    cash: int
    shares: tuple[int, ...]


def work() -> int:
    """A unit of work; the number keeps it from being left out."""
    found = 0
    table = {f"k{at}": at for at in range(ENTRIES)}
    holding = _Holding("a", 0, (1, 2, 3, 4))
    for step in range(STEPS):
        holding = replace(holding, cash=holding.cash + step)
        other = dict(table)
        other[f"k{step % ENTRIES}"] = step
        bits = (1 << (step % 97)) | (1 << (step % 89))
        while bits:
            bits &= bits - 1
            found += 1
        found += len(other) + holding.cash % 7 + sum(holding.shares)
        found += (holding.owner, step & 3) in {("a", 1), ("b", 2)}
    return found


def seconds_a_unit(rounds: int = 5) -> float:
    """Seconds for a unit of work here, the best of a few."""
    best = float("inf")
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best


def per_unit(number: float, seconds: float, unit: float) -> str:
    """How much is done in a unit, as text."""
    return f"{number / seconds * unit:.1f}"


if __name__ == "__main__":
    print(f"{seconds_a_unit():.6f}")
