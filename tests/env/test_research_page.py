"""docs/research.md is true: its Python runs and prints what it says, and the baseline learns."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("pettingzoo", reason="the extra 'env' is not installed")

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "research.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def test_the_page_has_examples() -> None:
    assert len(EXAMPLES) >= 10


@pytest.mark.parametrize("code", EXAMPLES, ids=range(len(EXAMPLES)))
def test_the_page_is_true(
    code: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Each example runs alone. A line that prints is followed by what it prints; three dots stand for the rest."""
    if "pyarrow" in code:
        pytest.importorskip("pyarrow", reason="the extra 'data' is not installed")
    monkeypatch.chdir(tmp_path)
    exec(compile(code, "research.md", "exec"), {})
    printed = capsys.readouterr().out.splitlines()
    said = re.findall(r"^\s*print\(.*\)\s+# (.*)$", code, re.M)
    assert len(printed) == len(said) > 0
    for real, shown in zip(printed, said, strict=True):
        begins, dots, _ = shown.partition("...")
        assert real.startswith(begins.strip()) if dots else real == shown


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
