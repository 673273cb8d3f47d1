"""What a company could earn at most, whatever its track: no run that is stated may claim more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railhead.core.reach import face_at
from railhead.core.scoring import Centre, Scoring, named

if TYPE_CHECKING:
    from railhead.core.facts import RangeFacts
    from railhead.core.state import State


MORE = 2
"""Stops beyond a train's range: programs differ in what counts as a stop, and no game should be refused for that."""


def most_earned(state: State, company: str) -> tuple[int, int]:
    """Revenue and subsidy that no run of a company exceeds.

    Every train calls at the best stops on the map, a few more than its range allows, each at the highest value
    printed for any phase, and gets every bonus. Track, stations and other trains are ignored.
    """
    scoring = state.rules.scoring(state, company)
    stops = _stops(state)
    bounds = [
        [_of_train(scoring, scoring.ranges[train], stops) for train in trains]
        for trains in state.rules.running_trains(state, company)
    ]
    revenue = max((sum(most for most, _ in trains) for trains in bounds), default=0)
    subsidy = max((sum(most for _, most in trains) for trains in bounds), default=0)
    return revenue, subsidy


def _stops(state: State) -> list[Centre]:
    """Every stop on the map; hexes of one place are one stop."""
    hexes: dict[str, set[str]] = {}
    nodes = {}
    for hex_id in state.rules.map.hexes:
        for index, node in enumerate(face_at(state, hex_id).nodes):
            place = node.group or f"{hex_id}.{index}"
            hexes.setdefault(place, {place}).add(hex_id)
            nodes[place] = node
    return [Centre(place, frozenset(hexes[place]), node.type, node.revenue) for place, node in nodes.items()]


def _of_train(scoring: Scoring, limits: RangeFacts, stops: list[Centre]) -> tuple[int, int]:
    """The most that one train could bring."""
    worth = {stop.id: _highest(scoring, stop) for stop in stops}
    paying = [stop for stop in stops if stop.type not in scoring.apart]
    free = [worth[stop.id] for stop in paying if _may_be_free(scoring, stop)]
    cities = sorted((worth[stop.id] for stop in paying if not _may_be_free(scoring, stop)), reverse=True)
    best = sorted([*free, *cities[: _with_more(limits.cities)]], reverse=True)
    most = sum(best[: _with_more(limits.total, limits.pays)]) + sum(pair.value for pair in scoring.pairs)
    apart = sorted((worth[stop.id] for stop in stops if stop.type in scoring.apart), reverse=True)
    return most + len(scoring.largest) * max(best, default=0), sum(apart[: _with_more(limits.total)])


def _with_more(*limits: int | None) -> int | None:
    """The strictest of some limits and a few stops more; None if there is no limit."""
    return min((limit + MORE for limit in limits if limit is not None), default=None)


def _may_be_free(scoring: Scoring, stop: Centre) -> bool:
    """Whether a stop may take no city of a range; a place that counts otherwise than printed is taken both ways."""
    return stop.type == "town" or named(stop.names, scoring.towns) or named(stop.names, scoring.cities)


def _highest(scoring: Scoring, stop: Centre) -> int:
    printed = stop.revenue if isinstance(stop.revenue, int) else max(stop.revenue.values(), default=0)
    instead = [value for place, value in scoring.values.items() if place in stop.names]
    return max(printed, *instead, 0) + sum(more for place, more in scoring.extra.items() if place in stop.names)
