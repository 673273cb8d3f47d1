"""Positions before special decisions, from the golden playthroughs: as records, and as states."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from playthroughs.game import Game
from playthroughs.render import FOLDER, read

from railhead.play.timeline import move_to_json
from railhead.record.games import record_of, to_json

if TYPE_CHECKING:
    from railhead.core.state import State


@lru_cache(maxsize=64)
def before(name: str, verb: str) -> tuple[bytes, str]:
    """The record of a playthrough up to its first move with this verb, and that move as JSON."""
    table, lines = read(FOLDER / f"{name}.txt")
    opening = Game.begin(table)
    number = next(at for at, line in enumerate(lines) if line.split(" ")[1] == verb)
    moves = [opening.read(line) for line in lines[: number + 1]]
    return to_json(record_of(opening.state, moves[:number])), move_to_json(moves[number])


def after(name: str, count: int) -> bytes:
    """The record of a playthrough after this many moves."""
    table, lines = read(FOLDER / f"{name}.txt")
    opening = Game.begin(table)
    return to_json(record_of(opening.state, [opening.read(line) for line in lines[:count]]))


@lru_cache(maxsize=16)
def state_before(name: str, verb: str) -> State:
    """The position of a playthrough before its first move with this verb."""
    table, lines = read(FOLDER / f"{name}.txt")
    game = Game.begin(table)
    for line in lines:
        if line.split(" ")[1] == verb:
            return game.state
        game, _ = game.play(line)
    raise AssertionError(f"{name} has no {verb}")
