"""Stock rounds (7): sales before and after one purchase, the zones of the market, order by cash."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from railhead.core.buying import START as USUAL_START
from railhead.core.buying import not_sold_this_round
from railhead.core.change import Change, find_frame
from railhead.core.events import Noted
from railhead.core.kinds import Kind, Procedure
from railhead.core.market import cell_key, place_marker, zone_of
from railhead.core.moves import SellShares
from railhead.core.phases import phase_of
from railhead.core.selling import SELL as USUAL_SELL
from railhead.core.selling import in_order, one_block, sell_in_turn
from railhead.core.shares import held_by_players
from railhead.core.state import State
from railhead.core.stock import StockRound, stock_frame, stock_procedure
from railhead.titles.t1843.extra import extra_of, note
from railhead.titles.t1843.opening import par_prices
from railhead.usual import too_many_certificates

OVER = "over"
"""Stands after what was bought once something is sold or exchanged: the purchase of the turn is over (7.1)."""
END_ZONE = "end"
MULTI_BUY_ZONE = "brown"


def must_sell_first(state: State, player: str) -> bool:
    """Over the certificate limit in one's first turn of a stock round (7.6)."""
    return too_many_certificates(state, player) and player not in extra_of(state).begun


def stock_turns(kinds: tuple[Kind, ...]) -> Procedure:
    """Stock rounds that remember who has had a turn."""
    usual = stock_procedure(kinds)

    def advance(change: Change, frame: StockRound) -> bool:
        advanced = usual.advance(change, frame)
        if advanced and find_frame(change.state, StockRound) is not None:
            note(change, begun=(*extra_of(change.state).begun, frame.at))
        return advanced

    return replace(usual, advance=advance)


def phase_pars(state: State) -> tuple[int, ...]:
    """The par prices of this phase."""
    return par_prices(state, tuple(phase_of(state).special["pars"]))


def may_buy_more(state: State, _player: str, company: str) -> bool:
    """In the brown zone one purchase may take several certificates (7.3)."""
    return MULTI_BUY_ZONE in zone_of(state, company)


def sinking(sale: Callable[[Change, SellShares], None]) -> Callable[[Change, SellShares], None]:
    """A sale by which a marker at the bottom of its column sinks in its stack, one place a share (7.7)."""

    def sell(change: Change, move: SellShares) -> None:
        before = change.state.companies[move.company].cell
        sale(change, move)
        if before is not None and change.state.companies[move.company].cell == before:
            _sink(change, move.company, cell_key(before), move.percent // 10)

    return sell


def _sink(change: Change, company: str, key: str, steps: int) -> None:
    stack = list(change.state.market[key])
    at = stack.index(company)
    below = min(at + steps, len(stack) - 1)
    if below != at:
        stack.insert(below, stack.pop(at))
        change.set(market={**change.state.market, key: tuple(stack)})
        change.emit(Noted(what="stack", about=company, rule="1843.bottom-stack"))


SINKING_SALE = sinking(sell_in_turn)


def sell_shares(change: Change, move: SellShares) -> None:
    """Sell a block in a stock round; nothing is bought after a sale that follows a purchase."""
    SINKING_SALE(change, move)
    bought = stock_frame(change.state).bought
    if bought:
        change.frame(StockRound, bought=(*bought, OVER))


SELL = USUAL_SELL.but(without=(in_order, one_block), effect=sell_shares)
START = USUAL_START.but(without=(not_sold_this_round,))


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
