"""How fast the environment for learning steps, title by title: random moves with observation and mask at each.

The agent draws from `game.legal()`, or with `--mask` from the ones of the mask. Moves are counted, not actions, so
that figures compare whatever an action is. All times are processor time, and a
unit of bench/unit.py is measured between the titles, so that a busy machine says the same.
"""

from __future__ import annotations

import sys
import time

import numpy as np
from unit import work

from railhead.env import RailheadEnv, open_actions

TITLES = ("1889", "1894", "1843", "1824", "1893")
SECONDS = 4.0
BETWEEN = 32
"""Steps between two looks at the clock, which takes as long as a good part of a step on some machines."""


def unit(rounds: int = 5) -> float:
    """Processor seconds for a unit of work, the best of a few."""
    best = float("inf")
    for _ in range(rounds):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best


def measured(name: str, seconds: float, masked: bool = False) -> tuple[int, float]:
    """Moves made and processor seconds."""
    env = RailheadEnv(name)
    rng = np.random.default_rng(1)
    moves, seed = 0, 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        env.reset(seed=seed)
        seed += 1
        while not any(env.terminations.values()) and time.process_time() - start < seconds:
            for _ in range(BETWEEN):
                seen = env.observe(env.agent_selection)
                legal = open_actions(seen["action_mask"]) if masked else env.game.legal()
                env.step(int(legal[rng.integers(len(legal))]))
                if any(env.terminations.values()):
                    break
        moves += env.state_now.count
    return moves, time.process_time() - start


def main() -> None:
    """Print a line for each title."""
    masked = "--mask" in sys.argv
    for name in [it for it in sys.argv[1:] if it in TITLES] or TITLES:
        before = unit()
        measured(name, SECONDS, masked)  # so that what is loaded and compiled once is not counted
        moves, seconds = measured(name, SECONDS, masked)
        one = min(before, unit())
        print(
            f"{name}: {moves / seconds:.0f} moves a second, {moves / seconds * one:.1f} a unit of {one * 1000:.1f} ms"
        )


if __name__ == "__main__":
    main()
