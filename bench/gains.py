"""What a searching bot's own choices gain: `gains.py 1889 --players 2 --games 12 --file 1889.gains`.

Positions with a choice are taken from games of Clerk. The bot chooses at each; where its choice is not Clerk's, both
moves are played on to the end some times, with Clerk in every seat and the same luck for both. The mean lead of the
bot's moves is its gain per decision, in thousandths of the table's worth. A file keeps the positions and how moves
ended, so that other versions are asked about the same positions.

Of a bot that looks ahead, it also prints how far its choice was ahead by its own looks, with the standard error, and
what would be gained if a choice had to be more errors ahead.
"""

from __future__ import annotations

import argparse
import pickle
import random
from itertools import count
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import TYPE_CHECKING, NamedTuple

from railhead.bots.boards import shared
from railhead.bots.chairman import Chairman, bounds, compare, luck_of_round
from railhead.bots.clerk import pick, picked, rated
from railhead.bots.clerk.desk import CAREFUL
from railhead.bots.deadline import Deadline, clock, processor_time
from railhead.bots.player import bot
from railhead.bots.search import Luck, plans, verdict
from railhead.bots.value import shares_by_standing
from railhead.core.engine import actors, apply, new_game
from railhead.core.moves import LayTile, Move, RunTrains
from railhead.titles import title

if TYPE_CHECKING:
    from railhead.core.rules import Rules
    from railhead.core.state import State

BRISK = CAREFUL._replace(lists=False)


ERRORS = (1, 2, 3, 4)
"""How many standard errors ahead a choice might have to be."""


class Chosen(NamedTuple):
    """A move, how far it is ahead of Clerk's by the bot's own looks, and the standard error of that."""

    move: Move
    claimed: float = 0.0
    error: float = 0.0


def chosen(name: str, state: State, seat: str, budget: float) -> Chosen:
    """What a bot chooses, also by a lead that is not clear enough for it."""
    player = bot(name)
    if not isinstance(player, Chairman):
        return Chosen(player.choose(state, seat, budget, random.Random(1)).move)
    here = shared(state)
    made = plans(rated(here, seat, CAREFUL), player.reach.width)
    until = Deadline(budget * player.reach.part)
    seen = compare(here, seat, made, player.reach, until, luck_of_round(here))
    best = seen.best(errors=ERRORS[0])
    if not best:
        return Chosen(made[0].moves[0])
    low, high = bounds(seen.leads[best], seen.doubt)
    return Chosen(seen.plans[best].moves[0], (low + high) / 2, (high - low) / 2)


class Kept(NamedTuple):
    """Positions, and how the games ended that went on with a move."""

    positions: list[State]
    ends: dict[tuple[int, Move], list[float]]


def choices(rules: Rules, seed: int, number: int) -> list[State]:
    """The positions of a game of Clerk with a choice; tiles and runs left out, which searches hardly ever change."""
    rng = random.Random(f"{seed} {number}")
    state = shared(new_game(rules, [f"P{n + 1}" for n in range(rules.seats)], seed * 1000 + number))
    found: list[State] = []
    while state.ended is None:
        seat = actors(state)[0]
        rating = rated(state, seat, CAREFUL)
        if len(rating) > 1 and not isinstance(rating[0].move, (LayTile, RunTrains)):
            found.append(state)
        state = shared(apply(state, pick(state, seat, CAREFUL, rng).move)[0])
    return found


def positions(rules: Rules, games: int, each: int, seed: int) -> list[State]:
    """Some positions of each of some games."""
    rng = random.Random(seed)
    found: list[State] = []
    for number in range(games):
        there = choices(rules, seed, number)
        found.extend(there[at] for at in sorted(rng.sample(range(len(there)), min(each, len(there)))))
    return found


def ends(kept: Kept, at: int, move: Move, number: int) -> list[float]:
    """How well the seat stands at the end of games that go on with a move; worked out once."""
    found = kept.ends.setdefault((at, move), [])
    before = kept.positions[at]
    for game in range(len(found), number):
        luck = Luck(f"end {game}")
        state = shared(apply(before, move)[0])
        while state.ended is None:
            state = shared(apply(state, picked(state, actors(state)[0], BRISK, luck.nudge).move)[0])
        found.append(verdict(shares_by_standing(state), actors(before)[0]))
    return found[:number]


def main() -> None:
    """Print the gain of each choice that is not Clerk's, and the mean of all."""
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    words.add_argument("title")
    words.add_argument("--bot", default="magnate")
    words.add_argument("--players", type=int, default=2)
    words.add_argument("--games", type=int, default=12, help="that positions are taken from")
    words.add_argument("--each", type=int, default=4, help="positions of a game")
    words.add_argument("--ends", type=int, default=8, help="games to the end, for each move")
    words.add_argument("--budget", type=float, default=0.5, help="processor seconds for a decision")
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--file", type=Path, help="keep positions and ends here")
    given = words.parse_args()
    if given.file and given.file.exists():
        kept: Kept = pickle.loads(given.file.read_bytes())
    else:
        kept = Kept(positions(title(given.title).rules(given.players), given.games, given.each, given.seed), {})
    leads: list[tuple[float, Chosen]] = []
    seconds = 0.0
    for at, state in zip(count(), kept.positions, strict=False):
        seat = actors(state)[0]
        usual = rated(shared(state), seat, CAREFUL)[0].move
        with processor_time():
            begun = clock()
            found = chosen(given.bot, state, seat, given.budget)
            seconds += clock() - begun
        lead = 0.0
        if found.move != usual:
            lead = fmean(ends(kept, at, found.move, given.ends)) - fmean(ends(kept, at, usual, given.ends))
            said = f"(claimed {found.claimed * 1000:+.1f} ± {found.error * 1000:.1f})" if found.claimed else ""
            print(
                f"{at:4} {state.round.kind} {state.round.number} {lead * 1000:+7.1f} {said} {found.move} for {usual}",
                flush=True,
            )
            if given.file:
                given.file.write_bytes(pickle.dumps(kept))
        leads.append((lead, found))
    print(f"{len(leads)} decisions, {seconds / len(leads):.2f} s each; gains in thousandths of the table's worth")
    for errors in ERRORS if any(found.claimed for _, found in leads) else (0,):
        gains = [lead * 1000 if found.claimed >= errors * found.error else 0.0 for lead, found in leads]
        spread = stdev(gains) / sqrt(len(gains)) if len(gains) > 1 else 0.0
        others = sum(1 for gain in gains if gain)
        print(f"{errors} errors ahead: {others} not Clerk's, gain per decision {fmean(gains):+.2f} ± {spread:.2f}")


if __name__ == "__main__":
    main()
