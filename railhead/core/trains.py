"""Buying trains: from the supply, the pool and other companies, with trade-ins; the duty to own one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from railhead.core.events import TrainBought
from railhead.core.kinds import Kind, PriceRange, passing
from railhead.core.memo import remembered
from railhead.core.money import pay
from railhead.core.moves import BuyTrain, Pass
from railhead.core.offers import not_declined, propose_in_turn
from railhead.core.operating import OperatingTurn, operating_company, turn_frame
from railhead.core.phases import drop_train, reached, scrap, train_leaves_supply
from railhead.core.rulings import Check, Facts, check
from railhead.core.state import BANK, POOL, State, president_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from railhead.core.change import Change

SUPPLY = "supply"


def is_trade(move: BuyTrain) -> bool:
    """Whether a train is bought from another company."""
    return move.source not in (SUPPLY, POOL)


def train_price(state: State, train: str) -> int:
    """The printed price of a train."""
    return state.rules.trains[train].price


def next_in_supply(state: State, _company: str) -> tuple[str, ...]:
    """The usual offer: the first type left, and types on sale alongside it from some phase on."""
    found: list[str] = []
    for train, left in state.depot.supply.items():
        if left == 0:
            continue
        since = state.rules.trains[train].from_phase
        if not found or (since and reached(state, since)):
            found.append(train)
    return tuple(found)


@remembered
def room(state: State, company: str) -> int:
    """How many more trains a company may own."""
    return state.rules.train.limit(state, company) - state.rules.train.counted(state, company)


@remembered
def must_buy(state: State, company: str) -> bool:
    """Whether a company has a duty to buy a train now."""
    return state.rules.train.must_own(state, company)


@remembered
def on_sale(state: State, company: str) -> tuple[str, ...]:
    """Types in the supply that a company may buy now."""
    return state.rules.train.on_sale(state, company)


@remembered
def cheapest(state: State, company: str) -> int:
    """The lowest price of a train from the supply or the pool that this company may buy; 0 if there is none."""
    prices = [train_price(state, train) for train in offered(state, company)]
    return min(prices, default=0)


def offered(state: State, company: str) -> tuple[str, ...]:
    """Types in the supply and the pool that a company may buy."""
    return (*on_sale(state, company), *state.depot.pool)


@check("train.source", basic=True)
def train_there(state: State, move: BuyTrain) -> Facts | None:
    """The train must be on sale where it is bought."""
    company = operating_company(state)
    if move.train not in state.rules.trains:
        return {"train": move.train}
    if move.source == SUPPLY:
        there = on_sale(state, company)
    elif move.source == POOL:
        there = state.depot.pool
    elif move.source in state.companies and move.source != company:
        there = state.companies[move.source].trains
    else:
        return {"source": move.source}
    return None if move.train in there else {"train": move.train, "source": move.source, "there": list(there)}


@check("train.from-companies")
def may_buy_from(state: State, move: BuyTrain) -> Facts | None:
    """Whether companies may sell each other trains, and which."""
    if not is_trade(move) or move.source in sellers(state, operating_company(state)):
        return None
    return {"seller": move.source}


@remembered
def sellers(state: State, buyer: str) -> frozenset[str]:
    """The companies with trains that may sell them to another one."""
    may_sell = state.rules.train.from_companies
    owners = [sym for sym, charter in state.companies.items() if charter.trains]
    return frozenset([sym for sym in owners if president_of(state, sym) and may_sell(state, buyer, sym)])


@check("train.limit")
def room_left(state: State, move: BuyTrain) -> Facts | None:
    """No purchase above the limit, except by trading a train in."""
    company = operating_company(state)
    if move.trade or room(state, company) > 0:
        return None
    return {"limit": state.rules.train.limit(state, company)}


@check("train.trade-in")
def trade_allowed(state: State, move: BuyTrain) -> Facts | None:
    """Only some trains are taken in part payment, and only for a new one."""
    if not move.trade:
        return None
    company = operating_company(state)
    if move.trade not in state.companies[company].trains:
        return {"old": move.trade}
    if move.source != SUPPLY:
        return {"source": move.source}
    worth = state.rules.train.trade(state, company, move.trade, move.train)
    return {"traded in": move.trade, "new": move.train} if worth is None else None


def price_span(state: State, move: BuyTrain) -> tuple[int, int]:
    """The lowest and highest price of a purchase."""
    company = operating_company(state)
    if not is_trade(move):
        worth = state.rules.train.trade(state, company, move.trade, move.train) if move.trade else 0
        price = train_price(state, move.train) - (worth or 0)
        return price, price
    return _agreed_span(state, company, move.source, move.train)


def _agreed_span(state: State, buyer: str, seller: str, train: str) -> tuple[int, int]:
    """The lowest and highest price on which companies may agree."""
    span = state.rules.train.companies_price
    return (1, state.companies[buyer].cash) if span is None else span(state, buyer, seller, train)


def short_of_a_train(state: State, company: str) -> bool:
    """Whether a company must own a train and cannot pay for any of supply and pool."""
    return must_buy(state, company) and state.companies[company].cash < cheapest(state, company)


def agreed_price(helped: Callable[[State, str], bool]) -> Callable[[State, str, str, str], tuple[int, int]]:
    """Companies agree on a price from 1 on; the president of one that is helped pays up to the printed price."""

    def span(state: State, buyer: str, _seller: str, train: str) -> tuple[int, int]:
        cash = state.companies[buyer].cash
        if not helped(state, buyer):
            return 1, cash
        purse = state.players[president_of(state, buyer)].cash
        return 1, max(cash, min(train_price(state, train), cash + purse))

    return span


@check("train.price")
def right_price(state: State, move: BuyTrain) -> Facts | None:
    """Printed prices from supply and pool; what presidents agree on between companies."""
    low, high = price_span(state, move)
    if low <= move.price <= high:
        return None
    treasury = state.companies[operating_company(state)].cash
    if move.source in state.companies and move.price > high == treasury:
        return {"price": move.price, "cash": treasury}
    return {"price": move.price, "low": low, "high": high}


@check("train.money")
def train_affordable(state: State, move: BuyTrain) -> Facts | None:
    """The treasury pays, unless this is a purchase that the president helps with."""
    cash = state.companies[operating_company(state)].cash
    if move.price <= cash or state.rules.train.helped(state, move):
        return None
    return {"price": move.price, "cash": cash}


@check("train.emergency-cheapest")
def cheapest_with_help(state: State, move: BuyTrain) -> Facts | None:
    """When the president contributes, the cheapest train of supply and pool must be bought, or another company's."""
    company = operating_company(state)
    if is_trade(move) or move.price <= state.companies[company].cash or move.price == cheapest(state, company):
        return None
    return {"price": move.price, "cheapest": cheapest(state, company)}


