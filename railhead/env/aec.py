"""A PettingZoo environment with action masks, for every title."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, cast

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv  # type: ignore[import-untyped]

from railhead.env.actions import UnknownAction
from railhead.env.game import OVER, Game, seed_of, table, table_at_reset

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    from railhead.core.moves import Move
    from railhead.core.state import State
    from railhead.env.fields import Row

MODES = ["ansi", "human"]
"""Ways to render."""
FURTHEST = 1000.0
"""No number of an observation is larger, for good or bad."""


def agent_of(seat: str) -> str:
    """The agent in a seat: p2 is player_2."""
    return f"player_{seat[1:]}"


def seat_of(agent: str) -> str:
    """The seat of an agent: player_2 is p2."""
    head, _, number = agent.partition("_") if isinstance(agent, str) else ("", "", "")
    if head != "player" or not number.isdecimal():
        raise ValueError(f"agents are called player_1, player_2 and so on, not {agent!r}")
    return f"p{number}"


def spaces_of(game: Game) -> tuple[spaces.Dict, spaces.Discrete]:
    """What an agent sees and does at a table."""
    seen = spaces.Dict(
        {
            "observation": spaces.Box(-FURTHEST, FURTHEST, (game.observer.size,), np.float32),
            "action_mask": spaces.Box(0, 1, (game.actions.size,), np.int8),
        }
    )
    return seen, spaces.Discrete(game.actions.size)


def seen_by(game: Game, seat: str) -> dict[str, NDArray[Any]]:
    """The observation and the action mask of a seat."""
    row = game.observe(seat)
    return {"observation": row.clip(-FURTHEST, FURTHEST, out=row), "action_mask": game.mask(seat)}


def checked_mode(mode: str | None) -> str | None:
    """A way to render that the environments know."""
    if mode is not None and mode not in MODES:
        raise ValueError(f"render_mode is None or one of {', '.join(MODES)}, not {mode!r}")
    return mode


def rendered(mode: str | None, text: Callable[[], str]) -> str | None:
    """A text as a mode wants it: `ansi` returns it, `human` prints it."""
    if mode == "human":
        print(text())
    return text() if mode == "ansi" else None


class RailheadEnv(AECEnv):  # type: ignore[misc]
    """A game of one title for agents player_1, player_2 ...; `game` is the game itself."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "railhead_v1",
        "render_modes": MODES,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        name: str = "1889",
        seats: int | None = None,
        options: Iterable[str] = (),
        render_mode: str | None = None,
        spread: int | None = None,
    ) -> None:
        """A table for a title; without a number of seats, the fewest that the title allows."""
        super().__init__()
        self.rules = table(name, seats, options)
        self.render_mode = checked_mode(render_mode)
        self.spread = spread
        self.possible_agents = [f"player_{seat + 1}" for seat in range(self.rules.seats)]
        self.agents: list[str] = []
        self.luck = np.random.default_rng()
        self.game = Game(self.rules, 0, spread)
        self._lay_out()

    def _lay_out(self) -> None:
        seen, done = spaces_of(self.game)
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: spaces.Discrete(int(done.n)) for agent in self.possible_agents}

    def __getattr__(self, name: str) -> Any:
        """What only a game has, before the first one begins."""
        if name in ("agent_selection", "rewards", "terminations", "truncations", "infos", "_cumulative_rewards"):
            raise AttributeError(f"no game has begun, so there is no {name} yet; call reset() first")
        raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent sees."""
        return self.observation_spaces[self._known(agent)]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent does."""
        return self.action_spaces[self._known(agent)]

    def _known(self, agent: str) -> str:
        if agent not in self.possible_agents:
            raise ValueError(f"there is no agent {agent!r}; there are: {', '.join(self.possible_agents)}")
        return agent

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Set up a new game. The same seed gives the same game; without one, every game is different.

        `options={"variants": [...]}` plays on with these variants of the title; the spaces may change with them.
        """
        rules = table_at_reset(self.rules, options)
        if seed is not None:
            seed = seed_of(seed)
            self.luck = np.random.default_rng(seed)
        game = Game(rules, int(self.luck.integers(2**31)) if seed is None else seed, self.spread)
        self._seat_everybody(game)
        if rules is not self.rules:
            self.rules = rules
            self._lay_out()

    def set_state(self, state: State) -> None:
        """Continue from any position of this table."""
        game = self.game.clone()
        game.set_state(state)
        self._seat_everybody(game)
        if game.over:
            self._finish()

    def _seat_everybody(self, game: Game) -> None:
        self.game = game
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = agent_of(game.seat) if game.seat else self.agents[0]

    def clone(self) -> RailheadEnv:
        """An independent copy of this environment."""
        twin = object.__new__(type(self))
        for name, value in self._held().items():
            setattr(twin, name, value)
        twin.game = self.game.clone()
        twin.luck = np.random.default_rng()
        twin.luck.bit_generator.state = self.luck.bit_generator.state
        twin.agents = self.agents[:]
        for name in ("rewards", "_cumulative_rewards", "terminations", "truncations", "infos"):
            if hasattr(self, name):
                setattr(twin, name, dict(getattr(self, name)))
        return twin

    def __deepcopy__(self, memo: object) -> RailheadEnv:
        return self.clone()

    def __getstate__(self) -> dict[str, Any]:
        """What a pickle holds: the game and its position, not what is computed from the rules."""
        derived = ("rules", "observation_spaces", "action_spaces")
        return {name: value for name, value in self._held().items() if name not in derived}

    def _held(self) -> dict[str, Any]:
        """Every attribute, as Python would pickle it."""
        return cast("dict[str, Any]", super().__getstate__())

    def __setstate__(self, held: dict[str, Any]) -> None:
        for name, value in held.items():
            setattr(self, name, value)
        self.rules = self.game.rules
        self._lay_out()

    @property
    def state_now(self) -> State:
        """The position."""
        return self.game.state

    def moves(self) -> list[Move]:
        """The moves that the open actions stand for; of those that need an amount, with the lowest."""
        return [self.game.decode((int(action),)) for action in self.game.menu().choices]

    def observe(self, agent: str) -> dict[str, Row]:
        """The position as an agent sees it. The mask of one who does not act shows what it may do out of turn."""
        return seen_by(self.game, seat_of(self._known(agent)))

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """What the agent that acts sees and has earned since its last action, and whether the game goes on."""
        self._check_agents()
        return cast("tuple[Any, float, bool, bool, dict[str, Any]]", super().last(observe))

    def _check_agents(self) -> None:
        if self.agent_selection not in self.agents:  # the last agent has left
            raise UnknownAction(OVER)

    def step(self, action: int | None) -> None:
        """Take an action."""
        agent = self.agent_selection
        self._check_agents()
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise UnknownAction("an action is asked for, not None; see the action mask")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.game.step(action)
        self._go_on()

    def interject(self, agent: str, action: int, amount: int | None = None) -> None:
        """Make a move of an agent that does not act, if its mask shows one."""
        self._clear_rewards()
        self.game.interject(seat_of(self._known(agent)), action, amount)
        self._go_on()

    def _go_on(self) -> None:
        if self.game.over:
            self._finish()
        elif self.game.cut_off:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = agent_of(self.game.seat)
        self._accumulate_rewards()

    def _finish(self) -> None:
        ended = self.game.state.ended
        assert ended is not None
        rewards = self.game.rewards()
        for agent in self.agents:
            self.rewards[agent] = rewards[seat_of(agent)]
            self.infos[agent] = {"score": ended.scores[seat_of(agent)], "reason": ended.reason}
        self.terminations = dict.fromkeys(self.agents, True)

    def render(self) -> str | None:
        """The open actions as text, one to a line."""
        return rendered(self.render_mode, self._text)

    def _text(self) -> str:
        here = self.game.state.round
        head = f"{self.rules.title} {here.kind} {here.number}.{here.part}, {self.agent_selection} to move"
        return "\n".join([head, *(self.game.actions.describe(int(action)) for action in self.game.legal())])

    def close(self) -> None:
        """There is nothing to close."""


def env(name: str = "1889", **settings: Any) -> RailheadEnv:
    """An environment of a title."""
    return RailheadEnv(name, **settings)
