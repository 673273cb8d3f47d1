"""No refusal has a hole in it: stale moves of random games of every title are refused in whole sentences."""

from __future__ import annotations

import itertools
import re

import pytest
from kit import begin, random_game

from railhead.core.engine import refusal
from railhead.titles import TITLES
from railhead.view.sentences import refusal_text

HOLE = re.compile(r"  |\( |\(\)| \.|:\s*\.| ,|\bNone\b|\{|\}| to \.|and you have \.")


@pytest.mark.parametrize("name", sorted(TITLES))
def test_no_holes(name: str) -> None:
    """Moves that were legal some decisions ago are tried again; what is said of them is whole and names no slug."""
    state = begin(name, 3)
    stale: list[object] = []
    seen: set[str] = set()
    for here, moves in itertools.islice(random_game(state, 7, 160), 160):
        for move in stale[-12:]:
            found = refusal(here, move)
            if found is None:
                continue
            text = refusal_text(here, found)
            seen.add(found.rule)
            assert not HOLE.search(text), (found, text)
            assert found.rule not in text, (found, text)
        stale += moves[:: max(len(moves) // 4, 1)]
    assert len(seen) > 3