def face_value_with_help(rule: str) -> Check[BuyTrain]:
    """The objection to another company's train above its face value when the president contributes."""

    @check(rule)
    def face_value_at_most(state: State, move: BuyTrain) -> Facts | None:
        """With the president's money another company's train costs no more than its face value."""
        face = train_price(state, move.train)
        if not is_trade(move) or move.price <= state.companies[operating_company(state)].cash or move.price <= face:
            return None
        return {"price": move.price, "face value": face}

    return face_value_at_most


@check("train.emergency-cash")
def president_can_help(state: State, move: BuyTrain) -> Facts | None:
    """The president pays the difference in cash, raised by selling if necessary."""
    company = operating_company(state)
    missing = move.price - state.companies[company].cash
    cash = state.players[president_of(state, company)].cash
    if missing <= 0 or missing <= cash:
        return None
    return {"missing": missing, "cash": cash, "train": move.train, "source": move.source, "price": move.price}


def buy_train(change: Change, move: BuyTrain) -> None:
    """Buy at once, or ask the other president first."""
    if not is_trade(move):
        change.state.rules.deals[BuyTrain](change, move)
    else:
        propose_in_turn(change, move, president_of(change.state, move.source))


def complete_purchase(change: Change, move: BuyTrain) -> None:
    """Pay and take the train; what the treasury lacks comes from the president."""
    company = operating_company(change.state)
    state = change.state
    help_needed = max(move.price - state.companies[company].cash, 0)
    if help_needed:
        pay(change, president_of(state, company), company, help_needed, "contribution", "train.emergency-cash")
    pay(change, company, move.source if move.source in state.companies else BANK, move.price, "train")
    take_train(change, move, helped=help_needed > 0)


def take_train(change: Change, move: BuyTrain, helped: bool) -> None:
    """Take a train that is paid for. The first of its type may begin a phase."""
    company = operating_company(change.state)
    if move.trade:
        _give(change, company, move.trade)
    _take(change, move)
    mine = change.state.companies[company]
    change.company(company, trains=(*mine.trains, move.train))
    change.emit(
        TrainBought(company=company, train=move.train, source=move.source, price=move.price, trade=move.trade)
    )
    frame = turn_frame(change.state)
    change.frame(
        OperatingTurn,
        bought=(*frame.bought, move.train),
        traded=(*frame.traded, move.trade) if move.trade else frame.traded,
        helped=frame.helped or helped,
    )
    if move.source == SUPPLY:
        train_leaves_supply(change, move.train, company)
    change.state.rules.train.bought(change, company, move.train)


