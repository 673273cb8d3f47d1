"""The one way to make a move that a rule refuses, with the rule named.

A game that was played elsewhere must be stored as it happened there, legal or not. Such a move
goes through `apply_waiving`: every check runs except those named, and money, certificates, trains, tiles
and markers still add up afterwards. No player can get here (`.importlinter` says who may), and the rules of
an ordinary table make nothing waivable.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from railhead.core.change import Change
from railhead.core.engine import actors, open_kinds, procedure, settle
from railhead.core.invariants import broken_invariants
from railhead.core.money import total_money
from railhead.core.moves import Move, PlaceStation, RunTrains, verb_of
from railhead.core.operating import OperatingTurn, current_step, operating_company
from railhead.core.revenue import earn
from railhead.core.rulings import IllegalMove, Refusal
from railhead.core.scoring import Route
from railhead.core.upper_bound import most_earned

if TYPE_CHECKING:
    from collections.abc import Collection

    from railhead.core.events import Event
    from railhead.core.kinds import Kind
    from railhead.core.state import State

NOT_NOW = "turn.not-now"
"""Waived, this lets a company place a station in another step of its own turn."""
STATED = "run.stated"
"""Names a revenue that is stated instead of computed from routes."""


class WaiverError(ValueError):
    """A move that would leave a broken position even with the checks waived."""


class StatedRun(Move, frozen=True):
    """A run whose revenue is stated. It is a move of no title, so no table can make it."""

    revenue: int
    mine_income: int = 0
    routes: tuple[Route, ...] = ()  # as they were run, legal or not, where they are known


def objections(state: State, move: Move, waivable: Collection[str] = ()) -> tuple[list[Refusal], Refusal | None]:
    """The objections that would have to be waived, and the first one that cannot be.

    Where several kinds of move fit, the one with the fewest objections counts.
    """
    if state.ended is not None:
        return [], Refusal("game.over", {"reason": state.ended.reason})
    if move.by not in actors(state):
        return [], Refusal("turn.whose", {"by": move.by, "waiting": list(actors(state))})
    if isinstance(move, StatedRun):
        return _of_stated_run(state, move)
    found = [_of_kind(state, move, kind, waivable) for kind in _kinds(state, move, waivable)]
    if not found:
        return [], _not_now(move)
    return min(found, key=lambda one: (one[1] is not None, len(one[0])))


def apply_waiving(state: State, move: Move, waived: Collection[str]) -> tuple[State, tuple[Event, ...]]:
    """The position after a move with the named checks waived; `IllegalMove` if another one objects.

    Only rules that the game's own rules call waivable can be named: at an ordinary table there are none.
    """
    beyond = sorted(set(waived) - state.rules.waivable)
    if beyond or not waived:
        raise WaiverError(f"this game cannot waive {', '.join(beyond) or 'nothing'}")
    _, refusal = objections(state, move, waived)
    if refusal is not None:
        raise IllegalMove(refusal)
    change = Change(state)
    try:
        if isinstance(move, StatedRun):
            earn(change, move.revenue, move.mine_income, ())
        else:
            _fitting(state, move, waived).effect(change, move)
        settle(change)
    except (LookupError, ValueError, TypeError, AssertionError) as error:  # the effect counted on a waived check
        raise WaiverError(f"without {', '.join(sorted(waived))} this cannot be done: {error}") from None
    change.set(count=state.count + 1)
    money = total_money(state)
    broken = set(broken_invariants(change.state, money)) - set(broken_invariants(state, money))
    if broken:
        raise WaiverError("; ".join(sorted(broken)))
    return change.state, tuple(change.events)


def _not_now(move: Move) -> Refusal:
    verb = verb_of(type(move))
    return Refusal(NOT_NOW, {"move": verb, "open": [], "waiting": []}, verb)


def _kinds(state: State, move: Move, waivable: Collection[str]) -> list[Kind]:
    kinds = list(open_kinds(state))
    if NOT_NOW in waivable and isinstance(state.top, OperatingTurn):
        later = (kind for kind in procedure(state).all_kinds if kind.move is PlaceStation)
        kinds += [kind for kind in later if kind not in kinds]
    return [kind for kind in kinds if kind.move is type(move)]


def _of_kind(state: State, move: Move, kind: Kind, waivable: Collection[str]) -> tuple[list[Refusal], Refusal | None]:
    found: list[Refusal] = []
    if kind not in open_kinds(state):
        found.append(_not_now(move))
    for check in kind.checks:
        objection = check(state, move)
        if objection is None:
            continue
        if objection.rule not in waivable:
            return found, objection
        found.append(objection)
    return found, None


def _fitting(state: State, move: Move, waived: Collection[str]) -> Kind:
    fitting = [(len(needed), at, kind) for at, kind, needed in _accepted(state, move, waived)]
    return min(fitting, key=lambda one: one[:2])[2]


def _accepted(state: State, move: Move, waived: Collection[str]) -> list[tuple[int, Kind, list[Refusal]]]:
    judged = [(at, kind, _of_kind(state, move, kind, waived)) for at, kind in enumerate(_kinds(state, move, waived))]
    return [(at, kind, needed) for at, kind, (needed, refusal) in judged if refusal is None]


def _of_stated_run(state: State, move: StatedRun) -> tuple[list[Refusal], Refusal | None]:
    """A stated run belongs in the step in which trains run, and it earns no more than its trains could anywhere."""
    step = current_step(state) if isinstance(state.top, OperatingTurn) else None
    if step is None or not any(kind.move is RunTrains for kind in step.kinds):
        return [], Refusal(NOT_NOW, {"move": "stated_run", "open": [], "waiting": list(actors(state))})
    company = operating_company(state)
    for stated, most in zip((move.revenue, move.mine_income), most_earned(state, company), strict=True):
        if stated < 0:
            return [], Refusal(STATED, {"revenue": stated})
        if stated > most:
            return [], Refusal(STATED, {"company": company, "revenue": stated, "most": most})
    return [], None
