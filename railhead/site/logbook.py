"""The log as people read it: rounds, turns that can be opened, and in them what happened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from railhead.core.events import Event, RoundBegan
from railhead.core.state import State
from railhead.play.records import Entry
from railhead.play.timeline import events_from_json
from railhead.site import words


@dataclass
class Line:
    """One move and what it brought."""

    number: int
    seat: str
    auto: bool
    sentences: list[str]
    hexes: str = ""
    cites: str = ""  # the sections by which things happened by themselves
    why: str = ""  # what a bot said about it


@dataclass
class Turn:
    """Moves of one actor in a row."""

    who: str
    seat: str
    lines: list[Line] = field(default_factory=list)

    @property
    def last(self) -> int:
        """The number of its last move."""
        return self.lines[-1].number

    @property
    def summary(self) -> str:
        """The turn in one line; its actor stands before it already."""
        whole = " ".join(sentence for line in self.lines for sentence in line.sentences) or "—"
        return whole.removeprefix(f"{self.who} ")

    @property
    def why(self) -> str:
        """What was said last about it."""
        return next((line.why for line in reversed(self.lines) if line.why), "")


@dataclass
class Chapter:
    """A round."""

    name: str
    turns: list[Turn] = field(default_factory=list)

    @property
    def newest_first(self) -> list[Turn]:
        """Its turns, the last one on top."""
        return list(reversed(self.turns))


@lru_cache(maxsize=20_000)
def _events(text: str) -> tuple[Event, ...]:
    return events_from_json(text)


def chapters(state: State, entries: Sequence[Entry], opening: str) -> list[Chapter]:
    """The log, the newest last."""
    found = [Chapter(opening)]
    for entry in entries:
        events = _events(entry.events)
        said = [
            text for event in events if not isinstance(event, RoundBegan) and (text := words.event_text(state, event))
        ]
        hexes = {str(event.hex) for event in events if hasattr(event, "hex")}
        rules = dict.fromkeys(event.rule for event in events if event.rule in state.law.rulebook.clauses)
        cites = "; ".join(f"{state.law.rulebook.cite(rule)}: {state.law.rulebook.says(rule)}" for rule in rules)
        line = Line(entry.number, entry.by, entry.auto, said, " ".join(sorted(hexes)), cites, entry.why)
        turns = found[-1].turns
        if not turns or turns[-1].seat != entry.by:
            turns.append(Turn(state.players[entry.by].name, entry.by))
        turns[-1].lines.append(line)
        for event in events:
            if isinstance(event, RoundBegan):
                found.append(Chapter(words.round_text(event)))
    return [chapter for chapter in found if chapter.turns] or found[-1:]
