"""How long phases last and what trains earn when Clerk plays: `experience.py 1889` writes the title's numbers."""

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


def diary_of(name: str, seats: int, seed: int) -> Diary:
    """One game with Clerk in every seat."""
    state = new_game(title(name).rules(seats), [f"P{n + 1}" for n in range(seats)], seed)
    diary = Diary()
    diary.close(play_out(state, dict.fromkeys(state.players, "clerk"), random.Random(seed), watch=diary.watch))
    return diary


def main() -> None:
    """Play with two, three and four players in turn, and write what was seen."""
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    words.add_argument("title")
    words.add_argument("--games", type=int, default=6)
    words.add_argument("--seed", type=int, default=1)
    given = words.parse_args()
    seats = [number for number in (2, 3, 4) if number in title(given.title).seats]
    seen = [diary_of(given.title, seats[at % len(seats)], given.seed + at) for at in range(given.games)]
    names = [phase.name for phase in title(given.title).rules(seats[0]).phases]
    # a phase that was skipped lasted for no round; one that a game did not reach says nothing
    phases = {}
    for at, name in enumerate(names):
        lasted = [game.by_phase.get(name, 0) for game in seen if any(later in game.by_phase for later in names[at:])]
        if lasted:
            phases[name] = round(fmean(lasted), 2)
    ran = {name: sum(game.ran.get(name, 0) for game in seen) for name in names}
    rolling = {name: sum(game.rolling.get(name, 0) for game in seen) for name in names}
    earns = {name: round(ran[name] / rolling[name], 2) for name in names if rolling[name]}
    found = Experience(title=given.title, games=given.games, phases=phases, earns=earns)
    path = Path(railhead.bots.__path__[0]) / "experiences" / f"{given.title}.json"
    path.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
    print(given.title, phases, earns)


if __name__ == "__main__":
    main()
