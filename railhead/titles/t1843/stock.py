"""Stock rounds (7): sales before and after one purchase, the zones of the market, order by cash."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from railhead.core.buying import BUY as USUAL_BUY
from railhead.core.buying import START as USUAL_START
from railhead.core.buying import buy_share, not_sold_this_round, par_price, start_company
from railhead.core.change import Change
from railhead.core.events import Noted
from railhead.core.market import cell_key, counts_against_limit, place_marker, zone_of
from railhead.core.moves import SellShares, StartCompany
from railhead.core.phases import phase_of
from railhead.core.rulings import Facts, check, gate
from railhead.core.selling import SELL as USUAL_SELL
from railhead.core.selling import in_order, one_block, sell_in_turn
from railhead.core.shares import certificates_of, held_by_players
from railhead.core.state import State
from railhead.core.stock import PASS as USUAL_PASS
from railhead.core.stock import StockRound, over_limit, stock_frame, stop
from railhead.core.stock import must_sell as usual_must_sell
from railhead.titles.t1843.extra import extra_of, note
from railhead.titles.t1843.opening import par_prices

OVER = "over"
"""Stands after what was bought once something is sold or exchanged: the purchase of the turn is over (7.1)."""
END_ZONE = "end"
MULTI_BUY_ZONE = "brown"


@gate("stock.must-sell")
def must_sell(state: State, player: str) -> Facts | None:
    """A player whose first turn begins over the limit first sells certificates that count, as long as any can be."""
    if not over_limit(state, player) or had_start(state, player):
        return None
    for sale in SELL.candidates(state):
        if counts_against_limit(state, sale.company) and SELL.objection(state, sale) is None:
            return {"certificates": certificates_of(state, player), "limit": state.rules.certificate_limit}
    return None


def had_start(state: State, player: str) -> bool:
    """Whether a player is past the start of his first turn in this stock round (7.6); a pass may be automatic."""
    return player in extra_of(state).begun or player in stock_frame(state).passed


def begun(change: Change, player: str) -> None:
    """Remember that a player has done what the start of his first turn asked for."""
    if player not in extra_of(change.state).begun:
        note(change, begun=(*extra_of(change.state).begun, player))


def past_start(effect: Callable[[Change, Any], None]) -> Callable[[Change, Any], None]:
    """An effect that is open only to a player who need not sell first."""

    def both(change: Change, move: Any) -> None:
        effect(change, move)
        begun(change, move.by)

    return both


@check("par.price")
def par_in_phase(state: State, move: StartCompany) -> Facts | None:
    """The phase decides which par prices may be chosen."""
    prices = phase_pars(state)
    return None if move.price in prices else {"price": move.price, "prices": list(prices)}


def phase_pars(state: State) -> tuple[int, ...]:
    """The par prices of this phase."""
    return par_prices(state, tuple(phase_of(state).special["pars"]))


def may_buy_more(state: State, _player: str, company: str) -> bool:
    """In the brown zone one purchase may take several certificates (7.3)."""
    return MULTI_BUY_ZONE in zone_of(state, company)


def sink_in_stack(change: Change, company: str, steps: int) -> None:
    """A marker that was at the bottom of its column already sinks in its stack, one place a share (7.7)."""
    cell = change.state.companies[company].cell
    assert cell is not None, "a company whose shares are sold has a price"
    key = cell_key(cell)
    stack = list(change.state.market[key])
    at = stack.index(company)
    below = min(at + steps, len(stack) - 1)
    if below != at:
        stack.insert(below, stack.pop(at))
        change.set(market={**change.state.market, key: tuple(stack)})
        change.emit(Noted(what="stack", about=company, rule="1843.bottom-stack"))


def sell_shares(change: Change, move: SellShares) -> None:
    """Sell a block in a stock round; nothing is bought after a sale that follows a purchase."""
    before = change.state.companies[move.company].cell
    sell_in_turn(change, move)
    if change.state.companies[move.company].cell == before:
        sink_in_stack(change, move.company, move.percent // 10)
    bought = stock_frame(change.state).bought
    if bought:
        change.frame(StockRound, bought=(*bought, OVER))
    if not over_limit(change.state, move.by):
        begun(change, move.by)


SELL = USUAL_SELL.but(without=(in_order, one_block), effect=sell_shares)
BUY = USUAL_BUY.but(instead={usual_must_sell: must_sell}, effect=past_start(buy_share))
START = USUAL_START.but(
    without=(not_sold_this_round,),
    instead={usual_must_sell: must_sell, par_price: par_in_phase},
    effect=past_start(start_company),
)
PASS = USUAL_PASS.but(instead={usual_must_sell: must_sell}, effect=past_start(stop))


def rise(change: Change, company: str) -> None:
    """When players hold all shares: a row up, from the top row a row down and a column to the right (7.7)."""
    cell = change.state.companies[company].cell
    assert cell is not None, "a company whose shares are sold out has a price"
    row, column = cell
    target = (row - 1, column) if row else (1, column + 1)
    if change.state.rules.market.has(target):
        place_marker(change, company, target, "sold out", "market.sold-out")
    watch_for_end(change, company)


def round_ends(change: Change, company: str) -> None:
    """A company rises when players hold all its shares."""
    if held_by_players(change.state, company) == 100:
        rise(change, company)


def watch_for_end(change: Change, company: str) -> None:
    """A share price of 500 ends the game: now if a stock round ends, else after the operating round (8.10.1)."""
    if END_ZONE in zone_of(change.state, company):
        change.set(ending="price")


def cards_by_cash(change: Change, _frame: StockRound) -> None:
    """The next turn order is by cash, most first; ties keep their order (7.1)."""
    state = change.state
    order = tuple(sorted(state.order, key=lambda player: -state.players[player].cash))
    change.set(order=order, priority=order[0])
    note(change, begun=())
    change.emit(Noted(what="order", about=" ".join(order), rule="1843.order-by-cash"))
