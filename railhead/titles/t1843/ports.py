"""Port markers (8.5.3, 8.9): claiming one instead of a station, buying them from other companies."""

from __future__ import annotations

from railhead.core.change import Change
from railhead.core.costs import company_pays
from railhead.core.events import Noted
from railhead.core.kinds import Kind
from railhead.core.memo import Memo
from railhead.core.money import pay
from railhead.core.moves import Move
from railhead.core.offers import not_declined, propose_in_turn
from railhead.core.operating import OperatingTurn, for_company, operating_company, turn_frame
from railhead.core.privates import pay_privates
from railhead.core.rulings import Facts, check
from railhead.core.state import BANK, State, president_of
from railhead.core.stations import note_station, one_a_turn, set_markers
from railhead.titles.t1843.extra import PORT, PORT_MONEY, extra_of, note
from railhead.titles.t1843.port_routes import can_run_to

HAD_TRAIN = "had a train"
"""Noted for the turn of a company that owned a train when it began."""
_ROUTES = Memo[tuple[str, str, tuple[str, ...], int], bool]()


class ClaimPort(Move, frozen=True):
    """Claim the port marker of a hex for the operating company."""

    hex: str


class BuyPort(Move, frozen=True):
    """Buy the port marker of a hex from the company that owns it."""

    hex: str


def income(change: Change) -> None:
    """Privates pay their owners, then every port marker pays its company (8.1)."""
    pay_privates(change)
    for hex_id, company in extra_of(change.state).ports.items():
        pay(change, BANK, company, PORT_MONEY, f"port {hex_id}", "1843.port-income")


def turn_begins(change: Change, company: str) -> None:
    """Remember whether the company owned a train at the start of its turn."""
    if change.state.companies[company].trains:
        change.frame(OperatingTurn, notes=(HAD_TRAIN,))


# Claiming (8.5.3)


@check("1843.port-marker", basic=True)
def marker_there(state: State, move: ClaimPort) -> Facts | None:
    """The port marker must still lie on the map."""
    if move.hex in unclaimed(state):
        return None
    return {"hex": move.hex, "owner": extra_of(state).ports.get(move.hex, "")}


@check("1843.port-train")
def owned_train(state: State, _move: ClaimPort) -> Facts | None:
    """The company owned a train when its turn began."""
    return None if HAD_TRAIN in turn_frame(state).notes else {"company": operating_company(state)}


@check("1843.port-route")
def route_to_port(state: State, move: ClaimPort) -> Facts | None:
    """One of the company's trains could run a route that includes the port city."""
    company = operating_company(state)
    key = (company, move.hex, state.companies[company].trains, state.phase)
    runs = _ROUTES.of(state.board, key, lambda: can_run_to(state, company, move.hex))
    return None if runs else {"hex": move.hex, "company": company}


def claim_port(change: Change, move: ClaimPort) -> None:
    """Take the marker from the map to the charter."""
    company = operating_company(change.state)
    set_markers(change, move.hex)
    note(change, ports={**extra_of(change.state).ports, move.hex: company})
    change.emit(Noted(what="port claimed", who=company, about=move.hex))
    note_station(change)


def unclaimed(state: State) -> list[str]:
    """The ports whose marker lies on the map."""
    return [hex_id for hex_id, marks in state.board.markers.items() if PORT in marks]


CLAIM = Kind(
    ClaimPort,
    for_company(ClaimPort, hex=unclaimed),
    (marker_there, one_a_turn, owned_train, route_to_port),
    claim_port,
)


# Buying (8.9)


@check("1843.port-seller", basic=True)
def others_port(state: State, move: BuyPort) -> Facts | None:
    """A port marker is bought from another company that owns it."""
    owner = extra_of(state).ports.get(move.hex, "")
    return {"hex": move.hex, "owner": owner} if owner in ("", operating_company(state)) else None


can_pay_port = company_pays(lambda _state, _move: PORT_MONEY, "A port marker costs exactly 20.")


def buy_port(change: Change, move: BuyPort) -> None:
    """Buy at once, or ask the other director first."""
    propose_in_turn(change, move, president_of(change.state, extra_of(change.state).ports[move.hex]))


def complete_port(change: Change, move: BuyPort) -> None:
    """Pay the other company and take the marker."""
    company = operating_company(change.state)
    ports = extra_of(change.state).ports
    pay(change, company, ports[move.hex], PORT_MONEY, f"port {move.hex}")
    note(change, ports={**ports, move.hex: company})


BUY_PORT = Kind(
    BuyPort,
    for_company(BuyPort, hex=lambda state: extra_of(state).ports),
    (others_port, not_declined, can_pay_port),
    buy_port,
)
