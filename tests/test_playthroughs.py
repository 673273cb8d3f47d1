"""Golden playthroughs: every game is played again from its own moves, and its text must not change.

A change that is meant is written with `make playthroughs`, and read as a diff.
"""

from __future__ import annotations

import difflib
import re
from functools import cache
from pathlib import Path

import pytest
from playthroughs.game import Table, last_phase, titles, variants, verbs_to_play
from playthroughs.render import FOLDER, REFUSED, read, render

FILES = sorted(FOLDER.glob("*.txt"))
SHOWN = 40
"""Lines of a difference that are shown."""
UNREACHABLE: dict[str, dict[str, str]] = {}
"""By title the verbs that no playthrough plays, with the reason."""


@cache
def kept() -> dict[str, list[tuple[Table, tuple[str, ...]]]]:
    """Tables and moves of all files, by title."""
    found: dict[str, list[tuple[Table, tuple[str, ...]]]] = {}
    for path in FILES:
        table, moves = read(path)
        found.setdefault(table.title, []).append((table, tuple(moves)))
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_nothing_has_changed(path: Path) -> None:
    """The text is what it was; otherwise the first differences are shown."""
    old, new = path.read_text(encoding="utf-8").splitlines(), render(*read(path)).splitlines()
    if old != new:
        if new[-1].startswith(REFUSED):
            old = old[: len(new)]  # what would have come later is no news
        lines = list(difflib.unified_diff(old, new, "kept", "now", lineterm="", n=2))
        more = f"\n... and {len(lines) - SHOWN} lines more" if len(lines) > SHOWN else ""
        pytest.fail(f"{path.name} (make playthroughs)\n" + "\n".join(lines[:SHOWN]) + more, pytrace=False)


@pytest.mark.parametrize("name", titles())
def test_every_title_and_variant_has_one(name: str) -> None:
    """A title of the registry has playthroughs of its base game and of each variant, two of them to the end."""
    there = kept().get(name, [])
    for options in variants(name):
        assert any(set(options) == set(table.options) for table, _ in there), f"{name} {options}"
    ends = [path.name for path in FILES if path.name.startswith(f"{name}-") and "== the end" in path.read_text()]
    assert len(ends) >= 2, ends


@pytest.mark.parametrize("name", titles())
def test_every_kind_of_move_is_played(name: str) -> None:
    """Every verb of a title is played somewhere, but for those of imported games and of table talk."""
    there = kept().get(name, [])
    played = {move.split(" ")[1] for _, moves in there for move in moves}
    missing = verbs_to_play(table for table, _ in there) - played
    assert missing == set(UNREACHABLE.get(name, {}))


@pytest.mark.parametrize("name", titles())
def test_late_phases_are_reached(name: str) -> None:
    """Somewhere a title comes to its last phase, trains rust, and a game ends."""
    text = "".join(path.read_text(encoding="utf-8") for path in FILES if path.name.startswith(f"{name}-"))
    for last in {last_phase(table) for table, _ in kept().get(name, [])}:
        assert re.search(rf"^ \* PhaseChanged {re.escape(last)}\b", text, re.M), last
    assert re.search(r"^ \* TrainGone .* rust", text, re.M)
    assert re.search(r"^ \* GameEnded ", text, re.M)
