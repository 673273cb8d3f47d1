"""Bidding on private companies: what they will pay, what they can be sold for, and what must be kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railhead.bots.protocol import Rated
from railhead.core.auction import Bidding, unsold

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from railhead.bots.clerk.desk import Desk
    from railhead.core.moves import Bid
    from railhead.core.state import State

PAYDAYS = 3.0
"""Incomes that a private company is expected to bring."""
POWER = 1.1
"""What a power over a hex adds, as part of the face value."""
STALLED = 0.6
"""What it is worth, as part of the value, to take what everybody else has passed over."""
SHORT = 0.5
"""How bad it is to have less than a company takes to float."""


def worth_of(desk: Desk, private: str) -> float:
    """What a private company is worth to somebody who bids for it."""
    facts = desk.state.rules.privates[private]
    power = POWER if facts.blocks else 1.0
    return facts.value * power + facts.revenue * min(PAYDAYS, desk.rounds)


def to_keep(state: State) -> float:
    """Cash that should be left after the auction: enough to float a company at a low price."""
    par = min(state.rules.market.par, default=0)
    return par * state.rules.facts.float_percent / 10


def rate_bids(desk: Desk, moves: Iterable[Bid]) -> Iterator[Rated]:
    """Bids by what is won above the price, as long as the money for a company remains."""
    keep = to_keep(desk.state)
    fight = isinstance(desk.state.top, Bidding)
    for move in moves:
        worth = worth_of(desk, move.private)
        bound = _bound(desk, move.private)
        gain = worth - move.price
        short = keep - (desk.cash - bound - move.price)
        score = gain - max(short, 0.0) * SHORT - (_leads(desk, move.private) and not fight) * desk.unit * 9
        if move.price > desk.state.rules.privates[move.private].value and not fight:
            score -= desk.unit * 0.2
        if not fight and _nobody_else(desk, move.private):
            score += worth * STALLED
        yield Rated(score, move, f"{_name(desk, move.private)} is worth about {worth:.0f} to me.")


def _nobody_else(desk: Desk, private: str) -> bool:
    """Whether everybody else has passed over the cheapest: an auction that goes nowhere helps nobody."""
    frame = desk.state.top
    passes = getattr(frame, "passes", 0)
    return passes >= len(desk.state.order) - 1 and private == unsold(desk.state)[0]


def _bound(desk: Desk, private: str) -> int:
    """Money of the seat that lies on other private companies."""
    bound = 0
    for frame in desk.state.frames:
        for name, bids in getattr(frame, "bids", {}).items():
            bound += sum(price for who, price in bids if who == desk.seat and name != private)
    return bound


def _leads(desk: Desk, private: str) -> bool:
    """Whether the seat's own bid is the highest already."""
    for frame in desk.state.frames:
        bids = getattr(frame, "bids", {}).get(private, ())
        if bids:
            return bool(max(bids, key=lambda bid: bid[1])[0] == desk.seat)
    return False


def _name(desk: Desk, private: str) -> str:
    return desk.state.rules.privates[private].name
