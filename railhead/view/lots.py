"""Lots of the opening: private companies and railways that are sold as one piece, as cards with their controls."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from railhead.core.auction import Auction, locked
from railhead.core.change import find_frame
from railhead.core.engine import open_kinds
from railhead.view.controls import Control, said
from railhead.view.move_words import label
from railhead.view.names import listed, money, own_words, place, who
from railhead.view.stages import LOT_FIELDS, lot_of, owner_of_lot

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railhead.core.kinds import PriceRange
    from railhead.core.moves import Move
    from railhead.core.state import State

MANY = 2
"""With more prices than this, a card has one row of them."""
NUMBER = re.compile(r"-\d+$")
"""What tells certificates apart that are alike."""


@dataclass(frozen=True)
class BidMade:
    """A bid on a lot."""

    player: str
    name: str
    price: str


@dataclass(frozen=True)
class Lot:
    """Something that is sold once, at the start of the game."""

    symbol: str
    name: str
    value: str
    income: str
    says: tuple[tuple[str, str], ...]  # sentence and section
    blocks: tuple[str, ...]  # hexes that stay closed
    home: tuple[str, ...]  # hexes in which a railway begins
    about: str
    lead: str  # what goes before its prices, where there are several
    owner: str  # a player's name, or an empty string
    seat: str
    gone: bool  # sold, or out of the game
    company: bool  # whether it is a railway with a marker of its own
    bids: tuple[BidMade, ...]
    buys: tuple[Control, ...]
    ranges: tuple[PriceRange, ...]  # bids that can be entered
    count: int = 1  # of identical ones that nobody can choose between

    @property
    def mark(self) -> str:
        """What stands in front of the name; of certificates that are alike, without their number."""
        return NUMBER.sub("", self.symbol)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that its controls make."""
        return tuple(one.move for one in self.buys if one.move is not None)


def lots(state: State, legal: Sequence[Move] = (), ranges: Sequence[PriceRange] = ()) -> list[Lot]:
    """Every lot in the order of sale: private companies as printed, then railways by kind."""
    named = {getattr(move, field, "") for move in _candidates(state) for field in LOT_FIELDS}
    kinds = {state.rules.companies[name].kind for name in named if name in state.rules.companies}
    railways = [sym for sym, facts in state.rules.companies.items() if facts.kind in kinds]
    return _counted([_lot(state, sym, legal, ranges) for sym in (*state.privates, *railways)])


def _counted(found: list[Lot]) -> list[Lot]:
    """Lots of one name that nobody can choose between now are one card with a number."""
    kept: dict[object, Lot] = {}
    for one in found:
        plain = not (one.buys or one.ranges or one.bids)
        key = (one.name, one.seat, one.gone) if plain else one.symbol
        kept[key] = replace(kept[key], count=kept[key].count + 1) if key in kept else one
    return list(kept.values())


def _candidates(state: State) -> list[Move]:
    return [
        move
        for kind in open_kinds(state)
        if any(field in kind.move.__struct_fields__ for field in LOT_FIELDS)
        for move in kind.candidates(state)
    ]


def _lot(state: State, sym: str, legal: Sequence[Move], ranges: Sequence[PriceRange]) -> Lot:
    owner = owner_of_lot(state, sym)
    private, railway = state.rules.privates.get(sym), state.rules.companies.get(sym)
    about = [move for move in legal if lot_of(state, move) == sym]
    spans = tuple(one for one in ranges if lot_of(state, one.move) == sym)
    spanned = {type(one.move) for one in spans}
    book = state.rules.rulebook
    income = state.privates[sym].revenue or private.revenue if private is not None else 0
    value = private.value if private is not None else int(railway.special.get("price", 0)) if railway else 0
    lead, buys = _buttons(state, [move for move in about if type(move) not in spanned])
    home = listed(place(state, hex_id) for hex_id in railway.home) if railway is not None else ""
    return Lot(
        symbol=sym,
        name=private.name if private is not None else railway.name if railway is not None else sym,
        value=money(state, value) if value else "",
        income=money(state, income) if income else "",
        says=tuple((book.says(slug), book.section(slug)) for slug in private.about) if private is not None else (),
        blocks=private.blocks if private is not None else (),
        home=railway.home if railway is not None else (),
        about=_about(home, str(railway.special.get("becomes", "")).partition(" ")[0])
        if railway is not None
        else _comes_with(state, sym),
        lead=lead,
        owner=who(state, owner) if owner in state.players else "",
        seat=owner if owner in state.players else "",
        gone=bool(owner),
        company=railway is not None,
        bids=_bids(state, sym),
        buys=buys,
        ranges=spans,
    )


def _comes_with(state: State, private: str) -> str:
    """What the buyer of a private company gets with it."""
    found = state.rules.also_holds(state, private)
    return f"Comes with {listed(found)}." if found else ""


def _about(home: str, becomes: str) -> str:
    """Where a railway begins, and the company whose shares it is exchanged for one day."""
    begins = f"Begins in {home}." if home else ""
    return f"{begins} Later exchanged for shares of {becomes}.".strip() if becomes else begins


def _buttons(state: State, moves: Sequence[Move]) -> tuple[str, tuple[Control, ...]]:
    """Buttons for moves; where they differ in the price alone, what goes before the prices, and these."""
    found = [label(state, move) for move in moves]
    if len(moves) > MANY and len({what.verb for what in found}) == 1 and all(what.price for what in found):
        prices = tuple(
            Control(money(state, what.price or 0), move, said(state, move))
            for what, move in zip(found, moves, strict=True)
        )
        return f"{found[0].verb} for", prices
    return "", tuple(_button(state, move) for move in moves)


def _button(state: State, move: Move) -> Control:
    what = label(state, move)
    price = f" for {money(state, what.price)}" if what.price else ""
    free = own_words(state, "price.none") or "Take it for free"
    nothing = getattr(move, "price", None) == 0
    return Control(free if nothing else f"{what.verb}{price}", move, said(state, move))


def _bids(state: State, sym: str) -> tuple[BidMade, ...]:
    frame = find_frame(state, Auction)
    made = frame.bids.get(sym, ()) if frame is not None else ()
    return tuple(
        BidMade(name, who(state, name), money(state, price)) for name, price in sorted(made, key=lambda bid: -bid[1])
    )


def bound(state: State, player: str) -> int:
    """Money that a player has committed to bids."""
    return locked(state, player) if find_frame(state, Auction) is not None else 0
