"""Tests lie in tests/ and beside the titles; all of them use tests/kit.py."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent / "tests"))

pytest_plugins = ["refusals"]

SLOW = (
    "tests/site",
    "tests/operation",
    "tests/security",
    "tests/routes",
    "tests/terminal",
    "tests/bots",
    "tests/test_cli",
)
"""Where tests start servers, browsers and other processes, or search for long."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Several workers (`make unit`) begin with the slow files, so that nobody waits for one of them at the end."""
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: not item.nodeid.startswith(SLOW))


def pytest_addoption(parser: pytest.Parser) -> None:
    """How much of a long run is made: `make long GAMES=2` is a quick look at it."""
    parser.addoption("--games", type=int, default=60, help="random games for every table in a long run")
