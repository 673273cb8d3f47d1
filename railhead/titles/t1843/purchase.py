"""Buying trains (8.8): from the supply, the pool and other companies; rusted trains; help by the director."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from typing import Any

from msgspec.structs import replace

from railhead.core import trains as usual
from railhead.core.change import Change
from railhead.core.emergency import SALE_OF_OTHERS
from railhead.core.events import WentBankrupt
from railhead.core.finish import end_game
from railhead.core.forced import paying_president
from railhead.core.forced_sales import Asset, shares
from railhead.core.kinds import Kind, PriceRange, passing
from railhead.core.money import pay
from railhead.core.moves import Bankrupt, BuyTrain, Move
from railhead.core.operating import for_company, operating_company
from railhead.core.phases import restock
from railhead.core.privates import close_private, owner_of
from railhead.core.raising import ForcedPurchases
from railhead.core.rulings import Facts, check
from railhead.core.selling import sell
from railhead.core.shares import privates_of
from railhead.core.state import BANK, State
from railhead.titles.t1843 import trains
from railhead.titles.t1843.stock import sinking


@check("train.from-companies", reads=("source", "train"))
def not_obsolete(state: State, move: BuyTrain) -> Facts | None:
    """An obsolete train is not sold."""
    last = trains.obsolete_train(state, move.source) if usual.is_trade(move) else ""
    return {"obsolete": last} if last and move.train not in trains.lasting(state, move.source) else None


@check("1843.rusted-duty", reads=("source", "train"))
def duty_first(state: State, move: BuyTrain) -> Facts | None:
    """A company that must own a train gets its gray train before a rusted one."""
    if not trains.is_rusted(state, move.train):
        return None
    company = operating_company(state)
    if move.source == usual.SUPPLY:
        there = trains.rusted_on_sale(state)
    else:
        seller = state.companies.get(move.source) if move.source != company else None
        there = seller.trains if seller is not None else ()
    return {"train": move.train} if move.train in there and usual.must_buy(state, company) else None


def rusted_trains(state: State) -> list[str]:
    """The rusted trains of the operating company."""
    owned = state.companies[operating_company(state)].trains
    return sorted(train for train in owned if trains.is_rusted(state, train))


@check("1843.rusted-one", reads=("train", "trade"))
def one_rusted(state: State, move: BuyTrain) -> Facts | None:
    """A company has at most one rusted train."""
    if not trains.is_rusted(state, move.train):
        return None
    held = rusted_trains(state)
    if move.trade in held:
        held.remove(move.trade)
    return {"has": held} if held else None


def larger(state: State, old: str, new: str) -> bool:
    """Whether a rusted train may be given up for another: one of higher face value."""
    return trains.is_rusted(state, old) and usual.train_price(state, new) > usual.train_price(state, old)


@check("train.trade-in", reads=("train", "trade"))
def may_give_up(state: State, move: BuyTrain) -> Facts | None:
    """Only a rusted train is given up in a purchase, for nothing, and for a larger train."""
    if not move.trade:
        return None
    held = state.companies[operating_company(state)].trains
    if move.trade not in held:
        return {"old": move.trade}
    return None if larger(state, move.trade, move.train) else {"traded in": move.trade, "new": move.train}


@check("train.limit", reads=("train", "trade"))
def within_limit(state: State, move: BuyTrain) -> Facts | None:
    """Before the purchase takes effect there must be room for it, in trains and in certificates."""
    company = operating_company(state)
    kept = list(trains.lasting(state, company))
    if move.trade in kept:
        kept.remove(move.trade)
    if trains.used(state, (*kept, move.train)) <= trains.limit_of(state, company):
        return None
    return {**trains.limits(state), "trains": kept}


@check("train.price")
def right_price(state: State, move: BuyTrain) -> Facts | None:
    """Face value from supply and pool; between companies 1 or more, as agreed."""
    face = usual.train_price(state, move.train)
    if usual.is_trade(move):
        return None if move.price >= 1 else {"price": move.price, "low": 1}
    return None if move.price == face else {"price": move.price, "face value": face}


def helped(state: State, move: BuyTrain) -> bool:
    """The director helps a company that must own a train and can afford none; never with a rusted one (8.8.3)."""
    company = operating_company(state)
    return usual.short_of_a_train(state, company) and not move.trade and not trains.is_rusted(state, move.train)


def complete_purchase(change: Change, move: BuyTrain) -> None:
    """Pay and take the train; a train that carries the engineers' card outlives its rust."""
    with trains.leaving_supply(change, move.train) if move.source == usual.SUPPLY else nullcontext():
        usual.complete_purchase(change, move)
    if move.trade:  # a rusted train that was given up is for sale again
        restock(change, move.trade)
    if usual.is_trade(move) and trains.without_card(change.state, move.source):
        trains.lose_card(change)


