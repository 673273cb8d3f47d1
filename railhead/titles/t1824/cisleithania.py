"""Cisleithania for two: construction railways and the regional railway that nobody runs (X)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from railhead.core.change import Change
from railhead.core.events import DividendPaid
from railhead.core.kinds import Kind, asks, go_without, its_player, unless_stuck
from railhead.core.market import move_marker, place_marker, price_of
from railhead.core.mergers import close_company
from railhead.core.money import pay
from railhead.core.moves import Pass, PlaceStation
from railhead.core.reach import face_at
from railhead.core.rulings import Check, Facts, check
from railhead.core.shares import percent_of, president_percent
from railhead.core.state import BANK, IPO, POOL, Frame, State, president_of
from railhead.core.stations import home_kept, is_city, is_there, place_free, replace_markers, slot_free
from railhead.titles.t1824.railways import VIENNA, extra_of, is_bond, note, successor_of

BOND_TRAINS = ("4", "5")
Effect = Callable[[Change, Any], None]


class BondStation(Frame, frozen=True):
    """A player places a marker of the railway that nobody runs; `hexes`: only there."""

    player: str
    hexes: tuple[str, ...] = ()


def open_bond(change: Change, bond: str) -> None:
    """All its shares lie in the pool at a low price (`bond.start`)."""
    row, column = change.state.rules.facts.special["bond_cell"]
    shares = change.state.companies[bond].shares[IPO]
    change.company(bond, certificate=POOL, shares={POOL: shares}, floated=True)
    place_marker(change, bond, (row, column), "par", "bond.start")
    change.company(bond, par=price_of(change.state, bond))


def place_bond_home(change: Change, bond: str) -> None:
    """Its home marker is on the map from the beginning."""
    place_free(change, bond, change.state.rules.companies[bond].home[0], 0, "bond.home")


# Construction railways (X.3)


def close_construction(change: Change) -> None:
    """Both close with the train that founds the state railway of the pre-state one (`construction.closes`)."""
    closing, due = extra_of(change.state).construction, extra_of(change.state).due
    if any(successor_of(change.state, railway) in due for railway in closing):
        for railway in closing:
            replace_markers(change, railway, "")
            close_company(change, railway, "construction.closes")
        note(change, construction=())


# The railway without a director (X.4)


def rounded_up(price: int, percent: int) -> int:
    """A tenth of the share price on each share, rounded up for each."""
    return -(-price // 10) * percent // 10


def pay_bond(change: Change, company: str, dividend: Callable[[int, int], int] = rounded_up) -> None:
    """Pay all players a `dividend` by price and percentage, and rise (`bond.pays`)."""
    price = price_of(change.state, company)
    change.company(company, revenue=price)
    change.emit(DividendPaid(company=company, how="pay", revenue=price, rule="bond.pays"))
    for player in change.state.order:
        pay(change, BANK, player, dividend(price, percent_of(change.state, company, player)), "dividend")
    move_marker(change, company, "right", 1, "dividend", "market.right")


def only_pays(change: Change, company: str, dividend: Callable[[int, int], int] = rounded_up) -> None:
    """The whole turn of this railway."""
    if is_bond(change.state, company):
        pay_bond(change, company, dividend)
        change.top(step=len(change.state.rules.steps))


def as_share(state: State) -> State:
    """The position with its director's certificate as what it is: a share of 20 %."""
    bond = extra_of(state).bond
    if not bond:
        return state
    charter = state.companies[bond]
    holder, size = charter.certificate, president_percent(state, bond)
    loose = {**charter.shares, holder: (*charter.shares.get(holder, ()), size)}
    return replace(state, companies={**state.companies, bond: replace(charter, shares=loose, certificate="")})


def asked_as_share(usual: Check[Any]) -> Check[Any]:
    """A usual check that sees its certificate as a share."""

    def objects(state: State, move: Any) -> Facts | None:
        return usual.objects(as_share(state), move)

    objects.__name__, objects.__doc__ = usual.name, usual.why
    return check(usual.rule, basic=usual.basic, reads=usual.reads)(objects)


def traded_as_share(effect: Effect) -> Effect:
    """A trade in which its certificate is a share, so that it makes nobody director."""

    def trade(change: Change, move: Any) -> None:
        bond = extra_of(change.state).bond
        change.set(companies=as_share(change.state).companies)
        effect(change, move)
        if bond:
            size, shares = president_percent(change.state, bond), change.state.companies[bond].shares
            holder = next(name for name, sizes in shares.items() if size in sizes)
            small = {name: tuple(one for one in sizes if one != size) for name, sizes in shares.items()}
            change.company(bond, shares={name: sizes for name, sizes in small.items() if sizes}, certificate=holder)

    trade.__doc__ = effect.__doc__
    return trade


def last_train_bought(change: Change, company: str, train: str) -> None:
    """Who buys the last 4-train, or else the last 5-train, may place its second marker (`bond.second-marker`)."""
    if _is_last(change.state, train):
        note(change, bond_train="")
        change.push(BondStation(president_of(change.state, company)))


def last_train_exported(change: Change, train: str) -> None:
    """An exported last train passes the right on to the next type, or ends it."""
    if _is_last(change.state, train):
        note(change, bond_train="5" if train == "4" else "")


def _is_last(state: State, train: str) -> bool:
    return train == extra_of(state).bond_train and not state.depot.supply[train]


def vienna_upgraded(change: Change, company: str, hex_id: str) -> None:
    """Its third marker comes to Vienna with the brown tile (`bond.third-marker`)."""
    bond = extra_of(change.state).bond
    if hex_id == VIENNA and bond and face_at(change.state, hex_id).colour == "brown":
        change.push(BondStation(president_of(change.state, company), (VIENNA,)))


@check("bond.where")
def where_it_may(state: State, move: PlaceStation) -> Facts | None:
    """The third marker goes to Vienna."""
    hexes = state.top.hexes
    return {"hexes": list(hexes)} if hexes and move.hex not in hexes else None


@check("station.one-a-hex")
def not_there_yet(state: State, move: PlaceStation) -> Facts | None:
    """A company has at most one station in a hex."""
    return {"hex": move.hex} if is_there(state, move.hex, extra_of(state).bond) else None


def place_bond_marker(change: Change, move: PlaceStation) -> None:
    """Free of charge, and no track need lead there."""
    bond = extra_of(change.state).bond
    rule = "bond.third-marker" if change.state.top.hexes else "bond.second-marker"
    change.pop()
    place_free(change, bond, move.hex, move.city, rule)


def marker_candidates(state: State) -> Iterator[PlaceStation]:
    """Every city on the board."""
    frame: BondStation = state.top
    for hex_id in frame.hexes or state.rules.map.hexes:
        for city in face_at(state, hex_id).cities:
            yield PlaceStation(frame.player, hex_id, city)


@check("bond.third-marker")
def may_do_without(state: State, _move: Pass) -> Facts | None:
    """The second marker is a right, the third one is placed in any case."""
    return {"hexes": list(state.top.hexes)} if state.top.hexes else None


MARKER = Kind(
    PlaceStation,
    marker_candidates,
    (is_city, where_it_may, not_there_yet, slot_free, home_kept),
    place_bond_marker,
)
NO_MARKER = go_without(its_player, may_do_without)
STATION_PROCEDURE = asks(MARKER, NO_MARKER, advance=unless_stuck(MARKER))
