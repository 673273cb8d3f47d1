"""Tournaments: bots play each other with rotating seats, and what that says about their strength."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from railhead.bots.deadline import processor_time
from railhead.bots.journal import Journal
from railhead.bots.player import bot
from railhead.bots.processes import shared_out
from railhead.bots.statistics import Interval, student, wilson
from railhead.bots.table import Clock, play_out
from railhead.core.engine import new_game

if TYPE_CHECKING:
    from pathlib import Path

    from railhead.core.rules import Title

Progress = Callable[[int, int, Sequence["Game"]], None]
"""Told after every game: how many are done, of how many, and those that are done, the new one last."""


@dataclass(frozen=True)
class Game:
    """One game of a tournament."""

    number: int
    seats: tuple[str, ...]  # the bot in each seat
    scores: tuple[int, ...]
    reason: str
    moves: int
    clock: Clock = field(default_factory=Clock, compare=False)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the highest score."""
        best = max(self.scores)
        return tuple(at for at, score in enumerate(self.scores) if score == best)


@dataclass(frozen=True)
class Standing:
    """How a bot did."""

    bot: str
    games: int
    wins: float  # a shared win counts in parts
    win_share: Interval
    worth_share: Interval  # its mean share of the final worth of all players
    seconds_per_move: float
    moves: int


@dataclass(frozen=True)
class Result:
    """A whole tournament."""

    title: str
    seats: int
    options: tuple[str, ...]
    seed: int
    budget: float
    games: tuple[Game, ...]
    table: tuple[Standing, ...]

    def plain(self) -> dict[str, Any]:
        """The result as plain values for JSON."""
        return {
            "title": self.title,
            "seats": self.seats,
            "options": list(self.options),
            "seed": self.seed,
            "budget": self.budget,
            "games": len(self.games),
            "reasons": _counted(game.reason for game in self.games),
            "moves": sum(game.moves for game in self.games),
            "bots": [_plain(row) for row in self.table],
        }


def _plain(row: Standing) -> dict[str, Any]:
    return {
        "bot": row.bot,
        "games": row.games,
        "wins": round(row.wins, 3),
        "win_share": [round(part, 4) for part in row.win_share],
        "worth_share": [round(part, 4) for part in row.worth_share],
        "moves": row.moves,
        "ms_per_move": round(row.seconds_per_move * 1000, 3),
    }


def run(
    title: Title,
    bots: Sequence[str],
    games: int,
    seed: int = 1,
    seats: int | None = None,
    budget: float = 2.0,
    options: Iterable[str] = (),
    progress: Progress | None = None,
    processes: int = 1,
    kept: Path | None = None,
) -> Result:
    """Play this many games. Seats are filled with the bots in turn and rotate by one from game to game.

    Bots think by processor time, so that a busy machine does not decide. Ctrl-C ends the tournament; the result is
    that of the games played until then. With a file to keep them in, the same call continues where it stopped.
    """
    for name in bots:
        bot(name)
    number = seats or max(len(bots), title.seats[0])
    chosen = tuple(sorted(options))
    title.rules(number, chosen)  # a wrong number or option is reported before anything is played
    setting = {"title": title.name, "seats": number, "options": list(chosen)}
    wishes = {**setting, "bots": list(bots), "seed": seed, "budget": budget}
    journal = Journal(kept, wishes, Game)
    there = {game.number: game for game in journal.read() if game.number < games}  # a game counts once
    done = list(there.values())
    jobs = [
        _Job(title, at, seating(bots, number, at), seed, budget, chosen) for at in range(games) if at not in there
    ]
    with contextlib.suppress(KeyboardInterrupt):
        for game in _played(jobs, processes):
            journal.write(game)
            done.append(game)
            if progress is not None:
                progress(len(done), games, done)
    ordered = tuple(sorted(done, key=lambda game: game.number))
    return Result(title.name, number, chosen, seed, budget, ordered, table(ordered))


def seating(bots: Sequence[str], seats: int, game: int) -> tuple[str, ...]:
    """Who sits where: the bots in order, shifted by one seat from game to game."""
    return tuple(bots[(seat + game) % len(bots)] for seat in range(seats))


@dataclass(frozen=True)
class _Job:
    title: Title
    number: int
    seats: tuple[str, ...]
    seed: int
    budget: float
    options: tuple[str, ...]


def _play(job: _Job) -> Game:
    rules = job.title.rules(len(job.seats), job.options)
    # every rotation of the same seats starts from the same set-up, so that luck evens out
    turn = job.number // max(len(set(job.seats)), 1)
    names = [f"{name} {seat + 1}" for seat, name in enumerate(job.seats)]
    state = new_game(rules, names, job.seed * 1000 + turn)
    bots = dict(zip(state.players, job.seats, strict=True))
    clock = Clock()
    with processor_time():
        end = play_out(state, bots, random.Random(f"{job.seed} {job.number}"), job.budget, clock)
    assert end.ended is not None
    scores = tuple(end.ended.scores[player] for player in state.players)
    return Game(job.number, job.seats, scores, end.ended.reason, end.count, clock)


def _played(jobs: list[_Job], processes: int) -> Iterator[Game]:
    """The games, as they end. Titles hold functions and cannot be pickled, so only the places of jobs are sent."""
    return shared_out(lambda at: _play(jobs[at]), range(len(jobs)), processes)


def table(games: Sequence[Game]) -> tuple[Standing, ...]:
    """How every bot did, best first."""
    names = dict.fromkeys(name for game in games for name in game.seats)
    rows = [_standing(name, games) for name in names]
    return tuple(sorted(rows, key=lambda row: -row.win_share.value))


def score_line(games: Sequence[Game]) -> str:
    """The score so far in a line, the best first."""
    return ", ".join(f"{row.bot} {row.wins:g}" for row in table(games))


def _standing(name: str, games: Sequence[Game]) -> Standing:
    wins = 0.0
    shares: list[float] = []
    there = 0
    for game in games:
        seats = [at for at, who in enumerate(game.seats) if who == name]
        if not seats:
            continue
        there += 1
        wins += sum(1 for at in game.winners if at in seats) / len(game.winners)
        total = sum(max(score, 0) for score in game.scores)
        mine = sum(max(game.scores[at], 0) for at in seats)
        shares.append(mine / total if total else len(seats) / len(game.seats))
    moves = sum(game.clock.moves.get(name, 0) for game in games)
    seconds = sum(game.clock.seconds.get(name, 0.0) for game in games)
    return Standing(name, there, wins, wilson(wins, there), student(shares), seconds / max(moves, 1), moves)


def _counted(values: Iterable[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for value in values:
        found[value] = found.get(value, 0) + 1
    return found
