"""Station markers: homes, paid stations, slots reserved for companies that have not started."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from railhead.core.events import StationPlaced
from railhead.core.kinds import Kind, passing
from railhead.core.money import pay
from railhead.core.moves import PlaceStation
from railhead.core.operating import operating_company, turn_frame
from railhead.core.reach import face_at, free_slots, reach
from railhead.core.rulings import Check, Facts, check, gate
from railhead.core.state import BANK, State, president_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from railhead.core.change import Change


def put_station(change: Change, company: str, hex_id: str, city: int, cost: int = 0, rule: str = "") -> None:
    """Put a marker into a free slot of a city."""
    face = face_at(change.state, hex_id)
    stations = dict(change.state.board.stations)
    cities = [list(slots) for slots in stations.get(hex_id, ())]
    while len(cities) < len(face.nodes):
        cities.append([""] * face.nodes[len(cities)].slots)
    slots = cities[city]
    if "" in slots:
        slots[slots.index("")] = company
    else:
        slots.append(company)
    stations[hex_id] = tuple([tuple(names) for names in cities])
    change.board(at=hex_id, stations=stations)
    change.emit(StationPlaced(company=company, hex=hex_id, city=city, cost=cost, rule=rule))


def pending_homes(state: State, hex_id: str) -> tuple[str, ...]:
    """Companies whose home is in this hex and that have not placed their marker there yet."""
    homes = state.rules.operating.homes
    to_operate = [sym for sym, charter in state.companies.items() if not charter.operated and not charter.closed]
    return tuple(sym for sym in to_operate if hex_id in homes(state, sym) and not is_there(state, hex_id, sym))


def is_there(state: State, hex_id: str, company: str) -> bool:
    """Whether a company has a marker in a hex."""
    for slots in state.board.stations.get(hex_id, ()):  # noqa: SIM110 - asked for every city; a loop costs half
        if company in slots:
            return True
    return False


def place_homes(change: Change, company: str) -> None:
    """Place a company's free home markers when it begins to operate (`station.home`)."""
    if change.state.companies[company].operated:
        return
    for hex_id in change.state.rules.operating.homes(change.state, company):
        if is_there(change.state, hex_id, company):
            continue
        place_free(change, company, hex_id, home_city(change.state, company, hex_id), "station.home")


def place_free(change: Change, company: str, hex_id: str, city: int, rule: str = "") -> None:
    """Place the next marker of a charter free of charge."""
    put_station(change, company, hex_id, city, rule=rule)
    change.company(company, tokens=change.state.companies[company].tokens[1:])


def note_station(change: Change) -> None:
    """Note that the operating company has placed a station in its turn."""
    frame = turn_frame(change.state)
    change.frame(type(frame), stations=frame.stations + 1)


def swap_marker(change: Change, hex_id: str, city: int, old: str, new: str) -> None:
    """One marker in a city becomes another, or is taken off (an empty string)."""
    stations = dict(change.state.board.stations)
    cities = [list(slots) for slots in stations[hex_id]]
    cities[city][cities[city].index(old)] = new
    stations[hex_id] = tuple([tuple(slots) for slots in cities])
    change.board(at=hex_id, stations=stations)


def replace_markers(change: Change, old: str, new: str) -> None:
    """A company's markers on the map become another's, or are removed (an empty string)."""
    stations = {
        hex_id: tuple(tuple(new if name == old else name for name in slots) for slots in cities)
        for hex_id, cities in change.state.board.stations.items()
    }
    change.board(stations=stations)


def set_markers(change: Change, hex_id: str, *marks: str) -> None:
    """What lies on a hex besides its tile and stations: these markers, or none."""
    others = change.state.board.markers
    if marks:
        change.board(markers={**others, hex_id: marks})
    else:
        change.board(markers={name: those for name, those in others.items() if name != hex_id})


def home_city(state: State, company: str, hex_id: str) -> int:
    """The city in its home hex that is reserved for a company: on a tile, the one with the printed city's track."""
    face = face_at(state, hex_id)
    for city in face.cities:
        if company in face.nodes[city].reserved:
            return city
    city = state.rules.companies[company].city
    printed = state.rules.map.hexes[hex_id].face.node_exits
    exits = printed[city] if city < len(printed) else frozenset()
    if exits:
        return next((here for here in face.cities if exits <= face.node_exits[here]), face.cities[0])
    return city if city in face.cities else face.cities[0]


@gate("station.left")
def marker_left(state: State, _player: str) -> Facts | None:
    """The charter must have a marker left."""
    company = operating_company(state)
    return None if state.companies[company].tokens else {"company": company}


@gate("station.one-a-turn")
def one_a_turn(state: State, _player: str) -> Facts | None:
    """One station a turn."""
    return {"placed": turn_frame(state).stations} if turn_frame(state).stations else None


