"""What runs pay in 1893."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from railhead.core.facts import Facts
from railhead.core.scoring import Scoring

DUESSELDORF = "A4"
"""A red hex that routes may pass; like every red hex it uses up a city of an 8+x-train's range."""
INDUSTRY = 10
"""What an industry marker adds, and all that a city with one pays to companies without a station there."""


def scoring(facts: Facts, colour: str, industry: Mapping[str, bool] | None = None) -> Scoring:
    """The scoring of a company; `industry`: hexes with a marker, true where it is in the company's favour.

    A marker in a city where the company has no station makes the city a town for it, worth ten and open.
    """
    markers = industry or {}
    against = {name: INDUSTRY for name, good in markers.items() if not good}
    return Scoring(
        ranges={name: train.range for name, train in facts.trains.items()},
        colour=colour,
        values=against,
        extra={name: INDUSTRY for name, good in markers.items() if good},
        towns=frozenset(against),
        cities=frozenset({DUESSELDORF}),
        open=frozenset(against),
    )


def industry_for(
    facts: Facts, markers: Iterable[str], tiles: Mapping[str, str], own: Collection[str]
) -> dict[str, bool]:
    """Which of the hexes with a marker are in a company's favour, by the tiles laid and the hexes of its stations.

    Towns and red places favour everybody, cities those with a station there (21.3).
    """
    found = {}
    for name in markers:
        nodes = facts.tiles[tiles[name]].nodes if name in tiles else facts.hexes[name].nodes
        found[name] = name in own or not any(node.slots for node in nodes)
    return found
