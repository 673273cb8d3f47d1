"""The rounds of 1893: stock rounds, two operating rounds, and merger rounds between them (1, 3, 17, 18)."""

from __future__ import annotations

from railhead.core.change import Change
from railhead.core.finish import end_game
from railhead.core.floating import float_if_due
from railhead.core.kinds import asks, in_turn
from railhead.core.operating import begin_operating_round, minors_first, settled_at_first
from railhead.core.phases import phase_of
from railhead.core.state import next_player
from railhead.core.stock import StockRound, advance_stock, begin_stock_round, end_stock_round
from railhead.titles.t1893.bonds import SELL_BOND
from railhead.titles.t1893.eva import can_trade
from railhead.titles.t1893.merger import begin_merger_round, merger_due
from railhead.titles.t1893.package import Leftovers, Opening, opening_procedure, unsold
from railhead.titles.t1893.terms import forget_turn
from railhead.titles.t1893.trading import BUY, BUY_BOND, EXCHANGE_FUND, PASS, SELL, SELL_LARGE, START


def next_round(change: Change) -> None:
    """Two operating rounds after a stock round, and a merger round after each while mergers are due."""
    here = change.state.round
    if here.kind == "OR" and here.part == here.of and change.state.broken:
        end_game(change, "bank", "end.bank")
    elif here.kind != "MR" and merger_due(change.state):
        begin_merger_round(change)
    elif here.part < here.of:
        begin_operating_round(change, here.number, here.part + 1, here.of)
    elif here.part:
        begin_stock_round(change, here.number + 1)
        if unsold(change.state):
            change.push(Leftovers(change.state.priority))
    else:
        begin_operating_round(change, here.number, 1, phase_of(change.state).rounds)


operating_order = settled_at_first(minors_first("minor"))
"""Minors by number, then corporations by price; fixed when the round begins (7.2)."""


def finish_stock_round(change: Change, frame: StockRound) -> None:
    """Corporations float (19.5), sold-out ones rise (18.3), the locomotive finds its holder."""
    float_all(change)
    end_stock_round(change, frame)


def float_all(change: Change) -> None:
    """Float whatever is due."""
    for company in change.state.companies:
        float_if_due(change, company)


def locomotive(change: Change, frame: StockRound) -> None:
    """After the first round the first to pass begins the next (3.3), later the one left of the last to act (18.2)."""
    if isinstance(frame, Opening) and frame.passed:
        change.set(priority=frame.passed[0])
    elif frame.last:
        change.set(priority=next_player(change.state, frame.last))


def advance_trading(change: Change, frame: StockRound) -> bool:
    """Like every stock round; but the owner of EVA is not passed over while he might sell it."""
    if frame.passes >= len(change.state.order):
        finish_stock_round(change, frame)
        return True
    might_sell_eva = not frame.done and can_trade(change.state, frame.at)
    if might_sell_eva or not advance_stock(change, frame):
        return False
    forget_turn(change)
    return True


KINDS = (SELL, SELL_LARGE, SELL_BOND, BUY, START, BUY_BOND, EXCHANGE_FUND, PASS)
TRADING = asks(*KINDS, who=in_turn, advance=advance_trading)
OPENING = opening_procedure(KINDS[:-1], finish_stock_round)
