"""Citations: every rule that can refuse a move or is cited by an event has its clause, and every clause a test."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rule_coverage import covers

from railhead.conformance import every_rules
from railhead.core.moves import verb_of
from railhead.titles import TITLES

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize("name", TITLES)
def test_every_event_slug_has_a_clause(name: str) -> None:
    """Slugs in the title's own source that automatic events cite."""
    clauses = every_rules(TITLES[name])[0].rulebook.clauses
    cited: set[str] = set()
    for path in TITLES[name].folder.glob("*.py"):
        cited |= set(re.findall(r'rule="([\w.-]+)"', path.read_text(encoding="utf-8")))
    assert not cited - set(clauses)


@pytest.mark.parametrize("name", TITLES)
def test_sections_by_case_name_cases(name: str) -> None:
    """Each word under `at` is a verb, a step, a frame or an offer of the title; a stale one would never be found."""
    known: set[str] = set()
    for rules in every_rules(TITLES[name]):
        verbs = {kind.verb for kind in rules.kinds()}
        frames = {frame.__name__ for frame in rules.procedures}
        offers = {f"Offer.{verb_of(deal)}" for deal in rules.deals}
        known |= verbs | frames | offers | {step.name for step in rules.steps}
    clauses = every_rules(TITLES[name])[0].rulebook.clauses
    assert not {f"{slug} {word}" for slug, clause in clauses.items() for word in clause.at if word not in known}


OURS = [name for name, title in TITLES.items() if title.folder.is_relative_to(ROOT / "railhead")]


@pytest.mark.parametrize("name", OURS)
def test_every_clause_has_a_test(name: str) -> None:
    """Titles from outside the package have tests of what is their own."""
    found = covers(every_rules(TITLES[name])[0], TITLES[name].folder / "tests")
    assert not [cover.slug for cover in found if not cover.tests]
