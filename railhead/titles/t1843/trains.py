"""Train certificates (13): two sides, limits of trains and certificates, rust, the foreigners, gray phase.

A double-sided certificate lies in the supply with both sides. Whoever takes it shows one side; the other
side is among what is gone until the certificate is turned over or comes back in gray phase.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import product

from railhead.core import phases as usual
from railhead.core.change import Change
from railhead.core.events import Noted, TrainGone
from railhead.core.facts import Facts as TitleFacts
from railhead.core.kinds import Kind, asks, its_president
from railhead.core.market import by_price
from railhead.core.memo import remembered
from railhead.core.moves import DiscardTrain, Move
from railhead.core.operating import OperatingTurn
from railhead.core.phases import Discard
from railhead.core.privates import close_all_privates, close_private
from railhead.core.reach import has_route
from railhead.core.rules import Rules
from railhead.core.rulings import Facts, check
from railhead.core.state import State, president_of
from railhead.titles.t1843.extra import LYON, PLM, extra_of, note

COLOURS = ("yellow", "green", "blue", "brown", "red", "gray")
"""The order in which train certificates are sold."""
GRAY = "gray"
ELECTRIC = "Electric"
LOIRE_TRAIN = "2"
"""What the Val de Loire can become in a game of six."""


class TurnOver(Move, frozen=True):
    """Turn a double certificate to its single side because of the train limit."""

    company: str
    train: str


def sides(state: State, colour: str) -> tuple[str, ...]:
    """The sides of a certificate: the single train, then the double one if there is one."""
    return _sides(state.rules, colour)


@remembered
def _sides(rules: Rules, colour: str) -> tuple[str, ...]:
    there = [name for name, facts in rules.trains.items() if facts.colour == colour]
    return tuple(sorted(there, key=lambda name: int(rules.trains[name].special["side"])))


def other_side(state: State, train: str) -> str:
    """The other side of a certificate; empty for one that has none."""
    colour = state.rules.trains[train].colour
    return next((name for name in sides(state, colour) if name != train), "") if colour else ""


def is_double(rules: Rules, train: str) -> bool:
    """Whether a certificate counts as two trains; the one that may run as a 3+1 counts as one (8.8.2)."""
    special = rules.trains[train].special
    return "runs_as" in special and "or_as" not in special


def is_rusted(state: State, train: str) -> bool:
    """Whether a train is one of those that came back in gray phase."""
    return train != ELECTRIC and usual.reached(state, GRAY)


# The limit (8.8.2)


def used(state: State, trains: Sequence[str]) -> int:
    """How many certificates of the limit trains take up; a limit of 3/2 allows one more train than certificates."""
    return _used(state.rules, (state.phase, tuple(trains)))


@remembered
def _used(rules: Rules, at: tuple[int, tuple[str, ...]]) -> int:
    phase, trains = at
    limit = rules.phases[phase].limit
    running = sum(2 if is_double(rules, train) else 1 for train in trains)
    return max(len(trains), running - (limit["public"] - limit["certificates"]))


def limit_of(state: State, _company: str) -> int:
    """The limit in certificates."""
    return usual.phase_of(state).limit["certificates"]


def limits(state: State) -> Facts:
    """Both limits of the phase, as a refusal names them."""
    limit = usual.phase_of(state).limit
    return {"limit": limit["public"], "certificates": limit["certificates"]}


def obsolete_train(state: State, company: str) -> str:
    """The train with one run left that a company owns; empty if it has none."""
    extra = extra_of(state)
    there = extra.obsolete and extra.engineers == company and extra.preserved in state.companies[company].trains
    return extra.preserved if there else ""


def lasting(state: State, company: str) -> tuple[str, ...]:
    """A company's trains except an obsolete one, which counts against no limit (10.2)."""
    trains = list(state.companies[company].trains)
    last = obsolete_train(state, company)
    if last:
        trains.remove(last)
    return tuple(trains)


def counted(state: State, company: str) -> int:
    """How much of its limit a company has used."""
    return used(state, lasting(state, company))


