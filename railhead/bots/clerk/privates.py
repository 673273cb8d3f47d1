"""Private companies in the operating rounds: sold to one's own companies while that pays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from railhead.bots.outlook import next_price
from railhead.bots.protocol import Rated

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from railhead.bots.clerk.desk import Desk
    from railhead.core.moves import BuyPrivate


def rate_privates(desk: Desk, moves: Sequence[BuyPrivate]) -> Iterator[Rated]:
    """Sell one's private company to one's own company at a high price, if the treasury does not need the money."""
    company = desk.company
    weights = desk.weights
    charter = desk.state.companies[company]
    dearest: dict[str, BuyPrivate] = {}
    for move in moves:
        if desk.state.privates[move.private].owner == desk.seat:
            known = dearest.get(move.private)
            if known is None or move.price > known.price:
                dearest[move.private] = move
    for sym, move in dearest.items():
        private = desk.state.privates[sym]
        facts = desk.state.rules.privates[sym]
        spare = charter.cash - _wanted(desk, company)
        low = min(it.price for it in moves if it.private == sym)
        price = int(max(min(move.price, spare), low))
        given_up = facts.value * weights.private_kept
        given_up += private.revenue * min(desk.rounds, weights.private_rounds) * (1 - desk.own(company))
        score = price - given_up - max(price - spare, 0.0) * weights.private_dear
        if price < facts.value:
            score -= desk.unit * weights.private_below
        poor = price < facts.value and spare < facts.value
        against = f"{company} cannot spare enough for" if poor else "I would rather keep"
        yield Rated(
            score,
            replace(move, price=price),
            f"{company} can pay {price} for {facts.name}.",
            f"{against} {facts.name}.",
        )


def _wanted(desk: Desk, company: str) -> float:
    """Money that the company should keep for its next train."""
    price = next_price(desk.state)
    lasting = desk.lasts(company)
    return price * (1.0 if lasting < desk.weights.private_train_rounds else desk.weights.private_train_part)
