"""Buying shares and starting companies in a stock round."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from railhead.core.floating import float_if_due, set_par
from railhead.core.kinds import Kind, passing
from railhead.core.market import counts_against_limit, price_of, zone_of
from railhead.core.money import cash_of, pay
from railhead.core.moves import BuyShare, StartCompany
from railhead.core.rulings import Facts, check, gate
from railhead.core.shares import (
    certificates_of,
    move_certificate,
    move_shares,
    percent_of,
    president_percent,
    settle_president,
)
from railhead.core.state import BANK, IPO, POOL, State
from railhead.core.stock import must_sell, note_purchase, stock_frame

if TYPE_CHECKING:
    from collections.abc import Iterator

    from railhead.core.change import Change


def share_price(state: State, company: str, source: str) -> int:
    """What a 10 % share costs from a source: par from the initial offering, else the share price."""
    if source == IPO and not state.rules.stock.priced_by_market:
        return state.companies[company].par
    return price_of(state, company)


def cost_of(state: State, company: str, source: str, percent: int) -> int:
    """What a certificate of this size costs."""
    return share_price(state, company, source) * percent // 10


@check("stock.one-purchase")
def one_purchase(state: State, move: BuyShare) -> Facts | None:
    """One certificate a turn, or several of one company where the title allows that."""
    bought = stock_frame(state).bought
    if bought and not (bought[-1] == move.company and state.rules.stock.may_buy_more(state, move.by, move.company)):
        return {"bought": bought[0]}
    return None


@gate("stock.one-purchase")
def nothing_bought(state: State, _player: str) -> Facts | None:
    """An action that replaces a purchase needs a turn without one."""
    bought = stock_frame(state).bought
    return {"bought": bought[0]} if bought else None


@check("stock.rebuy")
def not_sold_this_round(state: State, move: BuyShare | StartCompany) -> Facts | None:
    """A player cannot buy shares of a company they sold in this round."""
    if move.company in stock_frame(state).sold.get(move.by, ()):
        return {"company": move.company}
    return None


@check("stock.available", basic=True)
def available(state: State, move: BuyShare) -> Facts | None:
    """There must be such a certificate, and the company must have a price."""
    charter = state.companies.get(move.company)
    if charter is None:
        return {"unknown": move.company}
    if charter.closed:
        return {"closed": move.company}
    if not has_shares(state, move.company):
        return {"undivided": move.company}
    if charter.cell is None:
        return {"unstarted": move.company}
    if move.source not in (IPO, POOL):
        return {"elsewhere": move.source}
    there = charter.shares.get(move.source, ())
    if not there:
        return {"company": move.company, "source": move.source}
    if move.percent not in there:
        return {"company": move.company, "source": move.source, "percent": move.percent}
    return None


@check("stock.certificate-limit")
def within_certificates(state: State, move: BuyShare | StartCompany) -> Facts | None:
    """A purchase may not take a player over the certificate limit."""
    held, limit = certificates_of(state, move.by), state.rules.certificate_limit
    if held >= limit and counts_against_limit(state, move.company):
        return {"certificates": held, "limit": limit}
    return None


@gate("stock.certificate-limit")
def room_for_one_more(state: State, player: str) -> Facts | None:
    """One more certificate that counts must fit within the certificate limit."""
    held, limit = certificates_of(state, player), state.rules.certificate_limit
    return {"certificates": held, "limit": limit} if held >= limit else None


@check("stock.share-limit")
def within_share_limit(state: State, move: BuyShare) -> Facts | None:
    """There is a limit on holdings in a company, unless its marker is in a zone that lifts it."""
    return above_share_limit(state, move.company, move.by, move.percent)


def above_share_limit(state: State, company: str, player: str, percent: int) -> Facts | None:
    """What a player would hold of a company with so much more, and the limit, if that is above it."""
    after, limit = percent_of(state, company, player) + percent, state.rules.facts.share_limit
    if after <= limit or zone_of(state, company) & state.rules.stock.unlimited_zones:
        return None
    return {"percent": after, "limit": limit}


@check("money.player")
def player_can_pay_share(state: State, move: BuyShare) -> Facts | None:
    """Players have no credit."""
    cost = cost_of(state, move.company, move.source, move.percent)
    cash = cash_of(state, move.by)
    return {"cost": cost, "cash": cash} if cost > cash else None


def take_share(change: Change, move: BuyShare) -> None:
    """Pay, take the certificate, settle the presidency."""
    cost = cost_of(change.state, move.company, move.source, move.percent)
    pay(change, move.by, BANK, cost, "share")
    move_shares(change, move.company, move.source, move.by, (move.percent,), cost)
    settle_president(change, move.company)
    note_purchase(change, move.company)


def buy_share(change: Change, move: BuyShare) -> None:
    """Buy a share, and float the company if that was the share it needed."""
    take_share(change, move)
    float_if_due(change, move.company)


@passing(one_purchase, available, not_sold_this_round, player_can_pay_share)
def buy_candidates(state: State) -> Iterator[BuyShare]:
    """Every kind of certificate that the player can pay; after a purchase, of the same company if that is allowed."""
    frame = stock_frame(state)
    player, bought, may_buy_more = frame.at, frame.bought, state.rules.stock.may_buy_more
    if bought and (bought[-1] not in state.companies or not may_buy_more(state, player, bought[-1])):
        return
    sold, cash = frame.sold.get(player, ()), state.players[player].cash
    for company, charter in state.companies.items():
        if charter.cell is None or charter.closed or company in sold or (bought and company != bought[-1]):
            continue
        for source in (IPO, POOL):
            if source in charter.shares:
                price = share_price(state, company, source)
                for percent in sorted(set(charter.shares[source])):
                    if price * percent // 10 <= cash:
                        yield BuyShare(player, company, source, percent)


def has_shares(state: State, company: str) -> bool:
    """Whether a company has more than the one certificate of a minor company."""
    return len(state.rules.companies[company].shares) > 1


@check("stock.unstarted", basic=True)
def unstarted(state: State, move: StartCompany) -> Facts | None:
    """Only a company with shares whose president's certificate lies in the initial offering can be started."""
    charter = state.companies.get(move.company)
    if charter is None:
        return {"unknown": move.company}
    if charter.closed:
        return {"closed": move.company}
    if charter.par:
        return {"started": move.company}
    return None if charter.certificate == IPO and has_shares(state, move.company) else {"company": move.company}


