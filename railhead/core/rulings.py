"""Checks with names, refusals that cite the rulebook, and the rulebook index of a title.

A check looks at a position and a move and returns None when it has no objection, or the facts of its
objection. Its slug finds the section and a sentence in the title's `rulebook.yaml`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from railhead.core.yaml_text import read_yaml

if TYPE_CHECKING:
    from pathlib import Path

    from railhead.core.state import State

Facts = Mapping[str, Any]
Finding = tuple[str, Facts]
"""The slug of a rule that is broken, and the facts of the case."""
M = TypeVar("M")


class Refusal(msgspec.Struct, frozen=True):
    """Why a move is refused: the slug of the rule, the facts of the case and the kind of move."""

    rule: str
    facts: Mapping[str, Any] = {}
    verb: str = ""  # of the move, as written; the rulebook may cover it in a section of its own


class MalformedMove(ValueError):
    """Something that is not a move of this title at all."""


class IllegalMove(ValueError):
    """A move that the rules refuse here; the message is a sentence where somebody has put it into words."""

    def __init__(self, refusal: Refusal, says: str = "") -> None:
        super().__init__(says or refusal.rule)
        self.refusal = refusal


class Check(Generic[M]):
    """A named objection that may be raised against a move.

    Checks that share `finds` read one finding about the move: a kind of move asks for it once for all of them.
    A `gate` looks only at the position and the player: it runs once for a list of moves, before they are made or, if
    it is `late` because that costs less, with the first of them.
    A `basic` check asks whether what the move names is there at all; without it no later check makes sense.
    A check that `reads` only some fields of the move runs once for each of their values in a list of moves.
    """

    __slots__ = ("basic", "finds", "gate", "late", "name", "objects", "reads", "rule", "why")

    def __init__(
        self,
        rule: str,
        objects: Callable[[State, M], Facts | None],
        finds: Callable[[State, M], Finding | None] | None = None,
        gate: Callable[[State, str], Facts | None] | None = None,
        basic: bool = False,
        reads: tuple[str, ...] = (),
        late: bool = False,
    ) -> None:
        self.rule = rule
        self.objects = objects
        self.finds = finds
        self.gate = gate
        self.basic = basic
        self.reads = reads
        self.late = late
        self.name = objects.__name__
        self.why = (objects.__doc__ or "").strip()

    def __call__(self, state: State, move: M) -> Refusal | None:
        """The refusal that this check raises, if any."""
        facts = self.objects(state, move)
        return None if facts is None else Refusal(self.rule, facts)


def check(
    rule: str, *, basic: bool = False, reads: tuple[str, ...] = ()
) -> Callable[[Callable[[State, M], Facts | None]], Check[M]]:
    """Name a check by the slug of its rule; `reads` are the fields of the move that it looks at, if not all."""

    def name(objects: Callable[[State, M], Facts | None]) -> Check[M]:
        return Check(rule, objects, basic=basic, reads=reads)

    return name


def gate(rule: str, *, late: bool = False) -> Callable[[Callable[[State, str], Facts | None]], Check[Any]]:
    """Name a check that asks about the position and the player who moves, whatever else the move says."""

    def name(asks: Callable[[State, str], Facts | None]) -> Check[Any]:
        @wraps(asks)
        def objects(state: State, move: Any) -> Facts | None:
            return asks(state, move.by)

        return Check(rule, objects, gate=asks, late=late)

    return name


def finding_check(finds: Callable[[State, M], Finding | None], rule: str, why: str) -> Check[M]:
    """One rule of several that a function looks into together: it returns the first that is broken."""

    def objects(state: State, move: M) -> Facts | None:
        found = finds(state, move)
        return found[1] if found is not None and found[0] == rule else None

    objects.__doc__ = why
    return Check(rule, objects, finds)


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a rulebook says something, and what, in our words."""

    section: str
    says: str
    page: int = 0
    ruling: bool = False  # the book is silent or contradicts itself; this is a decision
    why: str = ""
    side: str = ""  # our decision on a side case of a plain rule, which its refusals do not quote
    at: Mapping[str, str] = {}  # other sections, by verb of the move, step, frame or round (see `citing.py`)


COMMON = {
    "end.stopped": Clause(
        section="ending by agreement",
        says="When all players agree to stop, the game ends at once and is scored as it stands.",
        ruling=True,
        why="People may always stop, whatever they play.",
    ),
    "end.one-proposal": Clause(
        section="ending by agreement",
        says="Somebody has already proposed to end the game; answer that first.",
        ruling=True,
        why="One question at a time.",
    ),
    "end.again": Clause(
        section="ending by agreement",
        says="A player whose proposal was declined may propose again in the next round.",
        ruling=True,
        why="Nobody should have to answer the same question again and again.",
    ),
    "end.reason": Clause(
        section="ending by agreement",
        says="A reason is one short line of plain text.",
        ruling=True,
        why="It is shown to everybody and kept with the game.",
    ),
    "run.stated": Clause(
        section="games played elsewhere",
        says="A run whose revenue is stated earns no more than its trains could at the best stops of the map.",
        ruling=True,
        why="The revenue is taken as it is, so there must be a limit.",
    ),
}
"""Clauses of the table and not of any rulebook; a title's own clause of the same slug goes first."""


class Rulebook(msgspec.Struct, frozen=True):
    """The index of a title's rulebook by slug."""

    title: str
    edition: str
    clauses: Mapping[str, Clause]

    def cite(self, rule: str, context: Iterable[str] = ()) -> str:
        """The section to quote for a rule, with the title's name before it.

        A rule of many places is quoted from the section of the first word of the context that has one.
        """
        clause = self.clauses.get(rule) or COMMON.get(rule)
        if clause is None:
            return rule
        word = "ruling on" if clause.ruling else "rules"
        own = next((clause.at[name] for name in context if name in clause.at), "")
        page = f", p. {clause.page}" if clause.page else ""
        return f"{self.title} {word} {own or clause.section + page}"

    def section(self, rule: str) -> str:
        """The section of a rule alone, for pages that show one title."""
        clause = self.clauses.get(rule) or COMMON.get(rule)
        return clause.section if clause is not None else rule

    def says(self, rule: str) -> str:
        """The sentence for a rule."""
        clause = self.clauses.get(rule) or COMMON.get(rule)
        return clause.says if clause else rule


def load_rulebook(path: Path) -> Rulebook:
    """The rulebook index in a file."""
    try:
        return msgspec.convert(read_yaml(path.read_text(encoding="utf-8")), Rulebook)
    except ValueError as error:
        raise ValueError(f"{path.parent.name}/{path.name}: {error}") from None
