"""Home markers, and the locations reserved for them (7.3.1, 7.3.4)."""

from __future__ import annotations

from railhead.core.change import Change
from railhead.core.kinds import asks, its_president
from railhead.core.reach import face_at, free_slots
from railhead.core.state import Frame, State
from railhead.core.stations import city_choice, pending_homes, place_free
from railhead.titles.t1894.extra import PARIS, PLM, homes_of


class HomeChoice(Frame, frozen=True):
    """A company's home hex has several cities with room; its president selects one."""

    company: str
    hex: str


def may_use(state: State, company: str, hex_id: str, city: int) -> bool:
    """The location marked PLM in Paris is for the PLM, and the PLM's home is nowhere else."""
    if hex_id != PARIS:
        return True
    marked = PLM in face_at(state, hex_id).nodes[city].reserved
    return marked == (company == PLM)


def free_locations(state: State, company: str, hex_id: str) -> tuple[int, ...]:
    """The cities of a hex that a company could use, once for every empty location."""
    return tuple(
        city
        for city in face_at(state, hex_id).cities
        if may_use(state, company, hex_id, city)
        for _ in range(free_slots(state, hex_id, city))
    )


def rivals(state: State, company: str, hex_id: str) -> tuple[str, ...]:
    """Companies yet to operate for which locations are kept that this company could use."""
    mine = set(free_locations(state, company, hex_id))
    others = (sym for sym in pending_homes(state, hex_id) if sym != company)
    return tuple(sym for sym in others if mine & set(free_locations(state, sym, hex_id)))


def place_homes(change: Change, company: str) -> None:
    """Place the home markers of a company that operates for the first time; ask where there is a choice."""
    if change.state.companies[company].operated:
        return
    for hex_id in reversed(homes_of(change.state, company)):
        cities = sorted(set(free_locations(change.state, company, hex_id)))
        if len(cities) > 1:
            change.push(HomeChoice(company, hex_id))
        else:
            place_home(change, company, hex_id, cities[0] if cities else 0)


def place_home(change: Change, company: str, hex_id: str, city: int) -> None:
    """Place a home marker free of charge."""
    place_free(change, company, hex_id, city, "station.home")


HOME_LOCATION = city_choice(
    "1894.home-location",
    "The home marker goes to an empty location of the home hex.",
    place_home,
    lambda state, frame: free_locations(state, frame.company, frame.hex),
)
HOME_PROCEDURE = asks(HOME_LOCATION, who=its_president)
