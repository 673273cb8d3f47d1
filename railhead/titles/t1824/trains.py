"""Normal trains and g-trains: who may buy which, limits, export, and what the first of a type triggers."""

from __future__ import annotations

from railhead.core import trains as usual
from railhead.core.change import Change
from railhead.core.events import TrainGone
from railhead.core.moves import BuyTrain
from railhead.core.operating import operating_company, turn_frame
from railhead.core.phases import phase_of, reached, scrap, train_leaves_supply
from railhead.core.raising import ForcedPurchases
from railhead.core.rulings import Facts, check
from railhead.core.state import BANK, State, president_of
from railhead.titles.t1824 import cisleithania
from railhead.titles.t1824.debts import ASSETS, complete
from railhead.titles.t1824.exchange import close_coal_railways, exchange_all_mountains
from railhead.titles.t1824.founding import founding_due, lacks_director, shed_without_director
from railhead.titles.t1824.railways import COAL, MINORS, builds_only, extra_of, is_bond, kind_of, note


def is_goods_train(state: State, train: str) -> bool:
    """Whether a train is a g-train."""
    return state.rules.trains[train].special.get("kind") == "g"


def limit(state: State, company: str) -> int:
    """How many trains a company may own: by kind and phase (VII.14)."""
    kind = kind_of(state, company)
    return phase_of(state).limit.get(kind, 2 if kind in MINORS else 4)


def normal_train(state: State) -> str:
    """The normal train that the bank sells now."""
    return next(train for train, left in state.depot.supply.items() if left and not is_goods_train(state, train))


def buys_none(state: State, company: str) -> bool:
    """Whether a company may not own trains: construction railways, and the one without a director (X.3, X.4)."""
    return builds_only(state, company) or is_bond(state, company)


def on_sale(state: State, company: str) -> tuple[str, ...]:
    """The next normal train and every g-train that is open; coal railways buy g-trains only."""
    if buys_none(state, company):
        return ()
    goods, facts = list[str](), state.rules.trains
    if extra_of(state).two_bought:
        left = [train for train, number in state.depot.supply.items() if number and is_goods_train(state, train)]
        goods = [train for train in left if reached(state, facts[train].from_phase)]
    return tuple(goods) if kind_of(state, company) == COAL else (normal_train(state), *goods)


def must_own(state: State, company: str) -> bool:
    """Every railway must own a train; a coal railway only if the bank has one for it."""
    if state.companies[company].trains or buys_none(state, company):
        return False
    return kind_of(state, company) != COAL or bool(on_sale(state, company))


def sells_to(state: State, buyer: str, seller: str) -> bool:
    """Companies sell each other trains from phase three on; a seller must be in operation and have a director."""
    if not reached(state, "3") or buys_none(state, buyer):
        return False
    return state.companies[seller].floated and not lacks_director(state, seller)


def price_between(state: State, buyer: str, seller: str, train: str) -> tuple[int, int]:
    """Face value between directors; one director may take any price from 1 on."""
    face = usual.train_price(state, train)
    if president_of(state, buyer) != president_of(state, seller):
        return face, face
    cash = state.companies[buyer].cash
    return 1, max(cash, face) if usual.must_buy(state, buyer) else cash


@check("train.coal-goods-only", reads=("train",))
def right_kind(state: State, move: BuyTrain) -> Facts | None:
    """A coal railway owns g-trains only, wherever they come from."""
    company = operating_company(state)
    if kind_of(state, company) != COAL or move.train not in state.rules.trains or is_goods_train(state, move.train):
        return None
    return {"company": company, "train": move.train}


@check("train.trade-once", reads=("trade",))
def one_trade(state: State, move: BuyTrain) -> Facts | None:
    """One train a round may be given in part payment."""
    traded = turn_frame(state).traded
    return {"traded": list(traded)} if move.trade and traded else None


def helped(state: State, move: BuyTrain) -> bool:
    """The director helps a company that must own a train, up to the face value and with no trade-in (VII.12)."""
    if move.trade or move.price > usual.train_price(state, move.train):
        return False
    return usual.must_buy(state, operating_company(state))


BUY = usual.BUY_TRAIN.but(
    first=(right_kind,),
    without=(usual.cheapest_with_help, usual.president_can_help),
    instead={usual.trade_allowed: (usual.trade_allowed, one_trade)},
)
FORCED = ForcedPurchases(buy=BUY, complete=complete, assets=ASSETS, bankruptcy=None)
"""Emergency financing (VII.12): the director may sell shares for the train that he chooses, and owes the rest."""


def bought(change: Change, company: str, train: str) -> None:
    """What a purchase does besides starting a phase: the first 2-train brings g-trains on sale and exports."""
    if train == "2":
        note(change, two_bought=True)
    cisleithania.last_train_bought(change, company, train)


def phase_begins(change: Change, _buyer: str) -> None:
    """What a new phase changes besides tiles, limits and rounds (VII.14)."""
    phase = phase_of(change.state).name
    founding_due(change, phase)
    shed_without_director(change)
    cisleithania.close_construction(change)
    if phase == "4":
        exchange_all_mountains(change)
    elif phase == "5":
        close_coal_railways(change)


def export(change: Change) -> None:
    """After a set of rounds, once a 2-train was bought, the bank sells its next normal train abroad."""
    if extra_of(change.state).two_bought:
        export_train(change)


def export_train(change: Change) -> None:
    """The bank's next normal train leaves the game (`train.export`)."""
    train = normal_train(change.state)
    scrap(change, train)
    change.emit(TrainGone(train=train, owner=BANK, why="export", rule="train.export"))
    train_leaves_supply(change, train, BANK)
    cisleithania.last_train_exported(change, train)
