"""Station markers: homes, and places that are kept for them."""

from __future__ import annotations

from railhead.core.change import Change
from railhead.core.moves import PlaceStation
from railhead.core.reach import free_slots, stations_of
from railhead.core.rulings import Facts, check
from railhead.core.state import State
from railhead.core.stations import STATION as USUAL_STATION
from railhead.core.stations import home_city, home_kept, place_free
from railhead.titles.t1824.railways import STATE, forerunners, kind_of


def home_pending(state: State, company: str) -> bool:
    """Whether a company has still to place the marker of its home."""
    charter = state.companies[company]
    if charter.closed or charter.operated or stations_of(state.board, company):
        return False
    if kind_of(state, company) == STATE:
        return all(state.companies[railway].closed for railway in forerunners(state, company))
    return True


def place_home(change: Change, company: str) -> None:
    """The free home marker at the start of the first turn (`station.home`); inherited ones take its place."""
    if home_pending(change.state, company):
        hex_id = change.state.rules.companies[company].home[0]
        place_free(change, company, hex_id, home_city(change.state, company, hex_id), "station.home")


@check("station.home-kept")
def keeps_homes(state: State, move: PlaceStation) -> Facts | None:
    """A slot must be left for every company whose home is there and that has not started."""
    owners = [
        sym
        for sym, facts in state.rules.companies.items()
        if move.hex in facts.home and home_pending(state, sym) and home_city(state, sym, move.hex) == move.city
    ]
    if owners and free_slots(state, move.hex, move.city) <= len(owners):
        return {"hex": move.hex, "for": owners}
    return None


STATION = USUAL_STATION.but(instead={home_kept: keeps_homes})
