"""The stock round: buying what pays, selling what will fall."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from railhead.bots.clerk.auction import to_keep
from railhead.bots.clerk.desk import Desk
from railhead.bots.clerk.starting import rate_starts
from railhead.bots.protocol import Rated
from railhead.core.buying import cost_of
from railhead.core.engine import apply, open_kinds
from railhead.core.floating import percent_sold
from railhead.core.market import price_of
from railhead.core.moves import BuyShare, StartCompany
from railhead.core.shares import certificates_of, heir, percent_of, president_percent
from railhead.core.state import RESERVED, president_of
from railhead.view.names import listed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from railhead.core.moves import SellShares


def rate_buys(desk: Desk, moves: Iterable[BuyShare]) -> Iterator[Rated]:
    """Purchases, by what they bring in by the end for the money they cost."""
    for move in moves:
        cost = cost_of(desk.state, move.company, move.source, move.percent)
        gain, why = _gain(desk, move, cost)
        against = _why_not(desk, move, cost) if gain <= 0 and desk.habits.lists else ""
        yield Rated(_per_cost(gain, cost, desk), move, why, against)


def _gain(desk: Desk, move: BuyShare, cost: int) -> tuple[float, str]:
    """What a purchase gains by the end, and why."""
    gain = desk.value(move.company) * move.percent / 10 - cost * (1 + desk.weights.thrift)
    why = f"{move.company} {'will pay more than it costs' if gain > 0 else 'is dear, but idle money earns nothing'}."
    if not desk.state.companies[move.company].floated:
        gain, why = _towards_floating(desk, move, gain, cost)
    gain -= _burden(desk, move)
    gain -= max(desk.reserve - (desk.cash - cost), 0.0) * desk.weights.reserve
    return gain, why


def _why_not(desk: Desk, move: BuyShare, cost: int) -> str:
    """What speaks most against a purchase that does not gain anything."""
    company = move.company
    charter = desk.state.companies[company]
    if not charter.floated and charter.certificate != RESERVED:
        return f"{company} has yet to float."
    if desk.value(company) * move.percent / 10 > cost * (1 + desk.weights.thrift):
        lacking = max(desk.reserve - (desk.cash - cost), 0.0) * desk.weights.reserve
        if _burden(desk, move) > lacking:
            return f"{company} needs a train, and I might have to pay for it."
        if lacking:
            return f"I keep my money for a train of {_needy(desk)}."
    return f"{company} will not pay what it costs."


def _needy(desk: Desk) -> str:
    """The companies of the seat that may not be able to pay for their next train."""
    state = desk.state
    return listed((sym for sym in state.companies if president_of(state, sym) == desk.seat and desk.need(sym)), "or")


def _per_cost(gain: float, cost: float, desk: Desk) -> float:
    """Of two purchases, the one that makes better use of the money."""
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
        # the president gains most: with two players that is the only rival, with more it is one of several
        rivals = len(state.players) - 1
        bonus = desk.weights.float_join * (rivals - 1) / rivals - desk.weights.float_alone / rivals
        return gain + bonus * desk.unit, f"{move.company} can float with my help."
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
    before = percent_of(state, move.company, desk.seat)
    after = before + move.percent
    if after > percent_of(state, move.company, president):
        return desk.need(move.company) * desk.weights.burden
    return _left_behind(desk, move.company, after) - _left_behind(desk, move.company, before)


def _left_behind(desk: Desk, company: str, percent: int) -> float:
    """What may have to be paid if the president of a company that needs a train sells, and one is the next.

    Nobody can be left with a company whose president's certificate he could not exchange.
    """
    state, president = desk.state, president_of(desk.state, company)
    if not desk.weights.dump_risk or president not in state.players or not desk.need(company):
        return 0.0
    others = (name for name in state.players if name not in (president, desk.seat))
    rivals = max((percent_of(state, company, name) for name in others), default=0)
    next_one = percent >= max(president_percent(state, company), rivals)
    return desk.need(company) * desk.weights.dump_risk if next_one else 0.0


def rate_sales(desk: Desk, moves: Iterable[SellShares]) -> Iterator[Rated]:
    """Sales: what they fetch now against what would be lost."""
    full = desk.weights.swap > 0 and certificates_of(desk.state, desk.seat) >= desk.state.rules.certificate_limit
    tried: set[str] = set()
    starting = desk.weights.sell_start > 0 and _may_start(desk)
    otherwise = _best_start(desk) if starting else NO_START
    for move in sorted(moves, key=lambda it: it.percent) if full else moves:
        sale = _sale(desk, move)
        if full and move.company not in tried:
            tried.add(move.company)
            sale = max(sale, _swap(desk, move, sale), key=lambda it: it.score)
        if starting:
            sale = max(sale, _for_a_start(desk, move, sale, otherwise), key=lambda it: it.score)
        yield sale


def _may_start(desk: Desk) -> bool:
    """Whether a company is left that somebody may start in this round."""
    charters = desk.state.companies.values()
    return any(kind.move is StartCompany for kind in open_kinds(desk.state)) and any(
        not charter.par and not charter.closed for charter in charters
    )


def _for_a_start(desk: Desk, sale: SellShares, alone: Rated, otherwise: Start) -> Rated:
    """A sale that pays for a company of one's own, or for one at a higher price."""
    best = _best_start(Desk(apply(desk.state, sale)[0], desk.seat, desk.habits))
    if best.score <= otherwise.score:
        return alone
    score = alone.score + (best.score - otherwise.score) * desk.weights.sell_start
    return Rated(score, sale, f"It pays for {best.company}, which I can start.")


