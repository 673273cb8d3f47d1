"""Everything else: offers of others, and the kinds of move that only one title has.

A kind of move that no rule of thumb knows is tried: Clerk looks at what it and the others have and may expect
after it. So a new title is played sensibly before anybody has written a line about it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from railhead.bots.boards import shared
from railhead.bots.clerk.auction import to_keep
from railhead.bots.clerk.starting import percent_to_float
from railhead.bots.outlook import earnings, standing
from railhead.bots.protocol import DECLINED, NOTHING, Rated
from railhead.core.engine import apply, legal_moves, refusal
from railhead.core.moves import Accept, BuyPrivate, BuyTrain, Decline, Move, Pass
from railhead.core.offers import Offer
from railhead.core.shares import certificates_of
from railhead.core.state import State, president_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from railhead.bots.clerk.desk import Desk

TRIED = 24
"""Moves of unknown kinds that are tried at most."""
DEBT = 1.0
"""What it is worth to owe less, beyond what the trial shows, in prices of the cheapest train: debts grow."""


def rate_nothing(_desk: Desk, moves: Sequence[Pass]) -> Iterator[Rated]:
    """Doing nothing is worth nothing."""
    for move in moves:
        yield Rated(0.0, move, NOTHING)


def rate_declining(_desk: Desk, moves: Sequence[Decline]) -> Iterator[Rated]:
    """So is leaving things as they are."""
    for move in moves:
        yield Rated(0.0, move, "Not at that price.")


def rate_accepting(desk: Desk, moves: Sequence[Accept]) -> Iterator[Rated]:
    """An offer, by what it gives away and what it brings."""
    for move in moves:
        deal = getattr(desk.state.top, "deal", None)
        if isinstance(deal, BuyPrivate):
            yield Rated(_private_deal(desk, deal), move, f"{deal.price} is a fair price.")
        elif isinstance(deal, BuyTrain):
            yield Rated(_train_deal(desk, deal), move, f"{deal.price} is a fair price.")
        elif (winner := getattr(desk.state.top, "winner", None)) is not None:
            yield _giving_up(desk, move, str(winner))
        else:
            yield from rate_by_trial(desk, [move])


def _giving_up(desk: Desk, move: Accept, winner: str) -> Rated:
    """Agreeing that somebody has won: oneself, or somebody who is out of reach."""
    worth = standing(desk.state, desk.weights)
    if winner == desk.seat or worth[desk.seat] < desk.weights.hopeless * worth[winner]:
        return Rated(desk.unit, move, "It is decided.")
    return Rated(-desk.unit, move, "It is not decided yet.")


def _private_deal(desk: Desk, deal: BuyPrivate) -> float:
    facts = desk.state.rules.privates[deal.private]
    income = desk.state.privates[deal.private].revenue
    return deal.price - facts.value * desk.weights.deal_value - income * min(desk.rounds, desk.weights.income_rounds)


def _train_deal(desk: Desk, deal: BuyTrain) -> float:
    """The price must beat both what the train earns and what a new one costs."""
    seller = desk.state.companies[deal.source]
    rest = list(seller.trains)
    if deal.train in rest:
        rest.remove(deal.train)
    less = earnings(desk.state, deal.source, seller.trains) - earnings(desk.state, deal.source, tuple(rest))
    loss = less * min(desk.life(deal.train), desk.rounds) * desk.own(deal.source)
    gain = deal.price * desk.own(deal.source) * desk.weights.deal_train
    if not rest:
        loss += desk.unit * desk.weights.train_last
    fair = desk.state.rules.trains[deal.train].price
    return gain - loss - (desk.unit * desk.weights.deal_cheap if deal.price < fair else 0.0)


def rate_by_trial(desk: Desk, moves: Sequence[Move]) -> Iterator[Rated]:
    """Try a move and compare what everybody has and may expect, and what one's own trains would earn."""
    if desk.weights.try_vote and _answers(desk, moves):
        yield from _rate_answers(desk, moves)
        return
    before = standing(desk.state, desk.weights)
    # many that are hardly worse than nothing would tempt a varying judgement
    untried = -1.0 if not desk.weights.try_start else -desk.unit
    for rank, move in enumerate(moves):
        if rank >= TRIED:
            yield Rated(untried, move, "There are better things to do.")
            continue
        after = _outcome(desk, move, before)
        if after is None:
            yield Rated(-desk.unit, move, DECLINED)
            continue
        gain = _margin(desk, standing(after, desk.weights), desk.seat) - _margin(desk, before, desk.seat)
        gain += _runs(desk, after)
        owes = _owes_less(desk, after)
        extra = DEBT * desk.unit if owes else 0.0
        if desk.weights.try_float and _spends_float(desk, after):
            extra -= desk.weights.try_float * desk.unit
        if desk.weights.try_start:
            extra -= desk.weights.try_start * _dead_money(desk, after)
        extra -= desk.weights.try_effort * desk.unit
        why = "It is better to owe less." if owes and round(gain) <= 0 else _outlook(gain)
        yield Rated(gain + extra, move, why)


