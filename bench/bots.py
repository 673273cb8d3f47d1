"""How fast bots play every title, in moves a second and in units of bench/unit.py.

Drifter and Clerk in every seat, whole games one after the other; choosing and applying are both counted, in
processor time, so that a busy machine says the same.
"""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING

from unit import per_unit, seconds_a_unit

from railhead.bots.player import ask, bot, next_seat
from railhead.core.engine import apply, new_game
from railhead.titles import TITLES

if TYPE_CHECKING:
    from railhead.core.rules import Rules

SECONDS = 6.0
"""How long each bot plays each title."""


def play(rules: Rules, name: str, seconds: float) -> tuple[int, int, float]:
    """Games ended, moves made and processor seconds."""
    games, moves = 0, 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        rng = random.Random(games)
        state = new_game(rules, [f"P{n}" for n in range(rules.seats)], games)
        while state.ended is None and time.process_time() - start < seconds:
            state, _ = apply(state, ask(bot(name), state, next_seat(state), 1.0, rng).move)
            moves += 1
        games += state.ended is not None
    return games, moves, time.process_time() - start


def main() -> None:
    """Print one table."""
    unit = seconds_a_unit()
    print(f"one unit: {unit:.4f} s")
    print(f"{'title':8} {'players':>7} {'bot':>8} {'games':>6} {'moves':>7} {'ms/move':>8} {'moves/unit':>10}")
    for name, it in TITLES.items():
        rules = it.rules(min(4, it.seats[-1]))
        for who in ("drifter", "clerk"):
            games, moves, spent = play(rules, who, SECONDS)
            print(
                f"{name:8} {rules.seats:7} {who:>8} {games:6} {moves:7} {spent / moves * 1000:8.2f} "
                f"{per_unit(moves, spent, unit):>10}"
            )


if __name__ == "__main__":
    main()
