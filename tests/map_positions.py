"""Positions in operating rounds, for tests of the map: games that the stand-in played, as records to import."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from railhead.core.change import find_frame
from railhead.core.engine import actors, apply, legal_moves, new_game
from railhead.core.moves import LayTile, Move
from railhead.core.operating import OperatingTurn, current_step
from railhead.core.state import State
from railhead.play.stand_in import choose
from railhead.record.games import record_of, to_json
from railhead.titles import title

SEATS = ("Ann", "Bob", "Cy")


def in_step(name: str) -> Callable[[State], bool]:
    """Whether the operating company is in a step of this name."""

    def there(state: State) -> bool:
        turn = find_frame(state, OperatingTurn)
        step = current_step(state) if turn is not None and state.top is turn else None
        return step is not None and step.name == name

    return there


@lru_cache(maxsize=32)
def played(name: str, step: str, least: int, stations: bool = False) -> tuple[State, bytes]:
    """A game that the stand-in played until a company is in a step, and its record."""
    opening = new_game(title(name).rules(len(SEATS)), list(SEATS), 7)
    state, moves = opening, []
    while state.count < least or not in_step(step)(state) or (stations and not _upgrades_station(state)):
        move = choose(state, actors(state)[0])
        assert move is not None
        assert state.ended is None
        state, _ = apply(state, move)
        moves.append(move)
    return state, to_json(record_of(opening, moves))


def _upgrades_station(state: State) -> bool:
    """Whether a hex with a station can be upgraded."""
    return any(
        isinstance(move, LayTile) and any(map(any, state.board.stations.get(move.hex, ())))
        for move in legal_moves(state)
    )


def lays(state: State) -> dict[str, list[Move]]:
    """What can be laid now, by hex."""
    found: dict[str, list[Move]] = {}
    for move in legal_moves(state):
        if isinstance(move, LayTile):
            found.setdefault(move.hex, []).append(move)
    return found
