"""Names of an earlier commit that are gone today and not listed in docs/renames.tsv.

    scripts/renames.py            prints them, and rows of the list that lead nowhere; exits with 1 if there are any
    scripts/renames.py COMMIT     compares with another commit

The list carries code outside the tree over to today's names: old, tab, new, fully qualified. A row for a module or
a class covers everything in it that kept its name. `-` means that nothing took its place.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[1]
LIST = ROOT / "docs" / "renames.tsv"
FIRST = "76cbf36"
"""The commit whose names the list starts from."""
GONE = "-"


def git(*words: str) -> str:
    """What a git command prints."""
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def modules_then(commit: str) -> Iterator[tuple[str, str]]:
    """Path and source of every module of a commit."""
    for path in git("ls-tree", "-r", "--name-only", commit, "railhead").split():
        if is_public(path):
            yield path, git("show", f"{commit}:{path}")


def modules_now() -> Iterator[tuple[str, str]]:
    """Path and source of every module of the working tree."""
    for path in sorted((ROOT / "railhead").rglob("*.py")):
        name = str(path.relative_to(ROOT))
        if is_public(name):
            yield name, path.read_text(encoding="utf-8")


def is_public(path: str) -> bool:
    """Whether code outside may import from this file."""
    return path.endswith(".py") and "/tests/" not in path and "/migrations/" not in path


def names(modules: Iterator[tuple[str, str]]) -> dict[str, bool]:
    """Every name that code outside could use, and whether its module defines it rather than imports it."""
    found = {}
    for path, source in modules:
        module = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        found[module] = True
        for statement in ast.parse(source).body:
            own = not isinstance(statement, ast.Import | ast.ImportFrom)
            for name in defined(statement):
                found[f"{module}.{name}"] = own
    return found


def defined(node: ast.stmt) -> Iterator[str]:
    """The names that a statement of a module or class defines, and what is inside a class."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        yield node.name
    elif isinstance(node, ast.ClassDef):
        yield node.name
        for inner in node.body:
            for name in (*defined(inner), *attributes(inner)):
                yield f"{node.name}.{name}"
    elif isinstance(node, ast.Assign):
        for target in node.targets:
            yield from (it.id for it in ast.walk(target) if isinstance(it, ast.Name))
    elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        yield node.target.id
    elif isinstance(node, ast.Import | ast.ImportFrom):
        yield from (it.asname or it.name for it in node.names)
    elif isinstance(node, ast.If | ast.Try):
        for inner in node.body:
            yield from defined(inner)


def attributes(node: ast.stmt) -> Iterator[str]:
    """What a method gives its object."""
    if isinstance(node, ast.FunctionDef):
        for part in ast.walk(node):
            if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name) and part.value.id == "self":
                yield part.attr


def carried_over(name: str, renamed: dict[str, str]) -> str:
    """Where the list sends a name; the name itself if no row concerns it."""
    parts = name.split(".")
    for size in range(len(parts), 1, -1):
        target = renamed.get(".".join(parts[:size]))
        if target is not None:
            return GONE if target == GONE else ".".join((target, *parts[size:]))
    return name


def main(commit: str = FIRST) -> int:
    """Print what is missing; 1 if something is."""
    renamed = dict(line.split("\t") for line in LIST.read_text(encoding="utf-8").splitlines()[1:])
    now, lost = names(modules_now()), 0
    for name, own in sorted(names(modules_then(commit)).items()):
        target = carried_over(name, renamed)
        if own and not any(part.startswith("_") for part in name.split(".")) and target != GONE and target not in now:
            print(f"{name}\t{'' if target == name else target}")
            lost += 1
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
