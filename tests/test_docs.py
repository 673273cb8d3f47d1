"""What the documents show is true: their Python runs, their links lead somewhere, their commands exist."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

from railhead.cli import COMMANDS, main

ROOT = Path(__file__).resolve().parents[1]
DOCS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def test_readme_example(capsys: pytest.CaptureFixture[str]) -> None:
    """The example runs and prints what its comments say."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    exec(compile(code, "README.md", "exec"), {})
    printed = capsys.readouterr().out.splitlines()
    said = re.findall(r"print\(.*\)  # (.*)", code)
    assert len(printed) == len(said) == 2
    assert said[0].startswith(printed[0] + ":")
    assert printed[1] == said[1]


@pytest.mark.parametrize("path", DOCS, ids=lambda path: path.name)
def test_links(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", path.read_text(encoding="utf-8")):
        if not target.startswith("http"):
            assert (path.parent / target).exists(), f"{path.name}: {target}"


@pytest.mark.parametrize("path", DOCS, ids=lambda path: path.name)
def test_commands_exist(path: Path) -> None:
    known = {command.name for command in COMMANDS}
    for word in re.findall(r"`(?:\.venv/bin/)?railhead (\w+)[ `]", path.read_text(encoding="utf-8")):
        assert word in known, f"{path.name}: railhead {word}"


def test_the_example_of_a_position_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    found = re.search(r"```json\n(.*)\n```.*The answer to this line is `(.*?)`", text, re.DOTALL)
    assert found
    (tmp_path / "positions.jsonl").write_text(found[1])
    with pytest.raises(SystemExit):
        main(["routes", str(tmp_path / "positions.jsonl")])
    assert capsys.readouterr().out.startswith(found[2])


def test_the_page_of_differences_is_made_from_the_titles() -> None:
    """`python scripts/differences.py` writes it; every title has its part."""
    made = runpy.run_path(str(ROOT / "scripts" / "differences.py"))["page"]()
    assert (ROOT / "docs" / "differences.md").read_text(encoding="utf-8") == made
    ours = sorted(path.name[1:] for path in (ROOT / "railhead" / "titles").glob("t[0-9]*"))
    assert re.findall(r"^## (\w+)$", made, re.MULTILINE) == ours
