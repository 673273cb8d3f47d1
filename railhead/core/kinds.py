"""Kinds of move, the procedures of frames, and the steps of a company's turn."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from railhead.core.moves import Move, Pass, verb_of
from railhead.core.rulings import Check, Refusal
from railhead.core.state import State, president_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from railhead.core.change import Change


@dataclass(frozen=True)
class PriceRange:
    """Moves that differ in one number: too many to list one by one."""

    move: Move
    field: str
    low: int
    high: int
    step: int = 1


@dataclass(frozen=True, eq=False)
class Kind:
    """A kind of move: what may be tried, what may be objected, what it does.

    `candidates` are cheap and plausible; `checks` alone decide; `effect` may assume that they passed.
    """

    move: type[Any]
    candidates: Callable[[State], Iterable[Any]]
    checks: tuple[Check[Any], ...]
    effect: Callable[[Change, Any], None]
    complete: bool = True  # every legal move of this kind is among the candidates
    out_of_turn: bool = False  # the checks say who may do it, not the frame
    price_ranges: Callable[[State], Iterable[PriceRange]] | None = None
    out_of_band: bool = False  # table talk: open to people at any time; play does not wait for it

    @cached_property
    def verb(self) -> str:
        """The word that its moves are written with."""
        return verb_of(self.move)

    def objection(self, state: State, move: Any) -> Refusal | None:
        """The first objection in the order of the checks."""
        for check in self.checks:
            facts = check.objects(state, move)
            if facts is not None:
                return Refusal(check.rule, facts, self.verb)
        return None

    def but(
        self,
        *,
        first: tuple[Check[Any], ...] = (),
        without: Collection[Check[Any]] = (),
        instead: Mapping[Check[Any], Check[Any] | tuple[Check[Any], ...]] | None = None,
        **fields: Any,
    ) -> Kind:
        """The same kind, but with some checks first, without some, with others in their place, or with other fields.

        The order stays: it decides which of two objections a player hears.
        """
        changed = dict.fromkeys(without, ()) | dict(instead or {})
        unknown = [check.name for check in changed if check not in self.checks]
        if unknown:
            raise LookupError(f"{self.move.__name__} has no check {', '.join(unknown)}")
        found = list(first)
        for check in self.checks:
            new = changed.get(check, check)
            found += new if isinstance(new, tuple) else (new,)
        return replace(self, checks=tuple(found), **fields)


def legal(state: State, kinds: Iterable[Kind]) -> bool:
    """Whether any move of these kinds is legal, passing aside."""
    for kind in kinds:
        if kind.move is Pass:
            continue
        for move in kind.candidates(state):
            if kind.objection(state, move) is None:
                return True
    return False


@dataclass(frozen=True, eq=False)
class Procedure:
    """How a kind of frame is handled.

    `advance` does what is automatic and returns whether anything happened; when it returns False, the
    frame waits for one of its actors.
    """

    actors: Callable[[State, Any], tuple[str, ...]]
    kinds: Callable[[State, Any], tuple[Kind, ...]]
    advance: Callable[[Change, Any], bool]
    all_kinds: tuple[Kind, ...] = ()


def _waits(_change: Change, _frame: Any) -> bool:
    return False


def its_player(_state: State, frame: Any) -> tuple[str, ...]:
    """The player whom a frame names."""
    return (frame.player,)


def in_turn(_state: State, frame: Any) -> tuple[str, ...]:
    """The player whose turn it is in a round."""
    return (frame.at,)


def its_president(state: State, frame: Any) -> tuple[str, ...]:
    """The president of the company that a frame names."""
    return (president_of(state, frame.company),)


def asks(
    *kinds: Kind,
    who: Callable[[State, Any], tuple[str, ...]] = its_player,
    advance: Callable[[Change, Any], bool] = _waits,
) -> Procedure:
    """A frame that asks somebody for a move of these kinds."""
    return Procedure(who, lambda _state, _frame: kinds, advance, kinds)


def go_without(who: Callable[[State, Any], tuple[str, ...]] = its_player, *checks: Check[Any]) -> Kind:
    """Passing where a frame offers something: it goes, and nothing else happens."""

    def candidates(state: State) -> list[Pass]:
        return [Pass(player) for player in who(state, state.top)]

    return Kind(Pass, candidates, checks, lambda change, _move: change.pop())


@dataclass(frozen=True, eq=False)
class Step:
    """A step of a company's turn."""

    name: str
    kinds: tuple[Kind, ...]
    open: Callable[[State, Any], bool]
    closed: Callable[[Change, Any], None] | None = None  # what happens automatically when it is not open
    pass_checks: tuple[Check[Any], ...] = ()  # objections to leaving the step
    leave: Callable[[Change, Any], None] | None = None  # what happens when the step is left by passing
