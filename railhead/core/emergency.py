"""What a president may sell for a train that must be bought, and giving up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railhead.core.kinds import Kind
from railhead.core.market import zone_of
from railhead.core.moves import SellShares
from railhead.core.operating import operating_company
from railhead.core.rulings import Facts, check
from railhead.core.selling import blocks, has_price, owned, pool_has_room, president_may_leave, sell
from railhead.core.shares import heir, percent_of
from railhead.core.state import State, president_of
from railhead.core.trains import cheapest, must_buy

if TYPE_CHECKING:
    from collections.abc import Iterator


def missing(state: State) -> int:
    """The money that the president must raise beyond his cash for the cheapest train; 0 if none."""
    company = operating_company(state)
    if not must_buy(state, company) or not cheapest(state, company):
        return 0
    has = state.companies[company].cash + state.players[president_of(state, company)].cash
    return max(cheapest(state, company) - has, 0)


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
    return presidents_stay.objects(state, move)


@check("train.emergency-down-to-limit")
def down_to_limit(state: State, move: SellShares) -> Facts | None:
    """If shares are sold from a holding above the share limit, it must be sold down to the limit."""
    if zone_of(state, move.company) & state.rules.stock.unlimited_zones:
        return None
    left = percent_of(state, move.company, move.by) - move.percent
    limit = state.rules.facts.share_limit
    return {"left": left, "limit": limit} if left > limit else None


def forced_blocks(state: State) -> Iterator[SellShares]:
    """Blocks of the president of the company that must buy."""
    yield from blocks(state, president_of(state, operating_company(state)))


SALE_CHECKS = (has_price, owned, pool_has_room, president_may_leave)
"""The checks of every forced sale into a pool; each title decides which presidents must stay."""
SALE = Kind(SellShares, forced_blocks, (*SALE_CHECKS, presidents_stay, down_to_limit), sell)
"""A forced sale that changes no president and goes down to the share limit."""
SALE_OF_OTHERS = Kind(SellShares, forced_blocks, (*SALE_CHECKS, operator_stays), sell)
"""A forced sale that may change the presidents of other companies."""
