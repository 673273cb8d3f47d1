"""What is not possible now, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from railhead.core.engine import open_kinds
from railhead.core.moves import RunTrains
from railhead.site import sentences

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from railhead.core.rulings import Refusal
    from railhead.core.state import State

FEW_REFUSALS = 6
"""How many refused choices of one verb are explained."""


@dataclass(frozen=True)
class WhyNot:
    """A choice that is not open, and why."""

    text: str
    why: str


def refused(state: State, seats: Collection[str]) -> Iterator[WhyNot]:
    """Choices of the kinds open now that a check refuses; those on the map are requested by hex."""
    shown: dict[str, int] = {}
    said: set[tuple[str, str]] = set()
    for kind in open_kinds(state):
        for move in () if kind.out_of_band else kind.candidates(state):
            if hasattr(move, "hex") or isinstance(move, RunTrains) or move.by not in seats:
                continue
            objection: Refusal | None = kind.objection(state, move)
            if objection is None:
                continue
            label = sentences.label(state, move)
            key = (f"{label.verb} {label.text}", objection.rule)
            if key in said or shown.get(label.verb, 0) >= FEW_REFUSALS:
                continue
            said.add(key)
            shown[label.verb] = shown.get(label.verb, 0) + 1
            yield WhyNot(key[0], sentences.refusal_text(state, objection))
