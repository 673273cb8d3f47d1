"""Station markers: homes, cities that hold them, places that are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railhead.core.kinds import Kind
from railhead.core.moves import PlaceStation
from railhead.core.reach import face_at, free_slots, stations_of
from railhead.core.rulings import Facts, check
from railhead.core.stations import (
    company_can_pay_station,
    home_city,
    marker_left,
    one_a_hex,
    one_a_turn,
    place_station,
    put_station,
    slot_free,
    station_candidates,
    station_in_reach,
)
from railhead.titles.t1824.railways import STATE, forerunners, kind_of

if TYPE_CHECKING:
    from railhead.core.change import Change
    from railhead.core.operating import OperatingTurn
    from railhead.core.state import State


def home_pending(state: State, company: str) -> bool:
    """Whether a company has still to place the marker of its home."""
    charter = state.companies[company]
    if charter.closed or charter.operated or stations_of(state.board, company):
        return False
    if kind_of(state, company) == STATE:
        return all(state.companies[railway].closed for railway in forerunners(state, company))
    return True


def place_home(change: Change, company: str) -> None:
    """The free home marker at the start of the first turn (`station.home`); inherited ones stand in for it."""
    if home_pending(change.state, company):
        hex_id = change.state.rules.companies[company].home[0]
        put_station(change, company, hex_id, home_city(change.state, company, hex_id), rule="station.home")
        change.company(company, tokens=change.state.companies[company].tokens[1:])


@check("station.city")
def city_only(state: State, move: PlaceStation) -> Facts | None:
    """Stations stand in cities, never at mines."""
    if move.hex in state.rules.map.hexes:
        face = face_at(state, move.hex)
        if move.city in face.cities and face.nodes[move.city].type == "city":
            return None
    return {"hex": move.hex, "city": move.city}


@check("station.home-kept")
def keeps_homes(state: State, move: PlaceStation) -> Facts | None:
    """A place must be left for every company whose home is there and that has not begun."""
    owners = [
        sym
        for sym, facts in state.rules.companies.items()
        if move.hex in facts.home and home_pending(state, sym) and home_city(state, sym, move.hex) == move.city
    ]
    if owners and free_slots(state, move.hex, move.city) <= len(owners):
        return {"hex": move.hex, "for": owners}
    return None


STATION = Kind(
    PlaceStation,
    station_candidates,
    (
        marker_left,
        one_a_turn,
        city_only,
        one_a_hex,
        slot_free,
        keeps_homes,
        station_in_reach,
        company_can_pay_station,
    ),
    place_station,
)


def can_place(state: State, turn: OperatingTurn) -> bool:
    """Whether the station step has a decision in it."""
    return not turn.stations and any(STATION.objection(state, move) is None for move in station_candidates(state))
