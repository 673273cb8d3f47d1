"""Trains of 1893 (14, 15): limits, trade-ins, and owners who help minors."""

from __future__ import annotations

from railhead.core.kinds import Kind
from railhead.core.moves import BuyTrain
from railhead.core.operating import OperatingTurn, operating_company, turn_frame
from railhead.core.phases import phase_of, reached
from railhead.core.reach import reach
from railhead.core.rulings import Facts, check
from railhead.core.state import POOL, State, president_of
from railhead.core.trains import (
    SUPPLY,
    buy_train,
    cheapest,
    may_buy_from,
    must_buy,
    not_declined,
    offered,
    right_price,
    room_left,
    train_candidates,
    train_price,
    train_prices,
    train_there,
)
from railhead.titles.t1893.terms import FACTS, is_minor, practice

# Policies


def limit(state: State, company: str) -> int:
    """The train limit of the phase (16)."""
    return phase_of(state).limit[state.rules.companies[company].kind]


def counted(state: State, company: str) -> int:
    """Every train counts."""
    return len(state.companies[company].trains)


def must_own(state: State, company: str) -> bool:
    """A corporation with a route and no train must buy one, if bank or pool have any (15.5)."""
    charter = state.companies[company]
    if is_minor(state, company) or charter.trains or not reach(state, company).route:
        return False
    return bool(offered(state, company))


def trade_in(state: State, _company: str, old: str, new: str) -> int | None:
    """Half the printed price towards any new train, once a turn and before the purchases (7.3, 14)."""
    turn = turn_frame(state)
    if turn.traded or (turn.bought and not practice(state).trade_at_any_time):
        return None
    percent: int = FACTS.special["trade_in_percent"]
    return min(train_price(state, old) * percent // 100, train_price(state, new))


def from_companies(state: State, buyer: str, seller: str) -> bool:
    """From the green phase on; corporations never from minors (15.4)."""
    return reached(state, "3") and (is_minor(state, buyer) or not is_minor(state, seller))


def helper_cash(state: State, company: str) -> int:
    """What its owner could add to a purchase from another company."""
    return state.players[president_of(state, company)].cash


def companies_price(state: State, buyer: str, _seller: str, train: str) -> tuple[int, int]:
    """At least one; at most the treasury, or what an owner may add up to the printed price (15.5)."""
    cash = state.companies[buyer].cash
    if is_minor(state, buyer) and not state.companies[buyer].trains:
        together = cash + helper_cash(state, buyer)
        above = practice(state).minor_above_face
        return 1, max(cash, together if above else min(together, train_price(state, train)))
    if practice(state).help_with_others and must_buy(state, buyer):
        return 1, max(cash, min(train_price(state, train), cash + helper_cash(state, buyer)))
    return 1, cash


# Buying


@check("train.trade-in")
def trade_allowed(state: State, move: BuyTrain) -> Facts | None:
    """An own train for a new one from the bank, once a turn: step 5, before the purchases of step 6."""
    if not move.trade:
        return None
    company = operating_company(state)
    mine = move.trade in state.companies[company].trains
    new = move.source == SUPPLY or (move.source == POOL and practice(state).trade_for_pool)
    if mine and new and trade_in(state, company, move.trade, move.train) is not None:
        return None
    bought = turn_frame(state).bought
    late = mine and new and bool(bought)
    return {"old": move.trade, "new": move.train, **({"bought": list(bought)} if late else {})}


@check("train.money")
def affordable(state: State, move: BuyTrain) -> Facts | None:
    """The treasury pays; owners help minors without a train, directors only where a purchase is forced."""
    company = operating_company(state)
    cash = state.companies[company].cash
    if move.price <= cash:
        return None
    if move.trade or state.companies[company].trains:
        return {"price": move.price, "cash": cash}
    if is_minor(state, company):
        return None
    if not must_buy(state, company) or cash >= cheapest(state, company):
        return {"price": move.price, "cash": cash}
    if move.source not in (SUPPLY, POOL) and not practice(state).help_with_others:
        return {"price": move.price, "cash": cash, "seller": move.source}
    return None


@check("train.emergency-cheapest")
def cheapest_new(state: State, move: BuyTrain) -> Facts | None:
    """With the director's money: any train of the pool, of the new ones the cheapest."""
    company = operating_company(state)
    if move.source != SUPPLY or move.price <= state.companies[company].cash or is_minor(state, company):
        return None
    least = min(train_price(state, train) for train in state.rules.train.on_sale(state, company))
    return {"price": move.price, "cheapest": least} if move.price > least else None


@check("train.emergency-cash")
def help_is_there(state: State, move: BuyTrain) -> Facts | None:
    """Whoever helps needs the cash; a director may raise it first."""
    company = operating_company(state)
    short = move.price - state.companies[company].cash
    cash = helper_cash(state, company)
    return {"missing": short, "cash": cash} if short > cash else None


BUY_CHECKS = (
    train_there,
    may_buy_from,
    trade_allowed,
    room_left,
    right_price,
    not_declined,
    affordable,
    cheapest_new,
    help_is_there,
)
BUY_TRAIN = Kind(BuyTrain, train_candidates, BUY_CHECKS, buy_train, complete=False, price_ranges=train_prices)


def can_buy(state: State, turn: OperatingTurn) -> bool:
    """Whether the train step has a decision in it."""
    if must_buy(state, turn.company):
        return True
    return any(BUY_TRAIN.objection(state, move) is None for move in train_candidates(state))
