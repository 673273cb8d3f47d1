"""Counter-offers: decline, and name an acceptable price. If that deal is then offered, it is accepted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from railhead.core.engine import apply, refusal
from railhead.core.moves import Decline, Move, to_text
from railhead.core.offers import Offer
from railhead.core.text import codec_of
from railhead.play.errors import Illegal, NotPossible, Stale
from railhead.play.hidden import as_far_as_known
from railhead.play.records import Counter

if TYPE_CHECKING:
    from railhead.core.state import State
    from railhead.play.games import Done, Games

_fields: Any = replace


def offer_to(state: State, seat: str) -> Offer | None:
    """The offer that a seat must answer now."""
    top = state.frames[-1] if state.frames else None
    return top if isinstance(top, Offer) and top.to == seat else None


def counter(games: Games, game: str, seq: int, seat: str, price: int) -> Done:
    """Decline the offer on the table and name an acceptable price.

    Where cash is secret, neither the text nor the status reveals whether the other side could pay it.
    """
    head, state = games.now(game)
    if head.version != seq:
        raise Stale(head)
    offer = offer_to(state, seat)
    if offer is None:
        raise NotPossible("no offer is waiting for your answer")
    if not hasattr(offer.deal, "price"):
        raise NotPossible("this offer has no price to negotiate")
    deal: Move = _fields(offer.deal, price=price)
    declined = as_far_as_known(apply(state, Decline(seat))[0], (seat,))
    objection = refusal(declined, deal)
    if objection is not None:
        raise Illegal(objection, declined)
    with games.changing(game):
        done = games.submit(game, seq, Decline(seat), seats=(seat,))
        pending = games.store.pending(game)
        word = Counter(by=seat, to=deal.by, deal=to_text(deal), frame=_turn(done.state))
        games.store.set_pending(game, replace(pending, counter=word))
    return done


def _turn(state: State) -> str:
    return f"{state.round.kind} {state.round.number}.{state.round.part} {getattr(state.top, 'company', '')}"


def countered(games: Games, game: str, state: State) -> Move | None:
    """The deal that somebody has said they would accept, if the turn in which they said so is still in progress."""
    word = games.store.pending(game).counter
    if word is None or word.frame != _turn(state):
        return None
    deal = codec_of(state.rules).from_text(word.deal)
    return deal if refusal(state, deal) is None else None
