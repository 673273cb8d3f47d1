"""A forced purchase: one train is chosen, money is raised for it, and that train is bought.

A company must own a train, and its treasury and its president's cash cannot pay for one. The president chooses the
train first (`RaiseMoney`). From then on a frame knows what is missing for that train: sales continue until it is
covered and no longer, and then that train is bought and nothing else. Before the first sale the choice can be
undone (`StepBack`), once for each train. A title brings its own ways to sell (`Asset`); the rest is the same for
all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from railhead.core.change import Change, find_frame
from railhead.core.kinds import Kind, passing
from railhead.core.memo import remembered
from railhead.core.moves import Bankrupt, BuyTrain, Move, RaiseMoney, StepBack
from railhead.core.operating import OperatingTurn, for_company, operating_company, turn_frame
from railhead.core.rulings import Check, Facts, check
from railhead.core.state import POOL, Frame, State, president_of
from railhead.core.trains import SUPPLY, must_buy, offered, on_sale, train_price


class ForcedPurchase(Frame, frozen=True):
    """The president raises money for this train."""

    train: str
    source: str
    price: int = 0  # agreed with another company; 0: the printed price
    sold: Mapping[str, int] = {}  # what has been sold for it, with its price before the first sale


class Need(Struct, frozen=True):
    """What a forced purchase lacks, for people and bots to see."""

    company: str
    train: str
    source: str
    price: int
    treasury: int
    cash: int  # the president's
    missing: int  # beyond both; 0 when the train can be paid for
    sales: tuple[Move, ...]  # what may be sold for it now


# What is needed


def printed(state: State, train: str) -> int:
    """The printed price of a train, 0 for one that does not exist."""
    return train_price(state, train) if train in state.rules.trains else 0


def cheapest_frame(state: State) -> ForcedPurchase | None:
    """The purchase that a sale without a choice stands for: the cheapest train of supply and pool."""
    turn = find_frame(state, OperatingTurn)
    if turn is None or not must_buy(state, turn.company):
        return None
    there = offered(state, turn.company)
    if not there:
        return None
    train = min(there, key=lambda name: train_price(state, name))
    new = train in on_sale(state, turn.company)
    return ForcedPurchase(train, SUPPLY if new else POOL)


def forced_frame(state: State) -> ForcedPurchase | None:
    """The forced purchase in progress, or the one that a sale would start."""
    frame: ForcedPurchase | None = find_frame(state, ForcedPurchase)
    return frame if frame is not None else cheapest_frame(state)


def short_of(state: State, frame: ForcedPurchase) -> int:
    """What is missing for a train beyond the treasury and the president's cash; 0 if nothing is."""
    return max(lacking(state, frame), 0)


def lacking(state: State, frame: ForcedPurchase) -> int:
    """What is missing for a train; below 0 if treasury and president have more than it costs."""
    return (frame.price or printed(state, frame.train)) - means(state)


def means(state: State) -> int:
    """What the treasury and the president have together."""
    company = operating_company(state)
    return state.companies[company].cash + state.players[president_of(state, company)].cash


def missing_now(state: State) -> int:
    """What is missing for the chosen train, or for the cheapest one; 0 if none must be bought."""
    frame = forced_frame(state)
    return short_of(state, frame) if frame is not None else 0


def need(state: State) -> Need | None:
    """The figures of the forced purchase under way, or None."""
    frame: ForcedPurchase | None = find_frame(state, ForcedPurchase)
    if frame is None or state.top is not frame:
        return None
    company = operating_company(state)
    kinds = state.rules.procedures[ForcedPurchase].kinds(state, frame)
    sales = tuple(
        move
        for kind in kinds
        if kind.move not in (BuyTrain, StepBack, Bankrupt)
        for move in kind.candidates(state)
        if kind.objection(state, move) is None
    )
    return Need(
        company=company,
        train=frame.train,
        source=frame.source,
        price=frame.price or printed(state, frame.train),
        treasury=state.companies[company].cash,
        cash=state.players[president_of(state, company)].cash,
        missing=short_of(state, frame),
        sales=sales,
    )


def in_frame(state: State, frame: ForcedPurchase) -> State:
    """The position with a forced purchase under way: this one, unless another has begun."""
    if find_frame(state, ForcedPurchase) is not None:
        return state
    changed: State = replace(state, frames=(*state.frames, frame))
    return changed


def under_way(state: State, move: RaiseMoney) -> State:
    """The position with the forced purchase of a choice under way, or with the one that has begun."""
    return _begun(state, move) if find_frame(state, ForcedPurchase) is None else state


@remembered
def _begun(state: State, move: RaiseMoney) -> State:
    return in_frame(state, frame_of(move))


# Choosing the train


def purchase_of(state: State, move: RaiseMoney) -> BuyTrain:
    """The purchase that money is raised for."""
    return BuyTrain(move.by, move.train, move.source, move.price or printed(state, move.train))


