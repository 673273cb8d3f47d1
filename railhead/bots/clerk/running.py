"""Running trains, and paying or keeping what they earn."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from msgspec.structs import replace

from railhead.bots.clerk.desk import Desk
from railhead.bots.clerk.trains import rate_trains
from railhead.bots.protocol import Rated
from railhead.core.market import price_of
from railhead.core.moves import BuyTrain
from railhead.core.revenue import HALF, PAY, WITHHOLD, judged
from railhead.core.scoring import Run
from railhead.core.state import POOL
from railhead.core.trains import SUPPLY, cheapest, offered, on_sale, room, train_price
from railhead.view.names import a_train

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from railhead.core.moves import Dividend, RunTrains


def rate_runs(desk: Desk, moves: Iterable[RunTrains]) -> Iterator[Rated]:
    """The best run; there must be a run, so every one is better than none."""
    for move in moves:
        found = judged(desk.state, move)
        if isinstance(found, Run):
            more = f" and a subsidy of {found.subsidy}" if found.subsidy else ""
            why = f"The best run earns {found.revenue}{more}."
            yield Rated(1 + found.revenue + desk.weights.subsidy * found.subsidy, move, why)


def rate_dividends(desk: Desk, moves: Iterable[Dividend]) -> Iterator[Rated]:
    """Pay, unless the company needs the money for a train that it will soon have to buy."""
    company = desk.company
    revenue = max(desk.turn.revenue, 0) if desk.turn is not None else 0
    wish = _wish(desk, company, revenue)
    weights = desk.weights
    for move in moves:
        kept = {PAY: 0, WITHHOLD: revenue, HALF: revenue // 2}.get(move.how, 0)
        share = desk.own(company)
        score = (revenue - kept) * share + _price_gain(desk, company, revenue - kept) * share * 10
        score += min(kept, wish) / max(wish, 1) * wish * weights.keep_needed if wish else kept * weights.keep_other
        why = _why_pay(desk, company, wish) if not kept else f"{company} keeps the money for later."
        why = f"{company} needs money for a train." if kept and wish else why
        if kept and weights.keep_train:
            worth, train = _savings(desk, company, kept)
            score += weights.keep_train * worth
            why = f"{company} saves for {a_train(train)}." if train else why
        yield Rated(1 + score, move, why)


def _why_pay(desk: Desk, company: str, wish: float) -> str:
    """Why a company keeps nothing for a train."""
    state = desk.state
    price = cheapest(state, company)
    if room(state, company) <= 0:
        return f"{company} pays, because it has no room for another train."
    if price and price <= state.companies[company].cash:
        return f"{company} pays, because it has the money for its next train."
    if desk.rounds < 2:
        return f"{company} pays, because the game may end soon."
    if desk.lasts(company) >= min(desk.weights.keep_rounds, desk.rounds):
        return f"{company} pays, because its trains will run for a while."
    if not wish:
        return f"{company} pays, because it could not save enough for a train in time."
    return f"{company} pays, although it will need money for a train."


def _wish(desk: Desk, company: str, revenue: int) -> float:
    """How much of the revenue the company badly needs in its treasury."""
    state = desk.state
    charter = state.companies[company]
    if desk.lasts(company) >= min(desk.weights.keep_rounds, desk.rounds) or desk.rounds < 2:
        return 0.0
    prices = [train_price(state, train) for train in offered(state, company)]
    lacking = min(prices, default=0) - charter.cash
    if lacking <= 0:
        return 0.0
    if lacking <= revenue or desk.lasts(company) < desk.weights.keep_urgent:
        return float(min(lacking, revenue))
    return 0.0


def _savings(desk: Desk, company: str, kept: int) -> tuple[float, str]:
    """What it is worth to keep money for a train that the company cannot pay yet, in each round, and the train."""
    state = desk.state
    charter = state.companies[company]
    best = 0.0, ""
    if room(state, company) <= 0:
        return best
    offers = [(train, SUPPLY) for train in on_sale(state, company)] + [(train, POOL) for train in state.depot.pool]
    for train, source in offers:
        price = train_price(state, train)
        wait = math.ceil((price - charter.cash) / kept)
        if price <= charter.cash or wait > desk.weights.keep_most:
            continue
        richer = replace(charter, cash=max(charter.cash + kept, price))
        after = Desk(replace(state, companies={**state.companies, company: richer}), desk.seat, desk.habits)
        after.rounds -= wait - 1
        (bought,) = rate_trains(after, [BuyTrain(desk.seat, train, source, price)])
        spent = kept * desk.weights.treasury * desk.own(company)  # the rating of the purchase counts it as lost
        best = max(best, (bought.score / wait + spent, train))
    return best


def _price_gain(desk: Desk, company: str, paid: int) -> float:
    """How the share price will move."""
    cell = desk.state.companies[company].cell
    if cell is None:
        return 0.0
    grid = desk.state.rules.market
    after = grid.right(cell) if paid > 0 else grid.left(cell)
    return float(grid.price(after) - price_of(desk.state, company))
