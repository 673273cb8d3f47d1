"""Wrong moves made of right ones: a field is changed, or the move comes from another moment of the game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from msgspec.structs import asdict, replace

from railhead.conformance import random_game
from railhead.core.engine import actors
from railhead.core.state import IPO, POOL, State
from railhead.core.trains import SUPPLY

KEPT = 200
"""Moves of a kind that are remembered for later moments."""


def changed(state: State, move: Any, rng: random.Random) -> Any:
    """The move with one field changed to something else that exists in the game, or to another number."""
    field, value = rng.choice(list(asdict(move).items()))
    rules = state.rules
    named: dict[str, list[str]] = {
        "by": list(state.players),
        "company": list(state.companies),
        "private": list(state.privates),
        "hex": list(rules.map.hexes),
        "tile": list(rules.map.tiles),
        "train": list(rules.trains),
        "trade": ["", *rules.trains],
        "source": [IPO, POOL, SUPPLY, *state.companies],
    }
    if named.get(field):
        return replace(move, **{field: rng.choice(named[field])})
    if isinstance(value, int) and not isinstance(value, bool):
        return replace(move, **{field: rng.choice((value + 1, value - 1, value + 10, value - 10, 2 * value, 0, 1))})
    if isinstance(value, str):
        return replace(move, **{field: rng.choice([*state.companies, *state.privates, *state.players])})
    return move


def wrong_moves(start: State, seed: int) -> Iterator[tuple[State, Any]]:
    """The positions of a random game, each with some moves that are wrong there in most cases."""
    rng = random.Random(seed)
    seen: dict[type[Any], list[Any]] = {}
    for state, listed in random_game(start, seed):
        moves = list(listed)
        for move in moves:
            kept = seen.setdefault(type(move), [])
            if len(kept) < KEPT:
                kept.append(move)
            else:
                kept[rng.randrange(KEPT)] = move
        waiting = actors(state)
        if not moves or not waiting:
            continue
        yield state, changed(state, rng.choice(moves), rng)
        other = replace(rng.choice(seen[rng.choice(list(seen))]), by=rng.choice(waiting))
        yield state, other
        yield state, changed(state, other, rng)
