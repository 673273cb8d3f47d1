"""A game that switched to other rules along the way, in a record.

Today's rules may refuse an earlier move, or lead elsewhere. So a record with a pin carries what the
moves before it led to: the position at the pin, some positions on the way, and what happened. Moves after the last
pin are checked like those of any record.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from railhead.core.engine import actors, legal_moves
from railhead.core.invariants import broken_invariants
from railhead.core.money import total_money
from railhead.core.text import fingerprint, from_json, to_json
from railhead.record.entries import Entry, remake

if TYPE_CHECKING:
    from railhead.core.rules import Rules
    from railhead.core.state import State


class Pin(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a game switched to other rules, and the position there."""

    number: int  # moves made before it
    rules: int  # the version that applies from here
    position: dict[str, Any]
    says: str = ""  # what changed, in words
    stated: bool = False  # the position came from a file: nobody checked the moves before it


class PinError(ValueError):
    """A pin that cannot be used; says why."""


def plain(state: State) -> dict[str, Any]:
    """A position as plain JSON values."""
    found: dict[str, Any] = msgspec.json.decode(to_json(state))
    return found


def read(opening: State, raw: dict[str, Any], number: int, history: bool = False) -> State:
    """A position of the game that started from this opening; `PinError` says why it cannot be one.

    Nobody moves from a position in its history, so its legal moves are not looked for: that may mean a search for the
    best run, and a file can hold hundreds of positions.
    """
    rules: Rules = opening.rules
    try:
        state = from_json(msgspec.json.encode(raw), lambda _title, _seats, _options: rules)
        names = [player.name for player in state.players.values()]
        if state.count != number or state.seed != opening.seed:
            raise PinError(f"the position after move {number} belongs to another game")
        if names != [player.name for player in opening.players.values()]:
            raise PinError(f"the position after move {number} has different players")
        broken = broken_invariants(state, total_money(opening))
        waiting = state.ended is not None or bool(actors(state))
        playable = waiting and (history or state.ended is not None or next(iter(legal_moves(state)), None))
    except PinError:
        raise
    except Exception as error:  # the file may contain anything
        raise PinError(f"the position after move {number} cannot be read: {type(error).__name__}") from None
    if broken or not playable:
        why = broken[0] if broken else "nobody could move"
        raise PinError(f"play cannot continue from the position after move {number}: {why}")
    return state


def as_it_was(before: State, entry: Entry, number: int, kept: dict[int, State], check_sum: str | None) -> State:
    """The position after a move before the pin if it is known, otherwise the last known one."""
    if number in kept:
        return kept[number]
    if before.count != number - 1 or check_sum is None:
        return before
    try:
        then, _ = remake(before, entry)
    except Exception:  # rules that the game was not played by may fail on it in any way
        return before
    return then if fingerprint(then) == check_sum else before
