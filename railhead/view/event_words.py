"""What happened, in sentences. Events already covered by another one have none."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from railhead.core import events as ev
from railhead.core.rulings import MalformedMove
from railhead.core.state import State, president_of
from railhead.core.text import codec_of
from railhead.view.move_words import deal_text
from railhead.view.names import (
    a_train,
    acting,
    counted,
    fields_of,
    filled,
    listed,
    money,
    own_words,
    place,
    president_word,
    private_name,
    round_name,
    said,
    sentence_case,
    stop,
    summary,
    term,
    train_name,
    who,
)

if TYPE_CHECKING:
    from railhead.core.events import Event

TOLD_ELSEWHERE = frozenset(
    {"share", "president's certificate", "terrain", "station", "train", "private", "capital", "sale", "withheld"}
)
"""Payments covered by the sentence of the event they belong to."""


def sentence(state: State, event: Event) -> str | None:
    """An event as a sentence, in the words of the title if it has its own; None for what is not news."""
    own = own_words(state, getattr(event, "what", "") if isinstance(event, ev.Noted) else type(event).__name__)
    if own is not None:
        return sentence_case(filled(state, own, fields_of(event))) or None
    writer = _WRITERS.get(type(event))
    words = writer(state, event) if writer is not None else unknown(state, event)
    return None if words is None else sentence_case(words)


def unknown(state: State, event: Event) -> str:
    """A sentence for an event that only its title knows: what its class says, and its fields."""
    parts = [f"{name} {said(state, name, value)}" for name, value in fields_of(event, ("rule",)).items()]
    tail = f": {', '.join(parts)}" if parts else ""
    return f"{summary(type(event))}{tail}."


def _round_began(_state: State, event: ev.RoundBegan) -> str:
    return f"{round_name(event.kind, event.number, event.part, event.of)} begins."


def _turn_began(state: State, event: ev.TurnBegan) -> str:
    president = president_of(state, event.who) if event.who in state.companies else ""
    return f"{acting(who(state, event.who), who(state, president))} operates."


def _passed(state: State, event: ev.Passed) -> str | None:
    return None if event.automatic else f"{who(state, event.player)} passes."


def _paid(state: State, event: ev.Paid) -> str | None:
    if event.why in TOLD_ELSEWHERE:
        return None
    amount = money(state, event.amount)
    payee, payer = who(state, event.payee), who(state, event.payer)
    if event.why in state.rules.privates:
        return f"{payee} receives {amount} from {private_name(state, event.why)}."
    if event.why == "dividend":
        return f"{payee} receives {amount} in dividends."
    own = own_words(state, f"paid.{event.why}")
    if own is not None:
        return own.format(who=payee, amount=amount) or None
    if event.why == "contribution":
        return f"{payer} pays {amount} towards the train of {payee}."
    tail = f" ({event.why})" if event.why else ""
    return f"{payer} pays {amount} to {payee}{tail}."


def _bid(state: State, event: ev.BidMade) -> str:
    return f"{who(state, event.player)} bids {money(state, event.price)} on {private_name(state, event.private)}."


def _private_bought(state: State, event: ev.PrivateBought) -> str:
    price = f" for {money(state, event.price)}" if event.price else " for nothing"
    return f"{who(state, event.owner)} buys {private_name(state, event.private)}{price}."


def _price_cut(state: State, event: ev.PriceCut) -> str:
    return f"{private_name(state, event.private)} now costs {money(state, event.price)}."


def _par(state: State, event: ev.ParSet) -> str:
    price_word = term(state, "par price")
    by = f"{who(state, event.player)} sets the {price_word} of {event.company}" if event.player else ""
    price = money(state, event.price)
    return f"{by} at {price}." if by else f"{event.company} has a {price_word} of {price}."


def _shares(state: State, event: ev.SharesMoved) -> str:
    block = f"{event.percent} % of {event.company}"
    price = f" for {money(state, event.price)}" if event.price else ""
    buyer, seller = event.target in state.players, event.source in state.players
    if buyer and not seller and price:
        return f"{who(state, event.target)} buys {block} from {who(state, event.source)}{price}."
    if buyer and not seller:
        return f"{who(state, event.target)} receives {block} from {who(state, event.source)}."
    if seller and not buyer:
        return f"{who(state, event.source)} sells {block}{price}."
    return f"{block} goes from {who(state, event.source)} to {who(state, event.target)}{price}."


def _president(state: State, event: ev.PresidentChanged) -> str:
    return f"{who(state, event.new)} becomes {president_word(state)} of {event.company}."


def _floated(state: State, event: ev.CompanyFloated) -> str:
    capital = f" with {money(state, event.capital)}" if event.capital else ""
    return f"{event.company} floats{capital}."


def _price_moved(state: State, event: ev.PriceMoved) -> str | None:
    if event.why == "par" or event.old == event.new:
        return None
    why = f" ({event.why})" if event.why else ""
    way = "rises" if event.new > event.old else "falls"
    return f"{event.company} {way} from {money(state, event.old)} to {money(state, event.new)}{why}."


def _tile(state: State, event: ev.TileLaid) -> str:
    cost = f" for {money(state, event.cost)}" if event.cost else ""
    by = private_name(state, event.company) if event.company in state.rules.privates else event.company
    return f"{by} lays tile {event.tile} on {place(state, event.hex)}{cost}."


def _station(state: State, event: ev.StationPlaced) -> str:
    cost = f" for {money(state, event.cost)}" if event.cost else ""
    return f"{event.company} places a station in {place(state, event.hex, event.city)}{cost}."


def _run(state: State, event: ev.TrainsRun) -> str | None:
    if not event.routes:  # earning nothing is told with the dividend
        return f"{event.company} earns {money(state, event.revenue)}." if event.revenue else None
    routes = "; ".join(
        f"{train_name(train)} {' – '.join(stop(state, name) for name in stops)} {money(state, value)}"
        for train, stops, value in event.routes
    )
    return f"{event.company} runs for {money(state, event.revenue)}: {routes}."


def _dividend(state: State, event: ev.DividendPaid) -> str | None:
    if not event.revenue:
        return f"{event.company} pays no dividend."
    amount = money(state, event.revenue)
    if event.how == "pay":
        return f"{event.company} pays {amount} in dividends."
    if event.how == "withhold":
        return f"{event.company} withholds {amount}."
    if event.how == "half":
        return f"{event.company} pays half of {amount} and keeps half."
    return f"{event.company}: {event.how} {amount}."


def _train_bought(state: State, event: ev.TrainBought) -> str:
    trade = f", trading in {a_train(event.trade)}" if event.trade else ""
    price = money(state, event.price)
    return f"{event.company} buys {a_train(event.train)} from {who(state, event.source)} for {price}{trade}."


def _train_gone(state: State, event: ev.TrainGone) -> str:
    owner = who(state, event.owner)
    words = {
        "rust": f"{sentence_case(a_train(event.train))} of {owner} rusts.",
        "limit": f"{owner} discards {a_train(event.train)}.",
    }
    tail = f" ({event.why})" if event.why else ""
    return words.get(event.why, f"{sentence_case(a_train(event.train))} of {owner} leaves the game{tail}.")


def _phase(state: State, event: ev.PhaseChanged) -> str:
    facts = next((phase for phase in state.rules.phases if phase.name == event.phase), None)
    if facts is None:
        return f"Phase {event.phase} begins."
    return f"Phase {event.phase} begins: {listed(facts.tiles)} tiles, {counted(facts.rounds, 'operating round')}."


def _offer(state: State, event: ev.OfferMade) -> str:
    return f"{who(state, event.by)} wants to {deal_words(state, event.what)}, if {who(state, event.to)} agrees."


def deal_words(state: State, line: str) -> str:
    """The text form of a proposed move, in words."""
    try:
        move = codec_of(state.rules).from_text(line)
    except (MalformedMove, TypeError):
        return line
    return deal_text(state, move)


def _answer(state: State, event: ev.OfferAnswered) -> str:
    return f"{who(state, event.by)} {'accepts' if event.accepted else 'declines'}."


def _end_proposed(state: State, event: ev.EndProposed) -> str:
    why = f": {event.why}" if event.why else ""
    return f"{who(state, event.by)} proposes to end the game{why}."


def _noted(state: State, event: ev.Noted) -> str:
    words = event.about.split()
    players = bool(words) and all(word in state.players for word in words)
    about = listed(who(state, word) for word in words) if players else said(state, "hex", event.about)
    amount = money(state, event.amount) if event.amount else ""
    details = ", ".join(part for part in (about, amount) if part)
    subject = who(state, event.who) if event.who else ""
    head = f"{subject}: {event.what}" if subject else event.what
    return f"{head} ({details})." if details else f"{head}."


ENDS = {
    "bank": "the bank is broken",
    "bankrupt": "a player is bankrupt",
    "price": "a share price has reached the end of the market",
    "stock_market": "a share price has reached the end of the market",
    "final_phase": "the last set of operating rounds is over",
    "gray trains": "the operating rounds of the gray trains are over",
    "stopped": "the players have agreed to stop",
    "agreement": "all have agreed who has won",
    "stalemate": "nobody can do anything more",
    "auction": "the trains ran out before the private companies were sold",
}
"""Why a game is over."""


def _ended(state: State, event: ev.GameEnded) -> str:
    reason = ENDS.get(event.reason, event.reason)
    if state.ended is None:
        return f"The game ends: {reason}."
    winners = listed(who(state, name) for name in state.ended.winners)
    best = max(state.ended.scores.values(), default=0)
    verb = "wins" if len(state.ended.winners) == 1 else "win"
    return f"The game ends: {reason}. {winners} {verb} with {money(state, best)}."


def _nothing(_state: State, _event: Event) -> None:
    return None


Writer = Callable[[State, Any], str | None]

_WRITERS: Mapping[type[Event], Writer] = {
    ev.RoundBegan: _round_began,
    ev.RoundEnded: _nothing,
    ev.TurnBegan: _turn_began,
    ev.Passed: _passed,
    ev.Paid: _paid,
    ev.BidMade: _bid,
    ev.PrivateBought: _private_bought,
    ev.PriceCut: _price_cut,
    ev.PrivateClosed: lambda state, event: f"{private_name(state, event.private)} closes.",
    ev.ParSet: _par,
    ev.SharesMoved: _shares,
    ev.PresidentChanged: _president,
    ev.CompanyFloated: _floated,
    ev.CompanyClosed: lambda _state, event: f"{event.company} closes.",
    ev.PriceMoved: _price_moved,
    ev.TileLaid: _tile,
    ev.StationPlaced: _station,
    ev.TrainsRun: _run,
    ev.DividendPaid: _dividend,
    ev.TrainBought: _train_bought,
    ev.TrainGone: _train_gone,
    ev.PhaseChanged: _phase,
    ev.OfferMade: _offer,
    ev.OfferAnswered: _answer,
    ev.EndProposed: _end_proposed,
    ev.BankBroke: lambda _state, _event: "The bank has run out of money.",
    ev.WentBankrupt: lambda state, event: f"{who(state, event.player)} is bankrupt.",
    ev.Noted: _noted,
    ev.GameEnded: _ended,
}
