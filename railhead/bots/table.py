"""A game between bots, from the opening or from any position to the end."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from railhead.bots.deadline import clock as clock_now
from railhead.bots.player import ask, bot, next_seat
from railhead.bots.protocol import Choice
from railhead.core.engine import apply
from railhead.core.state import State

if TYPE_CHECKING:
    import random

MOST = 20_000
"""Moves after which a game is given up: a bot that goes round in circles is a fault."""

Watcher = Callable[[State, str, Choice], None]
"""Told of every decision before it takes effect."""


class EndlessGame(RuntimeError):
    """A game that did not end."""


@dataclass
class Clock:
    """How long bots thought, by name."""

    moves: dict[str, int] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)

    def note(self, name: str, seconds: float) -> None:
        """Count a move."""
        self.moves[name] = self.moves.get(name, 0) + 1
        self.seconds[name] = self.seconds.get(name, 0.0) + seconds


def play_out(
    state: State,
    bots: Mapping[str, str],
    rng: random.Random,
    budget: float = 1.0,
    clock: Clock | None = None,
    watch: Watcher | None = None,
) -> State:
    """The end of a game in which each seat is played by the bot of this name."""
    players = {seat: bot(name) for seat, name in bots.items()}
    while state.ended is None:
        if state.count > MOST:
            raise EndlessGame(f"{state.rules.title}: no end after {MOST} moves")
        seat = next_seat(state)
        begun = clock_now()
        choice = ask(players[seat], state, seat, budget, rng)
        if clock is not None:
            clock.note(bots[seat], clock_now() - begun)
        if watch is not None:
            watch(state, seat, choice)
        state, _ = apply(state, choice.move)
    return state
