"""What runs pay in 1843."""

from __future__ import annotations

from itertools import product

from railhead.core.facts import Facts
from railhead.core.scoring import Scoring


def scoring(facts: Facts, colour: str) -> Scoring:
    """The scoring of every company in a phase of this colour."""
    return Scoring(ranges={name: train.range for name, train in facts.trains.items()}, colour=colour)


def trains_to_run(facts: Facts, certificates: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The sets of trains that these certificates can run as: double ones are two trains, some have a choice."""
    choices: list[list[tuple[str, ...]]] = []
    for name in certificates:
        special = facts.trains[name].special
        ways = [tuple(special[key]) for key in ("runs_as", "or_as") if key in special]
        choices.append(ways or [(name,)])
    sets = {tuple(sorted(train for way in ways for train in way)) for ways in product(*choices)}
    return tuple(sorted(sets))
