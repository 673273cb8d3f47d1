"""What bots say when they pass or have no choice, and how they name the move that they do not make."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railhead.bots.outlook import unit_of
from railhead.bots.protocol import DECLINED, NO_CHOICE, NOTHING, Rated
from railhead.core.auction import Auction
from railhead.core.change import find_frame
from railhead.core.market import price_of
from railhead.core.moves import (
    Bankrupt,
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
from railhead.core.shares import certificates_of, privates_of
from railhead.core.state import president_of
from railhead.core.trains import cheapest, room
from railhead.view.move_words import label
from railhead.view.names import a_train

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railhead.core.state import State

FAR = 0.5
"""A gain above this part of what a player has on average is not put in figures: looks are not that sure."""
UNTHINKABLE = -1e6
"""Moves rated lower are not worth a word."""
SMALL = 0.1
"""A loss below this part of the price of the cheapest train is one that nobody would put in figures."""


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
        case DiscardTrain():
            return f"giving up {a_train(move.train)} of {move.company}"
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


def ahead(lead: float, worth: float, players: int, when: str, other: str) -> str:
    """What a plan gains over another by the end of a look, from its lead as a share of all worth; empty if nothing.

    A lead counts what one gains and what the others lose on average. The sentence tells only what one gains.
    """
    gain = lead * worth * (players - 1) / players
    if round(gain) <= 0:
        return ""
    if gain > FAR * worth / players:
        return f"Far better by {when} than {other}"
    return f"+{round(gain)} by {when} over {other}"


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
    """The same ratings; the reason for a pass says what speaks against the best alternative."""
    why = _why_pass(state, found)
    return [it._replace(why=why) if isinstance(it.move, Pass) and it.why == NOTHING else it for it in found]


def _why_pass(state: State, found: Sequence[Rated]) -> str:
    """What speaks against the best alternative to a pass.

    There are always shares to sell and trains of sister companies to buy, so they are named only if there is
    nothing else.
    """
    others = [it for it in found if not isinstance(it.move, Pass) and it.score > UNTHINKABLE]
    possible = [it for it in others if it.why != DECLINED]
    if not possible:
        return "No offer would be accepted." if others else NOTHING
    purchases = [it for it in possible if not isinstance(it.move, SellShares)]
    if not purchases:
        return _why_keep(state, possible[0].move)
    main = [it for it in purchases if not (isinstance(it.move, BuyTrain) and it.move.source in state.companies)]
    return _why_not(state, main[0]) if main else _why_no_train(state, purchases[0].move)


def _why_not(state: State, best: Rated) -> str:
    """What speaks against a move."""
    words, loss = phrase(state, best.move), round(-best.score)
    begun = f"{words[0].upper()}{words[1:]}"
    if best.score > 0:
        spends = isinstance(best.move, BuyShare) or hasattr(best.move, "price")
        return f"I keep my money instead of {words}." if spends else f"{begun} would gain little."
    if best.against:
        return best.against
    return f"{begun} would {f'lose about {loss}' if loss >= SMALL * unit_of(state.rules) else 'gain nothing'}."


def _why_keep(state: State, sale: Move) -> str:
    """Why somebody buys nothing, who could only sell."""
    company = getattr(sale, "company", "")
    if state.round.kind != "SR" or _has_bought(state):
        return f"I would rather not sell {company}."
    return f"{_why_no_share(state, sale.by)}, and I would rather not sell {company}."


def _has_bought(state: State) -> bool:
    """Whether something was bought in this stock turn."""
    bought: tuple[str, ...] = getattr(state.top, "bought", ())
    return bool(bought)


def _why_no_share(state: State, seat: str) -> str:
    """Why a seat can buy no share, without a full stop."""
    if certificates_of(state, seat) >= state.rules.certificate_limit:
        return "I may hold no more certificates"
    charters = {sym: it for sym, it in state.companies.items() if it.cell and not it.closed}
    prices = [min(it.par or price_of(state, sym), price_of(state, sym)) for sym, it in charters.items()]
    if state.players[seat].cash < min([*prices, *(2 * par for par in state.rules.market.par)], default=0):
        return "I cannot afford a share"
    return "There is nothing that I may buy"


def _why_no_train(state: State, sister: Move) -> str:
    """Why a company buys no train, where only sisters could sell it one."""
    turn, source = find_frame(state, OperatingTurn), getattr(sister, "source", "")
    company = turn.company if turn is not None else ""
    return (_lacking(state, company) if company else "") or f"{source} needs its trains itself."


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
            done = "I have bought what I may in this turn."
            return done if _has_bought(state) else f"{_why_no_share(state, seat)}."
        case Pass() if isinstance(state.top, Auction):
            return "I cannot afford another bid."
        case Bankrupt():
            return "The money cannot be raised."
        case SellShares():
            return f"I have to sell {move.company}."
        case _:
            return NO_CHOICE


def _nothing_to_do(state: State, turn: OperatingTurn) -> str:
    """Why an operating company can only pass."""
    company, step = turn.company, current_step(state)
    if step is PRIVATE_STEP:
        owned = privates_of(state, president_of(state, company))
        return f"{company} has no use for another private company." if owned else "I have no private company to sell."
    if turn.revenue < 0:
        return f"{company} has nothing to build."
    return _lacking(state, company) or f"{company} has nothing more to buy."


def _lacking(state: State, company: str) -> str:
    """Whether a company lacks the money or the room for a train."""
    cash, price = state.companies[company].cash, cheapest(state, company)
    if room(state, company) <= 0:
        return f"{company} has no room for another train."
    return f"{company} has {cash}, and the next train costs {price}." if price > cash else ""
