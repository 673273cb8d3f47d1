"""Selling and buying shares in a stock round (18, 19): no bank pool, one row down for a sale."""

from __future__ import annotations

from railhead.core import selling as usual
from railhead.core.buying import BUY as USUAL_BUY
from railhead.core.buying import START as USUAL_START
from railhead.core.buying import take_share
from railhead.core.change import Change
from railhead.core.floating import float_if_due
from railhead.core.kinds import Kind
from railhead.core.memo import remembered
from railhead.core.moves import BuyShare, SellLarge, SellShares
from railhead.core.rulings import Facts, check, gate
from railhead.core.shares import certificates_of, held_by_players, percent_of
from railhead.core.state import State
from railhead.core.stock import PASS as USUAL_PASS
from railhead.core.stock import must_sell as usual_must_sell
from railhead.core.stock import stock_frame
from railhead.titles.t1893.bonds import SELL_BOND, SellBond, buy_bond_kind
from railhead.titles.t1893.directors import asking
from railhead.titles.t1893.fund import fund_first
from railhead.titles.t1893.package import package_first
from railhead.titles.t1893.terms import practice

KEPT = 50
"""What players must still hold after a sale (19.6)."""


@check("1893.players-keep-half")
def players_keep_half(state: State, move: SellShares) -> Facts | None:
    """There is no pool limit: half of the company must stay with players."""
    left = held_by_players(state, move.company) - move.percent
    return {"left": left, "least": KEPT} if left < KEPT else None


@check("stock.one-block")
def block_by_block(state: State, move: SellShares) -> Facts | None:
    """One sale of a company a turn, and so one row; where several are allowed, each costs a row."""
    return None if practice(state).row_for_every_sale else usual.one_block.objects(state, move)


@check("stock.must-sell")
def enough_at_once(state: State, move: SellShares) -> Facts | None:
    """Over a limit a block is large enough if no other sale of the turn could make up for it (19.4)."""
    if not over_limit(state, move.by) or practice(state).row_for_every_sale:
        return None
    left = _excess_after(state, move)
    if not left or _other_sale_helps(state, move):
        return None
    for percent in range(move.percent + 10, percent_of(state, move.company, move.by) + 1, 10):
        larger = SellShares(move.by, move.company, percent)
        allowed = all(rule(state, larger) is None for rule in SELL_CHECKS if rule is not enough_at_once)
        if allowed and _excess_after(state, larger) < left:
            held, limit = certificates_of(state, move.by), state.rules.certificate_limit
            return {"certificates": held, "limit": limit, "percent": move.percent, "enough": percent}
    return None


def excess(state: State, player: str) -> int:
    """How far a player is over the limits: certificates too many, and shares of companies too many."""
    certificates = max(certificates_of(state, player) - state.rules.certificate_limit, 0)
    limit = state.rules.facts.share_limit
    shares = sum(percent_of(state, sym, player) - limit for sym in over_share_limit(state, player))
    return certificates + shares // 10


def _excess_after(state: State, move: SellShares) -> int:
    change = Change(state)
    usual.sell_in_turn(change, move)
    return excess(change.state, move.by)


def _other_sale_helps(state: State, move: SellShares) -> bool:
    """Whether a bond or shares of another company could still help after this block."""
    change = Change(state)
    usual.sell_in_turn(change, move)
    after = change.state
    certificates = certificates_of(after, move.by) > after.rules.certificate_limit
    if certificates and SELL_BOND.objection(after, SellBond(move.by)) is None:
        return True
    others = [rule for rule in SELL_CHECKS if rule is not enough_at_once]
    for block in usual.blocks(after, move.by):
        helps = certificates or percent_of(after, block.company, move.by) > after.rules.facts.share_limit
        if helps and all(rule(after, block) is None for rule in others):
            return True
    return False


SELL_CHECKS = (
    usual.not_in_first_round,
    usual.in_order,
    usual.has_price,
    usual.has_operated,
    block_by_block,
    usual.owned,
    players_keep_half,
    usual.president_may_leave,
    enough_at_once,
)
SELL = Kind(SellShares, usual.sell_candidates, SELL_CHECKS, asking(usual.sell_in_turn))
SELL_LARGE = Kind(
    SellLarge, lambda state: usual.large_blocks(state, stock_frame(state).at), SELL_CHECKS, asking(usual.sell_in_turn)
)


def over_share_limit(state: State, player: str) -> list[str]:
    """Companies of which a player holds more than the limit: exchange certificates can cause that."""
    limit = state.rules.facts.share_limit
    kept = (sym for sym, charter in state.companies.items() if charter.cell is not None)
    return [sym for sym in kept if percent_of(state, sym, player) > limit]


@remembered
def over_limit(state: State, player: str) -> bool:
    """Whether a player is over the certificate limit or a share limit (19.4)."""
    return certificates_of(state, player) > state.rules.certificate_limit or bool(over_share_limit(state, player))


@gate("stock.must-sell")
def must_sell(state: State, player: str) -> Facts | None:
    """A player over a limit sells first, as far as a sale is possible that helps."""
    if not over_limit(state, player):
        return None
    sales = [block for block in usual.blocks(state, player) if SELL.objection(state, block) is None]
    held, limit = certificates_of(state, player), state.rules.certificate_limit
    if held > limit and (sales or SELL_BOND.objection(state, SellBond(player)) is None):
        return {"certificates": held, "limit": limit}
    for company in over_share_limit(state, player):
        if any(sale.company == company for sale in sales):
            return {"company": company, "percent": percent_of(state, company, player)}
    return None


FIRST = {usual_must_sell: (must_sell, fund_first, package_first)}
"""What comes before any purchase."""


def buy(change: Change, move: BuyShare) -> None:
    """Buy a share; a corporation floats at the end of the round (19.5)."""
    take_share(change, move)
    if practice(change.state).float_at_once:
        float_if_due(change, move.company)


BUY = USUAL_BUY.but(instead=FIRST, effect=asking(buy))
START = USUAL_START.but(instead=FIRST)
BUY_BOND = buy_bond_kind(must_sell, fund_first)
PASS = USUAL_PASS.but(instead={usual_must_sell: (must_sell, fund_first)})