def _answers(desk: Desk, moves: Sequence[Move]) -> bool:
    """Whether moves answer a question that is put to several players."""
    kind, rules = type(moves[0]), desk.state.rules
    return rules.proposal(desk.state) is not None and all(it.move is not kind for it in rules.anytime)


def _rate_answers(desk: Desk, moves: Sequence[Move]) -> Iterator[Rated]:
    """Answers to such a question: yes by what would follow if all the others agreed, no as leaving things alone."""
    proposal = desk.state.rules.proposal(desk.state)
    for move in moves:
        if proposal is None or not isinstance(move, proposal.yes):
            yield Rated(0.0, move, "I am better off as things are.")
            continue
        before, after = standing(desk.state, desk.weights), standing(_agreed(desk.state, move), desk.weights)
        gain = _margin(desk, after, desk.seat) - _margin(desk, before, desk.seat)
        yield Rated(gain, move, _outlook(gain))


def _agreed(state: State, yes: Move) -> State:
    """The position after a yes, and a yes of everybody else who is asked the same question."""
    asked = state.rules.proposal(state)
    company = asked.company if asked is not None else ""
    state = apply(state, yes)[0]
    for _ in state.companies:
        asked = state.rules.proposal(state)
        if asked is None or asked.company != company:
            break
        answers = [move for move in legal_moves(state) if isinstance(move, asked.yes)]
        if not answers:
            break
        state = apply(state, answers[0])[0]
    return state


def _spends_float(desk: Desk, after: State) -> bool:
    """Whether a seat without a public company spends the money with which it could float one."""
    state, seat = desk.state, desk.seat
    charters = state.companies.items()
    if state.round.kind != "SR" or any(it.par and president_of(state, sym) == seat for sym, it in charters):
        return False
    needed = to_keep(state)
    return needed > 0 and after.players[seat].cash < needed <= desk.cash


def _dead_money(desk: Desk, after: State) -> float:
    """The penalty for starting a company that one cannot float, as in `starting`."""
    seat, free = desk.seat, after.players[desk.seat].cash - desk.reserve
    for company, charter in after.companies.items():
        if desk.state.companies[company].par or not charter.par or charter.floated:
            continue
        lacking = charter.par * percent_to_float(after, company) / 10 - free
        if president_of(after, company) == seat and lacking > 0:
            return lacking + desk.unit * desk.weights.start_hopeless
    return 0.0


def _outlook(gain: float) -> str:
    """What a trial showed."""
    if round(gain) > 0:
        return f"It should gain me about {gain:.0f}."
    if round(gain):
        return f"It costs me about {-gain:.0f} and may help later."
    return "I lose nothing by it, and it may help later."


def _outcome(desk: Desk, move: Move, before: dict[str, float]) -> State | None:
    """The position after a move; None if it is an offer that will be declined."""
    after = apply(desk.state, move)[0]
    if after.ended is not None or not isinstance(after.top, Offer) or after.top.to == desk.seat:
        return after
    other = after.top.to
    if refusal(after, Accept(other)) is not None:
        return None
    agreed = apply(after, Accept(other))[0]
    return agreed if _margin(desk, standing(agreed, desk.weights), other) > _margin(desk, before, other) else None


def _owes_less(desk: Desk, after: State) -> bool:
    """Whether money was spent that left no less worth and no more certificates: then a debt was paid."""
    before, seat = desk.state, desk.seat
    if after.players[seat].cash >= before.players[seat].cash:
        return False
    same_worth = before.rules.score(after, seat) == before.rules.score(before, seat)
    return same_worth and certificates_of(after, seat) == certificates_of(before, seat)


def _runs(desk: Desk, after: State) -> float:
    """What a change to the board does for the runs of the operating company, or of all one's own if none is."""
    before = desk.state
    if after.board is before.board or after.ended is not None:
        return 0.0
    after = shared(after)
    gain = 0.0
    for company in (desk.company,) if desk.company else before.companies:
        charter = before.companies[company]
        if charter.trains and president_of(before, company) == desk.seat and not after.companies[company].closed:
            more = earnings(after, company, charter.trains) - earnings(before, company, charter.trains)
            gain += more * desk.own(company) * min(desk.lasts(company), desk.weights.try_rounds)
    return gain


def _margin(desk: Desk, worth: dict[str, float], seat: str) -> float:
    """How far a seat is ahead of the others, its own worth counting double."""
    others = [value for name, value in worth.items() if name != seat]
    return worth[seat] - desk.weights.others * sum(others) / max(len(others), 1)
