"""Stations: in good cities, where they keep a way open or close it to others, and only from spare money."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railhead.bots.outlook import next_price
from railhead.bots.protocol import Rated
from railhead.core.facts import revenue_at
from railhead.core.reach import face_at, free_slots, stations_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from railhead.bots.clerk.desk import Desk
    from railhead.core.moves import PlaceStation


def rate_stations(desk: Desk, moves: Sequence[PlaceStation]) -> Iterator[Rated]:
    """Cities by their value and by how nearly full they are, against price and need for trains."""
    state = desk.state
    weights = desk.weights
    company = desk.company
    if not company:
        for move in moves:
            yield Rated(1.0, move, f"The station in {move.hex} costs nothing.")
        return
    charter = state.companies[company]
    cost = charter.tokens[0] if charter.tokens else 0
    left = charter.cash - cost
    poor = desk.lasts(company) < weights.station_poor_rounds and left < next_price(state)
    colour = state.rules.phases[state.phase].colour
    few = len(stations_of(state.board, company)) < 2
    for move in moves:
        node = face_at(state, move.hex).nodes[move.city]
        worth = revenue_at(node.revenue, colour) * (weights.station_few if few else weights.station_more)
        last = free_slots(state, move.hex, move.city) == 1
        worth += desk.unit * weights.station_last if last else 0.0
        score = worth - cost * weights.station_cost - (desk.unit * weights.station_poor if poor else 0.0)
        if desk.rounds < weights.station_late_rounds:
            score -= cost
        why = f"It takes the last place in {move.hex}." if last else f"A station in {move.hex} keeps the way open."
        against = f"{company} needs its money for a train." if poor else ""
        if cost and not poor:
            against = f"A station in {move.hex} is not worth {cost} to {company}."
        yield Rated(score, move, why, against)
