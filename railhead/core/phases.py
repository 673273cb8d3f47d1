"""Phases: what the first train of a new type triggers, rust, and discards over the train limit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railhead.core.events import PhaseChanged, TrainGone
from railhead.core.kinds import Kind, Procedure
from railhead.core.market import by_price
from railhead.core.memo import remembered
from railhead.core.moves import DiscardTrain
from railhead.core.rulings import Facts, check
from railhead.core.state import BANK, Frame, State, president_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from railhead.core.change import Change
    from railhead.core.facts import PhaseFacts
    from railhead.core.rules import Rules


class Discard(Frame, frozen=True):
    """A company has more trains than it may keep."""

    company: str


def phase_of(state: State) -> PhaseFacts:
    """The phase that the game is in."""
    return state.rules.phases[state.phase]


@remembered
def _place(rules: Rules, name: str) -> int:
    """The place of a phase in the order of phases."""
    return [phase.name for phase in rules.phases].index(name)


def reached(state: State, name: str) -> bool:
    """Whether the phase of this name has begun."""
    return state.phase >= _place(state.rules, name)


def train_leaves_supply(change: Change, train: str, buyer: str) -> None:
    """Take a train from the supply; the first of its type may begin a phase and rust others."""
    depot = change.state.depot
    supply = dict(depot.supply)
    if supply[train] > 0:
        supply[train] -= 1
    first = train not in depot.sold
    change.depot(supply=supply, sold=(*depot.sold, train) if first else depot.sold)
    if first:
        new_type(change, train, buyer)


def new_type(change: Change, train: str, buyer: str) -> None:
    """The first train of a type: phase, rust, then discards (`train.rust`, `train.limit-discard`)."""
    rules = change.state.rules
    begun = [i for i, phase in enumerate(rules.phases) if train in phase.on and i > change.state.phase]
    if begun:
        change.set(phase=begun[0])
        change.emit(PhaseChanged(phase=rules.phases[begun[0]].name, rule="phase.begins"))
    rust(change, [name for name, facts in rules.trains.items() if train in facts.rusts_on])
    if begun:
        rules.train.phase_begins(change, buyer)
    for company in reversed(_buyer_then_price(change.state, buyer)):
        if over_train_limit(change.state, company):
            change.push(Discard(company))


def rust(change: Change, types: Iterable[str]) -> None:
    """Trains of these types leave the game, wherever they are."""
    doomed = set(types)
    if not doomed:
        return
    for sym, charter in change.state.companies.items():
        kept = tuple(train for train in charter.trains if train not in doomed)
        if kept != charter.trains:
            gone = [train for train in charter.trains if train in doomed]
            change.company(sym, trains=kept)
            _away(change, gone, sym)
    depot = change.state.depot
    pool = tuple(train for train in depot.pool if train not in doomed)
    if pool != depot.pool:
        gone = [train for train in depot.pool if train in doomed]
        change.depot(pool=pool)
        _away(change, gone, "pool")
    for train, left in depot.supply.items():
        if train in doomed and left > 0:
            now = change.state.depot
            change.depot(supply={**now.supply, train: 0}, gone=(*now.gone, *[train] * left))
            change.emit(TrainGone(train=train, owner=BANK, why="rust", rule="train.rust"))


def scrap(change: Change, *trains: str) -> None:
    """Trains leave the game."""
    change.depot(gone=(*change.state.depot.gone, *trains))


def restock(change: Change, train: str) -> None:
    """A train that had left the game is in the supply again."""
    depot = change.state.depot
    gone = list(depot.gone)
    gone.remove(train)
    change.depot(gone=tuple(gone), supply={**depot.supply, train: depot.supply[train] + 1})


def _away(change: Change, trains: list[str], owner: str) -> None:
    scrap(change, *trains)
    for train in trains:
        change.emit(TrainGone(train=train, owner=owner, why="rust", rule="train.rust"))


def over_train_limit(state: State, company: str) -> bool:
    """Whether a company has more trains than it may keep."""
    return state.rules.train.counted(state, company) > state.rules.train.limit(state, company)


def _buyer_then_price(state: State, buyer: str) -> tuple[str, ...]:
    rest = by_price(state, [sym for sym, it in state.companies.items() if it.trains and sym != buyer])
    return (buyer, *rest) if buyer in state.companies else rest


def drop_train(change: Change, company: str, train: str) -> None:
    """Take one train of this type from a company."""
    trains = list(change.state.companies[company].trains)
    trains.remove(train)
    change.company(company, trains=tuple(trains))


@check("train.discard", basic=True)
def owns_surplus(state: State, move: DiscardTrain) -> Facts | None:
    """The company over the limit gives up a train that it owns."""
    company = state.top.company
    if move.company != company:
        return {"company": move.company, "asked": company}
    return None if move.train in state.companies[company].trains else {"company": company, "train": move.train}


def discard(change: Change, move: DiscardTrain) -> None:
    """Give up a train without compensation."""
    drop_train(change, move.company, move.train)
    if change.state.rules.train.discard_to_pool:
        change.depot(pool=(*change.state.depot.pool, move.train))
    else:
        scrap(change, move.train)
    change.emit(TrainGone(train=move.train, owner=move.company, why="limit", rule="train.limit-discard"))


def discard_candidates(state: State) -> Iterator[DiscardTrain]:
    """Any train of the company over the limit."""
    company = state.top.company
    for train in sorted(set(state.companies[company].trains)):
        yield DiscardTrain(president_of(state, company), company, train)


DISCARD = Kind(DiscardTrain, discard_candidates, (owns_surplus,), discard)


def settle_discard(change: Change, frame: Discard) -> bool:
    """The frame is done once the company is within the limit."""
    if over_train_limit(change.state, frame.company):
        return False
    change.pop()
    return True


DISCARD_PROCEDURE = Procedure(
    actors=lambda state, frame: (president_of(state, frame.company),),
    kinds=lambda _state, _frame: (DISCARD,),
    advance=settle_discard,
    all_kinds=(DISCARD,),
)
