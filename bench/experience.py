"""What Clerk's games against itself show: `experience.py 1889` writes the title's file of numbers.

How long phases last, and what a train adds to the run of its company: on the day it is bought and in the rounds after
it, by the number of trains that the company had already. With `--trains`, the phases in the file stay as they are.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING

import msgspec

import railhead.bots
from railhead.bots.boards import shared
from railhead.bots.diary import Diary
from railhead.bots.experience import Experience, experience_of
from railhead.bots.outlook import earnings
from railhead.bots.table import play_out
from railhead.core.change import find_frame
from railhead.core.engine import new_game
from railhead.core.moves import BuyTrain
from railhead.core.operating import OperatingTurn
from railhead.core.trains import is_trade
from railhead.titles import title

if TYPE_CHECKING:
    from railhead.bots.protocol import Choice
    from railhead.core.state import State

MOST_TRAINS, MOST_ROUNDS = 3, 6
"""Further trains, and later rounds, count as these."""
FEWEST = 5
"""With fewer observations a figure is that of the round before."""


@dataclass
class Purchase:
    """A train that was bought, and what the company had then."""

    company: str
    train: str
    owned: tuple[str, ...]
    round: int


@dataclass
class Watch:
    """What the trains of a game add to runs: each given those that its company had before it."""

    adds: defaultdict[tuple[int, int], list[float]] = field(default_factory=lambda: defaultdict(list))
    _bought: list[Purchase] = field(default_factory=list)
    _rounds: int = 0
    _last: State | None = None

    def watch(self, state: State, _seat: str, choice: Choice) -> None:
        """Note a decision before it takes effect."""
        if self._last is not None and self._last.round != state.round and self._last.round.kind == "OR":
            self._rounds += 1
            self._look(shared(state))
        self._last = state
        move, turn = choice.move, find_frame(state, OperatingTurn)
        if isinstance(move, BuyTrain) and not is_trade(move) and turn is not None:
            owned = list(state.companies[turn.company].trains)
            if move.trade in owned:
                owned.remove(move.trade)
            self._bought.append(Purchase(turn.company, move.train, tuple(owned), self._rounds))
            self._note(shared(state), self._bought[-1], tuple(owned))

    def _look(self, state: State) -> None:
        for it in list(self._bought):
            left = list(state.companies[it.company].trains)
            if it.train not in left or self._rounds - it.round > MOST_ROUNDS:
                self._bought.remove(it)
                continue
            left.remove(it.train)
            before = []
            for train in it.owned:
                if train in left:
                    left.remove(train)
                    before.append(train)
            self._note(state, it, tuple(before))

    def _note(self, state: State, it: Purchase, before: tuple[str, ...]) -> None:
        more = earnings(state, it.company, (*before, it.train)) - earnings(state, it.company, before)
        price = max(state.rules.trains[it.train].price, 1)
        self.adds[min(len(it.owned), MOST_TRAINS), self._rounds - it.round].append(more / price)


def played(name: str, seats: int, seed: int) -> tuple[dict[str, int], Watch]:
    """One game with Clerk in every seat: rounds by phase, and what trains added."""
    state = new_game(title(name).rules(seats), [f"P{n + 1}" for n in range(seats)], seed)
    diary, trains = Diary(), Watch()

    def watch(state: State, seat: str, choice: Choice) -> None:
        diary.watch(state, seat, choice)
        trains.watch(state, seat, choice)

    diary.close(play_out(state, dict.fromkeys(state.players, "clerk"), random.Random(seed), watch=watch))
    return diary.by_phase, trains


def phases_of(name: str, seats: int, games: list[dict[str, int]]) -> dict[str, float]:
    """Rounds that phases lasted: one that was skipped lasted for none; one that a game did not reach says nothing."""
    names = [phase.name for phase in title(name).rules(seats).phases]
    phases = {}
    for at, phase in enumerate(names):
        lasted = [game.get(phase, 0) for game in games if any(later in game for later in names[at:])]
        if lasted:
            phases[phase] = round(fmean(lasted), 2)
    return phases


def trains_of(games: list[Watch]) -> tuple[tuple[float, ...], ...]:
    """What trains add, by those owned before and by rounds."""
    rows: list[tuple[float, ...]] = []
    for owned in range(MOST_TRAINS + 1):
        row: list[float] = []
        for rounds in range(MOST_ROUNDS + 1):
            seen = [part for game in games for part in game.adds[owned, rounds]]
            if len(seen) >= FEWEST:
                row.append(round(fmean(seen), 2))
            elif row:
                row.append(row[-1])
        rows.append(tuple(row) or rows[-1])
    return tuple(rows)


def main() -> None:
    """Play with two, three and four players in turn, and write what was seen."""
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    words.add_argument("title")
    words.add_argument("--games", type=int, default=6)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--trains", action="store_true", help="leave the phases as they are")
    given = words.parse_args()
    seats = [number for number in (2, 3, 4) if number in title(given.title).seats]
    seen = [played(given.title, seats[at % len(seats)], given.seed + at) for at in range(given.games)]
    before = experience_of(given.title)
    known = before if given.trains else None
    found = Experience(
        title=given.title,
        games=given.games if known is None else known.games,
        phases=phases_of(given.title, seats[0], [game for game, _ in seen]) if known is None else known.phases,
        trains=trains_of([watch for _, watch in seen]),
        weights=before.weights if before is not None else {},
    )
    path = Path(railhead.bots.__path__[0]) / "experiences" / f"{given.title}.json"
    path.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
    print(found)


if __name__ == "__main__":
    main()
