"""All tests here need the site."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from sites import set_up_django

set_up_django()
sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(autouse=True)
def unlimited(monkeypatch: pytest.MonkeyPatch) -> None:
    """No rate limits but where a test wants them."""
    monkeypatch.setenv("RAILHEAD_UNLIMITED", "1")
