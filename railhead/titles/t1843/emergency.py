"""The director's duty to raise money for a train (8.8.3)."""

from __future__ import annotations

from railhead.core.change import Change
from railhead.core.emergency import SALE_OF_OTHERS
from railhead.core.events import WentBankrupt
from railhead.core.finish import end_game
from railhead.core.forced import Asset, paying_president, shares
from railhead.core.kinds import Kind
from railhead.core.money import pay
from railhead.core.moves import Bankrupt, Move
from railhead.core.operating import for_company
from railhead.core.privates import close_private, owner_of
from railhead.core.raising import ForcedPurchases
from railhead.core.rulings import Facts, check
from railhead.core.selling import sell
from railhead.core.shares import privates_of
from railhead.core.state import BANK, State
from railhead.titles.t1843.purchase import BUY_TRAIN, complete_purchase
from railhead.titles.t1843.stock import sinking


class CashPrivate(Move, frozen=True):
    """Give a private company to the bank for its face value, to help pay for a train."""

    private: str


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


def face_values(state: State, player: str) -> int:
    """What all of a player's privates would fetch."""
    return sum(state.rules.privates[sym].value for sym in privates_of(state, player))


SALE = SALE_OF_OTHERS.but(effect=sinking(sell))
"""The order of the companies that follow may change with the price."""
CASH_PRIVATE = Kind(
    CashPrivate,
    for_company(CashPrivate, private=lambda state: privates_of(state, paying_president(state))),
    (own_private,),
    cash_private,
)


def go_bankrupt(change: Change, move: Bankrupt) -> None:
    """The game ends; the sales that were made stand, and cash counts as usual."""
    change.emit(WentBankrupt(player=move.by, rule="train.bankruptcy"))
    end_game(change, "bankrupt", "end.bankrupt")


FORCED = ForcedPurchases(
    buy=BUY_TRAIN,
    complete=complete_purchase,
    assets=(shares(SALE), Asset(CASH_PRIVATE, face_values)),
    bankruptcy=go_bankrupt,
    all_sold_first=True,
    own_trains_count=True,
)
