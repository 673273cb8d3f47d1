"""Moves as labels: a verb for the button, what it is about, a price tag, and its effect.

What a move brings is in `outcome_words.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from railhead.core import moves as mv
from railhead.core.agreement import EndCall, ProposeEnd
from railhead.core.auction import Auction, Bidding, unsold
from railhead.core.buying import cost_of
from railhead.core.change import find_frame
from railhead.core.engine import actors
from railhead.core.facts import revenue_at
from railhead.core.forced import frame_of, purchase_of, short_of
from railhead.core.operating import OperatingTurn
from railhead.core.reach import face_at
from railhead.core.revenue import best_of, judged
from railhead.core.scoring import Fault
from railhead.core.shares import percent_of, president_percent
from railhead.core.state import State
from railhead.core.stock import StockRound
from railhead.core.trains import SUPPLY
from railhead.view.names import (
    a_train,
    counted,
    fields_of,
    filled,
    first_fitting,
    inside,
    money,
    own_cases,
    own_words,
    place,
    private_name,
    said,
    sentence_case,
    spaced,
    stop,
    summary,
    train_name,
    who,
)
from railhead.view.outcome_words import effect_of, operating_now, pars_set, received, spent
from railhead.view.track_words import lies


class Label(Struct, frozen=True):
    """A move as it is offered: what the button says, what it costs, what it does."""

    verb: str
    text: str = ""
    price: int = 0
    effect: str = ""


def label(state: State, move: mv.Move) -> Label:
    """The label of a move, in the title's own words if it has any; names the player if it is out of turn."""
    found = _label(state, move)
    awaited = actors(state)
    if not awaited or move.by in awaited or move.by not in state.players:
        return found
    out_of_turn = f"{who(state, move.by)} may do this"
    return replace(found, effect=f"{out_of_turn}; {found.effect}" if found.effect else out_of_turn)


def _label(state: State, move: mv.Move) -> Label:
    own = own_cases(state, type(move).__name__)
    if own is not None:
        laid = {"laid": _laid(state, move), "lies": _lies(state, move)}
        fields = fields_of(move) | laid | {"spot": _spot(state, move)}
        if fields.get("buyer") == move.by:  # "buy", not "sell to oneself"
            del fields["buyer"]
        own = own if isinstance(own, str) else first_fitting(own, fields) or own[0]
        parts = [part.strip() for part in filled(state, own, fields).split("|")] + ["", ""]
        price = _price(move) if hasattr(move, "price") or hasattr(move, "hex") else spent(state, move)[1]
        pars = pars_set(state, move) if isinstance(getattr(move, "price", None), int) else ""
        effect = "; ".join(part for part in (parts[2], pars) if part)
        return Label(sentence_case(parts[0]), parts[1], price, effect)
    writer = _WRITERS.get(type(move))
    if writer is None:
        return unknown(state, move)
    try:
        return writer(state, move)
    except (LookupError, ValueError):  # a move that does not belong here still has a name
        return unknown(state, move)


def unknown(state: State, move: mv.Move) -> Label:
    """A label for a move that only its title knows: its class in words, and its fields."""
    laid = _laid(state, move)
    left_out = ("by", "price", "hex", "tile", "rotation") if laid else ("by", "price")
    fields = [_field(state, name, value) for name, value in fields_of(move, left_out).items()]
    text = ", ".join([laid, *fields] if laid else fields)
    verb = sentence_case(spaced(type(move).__name__))
    return Label(verb, text, _price(move), effect_of(state, move) or summary(type(move)))


def _field(state: State, name: str, value: Any) -> str:
    """A field of a move that only its title knows."""
    if name == "percent":
        return f"{value} %"
    words = said(state, name, value)
    return words if isinstance(value, str) and name != "tile" else f"{name} {words}"


def move_sentence(state: State, move: mv.Move) -> str:
    """A move as a sentence about who makes it: for logs of moves and for offers."""
    what = label(state, move)
    price = f" for {money(state, what.price)}" if what.price else ""
    return f"{who(state, move.by)}: {inside(what.verb)} {what.text}".rstrip() + f"{price}."


def _laid(state: State, move: mv.Move) -> str:
    """The tile of a move that lays one, where, and how it lies; empty for other moves."""
    there = _lies(state, move)
    return f"tile {move.tile} on {there}" if there else ""  # type: ignore[attr-defined]


def _lies(state: State, move: mv.Move) -> str:
    """Where a move lays a tile, and how that lies; empty for other moves."""
    hex_id, tile, rotation = (getattr(move, name, None) for name in ("hex", "tile", "rotation"))
    if not isinstance(hex_id, str) or not isinstance(tile, str) or not isinstance(rotation, int) or not tile:
        return ""
    return f"{place(state, hex_id)}: {lies(state, hex_id, tile, rotation)}"


