"""One move of a game as stored: the move, and which checks were waived for it, with the reasons.

Nearly every entry is a move and nothing else. A game that was played elsewhere may break one of our rules; such an
entry carries `waived`, a sentence for every rule that was waived. Moves that people submit are read by the
title's codec, which knows no `waived`: only stored games have it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from railhead.core.engine import apply
from railhead.core.moves import Move, to_plain
from railhead.core.rulings import MalformedMove
from railhead.core.text import codec_of
from railhead.core.waivers import StatedRun, apply_waiving
from railhead.record.former import modern

if TYPE_CHECKING:
    from railhead.core.events import Event
    from railhead.core.rules import Rules
    from railhead.core.state import State

WAIVED = "waived"
NOT_WAIVED: Mapping[str, str] = {}


class Entry(msgspec.Struct, frozen=True):
    """A move, and the rules waived for it: rule -> why."""

    move: Move
    waived: Mapping[str, str] = NOT_WAIVED


def plain(entry: Entry) -> dict[str, Any]:
    """An entry as plain JSON values."""
    found = to_plain(entry.move)
    return {**found, WAIVED: dict(entry.waived)} if entry.waived else found


def to_json(entry: Entry) -> str:
    """An entry as JSON text."""
    return msgspec.json.encode(plain(entry)).decode()


def from_plain(rules: Rules, raw: Any) -> Entry:
    """An entry from plain JSON values; `MalformedMove` says what is wrong."""
    if not isinstance(raw, dict):
        raise MalformedMove("not a move: no table of fields")
    raw = modern(rules, raw)
    if WAIVED not in raw:
        return Entry(codec_of(rules).from_plain(raw))
    try:
        waived = msgspec.convert(raw[WAIVED], dict[str, str])
        fields = {name: value for name, value in raw.items() if name != WAIVED}
        if fields.get("move") == StatedRun.__struct_config__.tag:
            return Entry(msgspec.convert(fields, StatedRun), waived)
    except (msgspec.ValidationError, RecursionError) as error:
        raise MalformedMove(f"not a move: {error}") from None
    return Entry(codec_of(rules).from_plain(fields), waived)


def from_json(rules: Rules, text: str | bytes) -> Entry:
    """An entry from its JSON text."""
    try:
        return from_plain(rules, msgspec.json.decode(text))
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise MalformedMove(f"not a move: {error}") from None


def remake(state: State, entry: Entry) -> tuple[State, tuple[Event, ...]]:
    """The position after a stored entry. The caller vouches for where the entry comes from."""
    return apply_waiving(state, entry.move, entry.waived) if entry.waived else apply(state, entry.move)
