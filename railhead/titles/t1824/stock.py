"""Buying and selling shares: one bank, debts, state railways without a director, the railway that nobody runs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from railhead.core import selling as usual
from railhead.core.buying import BUY as USUAL_BUY
from railhead.core.buying import START as USUAL_START
from railhead.core.buying import (
    available,
    buy_share,
    cost_of,
    not_sold_this_round,
    unstarted,
    within_certificates,
    within_share_limit,
)
from railhead.core.change import Change
from railhead.core.kinds import Kind
from railhead.core.market import move_marker, price_of
from railhead.core.money import pay
from railhead.core.moves import BuyShare, SellLarge, SellShares, StartCompany
from railhead.core.rulings import Check, Facts, check
from railhead.core.shares import move_certificate, move_shares, percent_of, president_percent
from railhead.core.state import BANK, IPO, POOL, RESERVED, State
from railhead.core.stock import note_purchase, note_sale, stock_frame
from railhead.titles.t1824.founding import lacks_director, second_share_bought
from railhead.titles.t1824.railways import REGIONAL, debt_of, extra_of, is_bond, kind_of

# Buying (VI.4, VI.7)


@check("debt.no-purchase")
def free_of_debt(state: State, move: BuyShare | StartCompany) -> Facts | None:
    """A player in debt buys no shares."""
    debt = debt_of(state, move.by)
    return {"debt": debt} if debt else None


def _is_bond_certificate(state: State, move: BuyShare) -> bool:
    return is_bond(state, move.company) and move.percent == president_percent(state, move.company)


@check("stock.available", basic=True)
def for_sale(state: State, move: BuyShare) -> Facts | None:
    """There must be such a share and a price; director's certificates are not sold like this, with one exception."""
    if _is_bond_certificate(state, move):
        there = state.companies[move.company].certificate == POOL and move.source == POOL
        return None if there else {"company": move.company, "source": move.source}
    return available.objects(state, move)


@check("stock.share-limit")
def under_share_limit(state: State, move: BuyShare | StartCompany) -> Facts | None:
    """No purchase may lead above the limit, except from the bank pool."""
    if isinstance(move, BuyShare) and move.source == POOL:
        return None
    percent = move.percent if isinstance(move, BuyShare) else president_percent(state, move.company)
    after = percent_of(state, move.company, move.by) + percent
    limit = state.rules.facts.share_limit
    return {"percent": after, "limit": limit} if after > limit else None


@check("stock.certificate-limit")
def room_for_certificate(state: State, move: BuyShare | StartCompany) -> Facts | None:
    """The limit; a share that gives a state railway its director exchanges two certificates for one."""
    if isinstance(move, BuyShare) and lacks_director(state, move.company) and _makes_director(state, move):
        return None
    return within_certificates.objects(state, move)


def _makes_director(state: State, move: BuyShare) -> bool:
    return percent_of(state, move.company, move.by) + move.percent >= president_percent(state, move.company)


def buy(change: Change, move: BuyShare) -> None:
    """Buy a share; it may bring a director to a state railway that has none."""
    if not is_bond(change.state, move.company):
        buy_share(change, move)
        second_share_bought(change, move.company, move.by)
        return
    cost = cost_of(change.state, move.company, move.source, move.percent)
    pay(change, move.by, BANK, cost, "share")
    if _is_bond_certificate(change.state, move):
        move_certificate(change, move.company, move.by, cost)
    else:
        move_shares(change, move.company, move.source, move.by, (move.percent,), cost)
    note_purchase(change, move.company)


def share_candidates(state: State) -> Iterator[BuyShare]:
    """Every share for sale, and the large certificate of the railway that nobody runs."""
    yield from USUAL_BUY.candidates(state)
    bond = extra_of(state).bond
    if bond and state.companies[bond].certificate == POOL:
        yield BuyShare(stock_frame(state).at, bond, POOL, president_percent(state, bond))


