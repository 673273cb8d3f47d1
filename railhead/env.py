"""Railhead for researchers: a PettingZoo AEC environment with action masks, for every title.

An action is the number of a legal move in the list of the moment (`env.moves()`), so that every title fits one
small action space; `actions` in the observation says what each of these moves is. An agent sees what its player
may see and nothing else. All rewards come at the end: the agent's share of everybody's final worth, times the
number of players, less one; they add up to nothing.

Needs the extra `env`: pip install 'railhead[env]'.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv  # type: ignore[import-untyped]

from railhead.bots.views import seat_view
from railhead.core.engine import actors, apply, legal_moves, new_game
from railhead.core.market import price_of
from railhead.core.moves import Move, to_text
from railhead.core.shares import percent_of
from railhead.core.state import IPO, POOL, State, president_of
from railhead.titles import title

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from railhead.core.rules import Rules

ACTIONS = 1024
"""Moves that are offered at most; of more, those of the most numerous kinds are thinned out."""
LONGEST = 20_000
"""Moves after which a game is cut off."""
SLOTS = 4
"""Stations of a hex that are shown."""
COLUMNS = ("kind", "company", "private", "hex", "tile", "train", "source", "number", "price")
"""What is said of every action; indices are divided by the length of their list, 0 means none."""

Array = NDArray[np.float32]


class RailheadEnv(AECEnv):  # type: ignore[misc]
    """A game of one title for agents player_1, player_2 ..."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "railhead_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        name: str = "1889",
        seats: int | None = None,
        options: Iterable[str] = (),
        render_mode: str | None = None,
    ) -> None:
        """A table for a title; without a number of seats, the fewest that the title allows."""
        super().__init__()
        here = title(name)
        self.rules: Rules = here.rules(seats or here.seats[0], tuple(options))
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat + 1}" for seat in range(self.rules.seats)]
        self.agents: list[str] = []
        self.sheet = Sheet(self.rules)
        self._start(0)
        size = len(self.sheet.position(self.state_now, "p1"))
        space = spaces.Dict(
            {
                "observation": spaces.Box(-100.0, 100.0, (size,), np.float32),
                "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
                "actions": spaces.Box(-100.0, 100.0, (ACTIONS, len(COLUMNS)), np.float32),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent does."""
        return self.action_spaces[agent]

    def _start(self, seed: int) -> None:
        self.state_now: State = new_game(self.rules, self.possible_agents, seed)
        self._menu: tuple[State | None, list[Move]] = (None, [])

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Set up a new game."""
        self._start(seed or 0)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._awaited()

    def _awaited(self) -> str:
        return agent_of(actors(self.state_now)[0])

    def moves(self) -> list[Move]:
        """The moves that the actions 0, 1, 2 ... stand for now."""
        state = self.state_now
        if self._menu[0] is not state:
            seat = seat_of(self.agent_selection)
            found = [] if state.ended else [move for move in legal_moves(state) if move.by == seat]
            self._menu = (state, thinned(found))
        return self._menu[1]

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """The position as an agent may see it; the mask of one who is not awaited is empty."""
        seat = seat_of(agent)
        moves = self.moves() if agent == self.agent_selection else []
        mask = np.zeros(ACTIONS, np.int8)
        mask[: len(moves)] = 1
        return {
            "observation": self.sheet.position(seat_view(self.state_now, seat), seat),
            "action_mask": mask,
            "actions": self.sheet.actions(moves),
        }

    def step(self, action: int | None) -> None:
        """Make the move of this number."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        moves = self.moves()
        if action is None or not 0 <= int(action) < len(moves):
            raise ValueError(f"action {action} is not one of the {len(moves)} moves; see the action mask")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.state_now, _ = apply(self.state_now, moves[int(action)])
        if self.state_now.ended is not None:
            self._finish()
        elif self.state_now.count >= LONGEST:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self._awaited()
        self._accumulate_rewards()

    def _finish(self) -> None:
        ended = self.state_now.ended
        assert ended is not None
        worth = {seat: max(score, 0) for seat, score in ended.scores.items()}
        total = sum(worth.values()) or 1
        for agent in self.agents:
            self.rewards[agent] = len(worth) * worth[seat_of(agent)] / total - 1.0
            self.infos[agent] = {"score": ended.scores[seat_of(agent)], "reason": ended.reason}
        self.terminations = dict.fromkeys(self.agents, True)

    def render(self) -> str | None:
        """The open moves as text, one to a line."""
        if self.render_mode != "ansi":
            return None
        here = self.state_now.round
        head = f"{self.rules.title} {here.kind} {here.number}.{here.part}, {self.agent_selection} to move"
        return "\n".join([head, *(to_text(move) for move in self.moves())])

    def close(self) -> None:
        """Nothing is held open."""


def env(name: str = "1889", **settings: Any) -> RailheadEnv:
    """An environment of a title."""
    return RailheadEnv(name, **settings)


def seat_of(agent: str) -> str:
    """The seat of an agent: player_2 is p2."""
    return "p" + agent.rpartition("_")[2]


def agent_of(seat: str) -> str:
    """The agent in a seat."""
    return f"player_{seat[1:]}"


def thinned(moves: list[Move]) -> list[Move]:
    """No more moves than there are actions: kinds with many lose some, none loses all."""
    while len(moves) > ACTIONS:
        counts: dict[type[Move], int] = {}
        for move in moves:
            counts[type(move)] = counts.get(type(move), 0) + 1
        largest = max(counts, key=lambda kind: counts[kind])
        surplus = len(moves) - ACTIONS
        every = max(counts[largest] // surplus, 2)
        at = 0
        kept = []
        for move in moves:
            if type(move) is largest:
                at += 1
                if at % every == 0:
                    continue
            kept.append(move)
        moves = kept
    return moves


class Sheet:
    """Turns positions and moves of one title into numbers, each about between 0 and 1."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.money = float(max(train.price for train in rules.trains.values()) or 1)
        self.index = {
            "kind": _numbered(sorted({kind.move.__name__ for kind in rules.kinds()})),
            "company": _numbered(rules.companies),
            "private": _numbered(rules.privates),
            "hex": _numbered(rules.map.hexes),
            "tile": _numbered(rules.map.tiles),
            "train": _numbered(rules.trains),
            "source": _numbered((IPO, POOL, "supply", *rules.companies)),
        }
        self.frames = _numbered(sorted(frame.__name__ for frame in rules.procedures))

    def position(self, state: State, seat: str) -> Array:
        """A position as one seat sees it: players begin with that seat."""
        at = list(state.players).index(seat)
        seats = [*list(state.players)[at:], *list(state.players)[:at]]
        row = self._table(state, seats)
        for sym in self.rules.companies:
            row += self._company(state, seats, sym)
        for sym in self.rules.privates:
            row += _private(state, seats, sym, self.money)
        for train in self.rules.trains:
            row += [min(state.depot.supply.get(train, 0), 20) / 10, state.depot.pool.count(train) / 4]
        for hex_id in self.rules.map.hexes:
            row += self._hex(state, hex_id)
        return np.clip(np.asarray(row, np.float32), -100.0, 100.0)

    def _table(self, state: State, seats: Sequence[str]) -> list[float]:
        here = state.round
        top = type(state.top).__name__ if state.frames else ""
        waiting = actors(state)
        operating = next((frame.company for frame in reversed(state.frames) if hasattr(frame, "company")), "")
        row = [
            1.0,
            state.phase / len(self.rules.phases),
            float(here.kind == "SR"),
            float(here.kind == "OR"),
            here.number / 10,
            here.part / 4,
            here.of / 4,
            state.bank / self.money / 10,
            float(state.broken or bool(state.ending)),
            self.frames.get(top, 0.0),
            self.index["company"].get(operating, 0.0),
        ]
        for player in seats:
            row += [
                state.players[player].cash / self.money,
                float(player == state.priority),
                float(player in waiting),
            ]
        return row

    def _company(self, state: State, seats: Sequence[str], sym: str) -> list[float]:
        charter = state.companies[sym]
        president = president_of(state, sym)
        row = [percent_of(state, sym, holder) / 100 for holder in (*seats, IPO, POOL)]
        row += [float(president == player) for player in seats]
        row += [
            charter.cash / self.money,
            charter.par / 100,
            price_of(state, sym) / 100,
            charter.revenue / 100,
            float(charter.floated),
            float(charter.operated),
            float(charter.closed),
            len(charter.tokens) / 4,
        ]
        return row + [charter.trains.count(train) / 4 for train in self.rules.trains]

    def _hex(self, state: State, hex_id: str) -> list[float]:
        laid = state.board.laid.get(hex_id)
        row = [self.index["tile"][laid[0]], laid[1] / 6] if laid else [0.0, 0.0]
        there = [name for slots in state.board.stations.get(hex_id, ()) for name in slots if name][:SLOTS]
        return row + [self.index["company"].get(name, 1.0) for name in there] + [0.0] * (SLOTS - len(there))

    def actions(self, moves: Sequence[Move]) -> Array:
        """What every action is."""
        rows = np.zeros((ACTIONS, len(COLUMNS)), np.float32)
        for at, move in enumerate(moves):
            rows[at] = self._action(move)
        return np.clip(rows, -100.0, 100.0)

    def _action(self, move: Move) -> list[float]:
        row = [self.index["kind"][type(move).__name__]]
        row += [self.index[name].get(str(getattr(move, name, "")), 0.0) for name in COLUMNS[1:7]]
        number = next((getattr(move, name) for name in ("rotation", "city", "percent") if hasattr(move, name)), 0)
        return [*row, number / 10, getattr(move, "price", 0) / self.money]


def _private(state: State, seats: Sequence[str], sym: str, money: float) -> list[float]:
    private = state.privates.get(sym)
    if private is None:
        return [0.0] * (len(seats) + 4)
    row = [float(private.owner == player) for player in seats]
    row += [float(private.owner in state.companies), float(private.closed), private.used / 2, private.revenue / money]
    return row


def _numbered(names: Iterable[str]) -> dict[str, float]:
    listed = list(names)
    return {name: (at + 1) / len(listed) for at, name in enumerate(listed)}
