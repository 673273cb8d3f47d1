"""The catalogue of titles: ours and those of other packages, found alike, imported when they are asked for."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from railhead.titles import TITLES, title

ROOT = Path(__file__).resolve().parents[1]


def python(*words: str, path: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Python in a process of its own, with this folder on the path before ours."""
    environment = {**os.environ, "PYTHONPATH": f"{path}{os.pathsep}{ROOT}"}
    return subprocess.run([sys.executable, *words], capture_output=True, text=True, check=False, env=environment)


def test_our_titles_are_there() -> None:
    assert {"1824", "1843", "1889", "1893", "1894"} <= set(TITLES)
    assert list(TITLES) == sorted(TITLES)
    for name, one in TITLES.items():
        assert one.name == name
        assert (one.folder / "facts.yaml").exists()


def test_unknown_title_says_which_there_are() -> None:
    with pytest.raises(ValueError, match=r"unknown title '1830'; there are: .*1889"):
        title("1830")


def test_a_title_is_imported_when_it_is_asked_for() -> None:
    """Names cost nothing; one title does not bring the others."""
    code = (
        "import sys; from railhead.titles import TITLES; names = list(TITLES);"
        "before = [name for name in sys.modules if name.startswith('railhead.titles.t')];"
        "TITLES['1889'].rules(3);"
        "after = {name.split('.')[2] for name in sys.modules if name.startswith('railhead.titles.t')};"
        "print(before, after)"
    )
    assert python("-c", code).stdout.strip() == "[] {'t1889'}"


def test_help_imports_no_title_and_no_site() -> None:
    code = (
        "import sys; from railhead import cli;"
        "print([name for name in sys.modules if name.startswith(('railhead.titles.', 'railhead.core', 'django'))])"
    )
    assert python("-c", code).stdout.strip() == "[]"


def test_a_package_brings_its_title(tmp_path: Path) -> None:
    """What `pip install` leaves behind is enough: a module, and an entry point in the package's metadata."""
    (tmp_path / "my_title.py").write_text(
        "from msgspec.structs import replace\n"
        "from railhead.titles import TITLES\n"
        "TITLE = replace(TITLES['1889'], name='mine', full_name='Mine: an island')\n"
    )
    metadata = tmp_path / "my_title-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: my-title\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text("[railhead.titles]\nmine = my_title:TITLE\n")
    listed = python("-m", "railhead", "titles", path=tmp_path)
    assert "Mine: an island" in listed.stdout
    assert "1889: Shikoku" in listed.stdout
    played = python("-m", "railhead", "simulate", "mine", "--players", "2", "--games", "1", path=tmp_path)
    assert played.returncode == 0, played.stderr
