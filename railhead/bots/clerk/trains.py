"""Trains: bought before they are needed badly, never where they do not earn, and the worst ones given up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from railhead.bots.experience import grown_by
from railhead.bots.outlook import earnings, next_price, price_of_train, rusted, train_after
from railhead.bots.protocol import Rated
from railhead.core.forced import ForcedPurchase, missing_now, purchase_of
from railhead.core.privates import sale_range
from railhead.core.shares import percent_of, privates_of
from railhead.core.state import POOL, president_of
from railhead.core.trains import SUPPLY, must_buy
from railhead.view.names import a_train, listed, sentence_case, train_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from railhead.bots.clerk.desk import Desk
    from railhead.core.moves import Bankrupt, BuyTrain, DiscardTrain, RaiseMoney, StepBack


BANKRUPTCY = "train.bankruptcy"
"""The rule by which a president goes bankrupt; a title without it lends him the money."""


def rate_trains(desk: Desk, moves: Iterable[BuyTrain]) -> Iterator[Rated]:
    """Purchases by what the train adds to the runs while it lives, against its price."""
    company = desk.company
    charter = desk.state.companies[company]
    duty = must_buy(desk.state, company)
    for move in moves:
        if move.source not in (SUPPLY, POOL) and president_of(desk.state, move.source) != desk.seat:
            continue
        yield _purchase(desk, company, charter.trains, move, duty)


def _purchase(desk: Desk, company: str, trains: tuple[str, ...], move: BuyTrain, duty: bool) -> Rated:
    state, weights = desk.state, desk.weights
    charter = state.companies[company]
    kept = _without(trains, move.trade)
    more = earnings(state, company, (*kept, move.train)) - earnings(state, company, trains)
    runs = earnings(state, company, (move.train,)) > 0
    growing = runs and move.source in (SUPPLY, POOL)
    gain = brings(desk, move.train, len(kept), more, growing, move.trade)
    share = max(desk.own(company), weights.train_share)
    help_needed = max(move.price - charter.cash, 0)
    score = gain * share - _from_treasury(desk, charter.cash, move.price - help_needed) * share - help_needed
    score += safety(desk, company, move.train) * (1.0 if runs else weights.train_idle)
    if weights.train_private:
        wanted = for_privates(desk, company)
        paid = move.price - help_needed
        lacking = max(wanted - (charter.cash - paid), 0) - max(wanted - charter.cash, 0)
        score -= lacking * weights.train_private
    if not runs and not duty:
        score -= move.price * weights.train_useless
    if weights.train_bill and not duty:
        later = desk.bill(company, (*kept, move.train), max(charter.cash - move.price, 0))
        score -= (later - desk.need(company)) * weights.train_bill
    if move.source in state.companies:
        score -= max(move.price - state.rules.trains[move.train].price, 0) * weights.train_above
        score -= _loss_of_seller(desk, move)
    rust = 0.0
    if move.source == SUPPLY and (weights.rust_others or weights.rust_own):
        rust = _by_rust(desk, company, move.train)
        score += rust
    debt = missing_now(state) if isinstance(state.top, ForcedPurchase) else 0
    if duty and not debt:
        score += desk.unit * weights.train_duty
    score -= debt * weights.train_debt
    why = f"{company} must own a train." if duty else _why_train(desk, company, move, more, rust)
    return Rated(score, move, why, _why_not(company, move, more, rusts_own=rust < 0 < score - rust))


def _by_rust(desk: Desk, buyer: str, train: str) -> float:
    """What a purchase gains by rust: what it costs each of the others, less what it costs the seat."""
    state, weights = desk.state, desk.weights
    costs = dict.fromkeys(state.players, 0.0)
    for company, gone in rusted(state, train).items():
        charter = state.companies[company]
        kept = tuple(it for it in charter.trains if it not in gone)
        loss = _loss_by_rust(desk, company, gone, (*kept, train) if company == buyer else kept)
        for player in costs:
            costs[player] += loss * percent_of(state, company, player) / 100
        president = president_of(state, company)
        if president in costs and not kept and company != buyer:
            price = price_of_train(state, train_after(state, train))
            paid = min(price, charter.cash)
            costs[president] += price - paid + paid * weights.treasury
            if president == desk.seat and weights.train_ruin and _is_ruin(desk, price - paid):
                costs[president] += desk.unit * weights.train_last
    mine = costs.pop(desk.seat)
    counts = weights.rust_others * (weights.rust_many if len(costs) > 1 else 1.0)
    return sum(costs.values()) / max(len(costs), 1) * counts - mine * weights.rust_own


def _loss_by_rust(desk: Desk, company: str, gone: list[str], kept: tuple[str, ...]) -> float:
    """What a company's runs lose: as long as the trains would have lived, or one run if it has to buy another."""
    state = desk.state
    less = earnings(state, company, state.companies[company].trains) - earnings(state, company, kept)
    rounds = max(desk.life(it) for it in gone)
    return max(less, 0) * (rounds if kept else min(rounds, 1.0))


def _why_train(desk: Desk, company: str, move: BuyTrain, more: int, rust: float) -> str:
    """What a train is bought for: the next run, a long life, rust that gains something, or track still to come."""
    if more > 0:
        return f"{_a_train(move)} adds {more} to {company}'s run."
    if desk.life(move.train) > desk.lasts(company):
        if not desk.state.companies[company].trains:
            return f"{company} has no train."
        return f"{company}'s trains will rust before {a_train(move.train)} does."
    others = [it for it in rusted(desk.state, move.train) if president_of(desk.state, it) != desk.seat]
    if others and rust > 0:
        return f"{_a_train(move)} rusts trains of {listed(others)}."
    return f"{company} will need {a_train(move.train)} when it has more track."


