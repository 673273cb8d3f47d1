"""Cisleithania for two: the stacks, the draft, its prices, and the mountain railways after it (X.3, X.5)."""

from __future__ import annotations

from collections.abc import Iterator

from railhead.core.chance import draws
from railhead.core.change import Change
from railhead.core.events import Noted
from railhead.core.kinds import Kind, asks, legal
from railhead.core.moves import Pass
from railhead.core.rulings import Facts, check
from railhead.core.state import Frame, Round, State, next_player
from railhead.titles.t1824 import first_round
from railhead.titles.t1824.cisleithania import BOND_TRAINS
from railhead.titles.t1824.first_round import BuyRailway, prices_of
from railhead.titles.t1824.railways import COAL, PRE_STATE, note, of_kind, successor_of

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


def set_stacks(change: Change) -> None:
    """Make the four stacks; the first one has the construction railways (`draft.stacks`)."""
    state, numbers = change.state, draws(change.state.seed)
    coals = of_kind(state, COAL)
    ones = tuple(sym for sym in of_kind(state, PRE_STATE) if sym.endswith("1"))
    small = tuple(sorted(sym for sym in of_kind(state, PRE_STATE) if sym not in ones))
    coal = min(coals, key=lambda _railway: next(numbers))
    pre_state = min(small, key=lambda _railway: next(numbers))
    note(change, construction=(coal, pre_state), bond=successor_of(state, coal), bond_train=BOND_TRAINS[0])
    first_round.free_share(change, pre_state)
    change.set(round=Round("SR", 1))
    other_small = tuple(sym for sym in small if sym != pre_state)
    other_coals = tuple(sym for sym in coals if sym != coal)
    change.push(Draft(((coal, pre_state), ones, other_small, other_coals)))


# The draft (X.5)


def chooser(state: State, frame: Draft) -> str:
    """Who chooses now, or receives what is left of the stack."""
    seat = CHOOSERS[frame.turn]
    return state.order[1 - seat if frame.other else seat]


def is_open(state: State, railway: str) -> bool:
    """Whether the price of a railway is its owner's choice."""
    return len(prices_of(state, railway)) > 1


@check("draft.stack", basic=True)
def in_stacks(state: State, move: BuyRailway) -> Facts | None:
    """A railway of a stack that is left; the other player gets the other one of the same stack."""
    frame: Draft = state.top
    if frame.other:
        return None if move.railway == frame.other else {"railway": move.railway, "wanted": frame.other}
    return None if any(move.railway in stack for stack in frame.stacks) else {"railway": move.railway}


@check("railway.price")
def price_in_draft(state: State, move: BuyRailway) -> Facts | None:
    """Printed prices; what a coal railway costs its owner decides after the last choice, or in advance."""
    left_open = move.price == LATER and is_open(state, move.railway)
    return None if left_open else first_round.right_price.objects(state, move)


@check("money.player")
def can_pay_in_the_end(state: State, move: BuyRailway) -> Facts | None:
    """What a player has chosen is paid for at the end, coal railways at no less than their lowest price."""
    frame: Draft = state.top
    mine = [choice for choice in frame.chosen if choice.by == move.by]
    cost = sum(choice.price or min(prices_of(state, choice.railway)) for choice in (*mine, move))
    cash = state.players[move.by].cash
    return {"cost": cost, "cash": cash} if cost > cash else None


def draft_candidates(state: State) -> Iterator[BuyRailway]:
    """Every railway of every stack that is left; the prices of coal railways are left open."""
    frame: Draft = state.top
    for railway in (frame.other,) if frame.other else (sym for stack in frame.stacks for sym in stack):
        price = LATER if is_open(state, railway) else prices_of(state, railway)[0]
        yield BuyRailway(chooser(state, frame), railway, price)


def choose_in_draft(change: Change, move: BuyRailway) -> None:
    """Choose a railway; it is paid for when all are chosen."""
    change.top(chosen=(*change.state.top.chosen, move))
    change.emit(Noted(what="drafted", who=move.by, about=move.railway, rule="draft.stack"))
    leave_rest(change, move.railway)


