"""Mountain railways become shares of regional railways, coal railways their director's certificates."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from railhead.core.buying import nothing_bought
from railhead.core.change import Change
from railhead.core.events import Noted
from railhead.core.floating import float_if_due, gain_share
from railhead.core.kinds import Kind, asks, go_without
from railhead.core.mergers import close_company, hand_assets
from railhead.core.moves import Move, Pass
from railhead.core.phases import reached
from railhead.core.privates import close_private, owner_of
from railhead.core.rulings import Facts, check
from railhead.core.shares import move_certificate, privates_of, settle_president
from railhead.core.state import IPO, POOL, RESERVED, Frame, State
from railhead.core.stations import replace_markers
from railhead.core.stock import acted, must_sell, note_purchase, stock_frame
from railhead.titles.t1824 import railways
from railhead.titles.t1824.cisleithania import traded_as_share

FROM_PHASE = "3"


class ExchangeMountain(Move, frozen=True):
    """Exchange a mountain railway for a share of a regional railway."""

    private: str
    company: str
    source: str = IPO


class ExchangeCoal(Move, frozen=True):
    """Exchange a coal railway for the director's certificate of its regional railway."""

    railway: str


class MountainExchange(Frame, frozen=True):
    """A mountain railway that must be exchanged now."""

    private: str


# Mountain railways (IV.1)


def shares_for_mountains(state: State) -> Iterator[tuple[str, str]]:
    """Regional railways with a share to give, and where it lies."""
    for company in railways.of_kind(state, railways.REGIONAL):
        for source in (IPO, POOL):
            if 10 in state.companies[company].shares.get(source, ()):
                yield company, source


@check("exchange.phase")
def exchange_open(state: State, _move: ExchangeMountain | ExchangeCoal) -> Facts | None:
    """Exchanges begin with the first 3-train."""
    return None if reached(state, FROM_PHASE) else {"phase": state.rules.phases[state.phase].name}


@check("mountain.owned")
def owns_mountain(state: State, move: ExchangeMountain) -> Facts | None:
    """A player exchanges only what he owns."""
    return None if owner_of(state, move.private) == move.by else {"private": move.private}


@check("mountain.share")
def share_left(state: State, move: ExchangeMountain) -> Facts | None:
    """Only a ten per cent share of a regional railway that is left; never the director's certificate."""
    if (move.company, move.source) in shares_for_mountains(state):
        return None
    return {"company": move.company, "source": move.source}


@traded_as_share
def take_share(change: Change, move: ExchangeMountain) -> None:
    """Give up the mountain railway for the share; no money flows."""
    close_private(change, move.private, "mountain.exchange")
    gain_share(change, move.company, move.source, move.by)


def exchange_mountain(change: Change, move: ExchangeMountain) -> None:
    """An exchange in a stock round, in place of the purchase."""
    take_share(change, move)
    note_purchase(change, move.private)


def _exchanges(state: State, player: str, private: str) -> Iterator[ExchangeMountain]:
    for company, source in shares_for_mountains(state):
        yield ExchangeMountain(player, private, company, source)


def mountain_candidates(state: State) -> Iterator[ExchangeMountain]:
    """Every mountain railway of the player whose turn it is, for every share."""
    player = stock_frame(state).at
    for private in privates_of(state, player):
        yield from _exchanges(state, player, private)


MOUNTAIN = Kind(
    ExchangeMountain,
    mountain_candidates,
    (must_sell, exchange_open, owns_mountain, nothing_bought, share_left),
    exchange_mountain,
)


def exchange_all_mountains(change: Change) -> None:
    """The first 4-train: every mountain railway left is exchanged, in the order of their numbers."""
    for private in reversed(tuple(change.state.privates)):
        if owner_of(change.state, private):
            change.push(MountainExchange(private))


@check("mountain.number-order")
def this_mountain(state: State, move: ExchangeMountain) -> Facts | None:
    """Compulsory exchanges go by the numbers of the mountain railways."""
    return None if move.private == state.top.private else {"private": move.private, "next": state.top.private}


