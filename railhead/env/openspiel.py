"""A game and its states with OpenSpiel's methods. OpenSpiel itself is not needed, and its own classes are not used.

`pyspiel_games.py` beside it registers the titles with OpenSpiel, for algorithms that ask for its classes. Chance is
in the seed, which is drawn when a game begins: there are no chance nodes after that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railhead.env.game import LONGEST, Game, table

if TYPE_CHECKING:
    from collections.abc import Iterable

TERMINAL = -4
"""OpenSpiel's number for the player of a state that is over."""


def number_of(game: Game) -> int:
    """The number of the player who acts, counted from 0."""
    return game.seats.index(game.seat)


class OpenSpielGame:
    """A table as OpenSpiel sees it."""

    def __init__(
        self,
        name: str = "1889",
        seats: int | None = None,
        options: Iterable[str] = (),
        seed: int = 0,
        spread: int | None = None,
    ) -> None:
        self.rules = table(name, seats, options)
        self._first = Game(self.rules, seed, spread)  # what is wrong with the seed or the spread is said now

    def num_players(self) -> int:
        """How many play."""
        return self.rules.seats

    def num_distinct_actions(self) -> int:
        """How many actions there are."""
        return self._first.actions.size

    def observation_tensor_shape(self) -> list[int]:
        """The shape of an observation."""
        return [self.observation_tensor_size()]

    def observation_tensor_size(self) -> int:
        """How many numbers an observation has."""
        return self._first.observer.size

    def max_game_length(self) -> int:
        """The most actions that a game can have: two for every move before it is cut off."""
        return 2 * LONGEST

    def min_utility(self) -> float:
        """The worst return."""
        return -1.0

    def max_utility(self) -> float:
        """The best return: all the worth there is."""
        return self.rules.seats - 1.0

    def utility_sum(self) -> float:
        """Returns add up to this."""
        return 0.0

    def new_initial_state(self) -> OpenSpielState:
        """The opening position of the game's seed."""
        return OpenSpielState(self, self._first.clone())


class OpenSpielState:
    """A position as OpenSpiel sees it; it changes when an action is applied."""

    def __init__(self, spiel: OpenSpielGame, game: Game, actions: Iterable[int] = ()) -> None:
        self.spiel = spiel
        self.game = game
        self._actions = list(actions)

    def get_game(self) -> OpenSpielGame:
        """The game of this state."""
        return self.spiel

    def num_players(self) -> int:
        """How many play."""
        return self.spiel.num_players()

    def num_distinct_actions(self) -> int:
        """How many actions there are."""
        return self.game.actions.size

    def history(self) -> list[int]:
        """The actions since the opening position."""
        return list(self._actions)

    def current_player(self) -> int:
        """The number of the player who acts, counted from 0."""
        return TERMINAL if self.is_terminal() else number_of(self.game)

    def is_terminal(self) -> bool:
        """Whether the game is over, or was stopped because it did not end."""
        return self.game.over or self.game.cut_off

    def is_chance_node(self) -> bool:
        """Never: chance is in the seed."""
        return False

    def is_simultaneous_node(self) -> bool:
        """Never: one player acts at a time."""
        return False

    def is_player_node(self) -> bool:
        """Whether somebody acts."""
        return not self.is_terminal()

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The actions that are open to a player, in order; none if another one acts."""
        if self.is_terminal() or (player is not None and player != self.current_player()):
            return []
        found: list[int] = self.game.legal().tolist()
        return found

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """1 for every action that is open, 0 for the others."""
        mask = np.zeros(self.game.actions.size, np.int8)
        mask[self.legal_actions(player)] = 1
        found: list[int] = mask.tolist()
        return found

    def apply_action(self, action: int) -> None:
        """Take an action."""
        self.game.step(action)
        self._actions.append(int(action))

    def child(self, action: int) -> OpenSpielState:
        """The state after an action; this one stays as it is."""
        twin = self.clone()
        twin.apply_action(action)
        return twin

    def action_to_string(self, player: int, action: int | None = None) -> str:
        """An action in words; the player before it may be left out."""
        return self.game.actions.describe(player if action is None else action)

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """The position as a player sees it; without a number, as the one who acts does."""
        seat = "" if player is None else self.game.seats[self._checked(player)]
        found: list[float] = self.game.observe(seat).tolist()
        return found

    def _checked(self, player: int) -> int:
        if not 0 <= player < self.num_players():
            raise ValueError(f"players are counted from 0 to {self.num_players() - 1}, and {player} is none of them")
        return player

    def returns(self) -> list[float]:
        """What each player has earned so far."""
        return list(self.game.rewards().values())

    def player_return(self, player: int) -> float:
        """What a player has earned so far."""
        return self.returns()[self._checked(player)]

    def rewards(self) -> list[float]:
        """What each player earned by the last action; all rewards come at the end."""
        return self.returns()

    def clone(self) -> OpenSpielState:
        """An independent copy of this state."""
        return OpenSpielState(self.spiel, self.game.clone(), self._actions)
