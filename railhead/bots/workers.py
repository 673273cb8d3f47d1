"""Bots in processes of their own, so that whoever serves people stays quick while they think."""

from __future__ import annotations

import multiprocessing
import random
from concurrent.futures import Future, ProcessPoolExecutor

from railhead.bots.player import ask, bot
from railhead.bots.protocol import Choice
from railhead.core.moves import to_text
from railhead.core.rules import Rules
from railhead.core.state import State
from railhead.core.text import codec_of, from_json, to_json
from railhead.titles import title

Answer = tuple[str, str]
"""A move as its line of text, and why."""


class Workers:
    """Processes that are given positions as text and answer with moves."""

    def __init__(self, count: int = 1) -> None:
        """So many processes, started when they are first asked."""
        self._pool = ProcessPoolExecutor(count, multiprocessing.get_context("spawn"))

    def submit(self, name: str, state: State, seat: str, budget: float, seed: int | str) -> Future[Answer]:
        """Ask the bot of this name for a move; the answer comes when it comes."""
        bot(name)  # an unknown name is said here and not in the process
        return self._pool.submit(think, name, to_json(state), seat, budget, seed)

    def choose(self, name: str, state: State, seat: str, budget: float, seed: int | str) -> Choice:
        """Ask and wait."""
        return read(state, self.submit(name, state, seat, budget, seed).result())

    def close(self) -> None:
        """End the processes; what has not begun is dropped."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def read(state: State, answer: Answer) -> Choice:
    """An answer as a move of this position's title."""
    return Choice(codec_of(state.law).from_text(answer[0]), answer[1])


def _rules(name: str, seats: int, options: tuple[str, ...]) -> Rules:
    return title(name).rules(seats, options)


def think(name: str, position: bytes, seat: str, budget: float, seed: int | str) -> Answer:
    """What a process does: read the position, ask the bot, write the move."""
    state = from_json(position, _rules)
    choice = ask(bot(name), state, seat, budget, random.Random(str(seed)))
    return to_text(choice.move), choice.why
