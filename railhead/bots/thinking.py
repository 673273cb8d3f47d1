"""A question to a bot and its answer in plain values, so that both can go to another process and back."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from railhead.bots.player import ask, bot, public_reason
from railhead.core.text import codec_of, from_json, to_json
from railhead.titles import title

if TYPE_CHECKING:
    from railhead.core.moves import Move
    from railhead.core.rules import Rules
    from railhead.core.state import State


class Question(NamedTuple):
    """Who is asked, about which position, for which seat, and for how long it may think."""

    name: str
    position: bytes
    seat: str
    budget: float
    seed: str


class Thought(NamedTuple):
    """A move as JSON, the reason, and the part of it that the table may hear."""

    move: bytes
    why: str
    public_reason: str


class Decision(NamedTuple):
    """A move, the reason, and the part of it that the table may hear."""

    move: Move
    why: str
    public_reason: str


def question(name: str, state: State, seat: str, budget: float, seed: str) -> Question:
    """A question about a position; an unknown bot is a `ValueError`."""
    bot(name)
    return Question(name, to_json(state), seat, budget, seed)


def think(asked: Question) -> Thought:
    """Read the position, ask the bot, write the move; the same seed gives the same answer."""
    return written(decide(asked.name, position(asked), asked.seat, asked.budget, asked.seed))


def prepare() -> None:
    """Load what is otherwise loaded when a bot first needs it."""
    from railhead.routes.lays import values  # noqa: F401


def position(asked: Question) -> State:
    """The position that a question is about."""
    return from_json(asked.position, _rules)


def written(found: Decision) -> Thought:
    """An answer in plain values."""
    return Thought(msgspec.json.encode(found.move), found.why, found.public_reason)


def decide(name: str, state: State, seat: str, budget: float, seed: str) -> Decision:
    """Ask a bot in this process."""
    player = bot(name)
    choice = ask(player, state, seat, budget, random.Random(seed))
    return Decision(choice.move, choice.why, public_reason(player, state, seat, choice))


def read(state: State, thought: Thought) -> Decision:
    """An answer as a move of this position's title."""
    return Decision(codec_of(state.rules).from_json(thought.move.decode()), thought.why, thought.public_reason)


def _rules(name: str, seats: int, options: tuple[str, ...]) -> Rules:
    return title(name).rules_of_game(seats, options)
