"""How bots play beside people: `play_style.py 1889 --players 4`; `play_style.py all` for every table of people.

Trains a company and round, the last phase, revenue, what floats at once, idle cash, decisions in the
opening auction, reasons that say nothing, and purchases that make no sense. What is known of people comes from
recorded games between them, one or two a table.
"""

from __future__ import annotations

import argparse
import random
import time
from statistics import fmean
from typing import TYPE_CHECKING

from railhead.bots.diary import Diary, summary
from railhead.bots.table import play_out
from railhead.core.engine import new_game
from railhead.titles import title

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railhead.core.rules import Rules

REVENUE: dict[tuple[str, int], dict[str, str]] = {
    ("1889", 3): {"OR 6.2": "1840"},
    ("1893", 3): {"OR 5.1": "1470", "OR 7.2": "1880"},
    ("1894", 3): {"OR 6.3": "3350"},
    ("1894", 4): {"OR 6.3": "3100"},
    ("1824", 4): {"OR 5.2": "1040-1250", "OR 6.2": "2100"},
}
"""All companies' revenue in games between people, by title, number of players and operating round."""
PEOPLE: dict[tuple[str, int], dict[str, str]] = {
    ("1889", 3): {"trains a company and round": "0.47", "last phase": "D"},
    ("1889", 4): {
        "trains a company and round": "0.70",
        "last phase": "6",
        "floated in the round of their start": "1.0",
    },
    ("1894", 3): {"decisions in the opening auction": "12 or 31"},
    ("1894", 4): {"decisions in the opening auction": "12 or 31", "cash after stock rounds in mid-game": "0.03-0.10"},
}
"""Other figures of people, by the same keys as the diary's."""


def diary_of(rules: Rules, name: str, seed: int, budget: float) -> Diary:
    """One game with this bot in every seat."""
    state = new_game(rules, [f"P{n + 1}" for n in range(rules.seats)], seed)
    diary = Diary()
    diary.close(play_out(state, dict.fromkeys(state.players, name), random.Random(seed), budget, watch=diary.watch))
    return diary


def revenue_in(diaries: Sequence[Diary], name: str) -> str:
    """The mean revenue of an operating round over the games that had it."""
    found = [it.revenue[name] for it in diaries if name in it.revenue]
    return f"{fmean(found):.0f} ({len(found)} games)" if found else "not reached"


def show(name: str, players: int, given: argparse.Namespace) -> None:
    """Play at one table and print its figures beside people's."""
    rules = title(name).rules(players)
    begun = time.process_time()
    found = [diary_of(rules, given.bot, given.seed + at, given.budget) for at in range(given.games)]
    print(f"{name}, {players} players, {given.bot}")
    known = PEOPLE.get((name, players), {})
    for figure, value in summary(found).items():
        print(f"  {figure}: {value}" + (f"   people: {known[figure]}" if figure in known else ""))
    for here, people in REVENUE.get((name, players), {}).items():
        print(f"  revenue in {here}: {revenue_in(found, here)}   people: {people}")
    print(f"  processor seconds a game: {(time.process_time() - begun) / given.games:.2f}", flush=True)


def main() -> None:
    """Print one table, or one for each that people played at."""
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    words.add_argument("title")
    words.add_argument("--players", type=int, default=4)
    words.add_argument("--bot", default="clerk")
    words.add_argument("--games", type=int, default=10)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--budget", type=float, default=0.5)
    given = words.parse_args()
    tables = sorted({*PEOPLE, *REVENUE}) if given.title == "all" else [(given.title, given.players)]
    for name, players in tables:
        show(name, players, given)


if __name__ == "__main__":
    main()
