"""Many games at once, for learning by self-play: one array of observations, one of masks, one action a game.

A game that ends is followed by a new one in the same place, so that the arrays always stay full.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from railhead.env.game import Game, seed_of, table, whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray


@dataclass(frozen=True)
class Turn:
    """What every game of a batch asks now; row n belongs to game n."""

    observations: NDArray[np.float32]
    masks: NDArray[np.int8]
    seats: NDArray[np.int64]  # which seat acts, counted from 0


@dataclass(frozen=True)
class Outcome:
    """A game that has just ended."""

    game: int
    rewards: tuple[float, ...]  # by seat
    cut_off: bool
    moves: int


class Batch:
    """Several games of one table, stepped together. The next step overwrites the arrays of a turn."""

    def __init__(
        self,
        name: str,
        games: int,
        seats: int | None = None,
        options: Iterable[str] = (),
        seed: int | None = None,
        spread: int | None = None,
    ) -> None:
        games = whole("a number of games", games)
        if games < 1:
            raise ValueError(f"a batch has one game at least, not {games}")
        self.rules = table(name, seats, options)
        self.spread = spread
        self.luck = np.random.default_rng(None if seed is None else seed_of(seed))
        self.games = [self._new() for _ in range(games)]
        first = self.games[0]
        self._observations = np.zeros((games, first.observer.size), np.float32)
        self._masks = np.zeros((games, first.actions.size), np.int8)
        self._open: list[NDArray[np.int64]] = [np.zeros(0, np.int64)] * games

    def _new(self) -> Game:
        return Game(self.rules, int(self.luck.integers(2**31)), self.spread)

    def turn(self) -> Turn:
        """What is asked now."""
        for at, game in enumerate(self.games):
            self._observations[at] = game.observe()
            self._masks[at, self._open[at]] = 0
            self._open[at] = game.legal()
            self._masks[at, self._open[at]] = 1
        seats = np.asarray([game.seats.index(game.seat) for game in self.games], np.int64)
        return Turn(self._observations, self._masks, seats)

    def step(self, actions: Sequence[int] | NDArray[np.int64]) -> list[Outcome]:
        """Take one action in every game; games that end are returned, and new ones begin in their place.

        If one of the actions is not open, this is an `UnknownAction`, and no game has moved.
        """
        if not hasattr(actions, "__len__"):
            raise ValueError(f"a batch needs a list of actions, one for each game, not {actions!r}")
        if len(actions) != len(self.games):
            raise ValueError(f"{len(actions)} actions for {len(self.games)} games")
        checked = [game.checked(action) for game, action in zip(self.games, actions, strict=True)]
        ended = []
        for at, (game, action) in enumerate(zip(self.games, checked, strict=True)):
            game.step(action)
            if game.over or game.cut_off:
                ended.append(Outcome(at, tuple(game.rewards().values()), game.cut_off, game.state.count))
                self.games[at] = self._new()
        return ended
