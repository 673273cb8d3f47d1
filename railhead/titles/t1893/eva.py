"""EVA (4.1 B): sold between players at any price, on the turn of either, if both agree."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from railhead.core.change import Change
from railhead.core.events import PrivateBought
from railhead.core.forced import ForcedPurchase
from railhead.core.kinds import Kind, PriceRange, asks, passing
from railhead.core.money import pay
from railhead.core.moves import Accept, Move, to_text
from railhead.core.offers import ACCEPT, DECLINE, OFFER_PROCEDURE, asked_before, propose
from railhead.core.operating import OperatingTurn, operating_company
from railhead.core.rulings import Facts, check
from railhead.core.shares import certificates_of
from railhead.core.state import State, president_of
from railhead.core.stock import StockRound
from railhead.titles.t1893.forced import FORCED
from railhead.titles.t1893.package import Opening
from railhead.titles.t1893.terms import EVA


class TradeEva(Move, frozen=True):
    """Offer EVA to a player, or ask its owner for it; the other player must agree."""

    buyer: str
    price: int


def owner(state: State) -> str:
    """The owner of EVA, or an empty string."""
    return state.privates[EVA].owner


def in_turn(state: State) -> str:
    """Whose turn it is in a stock or operating round; empty in all other moments."""
    top = state.top
    if isinstance(top, StockRound) and not isinstance(top, Opening):
        return top.at
    if isinstance(top, OperatingTurn | ForcedPurchase):
        return president_of(state, operating_company(state))
    return ""


@check("1893.eva-parties", basic=True)
def between_players(state: State, move: TradeEva) -> Facts | None:
    """The owner and another player, one of whom proposes; never a company."""
    seller = owner(state)
    if not seller or move.buyer not in state.players or move.buyer == seller or move.by not in (seller, move.buyer):
        return {"owner": seller, "buyer": move.buyer}
    return None


@check("1893.eva-time")
def turn_of_either(state: State, move: TradeEva) -> Facts | None:
    """In a stock round after the first, or an operating round, on the turn of one of the two."""
    now = in_turn(state)
    if now in (owner(state), move.buyer):
        return None
    if isinstance(state.top, Opening):
        return {"round": 1}
    return {"turn": now, "owner": owner(state), "buyer": move.buyer} if now else {}


@check("offer.declined")
def not_asked_before(state: State, move: TradeEva) -> Facts | None:
    """The same deal may be offered once a turn, and at a few other prices."""
    return asked_before(state.extra.asked, move)


@check("stock.certificate-limit")
def buyer_has_room(state: State, move: TradeEva) -> Facts | None:
    """The buyer stays within the certificate limit."""
    held = certificates_of(state, move.buyer)
    limit = state.rules.certificate_limit
    return {"player": move.buyer, "certificates": held, "limit": limit} if held >= limit else None


@check("money.player")
def buyer_can_pay(state: State, move: TradeEva) -> Facts | None:
    """A buyer asks for what he can pay; the owner may name any price, for the buyer's cash is secret."""
    if move.price < 0:
        return {"price": move.price}
    too_much = move.by == move.buyer and move.price > state.players[move.buyer].cash
    return {"cost": move.price} if too_much else None


def at_his_own_cost(_state: State, move: TradeEva) -> str:
    """The buyer who names the price himself; an owner who asks too much of him learns nothing of his cash."""
    return move.buyer if move.by == move.buyer else ""


@check("money.player")
def deal_can_be_paid(state: State, _move: Accept) -> Facts | None:
    """Only a buyer who has the money accepts."""
    deal = state.top.deal
    if isinstance(deal, TradeEva) and deal.price > state.players[deal.buyer].cash:
        return {"cost": deal.price, "cash": state.players[deal.buyer].cash}
    return None


def propose_trade(change: Change, move: TradeEva) -> None:
    """Ask the other player."""
    seller = owner(change.state)
    change.set(extra=replace(change.state.extra, asked=(*change.state.extra.asked, to_text(move))))
    propose(change, move, move.buyer if move.by == seller else seller)


def complete_trade(change: Change, move: TradeEva, paid: str = "") -> None:
    """EVA changes hands; its owner is paid unless somebody else is named."""
    pay(change, move.buyer, paid or owner(change.state), move.price, EVA)
    change.private(EVA, owner=move.buyer)
    change.emit(PrivateBought(private=EVA, owner=move.buyer, price=move.price))


def _deals(state: State) -> Iterator[tuple[str, str, int]]:
    """Who could propose a trade now, to which buyer, and the highest price that may be named: both may propose."""
    seller, now = owner(state), in_turn(state)
    if not seller or not now:
        return
    for buyer in state.order:
        if buyer != seller and now in (buyer, seller):
            yield seller, buyer, state.rules.bank or 0
            yield buyer, buyer, FORCED.may_give_away(state, buyer)


@passing(between_players, turn_of_either, buyer_has_room, buyer_can_pay)
def _candidates(state: State) -> Iterator[TradeEva]:
    """Proposals at the printed price, or at all that a buyer may spend if it is less."""
    face, limit = state.rules.privates[EVA].value, state.rules.certificate_limit
    for by, buyer, most in _deals(state):
        if certificates_of(state, buyer) < limit:
            yield TradeEva(by, buyer, min(face, most))


def prices(state: State) -> Iterator[PriceRange]:
    """Any price that the proposer may name."""
    for by, buyer, most in _deals(state):
        yield PriceRange(TradeEva(by, buyer, 0), "price", 0, most)


_CHECKS = (between_players, turn_of_either, not_asked_before, buyer_has_room, buyer_can_pay)
TRADE_EVA = Kind(
    TradeEva,
    _candidates,
    (*_CHECKS, FORCED.unharmed_by(complete_trade, at_his_own_cost, *_CHECKS)),
    propose_trade,
    complete=False,
    out_of_turn=True,
    price_ranges=prices,
)


def buyer_asked(state: State, _move: Accept) -> str:
    """The buyer to whom the owner offers EVA; empty for any other deal."""
    deal = state.top.deal
    return deal.buyer if isinstance(deal, TradeEva) and deal.by != deal.buyer else ""


train_stays_in_reach = FORCED.unharmed_by(
    lambda change, _move: complete_trade(change, change.state.top.deal), buyer_asked, deal_can_be_paid
)
ACCEPT_DEAL = ACCEPT.but(first=(deal_can_be_paid, train_stays_in_reach))
OFFER = asks(ACCEPT_DEAL, DECLINE, who=OFFER_PROCEDURE.actors)


def can_trade(state: State, player: str) -> bool:
    """Whether a player owns EVA and could still propose a sale in his turn."""
    if owner(state) != player:
        return False
    return any(True for kind in state.rules.anytime if kind.move is TradeEva for _ in kind.legal(state, (player,)))
