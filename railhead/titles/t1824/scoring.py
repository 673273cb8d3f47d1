"""What runs pay in 1824."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railhead.core.scoring import PairBonus, Scoring

if TYPE_CHECKING:
    from collections.abc import Mapping

    from railhead.core.facts import Facts

VIENNA, BUDAPEST = "E12", "F17"


def scoring(facts: Facts, colour: str, bukowina: bool = False, mines: Mapping[str, int] | None = None) -> Scoring:
    """The scoring of every company; `mines`: what they pay now, if not as printed for the phase."""
    bonus = facts.special["cisleithania"]["bukowina_bonus"]
    pair = PairBonus("Bukowina", frozenset(bonus["from"]), frozenset(bonus["to"]), bonus["value"])
    return Scoring(
        ranges={name: train.range for name, train in facts.trains.items()},
        colour=colour,
        values=dict(mines or {}),
        once=(frozenset({VIENNA}), frozenset({BUDAPEST})),
        pairs=(pair,) if bukowina else (),
    )
