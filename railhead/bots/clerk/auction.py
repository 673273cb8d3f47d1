"""Bidding on private companies: what they will pay, what they can be sold for, and what must be kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from railhead.bots.protocol import Rated
from railhead.core.auction import STEP, Bidding, locked, unsold
from railhead.core.engine import actors, apply, legal_moves, new_game
from railhead.core.memo import Memo
from railhead.core.moves import Bid
from railhead.core.privates import sale_range
from railhead.core.state import president_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from railhead.bots.clerk.desk import Desk
    from railhead.core.state import State


_PRESIDENCIES = Memo[None, frozenset[str]]()
_RESALES = Memo[str, int]()
MOST_TRIED = 60
"""Moves after which a trial of the opening is given up."""


def worth_of(desk: Desk, private: str) -> float:
    """What a private company is worth to somebody who bids for it."""
    facts = desk.state.rules.privates[private]
    weights = desk.weights
    power = weights.bid_power if facts.blocks else 1.0
    paydays = min(weights.bid_paydays, desk.rounds)
    if weights.bid_presidency_paydays < paydays and private in presidencies(desk.state):
        paydays = weights.bid_presidency_paydays
    profit = max(resale(desk.state, private) - facts.value, 0) if weights.bid_sale else 0
    return facts.value * power + facts.revenue * paydays + profit * weights.bid_sale


def resale(state: State, private: str) -> int:
    """The most that a company may pay for it in the first phase in which companies may buy it; 0 if in none."""
    return _RESALES.of(state.rules, private, lambda: _resale(state, private))


def _resale(state: State, private: str) -> int:
    begun = new_game(state.rules, list(state.players), 0)
    for phase in range(len(state.rules.phases)):
        then = replace(begun, phase=phase)
        spans = (sale_range(then, company, private) for company in state.companies)
        most = max((span[1] for span in spans if span is not None), default=0)
        if most:
            return most
    return 0


def to_keep(state: State) -> float:
    """Cash that should be left after the auction: enough to float a company at a low price."""
    par = min(state.rules.market.par, default=0)
    return par * state.rules.facts.float_percent / 10


def presidencies(state: State) -> frozenset[str]:
    """The private companies whose buyer becomes president of a company: found by buying all of them in a trial."""
    return _PRESIDENCIES.of(state.rules, None, lambda: frozenset(_with_presidency(state)))


def _with_presidency(state: State) -> Iterator[str]:
    rich = {name: replace(player, cash=100_000) for name, player in state.players.items()}
    state = replace(new_game(state.rules, list(state.players), 0), players=rich)
    for _ in range(MOST_TRIED):
        if state.ended is not None or state.round.kind in ("SR", "OR"):
            return
        moves = [move for move in legal_moves(state) if move.by == actors(state)[0]]
        bids = [move for move in moves if isinstance(move, Bid)]
        move = min(bids, key=lambda bid: bid.price, default=moves[0])
        before, (state, _) = _led(state), apply(state, move)
        if bids and _led(state) - before:
            yield move.private


def _led(state: State) -> frozenset[str]:
    """Companies with a president, or whose price somebody is asked for."""
    asked = getattr(state.top, "company", "")
    return frozenset(sym for sym in state.companies if sym == asked or president_of(state, sym) in state.players)


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
        needed = keep
        if weights.bid_presidency and move.private in presidencies(desk.state):
            needed *= 1.0 - weights.bid_presidency
        short = needed - (desk.cash - bound - move.price)
        score = gain - max(short, 0.0) * weights.bid_short
        if short > 0 and desk.cash - bound >= needed:
            score -= desk.unit * weights.bid_float
        if not fight and _leads(desk, move.private):
            score -= desk.unit * weights.bid_own
        if move.price > desk.state.rules.privates[move.private].value and not fight:
            score -= desk.unit * weights.bid_above
        if not fight and weights.bid_stuck and _gets_stuck(desk, move):
            score -= desk.unit * weights.bid_stuck
        if not fight and _nobody_else(desk, move):
            score += worth * weights.bid_stalled
        why = f"{_name(desk, move.private)} is worth about {worth:.0f} to me."
        yield Rated(score, move, why, _why_not(desk, move, gain, short))


def _why_not(desk: Desk, move: Bid, gain: float, short: float) -> str:
    """What speaks against a bid, where a few words can say it."""
    name = _name(desk, move.private)
    if gain <= 0:
        return f"{move.price} is too much for {name}."
    return f"I keep my money for a company instead of spending {move.price} on {name}." if short > 0 else ""


def _gets_stuck(desk: Desk, move: Bid) -> bool:
    """Whether a bid leaves too little for those that are sold before: whoever cannot buy must wait for others."""
    state = desk.state
    left = unsold(state)
    before = left[: left.index(move.private)]
    free = desk.cash - locked(state, desk.seat, move.private) - move.price
    return free < max((state.rules.privates[name].value for name in before), default=0)


def _nobody_else(desk: Desk, move: Bid) -> bool:
    """Whether everybody else has passed over the cheapest: an auction that goes nowhere helps nobody."""
    state, order = desk.state, desk.state.order
    if move.private != unsold(state)[0]:
        return False
    left = len(order) - 1 - getattr(state.top, "passes", 0)
    if left <= 0 or not desk.weights.bid_unable:
        return left <= 0
    at = order.index(desk.seat)
    coming = [order[(at + 1 + step) % len(order)] for step in range(left)]
    return not any(state.players[name].cash - locked(state, name, move.private) >= move.price for name in coming)


def _jump(desk: Desk, move: Bid, worth: float) -> Bid:
    """A raise that goes part of the way at once: bidding in minimum steps takes forever."""
    free = desk.cash - locked(desk.state, desk.seat, move.private)
    part = desk.weights.bid_jump
    if not any(getattr(frame, "bids", {}).get(move.private) for frame in desk.state.frames):
        part *= desk.weights.bid_first_jump
    steps = int(min(max(worth - move.price, 0.0) * part, free - move.price) / STEP)
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
