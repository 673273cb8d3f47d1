"""The titles as games of OpenSpiel: the checks beside this file, in a process of their own.

OpenSpiel loads libraries that change standard error. pytest replaces standard error, and with both in one process
Python sometimes ended without a message.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

CHECKS = Path(__file__).with_name("openspiel_checks.py")


def test_openspiel_plays_the_titles() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", str(CHECKS)], capture_output=True, text=True, check=False, cwd=CHECKS.parent
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "no tests ran" not in done.stdout