@check("station.city", basic=True)
def is_city(state: State, move: PlaceStation) -> Facts | None:
    """Stations stand in cities; another stop may have a place for a home alone."""
    face = face_at(state, move.hex) if move.hex in state.rules.map.hexes else None
    cities = [city for city in face.cities if face.nodes[city].type == "city"] if face is not None else []
    if not cities:
        return {"hex": move.hex}
    return None if move.city in cities else {"hex": move.hex, "number": move.city}


@check("station.one-a-hex")
def one_a_hex(state: State, move: PlaceStation) -> Facts | None:
    """A company has at most one station in a hex."""
    company = operating_company(state)
    return {"hex": move.hex} if is_there(state, move.hex, company) else None


@check("station.slot")
def slot_free(state: State, move: PlaceStation) -> Facts | None:
    """The city must have a free slot."""
    return {"hex": move.hex} if free_slots(state, move.hex, move.city) == 0 else None


@check("station.home-kept")
def home_kept(state: State, move: PlaceStation) -> Facts | None:
    """The last slot is reserved for a company whose home it is and that has not placed its marker."""
    owners = [sym for sym in pending_homes(state, move.hex) if home_city(state, sym, move.hex) == move.city]
    if owners and free_slots(state, move.hex, move.city) <= len(owners):
        return {"hex": move.hex, "for": owners}
    return None


@check("station.reach")
def station_in_reach(state: State, move: PlaceStation) -> Facts | None:
    """The company's track must lead to the city."""
    company = operating_company(state)
    if (move.hex, move.city) in reach(state, company).nodes:
        return None
    return {"hex": move.hex, "company": company}


@gate("money.company")
def company_can_pay_station(state: State, _player: str) -> Facts | None:
    """A station is paid from the treasury."""
    charter = state.companies[operating_company(state)]
    cost = charter.tokens[0]
    return {"cost": cost, "cash": charter.cash} if cost > charter.cash else None


def place_station(change: Change, move: PlaceStation) -> None:
    """Pay for the next marker on the charter and place it."""
    company = operating_company(change.state)
    cost, *rest = change.state.companies[company].tokens
    pay(change, company, BANK, cost, "station")
    change.company(company, tokens=tuple(rest))
    put_station(change, company, move.hex, move.city, cost)
    note_station(change)


@passing(is_city, one_a_hex, slot_free, station_in_reach)
def station_candidates(state: State) -> Iterator[PlaceStation]:
    """Cities with room that the company reaches, if it can pay for a marker and has placed none in this turn."""
    turn = turn_frame(state)
    company, charter = turn.company, state.companies[turn.company]
    if turn.stations or not charter.tokens or charter.tokens[0] > charter.cash:
        return
    player = president_of(state, company)
    for hex_id, centre in sorted(reach(state, company).nodes):
        if _has_room(state, company, hex_id, centre):
            yield PlaceStation(player, hex_id, centre)


def _has_room(state: State, company: str, hex_id: str, centre: int) -> bool:
    """Whether a centre is a city with a free slot, and no other marker of the company is in its hex."""
    node = face_at(state, hex_id).nodes[centre]
    if node.type != "city" or not node.slots:
        return False
    stations = state.board.stations.get(hex_id)
    if not stations:
        return True
    return free_slots(state, hex_id, centre) > 0 and not is_there(state, hex_id, company)


STATION_CHECKS = (
    marker_left,
    one_a_turn,
    is_city,
    one_a_hex,
    slot_free,
    home_kept,
    station_in_reach,
    company_can_pay_station,
)
STATION = Kind(PlaceStation, station_candidates, STATION_CHECKS, place_station)


def city_choice(
    rule: str,
    says: str,
    place: Callable[[Change, str, str, int], None],
    cities: Callable[[State, Any], Iterable[int]] = lambda state, frame: face_at(state, frame.hex).cities,
    checks: tuple[Check[Any], ...] = (),
) -> Kind:
    """A frame names a company and a hex, and the president chooses the city there for a marker.

    `place` then places it; `says` is the rule in a sentence.
    """

    def there(state: State, move: PlaceStation) -> Facts | None:
        frame = state.top
        if move.hex == frame.hex and move.city in cities(state, frame):
            return None
        return {"company": frame.company, "hex": frame.hex}

    def candidates(state: State) -> Iterator[PlaceStation]:
        frame = state.top
        for city in sorted(set(cities(state, frame))):
            yield PlaceStation(president_of(state, frame.company), frame.hex, city)

    def effect(change: Change, move: PlaceStation) -> None:
        company = change.state.top.company
        change.pop()
        place(change, company, move.hex, move.city)

    there.__doc__ = says
    return Kind(PlaceStation, candidates, (check(rule)(there), *checks), effect)