class Start(NamedTuple):
    """A company to start, and how good that is."""

    score: float
    company: str


NO_START = Start(0.0, "")


def _best_start(desk: Desk) -> Start:
    """The best company to start that the seat can float by itself; none if it is better not to."""
    state = desk.state
    free = desk.cash - desk.reserve
    if free < to_keep(state):
        return NO_START
    starts = [
        move
        for kind in open_kinds(state)
        if kind.move is StartCompany
        for move in kind.candidates(state)
        if move.by == desk.seat
        and move.price * state.rules.facts.float_percent / 10 <= free
        and kind.objection(state, move) is None
    ]
    rated = zip(rate_starts(desk, starts), starts, strict=True)
    return max([NO_START, *(Start(it.score, move.company) for it, move in rated)])


def _swap(desk: Desk, sale: SellShares, alone: Rated) -> Rated:
    """A sale that makes room for a better share: where certificates are short, each should earn the most."""
    state = apply(desk.state, sale)[0]
    after = Desk(state, desk.seat, desk.habits)
    best, company = 0.0, ""
    for kind in open_kinds(state):
        for move in kind.candidates(state) if kind.move is BuyShare else ():
            if move.by == desk.seat and kind.objection(state, move) is None:
                gain, _ = _gain(after, move, cost_of(state, move.company, move.source, move.percent))
                best, company = max((best, company), (gain, move.company))
    score = alone.score + best * desk.weights.swap - desk.unit * desk.weights.swap_effort
    return Rated(score, sale, f"It makes room for {company}, which will pay more.")


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
    why = f"{company} will fall." if gain > 0 else f"I would rather have the money than {company}."
    if president_of(state, company) == desk.seat and heir(state, company, desk.seat, left) != desk.seat:
        gain += desk.need(company) * weights.sell_need - desk.unit * weights.sell_presidency
        why = f"{company} needs a train, and I will not pay for it." if desk.need(company) else why
    elif president_of(state, company) != desk.seat:
        risk = _left_behind(desk, company, before) - _left_behind(desk, company, left)
        gain += risk
        why = f"{company} needs a train, and I might have to pay for it." if risk > 0 else why
    if desk.cash < desk.reserve:
        raised = min(number * price, desk.reserve - desk.cash) * weights.sell_short
        why = f"I need money for a train of {_needy(desk)}." if gain <= 0 < gain + raised else why
        gain += raised
    if state.round.kind == "OR" and desk.company:
        why = f"I have to raise money for {desk.company}'s train."
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
