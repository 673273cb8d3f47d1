"""How bots play a title, in the figures by which they are compared with people: `play_style.py 1889 --players 4`.

Trains a company and round, the last phase, revenue, what floats at once, idle cash, decisions in the
opening auction, reasons that say nothing, and purchases that make no sense.
"""

from __future__ import annotations

import argparse
import random
import time
from typing import TYPE_CHECKING

from railhead.bots.diary import Diary, summary
from railhead.bots.table import play_out
from railhead.core.engine import new_game
from railhead.titles import title

if TYPE_CHECKING:
    from railhead.core.rules import Rules


def diary_of(rules: Rules, name: str, seed: int, budget: float) -> Diary:
    """One game with this bot in every seat."""
    state = new_game(rules, [f"P{n + 1}" for n in range(rules.seats)], seed)
    diary = Diary()
    diary.close(play_out(state, dict.fromkeys(state.players, name), random.Random(seed), budget, watch=diary.watch))
    return diary


def main() -> None:
    """Print one table."""
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    words.add_argument("title")
    words.add_argument("--players", type=int, default=4)
    words.add_argument("--bot", default="clerk")
    words.add_argument("--games", type=int, default=10)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--budget", type=float, default=0.5)
    given = words.parse_args()
    rules = title(given.title).rules(given.players)
    begun = time.process_time()
    found = [diary_of(rules, given.bot, given.seed + at, given.budget) for at in range(given.games)]
    print(f"{given.title}, {given.players} players, {given.bot}")
    for name, value in summary(found).items():
        print(f"  {name}: {value}")
    print(f"  processor seconds a game: {(time.process_time() - begun) / given.games:.2f}")


if __name__ == "__main__":
    main()
