"""What runs pay in 1894."""

from __future__ import annotations

from railhead.core.facts import Facts
from railhead.core.scoring import LargestBonus, PairBonus, Scoring

LONDON, LUXEMBOURG, PARIS = "A10", "I18", "G6"


def scoring(facts: Facts, colour: str, ferry: bool, london_bonus: bool) -> Scoring:
    """The scoring of a company with or without a ferry marker and the London shipping marker."""
    bonus = facts.special["bonus"]
    largest = [LargestBonus("Luxembourg", LUXEMBOURG)]
    if london_bonus:
        largest.append(LargestBonus("London shipping", LONDON, frozenset({LUXEMBOURG})))
    return Scoring(
        ranges={name: train.range for name, train in facts.trains.items()},
        colour=colour,
        open=frozenset({LONDON}),
        closed=frozenset() if ferry else frozenset({LONDON}),
        once=(frozenset({PARIS}),),
        pairs=(
            PairBonus(
                "Netherlands",
                frozenset({bonus["hex"]}),
                frozenset(bonus["with_any_of"]),
                bonus["value"],
            ),
        ),
        largest=tuple(largest),
    )
