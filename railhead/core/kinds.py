"""Kinds of move, the procedures of frames, and the steps of a company's turn."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from railhead.core.moves import verb_of
from railhead.core.rulings import Check, Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from railhead.core.change import Change
    from railhead.core.moves import Move
    from railhead.core.state import State


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
    out_of_band: bool = False  # table talk: open to people beside the play, and no move that play waits for

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


@dataclass(frozen=True, eq=False)
class Procedure:
    """How a kind of frame is handled.

    `advance` does what happens by itself and returns whether anything did; when it returns False, the
    frame waits for one of its actors.
    """

    actors: Callable[[State, Any], tuple[str, ...]]
    kinds: Callable[[State, Any], tuple[Kind, ...]]
    advance: Callable[[Change, Any], bool]
    all_kinds: tuple[Kind, ...] = ()


def _waits(_change: Change, _frame: Any) -> bool:
    return False


def asks(*kinds: Kind, advance: Callable[[Change, Any], bool] = _waits) -> Procedure:
    """A frame that asks one player (`frame.player`) for a move of these kinds."""
    return Procedure(lambda _state, frame: (frame.player,), lambda _state, _frame: kinds, advance, kinds)


@dataclass(frozen=True, eq=False)
class Step:
    """A step of a company's turn."""

    name: str
    kinds: tuple[Kind, ...]
    open: Callable[[State, Any], bool]
    closed: Callable[[Change, Any], None] | None = None  # what happens by itself when it is not open
    pass_checks: tuple[Check[Any], ...] = ()  # objections to leaving the step
    leave: Callable[[Change, Any], None] | None = None  # what happens when the step is left by passing
