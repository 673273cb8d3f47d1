"""Bidding on private companies: what they will pay, what they can be sold for, and what must be kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from railhead.bots.protocol import Rated
from railhead.core.auction import STEP, Bidding, locked, unsold

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from railhead.bots.clerk.desk import Desk
    from railhead.core.moves import Bid
    from railhead.core.state import State


def worth_of(desk: Desk, private: str) -> float:
    """What a private company is worth to somebody who bids for it."""
    facts = desk.state.rules.privates[private]
    power = desk.weights.bid_power if facts.blocks else 1.0
    return facts.value * power + facts.revenue * min(desk.weights.bid_paydays, desk.rounds)


def to_keep(state: State) -> float:
    """Cash that should be left after the auction: enough to float a company at a low price."""
    par = min(state.rules.market.par, default=0)
    return par * state.rules.facts.float_percent / 10


def rate_bids(desk: Desk, moves: Iterable[Bid]) -> Iterator[Rated]:
    """Bids by what is won above the price, as long as the money for a company remains."""
    keep = to_keep(desk.state)
    weights = desk.weights
    fight = isinstance(desk.state.top, Bidding)
    for move in moves:
        worth = worth_of(desk, move.private)
        bound = _bound(desk, move.private)
        if move.price > desk.state.rules.privates[move.private].value and weights.bid_jump:
            move = _jump(desk, move, worth)
        gain = worth - move.price
        short = keep - (desk.cash - bound - move.price)
        score = gain - max(short, 0.0) * weights.bid_short
        if short > 0 and desk.cash - bound >= keep:
            score -= desk.unit * weights.bid_float
        if not fight and _leads(desk, move.private):
            score -= desk.unit * weights.bid_own
        if move.price > desk.state.rules.privates[move.private].value and not fight:
            score -= desk.unit * weights.bid_above
        if not fight and _nobody_else(desk, move.private):
            score += worth * weights.bid_stalled
        yield Rated(score, move, f"{_name(desk, move.private)} is worth about {worth:.0f} to me.")


def _nobody_else(desk: Desk, private: str) -> bool:
    """Whether everybody else has passed over the cheapest: an auction that goes nowhere helps nobody."""
    frame = desk.state.top
    passes = getattr(frame, "passes", 0)
    return passes >= len(desk.state.order) - 1 and private == unsold(desk.state)[0]


def _jump(desk: Desk, move: Bid, worth: float) -> Bid:
    """A raise that goes part of the way at once: bidding in minimum steps takes forever."""
    free = desk.cash - locked(desk.state, desk.seat, move.private)
    steps = int(min(max(worth - move.price, 0.0) * desk.weights.bid_jump, free - move.price) / STEP)
    return replace(move, price=move.price + steps * STEP) if steps > 0 else move


def _bound(desk: Desk, private: str) -> float:
    """Money of the seat that lies on other private companies; where it was beaten it will come back."""
    bound = 0.0
    for frame in desk.state.frames:
        for name, bids in getattr(frame, "bids", {}).items():
            highest = max((price for _, price in bids), default=0)
            for who, price in bids:
                if who == desk.seat and name != private:
                    bound += price * (1.0 if price == highest else desk.weights.bid_bound)
    return bound


def _leads(desk: Desk, private: str) -> bool:
    """Whether the seat's own bid is already the highest."""
    for frame in desk.state.frames:
        bids = getattr(frame, "bids", {}).get(private, ())
        if bids:
            return bool(max(bids, key=lambda bid: bid[1])[0] == desk.seat)
    return False


def _name(desk: Desk, private: str) -> str:
    return desk.state.rules.privates[private].name
