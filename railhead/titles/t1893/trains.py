"""Trains of 1893 (14, 15): limits, trade-ins, and owners who help minors."""

from __future__ import annotations

from railhead.core import trains as usual
from railhead.core.moves import BuyTrain
from railhead.core.operating import operating_company, turn_frame
from railhead.core.phases import reached
from railhead.core.reach import has_route
from railhead.core.rulings import Facts, check
from railhead.core.state import POOL, State
from railhead.titles.t1893.terms import FACTS, is_minor

# Policies


def must_own(state: State, company: str) -> bool:
    """A corporation with a route and no train must buy one, if bank or pool have any (15.5)."""
    charter = state.companies[company]
    if is_minor(state, company) or charter.trains or not has_route(state, company):
        return False
    return bool(usual.offered(state, company))


def trade_in(state: State, _company: str, old: str, new: str) -> int | None:
    """Half the printed price towards any new train, once a turn and before the purchases (7.3, 14)."""
    turn = turn_frame(state)
    if turn.traded or turn.bought:
        return None
    return allowance(state, old, new)


def allowance(state: State, old: str, new: str) -> int:
    """What an old train is worth in part payment for a new one."""
    percent: int = FACTS.special["trade_in_percent"]
    return min(usual.train_price(state, old) * percent // 100, usual.train_price(state, new))


def from_companies(state: State, buyer: str, seller: str) -> bool:
    """From the green phase on; corporations never from minors (15.4)."""
    return reached(state, "3") and (is_minor(state, buyer) or not is_minor(state, seller))


def alone_without_train(state: State, company: str) -> bool:
    """Whether a company is a minor without a train: its owner may pay for one (15.5)."""
    return is_minor(state, company) and not state.companies[company].trains


def helped(state: State, move: BuyTrain) -> bool:
    """Owners help minors without a train, directors with a forced purchase from bank or pool (15.5, 15.6)."""
    company = operating_company(state)
    if move.trade or state.companies[company].trains:
        return False
    return is_minor(state, company) or (
        usual.short_of_a_train(state, company) and move.source in (usual.SUPPLY, POOL)
    )


# Buying


@check("train.trade-in")
def trade_allowed(state: State, move: BuyTrain) -> Facts | None:
    """An own train for a new one from the bank, once a turn: step 5, before the purchases of step 6."""
    if not move.trade:
        return None
    company = operating_company(state)
    if move.trade not in state.companies[company].trains:
        return {"old": move.trade}
    if move.source != usual.SUPPLY:
        return {"source": move.source}
    worth = state.rules.train.trade(state, company, move.trade, move.train)
    return {"bought": list(turn_frame(state).bought)} if worth is None else None


@check("train.emergency-cheapest")
def cheapest_new(state: State, move: BuyTrain) -> Facts | None:
    """With the director's money: any train of the pool, of the new ones the cheapest."""
    company = operating_company(state)
    if move.source != usual.SUPPLY or move.price <= state.companies[company].cash or is_minor(state, company):
        return None
    least = min(usual.train_price(state, train) for train in state.rules.train.on_sale(state, company))
    return {"price": move.price, "cheapest": least} if move.price > least else None


BUY_TRAIN = usual.BUY_TRAIN.but(
    instead={
        usual.trade_allowed: trade_allowed,
        usual.cheapest_with_help: cheapest_new,
    }
)
