"""Games of bots as data: every decision with its legal actions, the action taken and what came of it.

A file is JSON lines: a header, then one line a game, written when the game is over. So a run can be stopped at any
moment and continued later, and what is written depends on the seed alone. The format is in docs/research.md.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import random
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import TYPE_CHECKING, Any

import msgspec

from railhead.bots.player import ask, bot
from railhead.core.moves import Move, to_text
from railhead.core.text import codec_of
from railhead.env.actions import UnknownAction
from railhead.env.game import Game, table

if TYPE_CHECKING:
    from pathlib import Path

FORMAT, VERSION = "railhead-dataset", 1

Progress = Callable[[int], None]


class DatasetError(ValueError):
    """A file that is not a data set, or not the one to continue."""


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What is played; the first line of a file."""

    format: str = FORMAT
    version: int = VERSION
    title: str
    seats: int
    options: tuple[str, ...] = ()
    bots: tuple[str, ...]
    seed: int = 1
    budget: float = 0.5
    observations: bool = False
    rules: int = 0  # the version of the title's rules
    actions: str = ""  # what the numbers of actions mean (`ActionTable.digest`)
    layout: str = ""  # what the numbers of observations mean (`Observer.digest`)


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """One decision of a game."""

    seat: int  # counted from 0
    round: str
    phase: str
    legal: list[int]  # the choices that were open
    action: list[int]  # the choice taken, and the number of its amount if it named one
    amounts: list[int] = []  # lowest and highest amount of that choice, where there was a range
    move: str
    worth: list[int]  # what every seat was worth before the move
    value: float = 0.0  # what the seat got at the end
    observation: list[float] | None = None


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """One game; a line of a file."""

    game: int
    seed: int
    bots: tuple[str, ...]  # in the order of the seats
    scores: list[int]
    rewards: list[float]
    reason: str
    decisions: list[Decision]


def plan(
    title: str,
    seats: int | None,
    bots: Sequence[str],
    seed: int = 1,
    options: Sequence[str] = (),
    observations: bool = False,
    budget: float = 0.5,
) -> Plan:
    """A plan together with what its numbers mean; a wrong title, option or bot is a `ValueError`."""
    rules = table(title, seats, options)
    if not bots:
        raise ValueError("a game needs players: name one bot at least")
    here = Game(rules)
    return Plan(
        title=title,
        seats=rules.seats,
        options=tuple(sorted(options)),
        bots=tuple(bot(name).name for name in bots),
        seed=seed,
        budget=budget,
        observations=observations,
        rules=rules.version,
        actions=here.actions.digest,
        layout=here.observer.digest,
    )


# Playing


def play(plan: Plan, number: int) -> Played:
    """A game of a plan, played to its end. The bots move on by one seat from game to game."""
    rules = table(plan.title, plan.seats, plan.options)
    seed = plan.seed * 100_000 + number
    game = Game(rules, seed)
    bots = tuple(plan.bots[(seat + number) % len(plan.bots)] for seat in range(plan.seats))
    luck = random.Random(f"{plan.seed} {number}")
    decisions: list[Decision] = []
    while not game.over and not game.cut_off:
        seat = game.seats.index(game.seat)
        move = ask(bot(bots[seat]), game.state, game.seat, plan.budget, luck).move
        decisions.append(_decision(game, seat, move, plan.observations))
        game.make(move)
    rewards = list(game.rewards().values())
    ended = game.state.ended
    return Played(
        game=number,
        seed=seed,
        bots=bots,
        scores=[ended.scores[seat] for seat in game.seats] if ended is not None else [],
        rewards=[round(reward, 6) for reward in rewards],
        reason=ended.reason if ended is not None else "cut off",
        decisions=[msgspec.structs.replace(one, value=round(rewards[one.seat], 6)) for one in decisions],
    )


def _decision(game: Game, seat: int, move: Move, observations: bool) -> Decision:
    state = game.state
    here = state.round
    try:
        action = list(game.encode(move))
        amounts = game.menu().amounts(action[0]).tolist()
    except UnknownAction:  # a run that is not the best: legal at some tables, but without a number
        action, amounts = [], []
    return Decision(
        seat=seat,
        round=f"{here.kind} {here.number}.{here.part}",
        phase=state.rules.phases[state.phase].name,
        legal=game.menu().choices.tolist(),
        action=action,
        amounts=[amounts[0], amounts[-1]] if len(amounts) > 1 else [],
        move=to_text(move),
        worth=[state.rules.score(state, player) for player in game.seats],
        observation=[round(number, 5) for number in game.observe().tolist()] if observations else None,
    )


# Files


