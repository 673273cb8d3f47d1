"""Trains that must be bought without money: the director's help, sales that he may make, debts and interest."""

from __future__ import annotations

from collections.abc import Iterator

from railhead.core.change import Change, find_frame
from railhead.core.emergency import forced_blocks, presidents_stay
from railhead.core.events import Noted
from railhead.core.forced import ForcedPurchase
from railhead.core.forced_sales import Asset, shares
from railhead.core.kinds import Kind, PriceRange
from railhead.core.money import pay
from railhead.core.moves import BuyTrain, Move, SellLarge, SellShares
from railhead.core.operating import operating_company
from railhead.core.rulings import Facts, check
from railhead.core.state import BANK, State, president_of
from railhead.core.stock import stock_frame
from railhead.core.trains import take_train
from railhead.titles.t1824.cisleithania import asked_as_share
from railhead.titles.t1824.railways import debt_of, extra_of, owe
from railhead.titles.t1824.stock import SALE_CHECKS, large_blocks, sell_shares


def with_interest(amount: int) -> int:
    """An amount and half of it again, rounded up."""
    return -(-amount * 3 // 2)


# The purchase (VII.12)


def complete(change: Change, move: BuyTrain) -> None:
    """Buy a train: the treasury pays, then the director, and the director owes the bank the rest.

    A loan for a train of the bank is not paid out and back again, so it cannot break the bank (`debt.loan`).
    """
    company = operating_company(change.state)
    player = president_of(change.state, company)
    help_needed = max(move.price - change.state.companies[company].cash, 0)
    owed = max(help_needed - change.state.players[player].cash, 0)
    if owed:
        owe(change, player, debt_of(change.state, player) + with_interest(owed))
        change.emit(Noted(what="debt", who=player, amount=debt_of(change.state, player), rule="debt.loan"))
    pay(change, player, company, help_needed - owed, "contribution", "train.emergency-cash")
    if move.source in change.state.companies:
        pay(change, BANK, company, owed, "loan", "debt.loan")
        pay(change, company, move.source, move.price, "train")
    else:
        pay(change, company, BANK, move.price - owed, "train")
    take_train(change, move, helped=help_needed > 0)


# Sales for it


@check("stock.one-block")
def sold_together(state: State, move: SellShares) -> Facts | None:
    """Shares of a company are sold together in a turn, so that one sale is one step on the market."""
    frame: ForcedPurchase | None = find_frame(state, ForcedPurchase)
    return {"company": move.company} if frame is not None and move.company in frame.sold else None


directors_stay = asked_as_share(presidents_stay)
SELL = Kind(SellShares, forced_blocks, (*SALE_CHECKS, sold_together, directors_stay), sell_shares)
SELL_LARGE = SELL.but(
    move=SellLarge, candidates=lambda state: large_blocks(state, president_of(state, operating_company(state)))
)
ASSETS = (shares(SELL), Asset(SELL_LARGE, lambda _state, _player: 0))


# Afterwards


class RepayDebt(Move, frozen=True):
    """Pay back some of a debt or all of it."""

    amount: int


@check("debt.repay")
def owes_so_much(state: State, move: RepayDebt) -> Facts | None:
    """A player repays no more than he owes, and only with money that he has."""
    most = min(debt_of(state, move.by), state.players[move.by].cash)
    return None if 0 < move.amount <= most else {"amount": move.amount, "most": most}


def repay(change: Change, move: RepayDebt) -> None:
    """Pay money to the bank to reduce the debt; neither a sale nor a purchase, so the turn may still be a pass."""
    pay(change, move.by, BANK, move.amount, "debt", "debt.repay")
    owe(change, move.by, debt_of(change.state, move.by) - move.amount)


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
