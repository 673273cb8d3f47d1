"""A game as a readable JSON file: who played what with which rules, and every move.

If the rules have changed, checksums of the position at intervals show at which move it matters.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from railhead.core.citing import citation
from railhead.core.engine import new_game
from railhead.core.moves import Move, to_plain, to_text
from railhead.core.rules import Rules, Title
from railhead.core.rulings import IllegalMove, MalformedMove
from railhead.core.text import fingerprint
from railhead.core.waivers import WaiverError
from railhead.record.entries import Entry, from_plain, plain, remake
from railhead.record.pins import Pin, PinError, as_it_was, read
from railhead.record.reading import Unreadable, read_json

if TYPE_CHECKING:
    from pathlib import Path

    from railhead.core.events import Event
    from railhead.core.state import State

FORMAT = 2
"""The newest format; a record without pins is written as format 1, which every version reads."""
EVERY = 25
"""After how many moves a checksum is written."""

FindTitle = Callable[[str], Title]


class RecordError(ValueError):
    """A record that cannot be used; says what is wrong and where."""


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """What a game's file holds."""

    format: int = 1
    title: str
    rules_version: int
    seats: tuple[str, ...]
    options: tuple[str, ...] = ()
    seed: int = 0
    moves: tuple[dict[str, Any], ...] = ()
    sums: dict[str, str] = {}  # number of moves made -> checksum of the position
    remarks: dict[str, str] = {}  # number of a move -> what a bot or an import said about it; no rule reads this
    summary: str = ""  # for an imported game: what a reader should know about it
    pins: tuple[Pin, ...] = ()  # where the game switched to other rules
    positions: dict[str, dict[str, Any]] = {}  # number of moves made -> the position; before the last pin
    events: dict[str, list[dict[str, Any]]] = {}  # number of a move -> what happened; before the last pin


def rules_of(record: Record, find: FindTitle) -> Rules:
    """The rules that a record was played with."""
    try:
        rules = find(record.title).rules_of_game(len(record.seats), record.options)
    except ValueError as error:
        raise RecordError(str(error)) from None
    if record.rules_version > rules.version:
        raise RecordError(
            f"{record.title}: played with rules version {record.rules_version}, this program has "
            f"{rules.version}; a newer Railhead is needed"
        )
    for pin in record.pins:
        if not 1 <= pin.rules <= rules.version:
            raise RecordError(
                f"{record.title}: a change of rules after move {pin.number} names a rules version that this program "
                f"does not have; the newest is {rules.version}"
            )
    return rules


def record_of(
    state: State,
    moves: Iterable[Move | Entry],
    sums: dict[str, str] | None = None,
    remarks: Mapping[int, str] | None = None,
    summary: str = "",
) -> Record:
    """The record of a game that reached this position by these moves; remarks are keyed by move number."""
    game_rules = state.rules
    return Record(
        title=game_rules.title,
        rules_version=game_rules.version,
        seats=tuple(player.name for player in state.players.values()),
        options=tuple(sorted(game_rules.options)),
        seed=state.seed,
        moves=tuple(plain(one) if isinstance(one, Entry) else to_plain(one) for one in moves),
        sums={**(sums or {}), str(state.count): fingerprint(state)},
        remarks={str(number): text for number, text in (remarks or {}).items() if text},
        summary=summary,
    )


def to_json(record: Record) -> bytes:
    """The text of a record, one move a line."""
    head: dict[str, Any] = msgspec.to_builtins(record)
    moves = head.pop("moves")
    for name in ("summary", "pins", "positions", "events"):  # few games have them
        if not head[name]:
            del head[name]
    lines = ",\n  ".join(msgspec.json.encode(move).decode() for move in moves)
    body = ",\n".join(f"{_text(key)}: {_text(value)}" for key, value in head.items())
    return f'{{\n{body},\n"moves": [\n  {lines}\n]\n}}\n'.encode()


