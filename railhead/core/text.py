"""Positions as text, for files, tests and bug reports; reading gives the same value back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Union

import msgspec
from msgspec.structs import replace

from railhead.core.memo import Memo
from railhead.core.moves import Codec
from railhead.core.rules import Rules
from railhead.core.state import State

FindRules = Callable[[str, int, tuple[str, ...]], Rules]
"""Title, number of seats and options -> rules."""
_CODEC = Memo[None, Codec]()
_FRAMES = Memo[None, Any]()


class TextError(ValueError):
    """Text that is not a position."""


def _named(state: State) -> State:
    """The position with its rules as the name that finds them again."""
    game_rules = state.rules
    return replace(
        state, rules={"title": game_rules.title, "seats": game_rules.seats, "options": sorted(game_rules.options)}
    )


def to_json(state: State) -> bytes:
    """The position as JSON. Mappings keep their order: some are lists of what is for sale."""
    return msgspec.json.encode(_named(state))


def fingerprint(state: State) -> str:
    """A short checksum of a position: positions that differ in any way have different ones."""
    import hashlib  # loads a library for encryption, and few processes compare positions

    return hashlib.sha256(msgspec.json.encode(_named(state), order="deterministic")).hexdigest()[:16]


def codec_of(rules: Rules) -> Codec:
    """The reader of this title's moves."""
    return _CODEC.of(rules, None, lambda: Codec(dict.fromkeys(kind.move for kind in rules.kinds())))


def from_json(data: bytes | str, find: FindRules) -> State:
    """The position that `to_json` wrote."""
    try:
        raw = msgspec.json.decode(data)
        named = raw["rules"]
        rules = find(named["title"], named["seats"], tuple(named["options"]))
        raw["rules"] = rules
        raw["frames"] = tuple(_frame(rules, frame) for frame in raw["frames"])
        if rules.extra is not None:
            raw["extra"] = msgspec.convert(raw["extra"], rules.extra)
        return msgspec.convert(raw, State)
    except (msgspec.MsgspecError, KeyError, TypeError, ValueError, RecursionError) as error:
        raise TextError(f"not a position: {error}") from None


def _frame(rules: Rules, raw: dict[str, Any]) -> Any:
    if "deal" in raw:
        raw["deal"] = codec_of(rules).from_plain(raw["deal"])
    kinds = _FRAMES.of(rules, None, lambda: Union[tuple(rules.procedures)])  # noqa: UP007
    return msgspec.convert(raw, kinds)
