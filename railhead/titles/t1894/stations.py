"""Station markers: where they may be placed (7.3.4)."""

from __future__ import annotations

from railhead.core import stations as usual
from railhead.core.kinds import Step, legal
from railhead.core.moves import PlaceStation
from railhead.core.operating import operating_company
from railhead.core.rulings import Facts, check
from railhead.core.state import State
from railhead.titles.t1894.extra import LONDON, extra_of, in_final_set
from railhead.titles.t1894.homes import free_locations, may_use, rivals


@check("1894.station-london")
def not_in_london(_state: State, move: PlaceStation) -> Facts | None:
    """London holds no markers."""
    return {"hex": move.hex} if move.hex == LONDON else None


@check("1894.station-plm")
def not_in_plm_location(state: State, move: PlaceStation) -> Facts | None:
    """The location marked PLM in Paris is the PLM's."""
    company = operating_company(state)
    return None if may_use(state, company, move.hex, move.city) else {"hex": move.hex, "city": move.city}


@check("station.home-kept")
def home_kept(state: State, move: PlaceStation) -> Facts | None:
    """The last empty location of a hex is reserved for a company whose home it is and that has not operated."""
    company = operating_company(state)
    owners = rivals(state, company, move.hex)
    if owners and len(free_locations(state, company, move.hex)) <= len(owners):
        return {"hex": move.hex, "for": list(owners)}
    return None


@check("1894.station-put-aside")
def room_for_put_aside(state: State, move: PlaceStation) -> Facts | None:
    """Markers put aside keep a split city closed for new ones until they are back."""
    aside = extra_of(state).aside.get(move.hex, ())
    if len(aside) >= 2 or (aside and usual.pending_homes(state, move.hex)):
        return {"hex": move.hex, "put aside": list(aside)}
    return None


STATION = usual.STATION.but(
    instead={
        usual.is_city: (usual.is_city, not_in_london, not_in_plm_location),
        usual.slot_free: (usual.slot_free, room_for_put_aside),
        usual.home_kept: home_kept,
    }
)
STATION_STEP = Step("station", (STATION,), lambda state, _turn: not in_final_set(state) and legal(state, (STATION,)))
