"""The forced train purchase (15.6): a director sells certificates for a train, or goes bankrupt."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from railhead.core.change import Change
from railhead.core.emergency import operator_stays
from railhead.core.events import WentBankrupt
from railhead.core.finish import end_game
from railhead.core.kinds import Kind, Procedure
from railhead.core.market import price_of
from railhead.core.money import pay
from railhead.core.moves import Bankrupt, BuyTrain, Move, SellLarge, SellShares
from railhead.core.operating import operating_company
from railhead.core.rulings import Check, Facts, check
from railhead.core.selling import blocks, has_price, large_blocks, owned, president_may_leave, sell
from railhead.core.state import BANK, POOL, Frame, State, president_of
from railhead.core.trains import SUPPLY, complete_purchase, must_buy, offered, right_price, train_price, train_there
from railhead.titles.t1893.bonds import SellBond, bonds_of, give_back, owns_bond
from railhead.titles.t1893.directors import asking
from railhead.titles.t1893.terms import BOND_PRICE, practice
from railhead.titles.t1893.trading import has_operated, players_keep_half
from railhead.titles.t1893.trains import affordable, cheapest_new, help_is_there, helper_cash


class ForcedPurchase(Frame, frozen=True):
    """A director sells certificates until he can pay for this train."""

    train: str
    source: str


class RaiseMoney(Move, frozen=True):
    """Choose the train that must be bought and begin to sell certificates for it."""

    train: str
    source: str


def purchase_of(state: State, move: RaiseMoney) -> BuyTrain:
    """The purchase that money is raised for."""
    price = train_price(state, move.train) if move.train in state.rules.trains else 0
    return BuyTrain(move.by, move.train, move.source, price)


def _as_purchase(rule: Check[BuyTrain]) -> Check[RaiseMoney]:
    def objects(state: State, move: RaiseMoney) -> Facts | None:
        return rule.objects(state, purchase_of(state, move))

    objects.__doc__ = rule.why
    return check(rule.rule)(objects)


def short_of(state: State, purchase: BuyTrain | RaiseMoney | ForcedPurchase) -> int:
    """What a director lacks for a train beyond the treasury and his cash; 0 if nothing."""
    company = operating_company(state)
    return max(train_price(state, purchase.train) - state.companies[company].cash - helper_cash(state, company), 0)


def can_raise(state: State, player: str) -> int:
    """All that a player could raise: his bonds, and of every company the largest block that may be sold."""
    total = BOND_PRICE * len(bonds_of(state, player))
    largest: dict[str, int] = {}
    for block in blocks(state, player):
        if all(rule(state, block) is None for rule in SALE_CHECKS):
            largest[block.company] = block.percent
    return total + sum(price_of(state, company) * percent // 10 for company, percent in largest.items())


@check("train.emergency-need")
def money_is_short(state: State, move: RaiseMoney) -> Facts | None:
    """Certificates are sold only for a train that treasury and cash do not pay."""
    return None if short_of(state, move) else {"train": move.train}


@check("1893.raise-enough")
def enough_to_raise(state: State, move: RaiseMoney) -> Facts | None:
    """A director sells only for a train that he can pay in the end."""
    short, able = short_of(state, move), can_raise(state, move.by)
    return {"missing": short, "can raise": able} if able < short else None


def begin_raising(change: Change, move: RaiseMoney) -> None:
    """From here on certificates are sold until the train is paid."""
    change.push(ForcedPurchase(move.train, move.source))


def _raise_candidates(state: State) -> Iterator[RaiseMoney]:
    company = operating_company(state)
    if not must_buy(state, company):
        return
    for train in state.rules.train.on_sale(state, company):
        yield RaiseMoney(president_of(state, company), train, SUPPLY)
    for train in sorted(set(state.depot.pool)):
        yield RaiseMoney(president_of(state, company), train, POOL)


@check("train.source")
def from_bank_or_pool(state: State, move: RaiseMoney) -> Facts | None:
    """A forced purchase is from the bank or the train pool."""
    return None if move.source in (SUPPLY, POOL) else {"source": move.source}


RAISE = Kind(
    RaiseMoney,
    _raise_candidates,
    (
        from_bank_or_pool,
        _as_purchase(train_there),
        money_is_short,
        _as_purchase(affordable),
        _as_purchase(cheapest_new),
        enough_to_raise,
    ),
    begin_raising,
)


@check("train.emergency-need")
def still_short(state: State, move: Any) -> Facts | None:
    """Nothing more is sold once the train can be paid."""
    return None if short_of(state, state.top) else {"train": state.top.train}


@check("train.emergency-enough")
def no_more_than_needed(state: State, move: SellShares) -> Facts | None:
    """The smallest block that is enough; one certificate may bring more than is missing."""
    need = -(-short_of(state, state.top) // price_of(state, move.company)) * 10
    while need < move.percent and president_may_leave(state, SellShares(move.by, move.company, need)) is not None:
        need += 10
    return {"percent": move.percent, "enough": need} if move.percent > need else None


SALE_CHECKS = (has_price, has_operated, owned, players_keep_half, president_may_leave, operator_stays)


def sell_for_train(change: Change, move: SellShares) -> None:
    """A sale by the standard rules; every one of them costs a row."""
    sell(change, move)


def sell_bond_for_train(change: Change, move: SellBond) -> None:
    """A bond brings a hundred."""
    give_back(change, move.by, move.bond)


@check("1893.chosen-train")
def chosen_train(state: State, move: BuyTrain) -> Facts | None:
    """The train for which certificates were sold is the one that is bought."""
    frame: ForcedPurchase = state.top
    if (move.train, move.source, move.trade) != (frame.train, frame.source, ""):
        return {"train": frame.train, "source": frame.source}
    return None


def buy_chosen(change: Change, move: BuyTrain) -> None:
    """The purchase that all this was for."""
    change.pop()
    complete_purchase(change, move)


def _chosen_candidates(state: State) -> list[BuyTrain]:
    frame: ForcedPurchase = state.top
    return [BuyTrain(_director(state), frame.train, frame.source, train_price(state, frame.train))]


def _director(state: State) -> str:
    return president_of(state, operating_company(state))


SELL_FOR_TRAIN = Kind(
    SellShares,
    lambda state: blocks(state, _director(state)),
    (still_short, *SALE_CHECKS, no_more_than_needed),
    asking(sell_for_train),
)
SELL_LARGE_FOR_TRAIN = Kind(
    SellLarge, lambda state: large_blocks(state, _director(state)), SELL_FOR_TRAIN.checks, SELL_FOR_TRAIN.effect
)
SELL_BOND_FOR_TRAIN = Kind(
    SellBond,
    lambda state: [SellBond(_director(state))],
    (still_short, owns_bond),
    sell_bond_for_train,
    complete=False,
)
BUY_CHOSEN = Kind(BuyTrain, _chosen_candidates, (chosen_train, right_price, help_is_there), buy_chosen)


# Bankruptcy


def _targets(state: State) -> Iterator[RaiseMoney | ForcedPurchase]:
    """The trains that a director might still pay: the chosen one, or the cheapest there is."""
    if isinstance(state.top, ForcedPurchase):
        yield state.top
        return
    company = operating_company(state)
    if must_buy(state, company):
        train = min(offered(state, company), key=lambda name: train_price(state, name))
        yield RaiseMoney(_director(state), train, SUPPLY)


@check("train.bankruptcy")
def nothing_left(state: State, move: Bankrupt) -> Facts | None:
    """A player is bankrupt when all that may be sold does not pay for the train."""
    for target in _targets(state):
        short, able = short_of(state, target), can_raise(state, move.by)
        if short > able:
            return None
        return {"missing": short, "can raise": able}
    return {"missing": 0}


def go_bankrupt(change: Change, move: Bankrupt) -> None:
    """All that may be sold has been sold; the game ends."""
    change.emit(WentBankrupt(player=move.by, rule="train.bankruptcy"))
    for bond in () if practice(change.state).bankrupt_loses_cash else bonds_of(change.state, move.by):
        give_back(change, move.by, bond)
    largest = {block.company: block for block in blocks(change.state, move.by) if _sellable(change.state, block)}
    for block in largest.values():
        sell(change, block)
    if practice(change.state).bankrupt_loses_cash:
        pay(change, move.by, BANK, change.state.players[move.by].cash, "bankruptcy")
    end_game(change, "bankrupt", "end.bankrupt")


def _sellable(state: State, block: SellShares) -> bool:
    return all(rule(state, block) is None for rule in SALE_CHECKS)


def _bankrupt_candidates(state: State) -> Iterator[Bankrupt]:
    for _ in _targets(state):
        yield Bankrupt(_director(state))


BANKRUPT = Kind(Bankrupt, _bankrupt_candidates, (nothing_left,), go_bankrupt)
FORCED_KINDS = (SELL_FOR_TRAIN, SELL_LARGE_FOR_TRAIN, SELL_BOND_FOR_TRAIN, BUY_CHOSEN, BANKRUPT)
FORCED_PURCHASE = Procedure(
    actors=lambda state, frame: (_director(state),),
    kinds=lambda state, frame: FORCED_KINDS,
    advance=lambda change, frame: False,
    all_kinds=FORCED_KINDS,
)