def _spot(state: State, move: mv.Move) -> str:
    """The city of a move that places a marker; empty for other moves."""
    hex_id, city = getattr(move, "hex", None), getattr(move, "city", None)
    return place(state, hex_id, city) if isinstance(hex_id, str) and isinstance(city, int) else ""


def _price(move: mv.Move) -> int:
    price = getattr(move, "price", 0)
    return price if isinstance(price, int) else 0


_STEPS = {
    "track": "laying track",
    "station": "placing a station",
    "run": "running trains",
    "trains": "buying trains",
    "privates": "buying private companies",
}


def _pass(state: State, _move: mv.Pass) -> Label:
    if isinstance(state.top, Bidding):
        return Label("Leave", f"the auction of {private_name(state, state.top.private)}")
    if isinstance(state.top, StockRound) and state.top.acted:
        return Label("Done", "with this turn")
    turn = find_frame(state, OperatingTurn)
    if turn is None or state.top is not turn:
        return Label("Pass")
    steps = state.rules.operating.steps
    name = steps[turn.step].name if turn.step < len(steps) else ""
    done = {"track": bool(turn.laid), "station": bool(turn.stations), "trains": bool(turn.bought)}.get(name, False)
    return Label("Done" if done else "Skip", own_words(state, f"step.{name}") or _STEPS.get(name, name))


def _bid(state: State, move: mv.Bid) -> Label:
    facts = state.rules.privates[move.private]
    income = f"pays {money(state, facts.revenue)} a round" if facts.revenue else ""
    cheapest = isinstance(state.top, Auction) and unsold(state)[:1] == (move.private,)
    effect = "; ".join(part for part in (income, bids_on(state, move.private)) if part)
    return Label("Buy" if cheapest else "Bid on", facts.name, move.price, effect)


def bids_on(state: State, private: str) -> str:
    """Who has bid how much on a private company, the highest first; empty outside an auction."""
    frame = find_frame(state, Auction)
    bids = frame.bids.get(private, ()) if frame is not None else ()
    made = [f"{who(state, name)} {money(state, price)}" for name, price in sorted(bids, key=lambda bid: -bid[1])]
    return f"bids: {', '.join(made)}" if made else ""


def _set_par(state: State, move: mv.SetPar) -> Label:
    return Label("Set par", f"{move.company} at {money(state, move.price)}", 0, effect_of(state, move))


def _start(state: State, move: mv.StartCompany) -> Label:
    size = president_percent(state, move.company)
    cost = move.price * size // 10
    text = f"{move.company} at {money(state, move.price)}"
    needs = state.rules.facts.float_percent
    first = () if size >= needs else (f"{size} % yours, floats at {needs} %",)
    return Label("Start", text, cost, effect_of(state, move, first=first))


def _buy(state: State, move: mv.BuyShare) -> Label:
    cost = cost_of(state, move.company, move.source, move.percent)
    after = percent_of(state, move.company, move.by) + move.percent
    text = f"{move.percent} % of {move.company} from {who(state, move.source)}"
    return Label("Buy", text, cost, effect_of(state, move, first=(f"you then hold {after} %",)))


def _sell(state: State, move: mv.SellShares) -> Label:
    income = received(state, move, "sale")
    brings = f"brings {money(state, income)}" if income else ""
    return Label("Sell", f"{move.percent} % of {move.company}", 0, effect_of(state, move, first=(brings,)))


def _lay(state: State, move: mv.LayTile) -> Label:
    company = operating_now(state)
    cost = state.rules.track.cost(state, company, move.hex) if company else 0
    old, new = face_at(state, move.hex), state.rules.map.tiles[move.tile].faces[move.rotation]
    colour = state.rules.phases[state.phase].colour
    before = sum(revenue_at(node.revenue, colour) for node in old.nodes)
    after = sum(revenue_at(node.revenue, colour) for node in new.nodes)
    worth = f"worth {after}, now {before}" if after != before else ""
    exits = len(new.exits) - len(old.exits)
    more = f"{counted(exits, 'more way out', 'more ways out')}" if old.exits and exits > 0 else ""
    return Label(
        "Upgrade" if old.paths else "Lay", _laid(state, move), cost, "; ".join(part for part in (worth, more) if part)
    )


def _station(state: State, move: mv.PlaceStation) -> Label:
    company = operating_now(state)
    tokens = state.companies[company].tokens if company else ()
    left = f"{len(tokens) - 1} more left" if len(tokens) > 1 else "the last one"
    return Label("Place station", f"in {place(state, move.hex, move.city)}", tokens[0] if tokens else 0, left)


