"""docs/research.md is true: its Python runs and prints what it says, and the baseline learns."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

pytest.importorskip("pettingzoo", reason="the extra 'env' is not installed")

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "research.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def test_the_page_has_examples() -> None:
    assert len(EXAMPLES) >= 10


@pytest.mark.parametrize("code", EXAMPLES, ids=range(len(EXAMPLES)))
def test_the_page_is_true(code: str, tmp_path: Path) -> None:
    """Each example runs alone. A line that prints is followed by what it prints; three dots stand for the rest."""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=tmp_path, env=_here()
    )
    assert done.returncode == 0, done.stderr
    printed = done.stdout.splitlines()
    said = re.findall(r"^\s*print\(.*\)\s+# (.*)$", code, re.M)
    assert len(printed) == len(said) > 0
    for real, shown in zip(printed, said, strict=True):
        begins, dots, _ = shown.partition("...")
        assert real.startswith(begins.strip()) if dots else real == shown


def _here() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT)}


def test_examples_use_titles_that_everybody_has() -> None:
    """The Primer is an example in the source, and not in the package."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    installed = set(project["entry-points"]["railhead.titles"])
    code = "".join(EXAMPLES)
    named = re.findall(r'(?:table|Game|Env|Batch|plan)\("(\w+)"|railhead_(\w+)\(', code)
    assert len(named) >= 10
    assert {first or second for first, second in named} <= installed


def test_the_page_says_how_to_cite_this_version() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert f"version = {{{version}}}" in PAGE
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")


def test_the_page_counts_actions() -> None:
    from railhead.env.actions import actions_of
    from railhead.env.game import table

    heads = re.search(r"^\| \| (1889.*) \|\n(?:\|.*\n)*?\| actions of the table \| (.*) \|$", PAGE, re.M)
    assert heads is not None
    for name, size in zip(heads[1].split(" | "), heads[2].split(" | "), strict=True):
        assert f"{actions_of(table(name)).size:,}" == size


def test_a_mistake_in_the_baseline_is_said(tmp_path: Path) -> None:
    file = tmp_path / "hello"
    file.write_text("hello", encoding="utf-8")
    words = [sys.executable, str(ROOT / "examples" / "baseline.py"), "1889", "--data", str(file)]
    done = subprocess.run(words, capture_output=True, text=True, check=False, env={"PYTHONPATH": str(ROOT)})
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "is not a data set of Railhead" in done.stderr


def test_the_baseline_learns(tmp_path: Path) -> None:
    """On a small title it takes Clerk's choice far more often than chance would."""
    words = ["primer", "--train", "4", "--rounds", "1", "--test", "1", "--data", str(tmp_path / "clerk.jsonl")]
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples" / "baseline.py"), *words],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": str(ROOT)},
    )
    held = re.search(r"held-out games: ([\d.]+)%", done.stdout)
    assert held is not None
    assert float(held.group(1)) > 35.0
    assert "against clerk" in done.stdout
