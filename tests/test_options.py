"""What is shared serves two titles at least. These tests count, so that no title's rule settles in the core."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import NODEFAULT

from railhead import usual
from railhead.core import events
from railhead.core.policies import OperatingRules, StockRules, TrackRules, TrainRules
from railhead.core.rules import Rules
from railhead.titles import TITLES

PACKAGE = Path(usual.__file__).parent
OURS = [name for name, title in TITLES.items() if title.build.__module__.startswith("railhead.")]
PARTS = {"stock": StockRules, "track": TrackRules, "train": TrainRules, "operating": OperatingRules}


def tables(name: str) -> Iterator[Rules]:
    """The rules of a title at its smallest and its largest table."""
    title = TITLES[name]
    for seats in sorted({title.seats[0], title.seats[-1]}):
        yield title.rules(seats)


def defaults(part: str) -> dict[str, Any]:
    """The options that a title need not mention, and what they are then."""
    kind = PARTS[part]
    names = kind.__struct_fields__[-len(kind.__struct_defaults__) :]
    found = dict(zip(names, kind.__struct_defaults__, strict=True))
    return {name: usually for name, usually in found.items() if usually is not NODEFAULT}


def users(part: str, option: str, usually: Any) -> set[str]:
    """The titles that say something else than the default, at some table."""
    found = set()
    for name in OURS:
        for rules in tables(name):
            value = getattr(getattr(rules, part), option)
            if value is not usually and value != usually:
                found.add(name)
    return found


@pytest.mark.parametrize("part", PARTS)
def test_every_option_serves_two_titles(part: str) -> None:
    served = {option: users(part, option, usually) for option, usually in defaults(part).items()}
    assert served
    assert {option: titles for option, titles in served.items() if len(titles) < 2} == {}


def test_every_shared_kind_of_move_and_frame_serves_two_titles() -> None:
    found: dict[type[Any], set[str]] = {}
    for name in OURS:
        for rules in tables(name):
            for kind in (*(kind.move for kind in rules.kinds()), *rules.procedures):
                found.setdefault(kind, set()).add(name)
    shared = {kind.__name__: who for kind, who in found.items() if kind.__module__.startswith("railhead.core.")}
    assert len(shared) > 20
    assert {name: who for name, who in shared.items() if len(who) < 2} == {}


def test_every_event_is_emitted_by_the_core_or_by_two_titles() -> None:
    kinds = [name for name, kind in inspect.getmembers(events, inspect.isclass) if issubclass(kind, events.Event)]
    rooms = {"core": "core", **{name: f"titles/t{name}" for name in OURS}}
    emits: dict[str, set[str]] = {name: set() for name in kinds if name != "Event"}
    for room, folder in rooms.items():
        for path in (PACKAGE / folder).glob("*.py"):
            for name in re.findall(r"\b([A-Z]\w+)\(", path.read_text()) if path.name != "events.py" else ():
                if name in emits:
                    emits[name].add(room)
    assert {name: who for name, who in emits.items() if "core" not in who and len(who) < 2} == {}