def _run(state: State, move: mv.RunTrains) -> Label:
    if not move.routes:
        return Label("Run nothing", "", 0, "earns nothing")
    routes = "; ".join(
        f"{train_name(route.train)} {' – '.join(stop(state, name) for name in route.stops)}" for route in move.routes
    )
    found = judged(state, move)
    if isinstance(found, Fault):
        return Label("Run", routes, 0, found.text)
    subsidy = f" and {money(state, found.subsidy)} for the treasury" if found.subsidy else ""
    best = best_of(state, operating_now(state))
    short = best.total - found.total
    seal = f"{money(state, short)} below the best" if short > 0 else ("proven best" if best.proven else "")
    earns = f"earns {money(state, found.revenue)}{subsidy}"
    return Label("Run", routes, 0, f"{earns}; {seal}" if seal else earns)


def _dividend(state: State, move: mv.Dividend) -> Label:
    turn = find_frame(state, OperatingTurn)
    revenue = money(state, turn.revenue) if turn is not None and turn.revenue >= 0 else ""
    verb = {"pay": "Pay out", "withhold": "Withhold", "half": "Pay half"}.get(move.how, sentence_case(move.how))
    mine = received(state, move, "dividend")
    gains = f"you receive {money(state, mine)}" if mine else ""
    company = operating_now(state)
    kept_back = received(state, move, payee=company) if company else 0
    treasury = f"{company} has {money(state, state.companies[company].cash + kept_back)}" if kept_back else ""
    return Label(verb, revenue, 0, effect_of(state, move, first=(gains, treasury)))


def _buy_train(state: State, move: mv.BuyTrain) -> Label:
    trade = f", trading in {a_train(move.trade)}" if move.trade else ""
    text = f"{train_name(move.train)} from {who(state, move.source)}{trade}"
    if move.source in state.companies:
        seller = state.companies[move.source].certificate
        asks = f"asks {who(state, seller)}" if seller in state.players and seller != move.by else ""
        return Label("Buy", text, move.price, asks)
    company = operating_now(state)
    short = move.price - state.companies[company].cash if company else 0
    helped = f"you pay {money(state, short)} of it" if short > 0 else ""
    return Label("Buy", text, move.price, effect_of(state, move, first=(helped,)))


def _discard(_state: State, move: mv.DiscardTrain) -> Label:
    return Label("Discard", f"{train_name(move.train)} of {move.company}")


def _buy_private(state: State, move: mv.BuyPrivate) -> Label:
    owner = state.privates[move.private].owner
    asks = f"asks {who(state, owner)}" if owner != move.by else ""
    return Label("Buy", f"{private_name(state, move.private)} from {who(state, owner)}", move.price, asks)


def _accept(state: State, _move: mv.Accept) -> Label:
    return Label("Accept", _deal(state))


def _decline(state: State, _move: mv.Decline) -> Label:
    return Label("Decline", _deal(state))


def deal_text(state: State, deal: mv.Move) -> str:
    """What somebody is asked to agree to."""
    what = label(state, deal)
    price = f" for {money(state, what.price)}" if what.price else ""
    text = what.text
    if isinstance(deal, mv.BuyTrain):
        text = text.replace(train_name(deal.train), a_train(deal.train), 1)
    return f"{inside(what.verb)} {text}".strip() + price


def _deal(state: State) -> str:
    if isinstance(state.top, EndCall):
        return "the offer to end the game"
    deal = getattr(state.top, "deal", None)
    if not isinstance(deal, mv.Move):
        return "the offer"
    return f"the offer to {deal_text(state, deal)}"


def _raise_money(state: State, move: mv.RaiseMoney) -> Label:
    seller = "" if move.source == SUPPLY else f" from {who(state, move.source)}"
    short = short_of(state, frame_of(move))
    price = purchase_of(state, move).price
    return Label(
        "Raise money",
        f"for {a_train(move.train)}{seller}",
        price,
        f"{money(state, short)} is missing; sell until it is covered",
    )


def _step_back(_state: State, _move: mv.StepBack) -> Label:
    return Label("Step back", "and choose another train", 0, "")


def _bankrupt(state: State, move: mv.Bankrupt) -> Label:
    return Label("Declare bankruptcy", "", 0, effect_of(state, move))


def _propose_end(_state: State, _move: ProposeEnd) -> Label:
    return Label("Propose", "to end the game", 0, "everybody must agree; then the game is scored as it stands")


Writer = Callable[[State, Any], Label]

_WRITERS: Mapping[type[mv.Move], Writer] = {
    mv.Pass: _pass,
    mv.Bid: _bid,
    mv.SetPar: _set_par,
    mv.StartCompany: _start,
    mv.BuyShare: _buy,
    mv.SellShares: _sell,
    mv.LayTile: _lay,
    mv.PlaceStation: _station,
    mv.RunTrains: _run,
    ProposeEnd: _propose_end,
    mv.Dividend: _dividend,
    mv.BuyTrain: _buy_train,
    mv.DiscardTrain: _discard,
    mv.BuyPrivate: _buy_private,
    mv.Accept: _accept,
    mv.Decline: _decline,
    mv.RaiseMoney: _raise_money,
    mv.StepBack: _step_back,
    mv.Bankrupt: _bankrupt,
}
