"""What a playthrough needs from the program: the only file here that knows its modules.

Everything goes in and out as text. A move is its line of text, with runs in a shorter form.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import msgspec

from playthroughs.position import Position, position
from railhead.core import engine
from railhead.core.moves import to_text
from railhead.core.rules import Rules
from railhead.core.state import State
from railhead.core.text import codec_of
from railhead.titles import TITLES, title

RUN = "run_trains"

_READ: dict[Any, Any] = {}
"""Moves that were read before: the same probes come again and again."""


@dataclass(frozen=True)
class Table:
    """What is decided before a game begins."""

    title: str
    seats: int
    options: tuple[str, ...] = ()
    seed: int = 1
    told_from: int = 0  # the moves before this one are only listed

    @property
    def rules(self) -> Rules:
        """The rules of this table."""
        return title(self.title).rules(self.seats, self.options)


@dataclass(frozen=True)
class Game:
    """A position of a game, in words of the game."""

    state: State

    @classmethod
    def begin(cls, table: Table) -> Game:
        """The opening position."""
        names = [f"P{number + 1}" for number in range(table.seats)]
        return cls(engine.new_game(table.rules, names, table.seed))

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.ended is not None

    @property
    def round(self) -> str:
        """The round by its name, such as OR 2.1."""
        here = self.state.round
        part = f".{here.part}" if here.part else ""
        return f"{here.kind} {here.number}{part}"

    @cached_property
    def deciders(self) -> tuple[str, ...]:
        """The players who must decide."""
        return tuple(engine.actors(self.state))

    @cached_property
    def legal(self) -> dict[str, list[Any]]:
        """The legal moves by verb."""
        found: dict[str, list[Any]] = {}
        for move in engine.legal_moves(self.state):
            found.setdefault(verb_of(move), []).append(move)
        return dict(sorted(found.items()))

    @cached_property
    def offered(self) -> dict[str, list[str]]:
        """The legal moves by verb, sorted. A run is told by what it earns, since equal runs are equally good."""
        found = {}
        for verb, moves in self.legal.items():
            texts = [f"{move.by} {self.revenue(move)}" if verb == RUN else brief(move) for move in moves]
            found[verb] = sorted(texts)
        return found

    def sample(self, verb: str, number: int) -> str:
        """One of the legal moves with this verb as the line that `play` reads."""
        return line_of(sorted(self.legal[verb], key=brief)[number % len(self.legal[verb])])

    def is_offered(self, line: str) -> bool:
        """Whether a line is one of the legal moves; of runs that earn the same any may be the one that is listed."""
        verb = line.split(" ")[1]
        if verb == RUN:
            return self.refusal(line) == "ok"
        return verb in self.legal and self.read(line) in self.legal[verb]

    def revenue(self, move: Any) -> int:
        """What a run earns."""
        events = engine.apply(self.state, move)[1]
        return next((event.revenue for event in events if type(event).__name__ == "TrainsRun"), 0)

    def ranges(self) -> dict[str, list[str]]:
        """The ranges of prices that are offered, by verb and sorted."""
        found: dict[str, list[str]] = {}
        for it in engine.price_ranges(self.state):
            step = f" by {it.step}" if it.step != 1 else ""
            values = {name: getattr(it.move, name) for name in it.move.__struct_fields__ if name != it.field}
            what = " ".join(str(value) for value in values.values() if value != "")
            found.setdefault(verb_of(it.move), []).append(f"{what} {it.low}..{it.high}{step}")
        return {verb: sorted(texts) for verb, texts in sorted(found.items())}

    def refusal(self, line: str) -> str:
        """The slug that a move is refused with, or `ok`."""
        found = engine.refusal(self.state, self.read(line))
        return "ok" if found is None else found.rule

    def play(self, line: str) -> tuple[Game, list[Any]]:
        """The position after a move, and the events."""
        state, events = engine.apply(self.state, self.read(line))
        return Game(state), list(events)

    def read(self, line: str) -> Any:
        """The move that a line stands for."""
        key = (self.state.rules.title, self.state.rules.seats, tuple(self.state.rules.options), line)
        if key not in _READ:
            _READ[key] = codec_of(self.state.rules).from_text(long_form(line))
        return _READ[key]

    @cached_property
    def position(self) -> Position:
        """Everything that lies on the table."""
        return position(self.state)


def verb_of(move: Any) -> str:
    """The verb of a move."""
    return str(type(move).__struct_config__.tag)


def brief(move: Any) -> str:
    """A move without its verb and without the names of its fields."""
    return " ".join(str(value) for value in msgspec.structs.astuple(move) if value != "")


def event_line(event: Any) -> str:
    """An event with its fields; a rule that is named stands in brackets."""
    words = [type(event).__name__]
    for name in event.__struct_fields__:
        value = getattr(event, name)
        if name == "rule" or value in ("", ()):
            continue
        if name == "routes":
            value = " + ".join(f"{train} {revenue}" for train, _, revenue in value)
        words.append(f"{name}={value}" if isinstance(value, bool) else str(value))
    return " ".join(words) + (f" [{event.rule}]" if event.rule else "")


def line_of(move: Any) -> str:
    """A move as the line that a file keeps."""
    return short_form(to_text(move))


def short_form(text: str) -> str:
    """A run with its routes as `train:stop-hex-stop`; any other move stays as it is."""
    by, verb, *rest = shlex.split(text)
    if verb != RUN:
        return text
    routes = json.loads(rest[0].partition("=")[2])
    short = " ".join([by, verb, *(_route(route) for route in routes)])
    return short if json.loads(shlex.split(long_form(short))[2].partition("=")[2]) == routes else text


def long_form(line: str) -> str:
    """The line as the program reads it."""
    by, verb, *rest = line.split(" ")
    if verb != RUN or (rest and rest[0].lstrip("'").startswith("routes=")):
        return line
    routes = [_unfolded(word) for word in rest]
    return f"{by} {verb} " + shlex.quote("routes=" + json.dumps(routes))


def _route(route: dict[str, Any]) -> str:
    legs = ["-".join(leg) for leg in route["legs"]]
    return f"{route['train']}:{'/'.join(route['stops'])}:{'/'.join(legs)}".replace(" ", "_")


def _unfolded(word: str) -> dict[str, Any]:
    train, stops, legs = word.replace("_", " ").split(":")
    return {"train": train, "stops": stops.split("/"), "legs": [leg.split("-") for leg in legs.split("/") if leg]}


def verbs_to_play(tables: Iterable[Table]) -> set[str]:
    """The verbs that some playthrough must play: all but those of imported games and of table talk."""
    found = set()
    for table in tables:
        for kind in table.rules.kinds():
            if not kind.out_of_band and "Recorded" not in kind.move.__name__:
                found.add(str(kind.move.__struct_config__.tag))
    return found


def titles() -> tuple[str, ...]:
    """The titles of the registry."""
    return tuple(TITLES)


def variants(name: str) -> list[tuple[str, ...]]:
    """The rulebook's variants of a title: none, and each alone."""
    return [(), *((option.name,) for option in TITLES[name].options if not option.house)]


def last_phase(table: Table) -> str:
    """The name of a table's last phase."""
    return table.rules.phases[-1].name
