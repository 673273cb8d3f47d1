"""Which stage a decision is about: the auction, trading, the map, or the sheet when the game is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railhead.core.change import find_frame
from railhead.core.engine import open_kinds
from railhead.core.moves import Move, SellShares
from railhead.core.operating import OperatingTurn
from railhead.core.stock import StockRound

if TYPE_CHECKING:
    from railhead.core.state import State

AUCTION, TRADING, MAP, MARKET, SHEET = STAGES = ("auction", "trading", "map", "market", "sheet")

LOT_FIELDS = ("private", "railway", "certificate")
"""Fields of a move that may name a lot: something sold once, at the start of a game."""


def lot_of(state: State, move: Move) -> str:
    """The lot that a move is about, if nobody owns it yet; an empty string otherwise."""
    if hasattr(move, "company"):  # an exchange, not a purchase
        return ""
    name = next((str(getattr(move, field)) for field in LOT_FIELDS if getattr(move, field, "")), "")
    return name if name and not owner_of_lot(state, name) else ""


def owner_of_lot(state: State, name: str) -> str:
    """Who owns a private company or a railway that is sold as one piece; "closed" if it has left the game."""
    private = state.privates.get(name)
    if private is not None:
        return "closed" if private.closed else private.owner
    company = state.companies.get(name)
    if company is None or company.closed:
        return "closed"
    return company.certificate if company.certificate in state.players else ""


def sells_lots(state: State) -> bool:
    """Whether private companies or whole railways are for sale now."""
    return any(
        lot_of(state, move)
        for kind in open_kinds(state)
        if any(field in kind.move.__struct_fields__ for field in LOT_FIELDS)
        for move in kind.candidates(state)
    )


def stage_of(state: State) -> str:
    """The stage that shows what the current decision is about; the same for everybody."""
    if state.ended is not None:
        return SHEET
    kinds = open_kinds(state)
    turn = find_frame(state, OperatingTurn)
    if turn is not None and state.top is turn:
        return MAP
    if turn is None and sells_lots(state):
        return AUCTION
    if isinstance(state.top, StockRound) or any(issubclass(kind.move, SellShares) for kind in kinds):
        return TRADING
    if any("hex" in kind.move.__struct_fields__ for kind in kinds):
        return MAP
    return MAP if turn is not None else TRADING
