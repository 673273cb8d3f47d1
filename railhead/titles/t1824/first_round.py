"""The first stock round: railways are bought, first in reverse order, and what nobody wants leaves the game."""

from __future__ import annotations

from collections.abc import Iterator

from railhead.core.buying import nothing_bought, room_for_one_more
from railhead.core.change import Change
from railhead.core.costs import player_pays
from railhead.core.events import PrivateBought, RoundBegan, SharesMoved
from railhead.core.floating import set_par
from railhead.core.kinds import Kind, passing
from railhead.core.mergers import close_company
from railhead.core.money import pay
from railhead.core.moves import Move
from railhead.core.phases import train_leaves_supply
from railhead.core.privates import close_private
from railhead.core.rulings import Facts, check
from railhead.core.shares import move_shares
from railhead.core.state import BANK, IPO, RESERVED, Round, State
from railhead.core.stock import StockRound, advance_stock, note_purchase, stock_frame
from railhead.titles.t1824 import railways

FIRST_TRAIN = "1g"
CONSTRUCTION_PRICE = 120
"""What the owner of a construction railway pays; it has no treasury (X.3)."""


class BuyRailway(Move, frozen=True):
    """Buy a mountain, coal or pre-state railway; the price of a coal railway is the buyer's choice."""

    railway: str
    price: int


class FirstRound(StockRound, frozen=True):
    """The first stock round; `backwards` turns are still to be taken in reverse order."""

    backwards: int = 0


def begin_first_round(change: Change) -> None:
    """Open the round with the last player (VI.3)."""
    order = change.state.order
    change.set(round=Round("SR", 1))
    change.emit(RoundBegan(kind="SR", number=1, rule="stock.reverse-first-turn"))
    change.push(FirstRound(at=order[-1], first=True, backwards=len(order)))


def advance_first_round(change: Change, frame: FirstRound) -> bool:
    """As in any stock round, but the first turns go backwards, and the player who ends them moves again."""
    player = frame.at
    if not advance_stock(change, frame):
        return False
    frames = change.state.frames
    if not frame.backwards or not frames or not isinstance(frames[-1], FirstRound):
        return True
    order = change.state.order
    if frame.backwards > 1:
        change.top(at=order[order.index(player) - 1], backwards=frame.backwards - 1)
    else:  # those who passed on the way back pass again before the last to act does: nobody counts twice
        passes = change.state.top.passes
        change.top(at=player, backwards=0, passes=passes if passes >= len(order) else 0)
    return True


def unsold(state: State) -> tuple[str, ...]:
    """Railways that nobody has bought yet: mountain railways, coal railways, pre-state railways."""
    mountains = (sym for sym, private in state.privates.items() if not private.owner and not private.closed)
    others = (sym for sym in railways.of_kind(state, *railways.MINORS) if state.companies[sym].certificate == IPO)
    return (*mountains, *others)


def prices_of(state: State, railway: str) -> tuple[int, ...]:
    """The prices that a railway may have; none if it cannot be bought."""
    if railway in state.privates:
        return (state.rules.privates[railway].value,)
    if railways.builds_only(state, railway):
        return (CONSTRUCTION_PRICE,)
    facts = state.rules.companies.get(railway)
    if facts is None or facts.kind not in railways.MINORS:
        return ()
    return tuple(facts.special.get("price_choice") or [facts.special["price"]])


@check("railway.for-sale", basic=True)
def still_for_sale(state: State, move: BuyRailway) -> Facts | None:
    """A railway is sold once."""
    return None if move.railway in unsold(state) else {"railway": move.railway}


@check("railway.price")
def right_price(state: State, move: BuyRailway) -> Facts | None:
    """Printed prices; for a coal railway twice one of the starting prices."""
    prices = prices_of(state, move.railway)
    return None if move.price in prices else {"price": move.price, "prices": list(prices)}


@check("stock.certificate-limit")
def room_for_railway(state: State, move: BuyRailway) -> Facts | None:
    """Coal and pre-state railways count against the certificate limit."""
    private = state.rules.privates.get(move.railway)
    return None if private is not None and not private.counts else room_for_one_more.objects(state, move)


can_pay_railway = player_pays(lambda _state, move: move.price)


def buy_railway(change: Change, move: BuyRailway) -> None:
    """Pay and take the railway."""
    take_railway(change, move)
    note_purchase(change, move.railway)


def take_railway(change: Change, move: BuyRailway) -> None:
    """A player pays for a railway and runs it from now on; the price is its capital, unless it only lays track."""
    player, railway, price = move.by, move.railway, move.price
    if railway in change.state.privates:
        pay(change, player, BANK, price, "mountain railway")
        change.private(railway, owner=player)
        change.emit(PrivateBought(private=railway, owner=player, price=price))
        return
    builds_only = railways.builds_only(change.state, railway)
    if builds_only:
        pay(change, player, BANK, price, "construction railway", "construction.price")
    else:
        pay(change, player, railway, price, "operating capital", "railway.capital")
    change.company(railway, certificate=player, floated=True)
    change.emit(SharesMoved(company=railway, percent=100, source=IPO, target=player, price=price))
    if railways.kind_of(change.state, railway) == railways.COAL and not builds_only:
        open_coal_railway(change, railway, player, price)


def open_coal_railway(change: Change, coal: str, player: str, price: int) -> None:
    """It buys its first train at once, and its regional railway has a price: half of what was paid (IV.2)."""
    railways.note(change, prices={**railways.extra_of(change.state).prices, coal: price})
    set_par(change, railways.successor_of(change.state, coal), price // 2, player)
    pay(change, coal, BANK, change.state.rules.trains[FIRST_TRAIN].price, "train", "coal.first-train")
    change.company(coal, trains=(FIRST_TRAIN,))
    train_leaves_supply(change, FIRST_TRAIN, coal)


@passing(still_for_sale, right_price)
def railway_candidates(state: State) -> Iterator[BuyRailway]:
    """Every railway that is left, at every price."""
    for railway in unsold(state):
        for price in prices_of(state, railway):
            yield BuyRailway(stock_frame(state).at, railway, price)


BUY_RAILWAY = Kind(
    BuyRailway,
    railway_candidates,
    (nothing_bought, still_for_sale, right_price, room_for_railway, can_pay_railway),
    buy_railway,
)


def remove_unsold(change: Change) -> None:
    """What nobody bought leaves the game; shares that were kept for its owner are free (`railway.unsold`)."""
    close_unsold_mountains(change)
    for railway in unsold(change.state):
        close_company(change, railway, "railway.unsold")
        if railways.kind_of(change.state, railway) == railways.COAL:
            regional = railways.successor_of(change.state, railway)
            change.company(regional, certificate=IPO)
            railways.note(change, orphans=(*railways.extra_of(change.state).orphans, regional))
        else:
            free_share(change, railway)


def close_unsold_mountains(change: Change) -> None:
    """Mountain railways that nobody bought leave the game."""
    for private in unsold(change.state):
        if private in change.state.privates:
            close_private(change, private, "railway.unsold")


def free_share(change: Change, railway: str) -> None:
    """The share kept for a pre-state railway's owner is sold like any other; a director's certificate never is."""
    company = railways.successor_of(change.state, railway)
    if railway != railways.forerunners(change.state, company)[0]:
        move_shares(change, company, RESERVED, IPO, (10,))