def giving_up(state: State, move: Any, rusted: list[str]) -> Iterator[BuyTrain]:
    """The same purchase with a rusted train given up for it, from whomever it is bought."""
    for old in rusted:
        if move.source != usual.SUPPLY and not move.trade and larger(state, old, move.train):
            yield replace(move, trade=old)


face_value_at_most = usual.face_value_with_help("train.emergency-face")
HELP = (usual.train_affordable, usual.cheapest_with_help, face_value_at_most, usual.president_can_help)
"""What may be objected to a price that is above the treasury."""


@passing(usual.train_there, usual.may_buy_from, may_give_up, right_price, *HELP)
def train_candidates(state: State) -> Iterator[BuyTrain]:
    """The usual purchases, also those for which a rusted train is given up."""
    rusted, cash = rusted_trains(state), state.companies[operating_company(state)].cash
    for purchase in usual.purchase_candidates(state):
        for move in (purchase, *giving_up(state, purchase, rusted)) if rusted else (purchase,):
            if move.price <= cash or not any(rule.objects(state, move) for rule in HELP):
                yield move


def train_prices(state: State) -> Iterator[PriceRange]:
    """The usual price ranges, also where a rusted train is given up."""
    rusted = rusted_trains(state)
    for found in usual.train_prices(state):
        yield found
        for move in giving_up(state, found.move, rusted):
            yield from usual.price_range(move, usual.most_payable(state, move, found.high))


BUY_TRAIN = usual.BUY_TRAIN.but(
    candidates=train_candidates,
    price_ranges=train_prices,
    first=(duty_first,),
    instead={
        usual.may_buy_from: (usual.may_buy_from, not_obsolete),
        usual.trade_allowed: (may_give_up, one_rusted),
        usual.room_left: within_limit,
        usual.right_price: right_price,
        usual.cheapest_with_help: (usual.cheapest_with_help, face_value_at_most),
    },
)


# The director's duty to raise money (8.8.3)


class CashPrivate(Move, frozen=True):
    """Give a private company to the bank for its face value, to help pay for a train."""

    private: str


@check("1843.cash-private")
def own_private(state: State, move: CashPrivate) -> Facts | None:
    """The director cashes a private of his own."""
    if move.private not in state.privates or owner_of(state, move.private) != move.by:
        return {"private": move.private}
    return None


def cash_private(change: Change, move: CashPrivate) -> None:
    """The bank pays the face value and the private leaves the game."""
    pay(change, BANK, move.by, change.state.rules.privates[move.private].value, "private", "1843.cash-private")
    close_private(change, move.private, "1843.cash-private")


def face_values(state: State, player: str) -> int:
    """What all of a player's privates would fetch."""
    return sum(state.rules.privates[sym].value for sym in privates_of(state, player))


SALE = SALE_OF_OTHERS.but(effect=sinking(sell))
"""The order of the companies that follow may change with the price."""
CASH_PRIVATE = Kind(
    CashPrivate,
    for_company(CashPrivate, private=lambda state: privates_of(state, paying_president(state))),
    (own_private,),
    cash_private,
)


def go_bankrupt(change: Change, move: Bankrupt) -> None:
    """The game ends; the sales that were made stand, and cash counts as usual."""
    change.emit(WentBankrupt(player=move.by, rule="train.bankruptcy"))
    end_game(change, "bankrupt", "end.bankrupt")


FORCED = ForcedPurchases(
    buy=BUY_TRAIN,
    complete=complete_purchase,
    assets=(shares(SALE), Asset(CASH_PRIVATE, face_values)),
    bankruptcy=go_bankrupt,
    all_sold_first=True,
    own_trains_count=True,
)
