"""Positions as bytes and back, so that a long game opens without a replay from its start.

A position that does not come back exactly as it was is not kept: the next one is reached by replaying a
little further. Mappings keep their order, since some of them are lists of what is for sale.
"""

from __future__ import annotations

import zlib

from railhead.core.rules import Rules
from railhead.core.state import State
from railhead.core.text import from_json, to_json

FORMAT = b"1"


def _stamp(rules: Rules) -> bytes:
    return b"%s %s %d\n" % (FORMAT, rules.title.encode(), rules.version)


def pack(state: State) -> bytes | None:
    """A position as bytes, or None if it would not come back the same."""
    data = _stamp(state.rules) + zlib.compress(to_json(state), 6)
    try:
        return data if unpack(state.rules, data) == state else None
    except ValueError:
        return None


def unpack(rules: Rules, data: bytes) -> State:
    """The position in the bytes; `ValueError` if they were written by another version or are damaged."""
    stamp = _stamp(rules)
    if not data.startswith(stamp):
        raise ValueError("a snapshot of another version")
    try:
        return from_json(zlib.decompress(data[len(stamp) :]), lambda title, seats, options: rules)
    except zlib.error as error:
        raise ValueError(f"a damaged snapshot: {error}") from None
