"""Which checks and tests stand behind each clause of a rulebook.

A tool of the developers: `python tests/rule_coverage.py 1889` lists clauses, checks and tests.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from railhead.core.rules import Rules
from railhead.core.rulings import Clause
from railhead.titles import title


class Cover(msgspec.Struct, frozen=True):
    """A clause with what enforces it and what tests it."""

    slug: str
    clause: Clause
    checks: tuple[str, ...]
    tests: tuple[str, ...]


def covers(rules: Rules, folder: Path) -> list[Cover]:
    """Every clause of a title in the order of its index."""
    checks = rules.checks_by_slug()
    tests = tests_by_slug(folder, rules.rulebook.clauses)
    return [
        Cover(slug, clause, checks.get(slug, ()), tuple(tests.get(slug, ())))
        for slug, clause in rules.rulebook.clauses.items()
    ]


def tests_by_slug(folder: Path, clauses: Mapping[str, Clause]) -> dict[str, list[str]]:
    """For every slug the tests that name it, and the games written by hand that have an example of it."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        for name, strings in _tests(ast.parse(path.read_text(encoding="utf-8"))):
            for slug in strings & clauses.keys():
                found.setdefault(slug, []).append(f"{path.stem}.{name}")
    for path in sorted(folder.rglob("*.game")):
        for slug in sorted(_examples(path) & clauses.keys()):
            found.setdefault(slug, []).append(f"golden.{path.stem}")
    return found


def _examples(path: Path) -> set[str]:
    """The slugs in a game written by hand: that of a refused move, and those after the bar of any line."""
    found: set[str] = set()
    for raw in path.read_text(encoding="utf-8").splitlines():
        said, _, clauses = raw.partition("#")[0].partition("|")
        words = said.split()
        found.update(words[1:2] if words[:1] == ["!"] else ())
        found.update(clauses.split())
    return found


def _tests(tree: ast.Module) -> Iterator[tuple[str, set[str]]]:
    tables = {
        target.id: _strings(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            strings = _strings(node)
            for part in ast.walk(node):
                if isinstance(part, ast.Name) and part.id in tables:
                    strings |= tables[part.id]
            yield node.name, strings


def _strings(node: ast.AST) -> set[str]:
    return {part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str)}


def main(name: str) -> int:
    """Print the clauses of a title; the number of those without a test."""
    one = title(name)
    bare = 0
    for cover in covers(one.rules(one.seats[0]), one.folder / "tests"):
        bare += not cover.tests
        checks = ", ".join(cover.checks) or "automatic"
        print(f"{cover.clause.section}\t{cover.slug}\t{checks}\t{', '.join(cover.tests) or 'NO TEST'}")
    return bare


if __name__ == "__main__":
    sys.exit(min(main(sys.argv[1]), 1))
