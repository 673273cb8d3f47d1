"""`railhead new-title` writes a title that plays and passes the suite."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from railhead.conformance import check_title
from railhead.core.rules import Title
from railhead.new_title import write_title


def test_a_new_title_passes_the_suite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = write_title("1799-x", tmp_path)
    monkeypatch.syspath_prepend(str(folder))
    title: Title = importlib.import_module("railhead_1799_x").TITLE
    assert [(says, problem) for says, problem in check_title(title) if problem] == []
    declared = (folder / "pyproject.toml").read_text(encoding="utf-8")
    assert '1799-x = "railhead_1799_x:TITLE"' in declared


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    write_title("1799", tmp_path)
    with pytest.raises(ValueError, match="exists already"):
        write_title("1799", tmp_path)


@pytest.mark.parametrize("name", ["", "../up", "a b", "x" * 40, "1799\n"])
def test_bad_names_are_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="cannot be the name"):
        write_title(name, tmp_path)
    assert list(tmp_path.iterdir()) == []
