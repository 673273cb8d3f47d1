"""Operating rounds: the order of companies, a company's turn, and its steps."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

import msgspec

from railhead.core.change import find_frame
from railhead.core.events import RoundBegan, RoundEnded, TurnBegan
from railhead.core.kinds import Kind, Procedure, Step
from railhead.core.market import by_price
from railhead.core.moves import Pass
from railhead.core.state import Frame, Round, State, president_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from railhead.core.change import Change


class OperatingRound(Frame, frozen=True):
    """An operating round under way."""

    waiting: tuple[str, ...]  # companies that have yet to operate
    done: tuple[str, ...] = ()


class OperatingTurn(Frame, frozen=True):
    """A company's turn."""

    company: str
    step: int = 0
    laid: tuple[tuple[str, str], ...] = ()  # hex and colour of every lay
    stations: int = 0  # markers paid for in this turn
    revenue: int = -1  # earned; -1 before the trains have run
    subsidy: int = msgspec.field(default=0, name="mines")  # for the treasury; stored games keep its first name
    bought: tuple[str, ...] = ()  # trains
    traded: tuple[str, ...] = ()  # trains given in part exchange
    helped: bool = False  # the president has paid towards a train
    notes: tuple[str, ...] = ()  # what a title must remember until the end of the turn


def turn_frame(state: State) -> OperatingTurn:
    """The company's turn under way."""
    top = state.frames[-1]
    if isinstance(top, OperatingTurn):
        return top
    for frame in reversed(state.frames):
        if isinstance(frame, OperatingTurn):
            return frame
    raise LookupError("no company is operating")


def operating_company(state: State) -> str:
    """The company that operates now."""
    top = state.frames[-1]
    return top.company if isinstance(top, OperatingTurn) else turn_frame(state).company


def begin_operating_round(change: Change, number: int, part: int, of: int) -> None:
    """Open an operating round: fixed income first, then the companies in order."""
    rules = change.state.rules
    change.set(round=Round("OR", number, part, of))
    change.emit(RoundBegan(kind="OR", number=number, part=part, of=of))
    rules.operating.income(change)
    order = rules.operating.order(change.state)
    change.push(OperatingRound(waiting=order))


def minors_first(*kinds: str) -> Callable[[State], tuple[str, ...]]:
    """Companies of these kinds by number, then the others by price."""

    def order(state: State) -> tuple[str, ...]:
        facts, minors, others = state.rules.companies, list[str](), list[str]()
        for sym, charter in state.companies.items():
            if charter.floated:
                (minors if facts[sym].kind in kinds else others).append(sym)
        return (*minors, *by_price(state, others))

    return order


def settled_at_first(order: Callable[[State], tuple[str, ...]]) -> Callable[[State], tuple[str, ...]]:
    """An operating order that no price changes once the round has begun."""

    def kept(state: State) -> tuple[str, ...]:
        under_way = find_frame(state, OperatingRound)
        if under_way is None:
            return order(state)
        return tuple(sym for sym in under_way.waiting if state.companies[sym].floated)

    return kept


def advance_round(change: Change, frame: OperatingRound) -> bool:
    """Give the turn to the next company. Prices may have moved, so the remaining order is computed again."""
    rules = change.state.rules
    company = next((sym for sym in rules.operating.order(change.state) if sym in frame.waiting), None)
    if company is None:
        change.pop()
        change.emit(RoundEnded(kind="OR"))
        rules.operating.round_ends(change)
        return True
    rest = tuple([sym for sym in frame.waiting if sym != company])
    change.top(waiting=rest, done=(*frame.done, company))
    change.push(OperatingTurn(company))
    change.emit(TurnBegan(who=company))
    if rules.operating.home is not None:
        rules.operating.home(change, company)
    rules.operating.turn_begins(change, company)
    return True


def current_step(state: State) -> Step | None:
    """The step that the operating company is in."""
    frame = turn_frame(state)
    steps = state.rules.operating.steps
    return steps[frame.step] if frame.step < len(steps) else None


def advance_turn(change: Change, frame: OperatingTurn) -> bool:
    """Skip steps that need no decision; end the turn after the last step."""
    rules = change.state.rules
    if frame.step >= len(rules.operating.steps):
        change.company(frame.company, operated=True)
        change.pop()
        return True
    step = rules.operating.steps[frame.step]
    if step.open(change.state, frame):
        return False
    change.top(step=frame.step + 1)
    if step.closed is not None:
        step.closed(change, frame)
    return True


def leave_step(change: Change, _move: Pass) -> None:
    """Move on to the next step."""
    frame = turn_frame(change.state)
    step = change.state.rules.operating.steps[frame.step]
    change.top(step=frame.step + 1)
    if step.leave is not None:
        step.leave(change, frame)


def for_company(move: type[Any], **choices: Callable[[State], Iterable[Any]]) -> Callable[[State], Iterable[Any]]:
    """Candidates of the operating company's president: a move with every combination of these choices."""

    def alone(state: State) -> list[Any]:
        return [move(president_of(state, operating_company(state)))]

    def combined(state: State) -> Iterator[Any]:
        by = president_of(state, operating_company(state))
        for values in product(*(choice(state) for choice in choices.values())):
            yield move(by, **dict(zip(choices, values, strict=True)))

    return combined if choices else alone


def leave_kind(step: Step) -> Kind:
    """Passing in a step."""
    return Kind(Pass, for_company(Pass), step.pass_checks, leave_step)


def _turn_actors(state: State, frame: OperatingTurn) -> tuple[str, ...]:
    return (president_of(state, frame.company),)


def operating_procedures(steps: tuple[Step, ...], always: tuple[Kind, ...] = ()) -> dict[type[Any], Procedure]:
    """The procedures of operating rounds and turns with these steps; `always` is open in every step."""
    open_in = tuple((*step.kinds, *always, leave_kind(step)) for step in steps)
    return {
        OperatingRound: Procedure(lambda _state, _frame: (), lambda _state, _frame: (), advance_round),
        OperatingTurn: Procedure(
            actors=_turn_actors,
            kinds=lambda _state, frame: open_in[frame.step],
            advance=advance_turn,
            all_kinds=tuple(kind for kinds in open_in for kind in kinds),
        ),
    }
