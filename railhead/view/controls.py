"""Things on a card that can be pressed: which move each makes, what it leads to, or why it is not available now."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from railhead.core.engine import open_kinds
from railhead.view.move_words import label
from railhead.view.names import money, sentence_case, who
from railhead.view.outcome_words import received
from railhead.view.refusal_words import refusal_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from railhead.core.moves import Move
    from railhead.core.state import State


@dataclass(frozen=True)
class Control:
    """A certificate, a price or a button: its label, and what a click does."""

    text: str
    move: Move | None = None  # None: it cannot be pressed
    says: str = ""  # what the click does, or why there is none
    cell: str = ""  # the market cell that it belongs to
    asks: str = ""  # what is asked before the move is made
    again: bool = False  # another one like the one before it


def said(state: State, move: Move) -> str:
    """What a click does: the move, what it costs, what is left, and what follows."""
    what = label(state, move)
    words = f"{what.verb} {what.text}".strip()
    if what.price:
        words += f" for {money(state, what.price)}"
    payer = state.players.get(move.by)
    gain = 0 if what.price else received(state, move)
    if payer is not None and (what.price or gain):
        left = money(state, payer.cash + gain - what.price)
        words += f". {who(state, move.by)} {'then has' if gain else 'keeps'} {left}"
    return f"{words}. {sentence_case(what.effect)}." if what.effect else f"{words}."


def why_not(state: State, move: Move) -> str:
    """Why a move a player might look for is not available; empty if moves of its kind are not open at all."""
    for kind in open_kinds(state):
        if kind.move is type(move):
            objection = kind.objection(state, move)
            if objection is not None:
                return refusal_text(state, objection)
    return ""


def control(state: State, text: str, move: Move, legal: Iterable[Move], cell: str = "") -> Control:
    """A control for a move: enabled if the move is legal, otherwise with the reason why not."""
    if move in legal:
        return Control(text, move, said(state, move), cell)
    return Control(text, None, why_not(state, move), cell)
