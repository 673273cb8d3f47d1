"""Selling shares: in a stock round, and the sale itself for use elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from railhead.core.kinds import Kind, passing
from railhead.core.market import move_marker, price_of
from railhead.core.money import pay
from railhead.core.moves import SellLarge, SellShares
from railhead.core.policies import SELL_BUY_SELL, SELL_OR_BUY_FIRST
from railhead.core.rulings import Check, Facts, check, gate
from railhead.core.shares import (
    hand_over,
    heir,
    move_shares,
    percent_of,
    pick,
    president_percent,
    settle_president,
)
from railhead.core.state import BANK, State
from railhead.core.stock import note_sale, stock_frame

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from railhead.core.change import Change

SHARE = 10
"""The percentage of one share."""


@gate("stock.first-round")
def not_in_first_round(state: State, _player: str) -> Facts | None:
    """Nothing is sold in the first stock round."""
    return {} if stock_frame(state).first else None


@gate("stock.turn-order")
def in_order(state: State, _player: str) -> Facts | None:
    """Sales are allowed only where the order of a turn has them."""
    frame = stock_frame(state)
    shape = state.rules.stock.shape
    if not frame.bought or shape == SELL_BUY_SELL or (shape == SELL_OR_BUY_FIRST and not frame.sold_first):
        return None
    return {"bought": frame.bought[-1]}


@check("stock.one-block")
def one_block(state: State, move: SellShares) -> Facts | None:
    """Shares of a company are sold in one block a turn."""
    return {"company": move.company} if move.company in stock_frame(state).sold_now else None


@check("stock.has-price", basic=True)
def has_price(state: State, move: SellShares) -> Facts | None:
    """A company without a share price cannot be sold."""
    charter = state.companies.get(move.company)
    if charter is None or charter.cell is None:
        return {"company": move.company}
    return None


@check("stock.operated")
def has_operated(state: State, move: SellShares) -> Facts | None:
    """Where the book says so, a company must have operated before its shares are sold."""
    return None if state.companies[move.company].operated else {"company": move.company}


@check("stock.owned", basic=True)
def owned(state: State, move: SellShares) -> Facts | None:
    """A player sells only what he owns, in whole certificates."""
    if move.percent <= 0 or move.percent % SHARE:
        return {"percent": move.percent, "step": SHARE}
    has = percent_of(state, move.company, move.by)
    return {"company": move.company, "percent": move.percent, "has": has} if move.percent > has else None


@check("stock.pool-limit")
def pool_has_room(state: State, move: SellShares) -> Facts | None:
    """There is a limit on how much of a company the bank may hold."""
    if move.percent <= room_in_pool(state, move.company):
        return None
    limit = state.rules.facts.pool_limit
    there = limit - room_in_pool(state, move.company)
    return {"source": state.rules.stock.sold_to, "there": there, "percent": move.percent, "limit": limit}


def room_in_pool(state: State, company: str) -> int:
    """How much more of a company the bank may hold."""
    return state.rules.facts.pool_limit - percent_of(state, company, state.rules.stock.sold_to)


def sizes_sold(hand: tuple[int, ...], move: SellShares) -> tuple[int, ...] | None:
    """The certificates in a block: small ones first, unless a large one is to be sold; None if impossible."""
    if not isinstance(move, SellLarge):
        return pick(hand, move.percent)
    small = sorted(hand)
    large = small.pop() if small else 0
    if not min(hand, default=0) < large <= move.percent:
        return None
    rest = pick(tuple(small), move.percent - large)
    return None if rest is None else (*rest, large)


@check("president.certificate")
def president_may_leave(state: State, move: SellShares) -> Facts | None:
    """The president's certificate is never sold: somebody else must be able to take it over."""
    charter = state.companies[move.company]
    if charter.certificate != move.by:
        sizes = sizes_sold(charter.shares.get(move.by, ()), move)
        return None if sizes is not None else {"percent": move.percent}
    size = president_percent(state, move.company)
    left = percent_of(state, move.company, move.by) - move.percent
    new = heir(state, move.company, move.by, left)
    if new == move.by:
        if left < size:
            return {"left": left, "certificate": size}
        return None if sizes_sold(charter.shares.get(move.by, ()), move) is not None else {"percent": move.percent}
    swap = pick(charter.shares.get(new, ()), size)
    if swap is None:
        return {"left": left, "certificate": size}
    after = (*charter.shares.get(move.by, ()), *swap)
    return None if sizes_sold(after, move) is not None else {"percent": move.percent}


def sell(change: Change, move: SellShares) -> None:
    """A sale at the share price, which then falls for each share or for the sale as a whole."""
    steps = move.percent // 10 if change.state.rules.stock.drop_per_share else 1
    sell_at(change, move, price_of(change.state, move.company), steps)


def sell_at(change: Change, move: SellShares, price: int, steps: int) -> None:
    """Money first, then the presidency, then the fall of the price (`stock.price-falls`)."""
    state = change.state
    seller, company, percent = move.by, move.company, move.percent
    pay(change, BANK, seller, price * percent // 10, "sale")
    charter = state.companies[company]
    if charter.certificate == seller:
        left = percent_of(state, company, seller) - percent
        new = heir(state, company, seller, left)
        if new != seller:
            hand_over(change, company, new)
    hand = change.state.companies[company].shares.get(seller, ())
    sizes = sizes_sold(hand, move)
    assert sizes is not None, "checked: the block can be made of whole certificates"
    move_shares(change, company, seller, state.rules.stock.sold_to, sizes, price * percent // 10)
    settle_president(change, company)
    move_marker(change, company, "down", steps, "sale", "stock.price-falls")


def sell_in_turn(change: Change, move: SellShares) -> None:
    """A sale in a stock round."""
    sell(change, move)
    note_sale(change, move.by, move.company)


def blocks(state: State, player: str, room: Callable[[State, str], int] | None = None) -> Iterator[SellShares]:
    """Blocks of every size that a player might try to sell; `room` is the most that may be sold of a company."""
    for company, charter in state.companies.items():
        if charter.cell is None or (player not in charter.shares and charter.certificate != player):
            continue
        most = percent_of(state, company, player)
        if most and room is not None:
            most = min(most, room(state, company))
        for percent in range(10, most + 1, 10):
            yield SellShares(player, company, percent)


def large_blocks(state: State, player: str) -> Iterator[SellLarge]:
    """Blocks for which a player might give a large certificate instead of small ones."""
    for company, charter in state.companies.items():
        hand = charter.shares.get(player, ()) if charter.cell is not None else ()
        if len(hand) < 2 or len(set(hand)) < 2:
            continue
        for percent in range(10, percent_of(state, company, player) + 1, 10):
            large = SellLarge(player, company, percent)
            sizes = sizes_sold(hand, large)
            if sizes is not None and sorted(sizes) != sorted(pick(hand, percent) or ()):
                yield large


def sales(room: Callable[[State, str], int], *checks: Check[Any]) -> Callable[[State], Iterator[SellShares]]:
    """Blocks of the player whose turn it is, up to a limit for each company; they pass the checks of that limit."""

    @passing(has_price, owned, *checks)
    def candidates(state: State) -> Iterator[SellShares]:
        frame = stock_frame(state)
        return iter(()) if frame.first else blocks(state, frame.at, room)

    return candidates


sell_candidates = sales(room_in_pool, pool_has_room)
SELL_CHECKS = (
    not_in_first_round,
    in_order,
    has_price,
    one_block,
    owned,
    pool_has_room,
    president_may_leave,
)
SELL = Kind(SellShares, sell_candidates, SELL_CHECKS, sell_in_turn)
