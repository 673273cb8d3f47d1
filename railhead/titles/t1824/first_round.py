"""The first stock round: railways are bought, first in reverse order, and what nobody wants leaves the game."""

from __future__ import annotations

from collections.abc import Iterator

from railhead.core.buying import nothing_bought, room_for_one_more
from railhead.core.change import Change
from railhead.core.costs import player_pays
from railhead.core.events import PrivateBought, RoundBegan, SharesMoved
from railhead.core.floating import set_par
from railhead.core.kinds import Kind
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


def prices_of(state: State, railway: str) -> tuple[int, ...]:
    """The prices that a railway may have; none if it cannot be bought."""
    if railway in state.privates:
        return (state.rules.privates[railway].value,)
    facts = state.rules.companies.get(railway)
    if facts is None or facts.kind not in (railways.COAL, railways.PRE_STATE):
        return ()
    special = facts.special
    return tuple(special["price_choice"]) if facts.kind == railways.COAL else (special["price"],)


def for_sale(state: State, railway: str) -> bool:
    """Whether nobody has bought a railway yet."""
    if railway in state.privates:
        return not state.privates[railway].owner and not state.privates[railway].closed
    charter = state.companies.get(railway)
    return (
        charter is not None and charter.certificate == IPO and not charter.closed and bool(prices_of(state, railway))
    )


@check("railway.for-sale", basic=True)
def still_for_sale(state: State, move: BuyRailway) -> Facts | None:
    """A railway is sold once."""
    return None if for_sale(state, move.railway) else {"railway": move.railway}


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
    take_railway(change, move.railway, move.by, move.price)
    note_purchase(change, move.railway)


def take_railway(change: Change, railway: str, player: str, price: int) -> None:
    """A player pays for a railway and runs it from now on."""
    if railway in change.state.privates:
        pay(change, player, BANK, price, "mountain railway")
        change.private(railway, owner=player)
        change.emit(PrivateBought(private=railway, owner=player, price=price))
        return
    pay(change, player, railway, price, "operating capital", "railway.capital")
    change.company(railway, certificate=player, floated=True)
    change.emit(SharesMoved(company=railway, percent=100, source=IPO, target=player, price=price))
    if railways.kind_of(change.state, railway) == railways.COAL:
        open_coal_railway(change, railway, player, price)


def open_coal_railway(change: Change, coal: str, player: str, price: int) -> None:
    """It buys its first train at once, and its regional railway has a price: half of what was paid (IV.2)."""
    railways.note(change, prices={**railways.extra_of(change.state).prices, coal: price})
    set_par(change, railways.regional_of(change.state, coal), price // 2, player)
    pay(change, coal, BANK, change.state.rules.trains[FIRST_TRAIN].price, "train", "coal.first-train")
    change.company(coal, trains=(FIRST_TRAIN,))
    train_leaves_supply(change, FIRST_TRAIN, coal)


def railway_candidates(state: State) -> Iterator[BuyRailway]:
    """Every railway that is left, at every price."""
    player = stock_frame(state).at
    for railway in (*state.privates, *railways.of_kind(state, railways.COAL, railways.PRE_STATE)):
        if for_sale(state, railway):
            for price in prices_of(state, railway):
                yield BuyRailway(player, railway, price)


BUY_RAILWAY = Kind(
    BuyRailway,
    railway_candidates,
    (nothing_bought, still_for_sale, right_price, room_for_railway, can_pay_railway),
    buy_railway,
)


def remove_unsold(change: Change) -> None:
    """What nobody bought leaves the game; shares that were kept for its owner are free (`railway.unsold`)."""
    for private in change.state.privates:
        if for_sale(change.state, private):
            close_private(change, private, "railway.unsold")
    for coal in railways.of_kind(change.state, railways.COAL):
        if for_sale(change.state, coal):
            railways.close_railway(change, coal, "railway.unsold")
            regional = railways.regional_of(change.state, coal)
            change.company(regional, certificate=IPO)
            railways.note(change, orphans=(*railways.extra_of(change.state).orphans, regional))
    for railway in railways.of_kind(change.state, railways.PRE_STATE):
        if for_sale(change.state, railway):
            railways.close_railway(change, railway, "railway.unsold")
            free_share(change, railway)


def free_share(change: Change, railway: str) -> None:
    """The share kept for a pre-state railway's owner is sold like any other; a director's certificate never is."""
    state: str = change.state.rules.companies[railway].special["becomes"]
    if railway != railways.forerunners(change.state, state)[0]:
        move_shares(change, state, RESERVED, IPO, (10,))
