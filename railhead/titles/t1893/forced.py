"""The forced train purchase (15.6): a director sells certificates for a train, or goes bankrupt."""

from __future__ import annotations

from railhead.core.change import Change, find_frame
from railhead.core.emergency import forced_blocks, operator_stays
from railhead.core.events import WentBankrupt
from railhead.core.finish import end_game
from railhead.core.forced import ForcedPurchase, chosen_train, paying_president
from railhead.core.forced_sales import Asset, sale_price, sell_blocks, shares
from railhead.core.kinds import Kind
from railhead.core.moves import Bankrupt, BuyTrain, RaiseMoney, SellLarge, SellShares
from railhead.core.operating import for_company
from railhead.core.raising import ForcedPurchases
from railhead.core.rulings import Facts, check
from railhead.core.selling import has_operated, has_price, large_blocks, owned, president_may_leave, sell_at
from railhead.core.state import POOL, State
from railhead.core.trains import SUPPLY, complete_purchase, president_can_help, right_price
from railhead.titles.t1893.bonds import SellBond, bonds_of, give_back, owns_bond
from railhead.titles.t1893.directors import asking
from railhead.titles.t1893.terms import BOND_PRICE
from railhead.titles.t1893.trading import players_keep_half
from railhead.titles.t1893.trains import BUY_TRAIN


@check("train.source")
def from_bank_or_pool(_state: State, move: RaiseMoney) -> Facts | None:
    """A forced purchase is from the bank or the train pool."""
    return None if move.source in (SUPPLY, POOL) else {"seller": move.source}


@check("1893.chosen-train")
def the_chosen_train(state: State, move: BuyTrain) -> Facts | None:
    """The train for which certificates were sold is the one that is bought."""
    return chosen_train.objects(state, move)


CHECKS = (has_price, has_operated, owned, players_keep_half, president_may_leave, operator_stays)


def sell_for_train(change: Change, move: SellShares) -> None:
    """All sales of a corporation in a turn are paid at the price before the first and cost one row in all (19.7)."""
    frame: ForcedPurchase | None = find_frame(change.state, ForcedPurchase)
    sold_before = frame is not None and move.company in frame.sold
    sell_at(change, move, sale_price(change.state, move.company), 0 if sold_before else 1)


LAST_SALE = Kind(SellShares, forced_blocks, CHECKS, sell_for_train)
"""What a bankrupt player sells: it no longer matters which certificates he gives."""
SELL = LAST_SALE.but(effect=asking(sell_for_train))
SELL_LARGE = SELL.but(move=SellLarge, candidates=lambda state: large_blocks(state, paying_president(state)))
SELL_BOND = Kind(SellBond, for_company(SellBond), (owns_bond,), give_back, complete=False)


def go_bankrupt(change: Change, move: Bankrupt) -> None:
    """All that may be sold is sold; the game ends."""
    change.emit(WentBankrupt(player=move.by, rule="train.bankruptcy"))
    for bond in bonds_of(change.state, move.by):
        give_back(change, SellBond(move.by, bond))
    sell_blocks(change, move.by, LAST_SALE)
    end_game(change, "bankrupt", "end.bankrupt")


FORCED = ForcedPurchases(
    buy=BUY_TRAIN,
    complete=complete_purchase,
    assets=(
        shares(SELL),
        Asset(SELL_LARGE, lambda _state, _player: 0),  # the same shares as other certificates
        Asset(SELL_BOND, lambda state, player: BOND_PRICE * len(bonds_of(state, player))),
    ),
    bankruptcy=go_bankrupt,
    first=(from_bank_or_pool,),
    reach="1893.raise-enough",
    bought=(the_chosen_train, right_price, president_can_help),
    sales_without_choice=False,
    sales_without_hope=False,
)