def _text(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def from_json(data: bytes, where: str = "record") -> Record:
    """A record from its text."""
    try:
        raw = read_json(data)
    except Unreadable as error:
        raise RecordError(f"{where}: {error}") from None
    if not isinstance(raw, dict) or "title" not in raw:
        raise RecordError(f"{where}: not a game record")
    version = raw.get("format")
    if not isinstance(version, int):
        raise RecordError(f"{where}: not a game record of Railhead: it has no format number")
    if version > FORMAT:
        raise RecordError(f"{where}: format {version} is newer than this program's {FORMAT}; update Railhead")
    try:
        record = msgspec.convert(raw, Record)
    except msgspec.ValidationError as error:
        raise RecordError(f"{where}: {error}") from None
    numbers = [pin.number for pin in record.pins]
    if numbers != sorted(numbers) or any(not 0 <= number <= len(record.moves) for number in numbers):
        raise RecordError(f"{where}: a change of rules is recorded where there is no move")
    return record


def save(record: Record, path: Path) -> None:
    """Write a record so that the file is either the old one or the new one, never half of each."""
    part = path.with_name(path.name + ".part")
    try:
        with part.open("wb") as file:
            file.write(to_json(record))
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None


def load(path: Path) -> Record:
    """Read a record."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise RecordError(f"{path}: {error.strerror}") from None
    return from_json(data, path.name)


def positions(record: Record, find: FindTitle, strict: bool = True) -> Iterator[tuple[State, Move | None]]:
    """The opening, then every position with the move that led to it; checks the checksums on the way."""
    for state, entry, _ in replayed(record, find, strict):
        yield state, None if entry is None else entry.move


def replayed(
    record: Record, find: FindTitle, strict: bool = True
) -> Iterator[tuple[State, Entry | None, tuple[Event, ...]]]:
    """The opening, then every position with the entry that led to it and what happened."""
    rules = rules_of(record, find)
    try:
        state = new_game(rules, record.seats, record.seed)
    except ValueError as error:
        raise RecordError(str(error)) from None
    yield state, None, ()
    last = record.pins[-1].number if record.pins else 0
    kept = _kept(record, state)
    for number, raw in enumerate(record.moves, 1):
        try:
            entry = from_plain(rules, raw)
            if number <= last:
                state = as_it_was(state, entry, number, kept, record.sums.get(str(number)))
                yield state, entry, ()
                continue
            state, events = remake(kept.get(last, state) if number == last + 1 else state, entry)
        except (MalformedMove, WaiverError) as error:
            raise RecordError(f"move {number}: {error}") from None
        except IllegalMove as error:
            book = rules.rulebook
            raise RecordError(
                f"move {number} ({to_text(entry.move)}): not legal: {book.says(error.refusal.rule)} "
                f"({citation(state, error.refusal)}); the rules have changed since, or the record was edited"
            ) from None
        wanted = record.sums.get(str(number))
        if strict and wanted is not None and wanted != fingerprint(state):
            raise RecordError(f"move {number}: the position does not match the recorded checksum; a rule changed")
        yield state, entry, events


def _kept(record: Record, opening: State) -> dict[int, State]:
    """The positions that a record carries; required at the last pin, optional before it."""
    if not record.pins:
        return {}
    *earlier, last = record.pins
    try:
        found = {last.number: read(opening, last.position, last.number)}
    except PinError as error:
        raise RecordError(str(error)) from None
    raws = {int(number): raw for number, raw in record.positions.items() if number.isdecimal() and len(number) < 7}
    raws.update({pin.number: pin.position for pin in earlier})
    for number, raw in raws.items():
        if number < last.number:
            with contextlib.suppress(PinError):
                found[number] = read(opening, raw, number, history=True)
    return found


def replay(record: Record, find: FindTitle) -> State:
    """The last position of a record."""
    *_, (last, _) = positions(record, find)
    return last
