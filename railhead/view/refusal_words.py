"""Why not: the facts of a refusal as a sentence, and the rulebook's section behind it."""

from __future__ import annotations

from string import Formatter
from typing import TYPE_CHECKING, Any

from railhead.core.engine import legal_moves
from railhead.view.move_words import label
from railhead.view.names import filled, inside, listed, own_words, said, sentence_case

if TYPE_CHECKING:
    from collections.abc import Mapping

    from railhead.core.rulings import Refusal
    from railhead.core.state import State

CASES: Mapping[str, str | tuple[str, ...]] = {
    "auction.money": "{price} is more than the {free} that no other bid holds.",
    "auction.must-take": "{private} is free now and must be taken.",
    "auction.price": "{price} is not a bid that can be made here",
    "auction.private": "{private} is not for sale now; for sale: {for_sale}.",
    "dividend.choice": "The revenue cannot be treated like this ({how}); possible: {choices}.",
    "end.one-proposal": "Somebody has proposed to end the game; {waiting} must answer first.",
    "end.reason": "Give a reason in one line of at most {longest} letters.",
    "game.over": "The game is over ({reason}).",
    "money.company": "It costs {cost} and the treasury has {cash}.",
    "money.player": ("It costs {cost} and you have {cash}.", "It costs {cost}, which you do not have."),
    "offer.declined": "This offer was declined already in this turn.",
    "par.price": "{price} is not a par price; there are: {prices}.",
    "president.certificate": (
        "You would keep {left} %, and nobody else could take over the certificate of {certificate} %.",
        "Your certificates do not make up {percent} %.",
    ),
    "private.for-sale": "{private} cannot be bought now.",
    "private.price": "{price} is outside the bounds from {low} to {high}.",
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
        "{company} has earned {revenue}; decide first what becomes of it.",
        "{company} can run its trains and must.",
    ),
    "station.city": "There is no city at {hex} to hold a station.",
    "station.home-kept": "The last place in {hex} is kept for {for}.",
    "station.left": "{company} has no station marker left.",
    "station.one-a-hex": "The company has a station in {hex} already.",
    "station.one-a-turn": "A station was placed in this turn already.",
    "station.reach": "The track of {company} does not lead to {hex}.",
    "station.slot": "{hex} has no free place.",
    "stock.available": "There is no such certificate of {company} in {source}.",
    "stock.certificate-limit": "You have {certificates} certificates and {limit} is the limit.",
    "stock.first-round": "Nothing is sold in the first stock round.",
    "stock.has-price": "{company} has no share price yet.",
    "stock.must-sell": (
        "You would still be over the limit; sell {enough} % in this block, not {percent} %.",
        "You have {certificates} certificates, {limit} are allowed, so you must sell first.",
        "You hold {percent} % of {company}, more than the limit, and must sell first.",
    ),
    "stock.one-block": "Shares of {company} were sold in this turn already; one block a turn.",
    "stock.one-purchase": "A certificate of {bought} was bought in this turn already.",
    "stock.owned": "You have {has} %, so {percent} % cannot be sold.",
    "stock.pool-limit": "{there} % lie there already; with {percent} % more it would be over {limit} %.",
    "stock.rebuy": "You have sold {company} in this round and may not buy it back before the next.",
    "stock.share-limit": "You would hold {percent} %, and {limit} % is the limit.",
    "stock.turn-order": "After buying {bought} nothing more is sold in this turn.",
    "stock.unstarted": "{company} cannot be started: its president's certificate is not on offer.",
    "track.adds": "The upgrade of {hex} gives {company} neither new track nor a better stop.",
    "track.allowance": "The company may not lay a {tile} tile now.",
    "track.blocked": "{hex} is closed by {by}.",
    "track.centres": "The tile has {tile}, the hex has {hex}.",
    "track.colour": "A {tile} tile cannot lie on {there}; wanted: {wanted}.",
    "track.dead-end": "Track would run off the map or into a closed side.",
    "track.hex": "There is no such hex or tile in this game: {hex}, tile {tile}.",
    "track.keeps": (
        "Tile {tile} in this position would break track that lies there.",
        "The new tile must keep the edges with track.",
    ),
    "track.letter": "The letters differ: the hex has {hex}, the tile {tile}.",
    "track.phase-colour": "A {tile} tile is not for phase {phase}, which allows {allowed}.",
    "track.reach": "The track of {company} does not lead to this track on {hex}.",
    "track.rotation": "Tile {tile} does not lie in this rotation.",
    "track.supply": "There is no tile {tile} left.",
    "train.bankruptcy": (
        "{missing} is missing for the {train} and {can_raise} can be raised by sales, so you are not bankrupt.",
        "{still_to_sell} can still be sold; you are bankrupt only when nothing is left.",
        "The {train} can be bought for {price}, so you are not bankrupt.",
        "No train must be bought that you cannot pay, so you are not bankrupt.",
    ),
    "train.discard": "{company} must discard a train that it owns.",
    "train.duty": "{company} must own a train and has none.",
    "train.emergency-cash": "{missing} is missing and you have {cash}: choose this train and raise money for it.",
    "train.emergency-cheapest": "With the president's money the cheapest train is bought: {cheapest}, not {price}.",
    "train.emergency-down-to-limit": "You would keep {left} %; a holding above {limit} % is sold down to it.",
    "train.emergency-enough": "{enough} % are enough; {percent} % are more than needed.",
    "train.emergency-need": (
        "Nothing is missing for the {train}, so nothing is sold for it.",
        "No money is missing for a train that must be bought now.",
    ),
    "train.emergency-reach": (
        "{missing} would be missing for the {train}, and only {can_raise} could be raised.",
        "{missing} would be missing, and only {can_raise} could be raised.",
    ),
    "train.emergency-begun": "Something has been sold for the {train} already, so the choice stands.",
    "train.emergency-chosen": "Money was raised for the {train} from {source} at {price}; that one is bought.",
    "train.emergency-president": "The sale would make {new} president of {company}, which a forced sale may not.",
    "train.from-companies": "{seller} cannot sell a train to this company.",
    "train.limit": (
        "With its {trains} and this one the company would own more than it may ({limit}).",
        "The company may own no more trains ({limit}).",
    ),
    "train.money": "It costs {price} and the treasury has {cash}.",
    "train.price": (
        "{price} is not the price, which is {face_value}.",
        "{price} is not the price; it lies between {low} and {high}.",
        "{price} is not the price; it is {low} at least.",
    ),
    "train.source": (
        "There is no {train} for sale from {source}.",
        "No train is for sale from {source}.",
        "There is no train {train}.",
    ),
    "train.trade-in": (
        "After a purchase ({bought}) nothing is traded in any more.",
        "A {old} is not taken in part payment for a {new}.",
    ),
    "turn.not-now": (
        "This cannot be done now; you may {open}.",
        "This cannot be done now; the game waits for {waiting}.",
    ),
    "turn.step": "This step cannot be left yet.",
    "turn.whose": "It is not the turn of {by}; waiting for {waiting}.",
}
"""The case in a sentence, by slug, with the facts of the refusal; of several the first whose facts are all there."""


