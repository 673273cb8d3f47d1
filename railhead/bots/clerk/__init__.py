"""Clerk: quick and sensible, by rules of thumb. It values every legal move in money and makes the best one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from railhead.bots.boards import shared
from railhead.bots.clerk.auction import rate_bids
from railhead.bots.clerk.desk import CAREFUL, Desk, Habits
from railhead.bots.clerk.listing import moves_to_rate
from railhead.bots.clerk.other import rate_accepting, rate_by_trial, rate_declining, rate_nothing
from railhead.bots.clerk.privates import rate_privates
from railhead.bots.clerk.running import rate_dividends, rate_runs
from railhead.bots.clerk.starting import rate_starts
from railhead.bots.clerk.stations import rate_stations
from railhead.bots.clerk.stock import rate_buys, rate_sales
from railhead.bots.clerk.track import rate_lays
from railhead.bots.clerk.trains import rate_bankruptcy, rate_choices, rate_discards, rate_steps_back, rate_trains
from railhead.bots.outlook import unit_of
from railhead.bots.protocol import NO_CHOICE, Choice, Rated
from railhead.bots.words import why_only, with_reasons
from railhead.core.engine import legal_moves, refusal
from railhead.core.moves import (
    Accept,
    Bankrupt,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Decline,
    DiscardTrain,
    Dividend,
    LayTile,
    Move,
    Pass,
    PlaceStation,
    RaiseMoney,
    RunTrains,
    SellLarge,
    SellShares,
    SetPar,
    StartCompany,
    StepBack,
)
from railhead.core.operating import OperatingTurn, current_step
from railhead.core.revenue import can_run

if TYPE_CHECKING:
    import random

    from railhead.bots.weights import Weights
    from railhead.core.state import State

Rater = Callable[[Desk, Any], Iterable[Rated]]

RATERS: dict[type[Move], Rater] = {
    Pass: rate_nothing,
    Bid: rate_bids,
    SetPar: rate_starts,
    StartCompany: rate_starts,
    BuyShare: rate_buys,
    SellShares: rate_sales,
    SellLarge: rate_sales,
    LayTile: rate_lays,
    PlaceStation: rate_stations,
    RunTrains: rate_runs,
    Dividend: rate_dividends,
    BuyTrain: rate_trains,
    DiscardTrain: rate_discards,
    BuyPrivate: rate_privates,
    Accept: rate_accepting,
    Decline: rate_declining,
    RaiseMoney: rate_choices,
    StepBack: rate_steps_back,
    Bankrupt: rate_bankruptcy,
}


def rated(state: State, seat: str, habits: Habits = CAREFUL) -> list[Rated]:
    """The legal moves of a seat that Clerk considers, best first."""
    if not habits.builds and rests(state, seat):
        return [Rated(0.0, Pass(seat), "There is track enough.")]
    groups: dict[type[Move], list[Move]] = {}
    for move in moves_to_rate(state, seat, habits):
        groups.setdefault(type(move), []).append(move)
    if not groups:
        for move in legal_moves(state):
            if move.by == seat:
                groups.setdefault(type(move), []).append(move)
    if not groups:
        raise LookupError(f"{seat} has nothing to decide")
    if len(groups) == 1:
        ((_, only),) = groups.items()
        if len(only) == 1:
            return [_only(state, seat, habits, only[0])]
    desk = Desk(state, seat, habits)
    found: list[Rated] = []
    for kind, moves in groups.items():
        found.extend(RATERS.get(kind, rate_by_trial)(desk, moves))
    if not found:  # only offers that Clerk does not make
        found = [Rated(0.0, move, "There is no reason not to.") for moves in groups.values() for move in moves]
    found.sort(key=lambda it: -it.score)
    return with_reasons(state, found) if habits.lists else found


def _only(state: State, seat: str, habits: Habits, move: Move) -> Rated:
    """The only legal move, and a word about it."""
    if isinstance(move, RunTrains):
        return next(iter(rate_runs(Desk(state, seat, habits), [move])), Rated(0.0, move, NO_CHOICE))
    return Rated(0.0, move, why_only(state, seat, move))


def rests(state: State, seat: str) -> bool:
    """Whether a company is building that can already run and may stop here."""
    turn = state.top
    if not isinstance(turn, OperatingTurn) or turn.revenue >= 0 or not can_run(state, turn.company):
        return False
    step = current_step(state)
    if step is None or not any(kind.move in (LayTile, PlaceStation) for kind in step.kinds):
        return False
    return refusal(state, Pass(seat)) is None


Nudge = Callable[[Move], float]
"""How far a move is misjudged, as a number from the normal distribution."""


def pick(state: State, seat: str, habits: Habits = CAREFUL, rng: random.Random | None = None) -> Choice:
    """Clerk's choice; with a random source it varies between moves of about the same worth."""
    return picked(state, seat, habits, None if rng is None else lambda _move: rng.gauss(0.0, 1.0))


def picked(state: State, seat: str, habits: Habits, nudge: Nudge | None) -> Choice:
    """Clerk's choice, when it misjudges moves a little in this way."""
    found = rated(state, seat, habits)
    best = found[0] if len(found) == 1 else nudged(state, close_calls(state, found, habits), habits, nudge)
    return Choice(best.move, best.why)


def close_calls(state: State, found: Sequence[Rated], habits: Habits) -> list[Rated]:
    """The best of some moves and those that a misjudgement might prefer to it."""
    weights = habits.weights_in(state)
    least = found[0].score - min(5 * weights.mood, weights.blunder) * unit_of(state.rules)
    return [found[0], *(it for it in found[1:] if it.score > least)]


def nudged(state: State, calls: Sequence[Rated], habits: Habits, nudge: Nudge | None) -> Rated:
    """The one of these moves that seems best when they are misjudged in this way."""
    if nudge is None:
        return calls[0]
    mood = habits.weights_in(state).mood * unit_of(state.rules)
    return max(calls, key=lambda it: it.score + mood * nudge(it.move))


def reason(state: State, seat: str, move: Move, habits: Habits = CAREFUL) -> str:
    """Clerk's reason for a move; empty if the move is not open."""
    try:
        found = rated(shared(state), seat, habits)
    except LookupError:
        return ""
    return next((it.why for it in found if it.move == move), "")


class Clerk:
    """Plays by rules of thumb, with the weights it is given."""

    def __init__(self, name: str, about: str, weights: Weights) -> None:
        self.name = name
        self.about = about
        self.habits = Habits(weights)

    def choose(self, state: State, seat: str, budget: float, rng: random.Random) -> Choice:
        """The move with the best worth."""
        return pick(shared(state), seat, self.habits, rng)

    def remark(self, state: State, seat: str, move: Move) -> str:
        """What Clerk thinks of the move in this position."""
        return reason(state, seat, move, self.habits)
