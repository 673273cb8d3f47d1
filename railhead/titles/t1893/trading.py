"""Selling and buying shares in a stock round (18, 19): no bank pool, one row down for the sales of a turn."""

from __future__ import annotations

from msgspec.structs import replace

from railhead.core import buying, stock
from railhead.core import selling as usual
from railhead.core.change import Change
from railhead.core.kinds import Kind
from railhead.core.market import price_of
from railhead.core.memo import remembered
from railhead.core.moves import SellLarge, SellShares
from railhead.core.rulings import Facts, check, gate
from railhead.core.shares import certificates_of, held_by_players, percent_of
from railhead.core.state import State
from railhead.titles.t1893 import bonds
from railhead.titles.t1893.directors import asking
from railhead.titles.t1893.fund import EXCHANGE, fund_first
from railhead.titles.t1893.package import package_first

KEPT = 50
"""What players must still hold after a sale (19.6)."""


@check("1893.players-keep-half")
def players_keep_half(state: State, move: SellShares) -> Facts | None:
    """There is no pool limit: half of the company must stay with players."""
    left = held_by_players(state, move.company) - move.percent
    return {"left": left, "least": KEPT} if left < KEPT else None


def _room(state: State, company: str) -> int:
    """How much of a company that has operated the players may sell."""
    return held_by_players(state, company) - KEPT if state.companies[company].operated else 0


def sell_in_turn(change: Change, move: SellShares) -> None:
    """All sales of a corporation in a turn are paid at the price before the first and cost one row in all (19.7)."""
    before = change.state.extra.sold
    price = before.get(move.company, price_of(change.state, move.company))
    usual.sell_at(change, move, price, 0 if move.company in before else 1)
    stock.note_sale(change, move.by, move.company)
    change.set(extra=replace(change.state.extra, sold={**before, move.company: price}))


SELL_CHECKS = (
    usual.not_in_first_round,
    usual.in_order,
    usual.has_price,
    usual.has_operated,
    usual.owned,
    players_keep_half,
    usual.president_may_leave,
)
SELL = Kind(
    SellShares,
    usual.sales(_room, usual.has_operated, players_keep_half),
    SELL_CHECKS,
    asking(sell_in_turn),
)
SELL_LARGE = SELL.but(move=SellLarge, candidates=lambda state: usual.large_blocks(state, stock.stock_frame(state).at))


def over_share_limit(state: State, player: str) -> list[str]:
    """Companies of which a player holds more than the limit: exchange certificates can cause that."""
    limit = state.rules.facts.share_limit
    held = [sym for sym, charter in state.companies.items() if player in charter.shares and charter.cell is not None]
    return [sym for sym in held if percent_of(state, sym, player) > limit]


@remembered
def over_limit(state: State, player: str) -> bool:
    """Whether a player is over the certificate limit or a share limit (19.4)."""
    return certificates_of(state, player) > state.rules.certificate_limit or bool(over_share_limit(state, player))


@gate("stock.must-sell", late=True)
def must_sell(state: State, player: str) -> Facts | None:
    """A player over a limit sells first, if there is a sale that helps."""
    if not over_limit(state, player):
        return None
    sales = [block for block in usual.blocks(state, player) if SELL.objection(state, block) is None]
    held, limit = certificates_of(state, player), state.rules.certificate_limit
    if held > limit and (sales or bonds.SELL_BOND.objection(state, bonds.SellBond(player)) is None):
        return {"certificates": held, "limit": limit}
    for company in over_share_limit(state, player):
        if any(sale.company == company for sale in sales):
            return {"company": company, "percent": percent_of(state, company, player)}
    return None


FIRST = {stock.must_sell: (must_sell, fund_first, package_first)}
"""What comes before any purchase."""
BUY = buying.BUY.but(instead=FIRST, effect=asking(buying.take_share))
"""Corporations float at the end of the round (19.5)."""
START = buying.START.but(instead=FIRST)
BUY_BOND = bonds.BUY_BOND.but(first=(must_sell, fund_first))
EXCHANGE_FUND = EXCHANGE.but(instead={buying.nothing_bought: (must_sell, buying.nothing_bought)})
PASS = stock.PASS.but(instead={stock.must_sell: (must_sell, fund_first)})