def case_text(state: State, refusal: Refusal) -> str:
    """What is wrong in this case, without the rulebook."""
    facts = dict(refusal.facts)
    if facts.get("low") is not None and facts.get("low") == facts.get("high"):
        facts["face value"] = facts["low"]
    if refusal.rule == "turn.not-now":
        may = _open_to(state, facts)
        facts = {"open": listed(may, "or")} if may else {"waiting": facts.get("waiting", [])}
    pattern = _pattern(own_words(state, refusal.rule) or CASES.get(refusal.rule, ()), facts)
    if pattern is None:
        return _plain(state, refusal)
    if refusal.rule == "auction.price":
        pattern += "; it costs {cost}." if "cost" in facts else "; the least is {least}."
    if refusal.rule == "track.letter":
        facts = {name: value or "none" for name, value in facts.items()}
    if refusal.rule == "par.price":
        facts["prices"] = listed(said(state, "price", price) for price in facts.get("prices", ()))
    return sentence_case(filled(state, pattern, facts))


def _open_to(state: State, facts: Mapping[str, Any]) -> list[str]:
    """What the player whose move was refused may do now, in words; nothing if others are awaited."""
    if state.ended is not None:
        return []
    mine = (move for move in legal_moves(state) if move.by == facts.get("by"))
    return list(dict.fromkeys(inside(label(state, move).verb) for move in mine))


def _pattern(patterns: str | tuple[str, ...], facts: Mapping[str, Any]) -> str | None:
    """The first pattern whose fields are all among the facts; the last one of several needs none."""
    there = {name.replace(" ", "_") for name in facts}
    for pattern in (patterns,) if isinstance(patterns, str) else patterns:
        wanted = {field.partition(" ")[0] for _, field, _, _ in Formatter().parse(pattern) if field}
        if wanted <= there:
            return pattern
    return None


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
    behind = f"{book.says(refusal.rule).rstrip('.')} ({book.cite(refusal.rule)})."
    if refusal.rule in CASES or own_words(state, refusal.rule):
        return f"{case} {behind}" if case else behind
    return f"{behind} {case}".rstrip()
