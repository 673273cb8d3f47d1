"""How well a look ahead tells what a move is worth: `foresight.py 1889 --players 2 --positions 10`.

From positions of Clerk's games, the best moves are played on to the end many times with Clerk in every seat: the mean
lead over Clerk's own move is the truth. A few looks of the kind that a search takes are judged some rounds on, by
present worth, by `standing` with two sets of weights, and by the learned value. The table shows the correlation of
these leads with the truth, by the rounds that a look goes ahead.
"""

from __future__ import annotations

import argparse
import random
from statistics import correlation, fmean
from typing import TYPE_CHECKING, NamedTuple

from railhead.bots.boards import shared
from railhead.bots.clerk import pick, picked, rated
from railhead.bots.clerk.desk import CAREFUL, Habits
from railhead.bots.search import Luck, candidates, verdict
from railhead.bots.value import expected, shares, shares_by_standing
from railhead.bots.weights import CLERK, CLERK_1
from railhead.core.engine import actors, apply, new_game
from railhead.core.moves import RunTrains
from railhead.titles import title

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from railhead.bots.protocol import Rated
    from railhead.core.rules import Rules
    from railhead.core.state import State

AHEAD = (1, 2, 3, 4, 6)
"""Operating rounds after which a look is judged."""
WAYS = ("worth", "standing, clerk@1", "standing, clerk", "learned", "as the search judges")
MOVES = 6
"""Moves that are compared in a position."""
A_GAME = 4
"""Positions that are taken from one game."""


class Case(NamedTuple):
    """A position with a choice."""

    state: State
    seat: str
    moves: list[Rated]


class Seen(NamedTuple):
    """One continuation: how it looked after some rounds in each way of judging, and how it ended."""

    after: dict[int, tuple[float, ...]]
    end: float


def cases(rules: Rules, seed: int) -> Iterator[Case]:
    """Positions from Clerk's games, without end."""
    rng = random.Random(seed)
    for number in range(10**6):
        state = new_game(rules, [f"P{n + 1}" for n in range(rules.seats)], seed * 1000 + number)
        states: list[State] = []
        while state.ended is None:
            states.append(state)
            state = shared(apply(state, pick(state, actors(state)[0], CAREFUL, rng).move)[0])
        rng.shuffle(states)
        found = (_case(shared(it)) for it in states)
        yield from [it for it, _ in zip((case for case in found if case), range(A_GAME), strict=False)]


def _case(state: State) -> Case | None:
    seat = actors(state)[0]
    found = rated(state, seat, CAREFUL)
    if len(found) < 2 or isinstance(found[0].move, RunTrains):
        return None
    return Case(state, seat, candidates(found, MOVES)[:MOVES])


def judged(state: State, seat: str) -> tuple[float, ...]:
    """A position in each way of judging."""
    worth = {name: max(float(state.rules.score(state, name)), 0.0) for name in state.players}
    total = sum(worth.values()) or 1.0
    by = (
        {name: it / total for name, it in worth.items()},
        shares_by_standing(state, CLERK_1),
        shares_by_standing(state, CLERK),
        shares(state),
        expected(state),
    )
    return tuple(verdict(it, seat) for it in by)


def followed(case: Case, at: int, habits: Mapping[str, Habits], luck: Luck) -> Seen:
    """Play a move on to the end."""
    state = shared(apply(case.state, case.moves[at].move)[0])
    after: dict[int, tuple[float, ...]] = {}
    done = 0
    while state.ended is None:
        seat, before = actors(state)[0], state.round
        state = shared(apply(state, picked(state, seat, habits[seat], luck.nudge).move)[0])
        if state.round != before and before.kind == "OR":
            done += 1
            if done in AHEAD:
                after[done] = judged(state, case.seat)
    last = judged(state, case.seat)
    return Seen({far: after.get(far, last) for far in AHEAD}, last[-1])


def main() -> None:
    """Print how the leads of looks go with the truth."""
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    words.add_argument("title")
    words.add_argument("--players", type=int, default=2)
    words.add_argument("--positions", type=int, default=10)
    words.add_argument("--games", type=int, default=12, help="to the end, for the truth about a move")
    words.add_argument("--looks", type=int, default=4)
    words.add_argument("--seed", type=int, default=1)
    given = words.parse_args()
    truth: list[float] = []
    leads: dict[tuple[int, int], list[float]] = {(far, way): [] for far in AHEAD for way in range(len(WAYS))}
    found = cases(title(given.title).rules(given.players), given.seed)
    for number, case in zip(range(given.positions), found, strict=False):
        careful = dict.fromkeys(case.state.players, CAREFUL)
        lucks = [Luck(f"truth {at}") for at in range(given.games)]
        ends = [fmean(followed(case, at, careful, luck).end for luck in lucks) for at in range(len(case.moves))]
        truth.extend(end - ends[0] for end in ends[1:])
        lucks = [Luck(f"look {at}") for at in range(given.looks)]
        habits = [luck.habits(case.state.players, case.seat) for luck in lucks]
        looks = [
            [followed(case, at, how, luck).after for how, luck in zip(habits, lucks, strict=True)]
            for at in range(len(case.moves))
        ]
        for (far, way), kept in leads.items():
            means = [fmean(seen[far][way] for seen in one) for one in looks]
            kept.extend(mean - means[0] for mean in means[1:])
        print(f"{number + 1} positions, {len(truth)} moves beside Clerk's", flush=True)
    print(f"{'rounds ahead':22}", *(f"{far:6}" for far in AHEAD))
    for way, name in enumerate(WAYS):
        print(f"{name:22}", *(f"{correlation(leads[far, way], truth):6.2f}" for far in AHEAD))


if __name__ == "__main__":
    main()
