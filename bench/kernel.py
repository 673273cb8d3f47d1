"""Replayed moves and random play: `make bench`. docs/speed.md explains the figures.

The speed of a machine varies from second to second, so every run measures the unit as well.
"""

from __future__ import annotations

import gc
import random
import statistics
import time
from typing import TYPE_CHECKING, Any

from unit import SHARED, seconds_a_unit

from railhead.core.engine import apply, legal_moves, new_game
from railhead.core.state import State
from railhead.imports.reading import follow_all, load_recording, title_of
from railhead.record.entries import Entry, remake
from railhead.titles import TITLES, title

if TYPE_CHECKING:
    from railhead.core.moves import Move
    from railhead.core.rules import Rules

PEER = {"1889": 22.1, "1893": 18.3, "1894": 22.5, "1824": 14.0}
"""Actions a unit of 18xx.games' engine on these titles."""
RANDOM_PEER = 1.65
"""Moves a unit of RL_18xx in random play with all moves listed."""


def replayed(game_rules: Rules, names: list[str], seed: int, entries: list[Entry]) -> float:
    """Seconds for a whole game, every check on but those that an entry waives; nothing is remembered from before."""
    start = time.perf_counter()
    state = new_game(game_rules, names, seed)
    for entry in entries:
        state, _ = remake(state, entry)
    return time.perf_counter() - start


def replays() -> None:
    """Every recorded game beside the project."""
    if not (SHARED / "games").is_dir():
        print("no recorded games beside the project: replays are left out")
        return
    print("replay of recorded games, every check on, median of nine (reading and translating excluded)")
    print(f"{'game':44} {'actions':>8} {'moves':>6} {'actions/unit':>12} {'x peer':>7}")
    for path in sorted((SHARED / "games").glob("*/*.game.json")):
        recording = load_recording(path)
        its_title = title_of(recording, TITLES, title)
        follower = follow_all(recording, its_title)
        game_rules, entries = follower.state.rules, follower.session.entries
        names = [player.name for player in follower.state.players.values()]
        actions = len(recording.actions) - len(recording.skipped)
        rates = []
        for _ in range(9):
            unit = seconds_a_unit()
            rates.append(actions / replayed(game_rules, names, follower.state.seed, entries) * unit)
        rate = statistics.median(rates)
        name = f"{its_title.name}/{path.name.removesuffix('.game.json')}"
        print(f"{name:44} {actions:8} {len(entries):6} {rate:12.1f} {rate / PEER[its_title.name]:7.1f}")


def random_play(seconds: float = 6.0) -> None:
    """Uniform choice among all listed moves at every decision; the middle of nine spells, each with its own unit."""
    print("\nrandom play, all legal moves listed at every decision, median of nine spells")
    print(f"{'title':8} {'players':>7} {'moves':>7} {'seconds':>8} {'moves/unit':>10} {'x peer':>7}")
    for name, it in TITLES.items():
        seats = min(4, it.seats[-1])
        rules = it.rules(seats)
        rates, seed, moves, spent = list[float](), 0, 0, 0.0
        for _ in range(9):
            unit = seconds_a_unit()
            start, made = time.perf_counter(), 0
            while time.perf_counter() - start < seconds / 9:
                made += one_game(rules, seed)
                seed += 1
            passed = time.perf_counter() - start
            rates.append(made / passed * unit)
            moves, spent = moves + made, spent + passed
        rate = statistics.median(rates)
        print(f"{name:8} {seats:7} {moves:7} {spent:8.2f} {rate:10.1f} {rate / RANDOM_PEER:7.1f}")


def one_game(rules: Rules, seed: int) -> int:
    """Random moves until the game is over."""
    rng = random.Random(seed)
    state: State = new_game(rules, [f"P{n}" for n in range(rules.seats)], seed)
    count = 0
    while state.ended is None:
        state, _ = apply(state, rng.choice(list(legal_moves(state))))
        count += 1
    return count


def lengths() -> None:
    """What a move costs in each quarter of a game, and how many positions are in memory at its end."""
    rules = TITLES["1889"].rules(4)
    spent, played = [0.0] * 4, [0] * 4
    gc.collect()
    gc.disable()
    for seed in range(6):
        moves = made_moves(rules, seed)
        state = new_game(rules, list("abcd"), seed)
        for number, move in enumerate(moves):
            quarter = 4 * number // len(moves)
            start = time.perf_counter()
            state, _ = apply(state, move)
            spent[quarter] += time.perf_counter() - start
            played[quarter] += 1
    alive = sum(type(thing) is State for thing in gc.get_objects())
    gc.enable()
    each = ", ".join(f"{seconds / number * 1e6:.0f}" for seconds, number in zip(spent, played, strict=True))
    print(f"\na move in each quarter of a random game of 1889: {each} µs; positions in memory at the end: {alive}")


def made_moves(rules: Rules, seed: int) -> list[Move]:
    """The moves of a random game."""
    state, rng, moves = new_game(rules, list("abcd"), seed), random.Random(seed), list[Any]()
    while state.ended is None:
        moves.append(rng.choice(list(legal_moves(state))))
        state, _ = apply(state, moves[-1])
    return moves


def copies() -> None:
    """A copy and an undo cost a reference, however long the game: positions are values."""
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
    replays()
    random_play()
    lengths()
    copies()
