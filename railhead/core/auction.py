"""The opening auction of private companies: the cheapest is for sale, the others can be bid on.

Bid money is set aside. When a private becomes the cheapest and has one bid, it is sold to that bidder;
with several bids the bidders bid against each other in a frame of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from railhead.core.events import BidMade, Passed, PriceCut, PrivateBought
from railhead.core.kinds import Kind, PriceRange, Procedure
from railhead.core.money import pay
from railhead.core.moves import Bid, Pass
from railhead.core.privates import pay_privates
from railhead.core.rulings import Facts, check
from railhead.core.state import BANK, Frame, State, next_player, players_from
from railhead.core.stock import stop

if TYPE_CHECKING:
    from railhead.core.change import Change

STEP = 5
"""The least by which a bid must beat the price and the other bids."""

Bids = Mapping[str, tuple[tuple[str, int], ...]]


class Auction(Frame, frozen=True):
    """The auction as a whole."""

    at: str
    passes: int = 0
    bids: Bids = {}  # on each private, in the order made; a player's new bid replaces the old one
    cut: Mapping[str, int] = {}  # how much a price has fallen
    acted: bool = False
    done: bool = False


class Bidding(Frame, frozen=True):
    """Several bidders compete for one private."""

    private: str
    at: str
    rivals: tuple[str, ...]  # still bidding


class AuctionRules(Struct, frozen=True, eq=False, kw_only=True):
    """How a title auctions its privates."""

    multiples: bool = False  # bids are multiples of the step
    lowest_first: bool = False  # among several bidders the lowest bids next; otherwise clockwise from the highest
    all_passed: Callable[[Change], None]
    sold: Callable[[Change, str, str], None]
    finished: Callable[[Change, str], None]  # the player whose turn comes next


def rules_of(state: State) -> AuctionRules:
    """How this title auctions."""
    rules = state.rules.auction
    assert rules is not None, "a title with an auction has rules for it"
    return rules


def auction_frame(state: State) -> Auction:
    """The auction under way."""
    for frame in state.frames:
        if isinstance(frame, Auction):
            return frame
    raise LookupError("no auction")


def unsold(state: State) -> tuple[str, ...]:
    """Privates that are still for sale, cheapest first."""
    return tuple(sym for sym, private in state.privates.items() if not private.owner and not private.closed)


def price_now(state: State, private: str) -> int:
    """The price of a private without bids."""
    return state.rules.privates[private].value - auction_frame(state).cut.get(private, 0)


def highest(state: State, private: str) -> int:
    """The highest bid on a private, or its price."""
    bids = auction_frame(state).bids.get(private, ())
    return max([price_now(state, private), *(price for _, price in bids)])


def locked(state: State, player: str, but: str = "") -> int:
    """Money that a player has set aside for bids, leaving out one private."""
    return sum(
        price
        for private, bids in auction_frame(state).bids.items()
        if private != but
        for name, price in bids
        if name == player
    )


def minimum(state: State, private: str) -> int:
    """The lowest bid that is allowed."""
    rules = rules_of(state)
    least = highest(state, private) + STEP
    return -(-least // STEP) * STEP if rules.multiples else least


@check("auction.private", basic=True)
def private_open(state: State, move: Bid) -> Facts | None:
    """Only a private that is for sale can be bought or bid on."""
    fight = state.top.private if isinstance(state.top, Bidding) else ""
    there = (fight,) if fight else unsold(state)
    return None if move.private in there else {"private": move.private, "for sale": list(there)}


@check("auction.price")
def bid_high_enough(state: State, move: Bid) -> Facts | None:
    """The cheapest is bought at its price; a bid beats price and bids by the step."""
    if isinstance(state.top, Auction) and move.private == unsold(state)[0]:
        price = price_now(state, move.private)
        return None if move.price == price else {"price": move.price, "cost": price}
    least = minimum(state, move.private)
    if move.price < least:
        return {"price": move.price, "least": least}
    return {"price": move.price, "step": STEP} if rules_of(state).multiples and move.price % STEP else None


@check("auction.money")
def bid_covered(state: State, move: Bid) -> Facts | None:
    """Bids are covered by cash that is not set aside for other bids."""
    free = state.players[move.by].cash - locked(state, move.by, move.private)
    return {"price": move.price, "free": free} if move.price > free else None


def place_bid(change: Change, move: Bid) -> None:
    """Buy the cheapest, or set money aside for another."""
    if isinstance(change.state.top, Auction) and move.private == unsold(change.state)[0]:
        change.top(acted=True, done=True)
        sell_private(change, move.private, move.by, move.price)
        return
    frame = auction_frame(change.state)
    bids = dict(frame.bids)
    others = tuple(bid for bid in bids.get(move.private, ()) if bid[0] != move.by)
    bids[move.private] = (*others, (move.by, move.price))
    change.frame(Auction, bids=bids)
    change.emit(BidMade(player=move.by, private=move.private, price=move.price))
    if isinstance(change.state.top, Bidding):
        change.top(at=_next_rival(change.state, change.state.top))
    else:
        change.top(acted=True, done=True)


def sell_private(change: Change, private: str, player: str, price: int) -> None:
    """Sell a private; the money of all bids on it is released."""
    frame = auction_frame(change.state)
    bids = {name: those for name, those in frame.bids.items() if name != private}
    change.frame(Auction, bids=bids)
    pay(change, player, BANK, price, "private")
    change.private(private, owner=player)
    change.emit(PrivateBought(private=private, owner=player, price=price))
    rules_of(change.state).sold(change, private, player)


def cut_price(change: Change, private: str, by: int, rule: str) -> None:
    """Make a private cheaper."""
    frame = auction_frame(change.state)
    cut = {**frame.cut, private: frame.cut.get(private, 0) + by}
    change.frame(Auction, cut=cut)
    change.emit(PriceCut(private=private, price=price_now(change.state, private), rule=rule))


def _next_rival(state: State, fight: Bidding) -> str:
    bids = dict(auction_frame(state).bids[fight.private])
    if rules_of(state).lowest_first:
        return min(fight.rivals, key=lambda name: bids[name])
    for name in players_from(state, fight.at)[1:]:
        if name in fight.rivals:
            return name
    return fight.at


def _leave_fight(change: Change, move: Pass) -> None:
    fight: Bidding = change.state.top
    change.emit(Passed(player=move.by))
    left = tuple(name for name in fight.rivals if name != move.by)
    change.top(rivals=left, at=_next_rival(change.state, Bidding(fight.private, fight.at, left)))


def advance_fight(change: Change, fight: Bidding) -> bool:
    """The last bidder wins."""
    if len(fight.rivals) > 1:
        return False
    winner = fight.rivals[0]
    price = dict(auction_frame(change.state).bids[fight.private])[winner]
    change.pop()
    sell_private(change, fight.private, winner, price)
    return True


def advance_auction(change: Change, frame: Auction) -> bool:
    """Settle bids on the private that is now the cheapest, then move on to the next player."""
    state = change.state
    left = unsold(state)
    if not left:
        change.pop()
        rules_of(state).finished(change, next_player(state, frame.at))
        return True
    bids = frame.bids.get(left[0], ())
    if bids and len(bids) == 1:
        sell_private(change, left[0], *bids[0])
        return True
    if bids:
        top = max(bids, key=lambda bid: bid[1])[0]
        rivals = tuple(name for name, _ in bids)
        change.push(Bidding(left[0], _next_rival(state, Bidding(left[0], top, rivals)), rivals))
        return True
    if frame.done:
        _next_turn(change, frame)
        return True
    return False


def _next_turn(change: Change, frame: Auction) -> None:
    passes = 0 if frame.acted else frame.passes + 1
    if not frame.acted:
        change.emit(Passed(player=frame.at))
    change.top(at=next_player(change.state, frame.at), passes=passes, acted=False, done=False)
    if passes >= len(change.state.order):
        change.top(passes=0)
        rules_of(change.state).all_passed(change)


def _bid_candidates(state: State) -> Iterator[Bid]:
    if isinstance(state.top, Bidding):
        yield Bid(state.top.at, state.top.private, minimum(state, state.top.private))
        return
    player = state.top.at
    cheapest, *others = unsold(state)
    yield Bid(player, cheapest, price_now(state, cheapest))
    for private in others:
        yield Bid(player, private, minimum(state, private))


def _bid_prices(state: State) -> Iterator[PriceRange]:
    rules = rules_of(state)
    player = state.top.at
    there = (state.top.private,) if isinstance(state.top, Bidding) else unsold(state)[1:]
    for private in there:
        low = minimum(state, private)
        high = state.players[player].cash - locked(state, player, private)
        if low <= high:
            yield PriceRange(Bid(player, private, low), "price", low, high, STEP if rules.multiples else 1)


@check("auction.must-take")
def may_pass(state: State, _move: Pass) -> Facts | None:
    """A private that has become free must be taken."""
    if price_now(state, unsold(state)[0]) <= 0:
        return {"private": unsold(state)[0]}
    return None


def _pass_candidates(state: State) -> list[Pass]:
    return [Pass(state.top.at)]


BID_CHECKS = (private_open, bid_high_enough, bid_covered)
BID = Kind(Bid, _bid_candidates, BID_CHECKS, place_bid, complete=False, price_ranges=_bid_prices)
PASS_BID = Kind(Pass, _pass_candidates, (may_pass,), stop)
LEAVE_FIGHT = Kind(Pass, _pass_candidates, (), _leave_fight)


def auction_procedures() -> dict[type[Any], Procedure]:
    """The procedures of an auction."""
    return {
        Auction: Procedure(
            lambda _state, frame: (frame.at,),
            lambda _state, _frame: (BID, PASS_BID),
            advance_auction,
            (BID, PASS_BID),
        ),
        Bidding: Procedure(
            lambda _state, frame: (frame.at,),
            lambda _state, _frame: (BID, LEAVE_FIGHT),
            advance_fight,
            (BID, LEAVE_FIGHT),
        ),
    }


def first_falls(first: str, by: int = 5) -> Callable[[Change], None]:
    """When everybody passes, the first private company becomes cheaper until it is free; once it is sold, all pay."""

    def all_passed(change: Change) -> None:
        if first not in unsold(change.state):
            pay_privates(change)
            return
        cut_price(change, first, by, "auction.falls")
        if price_now(change.state, first) <= 0:
            player = auction_frame(change.state).at
            change.frame(Auction, acted=True, done=True)
            sell_private(change, first, player, 0)

    return all_passed