def write(path: Path, plan: Plan, games: int, processes: int = 1, progress: Progress | None = None) -> int:
    """Play the games that a file still lacks and append them; returns the number of games in it.

    Ctrl-C ends the run; games that were under way are lost, and the next run plays them.
    """
    there = _continued(path, plan)
    tell = progress or (lambda _: None)
    tell(len(there))
    left = [number for number in range(games) if number not in there]
    done = len(there)
    with path.open("ab") as file, contextlib.suppress(KeyboardInterrupt):
        for played in _played(plan, left, processes):
            file.write(msgspec.json.encode(played) + b"\n")
            file.flush()
            done += 1
            tell(done)
    return done


def _continued(path: Path, plan: Plan) -> set[int]:
    """The games that a file holds already; if there is no file, start one. An incomplete last line is cut off."""
    head = msgspec.json.encode(plan)
    if not path.exists() or not path.stat().st_size:
        path.write_bytes(head + b"\n")
        return set()
    data = path.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    first, *lines = whole.splitlines() or [b""]
    if first != head:
        raise DatasetError(f"{path} was made from another plan; name another file, or delete it")
    if len(whole) < len(data):
        path.write_bytes(whole)
    return {_decoded(path, line, Played).game for line in lines}


def _decoded(path: Path, line: bytes, kind: type[Any]) -> Any:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise DatasetError(f"{path} is not a data set: {error}") from None


_PLANS: list[Plan] = []


def _play_at(number: int) -> Played:
    return play(_PLANS[-1], number)


def _played(plan: Plan, numbers: Sequence[int], processes: int) -> Iterator[Played]:
    if processes <= 1:
        for number in numbers:
            yield play(plan, number)
        return
    _PLANS[:] = [plan]
    with ProcessPoolExecutor(processes, multiprocessing.get_context("fork")) as pool:
        try:
            for future in as_completed([pool.submit(_play_at, number) for number in numbers]):
                yield future.result()
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def read(path: Path) -> tuple[Plan, Iterator[Played]]:
    """The plan and the games of a file."""
    with path.open("rb") as file:
        head: Plan = _decoded(path, file.readline(), Plan)
    if head.format != FORMAT or head.version != VERSION:
        raise DatasetError(f"{path} is not a data set of version {VERSION}")
    return head, _games(path)


def _games(path: Path) -> Iterator[Played]:
    with path.open("rb") as file:
        file.readline()
        for line in file:
            if line.endswith(b"\n"):
                yield _decoded(path, line, Played)


def replayed(plan: Plan, played: Played) -> Iterator[tuple[Game, Decision]]:
    """A game again, decision by decision, as a `Game` at each one."""
    rules = table(plan.title, plan.seats, plan.options)
    game = Game(rules, played.seed)
    if (game.actions.digest, game.observer.digest) != (plan.actions, plan.layout):
        raise DatasetError("this file was made with other rules or another layout; make it again")
    codec = codec_of(rules)
    for decision in played.decisions:
        yield game, decision
        game.make(codec.from_text(decision.move))


def to_parquet(path: Path, to: Path) -> int:
    """Write the games of a file as Parquet, one row a decision; the number of rows. Needs pyarrow."""
    try:
        import pyarrow as pa  # type: ignore[import-not-found, import-untyped, unused-ignore]
        import pyarrow.parquet as pq  # type: ignore[import-not-found, import-untyped, unused-ignore]
    except ImportError:
        raise DatasetError("Parquet needs pyarrow; run: pip install 'railhead[data]'") from None
    head, games = read(path)
    ints, floats = pa.list_(pa.int32()), pa.list_(pa.float32())
    columns = {"game": pa.int32(), "number": pa.int32(), "scores": ints, "reason": pa.string(), "seat": pa.int8()}
    columns |= {"round": pa.string(), "phase": pa.string(), "legal": ints, "action": ints, "amounts": ints}
    columns |= {"move": pa.string(), "worth": ints, "value": pa.float32()}
    columns |= {"observation": floats} if head.observations else {}
    schema = pa.schema(list(columns.items()), metadata={"railhead": msgspec.json.encode(head)})
    rows = 0
    part = to.with_name(f"{to.name}.part")  # so that the file is there whole or not at all
    with pq.ParquetWriter(part, schema) as writer:
        for played in games:
            lines = [
                {"game": played.game, "number": at, "scores": played.scores, "reason": played.reason}
                | msgspec.structs.asdict(decision)
                for at, decision in enumerate(played.decisions)
            ]
            writer.write_table(pa.Table.from_pylist(lines, schema=schema))
            rows += len(lines)
    part.replace(to)
    return rows
