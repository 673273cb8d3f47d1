"""Every test of the terminal keeps its games in a folder of its own."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder."""
    folder = tmp_path / "data"
    monkeypatch.setenv("RAILHEAD_DATA", str(folder))
    return folder
