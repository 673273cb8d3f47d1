"""A Gymnasium environment: one seat is the learner's, bots or functions play the others."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from railhead.bots.player import ask, bot
from railhead.env.actions import UnknownAction
from railhead.env.aec import MODES, checked_mode, rendered, seen_by, spaces_of
from railhead.env.game import Game, table, table_at_reset

if TYPE_CHECKING:
    from railhead.core.moves import Move

BUDGET = 0.1
"""Seconds a move for bots that look ahead."""

Opponent = str | Callable[[Game, np.random.Generator], int]
"""A bot's name, or a function that takes an action for the seat that acts."""
Seen = dict[str, NDArray[Any]]


class SeatEnv(gymnasium.Env[Seen, Any]):
    """One seat of a table against the others."""

    metadata = {"render_modes": MODES}

    def __init__(
        self,
        name: str = "1889",
        seats: int | None = None,
        options: Iterable[str] = (),
        seat: int | None = 0,
        opponents: Opponent = "drifter",
        illegal: str = "end",
        render_mode: str | None = None,
        spread: int | None = None,
    ) -> None:
        """`seat` counts from 0; None draws one for every game. An illegal action ends the game, or is an error.

        `illegal="end"`: the game is over with the worst reward, -1, and `info["illegal"]` says what was wrong.
        `illegal="raise"`: it raises `UnknownAction`, and nothing has happened.
        """
        self.rules = table(name, seats, options)
        if seat is not None and (not isinstance(seat, int | np.integer) or not 0 <= seat < self.rules.seats):
            raise ValueError(f"seats are counted from 0 to {self.rules.seats - 1}, and {seat!r} is none of them")
        if illegal not in ("end", "raise"):
            raise ValueError(f"illegal is 'end' or 'raise', not {illegal!r}")
        if isinstance(opponents, str):
            bot(opponents)  # an unknown name is reported now
        elif not callable(opponents):
            raise ValueError(f"opponents is the name of a bot or a function (game, rng) -> action, not {opponents!r}")
        self.fixed_seat = seat
        self.opponents = opponents
        self.illegal = illegal
        self.render_mode = checked_mode(render_mode)
        self.spread = spread
        self.game = Game(self.rules, 0, spread)
        self.seat = self.game.seats[seat or 0]
        self._playing = False
        self.observation_space: Any
        self.action_space: Any
        self.observation_space, self.action_space = spaces_of(self.game)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """A new game, up to the first decision of the learner. Without a seed, every game is different.

        `options={"variants": [...]}` plays on with these variants of the title; the spaces may change with them.
        """
        rules = table_at_reset(self.rules, options)
        super().reset(seed=seed)
        at = int(self.np_random.integers(self.rules.seats)) if self.fixed_seat is None else self.fixed_seat
        self.game = Game(rules, int(self.np_random.integers(2**31)), self.spread)
        if rules is not self.rules:
            self.rules = rules
            self.observation_space, self.action_space = spaces_of(self.game)
        self.seat = self.game.seats[at]
        self._play_others()
        self._playing = True
        return seen_by(self.game, self.seat), self._info()

    def step(self, action: Any) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Take an action; then the others play until the learner decides again or the game is over."""
        if not self._playing:
            raise ResetNeeded("no game is being played: it has not begun, or it has ended; call reset() first")
        try:
            self.game.step(action)
        except UnknownAction as error:
            if self.illegal == "raise":
                raise
            self._playing = False
            return seen_by(self.game, self.seat), -1.0, True, False, {"illegal": str(error)}
        self._play_others()
        self._playing = not self.game.over and not self.game.cut_off
        reward = self.game.rewards()[self.seat]
        return seen_by(self.game, self.seat), reward, self.game.over, self.game.cut_off, self._info()

    def _play_others(self) -> None:
        while not self.game.over and not self.game.cut_off and self.game.seat != self.seat:
            if isinstance(self.opponents, str):
                self.game.make(self._asked(self.opponents))
            else:
                self.game.step(self.opponents(self.game, self.np_random))

    def _asked(self, name: str) -> Move:
        luck = random.Random(int(self.np_random.integers(2**31)))
        return ask(bot(name), self.game.state, self.game.seat, BUDGET, luck).move

    def _info(self) -> dict[str, Any]:
        ended = self.game.state.ended
        return {"scores": dict(ended.scores), "reason": ended.reason} if ended is not None else {}

    def render(self) -> Any:
        """The open actions as text, one to a line."""
        actions = self.game.actions
        return rendered(self.render_mode, lambda: "\n".join(actions.describe(int(at)) for at in self.game.legal()))
