"""Tests lie in tests/ and beside the titles; all of them use tests/kit.py."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "tests"))

pytest_plugins = ["refusals"]
