"""Why not: the facts of a refusal as a sentence, and the rulebook's section behind it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from railhead.core import moves as mv
from railhead.core.citing import citation
from railhead.core.engine import actors, explain, legal_moves
from railhead.core.operating import OperatingTurn
from railhead.core.reach import face_at
from railhead.core.revenue import best_of
from railhead.core.track import fitting
from railhead.view.event_words import ENDS
from railhead.view.move_words import label
from railhead.view.names import (
    counted,
    filled,
    first_fitting,
    inside,
    listed,
    own_cases,
    said,
    sentence_case,
    spaced,
    stop,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from railhead.core.rulings import Refusal
    from railhead.core.state import State

CASES: Mapping[str, str | tuple[str, ...]] = {
    "run.stated": (
        "{company} cannot have earned {revenue}: on this map its trains earn {most} at most, whatever the track.",
        "Trains cannot earn {revenue}.",
    ),
    "auction.money": "{price} is more than the {free} not committed to other bids.",
    "auction.must-take": "{private} is free now and must be taken.",
    "auction.price": (
        "{price} is not the price; it costs {cost}.",
        "You cannot bid {price} here; the minimum is {least}.",
        "{price} is not a multiple of {step}.",
    ),
    "auction.private": "{private} is not for sale now, only {for_sale}.",
    "dividend.choice": "You can choose {choices}, not {how}.",
    "end.again": "{by}'s proposal to end the game was declined in this round.",
    "end.one-proposal": "Somebody has proposed to end the game; {waiting} must answer first.",
    "end.reason": "Give a reason in one line of at most {longest} letters.",
    "game.over": "The game has ended: {reason}.",
    "money.company": "It costs {cost} and the treasury has {cash}.",
    "money.player": (
        "It costs {cost} and you have {cash}.",
        "It costs {cost}, which you do not have.",
        "{price} is not a price.",
    ),
    "offer.declined": (
        "This deal has been proposed at {asked} other prices in this turn.",
        "This deal has been proposed in this turn, and it was not accepted.",
    ),
    "par.price": (
        "{price} is not a {par_price}; these are: {prices}.",
        "{company} already has its price.",
    ),
    "president.certificate": (
        "You would keep {left} %, and nobody could take over your certificate of {certificate} %.",
        "You cannot make up {percent} % from your certificates.",
    ),
    "private.for-sale": (
        "{private} belongs to {owner}, not to a player.",
        "{private} cannot be sold to a company in phase {phase}.",
        "{closed_private} is closed.",
        "{never_sold} is never sold to a company.",
        "There is no private company {unknown}.",
        "{private} belongs to nobody.",
    ),
    "private.price": (
        "{price} is not the price, which is {face_value}.",
        "{price} is not between {low} and {high}.",
    ),
    "route.blocked": "{text}",
    "route.closed": "{text}",
    "route.gap": "{text}",
    "route.no-station": "{text}",
    "route.start": "{text}",
    "route.stop-twice": "{text}",
    "route.terminal": "{text}",
    "route.too-long": "{text}",
    "route.too-short": "{text}",
    "route.track-twice": "{text}",
    "route.train": "{text}",
    "run.best-total": "This run earns {total}; {best} is possible and must be run.",
    "run.duty": (
        "{company} has earned {revenue}; decide first what to do with it.",
        "No train of {idle} can run, so run nothing.",
        "{company} has a train and a route.",
    ),
    "station.city": (
        "{hex} has no city with the number {number}.",
        "{full} has no free slot.",
        "There is no city at {hex} to hold a station.",
    ),
    "station.home-kept": "The last slot in {hex} is reserved for {for}.",
    "station.left": "{company} has no station marker left.",
    "station.one-a-hex": "The company already has a station in {hex}.",
    "station.one-a-turn": "A station has already been placed this turn.",
    "station.reach": "The track of {company} does not lead to {hex}.",
    "station.slot": "{hex} has no free slot.",
    "stock.available": (
        "{undivided} has one certificate and no shares.",
        "{unstarted} has not started yet.",
        "{closed} is closed.",
        "Shares are not bought from {elsewhere}.",
        "There is no {percent} % certificate of {company} in {source}.",
        "There is no certificate of {company} in {source}.",
        "There is no company {unknown}.",
    ),
    "stock.certificate-limit": (
        "{player} holds {certificates} certificates, and {limit} is the limit.",
        "You hold {certificates} certificates, and {limit} is the limit.",
    ),
    "stock.first-round": "This is the first stock round.",
    "stock.has-price": "{company} has no share price.",
    "stock.must-sell": (
        "You hold {certificates} certificates, and {limit} is the limit.",
        "You hold {percent} % of {company}, which is over the limit.",
    ),
    "stock.operated": "{company} has not operated yet.",
    "stock.one-block": "You have already sold {company} this turn.",
    "stock.one-purchase": "A certificate of {bought} has already been bought this turn.",
    "stock.owned": (
        "Shares are sold in steps of {step} %, so {percent} % cannot be sold.",
        "You have {has} % of {company}, so {percent} % cannot be sold.",
    ),
    "stock.pool-limit": "{source} already holds {there} %; {percent} % more would exceed {limit} %.",
    "stock.rebuy": "You have sold {company} this round.",
    "stock.share-limit": "You would hold {percent} %, and {limit} % is the limit.",
    "stock.turn-order": "You have already bought {bought} this turn.",
    "stock.unstarted": (
        "{started} has already started.",
        "{closed} is closed.",
        "There is no company {unknown}.",
        "{company} cannot be started: its {president}'s certificate is not on offer.",
    ),
    "track.adds": "The upgrade of {hex} gives {company} neither new track nor a better stop.",
    "track.allowance": (
        "The company has built at {laid} this turn and may not lay a {tile} tile as well.",
        "The company may not lay a {tile} tile now.",
    ),
    "track.blocked": "{hex} is closed by {by}.",
    "track.centres": "The tile has {tile}, the hex has {hex}.",
    "track.colour": (
        "Tile {number} is not an upgrade of what is there.",
        "A {tile} tile cannot be laid on {there}; a {wanted} one can.",
        "No tile can replace the {there} one on {replaced}.",
        "Nothing can be laid on {there}.",
    ),
    "track.dead-end": "Track would run off the map or into a closed side.",
    "track.hex": (
        "There is no hex {hex} on the map.",
        "There is no tile {tile} in this game.",
        "Rotation {rotation} is not one of 0 to 5.",
    ),
    "track.keeps": (
        "Tile {tile}, turned this way, would break existing track.",
        "The new tile must keep every edge that has track.",
    ),
    "track.letter": "The letters differ: the hex has {hex}, the tile {tile}.",
    "track.phase-colour": "A {tile} tile cannot be laid in phase {phase}, which allows {allowed}.",
    "track.reach": "The track of {company} does not lead to this track on {hex}.",
    "track.rotation": "Tile {tile} cannot be laid in this rotation.",
    "track.supply": "There is no tile {tile} left.",
    "train.bankruptcy": (
        "{missing} is missing for the {train} and {can_raise} can be raised by sales, so you are not bankrupt.",
        "{still_to_sell} can still be sold; you are bankrupt only when nothing is left.",
        "The {train} can be bought from {source} for {price}, so you are not bankrupt.",
        "There is no train you must buy and cannot pay for, so you are not bankrupt.",
    ),
    "train.discard": (
        "{asked} must discard a train now, not {company}.",
        "{company} has no such train to discard.",
        "The {train} cannot be discarded.",
    ),
    "train.duty": ("{company} has only {trains}.", "{company} has no train."),
    "train.emergency-cash": (
        "{missing} is missing and you have {cash}: {instead}.",
        "{missing} is missing and you have {cash}.",
    ),
    "train.emergency-cheapest": "This train costs {price}; the cheapest costs {cheapest}.",
    "train.emergency-down-to-limit": "You would keep {left} %.",
    "train.emergency-enough": "{enough} % is enough; {percent} % is more than needed.",
    "train.emergency-need": (
        "Nothing is missing for the {train}, so nothing is sold for it.",
        "No money is missing for a train that must be bought now.",
    ),
    "train.emergency-reach": (
        "{missing} would be missing for the {train}, and only {can_raise} could be raised.",
        "{missing} would be missing, and only {can_raise} could be raised.",
    ),
    "train.emergency-begun": (
        "You have already undone the choice of the {taken_back} once this turn.",
        "You have already sold something for the {train}.",
    ),
    "train.emergency-chosen": "You have chosen the {train} from {source} at {price}.",
    "train.emergency-president": "{new} would become {president} of {company}.",
    "train.from-companies": "{seller} cannot sell a train to this company.",
    "train.limit": (
        "With its {trains} and this one the company would own more than it may ({limit}).",
        "The company may own no more trains ({limit}).",
    ),
    "train.money": "It costs {price} and the treasury has {cash}.",
    "train.price": (
        "{price} is not the price, which is {face_value}.",
        "The price is {price}, and the treasury has {cash}.",
        "{price} is not the price; it must be between {low} and {high}.",
        "{price} is not the price; it must be at least {low}.",
    ),
    "train.source": (
        "Money cannot be raised for a train of {seller}.",
        "There is no {train} for sale from {source}.",
        "No train is for sale from {source}.",
        "There is no train {train}.",
    ),
    "train.trade-in": (
        "The company has bought a train this turn ({bought}).",
        "The company has no {old} to trade in.",
        "A train is traded in for a new one, not for one from {source}.",
        "The {traded_in} is not taken in part payment for the {new}.",
    ),
    "turn.not-now": (
        "This cannot be done now; you may {open}.",
        "This cannot be done now; the game waits for {waiting}.",
        "This cannot be done now.",
    ),
    "turn.step": "This step cannot be left yet.",
    "turn.whose": "It is not {by}'s turn; waiting for {waiting}.",
}
"""The case in a sentence, by slug, with the facts of the refusal; of several, the first with all its facts."""


def case_text(state: State, refusal: Refusal) -> str:
    """What is wrong in this case, without the rulebook."""
    facts = _told(state, refusal)
    pattern = first_fitting(_patterns(state, refusal), facts)
    if pattern is None:
        return _plain(state, refusal)
    return sentence_case(filled(state, pattern, facts))


def has_words(state: State, refusal: Refusal) -> bool:
    """Whether there is a sentence for the facts of a refusal; without one they are only listed."""
    return not refusal.facts or first_fitting(_patterns(state, refusal), _told(state, refusal)) is not None


def _patterns(state: State, refusal: Refusal) -> str | tuple[str, ...]:
    return own_cases(state, refusal.rule) or CASES.get(refusal.rule, ())


def _told(state: State, refusal: Refusal) -> dict[str, Any]:
    """The facts as presented: what is open instead of what was asked, one price instead of equal bounds."""
    facts = dict(refusal.facts)
    if facts.get("low") is not None and facts.get("low") == facts.get("high"):
        facts["face value"] = facts["low"]
    if refusal.rule == "turn.not-now":
        may = _open_to(state, facts)
        facts = {"open": listed(may, "or")} if may else {"waiting": facts.get("waiting", [])}
    if len(facts.get("prices", ())) == 1:
        facts["face value"] = facts["prices"][0]
    if "prices" in facts:
        facts["prices"] = listed(said(state, "price", price) for price in facts["prices"])
    return _as_told(state, refusal.rule, facts)


def _as_told(state: State, rule: str, facts: dict[str, Any]) -> dict[str, Any]:
    """Facts of some rules in the words of a player."""
    match rule:
        case "track.letter":
            return {name: value or "none" for name, value in facts.items()}
        case "track.centres":
            return {name: _stops(value) for name, value in facts.items()}
        case "track.colour" if facts.get("there"):
            return _colours(state, facts)
        case "dividend.choice":
            return facts | {"choices": listed(facts.get("choices", ()), "or")}
        case "train.bankruptcy" if facts.get("still to sell") in state.companies:
            return facts | {"still to sell": f"shares of {facts['still to sell']}"}
        case "train.emergency-cash" if "train" in facts and _may_raise(state, facts):
            return facts | {"instead": "choose this train and raise money for it"}
        case "run.duty" if set(facts) == {"company"} and not best_of(state, facts["company"]).routes:
            return {"idle": facts["company"]}
        case "game.over":
            return {"reason": ENDS.get(facts.get("reason", ""), facts.get("reason"))}
    if "text" in facts:
        facts["text"] = _STOP.sub(lambda found: _stop(state, found.group()), facts["text"])
    return facts


def _may_raise(state: State, facts: Mapping[str, Any]) -> bool:
    """Whether money can be raised for the train that was to be bought."""
    train, source = facts.get("train", ""), facts.get("source", "")
    price = facts["price"] if source in state.companies else 0
    return train in state.rules.trains and any(
        not explain(state, mv.RaiseMoney(player, train, source, price)) for player in actors(state)
    )


def _stop(state: State, name: str) -> str:
    """A stop by its name; one that is not on the board by its number."""
    hex_id, _, index = name.rpartition(".")
    if hex_id in state.rules.map.hexes and int(index) >= len(face_at(state, hex_id).nodes):
        return f"number {index} in {stop(state, f'{hex_id}.0')}"
    return stop(state, name)


_STOP = re.compile(r"\b[A-Z]+\d+\.\d+\b")


def _colours(state: State, facts: Mapping[str, Any]) -> dict[str, Any]:
    """What lies on a hex, and the colour of a tile that can replace it, if there is one."""
    tiles, hex_id = state.rules.map.tiles, facts.get("hex", "")
    there = "an empty hex" if facts.get("there") == "white" else facts.get("there", "")
    fit = fitting(state, hex_id) if hex_id in state.rules.map.hexes else ()
    colours = dict.fromkeys(tiles[tile].colour for tile, _ in fit)
    wanted = facts["wanted"] if facts.get("wanted") in colours else listed(colours, "or")
    return {**facts, "there": there, "wanted": wanted, "replaced": hex_id if hex_id in state.board.laid else ""}


def _stops(kinds: Sequence[str]) -> str:
    """What is on a tile or hex: a city, two towns, no stop."""
    if not kinds:
        return "no stop"
    if len(kinds) == 1:
        return f"a {kinds[0]}"
    if len(set(kinds)) == 1:
        return counted(len(kinds), kinds[0], "cities" if kinds[0] == "city" else "")
    return listed(f"a {kind}" for kind in kinds)


def _open_to(state: State, facts: Mapping[str, Any]) -> list[str]:
    """What the player whose move was refused may do now, in words; nothing if others have to act."""
    if state.ended is not None:
        return []
    mine = (move for move in legal_moves(state) if move.by == facts.get("by"))
    return list(dict.fromkeys(_doing(state, move) for move in mine))


def _doing(state: State, move: mv.Move) -> str:
    """A kind of move inside a sentence: buy a share, skip laying track."""
    what = label(state, move)
    verb = inside(what.verb)
    if isinstance(move, mv.Pass):
        if what.verb == "Done":
            return f"finish {what.text}" if isinstance(state.top, OperatingTurn) else "end your turn"
        return f"{verb} {what.text}".rstrip()
    if verb in _DOING.get(type(move), {}):
        return _DOING[type(move)][verb]
    first, *rest = spaced(type(move).__name__).split()
    return f"{verb} a {' '.join(rest)}" if verb == first and rest else verb


_DOING: Mapping[type[mv.Move], Mapping[str, str]] = {
    mv.Bid: {"buy": "buy the cheapest private company", "bid on": "bid on a private company"},
    mv.StartCompany: {"start": "start a company"},
    mv.SetPar: {"set par": "set the par price"},
    mv.BuyShare: {"buy share": "buy a share"},
    mv.SellShares: {"sell": "sell shares"},
    mv.SellLarge: {"sell": "sell shares"},
    mv.LayTile: {"lay": "lay a tile", "upgrade": "upgrade a tile"},
    mv.PlaceStation: {"place station": "place a station"},
    mv.RunTrains: {"run": "run trains"},
    mv.RaiseMoney: {"raise money": "raise money for a train"},
    mv.BuyPrivate: {"buy": "buy a private company"},
}
"""Verbs of buttons that need more words inside a sentence."""


def _plain(state: State, refusal: Refusal) -> str:
    """The facts themselves, for rules that only their title knows."""
    parts = [
        f"{name} {said(state, name.replace(' ', '_'), value)}"
        for name, value in refusal.facts.items()
        if value not in ("", [], None)
    ]
    return sentence_case(f"{', '.join(parts)}.") if parts else ""


def refusal_text(state: State, refusal: Refusal) -> str:
    """A refusal as a sentence with its citation: the case, then what the rulebook says and where."""
    book = state.rules.rulebook
    case = case_text(state, refusal)
    if refusal.rule not in book.clauses:
        return case or f"This is not allowed here ({refusal.rule})."
    behind = f"{book.says(refusal.rule).rstrip('.')} ({citation(state, refusal)})."
    if refusal.rule in CASES or own_cases(state, refusal.rule):
        return f"{case} {behind}" if case else behind
    return f"{behind} {case}".rstrip()