def take_compulsory(change: Change, move: ExchangeMountain) -> None:
    """The owner chose a share."""
    change.pop()
    take_share(change, move)


@check("mountain.compulsory")
def must_exchange(state: State, _move: Pass) -> Facts | None:
    """A share must be taken while there is one."""
    return {"private": state.top.private}


def _settle_exchange(change: Change, frame: MountainExchange) -> bool:
    """Without a share left the mountain railway is lost."""
    if any(shares_for_mountains(change.state)):
        return False
    change.pop()
    close_private(change, frame.private, "mountain.no-share")
    return True


def _owner(state: State, frame: Any) -> tuple[str, ...]:
    return (owner_of(state, frame.private),)


COMPULSORY = Kind(
    ExchangeMountain,
    lambda state: _exchanges(state, owner_of(state, state.top.private), state.top.private),
    (this_mountain, share_left),
    take_compulsory,
)
NO_PASS = go_without(_owner, must_exchange)
MOUNTAIN_PROCEDURE = asks(COMPULSORY, NO_PASS, who=_owner, advance=_settle_exchange)


# Coal railways (IV.2)


def coal_railways_of(state: State, player: str) -> tuple[str, ...]:
    """The coal railways that a player owns."""
    return tuple(
        coal for coal in railways.of_kind(state, railways.COAL) if state.companies[coal].certificate == player
    )


@check("coal.owned")
def owns_coal(state: State, move: ExchangeCoal) -> Facts | None:
    """A player exchanges only what he owns."""
    return None if move.railway in coal_railways_of(state, move.by) else {"railway": move.railway}


@check("coal.reserved")
def certificate_kept(state: State, move: ExchangeCoal) -> Facts | None:
    """There must be a director's certificate reserved for it; a construction railway has none."""
    regional = railways.successor_of(state, move.railway)
    return None if state.companies[regional].certificate == RESERVED else {"company": regional}


@check("coal.whole-turn")
def whole_turn(state: State, _move: ExchangeCoal) -> Facts | None:
    """The exchange is a whole turn: nothing is sold or bought with it."""
    return {} if stock_frame(state).acted else None


def exchange_coal(change: Change, move: ExchangeCoal) -> None:
    """An exchange in a stock round."""
    become_regional(change, move.railway)
    float_if_due(change, railways.successor_of(change.state, move.railway))
    acted(change, done=True)


def become_regional(change: Change, coal: str) -> None:
    """The owner gets the director's certificate, the regional railway what the coal railway had (`coal.exchange`)."""
    regional = railways.successor_of(change.state, coal)
    owner = change.state.companies[coal].certificate
    change.emit(Noted(what="coal exchanged", who=owner, about=coal, rule="coal.exchange"))
    hand_assets(change, coal, regional, "assets")
    replace_markers(change, coal, "")
    close_company(change, coal, "coal.exchange")
    move_certificate(change, regional, owner)
    settle_president(change, regional)


def open_regional_railways(change: Change) -> None:
    """At the end of an operating round: what a compulsory exchange has sold may open a railway (`coal.opens`)."""
    for company in railways.of_kind(change.state, railways.REGIONAL):
        float_if_due(change, company)


def close_coal_railways(change: Change) -> None:
    """The first 5-train: every coal railway left is exchanged at once; its railway opens after the round (IV.2)."""
    for coal in railways.of_kind(change.state, railways.COAL):
        if change.state.companies[railways.successor_of(change.state, coal)].certificate == RESERVED:
            become_regional(change, coal)


def coal_candidates(state: State) -> Iterator[ExchangeCoal]:
    """Coal railways of the player whose turn it is."""
    player = stock_frame(state).at
    for coal in coal_railways_of(state, player):
        yield ExchangeCoal(player, coal)


EXCHANGE_COAL = Kind(
    ExchangeCoal,
    coal_candidates,
    (must_sell, exchange_open, owns_coal, certificate_kept, whole_turn),
    exchange_coal,
)
