"""The sentences about a game: events, moves, refusals, and who has to act now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from railhead.core.agreement import EndCall
from railhead.core.auction import Auction, Bidding, highest, locked, minimum, price_now, unsold
from railhead.core.engine import actors, legal_moves, open_kinds
from railhead.core.forced import ForcedPurchase, need
from railhead.core.kinds import legal
from railhead.core.moves import BuyShare, Pass, PlaceStation, SellShares, StartCompany
from railhead.core.offers import Offer
from railhead.core.operating import OperatingTurn
from railhead.core.phases import Discard
from railhead.core.secrecy import COMPANIES
from railhead.core.shares import certificates_of
from railhead.core.state import State
from railhead.core.stock import StockRound, must_sell
from railhead.core.trains import must_buy
from railhead.view.event_words import deal_words, sentence
from railhead.view.move_words import Label, deal_text, label, move_sentence
from railhead.view.names import (
    a_train,
    fields_of,
    filled,
    inside,
    listed,
    money,
    own_words,
    private_name,
    round_name,
    sentence_case,
    summary,
    train_name,
    who,
)
from railhead.view.refusal_words import case_text, refusal_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from railhead.core.moves import Move
    from railhead.core.state import State

__all__ = [
    "Label",
    "case_text",
    "deal_words",
    "label",
    "money",
    "move_sentence",
    "now",
    "refusal_text",
    "sentence",
    "where",
    "who",
]


def where(state: State) -> str:
    """The round and the phase, for a heading."""
    here = state.round
    phase = state.rules.phases[state.phase].name
    return sentence_case(f"{round_name(here.kind, here.number, here.part, here.of)}, phase {phase}")


def now(state: State) -> str:
    """Who acts, and for what, in one sentence."""
    if state.ended is not None:
        winners = listed(who(state, name) for name in state.ended.winners)
        best = max(state.ended.scores.values(), default=0)
        verb = "wins" if len(state.ended.winners) == 1 else "win"
        return f"The game is over: {winners} {verb} with {money(state, best)}."
    names = listed(who(state, name) for name in actors(state)) or "Nobody"
    frame = state.top
    own = own_words(state, type(frame).__name__)
    if own is not None:
        return sentence_case(filled(state, own, {**fields_of(frame), "who": names}))
    writer = _AWAITED.get(type(frame))
    if writer is not None:
        return f"{names} {writer(state, frame)}."
    return f"{names} to act: {summary(type(frame))}."


def _auction(state: State, frame: Auction) -> str:
    left = unsold(state)
    price = price_now(state, left[0])
    cash = state.players[frame.at].cash
    can_buy = cash - locked(state, frame.at) >= price
    may = [f"buy {private_name(state, left[0])} for {money(state, price)}"] if can_buy else []
    if any(cash - locked(state, frame.at, private) >= minimum(state, private) for private in left[1:]):
        may.append("bid on another private company" if may else "bid on a private company")
    return f"may {', '.join(may)}, or pass" if may else "can only pass"


def _bidding(state: State, frame: Bidding) -> str:
    bid = money(state, highest(state, frame.private))
    return f"may raise the bid of {bid} on {private_name(state, frame.private)}, or leave the auction"


def _stock(state: State, frame: StockRound) -> str:
    if must_sell(state, Pass(frame.at)) is not None:
        held, limit = certificates_of(state, frame.at), state.rules.certificate_limit
        return (
            f"must sell first: {held} certificates, and the limit is {limit}" if held > limit else "must sell first"
        )
    if frame.bought:
        return f"has bought {frame.bought[-1]} and may continue, or end the turn"
    kinds = open_kinds(state)
    open_now = [says for move, says in _STOCK if legal(state, [kind for kind in kinds if kind.move is move])]
    verbs = open_now or _verbs(state, legal_moves(state))
    return f"may {', '.join(verbs)}, or pass" if verbs else "can only pass"


def _verbs(state: State, moves: Iterable[Move]) -> list[str]:
    """What else a turn may be about, where a title has moves of its own: a few of their verbs."""
    verbs = (inside(label(state, move).verb) for move in moves if not isinstance(move, Pass))
    return list(dict.fromkeys(verbs))[:FEW_VERBS]


FEW_VERBS = 3
_STOCK = ((SellShares, "sell shares"), (BuyShare, "buy a share"), (StartCompany, "start a company"))
"""What a turn of a stock round is about, in the order of the usual turn."""


def _dearth(state: State, company: str) -> str:
    """The cheapest train available, and what is missing to pay for it."""
    prices = {train: state.rules.trains[train].price for train in state.rules.train.on_sale(state, company)}
    if not prices:
        return ""
    train = min(prices, key=lambda name: prices[name])
    missing = 0 if COMPANIES in state.rules.secret else prices[train] - state.companies[company].cash
    short = f", {money(state, missing)} more than it has" if missing > 0 else ""
    return f": {a_train(train)} costs {money(state, prices[train])}{short}"


def _turn(state: State, frame: OperatingTurn) -> str:
    steps = state.rules.operating.steps
    name = steps[frame.step].name if frame.step < len(steps) else ""
    company = frame.company
    if name == "trains" and must_buy(state, company):
        return f"must buy a train for {company}{_dearth(state, company)}"
    words = {
        "track": f"may lay track for {company}",
        "station": f"may place a station for {company}",
        "run": f"runs the trains of {company}",
        "dividend": f"decides what to do with the {money(state, max(frame.revenue, 0))} that {company} has earned",
        "trains": f"may buy trains for {company}",
        "privates": f"may buy a private company for {company}",
    }
    kinds = steps[frame.step].kinds if frame.step < len(steps) else ()
    if name in words and (name != "station" or legal(state, [kind for kind in kinds if kind.move is PlaceStation])):
        return words[name]
    # A step that only this title has, or something of its own in a usual one
    verbs = _verbs(state, (move for kind in kinds for move in kind.legal(state, actors(state))))
    return f"may {' or '.join(verbs)} for {company}" if verbs else words.get(name, f"acts for {company}")


def _forced(state: State, frame: ForcedPurchase) -> str:
    figures = need(state)
    if figures is None:
        return f"raises money for {a_train(frame.train)}"
    price, train = money(state, figures.price), train_name(figures.train)
    if state.rules.secret:
        return f"raises money for the {train} at {price}"
    payer = who(state, actors(state)[0])
    there = f"{figures.company} has {money(state, figures.treasury)}, {payer} {money(state, figures.cash)}"
    if not figures.missing:
        return f"has the money for the {train} and must buy it for {price}: {there}"
    return f"must raise {money(state, figures.missing)} more for the {train} at {price}: {there}"


def _discard(state: State, frame: Discard) -> str:
    trains = listed(state.companies[frame.company].trains)
    return f"must discard a train of {frame.company}, which has {trains}"


def _offer(state: State, frame: Offer) -> str:
    return f"must answer {who(state, frame.deal.by)}, who wants to {deal_text(state, frame.deal)}"


def _end(state: State, frame: EndCall) -> str:
    return f"must answer {who(state, frame.by)}, who proposes to end the game now"


_AWAITED: Mapping[type[Any], Callable[[State, Any], str]] = {
    Auction: _auction,
    Bidding: _bidding,
    StockRound: _stock,
    OperatingTurn: _turn,
    ForcedPurchase: _forced,
    Discard: _discard,
    Offer: _offer,
    EndCall: _end,
}
