"""What lies in deploy/ fits the program: the same versions, options that exist, one command for all."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path

import pytest
import typer

from railhead.cli import build

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"


def pins(path: Path) -> dict[str, str]:
    """Packages and versions of a lock file."""
    return dict(re.findall(r"^([a-z0-9.-]+)==(\S+)", path.read_text(encoding="utf-8"), re.M))


def test_a_server_gets_the_versions_that_were_tested_and_nothing_else() -> None:
    serving, tested = pins(DEPLOY / "requirements.lock"), pins(ROOT / "requirements.lock")
    assert serving.items() <= tested.items()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"], *extras["site"], *extras["postgres"]]
    needed = {re.split(r"[\[<>=]", line)[0].lower() for line in wanted} - {"railhead"}  # an extra may bring another
    assert needed <= serving.keys()
    only_tests = {re.split(r"[\[<>=]", line)[0].lower() for line in extras["dev"]}
    assert not (only_tests - {"setuptools"}) & serving.keys()


def commands() -> list[list[str]]:
    """How the unit and the container start the server."""
    unit = re.search(r"^ExecStart=\S+/(railhead .*)$", (DEPLOY / "railhead.service").read_text(), re.M)
    container = re.search(r"^ENTRYPOINT (\[.*\])$", (DEPLOY / "Containerfile").read_text(), re.M)
    assert unit
    assert container
    return [shlex.split(unit[1]), re.findall(r'"([^"]*)"', container[1])]


@pytest.mark.parametrize("words", commands(), ids=["unit", "container"])
def test_the_commands_have_options_that_exist(words: list[str]) -> None:
    assert words[:2] == ["railhead", "serve"]
    serve = typer.main.get_command(build()).get_command(None, "serve")  # type: ignore[attr-defined]
    found = serve.make_context("serve", words[2:], resilient_parsing=True).params
    assert found["port"] == 8000
