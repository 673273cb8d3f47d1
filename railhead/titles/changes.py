"""What changed in the rules of a title from one version to the next, from its CHANGELOG.md.

A section `## 3` lists, one line each, what version 3 changed. Whoever changes a rule raises `version` in the title's
rules and adds a section; a running game that would read differently shows its players these lines.
"""

from __future__ import annotations

import re

from railhead.titles import title as find_title

HEAD = re.compile(r"^## (\d+)\b")


def changes(title: str) -> dict[int, list[str]]:
    """The lines of each version."""
    path = find_title(title).folder / "CHANGELOG.md"
    found: dict[int, list[str]] = {}
    lines: list[str] = []
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        head = HEAD.match(line)
        if head:
            lines = found.setdefault(int(head.group(1)), [])
        elif line.startswith("- "):
            lines.append(line[2:].strip().rstrip("."))
        elif line.startswith("  ") and lines:
            lines[-1] = f"{lines[-1]} {line.strip()}".rstrip(".")
    return found


def changes_since(title: str, before: int, now: int) -> list[str]:
    """What changed after one version, up to another."""
    return [line for version, lines in sorted(changes(title).items()) if before < version <= now for line in lines]