@check("par.price")
def par_price(state: State, move: StartCompany) -> Facts | None:
    """The par price is one at which companies may start now."""
    prices = state.rules.stock.par_prices(state)
    return None if move.price in prices else {"price": move.price, "prices": list(prices)}


@check("money.player")
def player_can_start(state: State, move: StartCompany) -> Facts | None:
    """The president's certificate costs its shares at par."""
    cost = move.price * president_percent(state, move.company) // 10
    cash = cash_of(state, move.by)
    return {"cost": cost, "cash": cash} if cost > cash else None


def start_company(change: Change, move: StartCompany) -> None:
    """Set par, pay for the president's certificate and take it."""
    cost = move.price * president_percent(change.state, move.company) // 10
    set_par(change, move.company, move.price, move.by)
    pay(change, move.by, BANK, cost, "president's certificate")
    move_certificate(change, move.company, move.by, cost)
    settle_president(change, move.company)
    float_if_due(change, move.company)
    note_purchase(change, move.company)


@passing(unstarted, par_price, player_can_start)
def start_candidates(state: State) -> Iterator[StartCompany]:
    """Every company that has not started, at every par price that the player can pay."""
    player = stock_frame(state).at
    cash = state.players[player].cash
    prices = sorted(state.rules.stock.par_prices(state), reverse=True)
    for company, charter in state.companies.items():
        if charter.certificate == IPO and not charter.par and not charter.closed and has_shares(state, company):
            size = president_percent(state, company)
            for price in prices:
                if price * size // 10 <= cash:
                    yield StartCompany(player, company, price)


BUY_CHECKS = (
    must_sell,
    one_purchase,
    available,
    not_sold_this_round,
    within_share_limit,
    within_certificates,
    player_can_pay_share,
)
START_CHECKS = (
    must_sell,
    nothing_bought,
    unstarted,
    par_price,
    not_sold_this_round,
    within_certificates,
    player_can_start,
)
BUY = Kind(BuyShare, buy_candidates, BUY_CHECKS, buy_share)
START = Kind(StartCompany, start_candidates, START_CHECKS, start_company)
