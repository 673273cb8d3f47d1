"""Replayed moves and random play: `make bench`. Peers' figures are those of shared/bench/peer.md."""

from __future__ import annotations

import random
import statistics
import time

from unit import SHARED, per_unit, seconds_a_unit

from railhead.core.engine import apply, legal_moves, new_game
from railhead.core.moves import Move
from railhead.core.rules import Rules
from railhead.core.state import State
from railhead.record.imports import follow_all, load_recording, title_of
from railhead.titles import TITLES, title

PEER = {"1889": 22.1, "1893": 18.3, "1894": 22.5, "1824": 14.0}
"""Actions a unit of 18xx.games' engine on these titles."""
RANDOM_PEER = 1.65
"""Moves a unit of RL_18xx in random play with all moves listed."""


def replayed(law: Rules, names: list[str], seed: int, moves: list[Move]) -> float:
    """Seconds for a whole game, every check on; nothing is remembered from an earlier replay of the board."""
    start = time.perf_counter()
    state = new_game(law, names, seed)
    for move in moves:
        state, _ = apply(state, move)
    return time.perf_counter() - start


def replays(unit: float | None) -> None:
    """Every recorded game beside the project."""
    print("replay of recorded games, every check on, median of five (reading and translating excluded)")
    print(f"{'game':44} {'actions':>8} {'moves':>6} {'seconds':>8} {'actions/unit':>12} {'x peer':>7}")
    for path in sorted((SHARED / "games").glob("*/*.game.json")):
        recording = load_recording(path)
        its_title = title_of(recording, TITLES, title)
        follower = follow_all(recording, its_title)
        law = follower.state.law
        names = [player.name for player in follower.state.players.values()]
        seconds = statistics.median(replayed(law, names, follower.state.seed, follower.moves) for _ in range(5))
        actions = len(recording.actions) - len(recording.skipped)
        rate = "-" if unit is None else f"{actions / seconds * unit / PEER[its_title.name]:.1f}"
        name = f"{its_title.name}/{path.name.removesuffix('.game.json')}"
        print(
            f"{name:44} {actions:8} {len(follower.moves):6} {seconds:8.3f} "
            f"{per_unit(actions, seconds, unit):>12} {rate:>7}"
        )


def random_play(unit: float | None, seconds: float = 4.0) -> None:
    """Uniform choice among all listed moves at every decision."""
    print("\nrandom play, all legal moves listed at every decision")
    print(f"{'title':8} {'players':>7} {'moves':>7} {'seconds':>8} {'moves/unit':>10} {'x peer':>7}")
    for name, it in TITLES.items():
        seats = min(4, it.seats[-1])
        rules = it.rules(seats)
        moves, seed, start = 0, 0, time.perf_counter()
        while time.perf_counter() - start < seconds:
            moves += one_game(rules, seed, start + seconds)
            seed += 1
        spent = time.perf_counter() - start
        rate = "-" if unit is None else f"{moves / spent * unit / RANDOM_PEER:.1f}"
        print(f"{name:8} {seats:7} {moves:7} {spent:8.2f} {per_unit(moves, spent, unit):>10} {rate:>7}")


def one_game(rules: Rules, seed: int, until: float) -> int:
    """Random moves until the game or the time is over."""
    rng = random.Random(seed)
    state: State = new_game(rules, [f"P{n}" for n in range(rules.seats)], seed)
    count = 0
    while state.ended is None and time.perf_counter() < until:
        state, _ = apply(state, rng.choice(list(legal_moves(state))))
        count += 1
    return count


def copies(unit: float | None) -> None:
    """A copy, an undo and a move late in a game cost what they cost early: positions are values."""
    state = new_game(TITLES["1889"].rules(4), list("abcd"), 1)
    states = [state]
    rng = random.Random(3)
    while state.ended is None:
        state, _ = apply(state, rng.choice(list(legal_moves(state))))
        states.append(state)
    start = time.perf_counter()
    for _ in range(100_000):
        kept = states[-2]
    each = (time.perf_counter() - start) / 100_000
    assert kept is states[-2]
    print(f"\ncopy or undo: {each * 1e9:.0f} ns (a reference: positions are values), at any length of the game")


if __name__ == "__main__":
    found = seconds_a_unit()
    print(f"one unit: {found:.4f} s" if found else "no unit: shared/bench/unit.py is absent")
    replays(found)
    random_play(found)
    copies(found)