def _why_not(company: str, move: BuyTrain, more: int, rusts_own: bool) -> str:
    """What speaks against a train."""
    if rusts_own:
        return f"{_a_train(move)} would rust trains that earn money for me."
    if more > 0:
        return f"{_a_train(move)} for {move.price} would add no more than {more} to {company}'s run."
    return f"{_a_train(move)} would add nothing to {company}'s run today."


def _a_train(move: BuyTrain) -> str:
    return sentence_case(a_train(move.train))


def _from_treasury(desk: Desk, cash: int, price: int) -> float:
    """How much it matters to spend treasury money: little as long as the price of another train is left."""
    weights = desk.weights
    spare = min(max(cash - next_price(desk.state), 0), price)
    return spare * weights.treasury_spare + (price - spare) * weights.treasury


def brings(desk: Desk, train: str, owned: int, more: int, growing: bool, traded: str = "") -> float:
    """What a train adds to the runs while it lives: what it adds today, and how that grows with the track."""
    rounds = min(desk.life(train), desk.rounds - 1.0)
    if not growing:
        return more * rounds
    prices = desk.state.rules.trains
    price = prices[train].price - (prices[traded].price if traded else 0)
    return more * rounds + desk.weights.train_learned * price * grown_by(desk.state, owned, rounds)


def for_privates(desk: Desk, company: str) -> int:
    """What a company may pay for its president's private companies, now or in the next phase."""
    state = desk.state
    later = replace(state, phase=min(state.phase + 1, len(state.rules.phases) - 1))
    total = 0
    for private in privates_of(state, desk.seat):
        span = sale_range(state, company, private) or sale_range(later, company, private)
        total += span[1] if span else 0
    return total


def rate_choices(desk: Desk, moves: Iterable[RaiseMoney]) -> Iterator[Rated]:
    """Which train to raise money for: the one that would be bought if the money was there, from nobody else."""
    company = desk.company
    for move in moves:
        if move.source in desk.state.companies and president_of(desk.state, move.source) != desk.seat:
            continue
        best = _purchase(desk, company, desk.state.companies[company].trains, purchase_of(desk.state, move), True)
        yield Rated(best.score + 1.0, move, f"{company} must own a train, and money must be raised for it.")


def rate_steps_back(_desk: Desk, moves: Iterable[StepBack]) -> Iterator[Rated]:
    """Clerk never takes a choice back."""
    for move in moves:
        yield Rated(-1e8, move, "The choice was considered.")


def safety(desk: Desk, company: str, train: str) -> float:
    """A train that lasts is worth something to a company whose own will not."""
    life, otherwise = desk.life(train), desk.lasts(company)
    weights = desk.weights
    most = weights.train_safety_rounds
    gap = min(life, most) - min(otherwise, most)
    if gap <= 0 or desk.rounds < 2:
        return 0.0
    need = 1.0 if otherwise < weights.train_urgent_rounds else weights.train_not_urgent
    return gap * need * desk.unit * weights.train_safety


def _loss_of_seller(desk: Desk, move: BuyTrain) -> float:
    """What the seller's runs lose."""
    weights = desk.weights
    seller = desk.state.companies[move.source]
    rest = _without(seller.trains, move.train)
    less = earnings(desk.state, move.source, seller.trains) - earnings(desk.state, move.source, rest)
    loss = less * min(desk.life(move.train), desk.rounds) * max(desk.own(move.source), weights.train_share)
    dear = not rest or (weights.train_ruin > 0 and _may_ruin(desk, move, rest))
    alone = desk.unit * weights.train_last if dear else 0.0
    return loss + alone - move.price * weights.treasury * desk.own(move.source)


def _may_ruin(desk: Desk, move: BuyTrain, rest: tuple[str, ...]) -> bool:
    """Whether the seller's other trains rust so soon that the seat may have to pay more than it has for the next."""
    bill = desk.bill(move.source, rest, desk.state.companies[move.source].cash + move.price)
    return bill > desk.need(move.source) and _is_ruin(desk, bill)


def _is_ruin(desk: Desk, bill: float) -> bool:
    """Whether a bill is more than the seat has, where that may make it bankrupt."""
    return bill > desk.cash and BANKRUPTCY in desk.state.rules.rulebook.clauses


def _without(trains: tuple[str, ...], train: str) -> tuple[str, ...]:
    left = list(trains)
    if train in left:
        left.remove(train)
    return tuple(left)


def rate_discards(desk: Desk, moves: Iterable[DiscardTrain]) -> Iterator[Rated]:
    """Give up the train that earns least from now on."""
    for move in moves:
        trains = desk.state.companies[move.company].trains
        rest = _without(trains, move.train)
        left = earnings(desk.state, move.company, rest)
        score = left - desk.life(move.train) * desk.unit * desk.weights.discard_life
        yield Rated(score, move, f"The {train_name(move.train)} is the one to spare.")


def rate_bankruptcy(_desk: Desk, moves: Iterable[Bankrupt]) -> Iterator[Rated]:
    """Only as a last resort."""
    for move in moves:
        yield Rated(-1e9, move, "The money cannot be raised.")
