"""Citations: every rule that can refuse a move or is cited by an event has its clause, and every clause a test."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from railhead.core.rules import Rules
from railhead.coverage import covers
from railhead.titles import TITLES

PACKAGE = Path(__file__).resolve().parents[1] / "railhead"


def every_rules(name: str) -> list[Rules]:
    """The rules of a title for every number of seats and every single option."""
    title = TITLES[name]
    built = []
    for option in [None, *title.options]:
        seats = option.seats if option is not None and option.seats else tuple(title.seats)
        for number in {seats[0], seats[-1]}:
            built.append(title.rules(number, [option.name] if option is not None else ()))
    return built


def slugs_of(name: str) -> set[str]:
    return {slug for rules in every_rules(name) for slug in rules.slugs()} | {
        "turn.whose",
        "turn.not-now",
        "game.over",
    }


@pytest.mark.parametrize("name", TITLES)
def test_every_check_has_a_clause(name: str) -> None:
    clauses = every_rules(name)[0].rulebook.clauses
    unused = frozenset.intersection(*(rules.unused for rules in every_rules(name)))
    assert not slugs_of(name) - set(clauses) - unused
    assert not unused & set(clauses), "a clause for something that the title declares unused"


@pytest.mark.parametrize("name", TITLES)
def test_every_event_slug_has_a_clause(name: str) -> None:
    """Slugs in the title's own source that automatic events cite."""
    clauses = every_rules(name)[0].rulebook.clauses
    cited: set[str] = set()
    for path in (PACKAGE / "titles" / f"t{name}").glob("*.py"):
        cited |= set(re.findall(r'rule="([\w.-]+)"', path.read_text(encoding="utf-8")))
    assert not cited - set(clauses)


@pytest.mark.parametrize("name", TITLES)
def test_every_clause_has_a_test(name: str) -> None:
    found = covers(every_rules(name)[0], PACKAGE / "titles" / f"t{name}" / "tests")
    assert not [cover.slug for cover in found if not cover.tests]


@pytest.mark.parametrize("name", TITLES)
def test_rulings_say_why(name: str) -> None:
    for slug, clause in every_rules(name)[0].rulebook.clauses.items():
        assert clause.says and len(clause.says) < 200, slug
        assert bool(clause.why) == clause.ruling, slug