def frame_of(move: RaiseMoney) -> ForcedPurchase:
    """The frame that a choice begins."""
    return ForcedPurchase(move.train, move.source, move.price)


@remembered
def _with_more(state: State, money: int) -> State:
    """The position as it would be if the president had raised so much."""
    player = president_of(state, operating_company(state))
    purse = state.players[player]
    richer = replace(purse, cash=purse.cash + money)
    changed: State = replace(state, players={**state.players, player: richer})
    return changed


@check("train.emergency-need")
def has_duty(state: State, _move: RaiseMoney) -> Facts | None:
    """Money is raised only for a train that must be bought."""
    company = operating_company(state)
    return None if must_buy(state, company) else {"company": company, "missing": 0}


@check("train.emergency-need")
def is_short(state: State, move: RaiseMoney) -> Facts | None:
    """Money is raised only for a train that treasury and cash cannot cover."""
    if short_of(state, frame_of(move)):
        return None
    return {"company": operating_company(state), "train": move.train, "missing": 0}


@remembered
def _as_paid(state: State, move: RaiseMoney) -> tuple[State, BuyTrain]:
    """The purchase that a choice stands for, in the position with the money raised."""
    return _with_more(state, short_of(state, frame_of(move))), purchase_of(state, move)


def as_if_paid(rule: Check[BuyTrain]) -> Check[RaiseMoney]:
    """A check of a purchase as a check of the choice: would it be refused even with the money?"""

    def objects(state: State, move: RaiseMoney) -> Facts | None:
        return rule.objects(*_as_paid(state, move))

    objects.__doc__ = rule.why
    return check(rule.rule, basic=rule.basic)(objects)


def _trains_of_others(state: State, company: str) -> Iterator[tuple[str, str]]:
    """Trains of other companies with their owner, if these have a president."""
    for seller, charter in state.companies.items():
        if charter.trains and seller != company and president_of(state, seller):
            for train in sorted(set(charter.trains)):
                yield train, seller


def choices(state: State) -> Iterator[RaiseMoney]:
    """Every train that money could be raised for; those of other companies at 1 and at the printed price."""
    company = operating_company(state)
    if not must_buy(state, company):
        return
    player = president_of(state, company)
    for train in on_sale(state, company):
        yield RaiseMoney(player, train, SUPPLY)
    for train in sorted(set(state.depot.pool)):
        yield RaiseMoney(player, train, POOL)
    for train, seller in _trains_of_others(state, company):
        yield RaiseMoney(player, train, seller, 1)
        yield RaiseMoney(player, train, seller, train_price(state, train))


@passing(has_duty, is_short)
def choices_in_need(state: State) -> Iterator[RaiseMoney]:
    """The trains that treasury and president cannot pay for together."""
    cash = means(state) if must_buy(state, operating_company(state)) else 0
    return (move for move in choices(state) if (move.price or printed(state, move.train)) > cash)


# The frame


@check("train.emergency-chosen")
def chosen_train(state: State, move: BuyTrain) -> Facts | None:
    """The train that money was raised for is the one that is bought."""
    frame: ForcedPurchase | None = find_frame(state, ForcedPurchase)
    if frame is None:
        return None
    price = frame.price or printed(state, frame.train)
    same = (move.train, move.source, move.trade, move.price) == (frame.train, frame.source, "", price)
    return None if same else choice_of(state, frame)


def choice_of(state: State, frame: ForcedPurchase) -> Facts:
    """The chosen train, as a refusal names it."""
    price = frame.price or printed(state, frame.train)
    return {"train": frame.train, "source": frame.source, "price": price}


@check("train.emergency-begun")
def may_step_back(state: State, _move: StepBack) -> Facts | None:
    """A choice can be undone before the first sale, once a turn for each train, so play cannot go in circles."""
    frame: ForcedPurchase = state.top
    if frame.sold:
        return {"train": frame.train, "sold": list(frame.sold)}
    return {"taken back": frame.train} if _taken_back(frame) in turn_frame(state).notes else None


def _taken_back(frame: ForcedPurchase) -> str:
    """What a turn notes about a choice that was undone."""
    return f"taken back {frame.train} {frame.source}"


def chosen_candidates(state: State) -> list[BuyTrain]:
    """The purchase that money is raised for."""
    frame: ForcedPurchase = state.top
    player = president_of(state, operating_company(state))
    return [BuyTrain(player, frame.train, frame.source, frame.price or printed(state, frame.train))]


def paying_president(state: State) -> str:
    """The player who pays for the operating company."""
    return president_of(state, operating_company(state))


def _go_back(change: Change, _move: StepBack) -> None:
    frame: ForcedPurchase = change.state.top
    change.pop()
    change.frame(OperatingTurn, notes=(*turn_frame(change.state).notes, _taken_back(frame)))


STEP_BACK = Kind(StepBack, for_company(StepBack), (may_step_back,), _go_back)
