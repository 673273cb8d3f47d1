"""Games written by hand, from the opening or from a position that is set up; every clause has its example there."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from railhead.titles.t1843 import TITLE
from railhead.titles.t1843.rules import RULEBOOK
from railhead.titles.t1843.tests.goldens import FOLDER, Golden

FILES = sorted(FOLDER.glob("*.game"))


@cache
def played(path: Path) -> Golden:
    """A file, played once."""
    golden = Golden()
    golden.play_file(path)
    return golden


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_golden_game(path: Path) -> None:
    golden = played(path)
    assert not (golden.shown | golden.refused) - RULEBOOK.clauses.keys(), "no clause of the rulebook"


def test_every_clause_has_a_worked_example() -> None:
    """A clause that refuses moves is shown by a refused move, any other by a fact or an event."""
    games = [played(path) for path in FILES]
    refused = set().union(*(game.refused for game in games))
    shown = set().union(*(game.shown for game in games))
    refusing = set().union(*(TITLE.rules(seats, ()).slugs() for seats in (3, 6)))
    refusing |= {"turn.whose", "turn.not-now", "game.over"}
    assert not refusing - refused, "rules without a refused move in a golden game"
    assert not RULEBOOK.clauses.keys() - refused - shown, "clauses without a worked example in a golden game"
