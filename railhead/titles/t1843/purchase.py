"""Buying trains (8.8): from the supply, the pool and other companies; rusted trains; help by the director."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from railhead.core import trains as usual
from railhead.core.change import Change
from railhead.core.kinds import PriceRange, passing
from railhead.core.moves import BuyTrain
from railhead.core.operating import operating_company
from railhead.core.rulings import Facts, check
from railhead.core.state import State
from railhead.titles.t1843.trains import (
    bring_back,
    card_stays,
    hide_other_side,
    is_rusted,
    lasting,
    limit_of,
    limits,
    obsolete_train,
    set_aside,
    used,
)


@check("train.from-companies", reads=("source", "train"))
def not_obsolete(state: State, move: BuyTrain) -> Facts | None:
    """An obsolete train is not sold."""
    last = obsolete_train(state, move.source) if usual.is_trade(move) else ""
    return {"obsolete": last} if last and move.train not in lasting(state, move.source) else None


@check("1843.rusted-duty", reads=("train",))
def duty_first(state: State, move: BuyTrain) -> Facts | None:
    """A company that must own a train gets its gray train before a rusted one."""
    if (
        move.train in state.rules.trains
        and is_rusted(state, move.train)
        and usual.must_buy(state, operating_company(state))
    ):
        return {"train": move.train}
    return None


@check("1843.rusted-one", reads=("train", "trade"))
def one_rusted(state: State, move: BuyTrain) -> Facts | None:
    """A company has at most one rusted train."""
    if not is_rusted(state, move.train):
        return None
    held = [train for train in state.companies[operating_company(state)].trains if is_rusted(state, train)]
    if move.trade in held:
        held.remove(move.trade)
    return {"has": held} if held else None


def larger(state: State, old: str, new: str) -> bool:
    """Whether a rusted train may be given up for another: one of higher face value."""
    return is_rusted(state, old) and usual.train_price(state, new) > usual.train_price(state, old)


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
    trains = list(lasting(state, company))
    if move.trade in trains:
        trains.remove(move.trade)
    if used(state, (*trains, move.train)) <= limit_of(state, company):
        return None
    return {**limits(state), "trains": trains}


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
    return usual.short_of_a_train(state, company) and not move.trade and not is_rusted(state, move.train)


def complete_purchase(change: Change, move: BuyTrain) -> None:
    """Pay and take the train; a train that carries the engineers' card outlives its rust."""
    saved = False
    if move.source == usual.SUPPLY:
        hide_other_side(change, move.train)
        saved = set_aside(change, move.train)
    usual.complete_purchase(change, move)
    if saved:
        bring_back(change)
    if move.trade:
        _return_rusted(change, move.trade)
    if usual.is_trade(move):
        card_stays(change, move.source)


def _return_rusted(change: Change, train: str) -> None:
    """A rusted train that was given up is for sale again."""
    depot = change.state.depot
    gone = list(depot.gone)
    gone.remove(train)
    change.depot(gone=tuple(gone), supply={**depot.supply, train: depot.supply[train] + 1})


def rusted_trains(state: State) -> list[str]:
    """The rusted trains of the operating company, each type once."""
    return sorted({train for train in state.companies[operating_company(state)].trains if is_rusted(state, train)})


def giving_up(state: State, move: Any, rusted: list[str]) -> Iterator[BuyTrain]:
    """The same purchase with a rusted train given up for it, from whomever it is bought."""
    for old in rusted:
        if move.source != usual.SUPPLY and not move.trade and larger(state, old, move.train):
            yield replace(move, trade=old)


@passing(usual.train_there, usual.may_buy_from)
def train_candidates(state: State) -> Iterator[BuyTrain]:
    """The usual purchases, also those for which a rusted train is given up."""
    rusted = rusted_trains(state)
    for move in usual.purchase_candidates(state):
        yield move
        yield from giving_up(state, move, rusted)


def train_prices(state: State) -> Iterator[PriceRange]:
    """The usual price ranges, also where a rusted train is given up."""
    rusted = rusted_trains(state)
    for found in usual.train_prices(state):
        for move in (found.move, *giving_up(state, found.move, rusted)):
            yield PriceRange(move, "price", found.low, found.high)


BUY_TRAIN = usual.BUY_TRAIN.but(
    candidates=train_candidates,
    price_ranges=train_prices,
    first=(duty_first,),
    instead={
        usual.may_buy_from: (usual.may_buy_from, not_obsolete),
        usual.trade_allowed: (may_give_up, one_rusted),
        usual.room_left: within_limit,
        usual.right_price: right_price,
        usual.cheapest_with_help: (
            usual.cheapest_with_help,
            usual.face_value_with_help("train.emergency-face"),
        ),
    },
)
