"""Games written by hand, from the opening or from a named position."""

from __future__ import annotations

from pathlib import Path

import pytest

from railhead.titles.t1843.tests.goldens import FOLDER, run_file


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.game")), ids=lambda path: path.stem)
def test_golden_game(path: Path) -> None:
    run_file(path)
