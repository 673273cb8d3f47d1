"""State railways: founded at the end of an operating round out of the pre-state railways (IV.3, IV.4.4)."""

from __future__ import annotations

from collections.abc import Iterator

from railhead.core.change import Change
from railhead.core.events import CompanyFloated, Noted
from railhead.core.kinds import Kind, asks, its_president
from railhead.core.market import move_marker
from railhead.core.mergers import close_company, hand_assets
from railhead.core.money import pay
from railhead.core.moves import DiscardTrain, Move
from railhead.core.phases import Discard, discard, over_train_limit
from railhead.core.reach import network, stations_of
from railhead.core.rulings import Facts, check
from railhead.core.shares import hand_over, move_certificate, move_shares, percent_of, pick, president_percent
from railhead.core.state import BANK, IPO, RESERVED, Frame, State, players_from, president_of
from railhead.core.stations import swap_marker
from railhead.core.trains import train_price
from railhead.titles.t1824 import railways

SHARES = 10


class ReturnStation(Move, frozen=True):
    """Return one of two markers in the same hex to the charter."""

    company: str
    hex: str
    city: int


class TwoMarkers(Frame, frozen=True):
    """A company has two markers in different cities of one hex."""

    company: str
    hex: str


def founding_due(change: Change, train: str) -> None:
    """The first train of this type founds a state railway when the operating round ends."""
    table: dict[str, str] = change.state.rules.facts.special["founded_by"]
    due = tuple(company for company, named in table.items() if named == train)
    railways.note(change, due=(*railways.extra_of(change.state).due, *due))


def found_due_states(change: Change) -> None:
    """Found the state railways that wait for the end of the round."""
    due = railways.extra_of(change.state).due
    railways.note(change, due=())
    for company in due:
        found(change, company)


def found(change: Change, company: str) -> None:
    """Capital, then the pre-state railways one by one, then the director (`state.founding`)."""
    owners = [
        (railway, change.state.companies[railway].certificate)
        for railway in railways.forerunners(change.state, company)
        if not change.state.companies[railway].closed
    ]
    capital = capital_of(change.state, company, [railway for railway, _ in owners])
    change.company(company, floated=True)
    change.emit(CompanyFloated(company=company, capital=capital, rule="state.founding"))
    pay(change, BANK, company, capital, "capital", "state.capital")
    for railway, owner in owners:
        _take_over(change, company, railway, owner)
    _price_markers(change, company)
    choose_director(change, company, [owner for _, owner in owners])
    ask_for_return(change, company)
    shed_trains(change, company)


def capital_of(state: State, company: str, in_play: list[str]) -> int:
    """The start price for every share not reserved for the owner of a pre-state railway."""
    kept = sum(int(state.rules.companies[railway].special["price"]) for railway in in_play)
    return SHARES * state.companies[company].par - kept


def _take_over(change: Change, company: str, railway: str, owner: str) -> None:
    """Assets and shares; of two markers in one city one goes back to the charter."""
    hand_assets(change, railway, company, "assets")
    for hex_id, city in stations_of(change.state.board, railway):
        there = company in change.state.board.stations[hex_id][city]
        swap_marker(change, hex_id, city, railway, "" if there else company)
    close_company(change, railway, "state.founding")
    if railway == railways.forerunners(change.state, company)[0]:
        move_certificate(change, company, owner)
    else:
        move_shares(change, company, RESERVED, owner, (10,))


# Markers (VII.8)


def homes(state: State, company: str) -> tuple[str, ...]:
    """Where a company will place its home marker; one that inherits markers places none."""
    if network(state).own(company):
        return ()
    inherits = railways.kind_of(state, company) == railways.STATE and not all(
        state.companies[railway].closed for railway in railways.forerunners(state, company)
    )
    return () if inherits else state.rules.companies[company].home


def _price_markers(change: Change, company: str) -> None:
    """Inherited markers count: the next one costs what its place in the row says (`station.inherited`)."""
    placed = len(stations_of(change.state.board, company))
    change.company(company, tokens=change.state.rules.companies[company].tokens[placed:])


