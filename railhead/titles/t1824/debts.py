"""Trains that must be bought without money: the director's help, sales that he may make, debts and interest."""

from __future__ import annotations

from collections.abc import Iterator

from railhead.core.change import Change
from railhead.core.emergency import once_each, presidents_stay
from railhead.core.events import Noted
from railhead.core.kinds import Kind, PriceRange
from railhead.core.market import price_of
from railhead.core.money import pay
from railhead.core.moves import BuyTrain, Move, SellLarge, SellShares
from railhead.core.operating import OperatingTurn, operating_company, turn_frame
from railhead.core.rulings import Facts, check
from railhead.core.selling import blocks
from railhead.core.state import BANK, State, president_of
from railhead.core.stock import acted, stock_frame
from railhead.core.trains import complete_purchase, must_buy, offered, train_price
from railhead.titles.t1824.railways import debt_of, extra_of, is_bond, owe, practice
from railhead.titles.t1824.stock import SALE_CHECKS, large_blocks, sell_shares


def with_interest(amount: int) -> int:
    """An amount and half of it again, rounded up."""
    return -(-amount * 3 // 2)


# The purchase (VII.12)


def lend(change: Change, move: BuyTrain) -> None:
    """What treasury and director together have not got, the bank lends at once with interest (`debt.loan`)."""
    company = operating_company(change.state)
    player = president_of(change.state, company)
    missing = move.price - change.state.companies[company].cash - change.state.players[player].cash
    if missing > 0:
        pay(change, BANK, player, missing, "loan", "debt.loan")
        owe(change, player, debt_of(change.state, player) + with_interest(missing))
        change.emit(Noted(what="debt", who=player, amount=debt_of(change.state, player), rule="debt.loan"))


def complete(change: Change, move: BuyTrain) -> None:
    """Buy a train, with the director's money and the bank's if that is needed."""
    lend(change, move)
    complete_purchase(change, move)


# Sales for it


def shortage(state: State) -> int:
    """What the director of a company that must buy would have to raise for the dearest train on sale."""
    company = operating_company(state)
    if not must_buy(state, company):
        return 0
    dearest = max((train_price(state, train) for train in offered(state, company)), default=0)
    has = state.companies[company].cash + state.players[president_of(state, company)].cash
    return max(dearest - has, 0)


@check("train.emergency-need")
def money_needed(state: State, move: SellShares) -> Facts | None:
    """Shares are sold in a company's turn only for a train that it must buy and that is not paid for."""
    return None if shortage(state) else {}


@check("train.emergency-enough")
def not_more_than_needed(state: State, move: SellShares) -> Facts | None:
    """No more shares than the train needs."""
    price = price_of(state, move.company)
    enough = -(-shortage(state) // price) * 10 if price else 0
    return {"percent": move.percent, "enough": enough} if move.percent > enough else None


@check("stock.one-block")
def sold_together(state: State, move: SellShares) -> Facts | None:
    """Shares of a company are sold together in a turn."""
    objection = None if practice(state).sales_in_parts else once_each(state, move)
    return None if objection is None else objection.facts


@check("train.emergency-president")
def directors_stay(state: State, move: SellShares) -> Facts | None:
    """A sale for a train changes no director of any company."""
    objection = None if is_bond(state, move.company) else presidents_stay(state, move)
    return None if objection is None else objection.facts


def sell_for_train(change: Change, move: SellShares) -> None:
    """A sale in a company's turn."""
    sell_shares(change, move)
    frame = turn_frame(change.state)
    change.frame(OperatingTurn, raised=(*frame.raised, move.company))


def large_candidates(state: State) -> Iterator[SellLarge]:
    """The same with the large certificate of the railway without director."""
    if shortage(state):
        yield from large_blocks(state, president_of(state, operating_company(state)))


def sale_candidates(state: State) -> Iterator[SellShares]:
    """Blocks of the director while money is missing."""
    if shortage(state):
        yield from blocks(state, president_of(state, operating_company(state)))


SELL_FOR_TRAIN = Kind(
    SellShares,
    sale_candidates,
    (money_needed, *SALE_CHECKS, sold_together, directors_stay, not_more_than_needed),
    sell_for_train,
)
SELL_LARGE_FOR_TRAIN = Kind(SellLarge, large_candidates, SELL_FOR_TRAIN.checks, SELL_FOR_TRAIN.effect)


# Afterwards


class RepayDebt(Move, frozen=True):
    """Pay back some of a debt or all of it."""

    amount: int


@check("debt.repay")
def owes_so_much(state: State, move: RepayDebt) -> Facts | None:
    """One repays what one owes, no more, with money that one has."""
    most = min(debt_of(state, move.by), state.players[move.by].cash)
    return None if 0 < move.amount <= most else {"amount": move.amount, "most": most}


def repay(change: Change, move: RepayDebt) -> None:
    """Money to the bank, and so much less debt."""
    pay(change, move.by, BANK, move.amount, "debt", "debt.repay")
    owe(change, move.by, debt_of(change.state, move.by) - move.amount)
    acted(change)


def repay_candidates(state: State) -> Iterator[RepayDebt]:
    """As much as the player can."""
    player = stock_frame(state).at
    most = min(debt_of(state, player), state.players[player].cash)
    if most:
        yield RepayDebt(player, most)


def repay_amounts(state: State) -> Iterator[PriceRange]:
    """Any part of it."""
    for move in repay_candidates(state):
        yield PriceRange(move, "amount", 1, move.amount)


REPAY = Kind(RepayDebt, repay_candidates, (owes_so_much,), repay, complete=False, price_ranges=repay_amounts)


def charge_interest(change: Change) -> None:
    """At the end of a stock round every debt grows by half (`debt.interest`)."""
    for player, debt in dict(extra_of(change.state).debts).items():
        owe(change, player, with_interest(debt))
        change.emit(Noted(what="interest", who=player, amount=with_interest(debt) - debt, rule="debt.interest"))
