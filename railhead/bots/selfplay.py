"""Games of bots against themselves, as numbers to learn from. Every game is a job that any process can do."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec

from railhead.bots.features import features
from railhead.bots.outlook import standing
from railhead.bots.player import ask, bot, next_seat
from railhead.bots.processes import shared_out
from railhead.bots.weights import CLERK_1
from railhead.core.engine import apply, legal_moves, new_game
from railhead.titles import title

if TYPE_CHECKING:
    from railhead.core.state import State

PLAYERS = ("clerk", "clerk", "clerk", "clerk@1")
"""Who plays: mostly today's Clerk, and the former one, so that the value has seen other ways to play."""
ASTRAY = 0.02
"""How often a seat makes a random move instead: positions that good players avoid must be judged as well."""


class Job(msgspec.Struct, frozen=True):
    """A game to play: everything that decides how it goes."""

    title: str
    number: int
    seed: int


class Moment(msgspec.Struct, frozen=True):
    """A position at the end of a round, in the numbers that are learned from. Seats are in their order."""

    at: float  # the part of the game that is over, by moves
    features: tuple[tuple[float, ...], ...]
    worth: tuple[float, ...]  # shares of the table by present worth
    standing: tuple[float, ...]  # and by worth and what may be expected


class Played(msgspec.Struct, frozen=True):
    """A game from its beginning to its end."""

    number: int
    shares: tuple[float, ...]  # of the final worth
    moments: tuple[Moment, ...]


def play(job: Job) -> Played:
    """Play a game; the same job gives the same game."""
    it = title(job.title)
    rng = random.Random(f"{job.title} {job.seed} {job.number}")
    seats = rng.randint(it.seats[0], min(it.seats[-1], 5))
    state = new_game(it.rules(seats), [f"P{n + 1}" for n in range(seats)], rng.randrange(1 << 30))
    players = {seat: bot(rng.choice(PLAYERS)) for seat in state.players}
    seen: list[State] = []
    while state.ended is None:
        seat = next_seat(state)
        if rng.random() < ASTRAY:
            move = rng.choice([move for move in legal_moves(state) if move.by == seat])
        else:
            move = ask(players[seat], state, seat, 1.0, rng).move
        before, (state, _) = state.round, apply(state, move)
        if state.round != before and state.ended is None:
            seen.append(state)
    scores = state.ended.scores
    return Played(
        job.number,
        tuple(_shares([float(scores[seat]) for seat in state.players])),
        tuple(_moment(it, state.count) for it in seen),
    )


def _moment(state: State, moves: int) -> Moment:
    rows = features(state)
    worth = [float(state.rules.score(state, seat)) for seat in state.players]
    expected = standing(state, CLERK_1)
    return Moment(
        state.count / max(moves, 1),
        tuple(tuple(round(part, 5) for part in rows[seat]) for seat in state.players),
        tuple(round(part, 5) for part in _shares(worth)),
        tuple(round(part, 5) for part in _shares([expected[seat] for seat in state.players])),
    )


def _shares(values: Sequence[float]) -> list[float]:
    total = sum(max(value, 0.0) for value in values)
    return [max(value, 0.0) / total if total else 1.0 / len(values) for value in values]


Engine = Callable[[Sequence[Job]], Iterator[Played]]
"""Whatever plays jobs and gives the games as they end."""


def here(jobs: Sequence[Job]) -> Iterator[Played]:
    """In this process."""
    return map(play, jobs)


def in_processes(number: int) -> Engine:
    """In this many processes on this machine."""
    return lambda jobs: shared_out(play, jobs, number)


def through_dask(address: str) -> Engine:
    """On the workers of a Dask scheduler, which have Railhead installed."""

    def engine(jobs: Sequence[Job]) -> Iterator[Played]:
        try:
            from distributed import Client, as_completed
        except ImportError:
            raise ValueError("--scheduler needs Dask: pip install 'railhead[train]'") from None
        with Client(address, timeout=20) as client:  # type: ignore[no-untyped-call]
            for future in as_completed(client.map(play, jobs, pure=False)):  # type: ignore[no-untyped-call]
                found: Played = future.result()
                yield found

    return engine
