"""Whole games in and out: a game played elsewhere is stored in one go, and any game can be exported as a record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from railhead.core.text import fingerprint
from railhead.play.errors import NotPossible
from railhead.play.figures import figures, turns
from railhead.play.games import Done, Games
from railhead.play.records import MOVE, PIN, Entry, Head, Pin, Snapshot
from railhead.play.snapshots import pack, unpack_any
from railhead.play.timeline import events_to_json
from railhead.record import pins
from railhead.record.entries import to_json
from railhead.record.games import FORMAT, Record, record_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railhead.core.state import State
    from railhead.record.session import Session, Step

CHANGED = "the rules of this program have changed"


def keep(games: Games, game: str, session: Session) -> Done:
    """Store a game played elsewhere in one go: entries, positions at intervals, and its pins."""
    store = games.store
    head = store.head(game)
    if head.version:
        raise NotPossible("this game already has moves")
    before = games.timeline.opening(game, head.epoch)
    pinned = {pin.number: pin for pin in session.pins}
    entries: list[Entry] = []
    kept: list[Pin] = []
    for number, step in enumerate((None, *session.steps)):
        if step is not None:
            entries.append(_entry(games, session, number, step, before, seq=len(entries) + 1))
            before = step.state
        if number in pinned:
            pin = pinned[number]
            kept.append(Pin(number, len(entries) + 1, pin.rules, pin.says, pin.stated))
            text = msgspec.json.encode(kept[-1]).decode()
            entries.append(Entry(len(entries) + 1, PIN, number, "", text, at=games.clock()))
    after = Head(len(entries), entries[-1].seq if entries else 0, len(session.steps), head.epoch)
    store.append_all(game, entries, after)
    places = {entry.number: entry.seq for entry in entries if entry.kind == MOVE}
    games.timeline.keep_all(game, after, [step.state for step in session.steps], places)
    if kept:
        _keep_pins(games, game, session, kept, after)
    return Done(after, session.state, entry=after.version)


def _entry(games: Games, session: Session, number: int, step: Step, before: State, seq: int) -> Entry:
    known = step.state.count == number  # before a pin the position may be an earlier one
    told = session.former.get(number)
    return Entry(
        seq=seq,
        kind=MOVE,
        number=number,
        by=step.entry.move.by,
        move=to_json(step.entry),
        events=events_to_json(step.events) if told is None else msgspec.json.encode(told).decode(),
        at=games.clock(),
        figures=_point(before, step) if known else "",
        why=session.remarks.get(number, ""),
        check_sum=fingerprint(step.state) if known else "",
    )


def _point(before: State, step: Step) -> str:
    return msgspec.json.encode(figures(step.state)).decode() if turns(before, step.state) else ""


def _keep_pins(games: Games, game: str, session: Session, kept: Sequence[Pin], head: Head) -> None:
    at_pins = [session.steps[pin.number - 1].state if pin.number else session.opening for pin in kept]
    found = [(pin, pack(state)) for pin, state in zip(kept, at_pins, strict=True) if state.count == pin.number]
    if not found or found[-1][0] != kept[-1] or found[-1][1] is None:
        raise NotPossible(f"the position after move {kept[-1].number} cannot be stored")
    games.store.keep_all(game, [Snapshot(pin.entry, pin.number, data) for pin, data in found if data is not None])
    note = games.note(game)
    games.store.set_note(game, replace(note, pins=tuple(kept)), head)


def record(games: Games, game: str) -> Record:
    """The game as a record. If today's rules read it differently, it is pinned at its end so play can continue."""
    head, state = games.now(game)
    live = games.store.live(game, 1, head.count)
    remarks = {entry.number: entry.why for entry in live}
    summary = games.store.setup(game).summary
    found = record_of(state, games.entries(game), remarks=remarks, summary=summary)
    note = games.note(game)
    at = [pins.Pin(one.number, one.rules, _at_pin(games, game, one), one.says, one.stated) for one in note.pins]
    if note.differs and state.count == head.count:
        at.append(pins.Pin(head.count, state.rules.version, pins.plain(state), CHANGED))
    if not at:
        return found
    past = [entry for entry in live if entry.number <= at[-1].number]
    return replace(
        found,
        format=FORMAT,
        pins=tuple(at),
        sums={**{str(entry.number): entry.check_sum for entry in past if entry.check_sum}, **found.sums},
        positions=_positions(games, game, past),
        events={str(entry.number): msgspec.json.decode(entry.events) for entry in past},
    )


def _at_pin(games: Games, game: str, pin: Pin) -> dict[str, Any]:
    """The position at a pin; nothing if it can no longer be read, as only the last one must be."""
    kept = games.store.snapshots(game, [pin.entry])
    return _plain(games, game, kept[-1]) if kept else {}


def _positions(games: Games, game: str, past: Sequence[Entry]) -> dict[str, dict[str, Any]]:
    """The positions stored after these moves, as far as they can be read."""
    seqs = {entry.seq for entry in past}
    found = [one for one in games.store.all_snapshots(game) if one.entry in seqs]
    return {str(one.number): plain for one in found if (plain := _plain(games, game, one))}


def _plain(games: Games, game: str, kept: Snapshot) -> dict[str, Any]:
    try:
        return pins.plain(unpack_any(games.timeline.rules(game), kept.data))
    except ValueError:
        return {}
