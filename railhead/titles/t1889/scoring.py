"""What runs pay in 1889."""

from __future__ import annotations

from railhead import usual
from railhead.core.facts import Facts
from railhead.core.scoring import Scoring


def scoring(facts: Facts, colour: str) -> Scoring:
    """The printed values of a phase's colour; a diesel reads values of its own off the board."""
    return usual.scoring(facts, colour, columns={"D": "diesel"})
