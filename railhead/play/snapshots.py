"""Positions as bytes and back, so that a long game opens without a replay from its start.

A position that does not survive the round trip exactly is not stored: the next one is reached by replaying a
little further. Mappings keep their order, since some of them are lists of what is for sale.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

from railhead.core.text import from_json, to_json

if TYPE_CHECKING:
    from railhead.core.rules import Rules
    from railhead.core.state import State

FORMAT = b"1"
LEVEL = 3
"""How hard zlib tries: 6 would save a tenth of the bytes and take three times as long, at every move."""


def _stamp(rules: Rules) -> bytes:
    return b"%s %s %d\n" % (FORMAT, rules.title.encode(), rules.version)


def pack_head(state: State) -> bytes:
    """A position as bytes, quickly; the reader must compare."""
    return _stamp(state.rules) + zlib.compress(to_json(state), LEVEL)


def pack(state: State) -> bytes | None:
    """A position as bytes, or None if it would not survive the round trip."""
    data = pack_head(state)
    try:
        return data if unpack(state.rules, data) == state else None
    except ValueError:
        return None


def unpack(rules: Rules, data: bytes) -> State:
    """The position in the bytes; `ValueError` if they were written by another version or are damaged."""
    if not data.startswith(_stamp(rules)):
        raise ValueError("a snapshot of another version")
    return unpack_any(rules, data)


def unpack_any(rules: Rules, data: bytes) -> State:
    """The position in the bytes as these rules read it, whatever version wrote it; `ValueError` if they cannot."""
    stamp, _, body = data.partition(b"\n")
    if stamp.split(b" ")[:2] != _stamp(rules).split(b" ")[:2]:
        raise ValueError("a snapshot of another program")
    try:
        return from_json(zlib.decompress(body), lambda _title, _seats, _options: rules)
    except zlib.error as error:
        raise ValueError(f"a damaged snapshot: {error}") from None
