"""The titles as games of OpenSpiel: `railhead_1889` and so on. Importing this module registers them.

Needs OpenSpiel: pip install 'railhead[openspiel]'. `openspiel.py` beside it has the same methods without OpenSpiel.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

try:
    import pyspiel  # type: ignore[import-not-found, import-untyped, unused-ignore]
except ImportError:
    raise ImportError("railhead.env.pyspiel_games needs OpenSpiel; run: pip install 'railhead[openspiel]'") from None

from railhead.core.text import fingerprint
from railhead.env.game import LONGEST, Game, table
from railhead.env.openspiel import TERMINAL, number_of
from railhead.titles import TITLES, title

if TYPE_CHECKING:
    from collections.abc import Mapping

    from railhead.core.rules import Rules

PARAMETERS = {"seats": 0, "options": "", "seed": 0, "spread": 0}
"""With 0 seats the fewest that the title allows; options joined by +; with a spread of 0 all amounts."""


def name_of(name: str) -> str:
    """What OpenSpiel calls a title."""
    return f"railhead_{name}"


def type_of(name: str, rules: Rules | None = None) -> Any:
    """What OpenSpiel knows of a title, or of one of its tables."""
    it = title(name)
    seats = (it.seats[0], it.seats[-1]) if rules is None else (rules.seats, rules.seats)
    secret = (rules or it.rules(it.seats[0])).secret
    kinds = pyspiel.GameType
    return kinds(
        short_name=name_of(name),
        long_name=f"Railhead {name}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if secret else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        min_num_players=seats[0],
        max_num_players=seats[1],
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc, unused-ignore]
    """A table. OpenSpiel makes it: `pyspiel.load_game("railhead_1889(seats=3)")`."""

    title = ""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        chosen = {**PARAMETERS, **(params or {})}
        rules = table(self.title, chosen["seats"] or None, [name for name in chosen["options"].split("+") if name])
        self.first = Game(rules, chosen["seed"], chosen["spread"] or None)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.first.actions.size,
            max_chance_outcomes=0,
            num_players=rules.seats,
            min_utility=-1.0,
            max_utility=rules.seats - 1.0,
            utility_sum=0.0,
            max_game_length=2 * LONGEST,
        )
        super().__init__(type_of(self.title, rules), info, chosen)

    def new_initial_state(self) -> SpielState:
        """The opening position of the game's seed."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: object = None, params: object = None) -> SpielObserver:
        """What writes observations."""
        return SpielObserver(self.first)


class SpielState(pyspiel.State):  # type: ignore[misc, unused-ignore]
    """A position; `game` is the `Game`. OpenSpiel copies it with `copy.deepcopy`, which shares the position."""

    def __init__(self, spiel: SpielGame) -> None:
        super().__init__(spiel)
        self.game = spiel.first.clone()

    def current_player(self) -> int:
        """The number of the player who acts, counted from 0."""
        return TERMINAL if self.is_terminal() else number_of(self.game)

    def is_terminal(self) -> bool:
        """Whether the game is over, or was stopped because it did not end."""
        return self.game.over or self.game.cut_off

    def returns(self) -> list[float]:
        """What each player has earned so far; all comes at the end."""
        return list(self.game.rewards().values())

    def _legal_actions(self, player: int) -> list[int]:
        found: list[int] = self.game.legal().tolist() if player == self.current_player() else []
        return found

    def _apply_action(self, action: int) -> None:
        self.game.step(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.game.actions.describe(action)

    def __str__(self) -> str:
        here, asked = self.game.state.round, self.game.asked
        question = f", {self.game.actions.describe(asked)}" if asked is not None else ""
        return f"{here.kind} {here.number}.{here.part}, {self.game.seat}{question} [{fingerprint(self.game.state)}]"


class SpielObserver:
    """Writes what a player sees into a tensor, as OpenSpiel asks for it."""

    def __init__(self, game: Game) -> None:
        self.tensor = np.zeros(game.observer.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write a position as a player sees it."""
        self.tensor[:] = state.game.observe(state.game.seats[player])

    def string_from(self, state: SpielState, player: int) -> None:
        """There is no text; the tensor says all."""


for _name in TITLES:
    pyspiel.register_game(type_of(_name), type(f"Railhead{_name}", (SpielGame,), {"title": _name}))
