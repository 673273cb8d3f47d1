"""What runs pay in 1889."""

from __future__ import annotations

from railhead.core.facts import Facts
from railhead.core.scoring import Scoring


def scoring(facts: Facts, colour: str) -> Scoring:
    """The scoring of every company in a phase of this colour: a diesel reads values of its own off the board."""
    return Scoring(
        ranges={name: train.range for name, train in facts.trains.items()},
        colour=colour,
        columns={"D": "diesel"},
    )
