"""Kinds of move, the procedures of frames, and the steps of a company's turn."""

from __future__ import annotations

from functools import cached_property
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import Struct, structs

from railhead.core.moves import Move, Pass, verb_of
from railhead.core.rulings import Check, Finding, Refusal
from railhead.core.secrecy import as_everybody_knows
from railhead.core.state import State, president_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from railhead.core.change import Change


class PriceRange(Struct, frozen=True):
    """Moves that differ in one number: too many to list one by one."""

    move: Move
    field: str
    low: int
    high: int
    step: int = 1


def at_either_end(ranges: Iterable[PriceRange]) -> Iterator[Any]:
    """The moves at the lowest and at the highest price of each range."""
    for found in ranges:
        yield found.move
        if found.high > found.low:
            yield structs.replace(found.move, **{found.field: found.high})


class Kind(Struct, frozen=True, eq=False, dict=True):
    """A kind of move: what may be tried, what may be objected to, what it does.

    `candidates` are cheap and plausible; `checks` alone decide; `effect` may assume that they passed. A list does not
    ask again what all candidates pass by the way they are made (see `passing`).
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
        for rules, asks in self._asked:
            found = asks(state, move)
            if found is None:
                continue
            if isinstance(rules, str):
                return Refusal(rules, found, self.verb)
            rule, facts = found
            if rule in rules:
                return Refusal(rule, facts, self.verb)
        return None

    def legal(self, state: State, players: Collection[str] | None = None) -> Iterator[Any]:
        """The candidates that pass every check, for these players or for all; gates run once per player."""
        gates, early, late, asked = self._asked_for_lists
        alone = players is not None and len(players) == 1
        if players is not None and alone:  # a closed gate saves making the candidates
            (player,) = players
            if not _open(early, state, player):
                return
            gates = late
        opened: dict[str, bool] = {}
        known: dict[Any, Any] = {}  # what checks said that read only some fields
        last, may = "", False
        for move in self.candidates(state):
            if move.by != last:
                last = move.by
                if last not in opened:
                    opened[last] = (players is None or last in players) and _open(gates, state, last)
                may = opened[last]
            if not may:
                if players is not None and alone and move.by in players:
                    return  # nobody else may move
                continue
            for objects, reads in asked:
                if reads is None:
                    found = objects(state, move)
                elif (found := known.get(key := (objects, reads(move)), known)) is known:  # not asked yet
                    found = known[key] = objects(state, move)
                if found is not None:
                    break
            else:
                yield move

    @cached_property
    def _asked_for_lists(self) -> tuple[Gates, Gates, Gates, AskedEach]:
        """All gates, those asked before candidates are made, those asked after, and what is asked about each move."""
        gates = [(check.gate, check.late) for check in self.checks if check.gate is not None]
        early, late = [tuple([gate for gate, after in gates if after == when]) for when in (False, True)]
        return tuple([gate for gate, _ in gates]), early, late, self._asked_each()

    @cached_property
    def _asked(self) -> Asked:
        return _asked(self.checks)

    def _asked_each(self) -> AskedEach:
        """What remains to be checked for each candidate once the gates are open, with the fields that are read.

        Checks in a row that read only some fields are asked together, once for each combination of these.
        """
        passed = getattr(self.candidates, PASSED, ())
        left = [check for check in self.checks if check.gate is None and check not in passed]
        found: list[tuple[Callable[[State, Any], Any], Callable[[Any], Any] | None]] = []
        for some, row in groupby(left, key=lambda check: bool(check.reads)):
            checks = list(row)
            if some:
                fields = dict.fromkeys(field for check in checks for field in check.reads)
                found.append((_any_of([check.objects for check in checks]), attrgetter(*fields)))
            else:
                found += [(_of_these(rules, asks), None) for rules, asks in _asked(checks)]
        return tuple(found)

    def but(
        self,
        *,
        first: tuple[Check[Any], ...] = (),
        without: Collection[Check[Any]] = (),
        instead: Mapping[Check[Any], Check[Any] | tuple[Check[Any], ...]] | None = None,
        **fields: Any,
    ) -> Kind:
        """The same kind, with checks put first, removed or replaced, or with other fields changed.

        The order is kept: it decides which of two objections a player sees.
        """
        changed = dict.fromkeys(without, ()) | dict(instead or {})
        unknown = [check.name for check in changed if check not in self.checks]
        if unknown:
            raise LookupError(f"{self.move.__name__} has no check {', '.join(unknown)}")
        found = list(first)
        for check in self.checks:
            new = changed.get(check, check)
            found += new if isinstance(new, tuple) else (new,)
        return structs.replace(self, checks=tuple(found), **fields)


PASSED = "passed_checks"
C = TypeVar("C", bound="Callable[[State], Iterable[Any]]")


def passing(*checks: Check[Any]) -> Callable[[C], C]:
    """Mark a function whose candidates pass these checks: it asks once a hex or company what they ask once a move.

    A title that replaces one of the checks by a laxer one needs candidates of its own.
    """

    def mark(candidates: C) -> C:
        setattr(candidates, PASSED, frozenset(checks))
        return candidates

    return mark


Gates = tuple["Callable[[State, str], Any]", ...]
AskedEach = tuple[tuple["Callable[[State, Any], Any]", "Callable[[Any], Any] | None"], ...]
"""What is checked for each candidate, with the fields that are read if not all are."""


def _open(gates: Gates, state: State, player: str) -> bool:
    """Whether none of these gates is closed to a player."""
    for asks in gates:  # noqa: SIM110 - asked for every kind of move in every step, and a loop costs half as much
        if asks(state, player) is not None:
            return False
    return True


Asked = tuple[tuple[str | frozenset[str], "Callable[[State, Any], Any]"], ...]
"""What checks ask: a rule and its function, or rules in a row that read the same finding."""


def _asked(checks: Iterable[Check[Any]]) -> Asked:
    asked: list[tuple[str | frozenset[str], Callable[[State, Any], Any]]] = []
    for _, row in groupby(checks, key=lambda check: check.finds or check):
        first, *others = row
        if first.finds is None:
            asked.append((first.rule, first.objects))
        else:
            asked.append((frozenset({first.rule, *(check.rule for check in others)}), first.finds))
    return tuple(asked)


def _any_of(asked: Sequence[Callable[[State, Any], Any]]) -> Callable[[State, Any], Any]:
    """The first objection of several checks."""
    if len(asked) == 1:
        return asked[0]

    def objects(state: State, move: Any) -> Any:
        for asks in asked:
            if (found := asks(state, move)) is not None:
                return found
        return None

    return objects


def _of_these(rules: str | frozenset[str], asks: Callable[[State, Any], Any]) -> Callable[[State, Any], Any]:
    """What a check asks; of a finding, only whether it is about one of these rules."""
    if isinstance(rules, str):
        return asks

    def objects(state: State, move: Any) -> Finding | None:
        found: Finding | None = asks(state, move)
        return found if found is not None and found[0] in rules else None

    return objects


def legal(state: State, kinds: Iterable[Kind], players: Collection[str] | None = None) -> bool:
    """Whether any move of these kinds is legal for these players or for any, apart from passing.

    What is skipped when nothing is legal depends on this, so it is what everybody can tell: where money is secret,
    the answer is the same whatever anybody has, and a move counts as legal if only money could be missing for it.
    """
    return any_legal(as_everybody_knows(state), kinds, players)


def any_legal(state: State, kinds: Iterable[Kind], players: Collection[str] | None = None) -> bool:
    """Whether any move of these kinds is legal in this very position, apart from passing."""
    for kind in kinds:
        if kind.move is not Pass:
            for _ in kind.legal(state, None if kind.out_of_turn else players):
                return True
    return False


class Procedure(Struct, frozen=True, eq=False):
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


def unless_stuck(*kinds: Kind) -> Callable[[Change, Any], bool]:
    """A frame waits while a move of these kinds is possible, and is removed when none is."""

    def advance(change: Change, _frame: Any) -> bool:
        if legal(change.state, kinds):
            return False
        change.pop()
        return True

    return advance


def asks(
    *kinds: Kind,
    who: Callable[[State, Any], tuple[str, ...]] = its_player,
    advance: Callable[[Change, Any], bool] = _waits,
) -> Procedure:
    """A frame that asks somebody for a move of these kinds."""
    return Procedure(who, lambda _state, _frame: kinds, advance, kinds)


def go_without(who: Callable[[State, Any], tuple[str, ...]] = its_player, *checks: Check[Any]) -> Kind:
    """Passing where a frame offers something: the frame is removed, and nothing else happens."""

    def candidates(state: State) -> list[Pass]:
        return [Pass(player) for player in who(state, state.top)]

    return Kind(Pass, candidates, checks, lambda change, _move: change.pop())


class Step(Struct, frozen=True, eq=False):
    """A step of a company's turn."""

    name: str
    kinds: tuple[Kind, ...]
    open: Callable[[State, Any], bool]
    closed: Callable[[Change, Any], None] | None = None  # what happens automatically when it is not open
    pass_checks: tuple[Check[Any], ...] = ()  # objections to leaving the step
    leave: Callable[[Change, Any], None] | None = None  # what happens when the step is left by passing
