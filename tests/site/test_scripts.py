"""The pure parts of the page's scripts, by their own tests under Node."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[1] / "js"


def test_scripts_by_themselves() -> None:
    node = shutil.which("node")
    if node is None:
        if os.environ.get("CI"):
            pytest.fail("Node is missing; in CI it must be there")
        pytest.skip("Node is not installed")
    tests = sorted(str(file) for file in FOLDER.glob("*.test.js"))
    assert tests
    done = subprocess.run([node, "--test", *tests], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout[-3000:]
