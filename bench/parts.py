"""Which part of Clerk's judgement wins or loses: `parts.py 1843 --games 100 --file parts.jsonl`.

Two seats play each other. For every kind of decision a coin says whether a seat judges by today's weights or by those
of `clerk@1`. A regression of the share of worth on these coins tells what today's weights gain in each kind of
decision, with its standard error: a hundred games say something about all. A game can be judged before its end
(`--until`), and sets can be changed (`--sets "clerk@1,clerk:keep_needed=1.2;swap=0"`). Games are kept in the file, so
a run can be stopped and continued.

With `--weights` every weight in which the two sets differ has a coin of its own. Two hundred games then tell which of
fifty weights gain or lose a per cent of the worth.
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from msgspec.structs import replace

from railhead.bots.boards import shared
from railhead.bots.clerk import RATERS, pick, rate_by_trial
from railhead.bots.clerk.desk import Desk, Habits
from railhead.bots.clerk.listing import moves_to_rate
from railhead.bots.outlook import unit_of
from railhead.bots.weights import set_of
from railhead.core import moves as kinds
from railhead.core.engine import actors, apply, legal_moves, new_game
from railhead.titles import title

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from railhead.bots.protocol import Rated
    from railhead.bots.weights import Weights
    from railhead.core.moves import Move
    from railhead.core.rules import Rules
    from railhead.core.state import State

    Player = Callable[[State, str, random.Random], Move]

PARTS: dict[str, tuple[type[Move], ...]] = {
    "auction": (kinds.Bid,),
    "starting": (kinds.StartCompany, kinds.SetPar),
    "buying": (kinds.BuyShare,),
    "selling": (kinds.SellShares, kinds.SellLarge),
    "track": (kinds.LayTile, kinds.PlaceStation),
    "dividends": (kinds.Dividend,),
    "trains": (kinds.BuyTrain, kinds.DiscardTrain, kinds.RaiseMoney),
}
"""The kinds of move by the part of the judgement that rates them."""
REST = "everything else"
NAMES = (*PARTS, REST)
PART_OF = {kind: part for part, those in PARTS.items() for kind in those}


def named(name: str) -> Weights:
    """A set of weights by its name, with changes if there are any: `clerk` or `clerk:keep_growth=0;swap=1`."""
    known, _, changes = name.partition(":")
    changed = (it.split("=") for it in changes.split(";") if it)
    return replace(set_of(known), **{weight: float(value) for weight, value in changed})


def rated_by_parts(state: State, seat: str, habits: Mapping[str, Habits]) -> list[Rated]:
    """The moves of a seat, each rated by the habits for its part."""
    groups: dict[type[Move], list[Move]] = {}
    for move in moves_to_rate(state, seat, habits[REST]):
        groups.setdefault(type(move), []).append(move)
    if not groups:
        for move in legal_moves(state):
            if move.by == seat:
                groups.setdefault(type(move), []).append(move)
    desks = {part: Desk(state, seat, how) for part, how in habits.items()}
    found: list[Rated] = []
    for kind, those in groups.items():
        found.extend(RATERS.get(kind, rate_by_trial)(desks[PART_OF.get(kind, REST)], those))
    return sorted(found, key=lambda it: -it.score)


def choice(state: State, seat: str, habits: Mapping[str, Habits], rng: random.Random) -> Move:
    """The best move, with Clerk's usual mood."""
    found = rated_by_parts(state, seat, habits)
    if not found:
        return next(move for move in legal_moves(state) if move.by == seat)
    mood = habits[REST].weights_in(state).mood * unit_of(state.rules)
    close = [it for it in found if it.score > found[0].score - 5 * mood]
    return max(close, key=lambda it: it.score + mood * rng.gauss(0.0, 1.0)).move


def differing(sets: tuple[str, str]) -> tuple[str, ...]:
    """The weights in which two sets differ."""
    first, second = named(sets[0]), named(sets[1])
    return tuple(it for it in first.__struct_fields__ if getattr(first, it) != getattr(second, it))


