"""What bots say about the moves that they do not make: why they pass, and what a choice gains over the next best."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railhead.bots.protocol import DECLINED, NO_CHOICE, NOTHING, Rated
from railhead.core.auction import Auction
from railhead.core.change import find_frame
from railhead.core.moves import (
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    DiscardTrain,
    Dividend,
    LayTile,
    Move,
    Pass,
    PlaceStation,
    SellShares,
    SetPar,
    StartCompany,
)
from railhead.core.operating import OperatingTurn, current_step
from railhead.core.privates import PRIVATE_STEP
from railhead.core.trains import cheapest, room
from railhead.view.move_words import label
from railhead.view.names import a_train

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railhead.core.state import State

UNTHINKABLE = -1e6
"""Moves rated lower are not worth a word."""


def phrase(state: State, move: Move) -> str:
    """A move in a few words that can begin a sentence."""
    match move:
        case BuyShare():
            return f"buying {move.company}"
        case StartCompany() | SetPar():
            return f"starting {move.company} at {move.price}"
        case SellShares():
            return f"selling {move.percent} % of {move.company}"
        case LayTile():
            return f"laying a tile on {move.hex}"
        case PlaceStation():
            return f"placing a station on {move.hex}"
        case BuyTrain():
            seller = f" from {move.source}" if move.source in state.companies else ""
            return f"buying {a_train(move.train)}{seller} for {move.price}"
        case Bid() if label(state, move).verb != "Buy":
            return f"bidding {move.price} for {state.rules.privates[move.private].name}"
        case Bid() | BuyPrivate():
            return f"buying {state.rules.privates[move.private].name} for {move.price}"
        case Dividend():
            return {"pay": "paying", "withhold": "withholding", "half": "paying half"}.get(move.how, move.how)
        case Pass():
            return "passing"
        case _:
            return _any(state, move)


def instead(state: State, move: Move, other: Move) -> str:
    """Another move than the one that is made, so that nobody takes the two for the same."""
    words = phrase(state, other)
    if words != phrase(state, move):
        return words
    if isinstance(other, BuyShare):
        return f"buying {label(state, other).text}"
    return f"another way to lay a tile on {other.hex}" if isinstance(other, LayTile) else "another way to do it"


DOUBLED = {"put": "putting", "run": "running", "set": "setting", "step": "stepping"}
"""Verbs that double their last letter."""


def _any(state: State, move: Move) -> str:
    """Any other move, as its button says it: "Exchange the Dougo Railway" becomes "exchanging the Dougo Railway"."""
    words = label(state, move)
    about = (
        f"on {getattr(move, 'hex', '')}" if hasattr(move, "rotation") else words.text
    )  # how a tile lies is too much
    verb, _, rest = f"{words.verb} {about}".strip().partition(" ")
    verb = verb.lower()
    acting = DOUBLED.get(verb) or verb.removesuffix("e") + "ing"
    return " ".join(filter(None, (acting, rest))) + (f" for {words.price}" if words.price else "")


def with_reasons(state: State, found: Sequence[Rated]) -> list[Rated]:
    """The same ratings; the reason for a pass says what the best alternative would cost."""
    why = _why_pass(state, found)
    return [it._replace(why=why) if isinstance(it.move, Pass) and it.why == NOTHING else it for it in found]


def _why_pass(state: State, found: Sequence[Rated]) -> str:
    """What speaks against the best alternative to a pass.

    Sales and trains of sister companies always have a price, so they are named only if there is nothing else.
    """
    others = [it for it in found if not isinstance(it.move, Pass) and it.score > UNTHINKABLE]
    possible = [it for it in others if it.why != DECLINED]
    if not possible:
        return "No offer would be accepted." if others else NOTHING
    purchases = [it for it in possible if not isinstance(it.move, SellShares)]
    main = [it for it in purchases if not (isinstance(it.move, BuyTrain) and it.move.source in state.companies)]
    best = (main or purchases or possible)[0]
    words, loss = phrase(state, best.move), round(-best.score)
    if loss <= 0:
        spends = isinstance(best.move, BuyShare) or hasattr(best.move, "price")
        return f"I keep my money instead of {words}." if spends else NOTHING
    if not purchases:
        return f"There is nothing to buy, and {words} would lose about {loss}."
    return f"{words[0].upper()}{words[1:]} would lose about {loss}."


def why_only(state: State, seat: str, move: Move) -> str:
    """Why there is no other legal move, where a few words can say it."""
    turn = find_frame(state, OperatingTurn)
    match move:
        case BuyTrain() if turn is not None:
            lacking = move.price - state.companies[turn.company].cash
            helped = f", and I have to add {lacking}" if lacking > 0 else ""
            return f"{turn.company} must own a train{helped}."
        case DiscardTrain():
            return f"{move.company} has more trains than it may keep."
        case Pass() if turn is not None:
            return _nothing_to_do(state, turn)
        case Pass() if state.round.kind == "SR":
            return f"With {state.players[seat].cash} in hand there is nothing to buy."
        case Pass() if isinstance(state.top, Auction):
            return "I cannot afford another bid."
        case _:
            return NO_CHOICE


def _nothing_to_do(state: State, turn: OperatingTurn) -> str:
    """Why an operating company can only pass."""
    company, step = turn.company, current_step(state)
    if step is PRIVATE_STEP:
        return f"{company} has no use for another private company."
    if turn.revenue < 0:
        return f"{company} has nothing to build."
    cash, price = state.companies[company].cash, cheapest(state, company)
    if price > cash:
        return f"{company} has {cash}, and the next train costs {price}."
    if room(state, company) <= 0:
        return f"{company} has no room for another train."
    return f"{company} has nothing more to buy."
