"""Offers: a deal that needs another player's consent waits in a frame until it is accepted or declined."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from railhead.core.change import Change, find_frame
from railhead.core.events import OfferAnswered, OfferMade
from railhead.core.kinds import Kind, Procedure
from railhead.core.moves import Accept, Decline, Move, to_text, verb_of
from railhead.core.operating import OperatingTurn, turn_frame
from railhead.core.rulings import Facts, check
from railhead.core.state import Frame, State

MOST_PRICES = 10
"""At how many prices a player may propose the same deal in a turn; without a limit, asking might never end."""


written = lru_cache(maxsize=1000)(to_text)
"""A turn with several proposals lists the same deals again and again."""


class Offer(Frame, frozen=True):
    """A deal on the table."""

    to: str
    deal: Any  # the move that takes effect if it is accepted


def propose(change: Change, move: Move, to: str) -> bool:
    """Propose a deal to another player; False when nobody else needs to be asked."""
    if to == move.by:
        return False
    change.push(Offer(to, move))
    change.emit(OfferMade(by=move.by, to=to, what=written(move)))
    return True


def propose_in_turn(change: Change, move: Move, to: str) -> None:
    """Make a deal at once, or ask another player first; the turn notes what was proposed."""
    if propose(change, move, to):
        change.frame(OperatingTurn, notes=(*turn_frame(change.state).notes, written(move)))
    else:
        change.state.rules.deals[type(move)](change, move)


def asked_before(asked: tuple[str, ...], move: Move) -> Facts | None:
    """What stands against a proposal: it was made in this turn, or the same deal at several other prices."""
    if not asked:
        return None
    asked = _asked_by(asked, move.by, type(move))
    if not asked:  # as for almost every move that is listed: writing one out costs more than other checks
        return None
    deal = written(move)
    if deal in asked:
        return {"deal": deal}
    if len(asked) < MOST_PRICES:
        return None
    wanted = _but_for_price(deal)
    prices = sum(_but_for_price(other) == wanted for other in asked)
    return {"asked": prices} if prices >= MOST_PRICES else None


@lru_cache(maxsize=100)
def _asked_by(asked: tuple[str, ...], player: str, kind: type[Move]) -> tuple[str, ...]:
    """What a player has proposed by this kind of move."""
    begins = f"{player} {verb_of(kind)}"
    return tuple([note for note in asked if note.startswith(begins)])


def _but_for_price(deal: str) -> str:
    return re.sub(r" price=-?\d+", "", deal)


@check("offer.declined")
def not_declined(state: State, move: Move) -> Facts | None:
    """A deal that was declined cannot be proposed again in the same turn, and only at a few other prices."""
    return asked_before(turn_frame(state).notes, move)


def _accept(change: Change, move: Accept) -> None:
    frame: Offer = change.state.top
    change.pop()
    change.emit(OfferAnswered(by=move.by, accepted=True))
    _may_be_offered_again(change, frame.deal)
    change.state.rules.deals[type(frame.deal)](change, frame.deal)


def _may_be_offered_again(change: Change, deal: Move) -> None:
    """A turn notes the deals proposed; one that was accepted, say for an identical train, may be proposed again."""
    turn = find_frame(change.state, OperatingTurn)
    if turn is not None:
        again = written(deal)
        change.frame(OperatingTurn, notes=tuple([note for note in turn.notes if note != again]))


def _decline(change: Change, move: Decline) -> None:
    change.pop()
    change.emit(OfferAnswered(by=move.by, accepted=False))


def _who(state: State) -> str:
    frame: Offer = state.top
    return frame.to


ACCEPT = Kind(Accept, lambda state: [Accept(_who(state))], (), _accept)
DECLINE = Kind(Decline, lambda state: [Decline(_who(state))], (), _decline)
OFFER_PROCEDURE = Procedure(
    actors=lambda _state, frame: (frame.to,),
    kinds=lambda _state, _frame: (ACCEPT, DECLINE),
    advance=lambda _change, _frame: False,
    all_kinds=(ACCEPT, DECLINE),
)
