"""Seeded games played to the end by bots or at random, with every invariant checked after every move."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from railhead.core.engine import apply, legal_moves, new_game
from railhead.core.invariants import broken_invariants
from railhead.core.money import total_money
from railhead.core.moves import to_text
from railhead.core.state import State

if TYPE_CHECKING:
    from railhead.core.rules import Rules

MOST_MOVES = 20_000
"""A game that has not ended after this many moves counts as stuck."""

Chooser = Callable[[State, list[Any], random.Random], Any]


class Tally(msgspec.Struct, kw_only=True):
    """The results of a number of simulated games."""

    title: str
    games: int
    finished: int = 0
    stuck: int = 0
    broken: list[str] = []
    moves: int = 0
    seconds: float = 0.0
    moves_per_second: float = 0.0
    games_per_second: float = 0.0
    end_reasons: dict[str, int] = {}
    stopped: bool = False  # somebody pressed Ctrl-C; the figures cover the games before that

    def line(self) -> str:
        """The results in one line."""
        ends = ", ".join(f"{reason} {number}" for reason, number in sorted(self.end_reasons.items()))
        return f"{self.finished} of {self.games} games ended ({ends}) in {self.moves} moves and {self.seconds:.0f} s"


def any_move(_state: State, moves: list[Any], rng: random.Random) -> Any:
    """Any legal move, all equally likely."""
    return rng.choice(moves)


def simulate(
    rules: Rules,
    games: int,
    seed: int,
    choose: Chooser = any_move,
    progress: Callable[[int], None] = lambda _done: None,
) -> Tally:
    """Play this many games; game number n uses the seed plus n. Ctrl-C ends the run and keeps the finished games."""
    tally = Tally(title=rules.title, games=games)
    reasons: Counter[str] = Counter()
    start = time.perf_counter()
    try:
        for number in range(games):
            outcome = play_out(rules, seed + number, choose, tally)
            if outcome is not None:
                reasons[outcome] += 1
                tally.finished += 1
            progress(number + 1)
    except KeyboardInterrupt:
        tally.stopped = True
    tally.seconds = round(time.perf_counter() - start, 3)
    tally.moves_per_second = round(tally.moves / max(tally.seconds, 1e-9), 1)
    tally.games_per_second = round(tally.finished / max(tally.seconds, 1e-9), 3)
    tally.end_reasons = dict(reasons)
    return tally


def play_out(rules: Rules, seed: int, choose: Chooser, tally: Tally) -> str | None:
    """Play one game; return why it ended, or None if it broke or got stuck."""
    state = new_game(rules, names(rules.seats), seed)
    money = total_money(state)
    rng = random.Random(seed)
    while state.ended is None:
        moves = list(legal_moves(state))
        if not moves or state.count >= MOST_MOVES:
            tally.stuck += 1
            return None
        move = choose(state, moves, rng)
        try:
            state, _ = apply(state, move)
            faults = broken_invariants(state, money)
        except Exception as error:
            faults = [f"{type(error).__name__}: {error}"]
        tally.moves += 1
        if faults:
            tally.broken.append(f"seed {seed}, move {state.count}, {to_text(move)}: {'; '.join(faults)}")
            return None
    return state.ended.reason


def names(seats: int) -> Sequence[str]:
    """Names for players who have none."""
    return [f"Player {seat + 1}" for seat in range(seats)]
