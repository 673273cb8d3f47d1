"""The Fund of the City of Düsseldorf (4.1 A, 19.3): it becomes Rheinbahn shares, in the end by force."""

from __future__ import annotations

from collections.abc import Iterator

from railhead.core.buying import nothing_bought
from railhead.core.change import Change
from railhead.core.events import Noted
from railhead.core.floating import set_par
from railhead.core.kinds import Kind
from railhead.core.moves import Move
from railhead.core.privates import close_private
from railhead.core.rulings import Facts, check, gate
from railhead.core.shares import move_certificate, move_shares, settle_president
from railhead.core.state import IPO, State
from railhead.core.stock import note_purchase, stock_frame
from railhead.titles.t1893.terms import FUND, RHEINBAHN, fund_is_due

SHARES = 2
"""The fund is exchanged for this many 10 % certificates."""


class ExchangeFund(Move, frozen=True):
    """Exchange the fund for Rheinbahn shares; with the director's certificate comes a starting price."""

    par: int = 0


def founds(state: State) -> bool:
    """Whether the exchange brings the director's certificate."""
    return state.companies[RHEINBAHN].certificate == IPO


def shares_left(state: State) -> int:
    """Rheinbahn certificates of 10 % that lie in the market."""
    return len(state.companies[RHEINBAHN].shares.get(IPO, ()))


@gate("1893.fund-due")
def fund_first(state: State, player: str) -> Facts | None:
    """After the first 5-train the owner exchanges the fund before he buys or passes."""
    if state.privates[FUND].owner != player or not fund_is_due(state):
        return None
    return None if stock_frame(state).first else {}


@check("1893.fund-owner")
def owns_fund(state: State, move: ExchangeFund) -> Facts | None:
    """Only the owner of the fund, while it is in the game."""
    owner = state.privates[FUND].owner
    return None if owner == move.by else {"owner": owner}


@check("1893.fund-first-round")
def not_in_opening(state: State, _move: ExchangeFund) -> Facts | None:
    """Not in the first stock round."""
    return {} if stock_frame(state).first else None


@check("1893.fund-shares")
def enough_shares(state: State, _move: ExchangeFund) -> Facts | None:
    """A voluntary exchange needs two shares; when it is due, whatever is left must do."""
    if founds(state) or fund_is_due(state):
        return None
    left = shares_left(state)
    return {"left": 10 * left} if left < SHARES else None


@check("par.price")
def fund_price(state: State, move: ExchangeFund) -> Facts | None:
    """A starting price goes with the director's certificate, and only with it."""
    if not founds(state):
        return {"company": RHEINBAHN} if move.par else None
    prices = sorted(state.rules.market.par)
    return None if move.par in prices else {"price": move.par, "prices": prices}


def exchange_fund(change: Change, move: ExchangeFund) -> None:
    """The fund leaves the game for the director's certificate, or for two shares or what is left of them."""
    state = change.state
    close_private(change, FUND, "1893.fund-leaves")
    change.emit(Noted(what="exchange", who=move.by, about=RHEINBAHN))
    if founds(state):
        set_par(change, RHEINBAHN, move.par, move.by)
        move_certificate(change, RHEINBAHN, move.by)
    else:
        sizes = state.companies[RHEINBAHN].shares.get(IPO, ())[:SHARES]
        if sizes:
            move_shares(change, RHEINBAHN, IPO, move.by, sizes)
        settle_president(change, RHEINBAHN)
    note_purchase(change, FUND)


def _candidates(state: State) -> Iterator[ExchangeFund]:
    player = stock_frame(state).at
    if state.privates[FUND].owner != player:
        return
    for price in sorted(state.rules.market.par, reverse=True) if founds(state) else (0,):
        yield ExchangeFund(player, price)


EXCHANGE = Kind(
    ExchangeFund, _candidates, (owns_fund, not_in_opening, nothing_bought, enough_shares, fund_price), exchange_fund
)
