"""A train that must be bought and cannot be paid: the president raises money, or goes bankrupt."""

from __future__ import annotations

from collections.abc import Iterator

from railhead.core.change import Change
from railhead.core.events import WentBankrupt
from railhead.core.finish import end_game
from railhead.core.kinds import Kind
from railhead.core.market import by_price, price_of, zone_of
from railhead.core.money import pay
from railhead.core.moves import Bankrupt, SellShares
from railhead.core.operating import OperatingTurn, operating_company, turn_frame
from railhead.core.rulings import Facts, check
from railhead.core.selling import blocks, has_price, owned, pool_has_room, president_may_leave, sell
from railhead.core.shares import heir, percent_of
from railhead.core.state import BANK, State, president_of
from railhead.core.trains import cheapest, must_buy


def missing(state: State) -> int:
    """The money that the president must raise for the cheapest train beyond his cash; 0 if none."""
    company = operating_company(state)
    if not must_buy(state, company) or not cheapest(state, company):
        return 0
    has = state.companies[company].cash + state.players[president_of(state, company)].cash
    return max(cheapest(state, company) - has, 0)


@check("train.emergency-need")
def money_needed(state: State, move: SellShares) -> Facts | None:
    """Shares are sold in a company's turn only to pay for a train that it must buy."""
    return None if missing(state) else {}


@check("stock.one-block")
def once_each(state: State, move: SellShares) -> Facts | None:
    """One block of each company."""
    return {"company": move.company} if move.company in turn_frame(state).raised else None


@check("train.emergency-president")
def presidents_stay(state: State, move: SellShares) -> Facts | None:
    """A forced sale may not change a president."""
    if state.companies[move.company].certificate != move.by:
        return None
    left = percent_of(state, move.company, move.by) - move.percent
    new = heir(state, move.company, move.by, left)
    return {"company": move.company, "new": new} if new != move.by else None


@check("train.emergency-president")
def operator_stays(state: State, move: SellShares) -> Facts | None:
    """A forced sale may not change the president of the company that buys the train."""
    if move.company != operating_company(state):
        return None
    objection = presidents_stay(state, move)
    return None if objection is None else objection.facts


def block_needed(state: State, move: SellShares) -> int:
    """The smallest block that is enough, or that the share limit asks for."""
    price = price_of(state, move.company)
    return -(-missing(state) // price) * 10 if price else 0


@check("train.emergency-enough")
def not_more_than_needed(state: State, move: SellShares) -> Facts | None:
    """No more shares than are needed; but a holding above the share limit is sold down to it."""
    need = block_needed(state, move)
    limit = state.rules.facts.share_limit
    if not (zone_of(state, move.company) & state.rules.stock.unlimited_zones):
        need = max(need, percent_of(state, move.company, move.by) - limit)
    return {"percent": move.percent, "enough": need} if move.percent > need else None


@check("train.emergency-down-to-limit")
def down_to_limit(state: State, move: SellShares) -> Facts | None:
    """A holding above the share limit is sold down to it when it is touched at all."""
    if zone_of(state, move.company) & state.rules.stock.unlimited_zones:
        return None
    left = percent_of(state, move.company, move.by) - move.percent
    limit = state.rules.facts.share_limit
    return {"left": left, "limit": limit} if left > limit else None


def sell_for_train(change: Change, move: SellShares) -> None:
    """A forced sale; the order of the companies that follow may change with the price."""
    sell(change, move)
    frame = turn_frame(change.state)
    change.frame(OperatingTurn, raised=(*frame.raised, move.company))


def forced_sale_candidates(state: State) -> Iterator[SellShares]:
    """Blocks of the president while money is missing."""
    if missing(state):
        yield from blocks(state, president_of(state, operating_company(state)))


FORCED_SALE_CHECKS = (
    money_needed,
    has_price,
    once_each,
    owned,
    pool_has_room,
    president_may_leave,
    presidents_stay,
    down_to_limit,
    not_more_than_needed,
)
FORCED_SALE = Kind(SellShares, forced_sale_candidates, FORCED_SALE_CHECKS, sell_for_train)


def sell_out(change: Change, player: str) -> int:
    """Make every forced sale that is legal, the largest block of each, dearest company first; what it raises."""
    before = change.state.players[player].cash
    for company in by_price(change.state, [sym for sym, it in change.state.companies.items() if it.cell]):
        for percent in range(percent_of(change.state, company, player), 0, -10):
            move = SellShares(player, company, percent)
            kinds = change.state.rules.procedures[OperatingTurn].kinds(change.state, turn_frame(change.state))
            sale = next((kind for kind in kinds if kind.move is SellShares), FORCED_SALE)
            if sale.objection(change.state, move) is None:
                sale.effect(change, move)
                break
    return change.state.players[player].cash - before


@check("train.bankruptcy")
def nothing_left(state: State, move: Bankrupt) -> Facts | None:
    """A player is bankrupt when all that may be sold does not pay for the train."""
    need = missing(state)
    if not need:
        return {"missing": 0}
    raised = sell_out(Change(state), move.by)
    return {"missing": need, "can raise": raised} if raised >= need else None


def go_bankrupt(change: Change, move: Bankrupt) -> None:
    """Everything that may be sold is sold, the cash is lost, and the game ends."""
    change.emit(WentBankrupt(player=move.by, rule="train.bankruptcy"))
    sell_out(change, move.by)
    pay(change, move.by, BANK, change.state.players[move.by].cash, "bankruptcy")
    end_game(change, "bankrupt", "end.bankrupt")


def bankrupt_candidates(state: State) -> Iterator[Bankrupt]:
    """The president, while money is missing."""
    if missing(state):
        yield Bankrupt(president_of(state, operating_company(state)))


BANKRUPT = Kind(Bankrupt, bankrupt_candidates, (nothing_left,), go_bankrupt)
