"""Which trains run in 1843; what they earn is printed on the map, as usual."""

from __future__ import annotations

from itertools import product

from railhead.core.facts import Facts


def trains_to_run(facts: Facts, certificates: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The sets of trains that these certificates can run as: double ones are two trains, some have a choice."""
    choices: list[list[tuple[str, ...]]] = []
    for name in certificates:
        special = facts.trains[name].special
        ways = [tuple(special[key]) for key in ("runs_as", "or_as") if key in special]
        choices.append(ways or [(name,)])
    sets = {tuple(sorted(train for way in ways for train in way)) for ways in product(*choices)}
    return tuple(sorted(sets))