BUY = USUAL_BUY.but(
    candidates=share_candidates,
    instead={
        available: (for_sale, free_of_debt),
        within_share_limit: under_share_limit,
        within_certificates: room_for_certificate,
    },
    effect=buy,
)


@check("stock.unstarted", basic=True)
def is_regional(state: State, move: StartCompany) -> Facts | None:
    """Only regional railways are started by a purchase of the director's certificate."""
    if move.company in state.companies and kind_of(state, move.company) == REGIONAL:
        return None
    return {"company": move.company}


START = USUAL_START.but(
    instead={
        unstarted: (is_regional, unstarted, free_of_debt),
        not_sold_this_round: (not_sold_this_round, under_share_limit),
    },
)


# Selling (VI.8)


@check("stock.pool-limit")
def bank_has_room(state: State, move: SellShares) -> Facts | None:
    """After a sale the bank holds at most half of a company."""
    room = _room_in_bank(state, move.company)
    if move.percent <= room:
        return None
    limit = state.rules.facts.pool_limit
    return {"source": BANK, "there": limit - room, "percent": move.percent, "limit": limit}


def _room_in_bank(state: State, company: str) -> int:
    """How much more of a company the bank may hold; of the one without a director, everything."""
    if is_bond(state, company):
        return 100
    return state.rules.facts.pool_limit - sum(percent_of(state, company, place) for place in (IPO, POOL, RESERVED))


def _most_sold(state: State, company: str) -> int:
    return _room_in_bank(state, company) if state.companies[company].operated else 0


@check("president.certificate")
def whole_certificates(state: State, move: SellShares) -> Facts | None:
    """The director's certificate is never sold, except whole by holders of the railway without a director."""
    if not is_bond(state, move.company):
        return usual.president_may_leave.objects(state, move)
    return None if usual.sizes_sold(_hand(state, move), move) is not None else {"percent": move.percent}


def _hand(state: State, move: SellShares) -> tuple[int, ...]:
    charter = state.companies[move.company]
    large = (president_percent(state, move.company),) if charter.certificate == move.by else ()
    return (*charter.shares.get(move.by, ()), *large)


def sell_shares(change: Change, move: SellShares) -> None:
    """A sale; a railway without a director has no directorship to settle."""
    if not is_bond(change.state, move.company):
        usual.sell(change, move)
        return
    income = price_of(change.state, move.company) * move.percent // 10
    pay(change, BANK, move.by, income, "sale")
    large = president_percent(change.state, move.company)
    sizes = usual.sizes_sold(_hand(change.state, move), move) or ()
    if large in sizes:
        move_certificate(change, move.company, POOL, income)
    small = tuple(size for size in sizes if size != large)
    if small:
        move_shares(change, move.company, move.by, POOL, small, income)
    move_marker(change, move.company, "down", 1, "sale", "stock.price-falls")


def sell_in_turn(change: Change, move: SellShares) -> None:
    """A sale in a stock round."""
    sell_shares(change, move)
    note_sale(change, move.by, move.company)


def large_blocks(state: State, player: str) -> Iterator[SellLarge]:
    """Blocks of the railway without director with its large certificate, where small ones would do."""
    bond = extra_of(state).bond
    if bond and state.companies[bond].certificate == player:
        least = president_percent(state, bond)
        for percent in range(least, percent_of(state, bond, player) - least + 1, 10):
            yield SellLarge(player, bond, percent)


SALE_CHECKS: tuple[Check[Any], ...] = (
    usual.has_price,
    usual.has_operated,
    usual.owned,
    bank_has_room,
    whole_certificates,
)
SELL = Kind(
    SellShares,
    usual.sales(_most_sold, usual.has_operated, bank_has_room),
    (usual.not_in_first_round, usual.in_order, *SALE_CHECKS, usual.one_block),
    sell_in_turn,
)
SELL_LARGE = Kind(SellLarge, lambda state: large_blocks(state, stock_frame(state).at), SELL.checks, SELL.effect)
