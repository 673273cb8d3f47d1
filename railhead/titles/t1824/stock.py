"""Buying and selling shares: one bank, debts, state railways without a director, the railway that nobody runs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from railhead.core import selling as usual
from railhead.core.buying import BUY as USUAL_BUY
from railhead.core.buying import START as USUAL_START
from railhead.core.buying import (
    above_share_limit,
    available,
    buy_share,
    not_sold_this_round,
    one_purchase,
    player_can_pay_share,
    unstarted,
    within_certificates,
    within_share_limit,
)
from railhead.core.change import Change
from railhead.core.kinds import Kind, passing
from railhead.core.memo import remembered
from railhead.core.moves import BuyShare, SellLarge, SellShares, StartCompany
from railhead.core.rulings import Check, Facts, check
from railhead.core.shares import percent_of, president_percent
from railhead.core.state import BANK, IPO, POOL, RESERVED, State
from railhead.core.stock import stock_frame
from railhead.titles.t1824.cisleithania import as_share, asked_as_share, traded_as_share
from railhead.titles.t1824.founding import lacks_director, second_share_bought
from railhead.titles.t1824.railways import debt_of, is_bond

# Buying (VI.4, VI.7)


@check("debt.no-purchase")
def free_of_debt(state: State, move: BuyShare | StartCompany) -> Facts | None:
    """A player in debt buys no shares."""
    debt = debt_of(state, move.by)
    return {"debt": debt} if debt else None


for_sale = asked_as_share(available)


@check("stock.share-limit")
def under_share_limit(state: State, move: BuyShare | StartCompany) -> Facts | None:
    """No purchase may lead above the limit, except from the bank pool."""
    if isinstance(move, BuyShare) and move.source == POOL:
        return None
    percent = move.percent if isinstance(move, BuyShare) else president_percent(state, move.company)
    return above_share_limit(state, move.company, move.by, percent)


@check("stock.certificate-limit")
def room_for_certificate(state: State, move: BuyShare | StartCompany) -> Facts | None:
    """The limit; a second share that gives a state railway its director exchanges two certificates for one."""
    if lacks_director(state, move.company) and percent_of(state, move.company, move.by):
        return None
    return within_certificates.objects(state, move)


@traded_as_share
def buy(change: Change, move: BuyShare) -> None:
    """Buy a share; it may bring a director to a state railway that has none."""
    buy_share(change, move)
    second_share_bought(change, move.company, move.by)


@passing(one_purchase, for_sale, not_sold_this_round, player_can_pay_share)
def share_candidates(state: State) -> Iterator[BuyShare]:
    """Every share for sale, and the large certificate of the railway that nobody runs."""
    return iter(USUAL_BUY.candidates(as_share(state)))


BUY = USUAL_BUY.but(
    candidates=share_candidates,
    instead={
        available: (for_sale, free_of_debt),
        within_share_limit: under_share_limit,
        within_certificates: room_for_certificate,
    },
    effect=buy,
)


START = USUAL_START.but(
    instead={
        unstarted: (unstarted, free_of_debt),
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


@remembered
def _room_in_bank(state: State, company: str) -> int:
    """How much more of a company the bank may hold; of the one without a director, everything."""
    if is_bond(state, company):
        return 100
    return state.rules.facts.pool_limit - sum([percent_of(state, company, place) for place in (IPO, POOL, RESERVED)])


def large_blocks(state: State, player: str) -> Iterator[SellLarge]:
    """Blocks of the railway without director with its large certificate, where small ones would do."""
    return usual.large_blocks(as_share(state), player)


sell_shares = traded_as_share(usual.sell)
sell_in_turn = traded_as_share(usual.sell_in_turn)
whole_certificates = asked_as_share(usual.president_may_leave)
SALE_CHECKS: tuple[Check[Any], ...] = (
    usual.has_price,
    usual.has_operated,
    usual.owned,
    bank_has_room,
    whole_certificates,
)
SELL = Kind(
    SellShares,
    usual.sales(_room_in_bank, bank_has_room),
    (usual.not_in_first_round, usual.in_order, *SALE_CHECKS, usual.one_block),
    sell_in_turn,
)
SELL_LARGE = Kind(SellLarge, lambda state: large_blocks(state, stock_frame(state).at), SELL.checks, SELL.effect)
