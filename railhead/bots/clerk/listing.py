"""Which legal moves are worth a rating.

Most of the time of a decision would go into checking moves that no rule of thumb would ever make: offers to others,
and sales that there is no reason for. These are left out before they are checked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from railhead.bots.clerk.desk import Desk, Habits
from railhead.core.engine import actors, open_kinds
from railhead.core.market import price_of
from railhead.core.moves import BuyPrivate, BuyTrain, Move, SellLarge, SellShares
from railhead.core.state import POOL, State, president_of
from railhead.core.trains import SUPPLY

Filter = Callable[[State, str, Any], bool]


def moves_to_rate(state: State, seat: str, habits: Habits) -> Iterator[Move]:
    """The legal moves of a seat, without those that would not be made."""
    waiting = seat in actors(state)
    sales: dict[str, bool] = {}
    desk: Desk | None = None
    bought = () if habits.weights_in(state).sell_bought else getattr(state.top, "bought", ())
    for kind in open_kinds(state):
        if kind.out_of_band or not (waiting or kind.out_of_turn):
            continue
        keep = FILTERS.get(kind.move)
        sale = kind.move in (SellShares, SellLarge)
        selling = sale and not habits.lists
        for move in kind.candidates(state):
            if move.by != seat or (keep is not None and not keep(state, seat, move)):
                continue
            if sale and move.company in bought:
                continue
            if selling:
                if move.company not in sales:
                    desk = desk or Desk(state, seat, habits)
                    sales[move.company] = speaks_for_sale(desk, move.company)
                if not sales[move.company]:
                    continue
            if kind.objection(state, move) is None:
                yield move


def speaks_for_sale(desk: Desk, company: str) -> bool:
    """Whether there is a reason to sell a company: its price will fall, it needs a train, or money is needed."""
    if desk.cash < desk.reserve or desk.value(company) < price_of(desk.state, company):
        return True
    return desk.need(company) > 0 and president_of(desk.state, company) == desk.seat


def _train_from_oneself(state: State, seat: str, move: BuyTrain) -> bool:
    return move.source in (SUPPLY, POOL) or president_of(state, move.source) == seat


def _private_of_oneself(state: State, seat: str, move: BuyPrivate) -> bool:
    return state.privates[move.private].owner == seat


FILTERS: dict[type[Move], Filter] = {BuyTrain: _train_from_oneself, BuyPrivate: _private_of_oneself}
"""What is never made anyway: Clerk makes no offers to others."""
