"""Tests lie in tests/ and beside the titles; all of them use tests/kit.py."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent / "tests"))

pytest_plugins = ["refusals"]


def pytest_addoption(parser: pytest.Parser) -> None:
    """How much of a long run is made: `make long GAMES=2` is a quick look at it."""
    parser.addoption("--games", type=int, default=60, help="random games for every table in a long run")
