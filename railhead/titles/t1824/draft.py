"""Cisleithania for two: the stacks, the draft, its prices, and the mountain railways after it (X.3, X.5)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from railhead.core.chance import draws
from railhead.core.change import Change
from railhead.core.events import Noted, SharesMoved
from railhead.core.kinds import Kind, asks
from railhead.core.money import pay
from railhead.core.moves import Pass
from railhead.core.privates import close_private
from railhead.core.rulings import Facts, check
from railhead.core.state import BANK, IPO, Frame, Round, State
from railhead.titles.t1824 import first_round
from railhead.titles.t1824.cisleithania import BOND_TRAINS, CONSTRUCTION_PRICE, open_bond, place_bond_home
from railhead.titles.t1824.first_round import BuyRailway, FirstRound
from railhead.titles.t1824.railways import (
    COAL,
    PRE_STATE,
    builds_only,
    extra_of,
    note,
    of_kind,
    practice,
    regional_of,
)

LATER = 0
"""In a choice of the draft: the price is named later."""
CHOOSERS = (0, 1, 1, 0)


class Draft(Frame, frozen=True):
    """The stacks that are left, and the railway that the other player receives from the last one."""

    stacks: tuple[tuple[str, ...], ...]
    turn: int = 0
    other: str = ""
    chosen: tuple[BuyRailway, ...] = ()  # not paid yet; without a price where that is named later


class DraftPrices(Frame, frozen=True):
    """The owners of coal railways name their prices, now that all are chosen."""

    waiting: tuple[tuple[str, str], ...]  # player and railway


class MountainOffer(Frame, frozen=True):
    """Every player may buy one mountain railway."""

    waiting: tuple[str, ...]


# Set-up (X.3)


def lots(seed: int, number: int) -> list[int]:
    """Random numbers that depend only on the seed."""
    return list(islice(draws(seed), number))


def set_stacks(change: Change) -> None:
    """Make the four stacks; the first one has the construction railways (`draft.stacks`)."""
    state = change.state
    coals = of_kind(state, COAL)
    ones = tuple(sym for sym in of_kind(state, PRE_STATE) if sym.endswith("1"))
    small = tuple(sorted(sym for sym in of_kind(state, PRE_STATE) if sym not in ones))
    drawn = lots(state.seed, len(coals) + len(small))
    coal = min(zip(drawn, coals, strict=False))[1]
    pre_state = min(zip(drawn[len(coals) :], small, strict=True))[1]
    bond = regional_of(state, coal)
    note(change, construction=(coal, pre_state), bond=bond, bond_train=BOND_TRAINS[0])
    others = tuple(sym for sym in small if sym != pre_state)
    stacks = ((coal, pre_state), ones, others, tuple(sym for sym in coals if sym != coal))
    first_round.free_share(change, pre_state)
    if not practice(state).bond_opens_later:
        open_bond(change, bond)
        place_bond_home(change, bond)
    change.set(round=Round("SR", 1))
    change.push(Draft(stacks))


# The draft (X.5)


def chooser(state: State, frame: Draft) -> str:
    """Who chooses now, or receives what is left of the stack."""
    seats = state.order[::-1] if practice(state).second_player_drafts else state.order
    seat = CHOOSERS[frame.turn]
    return seats[1 - seat if frame.other else seat]


def draft_price(state: State, railway: str) -> tuple[int, ...]:
    """What a railway may cost in the draft; a construction railway has one price."""
    return (CONSTRUCTION_PRICE,) if builds_only(state, railway) else first_round.prices_of(state, railway)


def named_prices(state: State, railway: str) -> tuple[int, ...]:
    """What a choice may name: a coal railway's price comes when all are chosen, or is named in advance (X.5)."""
    prices = draft_price(state, railway)
    return prices if len(prices) == 1 or practice(state).second_player_drafts else (LATER, *prices)


@check("draft.stack", basic=True)
def in_stacks(state: State, move: BuyRailway) -> Facts | None:
    """A railway of a stack that is left; the other player gets the other one of the same stack."""
    frame: Draft = state.top
    if frame.other:
        return None if move.railway == frame.other else {"railway": move.railway, "wanted": frame.other}
    return None if any(move.railway in stack for stack in frame.stacks) else {"railway": move.railway}


@check("money.player")
def can_pay_in_the_end(state: State, move: BuyRailway) -> Facts | None:
    """What a player has chosen is paid for at the end, coal railways at no less than their lowest price."""
    frame: Draft = state.top
    mine = [choice for choice in frame.chosen if choice.by == move.by]
    cost = sum(choice.price or min(draft_price(state, choice.railway)) for choice in (*mine, move))
    cash = state.players[move.by].cash
    return {"cost": cost, "cash": cash} if cost > cash else None


@check("railway.price")
def price_in_draft(state: State, move: BuyRailway) -> Facts | None:
    """Printed prices; what a coal railway costs its owner decides after the last choice."""
    prices = named_prices(state, move.railway)
    return None if move.price in prices else {"price": move.price, "prices": list(prices)}


def choose_in_draft(change: Change, move: BuyRailway) -> None:
    """Choose a railway, or by house rule pay for it at once; the rest of its stack is the other player's."""
    if practice(change.state).second_player_drafts:
        pay_in_draft(change, move)
    else:
        change.top(chosen=(*change.state.top.chosen, move))
        change.emit(Noted(what="drafted", who=move.by, about=move.railway, rule="draft.stack"))
    frame: Draft = change.state.top
    if frame.other:
        change.top(other="", turn=frame.turn + 1)
        return
    stack = next(stack for stack in frame.stacks if move.railway in stack)
    rest = tuple(other for other in frame.stacks if other != stack)
    change.top(stacks=rest, other=next(sym for sym in stack if sym != move.railway))


