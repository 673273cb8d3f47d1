"""Games of bots as data: every decision with its legal actions, the action taken and what came of it.

A file is JSON lines: a header, then one line a game, written when the game is over. So a run can be stopped at any
moment and continued later, and what is written depends on the seed alone. The format is in docs/research.md.
"""

from __future__ import annotations

import contextlib
import fcntl
import random
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as version_of
from pathlib import Path
from typing import IO, TYPE_CHECKING, TypeVar

import msgspec
import numpy as np

from railhead.bots.player import ask, bot
from railhead.bots.processes import shared_out
from railhead.core.moves import Move, to_text
from railhead.core.text import codec_of
from railhead.env.actions import UnknownAction
from railhead.env.game import Game, seed_of, table

if TYPE_CHECKING:
    from railhead.env.fields import Row

FORMAT, VERSION = "railhead-dataset", 1

Progress = Callable[[int], None]
G = TypeVar("G")


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
    railhead: str = ""  # the version that plays: its bots may move in another way than those of the next


class _Stamp(msgspec.Struct):
    """What any version of the first line says."""

    format: str = ""
    version: int = 0


class _Numbered(msgspec.Struct):
    """As much of a game as it takes to know that it is there."""

    game: int


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
        options=tuple(sorted(set(options))),
        bots=tuple(bot(name).name for name in bots),
        seed=seed_of(seed),
        budget=budget,
        observations=observations,
        rules=rules.version,
        actions=here.actions.digest,
        layout=here.observer.digest,
        railhead=_version(),
    )


def _version() -> str:
    try:
        return version_of("railhead")
    except PackageNotFoundError:  # run from a folder where nothing is installed
        return ""


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
        observation=_written(game.observe()) if observations else None,
    )


def _written(row: Row) -> list[float]:
    """The shortest numbers that are read back as the same `float32`: 4.2, not 4.199999809265137."""
    found = [0.0] * len(row)
    for at in np.flatnonzero(row).tolist():
        found[at] = float(str(row[at]))
    return found


# Files


def write(path: Path | str, plan: Plan, games: int, processes: int = 1, progress: Progress | None = None) -> int:
    """Play the games that a file still lacks and append them; returns the number of games in it.

    Ctrl-C ends the run; games that were under way are lost, and the next run plays them.
    """
    path = Path(path)
    tell = progress or (lambda _: None)
    if path.exists() and not path.is_file():
        raise DatasetError(f"{path} is not an ordinary file; name another one")
    with path.open("ab+") as file:
        _claim(file, path)
        there = _continued(file, path, plan)
        tell(len(there))
        left = [number for number in range(games) if number not in there]
        done = len(there)
        with contextlib.suppress(KeyboardInterrupt):
            for played in shared_out(lambda number: play(plan, number), left, processes):
                file.write(msgspec.json.encode(played) + b"\n")
                file.flush()
                done += 1
                tell(done)
    return done


def _claim(file: IO[bytes], path: Path) -> None:
    """Two runs that write to one file would spoil it, so the first one locks it."""
    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        raise DatasetError(
            f"another run is writing to {path}; wait until it has ended, or name another file"
        ) from None
    except OSError:
        return  # a disk that knows no locks


def _continued(file: IO[bytes], path: Path, plan: Plan) -> set[int]:
    """The games that a file holds already; an empty one is begun. An incomplete last line is cut off."""
    head = msgspec.json.encode(plan) + b"\n"
    file.seek(0)
    first = file.readline()
    if len(first) < len(head) and head.startswith(first):  # empty, or stopped within the first line
        file.truncate(0)
        file.write(head)
        file.flush()
        return set()
    there = _head(path, first)
    if there != plan:
        mine, yours = msgspec.to_builtins(there), msgspec.to_builtins(plan)
        differ = [
            f"{name} is {mine[name]!r} there and {yours[name]!r} here" for name in mine if mine[name] != yours[name]
        ]
        raise DatasetError(
            f"{path} was made from another plan: {', '.join(differ)}; name another file, or delete this one to "
            "start over"
        )
    found, end = set(), len(first)
    for number, line in enumerate(file, 2):
        if not line.endswith(b"\n"):
            file.truncate(end)
            break
        found.add(_game(path, number, line, _Numbered).game)
        end += len(line)
    return found


def _head(path: Path, line: bytes) -> Plan:
    try:
        stamp = msgspec.json.decode(line, type=_Stamp)
        if (stamp.format, stamp.version) == (FORMAT, VERSION):
            return msgspec.json.decode(line, type=Plan)
    except (msgspec.DecodeError, UnicodeError):
        stamp = _Stamp()
    if stamp.format == FORMAT:
        raise DatasetError(f"{path} has version {stamp.version} of the format, and this Railhead reads {VERSION}")
    raise DatasetError(
        f"{path} is not a data set of Railhead: its first line does not say how it was made; name another file"
    )


def _game(path: Path, number: int, line: bytes, kind: type[G]) -> G:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise DatasetError(
            f"line {number} of {path} is not a game ({error}); delete the line, and the command that made the file "
            "plays the game again"
        ) from None


def read(path: Path | str) -> tuple[Plan, Iterator[Played]]:
    """The plan and the games of a file."""
    path = Path(path)
    with path.open("rb") as file:
        return _head(path, file.readline()), _games(path)


def _games(path: Path) -> Iterator[Played]:
    with path.open("rb") as file:
        file.readline()
        for number, line in enumerate(file, 2):
            if line.endswith(b"\n"):
                yield _game(path, number, line, Played)


def replayed(plan: Plan, played: Played) -> Iterator[tuple[Game, Decision]]:
    """A game again, decision by decision, as a `Game` at each one: the same object, which moves on."""
    rules = table(plan.title, plan.seats, plan.options)
    game = Game(rules, played.seed)
    here = {"rules": rules.version, "actions": game.actions.digest, "layout": game.observer.digest}
    other = [name for name, value in here.items() if getattr(plan, name) != value]
    if other:
        raise DatasetError(
            f"this file was made by Railhead {plan.railhead or 'of another version'}, whose {' and '.join(other)} of "
            f"{plan.title} differ from those here; install that version, or make the file again"
        )
    codec = codec_of(rules)
    for decision in played.decisions:
        yield game, decision
        game.make(codec.from_text(decision.move))


def to_parquet(path: Path | str, to: Path | str) -> int:
    """Write the games of a file as Parquet, one row a decision; the number of rows. Needs pyarrow."""
    try:
        import pyarrow as pa  # type: ignore[import-not-found, import-untyped, unused-ignore]
        import pyarrow.parquet as pq  # type: ignore[import-not-found, import-untyped, unused-ignore]
    except ImportError:
        raise DatasetError("Parquet needs pyarrow; run: pip install 'railhead[data]'") from None
    head, games = read(path)
    to = Path(to)
    ints, floats = pa.list_(pa.int32()), pa.list_(pa.float32())
    columns = {"game": pa.int32(), "number": pa.int32(), "scores": ints, "reason": pa.string(), "seat": pa.int8()}
    columns |= {"round": pa.string(), "phase": pa.string(), "legal": ints, "action": ints, "amounts": ints}
    columns |= {"move": pa.string(), "worth": ints, "value": pa.float32()}
    columns |= {"observation": floats} if head.observations else {}
    schema = pa.schema(list(columns.items()), metadata={"railhead": msgspec.json.encode(head)})
    rows = 0
    part = to.with_name(f"{to.name}.part")  # so that the file is there whole or not at all
    try:
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
    finally:
        part.unlink(missing_ok=True)
    return rows
