"""Dialects that are installed, found through the entry points `railhead.dialects`, by title.

    [project.entry-points."railhead.dialects"]
    NAME = "some_package.some_module:DIALECTS"

`DIALECTS` lists values of `Dialect`. They are loaded when a game names one; new tables are never offered them.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from railhead.core.rules import Dialect

GROUP = "railhead.dialects"
SOURCE = Path(__file__).resolve().parents[2] / "pyproject.toml"
"""Our own list, for when Railhead runs from a source tree whose installation is missing or out of date."""


def _declared() -> Mapping[str, str]:
    import tomllib

    if not SOURCE.exists():
        return {}
    project = tomllib.loads(SOURCE.read_text(encoding="utf-8")).get("project", {})
    listed: Mapping[str, str] = project.get("entry-points", {}).get(GROUP, {})
    return listed


@cache
def dialects_of(title: str) -> Mapping[str, Dialect]:
    """The dialects of a title by name, in the order in which they apply."""
    from importlib.metadata import EntryPoint, entry_points  # slow to load, and few games have a dialect

    declared = _declared()
    installed = [entry.value for entry in entry_points(group=GROUP) if entry.name == title]
    loaded: list[Dialect] = []
    for value in dict.fromkeys([declared[title], *installed] if title in declared else installed):
        loaded += EntryPoint(title, value, GROUP).load()
    return {dialect.name: dialect for dialect in loaded}