def trains_to_run(facts: TitleFacts, certificates: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The sets of trains that these certificates can run as: double ones are two trains, some have a choice."""
    choices: list[list[tuple[str, ...]]] = []
    for name in certificates:
        special = facts.trains[name].special
        ways = [tuple(special[key]) for key in ("runs_as", "or_as") if key in special]
        choices.append(ways or [(name,)])
    sets = {tuple(sorted(train for way in ways for train in way)) for ways in product(*choices)}
    return tuple(sorted(sets))


def running_trains(state: State, company: str) -> tuple[tuple[str, ...], ...]:
    """The sets of trains that a company may run: no more than the limit, an obsolete one beyond it (8.6.1)."""
    facts = state.rules.facts
    limit = usual.phase_of(state).limit["public"]
    sets = tuple(trains for trains in trains_to_run(facts, lasting(state, company)) if len(trains) <= limit)
    last = obsolete_train(state, company)
    if not last:
        return sets
    return tuple((*trains, *once_more) for trains in sets for once_more in trains_to_run(facts, (last,)))


# What is on sale, and the duty to own a train (8.8.1)


def colour_on_sale(state: State) -> str:
    """The colour of the next certificate in the supply; empty when there is none."""
    left = COLOURS[-1:] if usual.reached(state, GRAY) else COLOURS
    return next((colour for colour in left if state.depot.supply[sides(state, colour)[0]]), "")


def new_trains(state: State) -> tuple[str, ...]:
    """Both sides of the next certificate."""
    colour = colour_on_sale(state)
    return sides(state, colour) if colour else ()


def must_own(state: State, company: str) -> bool:
    """A company with a route must own a train; a rusted one does not count. No train on sale, no duty."""
    if any(not is_rusted(state, train) for train in state.companies[company].trains):
        return False
    if not new_trains(state) and not state.depot.pool:
        return False
    return has_route(state, company)


def rusted_on_sale(state: State) -> tuple[str, ...]:
    """In gray phase the single rusted trains, all types at once."""
    if not usual.reached(state, GRAY):
        return ()
    return tuple(train for train in rusted_types(state) if state.depot.supply[train])


def rusted_types(state: State) -> list[str]:
    """The single side of every certificate that is not gray."""
    return [sides(state, colour)[0] for colour in COLOURS[:-1]]


def on_sale(state: State, company: str) -> tuple[str, ...]:
    """Trains in the supply that a company may buy; rusted ones only when it has done its duty."""
    return new_trains(state) if must_own(state, company) else (*new_trains(state), *rusted_on_sale(state))


# Certificates leave the supply


def hide_other_side(change: Change, train: str) -> None:
    """The side that is not shown is out of play; it counts as sold too, so that a phase begins once."""
    hidden = other_side(change.state, train)
    depot = change.state.depot
    if not hidden or not depot.supply[hidden]:
        return
    supply = {**depot.supply, hidden: depot.supply[hidden] - 1}
    sold = depot.sold if hidden in depot.sold else (*depot.sold, hidden)
    change.depot(supply=supply, gone=(*depot.gone, hidden), sold=sold)


@contextmanager
def leaving_supply(change: Change, train: str) -> Iterator[None]:
    """A certificate leaves the supply with both sides; the train with the engineers' card does not rust."""
    hide_other_side(change, train)
    saved = set_aside(change, train)
    yield
    if saved:
        bring_back(change)


def lose_certificate(change: Change, colour: str, why: str, rule: str) -> None:
    """The first certificate of a colour leaves the game as if it had been bought: it may begin a phase."""
    train = sides(change.state, colour)[0]
    with leaving_supply(change, train):
        usual.scrap(change, train)
        change.emit(TrainGone(train=train, owner="supply", why=why, rule=rule))
        usual.train_leaves_supply(change, train, "")


def foreigners_buy(change: Change) -> None:
    """After a set of rounds the next certificate goes; after the last of a colour, the first of the next goes too."""
    colour = colour_on_sale(change.state)
    if not colour:
        return
    lose_certificate(change, colour, "foreigners", "1843.foreigners")
    following = colour_on_sale(change.state)
    if following and following != colour:
        lose_certificate(change, following, "foreigners", "1843.foreigners")


# Phases (14)


def phase_begins(change: Change, _buyer: str) -> None:
    """Brown closes the privates, gray clears all old trains away; from blue on the Val de Loire becomes no train."""
    name = usual.phase_of(change.state).name
    depot = change.state.depot
    if name == "blue" and depot.supply.get(LOIRE_TRAIN):
        change.depot(supply={**depot.supply, LOIRE_TRAIN: 0}, gone=(*depot.gone, LOIRE_TRAIN))
    elif name == "brown":
        close_all_privates(change)
    elif name == GRAY:
        gray_begins(change)


def gray_begins(change: Change) -> None:
    """Every train that is not gray leaves, even an obsolete one; the single ones come back to the supply (14.6)."""
    usual.rust(change, [train for train in change.state.rules.trains if train != ELECTRIC])
    lose_card(change)
    singles = rusted_types(change.state)
    for train in change.state.depot.gone:
        if train in singles:
            usual.restock(change, train)
    change.emit(Noted(what="rusted trains return", rule="1843.rusted-return"))


def train_bought(change: Change, company: str, train: str) -> None:
    """PLM's first train closes private 7; a gray train makes this set of operating rounds count (8.10.1)."""
    discard_by_price(change)
    if company == PLM:
        close_private(change, LYON, "1843.lyon-closes")
    if train == ELECTRIC:
        note(change, gray_now=True)


def discard_by_price(change: Change) -> None:
    """Companies over the limit discard in operating order: the buyer is no exception (8.8.1)."""
    frames = change.state.frames
    rest = tuple(frame for frame in frames if not isinstance(frame, Discard))
    order = by_price(change.state, [frame.company for frame in frames if isinstance(frame, Discard)])
    change.set(frames=(*rest, *(Discard(company) for company in reversed(order))))


# The engineers' card (10.2)


def set_aside(change: Change, train: str) -> bool:
    """Take the preserved train out of the way if the first train of this type would rust it."""
    extra = extra_of(change.state)
    if not extra.engineers or extra.obsolete or train in change.state.depot.sold:
        return False
    if train not in change.state.rules.trains[extra.preserved].rusts_on:
        return False
    if extra.preserved not in change.state.companies[extra.engineers].trains:
        return False
    usual.drop_train(change, extra.engineers, extra.preserved)
    return True


def bring_back(change: Change) -> None:
    """The preserved train is obsolete now: it has one run left."""
    extra = extra_of(change.state)
    if not extra.engineers:
        return
    trains = change.state.companies[extra.engineers].trains
    change.company(extra.engineers, trains=(*trains, extra.preserved))
    note(change, obsolete=True)
    change.emit(Noted(what="obsolete", who=extra.engineers, about=extra.preserved, rule="1843.obsolete"))


def drop_obsolete(change: Change, turn: OperatingTurn) -> None:
    """An obsolete train leaves before the company buys trains, whether it has run or not."""
    last = obsolete_train(change.state, turn.company)
    if not last:
        return
    usual.drop_train(change, turn.company, last)
    usual.scrap(change, last)
    lose_card(change)
    change.emit(TrainGone(train=last, owner=turn.company, why="obsolete", rule="1843.obsolete"))


def lose_card(change: Change) -> None:
    """The engineers' card is out of the game."""
    note(change, engineers="", preserved="", obsolete=False)


def without_card(state: State, company: str) -> bool:
    """Whether the company with the engineers' card has no train left that could carry it."""
    extra = extra_of(state)
    return extra.engineers == company and extra.preserved not in state.companies[company].trains


# Over the limit (8.8.1)


@check("train.discard")
def not_the_obsolete(state: State, move: DiscardTrain) -> Facts | None:
    """An obsolete train counts against no limit and is not discarded for it."""
    return None if move.train in lasting(state, move.company) else {"train": move.train}


@check("1843.turn-over")
def may_turn_over(state: State, move: TurnOver) -> Facts | None:
    """Only a double certificate of the company over the limit is turned to its single side."""
    company = state.top.company
    if move.company != company:
        return {"company": move.company, "asked": company}
    there = move.train in lasting(state, company) and is_double(state.rules, move.train)
    return None if there else {"company": company, "train": move.train}


def turn_over(change: Change, move: TurnOver) -> None:
    """Show the single side from now on; the engineers' card stays on the certificate."""
    single = other_side(change.state, move.train)
    usual.drop_train(change, move.company, move.train)
    change.company(move.company, trains=(*change.state.companies[move.company].trains, single))
    gone = list(change.state.depot.gone)
    gone.remove(single)
    change.depot(gone=(*gone, move.train))
    change.emit(Noted(what="turned over", who=move.company, about=move.train, rule="1843.turn-over"))
    if without_card(change.state, move.company):
        note(change, preserved=single)


def turn_over_candidates(state: State) -> Iterator[TurnOver]:
    """The double certificates of the company over the limit."""
    company = state.top.company
    for train in sorted(set(lasting(state, company))):
        if is_double(state.rules, train):
            yield TurnOver(president_of(state, company), company, train)


def discard(change: Change, move: DiscardTrain) -> None:
    """Give up a certificate, and the engineers' card if it carried it."""
    usual.discard(change, move)
    if without_card(change.state, move.company):
        lose_card(change)


DISCARD = usual.DISCARD.but(instead={usual.owns_surplus: (usual.owns_surplus, not_the_obsolete)}, effect=discard)
TURN_OVER = Kind(TurnOver, turn_over_candidates, (may_turn_over,), turn_over)
LIMIT_PROCEDURE = asks(DISCARD, TURN_OVER, who=its_president, advance=usual.settle_discard)