def ask_for_return(change: Change, company: str) -> None:
    """Two markers in different cities of a hex: the director says which one comes back."""
    hexes = [hex_id for hex_id, _ in stations_of(change.state.board, company)]
    for hex_id in sorted({name for name in hexes if hexes.count(name) > 1}):
        if president_of(change.state, company):
            change.push(TwoMarkers(company, hex_id))
        else:
            city = max(city for name, city in stations_of(change.state.board, company) if name == hex_id)
            take_back(change, company, hex_id, city)


def take_back(change: Change, company: str, hex_id: str, city: int) -> None:
    """A marker returns to the charter."""
    swap_marker(change, hex_id, city, company, "")
    _price_markers(change, company)
    change.emit(Noted(what="marker returned", who=company, about=hex_id, rule="station.one-a-hex"))


def marker_cities(state: State, frame: TwoMarkers) -> list[int]:
    """The cities with the two markers."""
    return [city for name, city in stations_of(state.board, frame.company) if name == frame.hex]


@check("station.return")
def stands_there(state: State, move: ReturnStation) -> Facts | None:
    """One of the two markers is returned."""
    frame: TwoMarkers = state.top
    there = marker_cities(state, frame)
    if move.company == frame.company and move.hex == frame.hex and move.city in there:
        return None
    return {"hex": frame.hex, "cities": there}


def return_station(change: Change, move: ReturnStation) -> None:
    """The director has chosen."""
    change.pop()
    take_back(change, move.company, move.hex, move.city)


def return_candidates(state: State) -> Iterator[ReturnStation]:
    """Either of the two."""
    frame: TwoMarkers = state.top
    for city in marker_cities(state, frame):
        yield ReturnStation(president_of(state, frame.company), frame.company, frame.hex, city)


RETURN = Kind(ReturnStation, return_candidates, (stands_there,), return_station)
RETURN_PROCEDURE = asks(RETURN, who=its_president)


# The director


def choose_director(change: Change, company: str, owners: list[str]) -> None:
    """Most shares; among equals the owners of the pre-state railways by number, then from the priority on."""
    state = change.state
    ranking = list(dict.fromkeys([*owners, *players_from(state, state.priority)]))
    best = max(ranking, key=lambda player: percent_of(state, company, player))
    take_certificate(change, company, best)


def take_certificate(change: Change, company: str, player: str) -> None:
    """A player gets the director's certificate for two shares, unless he has it already (`state.director`)."""
    charter = change.state.companies[company]
    given = pick(charter.shares.get(player, ()), president_percent(change.state, company))
    if charter.certificate == player or given is None:
        return
    hand_over(change, company, player, given)
    if charter.certificate == RESERVED:
        move_shares(change, company, RESERVED, IPO, change.state.companies[company].shares[RESERVED])


def second_share_bought(change: Change, company: str, player: str) -> None:
    """A state railway without a director gets one as soon as a player has two shares."""
    if lacks_director(change.state, company):
        take_certificate(change, company, player)


def lacks_director(state: State, company: str) -> bool:
    """Whether a state railway has been founded and nobody has its director's certificate."""
    return state.companies[company].floated and state.companies[company].certificate == RESERVED


def without_director(state: State) -> tuple[str, ...]:
    """State railways that are founded and that nobody runs."""
    founded = (company for company in railways.of_kind(state, railways.STATE) if lacks_director(state, company))
    return tuple(company for company in founded if not president_of(state, company))


def fall_without_director(change: Change) -> None:
    """They do not operate and their price falls by one space a round (`state.no-director`)."""
    for company in without_director(change.state):
        move_marker(change, company, "left", 1, "no director", "state.no-director")


# Trains above the limit


def shed_trains(change: Change, company: str) -> None:
    """The director chooses what goes; without one the cheapest trains do."""
    if not president_of(change.state, company):
        shed_without_director(change)
    elif over_train_limit(change.state, company):
        change.push(Discard(company))


def shed_without_director(change: Change) -> None:
    """State railways that nobody runs give up their cheapest trains until they are within the limit."""
    for company in without_director(change.state):
        while over_train_limit(change.state, company):
            trains = change.state.companies[company].trains
            cheapest = min(trains, key=lambda train: train_price(change.state, train))
            discard(change, DiscardTrain("", company, cheapest))
