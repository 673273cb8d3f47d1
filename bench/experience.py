"""How long phases last when Clerk plays every seat: `experience.py 1889` writes the title's file of numbers."""

from __future__ import annotations

import argparse
import random
from pathlib import Path
from statistics import fmean

import msgspec

import railhead.bots
from railhead.bots.diary import Diary
from railhead.bots.experience import Experience
from railhead.bots.table import play_out
from railhead.core.engine import new_game
from railhead.titles import title


def rounds_by_phase(name: str, seats: int, seed: int) -> dict[str, int]:
    """One game with Clerk in every seat."""
    state = new_game(title(name).rules(seats), [f"P{n + 1}" for n in range(seats)], seed)
    diary = Diary()
    diary.close(play_out(state, dict.fromkeys(state.players, "clerk"), random.Random(seed), watch=diary.watch))
    return diary.by_phase


def main() -> None:
    """Play with two, three and four players in turn, and write what was seen."""
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    words.add_argument("title")
    words.add_argument("--games", type=int, default=6)
    words.add_argument("--seed", type=int, default=1)
    given = words.parse_args()
    seats = [number for number in (2, 3, 4) if number in title(given.title).seats]
    seen = [rounds_by_phase(given.title, seats[at % len(seats)], given.seed + at) for at in range(given.games)]
    names = [phase.name for phase in title(given.title).rules(seats[0]).phases]
    # a phase that was skipped lasted for no round; one that a game did not reach says nothing
    phases = {}
    for at, name in enumerate(names):
        lasted = [game.get(name, 0) for game in seen if any(later in game for later in names[at:])]
        if lasted:
            phases[name] = round(fmean(lasted), 2)
    found = Experience(title=given.title, games=given.games, phases=phases)
    path = Path(railhead.bots.__path__[0]) / "experiences" / f"{given.title}.json"
    path.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
    print(given.title, phases)


if __name__ == "__main__":
    main()
