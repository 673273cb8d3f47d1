"""What is sold for a train: everything that a president may sell, how much it brings, and no more than is needed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from railhead.core.change import Change, find_frame
from railhead.core.emergency import presidents_stay
from railhead.core.events import WentBankrupt
from railhead.core.finish import end_game
from railhead.core.forced import ForcedPurchase, forced_frame, missing_now, short_of
from railhead.core.kinds import Kind
from railhead.core.market import by_price, price_of
from railhead.core.money import pay
from railhead.core.moves import Bankrupt, SellShares
from railhead.core.rulings import Check, Facts, check, gate
from railhead.core.selling import SHARE
from railhead.core.shares import percent_of
from railhead.core.state import BANK, State


class Asset(Struct, frozen=True, eq=False):
    """Something that a president may sell for a train."""

    kind: Kind  # its checks say whether it may be sold at all
    worth: Callable[[State, str], int]  # all that a player could raise by selling it


def sale_price(state: State, company: str) -> int:
    """What a share brings now; if a turn's sales drop the price only once, all bring the price before the drop."""
    frame: ForcedPurchase | None = find_frame(state, ForcedPurchase)
    if frame is not None and not state.rules.stock.drop_per_share and company in frame.sold:
        return frame.sold[company]
    return price_of(state, company)


def _free(kind: Kind, state: State, move: Any) -> bool:
    """Whether something may be sold, leaving aside how much is needed."""
    return seller_stays(state, move) is None and kind.objection(state, move) is None


def largest_block(kind: Kind, state: State, player: str, company: str) -> SellShares | None:
    """The largest block of a company that may be sold."""
    most = percent_of(state, company, player) if state.companies[company].cell is not None else 0
    for percent in range(most - most % SHARE, 0, -SHARE):
        block = SellShares(player, company, percent)
        if _free(kind, state, block):
            return block
    return None


def largest_blocks(kind: Kind, state: State, player: str) -> list[SellShares]:
    """The largest block of each company that may be sold.

    One block brings at least as much as the same shares in parts, since a price only falls by sales; what is sold of
    one company changes nothing for another. So these blocks together are the most that shares can bring.
    """
    return [block for company in state.companies if (block := largest_block(kind, state, player, company))]


def shares(kind: Kind) -> Asset:
    """Shares as something that can be sold for a train."""

    def worth(state: State, player: str) -> int:
        blocks = largest_blocks(kind, state, player)
        return sum(sale_price(state, block.company) * block.percent // 10 for block in blocks)

    return Asset(kind, worth)


def sell_blocks(change: Change, player: str, kind: Kind) -> int:
    """Sell the largest block of each company that may be sold, the dearest company first; what it raises."""
    before = change.state.players[player].cash
    for company in by_price(change.state, [sym for sym, it in change.state.companies.items() if it.cell]):
        if block := largest_block(kind, change.state, player, company):
            kind.effect(change, block)
    return change.state.players[player].cash - before


# What may be sold


@gate("train.emergency-need")
def still_short(state: State, _player: str) -> Facts | None:
    """Nothing is sold unless a train must be bought, and nothing more once it can be paid for."""
    frame = forced_frame(state)
    if frame is None:
        return {"missing": 0}
    return None if short_of(state, frame) else {"train": frame.train, "missing": 0}


@check("train.emergency-president")
def seller_stays(state: State, move: Any) -> Facts | None:
    """The company that sells the train keeps the president who agreed to the deal."""
    frame: ForcedPurchase | None = find_frame(state, ForcedPurchase)
    if frame is None or not isinstance(move, SellShares) or frame.source != move.company:
        return None
    return presidents_stay.objects(state, move)


def enough(kind: Kind) -> Check[SellShares]:
    """The objection to a block that is larger than the train needs."""

    @check("train.emergency-enough")
    def no_more_than_needed(state: State, move: SellShares) -> Facts | None:
        """No more shares than the train needs: no smaller legal block would do."""
        missing, price = missing_now(state), sale_price(state, move.company)
        for percent in range(10, move.percent, 10):
            smaller = type(move)(move.by, move.company, percent)
            if price * percent // 10 >= missing and _free(kind, state, smaller):
                return {"percent": move.percent, "enough": percent, "missing": missing}
        return None

    return no_more_than_needed


def note_sale(change: Change, what: str, price: int) -> None:
    """Remember that something was sold, and its price before the first sale."""
    frame: ForcedPurchase | None = find_frame(change.state, ForcedPurchase)
    if frame is not None and what not in frame.sold:
        change.frame(ForcedPurchase, sold={**frame.sold, what: price})


def what_is_sold(move: Any) -> str:
    """The name under which a sale is remembered."""
    return str(getattr(move, "company", "") or getattr(move, "private", "") or type(move).__name__)


# All of it


def lose_everything(kind: Kind) -> Callable[[Change, Bankrupt], None]:
    """A bankruptcy in which all that may be sold is sold, the cash is lost, and the game ends."""

    def go_bankrupt(change: Change, move: Bankrupt) -> None:
        change.emit(WentBankrupt(player=move.by, rule="train.bankruptcy"))
        sell_blocks(change, move.by, kind)
        pay(change, move.by, BANK, change.state.players[move.by].cash, "bankruptcy")
        end_game(change, "bankrupt", "end.bankrupt")

    return go_bankrupt
