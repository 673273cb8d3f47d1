"""`railhead new-title NAME`: a folder with a small title that you can play right away."""

from __future__ import annotations

import re
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING

import yaml

from railhead import usual
from railhead.core.facts import parse_facts
from railhead.core.rulings import Rulebook

if TYPE_CHECKING:
    from collections.abc import Iterator

TEMPLATE = Path(__file__).parent / "template"
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,30}")
ALWAYS = {
    "turn.whose": "Somebody else is to act now.",
    "turn.not-now": "That move is not open at this point of the game.",
    "game.over": "The game is over.",
}
"""What the kernel itself refuses a move with."""


def write_title(name: str, into: Path) -> Path:
    """Write the folder of a new title. A bad name, or a folder that exists, is a `ValueError`; nothing is written."""
    if not NAME.fullmatch(name):
        raise ValueError(f"{name!r} cannot be the name of a title: letters, digits, - and _, such as 1799")
    folder = into / name
    if folder.exists():
        raise ValueError(f"{folder} exists already; nothing was written")
    module = f"railhead_{name.replace('-', '_').lower()}"
    files = dict(_files(name, module))
    files[f"{module}/rulebook.yaml"] = rulebook(name, files[f"{module}/facts.yaml"])
    for path, text in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    return folder


def _files(name: str, module: str) -> Iterator[tuple[str, str]]:
    for path in sorted(TEMPLATE.rglob("*.txt")):
        target = path.relative_to(TEMPLATE).with_suffix("").as_posix().replace("package", module, 1)
        yield target, Template(path.read_text(encoding="utf-8")).substitute(name=name, module=module)


def rulebook(name: str, facts: str) -> str:
    """An index of the rulebook that has every clause the usual rules need, in the words of their checks."""
    empty = Rulebook(name, "draft", {})
    rules = usual.rules(parse_facts(facts, "facts.yaml"), empty, {}, 2, auction=usual.waterfall("A"))
    says = dict(ALWAYS)
    for kind in rules.kinds():
        for check in kind.checks:
            if check.rule not in rules.unused:
                says.setdefault(check.rule, check.why)
    clauses = {slug: {"section": "?", "says": sentence} for slug, sentence in sorted(says.items())}
    head = "# For every slug the section of the rulebook, and a sentence of your own.\n"
    body = {"title": name, "edition": "draft", "clauses": clauses}
    return head + yaml.safe_dump(body, sort_keys=False, allow_unicode=True, width=118)
