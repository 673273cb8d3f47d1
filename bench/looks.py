"""How many looks ahead a searching bot gets in a second of processor time, title by title.

Clerk plays a game; at every few decisions the plans for the turn are made as Chairman makes them, and looked at one
after the other. `looks.py [TITLE ...] [--profile]`.
"""

from __future__ import annotations

import cProfile
import pstats
import random
import sys
import time
from typing import TYPE_CHECKING

from unit import work

from railhead.bots.clerk import pick, rated
from railhead.bots.deadline import Deadline, processor_time
from railhead.bots.player import next_seat
from railhead.bots.search import Effort, look, plans
from railhead.core.engine import apply, new_game
from railhead.core.moves import RunTrains
from railhead.titles import TITLES

if TYPE_CHECKING:
    from railhead.core.state import State

HASTILY = Effort(2, builds=False)
SECONDS = 0.5
"""What a decision has, in processor time."""
EVERY = 23
"""Every how many decisions of a game the bot is asked."""
MOST = 14
"""How many decisions of a title the bot is asked about."""


def positions(name: str, seats: int) -> list[State]:
    """Positions with a choice from a game of Clerk."""
    rng = random.Random(5)
    state = new_game(TITLES[name].rules(seats), [f"P{n}" for n in range(seats)], 5)
    found: list[State] = []
    number = 0
    while state.ended is None:
        seat = next_seat(state)
        choice = pick(state, seat, rng=rng)
        if not isinstance(choice.move, RunTrains):
            number += 1
            if not number % EVERY:
                found.append(state)
        state, _ = apply(state, choice.move)
    step = max(len(found) // MOST, 1)
    return found[::step][:MOST]


def thought_over(state: State) -> tuple[int, int, float]:
    """Plans made, looks taken, and processor seconds."""
    start = time.thread_time()
    until = Deadline(SECONDS)
    seat = next_seat(state)
    found = rated(state, seat)
    if len(found) == 1:
        return 0, 0, 0.0
    made = plans(found, 8)
    looks = 0
    while not until.passed:
        if look(state, made[looks % len(made)], seat, HASTILY, until, str(looks // len(made))) is not None:
            looks += 1
    return len(made), looks, time.thread_time() - start


def processor_unit(rounds: int = 5) -> float:
    """Processor seconds for a unit of work, the best of a few."""
    best = float("inf")
    for _ in range(rounds):
        start = time.thread_time()
        work()
        best = min(best, time.thread_time() - start)
    return best


def main() -> None:
    """Print a line for each title."""
    names = [it for it in sys.argv[1:] if not it.startswith("-")] or [*TITLES]
    profile = cProfile.Profile(time.thread_time) if "--profile" in sys.argv else None
    unit = processor_unit()
    print(f"one unit: {unit:.4f} s")
    for name in names:
        seats = min(3, TITLES[name].seats[-1])
        there = positions(name, seats)
        if profile is not None:
            profile.enable()
        with processor_time():
            found = [thought_over(state) for state in there]
        if profile is not None:
            profile.disable()
        seconds = sum(it[2] for it in found)
        looks = sum(it[1] for it in found)
        each = sorted(it[1] / it[2] for it in found if it[2])
        middle = each[len(each) // 2]
        print(
            f"{name}: {len(each)} decisions of {seats} players, {sum(it[0] for it in found) / len(each):.1f} plans, "
            f"{looks / seconds:.1f} looks a second ({each[0]:.1f} to {each[-1]:.1f}, median {middle:.1f}), "
            f"{looks / seconds * unit:.3f} a unit"
        )
    if profile is not None:
        pstats.Stats(profile).sort_stats("cumulative").print_stats(60)


if __name__ == "__main__":
    main()
