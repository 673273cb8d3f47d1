"""Starting companies: those that can be floated, at a price that pays for trains."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railhead.bots.clerk.homes import home_value
from railhead.bots.outlook import next_price
from railhead.bots.protocol import Rated
from railhead.core.engine import apply
from railhead.core.floating import percent_sold
from railhead.core.moves import SetPar, StartCompany
from railhead.core.shares import certificates_of, president_percent
from railhead.core.state import State, president_of
from railhead.view.names import listed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from railhead.bots.clerk.desk import Desk


def rate_starts(desk: Desk, moves: Iterable[StartCompany | SetPar]) -> Iterator[Rated]:
    """New companies: the highest price at which the seat can float one by itself."""
    state = desk.state
    weights = desk.weights
    moves = list(moves)
    free = desk.cash - desk.reserve
    started = [sym for sym in state.companies if president_of(state, sym) == desk.seat]
    alone = any(move.price * state.rules.facts.float_percent / 10 <= free for move in moves)
    elsewhere = sum(player.cash for name, player in state.players.items() if name != desk.seat)
    rivals = len(state.players) - 1  # the only rival is no partner
    partners = weights.start_partner * _idle_elsewhere(desk) * (rivals - 1) / rivals if rivals else 0.0
    helped = partners + weights.start_helped * elsewhere
    against = _against_starting(desk, started)
    wanted = _capital_wanted(desk)
    for move in moves:
        score = desk.unit * (weights.start + weights.start_home * home_value(state, move.company)) - against
        lacking = _cost_of_floating(desk, move) - free
        if lacking > 0:
            hopeless = alone or started or lacking > helped
            score -= lacking + (desk.unit * weights.start_hopeless if hopeless else 0.0)
        else:
            score += move.price * _for_a_higher_price(desk, move.price)
        if weights.start_short:
            score -= max(wanted - move.price * 10, 0) * weights.start_short
        if weights.start_gift and isinstance(move, SetPar):
            score += move.price * president_percent(state, move.company) / 10 * weights.start_gift
        if weights.start_room and _room(desk) < _certificates_to_float(state, move.company):
            score -= desk.unit * weights.start_room
        hope = "is a company that I can float" if lacking <= 0 else "may float with the help of others"
        why = f"{move.company} at {move.price} {hope}."
        yield Rated(score, move, why, _why_not(desk, move, started, lacking))


def _why_not(desk: Desk, move: StartCompany | SetPar, started: list[str], lacking: float) -> str:
    """What speaks most against starting a company."""
    waiting = [sym for sym in started if desk.state.companies[sym].par and not desk.state.companies[sym].floated]
    if waiting:
        return f"{listed(waiting)} must float before I start another company."
    if desk.rounds < desk.weights.start_late_rounds:
        return "It is too late to start a company."
    if lacking > 0:
        return f"I cannot float {move.company} at {move.price} by myself."
    if _room(desk) < _certificates_to_float(desk.state, move.company):
        return f"I may not hold enough certificates to float {move.company}."
    return f"{move.company} at {move.price} would have too little money for trains."


def _capital_wanted(desk: Desk) -> float:
    """The capital that a new company should have: the price of some trains, as far as the market allows."""
    highest = max(desk.state.rules.market.par, default=0)
    return min(next_price(desk.state) * desk.weights.start_capital, highest * 10)


def _room(desk: Desk) -> int:
    """How many more certificates the seat may hold."""
    return int(desk.state.rules.certificate_limit - certificates_of(desk.state, desk.seat))


def _certificates_to_float(state: State, company: str) -> int:
    """How many certificates it takes to float a company alone."""
    rest = state.rules.facts.float_percent - president_percent(state, company)
    return 1 + max(-(-rest // 10), 0)


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
    state = desk.state
    if isinstance(move, SetPar) and desk.weights.start_gift:
        after = apply(state, move)[0]  # shares may lie with others already, and some companies float at once
        left = 0 if after.companies[move.company].floated else percent_to_float(after, move.company)
        return move.price * left / 10
    cost = move.price * state.rules.facts.float_percent / 10
    if isinstance(move, SetPar):
        cost -= move.price * max(president_percent(state, move.company), 10) / 10
    return max(cost, 0.0)


def percent_to_float(state: State, company: str) -> int:
    """How much of a company has to be sold before it floats."""
    return max(state.rules.facts.float_percent - percent_sold(state, company), 0)


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