def _give(change: Change, company: str, train: str) -> None:
    """Hand in a train in part payment."""
    drop_train(change, company, train)
    if change.state.rules.train.traded_to_pool:
        change.depot(pool=(*change.state.depot.pool, train))
    else:
        scrap(change, train)


def _take(change: Change, move: BuyTrain) -> None:
    """Take the train from the pool or the seller; from the supply it comes with its consequences later."""
    if move.source == POOL:
        pool = list(change.state.depot.pool)
        pool.remove(move.train)
        change.depot(pool=tuple(pool))
    elif move.source in change.state.companies:
        drop_train(change, move.source, move.train)


Purchase = tuple[str, str, str, int, int]
"""A train, who sells it, what is traded in for it, and the lowest and highest price."""


def _purchases(state: State, company: str, trade_ins_only: bool = False) -> Iterator[Purchase]:
    """Every train that a company could buy, with its prices."""
    mine = sorted(set(state.companies[company].trains))
    for train in on_sale(state, company):
        price = train_price(state, train)
        if not trade_ins_only:
            yield train, SUPPLY, "", price, price
        for old in mine:
            worth = state.rules.train.trade(state, company, old, train)
            if worth is not None:
                yield train, SUPPLY, old, price - worth, price - worth
    if trade_ins_only:
        return
    for train in sorted(set(state.depot.pool)):
        price = train_price(state, train)
        yield train, POOL, "", price, price
    willing = sellers(state, company)
    for seller, charter in state.companies.items():
        if seller in willing and seller != company:
            for train in sorted(set(charter.trains)):
                yield train, seller, "", *_agreed_span(state, company, seller, train)


@passing(train_there, may_buy_from, trade_allowed, right_price, train_affordable)
def purchase_candidates(state: State) -> Iterator[BuyTrain]:
    """Purchases at the ends of their price ranges, whether there is room for the train or not."""
    return _at_either_end(state)


@passing(train_there, may_buy_from, trade_allowed, right_price, room_left, train_affordable)
def train_candidates(state: State) -> Iterator[BuyTrain]:
    """Purchases at the ends of their price ranges; without room for another train, only trade-ins."""
    return _at_either_end(state, trade_ins_only=room(state, operating_company(state)) <= 0)


def _at_either_end(state: State, trade_ins_only: bool = False) -> Iterator[BuyTrain]:
    """Purchases at the lowest and at the highest price, if the treasury can pay or somebody helps."""
    company, helped = operating_company(state), state.rules.train.helped
    cash, player = state.companies[company].cash, president_of(state, company)
    for train, source, trade, low, high in _purchases(state, company, trade_ins_only):
        if low > high:
            continue
        for price in (low, high) if low < high else (low,):
            move = BuyTrain(player, train, source, price, trade)
            if price <= cash or helped(state, move):
                yield move


def most_payable(state: State, move: BuyTrain, high: int) -> int:
    """The highest price, up to this one, that can be paid: what the treasury has unless the president helps."""
    cash = state.companies[operating_company(state)].cash
    return high if high <= cash or state.rules.train.helped(state, replace(move, price=high)) else cash


def train_prices(state: State) -> Iterator[PriceRange]:
    """Purchases whose price is free within bounds."""
    company = operating_company(state)
    player = president_of(state, company)
    for train, source, _, low, high in _purchases(state, company):
        if low < high:
            move = BuyTrain(player, train, source, low)
            yield from price_range(move, most_payable(state, move, high))


def price_range(move: BuyTrain, high: int) -> Iterator[PriceRange]:
    """The range from the price of a move on, if it has more than one price."""
    if move.price < high:
        yield PriceRange(move, "price", move.price, high)


@check("train.duty")
def train_owned(state: State, _move: Pass) -> Facts | None:
    """A company that must own a train cannot move on without one."""
    company = operating_company(state)
    if not must_buy(state, company):
        return None
    return {"company": company, "trains": list(state.companies[company].trains)}


TRAIN_CHECKS = (
    train_there,
    may_buy_from,
    trade_allowed,
    room_left,
    right_price,
    not_declined,
    train_affordable,
    cheapest_with_help,
    president_can_help,
)
BUY_TRAIN = Kind(BuyTrain, train_candidates, TRAIN_CHECKS, buy_train, complete=False, price_ranges=train_prices)
