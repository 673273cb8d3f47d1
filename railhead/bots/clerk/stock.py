"""The stock round: starting companies that can be floated, buying what pays, selling what will fall."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from railhead.bots.clerk.homes import home_value
from railhead.bots.outlook import next_price
from railhead.bots.protocol import Rated
from railhead.core.buying import cost_of
from railhead.core.floating import percent_sold
from railhead.core.market import price_of
from railhead.core.moves import BuyShare, SellShares, SetPar, StartCompany
from railhead.core.shares import heir, percent_of, president_percent
from railhead.core.state import RESERVED, president_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from railhead.bots.clerk.desk import Desk


def rate_buys(desk: Desk, moves: Iterable[BuyShare]) -> Iterator[Rated]:
    """Purchases by what they will have brought at the end, for the money they take."""
    for move in moves:
        cost = cost_of(desk.state, move.company, move.source, move.percent)
        gain = desk.value(move.company) * move.percent / 10 - cost * (1 + desk.weights.thrift)
        why = f"{move.company} will pay more than it costs."
        if not desk.state.companies[move.company].floated:
            gain, why = _towards_floating(desk, move, gain, cost)
        gain -= _burden(desk, move)
        gain -= max(desk.reserve - (desk.cash - cost), 0.0) * desk.weights.reserve
        yield Rated(_per_cost(gain, cost, desk), move, why)


def _per_cost(gain: float, cost: float, desk: Desk) -> float:
    """Of two purchases the one that uses the money better."""
    return gain * math.sqrt(desk.unit / max(cost, desk.unit / 2))


def _towards_floating(desk: Desk, move: BuyShare, gain: float, cost: int) -> tuple[float, str]:
    """A company that is to float needs its shares sold; one that will not float is dead money."""
    state = desk.state
    wanted = state.rules.facts.float_percent - percent_sold(state, move.company)
    price = max(cost * 10 // max(move.percent, 1), 1)
    if president_of(state, move.company) == desk.seat:
        return abs(gain) + desk.weights.float_own * desk.unit, f"{move.company} must float."
    if state.companies[move.company].certificate == RESERVED:
        return gain - desk.weights.float_reserved * cost, f"{move.company} will be founded in time."
    together = state.players[president_of(state, move.company)].cash if president_of(state, move.company) else 0
    if desk.weights.float_join and (together + desk.cash) // price * 10 >= wanted:
        return gain + desk.weights.float_join * desk.unit, f"{move.company} can float with my help."
    able = sum(player.cash for name, player in state.players.items()) // price * 10
    if able < wanted:
        return -cost, f"{move.company} will not float soon."
    return gain - desk.weights.float_others * cost, f"{move.company} is about to float."


def _burden(desk: Desk, move: BuyShare) -> float:
    """What a presidency that comes with a purchase may cost."""
    state = desk.state
    president = president_of(state, move.company)
    if not president or president == desk.seat:
        return 0.0
    after = percent_of(state, move.company, desk.seat) + move.percent
    if after <= percent_of(state, move.company, president):
        return 0.0
    return desk.need(move.company) * desk.weights.burden


def rate_starts(desk: Desk, moves: Iterable[StartCompany | SetPar]) -> Iterator[Rated]:
    """New companies: the highest price at which the seat can float one by itself."""
    state = desk.state
    weights = desk.weights
    moves = list(moves)
    free = desk.cash - desk.reserve
    started = [sym for sym in state.companies if president_of(state, sym) == desk.seat]
    alone = any(move.price * state.rules.facts.float_percent / 10 <= free for move in moves)
    elsewhere = sum(player.cash for name, player in state.players.items() if name != desk.seat)
    helped = weights.start_partner * _idle_elsewhere(desk) + weights.start_helped * elsewhere
    against = _against_starting(desk, started)
    for move in moves:
        score = desk.unit * (weights.start + weights.start_home * home_value(state, move.company)) - against
        lacking = _cost_of_floating(desk, move) - free
        if lacking > 0:
            hopeless = alone or started or lacking > helped
            score -= lacking + (desk.unit * weights.start_hopeless if hopeless else 0.0)
        else:
            score += move.price * _for_a_higher_price(desk, move.price)
        yield Rated(score, move, f"{move.company} at {move.price} is a company that I can float.")


def _idle_elsewhere(desk: Desk) -> float:
    """Cash of others that no company of their own needs: it may go into one that somebody else starts."""
    state = desk.state
    needed = state.rules.facts.float_percent / 10
    least = min(state.rules.market.par, default=0) * needed
    idle = 0.0
    for name, player in state.players.items():
        if name == desk.seat:
            continue
        own = [it for sym, it in state.companies.items() if president_of(state, sym) == name]
        waiting = sum(it.par * needed for it in own if it.par and not it.floated)
        cash = player.cash - waiting
        if not own and cash >= least:
            cash -= least
        idle += max(cash, 0.0)
    return idle


def _cost_of_floating(desk: Desk, move: StartCompany | SetPar) -> float:
    """What it takes to float a company alone; where only the price is set, the president's share is paid."""
    cost = move.price * desk.state.rules.facts.float_percent / 10
    if isinstance(move, SetPar):
        cost -= move.price * max(president_percent(desk.state, move.company), 10) / 10
    return max(cost, 0.0)


def _against_starting(desk: Desk, started: list[str]) -> float:
    """What speaks against another company: one that has yet to float, a late hour, those one has already."""
    charters = [desk.state.companies[sym] for sym in started]
    waiting = any(not charter.floated and charter.par for charter in charters)
    weights = desk.weights
    late = desk.rounds < weights.start_late_rounds
    against = weights.start_waiting * waiting + weights.start_late * late + weights.start_more * len(started)
    return desk.unit * against


def _for_a_higher_price(desk: Desk, price: int) -> float:
    """What a higher price is worth: much as long as the capital pays for too few trains."""
    enough = price * 10 >= next_price(desk.state) * desk.weights.start_capital
    return desk.weights.start_price if enough else desk.weights.start_price_poor


def rate_sales(desk: Desk, moves: Iterable[SellShares]) -> Iterator[Rated]:
    """Sales: what is fetched now against what would be lost."""
    for move in moves:
        yield _sale(desk, move)


def _sale(desk: Desk, move: SellShares) -> Rated:
    state = desk.state
    company = move.company
    weights = desk.weights
    price = price_of(state, company)
    number = move.percent / 10
    before = percent_of(state, company, desk.seat)
    left = before - move.percent
    gain = number * (price - desk.value(company))
    steps = int(number) if state.rules.stock.drop_per_share else 1
    gain -= (price - _fallen(desk, company, steps)) * left / 10
    why = f"{company} will fall."
    if president_of(state, company) == desk.seat and heir(state, company, desk.seat, left) != desk.seat:
        gain += desk.need(company) * weights.sell_need - desk.unit * weights.sell_presidency
        why = f"{company} needs a train, and I will not pay for it."
    if desk.cash < desk.reserve:
        gain += min(number * price, desk.reserve - desk.cash) * weights.sell_short
    return Rated(gain - desk.unit * weights.sell_effort, move, why)


def _fallen(desk: Desk, company: str, steps: int) -> int:
    """The price after a sale."""
    grid = desk.state.rules.market
    cell = desk.state.companies[company].cell
    if cell is None:
        return 0
    for _ in range(steps):
        cell = grid.down(cell)
    return grid.price(cell)
