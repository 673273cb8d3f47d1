"""The shape of the house: layers, no title names in shared packages, files that can be read in one sitting."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from railhead.titles import TITLES

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "railhead"
CEILING = 450


def sources(*folders: str) -> list[Path]:
    return [path for folder in folders for path in sorted((PACKAGE / folder).rglob("*.py"))]


def test_layers() -> None:
    """The import contracts of .importlinter hold."""
    tool = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run([tool], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("path", sources("core", "routes", "view", "record"), ids=lambda path: path.stem)
def test_no_title_names_in_shared_packages(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    found = [name for name in TITLES if re.search(rf"\b{name}\b", text)]
    assert not found, f"{path.name} names a title"


def test_files_are_short() -> None:
    paths = [
        path
        for folder in (PACKAGE, ROOT / "examples")
        for path in folder.rglob("*.py")
        if "migrations" not in path.parts
    ]
    long = {str(path.relative_to(ROOT)): n for path in paths if (n := path.read_text().count("\n")) > CEILING}
    assert not long


def test_every_title_has_its_folder() -> None:
    for title in TITLES.values():
        for part in ("facts.yaml", "rulebook.yaml", "rules.py", "tests"):
            assert (title.folder / part).exists(), f"{title.name}: {part}"


def test_no_machine_paths() -> None:
    """What is committed names no place on anybody's machine."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("not a git checkout")
    for name in listed.stdout.split():
        path = ROOT / name
        if path.suffix in {".py", ".md", ".yaml", ".toml", ".lock", ".html", ".js"} and path.exists():
            text = path.read_text(encoding="utf-8")
            assert "/work/" + "main" not in text, name
            assert "pypi" + ".org" not in text, name