def pay_in_draft(change: Change, move: BuyRailway) -> None:
    """Pay and take a railway."""
    if builds_only(change.state, move.railway):
        pay(change, move.by, BANK, move.price, "construction railway", "construction.price")
        change.company(move.railway, certificate=move.by, floated=True)
        change.emit(SharesMoved(company=move.railway, percent=100, source=IPO, target=move.by, price=move.price))
    else:
        first_round.take_railway(change, move.railway, move.by, move.price)
    if builds_only(change.state, move.railway) and not change.state.companies[extra_of(change.state).bond].floated:
        open_bond(change, extra_of(change.state).bond)


def draft_candidates(state: State) -> Iterator[BuyRailway]:
    """Every railway of every stack that is left, at every price."""
    frame: Draft = state.top
    names = (frame.other,) if frame.other else tuple(sym for stack in frame.stacks for sym in stack)
    for railway in names:
        prices = named_prices(state, railway)
        for price in prices if practice(state).second_player_drafts else prices[:1]:
            yield BuyRailway(chooser(state, frame), railway, price)


def advance_draft(change: Change, frame: Draft) -> bool:
    """The other player gets the rest of a stack, automatically if its price is printed; both pay in the end."""
    if frame.turn == len(CHOOSERS):
        change.pop()
        change.push(MountainOffer(change.state.order))
        if frame.chosen:
            settle_draft(change, frame.chosen)
        return True
    if frame.other and not practice(change.state).second_player_drafts:
        prices = named_prices(change.state, frame.other)
        if len(prices) == 1:
            choose_in_draft(change, BuyRailway(chooser(change.state, frame), frame.other, prices[0]))
            return True
    return False


def settle_draft(change: Change, chosen: tuple[BuyRailway, ...]) -> None:
    """Railways with a price are paid; for the others their owners are asked."""
    for choice in chosen:
        if choice.price:
            pay_in_draft(change, choice)
    change.push(DraftPrices(tuple((choice.by, choice.railway) for choice in chosen if not choice.price)))


@check("draft.price", basic=True)
def next_price(state: State, move: BuyRailway) -> Facts | None:
    """Prices are named in the order of the choices."""
    railway = state.top.waiting[0][1]
    return None if move.railway == railway else {"railway": move.railway, "wanted": railway}


@check("railway.price")
def coal_price(state: State, move: BuyRailway) -> Facts | None:
    """One of the prices that a coal railway may have."""
    prices = draft_price(state, move.railway)
    return None if move.price in prices else {"price": move.price, "prices": list(prices)}


def name_price(change: Change, move: BuyRailway) -> None:
    """Pay the price and move on to the next."""
    change.top(waiting=change.state.top.waiting[1:])
    pay_in_draft(change, move)


def price_candidates(state: State) -> Iterator[BuyRailway]:
    """Every price of the next coal railway."""
    player, railway = state.top.waiting[0]
    for price in draft_price(state, railway):
        yield BuyRailway(player, railway, price)


def _prices_named(change: Change, frame: DraftPrices) -> bool:
    if frame.waiting:
        return False
    change.pop()
    return True


PRICE = Kind(BuyRailway, price_candidates, (next_price, coal_price, first_round.can_pay_railway), name_price)
PRICES_PROCEDURE = asks(
    PRICE, who=lambda _state, frame: tuple(player for player, _ in frame.waiting[:1]), advance=_prices_named
)
DRAFT = Kind(
    BuyRailway,
    draft_candidates,
    (in_stacks, price_in_draft, can_pay_in_the_end),
    choose_in_draft,
    complete=False,
)
DRAFT_PROCEDURE = asks(DRAFT, who=lambda state, frame: (chooser(state, frame),), advance=advance_draft)


@check("draft.mountain")
def is_mountain(state: State, move: BuyRailway) -> Facts | None:
    """After the draft every player may buy one mountain railway."""
    return (
        None
        if move.railway in state.privates and first_round.for_sale(state, move.railway)
        else {"railway": move.railway}
    )


def take_mountain(change: Change, move: BuyRailway) -> None:
    """Buy one."""
    change.top(waiting=change.state.top.waiting[1:])
    first_round.take_railway(change, move.railway, move.by, move.price)


def no_mountain(change: Change, _move: Pass) -> None:
    """Go without one."""
    change.top(waiting=change.state.top.waiting[1:])


def mountain_candidates(state: State) -> Iterator[BuyRailway]:
    """Every mountain railway that is left."""
    for sym in state.privates:
        if first_round.for_sale(state, sym):
            yield BuyRailway(state.top.waiting[0], sym, first_round.prices_of(state, sym)[0])


def advance_offer(change: Change, frame: MountainOffer) -> bool:
    """When all have been asked the rest is removed, and the stock round continues as usual."""
    if frame.waiting:
        moves = mountain_candidates(change.state)
        if any(MOUNTAIN.objection(change.state, move) is None for move in moves):
            return False
        change.top(waiting=frame.waiting[1:])
        return True
    change.pop()
    for sym in change.state.privates:
        if first_round.for_sale(change.state, sym):
            close_private(change, sym, "railway.unsold")
    change.push(FirstRound(at=change.state.priority, first=True))
    return True


MOUNTAIN = Kind(
    BuyRailway,
    mountain_candidates,
    (is_mountain, first_round.right_price, first_round.can_pay_railway),
    take_mountain,
)
NO_MOUNTAIN = Kind(Pass, lambda state: [Pass(state.top.waiting[0])], (), no_mountain)
OFFER_PROCEDURE = asks(MOUNTAIN, NO_MOUNTAIN, who=lambda _state, frame: frame.waiting[:1], advance=advance_offer)
