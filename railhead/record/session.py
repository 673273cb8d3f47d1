"""A game as it is played move by move: position, entries, events and remarks, kept in step in one place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from railhead.core.engine import new_game
from railhead.core.text import fingerprint
from railhead.record.entries import NOT_WAIVED, Entry, remake
from railhead.record.games import EVERY, FORMAT, FindTitle, Record, record_of, replayed
from railhead.record.pins import Pin, plain

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from railhead.core.events import Event
    from railhead.core.moves import Move
    from railhead.core.rules import Rules
    from railhead.core.state import State

Report = Callable[[int, int], None]
"""Told how many moves are done, and of how many."""


@dataclass(frozen=True)
class Step:
    """The result of one move: the entry, what happened, and the position after it."""

    entry: Entry
    events: tuple[Event, ...]
    state: State


@dataclass
class Session:
    """A game under way, from its opening."""

    opening: State
    steps: list[Step] = field(default_factory=list)
    remarks: dict[int, str] = field(default_factory=dict)  # number of a move -> what a reader should know about it
    summary: str = ""  # for a game played elsewhere: what a reader should know about it
    pins: tuple[Pin, ...] = ()  # where the game switched to other rules
    former: dict[int, list[dict[str, Any]]] = field(default_factory=dict)  # what happened before the last pin

    @classmethod
    def begin(cls, rules: Rules, names: Sequence[str], seed: int) -> Session:
        """A game at its opening position."""
        return cls(new_game(rules, names, seed))

    @property
    def state(self) -> State:
        """The position now."""
        return self.steps[-1].state if self.steps else self.opening

    @property
    def entries(self) -> list[Entry]:
        """Every entry so far."""
        return [step.entry for step in self.steps]

    @property
    def moves(self) -> list[Move]:
        """Every move so far."""
        return [step.entry.move for step in self.steps]

    def make(self, move: Move, waived: Mapping[str, str] = NOT_WAIVED) -> None:
        """Make a move; an illegal one raises and changes nothing."""
        self.keep(Entry(move, waived))

    def keep(self, entry: Entry) -> None:
        """Make the move of an entry."""
        state, events = remake(self.state, entry)
        self.steps.append(Step(entry, events, state))

    def back_to(self, number: int) -> None:
        """Forget every move after this number, and the remarks on them."""
        del self.steps[number:]
        self.remarks = {at: text for at, text in self.remarks.items() if at <= number}
        self.pins = tuple(pin for pin in self.pins if pin.number <= number)

    def remark(self, text: str, number: int | None = None) -> None:
        """Add a remark on a move, or on the last one if no number is given."""
        at = len(self.steps) if number is None else number
        self.remarks[at] = f"{self.remarks[at]} {text}" if at in self.remarks else text

    def record(self) -> Record:
        """The game as a record."""
        found = record_of(self.state, self.entries, remarks=self.remarks, summary=self.summary)
        if not self.pins:
            return found
        past = {at: step.state for at, step in enumerate(self.steps[: self.pins[-1].number], 1)}
        known = {at: state for at, state in past.items() if state.count == at}
        return replace(
            found,
            format=FORMAT,
            pins=self.pins,
            sums={**{str(at): fingerprint(state) for at, state in known.items()}, **found.sums},
            positions={str(at): plain(state) for at, state in known.items() if at % EVERY == 0},
            events={str(at): told for at, told in self.former.items() if at <= self.pins[-1].number},
        )


def session_of(record: Record, find: FindTitle, report: Report | None = None) -> Session:
    """A record replayed, every entry checked as it was stored; `report` hears of each move, and may end it."""
    steps = replayed(record, find)
    opening, _, _ = next(steps)
    session = Session(opening, summary=record.summary)
    for state, entry, events in steps:
        assert entry is not None, "only the opening has none"
        session.steps.append(Step(entry, events, state))
        if report is not None:
            report(len(session.steps), len(record.moves))
    session.remarks = {int(at): text for at, text in record.remarks.items() if at.isdigit()}
    session.pins = record.pins
    session.former = {int(at): told for at, told in record.events.items() if at.isdecimal() and len(at) < 7}
    return session
