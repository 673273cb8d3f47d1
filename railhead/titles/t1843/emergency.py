"""The director's duty to raise money for a train (8.8.3)."""

from __future__ import annotations

from collections.abc import Iterator

from railhead.core.change import Change
from railhead.core.emergency import (
    bankrupt_candidates,
    block_needed,
    forced_sale_candidates,
    missing,
    money_needed,
    operator_stays,
)
from railhead.core.events import WentBankrupt
from railhead.core.finish import end_game
from railhead.core.kinds import Kind
from railhead.core.money import pay
from railhead.core.moves import Bankrupt, Move, SellShares
from railhead.core.operating import operating_company
from railhead.core.privates import close_private
from railhead.core.rulings import Facts, check
from railhead.core.selling import has_price, owned, pool_has_room, president_may_leave, sell
from railhead.core.shares import privates_of
from railhead.core.state import BANK, State, president_of
from railhead.titles.t1843.extra import owner_of
from railhead.titles.t1843.stock import sink_in_stack


class CashPrivate(Move, frozen=True):
    """Give a private company out of the game for its face value, to help pay for a train."""

    private: str


@check("train.emergency-enough")
def not_more_than_needed(state: State, move: SellShares) -> Facts | None:
    """No more shares at once than the money that is missing asks for."""
    need = block_needed(state, move)
    return {"percent": move.percent, "enough": need} if move.percent > need else None


def sell_for_train(change: Change, move: SellShares) -> None:
    """A forced sale; the order of the companies that follow may change with the price."""
    before = change.state.companies[move.company].cell
    sell(change, move)
    if change.state.companies[move.company].cell == before:
        sink_in_stack(change, move.company, move.percent // 10)


@check("train.emergency-need")
def money_missing(state: State, move: CashPrivate) -> Facts | None:
    """A private is cashed only to pay for a train that the company must buy."""
    return None if missing(state) else {}


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


def cash_candidates(state: State) -> Iterator[CashPrivate]:
    """The director's privates while money is missing."""
    if missing(state):
        player = president_of(state, operating_company(state))
        for sym in privates_of(state, player):
            yield CashPrivate(player, sym)


FORCED_SALE = Kind(
    SellShares,
    forced_sale_candidates,
    (money_needed, has_price, owned, pool_has_room, president_may_leave, operator_stays, not_more_than_needed),
    sell_for_train,
)
CASH_PRIVATE = Kind(CashPrivate, cash_candidates, (money_missing, own_private), cash_private)


@check("train.bankruptcy")
def nothing_left(state: State, move: Bankrupt) -> Facts | None:
    """A player is bankrupt when everything that may be sold is sold and the cheapest train is out of reach."""
    if not missing(state):
        return {"missing": 0}
    for kind in (CASH_PRIVATE, FORCED_SALE):
        for sale in kind.candidates(state):
            if kind.objection(state, sale) is None:
                return {"missing": missing(state), "still to sell": getattr(sale, "company", "a private")}
    return None


def go_bankrupt(change: Change, move: Bankrupt) -> None:
    """The game ends; the sales that were made stand, and cash counts as usual."""
    change.emit(WentBankrupt(player=move.by, rule="train.bankruptcy"))
    end_game(change, "bankrupt", "end.bankrupt")


BANKRUPT = Kind(Bankrupt, bankrupt_candidates, (nothing_left,), go_bankrupt)
EMERGENCY = (FORCED_SALE, CASH_PRIVATE, BANKRUPT)
