"""One list has every variable of the environment, and the hosting page shows it."""

from __future__ import annotations

import re
from pathlib import Path

from railhead.variables import VARIABLES, table

ROOT = Path(__file__).resolve().parents[1]


def test_the_code_reads_these_variables_and_no_others() -> None:
    sources = [path for path in (ROOT / "railhead").rglob("*.py") if path.name != "variables.py"]
    text = "".join(path.read_text(encoding="utf-8") for path in sources)
    read = set(re.findall(r'"(RAILHEAD_[A-Z_]+)"', text))
    assert read == {one.name for one in VARIABLES}


def test_the_hosting_page_shows_the_list() -> None:
    assert table() in (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
