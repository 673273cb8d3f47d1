"""What the documents show is true: their Python runs, their links lead somewhere, their commands exist."""

from __future__ import annotations

import re
import runpy
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from browsing import CHROMIUM, chromium

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


PAGE = """<title>waiting</title><body><script src="iframe-worker.js"></script><script>
const worker = new Worker("worker.js");
worker.addEventListener("message", (event) => { document.title = event.data.found; });
worker.postMessage({ words: "withhold" });
</script>"""
WORKER = 'addEventListener("message", (event) => postMessage({ found: event.data.words.toUpperCase() }));'


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine: run scripts/browser.sh")
@pytest.mark.xdist_group("browser")
def test_search_works_in_pages_from_a_disk(tmp_path: Path) -> None:
    """A browser starts no worker there; our script answers in its place, and the site loads no other."""
    assert "polyfills: [scripts/iframe-worker.js]" in (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    script = (ROOT / "docs" / "scripts" / "iframe-worker.js").read_text(encoding="utf-8")
    for name, text in {"index.html": PAGE, "worker.js": WORKER, "iframe-worker.js": script}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")

    def title() -> str:
        with chromium() as browser:
            page = browser.new_context(offline=True).new_page()
            page.goto((tmp_path / "index.html").as_uri())
            page.wait_for_function("document.title !== 'waiting'")
            return page.title()

    # In a thread of its own: the browser of an earlier test may keep an event loop running in this one.
    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(title).result() == "WITHHOLD"
