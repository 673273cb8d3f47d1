"""The kernel's five functions. Everything around them knows no rules."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from railhead.core.change import Change
from railhead.core.finish import end_game
from railhead.core.moves import verb_of
from railhead.core.rulings import IllegalMove, Refusal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from railhead.core.events import Event
    from railhead.core.kinds import Kind, PriceRange, Procedure
    from railhead.core.moves import Move
    from railhead.core.rules import Rules
    from railhead.core.state import State

IDLE_ROUNDS = 500
"""After this many rounds in a row without a decision, none will come."""


def new_game(rules: Rules, names: Sequence[str], seed: int = 0) -> State:
    """The opening position."""
    if len(names) != rules.seats:
        raise ValueError(f"{rules.title}: {len(names)} names for {rules.seats} seats")
    if len(set(names)) != len(names) or not all(names):
        raise ValueError("every player needs a name of their own")
    change = Change(rules.set_up(rules, tuple(names), seed))
    settle(change)
    return change.state


def procedure(state: State) -> Procedure:
    """How the top frame is handled."""
    return state.rules.procedures[type(state.frames[-1])]


def actors(state: State) -> tuple[str, ...]:
    """The players who have a decision to make."""
    if state.ended is not None:
        return ()
    return procedure(state).actors(state, state.frames[-1])


def open_kinds(state: State) -> tuple[Kind, ...]:
    """The kinds of move that are open now."""
    if state.ended is not None:
        return ()
    rules, top = state.rules, state.frames[-1]
    return rules.procedures[type(top)].kinds(state, top) + rules.anytime


def legal_moves(state: State) -> Iterator[Any]:
    """Every legal move of the play; of those that only differ in price, the lowest and the highest."""
    return _listed(state, out_of_band=False)


def out_of_band_moves(state: State) -> Iterator[Any]:
    """Table talk that is open at any moment, such as proposing to end the game."""
    return _listed(state, out_of_band=True)


def _listed(state: State, out_of_band: bool) -> Iterator[Any]:
    waiting, kinds = actors(state), [kind for kind in open_kinds(state) if kind.out_of_band == out_of_band]
    return chain.from_iterable([kind.legal(state, None if kind.out_of_turn else waiting) for kind in kinds])


def price_ranges(state: State) -> Iterator[PriceRange]:
    """Ranges of moves that differ in one number, where they are not listed one by one."""
    for kind in open_kinds(state):
        if kind.price_ranges is not None:
            for prices in kind.price_ranges(state):
                if _objection(kind, state, prices.move) is None:
                    yield prices


def _objection(kind: Kind, state: State, move: Move) -> Refusal | None:
    if not kind.out_of_turn:
        top = state.frames[-1]
        waiting = state.rules.procedures[type(top)].actors(state, top)
        if move.by not in waiting:
            return Refusal("turn.whose", {"by": move.by, "waiting": list(waiting)}, kind.verb)
    elif move.by not in state.players:
        return Refusal("turn.whose", {"by": move.by, "waiting": list(state.players)}, kind.verb)
    return kind.objection(state, move)


def refusal(state: State, move: Move) -> Refusal | None:
    """Why a move is not legal here, or None if it is."""
    return _judge(state, move)[1]


def _judge(state: State, move: Move) -> tuple[Kind | None, Refusal | None]:
    if state.ended is not None:
        return None, Refusal("game.over", {"reason": state.ended.reason})
    first: Refusal | None = None
    for kind in open_kinds(state):
        if kind.move is not type(move):
            continue
        objection = _objection(kind, state, move)
        if objection is None:
            return kind, None
        first = first or objection
    if first is None:
        verb = verb_of(type(move))
        wanted = sorted({kind.verb for kind in open_kinds(state)})
        facts = {"by": move.by, "move": verb, "open": wanted, "waiting": list(actors(state))}
        first = Refusal("turn.not-now", facts, verb)
    return None, first


def explain(state: State, move: Move) -> list[Refusal]:
    """Every objection to a move, not only the first; none about the details of what is not there at all."""
    _, first = _judge(state, move)
    if first is None:
        return []
    found = [first]
    for kind in open_kinds(state):
        if kind.move is not type(move):
            continue
        for check in kind.checks:
            try:
                objection = check(state, move)
            except (LookupError, ValueError):  # a later check may rely on an earlier one
                break
            if objection is None or check.rule in state.rules.unused:
                continue
            if (named := replace(objection, verb=kind.verb)) not in found:
                found.append(named)
            if check.basic:
                break
    return found


def apply(state: State, move: Move) -> tuple[State, tuple[Event, ...]]:
    """The position after a move and what happened; an illegal move raises `IllegalMove` and changes nothing."""
    kind, objection = _judge(state, move)
    if objection is not None or kind is None:
        raise IllegalMove(objection or Refusal("turn.not-now"))
    change = Change(state)
    kind.effect(change, move)
    change.set(count=state.count + 1)  # before settling: what that finds out is cached with the final position
    settle(change)
    return change.state, tuple(change.events)


def settle(change: Change) -> None:
    """Do everything that is automatic, until somebody must decide or the game is over.

    If nobody can do anything for several rounds, the game ends (see `IDLE_ROUNDS`).
    """
    rounds = 0
    while change.state.ended is None:
        frames = change.state.frames
        if not frames:
            rounds += 1
            if rounds > IDLE_ROUNDS:
                end_game(change, "stalemate", "")
                return
            change.state.rules.next_round(change)
            continue
        frame = frames[-1]
        if not change.state.rules.procedures[type(frame)].advance(change, frame):
            return


def replay(rules: Rules, names: Sequence[str], seed: int, moves: Iterable[Move]) -> State:
    """The position after these moves from the opening."""
    state = new_game(rules, names, seed)
    for move in moves:
        state, _ = apply(state, move)
    return state
