"""What a file states and the rules do not vouch for: Railhead says so, whatever the file says about itself.

The moves of a record are made again under today's rules, so its positions are the result of play. There are two
exceptions. A position at a pin is taken from the file; it must add up, but no move led to it. A move kept as it was
recorded elsewhere may break a rule. Anybody can write such a file, and leave out its remarks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railhead.core.rules import Rules
    from railhead.record.session import Session

SHOWN = 3
"""So many moves are named."""
AGAINST = "Kept as the file has it, against the rules"


def mark_as_stated(session: Session) -> None:
    """Mark a game from a file: its pins, and a summary that begins with what could not be checked."""
    session.pins = tuple(replace(pin, stated=True) for pin in session.pins)
    said = unchecked(session)
    if said not in session.summary:
        session.summary = f"{said} {session.summary}".strip()


def unchecked(session: Session) -> str:
    """What of a game was taken from a file without being checked; empty if all of it follows from its moves."""
    found = []
    stated = [pin.number for pin in session.pins if pin.stated]
    if stated:
        found.append(
            f"The position after move {stated[-1]} was taken from the file; the moves before it were not checked."
        )
    kept = [number for number, step in enumerate(session.steps, 1) if step.entry.waived]
    if kept:
        found.append(_kept(kept))
    return " ".join(found)


def _kept(numbers: Sequence[int]) -> str:
    if len(numbers) == 1:
        return f"Move {numbers[0]} breaks a rule and was kept as the file has it."
    named = list(map(str, numbers[:SHOWN]))
    if len(numbers) > SHOWN:
        named.append(f"{len(numbers) - SHOWN} more")
    *first, last = named
    return f"Moves {', '.join(first)} and {last} break a rule and were kept as the file has them."


def against_the_rules(rules: Rules, move: str) -> str:
    """What the log says about a stored move, as JSON, that breaks a rule; empty for every other move."""
    if '"waived":' not in move:
        return ""
    waived = msgspec.json.decode(move).get("waived", {})
    says = [rules.rulebook.says(rule) for rule in waived if rule in rules.rulebook.clauses]
    return f"{AGAINST}: {' '.join(says)}" if says else f"{AGAINST}."