def by_parts(sets: tuple[str, str], coins: list[int]) -> Player:
    """A seat that judges each kind of decision by one of the sets."""
    habits = {part: Habits(named(sets[coin])) for part, coin in zip(NAMES, coins, strict=True)}
    return lambda state, seat, rng: choice(state, seat, habits, rng)


def by_weights(sets: tuple[str, str], coins: list[int]) -> Player:
    """A seat that takes each weight from one of the sets."""
    second = named(sets[1])
    taken = {name: getattr(second, name) for name, coin in zip(differing(sets), coins, strict=True) if coin}
    habits = Habits(replace(named(sets[0]), **taken))
    return lambda state, seat, rng: pick(state, seat, habits, rng).move


def play(
    rules: Rules, sets: tuple[str, str], names: tuple[str, ...], seed: int, number: int, until: int
) -> dict[str, object]:
    """One game with coins for both seats."""
    rng = random.Random(f"{seed} {number}")
    state = new_game(rules, ["P1", "P2"], seed * 1000 + number)
    coins = {seat: [rng.randrange(2) for _ in names] for seat in state.players}
    made = by_parts if names == NAMES else by_weights
    players = {seat: made(sets, coins[seat]) for seat in state.players}
    first, second = coins
    on_the_way: dict[str, float] = {}
    while state.ended is None:
        state = shared(state)
        if state.round.kind == "SR":
            if state.round.number == until:
                break
            on_the_way.setdefault(str(state.round.number), _share(state, first))
        seat = actors(state)[0]
        state, _ = apply(state, players[seat](state, seat, rng))
    share = _share(state, first)
    return {"number": number, "coins": [coins[first], coins[second]], "share": share, "on_the_way": on_the_way}


def _share(state: State, seat: str) -> float:
    """A seat's share of everybody's worth."""
    worth = {name: max(state.rules.score(state, name), 0) for name in state.players}
    return worth[seat] / max(sum(worth.values()), 1)


def show(games: list[dict[str, object]], names: tuple[str, ...]) -> None:
    """What each part or weight gains, in per cent of the table's worth, and its standard error."""
    x = np.array([[1.0, *(np.array(it["coins"][0]) - np.array(it["coins"][1]))] for it in games])  # type: ignore[index]
    y = 100 * np.array([float(it["share"]) - 0.5 for it in games])  # type: ignore[arg-type]
    found, *_ = np.linalg.lstsq(x, y, rcond=None)
    left = y - x @ found
    error = np.sqrt(np.diag(np.linalg.pinv(x.T @ x)) * (left @ left) / max(len(y) - x.shape[1], 1))
    print(f"{len(games)} games")
    for name, gain, off in zip(("the first seat", *names), found, error, strict=True):
        print(f"{name:18} {gain:+6.2f} ± {off:.2f}   t={gain / off:+.1f}")


def main() -> None:
    """Play, and print what the parts gain."""
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    words.add_argument("title")
    words.add_argument("--games", type=int, default=100)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument(
        "--until", type=int, default=0, help="the stock round before which a game is judged; 0: the end"
    )
    words.add_argument("--sets", default="clerk@1,clerk")
    words.add_argument("--weights", action="store_true", help="a coin for every weight instead of kinds of decision")
    words.add_argument("--file", type=Path)
    given = words.parse_args()
    first, second = given.sets.split(",")
    names = differing((first, second)) if given.weights else NAMES
    kept = given.file.read_text().splitlines() if given.file and given.file.exists() else []
    games = [json.loads(line) for line in kept]
    rules = title(given.title).rules(2)
    for number in range(len(games), given.games):
        games.append(play(rules, (first, second), names, given.seed, number, given.until))
        if given.file:
            with given.file.open("a") as file:
                file.write(json.dumps(games[-1]) + "\n")
    show(games, names)


if __name__ == "__main__":
    main()
