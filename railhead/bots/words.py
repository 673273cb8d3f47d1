"""What bots say about the moves that they do not make: why they pass, and what a choice gains over the next best."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railhead.bots.protocol import NO_CHOICE, NOTHING, Rated
from railhead.core.change import find_frame
from railhead.core.moves import (
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Dividend,
    LayTile,
    Move,
    Pass,
    PlaceStation,
    SellShares,
    SetPar,
    StartCompany,
)
from railhead.core.operating import OperatingTurn
from railhead.core.trains import cheapest
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
            return f"a tile in {move.hex}"
        case PlaceStation():
            return f"a station in {move.hex}"
        case BuyTrain():
            return f"{a_train(move.train)} for {move.price}"
        case Bid():
            return f"{state.rules.privates[move.private].name} for {move.price}"
        case BuyPrivate():
            return f"{state.rules.privates[move.private].name} for {move.price}"
        case Dividend():
            return {"pay": "paying", "withhold": "withholding", "half": "paying half"}.get(move.how, move.how)
        case Pass():
            return "passing"
        case _:
            return _any(state, move)


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
    rest = next((it for it in found if not isinstance(it.move, Pass) and it.score > UNTHINKABLE), None)
    if rest is None:
        return list(found)
    words = phrase(state, rest.move)
    loss = round(-rest.score)
    why = f"{words[0].upper()}{words[1:]} would lose about {loss}." if loss > 0 else NOTHING
    return [it._replace(why=why) if isinstance(it.move, Pass) and it.why == NOTHING else it for it in found]


def why_only(state: State, seat: str, move: Move) -> str:
    """Why there is no other legal move, where a few words can say it."""
    if not isinstance(move, Pass):
        return NO_CHOICE
    turn = find_frame(state, OperatingTurn)
    if turn is None:
        return (
            f"With {state.players[seat].cash} in hand there is nothing to buy."
            if state.round.kind == "SR"
            else NO_CHOICE
        )
    charter = state.companies[turn.company]
    price = cheapest(state, turn.company)
    if turn.revenue >= 0 and price > charter.cash:
        return f"{turn.company} has {charter.cash}, and the next train costs {price}."
    if turn.revenue >= 0:
        return f"{turn.company} has no room for another train."
    return f"{turn.company} has nothing to build."