def leave_rest(change: Change, railway: str) -> None:
    """The other player gets the other railway of a stack; once he has it, the next choice is made."""
    frame: Draft = change.state.top
    if frame.other:
        change.top(other="", turn=frame.turn + 1)
        return
    stack = next(stack for stack in frame.stacks if railway in stack)
    rest = tuple(other for other in frame.stacks if other != stack)
    change.top(stacks=rest, other=next(sym for sym in stack if sym != railway))


def advance_draft(change: Change, frame: Draft) -> bool:
    """The other player gets the rest of a stack, automatically if its price is printed; both pay in the end."""
    if frame.turn == len(CHOOSERS):
        change.pop()
        change.push(MountainOffer(change.state.order))
        change.push(DraftPrices(tuple((choice.by, choice.railway) for choice in frame.chosen if not choice.price)))
        for choice in frame.chosen:
            if choice.price:
                first_round.take_railway(change, choice)
        return True
    if not frame.other or is_open(change.state, frame.other):
        return False
    choose_in_draft(change, next(draft_candidates(change.state)))
    return True


DRAFT = Kind(
    BuyRailway, draft_candidates, (in_stacks, price_in_draft, can_pay_in_the_end), choose_in_draft, complete=False
)
DRAFT_PROCEDURE = asks(DRAFT, who=lambda state, frame: (chooser(state, frame),), advance=advance_draft)


# The prices of coal railways


@check("draft.price", basic=True)
def next_price(state: State, move: BuyRailway) -> Facts | None:
    """Prices are named in the order of the choices."""
    railway = state.top.waiting[0][1]
    return None if move.railway == railway else {"railway": move.railway, "wanted": railway}


def name_price(change: Change, move: BuyRailway) -> None:
    """Pay the price and move on to the next."""
    ask_next(change)
    first_round.take_railway(change, move)


def ask_next(change: Change) -> None:
    """The next player is asked."""
    change.top(waiting=change.state.top.waiting[1:])


def price_candidates(state: State) -> Iterator[BuyRailway]:
    """Every price of the next coal railway."""
    player, railway = state.top.waiting[0]
    for price in prices_of(state, railway):
        yield BuyRailway(player, railway, price)


def all_priced(change: Change, frame: DraftPrices) -> bool:
    """Whether the last price is named."""
    if not frame.waiting:
        change.pop()
    return not frame.waiting


PRICE = Kind(
    BuyRailway, price_candidates, (next_price, first_round.right_price, first_round.can_pay_railway), name_price
)
PRICES_PROCEDURE = asks(
    PRICE, who=lambda _state, frame: tuple(player for player, _ in frame.waiting[:1]), advance=all_priced
)


# Mountain railways


@check("draft.mountain")
def is_mountain(state: State, move: BuyRailway) -> Facts | None:
    """After the draft every player may buy one mountain railway."""
    left = move.railway in state.privates and move.railway in first_round.unsold(state)
    return None if left else {"railway": move.railway}


def take_mountain(change: Change, move: BuyRailway) -> None:
    """Buy one; if nobody acts after it, the other player has the priority (VI.2)."""
    ask_next(change)
    first_round.take_railway(change, move)
    change.set(priority=next_player(change.state, move.by))


def mountain_candidates(state: State) -> Iterator[BuyRailway]:
    """Every mountain railway that is left."""
    for sym in first_round.unsold(state):
        if sym in state.privates:
            yield BuyRailway(state.top.waiting[0], sym, *prices_of(state, sym))


def advance_offer(change: Change, frame: MountainOffer) -> bool:
    """When all have been asked the rest is removed, and the stock round continues as usual."""
    if frame.waiting and legal(change.state, (MOUNTAIN,)):
        return False
    if frame.waiting:
        ask_next(change)
        return True
    change.pop()
    first_round.close_unsold_mountains(change)
    change.push(first_round.FirstRound(at=change.state.order[0], first=True))
    return True


MOUNTAIN = Kind(
    BuyRailway,
    mountain_candidates,
    (is_mountain, first_round.right_price, first_round.can_pay_railway),
    take_mountain,
)
NO_MOUNTAIN = Kind(Pass, lambda state: [Pass(state.top.waiting[0])], (), lambda change, _move: ask_next(change))
OFFER_PROCEDURE = asks(MOUNTAIN, NO_MOUNTAIN, who=lambda _state, frame: frame.waiting[:1], advance=advance_offer)
