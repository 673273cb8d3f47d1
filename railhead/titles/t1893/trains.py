"""Trains of 1893 (14, 15): limits, trade-ins, and owners who help minors."""

from __future__ import annotations

from railhead.core.moves import BuyTrain
from railhead.core.operating import operating_company, turn_frame
from railhead.core.phases import reached
from railhead.core.reach import has_route
from railhead.core.rulings import Facts, check
from railhead.core.state import POOL, State, president_of
from railhead.core.trains import BUY_TRAIN as USUAL_BUY_TRAIN
from railhead.core.trains import (
    SUPPLY,
    cheapest,
    cheapest_with_help,
    must_buy,
    offered,
    train_affordable,
    train_price,
)
from railhead.core.trains import trade_allowed as usual_trade_allowed
from railhead.titles.t1893.terms import FACTS, is_minor, practice

# Policies


def must_own(state: State, company: str) -> bool:
    """A corporation with a route and no train must buy one, if bank or pool have any (15.5)."""
    charter = state.companies[company]
    if is_minor(state, company) or charter.trains or not has_route(state, company):
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


BUY_TRAIN = USUAL_BUY_TRAIN.but(
    instead={
        usual_trade_allowed: trade_allowed,
        train_affordable: affordable,
        cheapest_with_help: cheapest_new,
    }
)
