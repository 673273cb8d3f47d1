"""What runs pay in 1824."""

from __future__ import annotations

from collections.abc import Mapping

from railhead.core.facts import Facts
from railhead.core.scoring import PairBonus, Scoring

VIENNA, BUDAPEST = "E12", "F17"


def scoring(
    facts: Facts,
    colour: str,
    bukowina: bool = False,
    mines: Mapping[str, int] | None = None,
    closed: frozenset[str] = frozenset(),
) -> Scoring:
    """The scoring of a company to which some mines are closed; `mines`: what they pay, if not as printed."""
    bonus = facts.special["bukowina_bonus"]
    pair = PairBonus("Bukowina", frozenset(bonus["from"]), frozenset(bonus["to"]), bonus["value"])
    return Scoring(
        ranges={name: train.range for name, train in facts.trains.items()},
        colour=colour,
        values=dict(mines or {}),
        closed=closed,
        once=(frozenset({VIENNA}), frozenset({BUDAPEST})),
        pairs=(pair,) if bukowina else (),
    )
