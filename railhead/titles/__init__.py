"""The titles that are installed, found through the entry points `railhead.titles`.

A title is a package that names a `Title` under that group in its `pyproject.toml`:

    [project.entry-points."railhead.titles"]
    1889 = "railhead.titles.t1889:TITLE"

Our own titles are found in the same way as everybody else's. A title is imported, and its files are read, when it is
first asked for.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from railhead.core.rules import Rules, Title
    from railhead.routes.positions import PositionTitle

log = logging.getLogger("railhead.titles")

GROUP = "railhead.titles"
"""The group of entry points under which packages name their titles."""
SOURCE = Path(__file__).resolve().parents[2] / "pyproject.toml"
"""Our own list, where Railhead runs from a source tree."""


def _entries() -> dict[str, EntryPoint]:
    """The titles that installed packages declare, and those of a source tree without an up-to-date installation."""
    import tomllib  # this and the next line take forty milliseconds, which `railhead --help` does not need to spend
    from importlib.metadata import EntryPoint, entry_points

    found: dict[str, EntryPoint] = {}
    if SOURCE.exists():
        project = tomllib.loads(SOURCE.read_text(encoding="utf-8")).get("project", {})
        if project.get("name") == "railhead":
            declared: Mapping[str, str] = project["entry-points"][GROUP]
            found = {name: EntryPoint(name, value, GROUP) for name, value in declared.items()}
    for entry in entry_points(group=GROUP):
        if entry.module.startswith("railhead.") or _loads(entry):
            found[entry.name] = entry
    return dict(sorted(found.items()))


def _loads(entry: EntryPoint) -> bool:
    """Whether somebody else's title can be imported. One that cannot is left out: it must not stop the others."""
    try:
        entry.load()
    except Exception as error:
        log.warning("The title %s is installed but cannot be imported: %s", entry.name, error)
        return False
    return True


def _make_rules_picklable() -> None:
    """Rules hold functions, which cannot be pickled; a pickle of a position names its rules instead."""
    import copyreg

    from railhead.core.rules import Rules

    copyreg.pickle(Rules, lambda rules: (_rules_named, (rules.title, rules.seats, tuple(sorted(rules.options)))))


def _rules_named(name: str, seats: int, options: tuple[str, ...]) -> Rules:
    return title(name).rules_of_game(seats, options)


class Catalogue(Mapping[str, "Title"]):
    """Titles by name, in order of name. Names are known at once; a title is imported when it is first looked up."""

    def __init__(self) -> None:
        self._entries: dict[str, EntryPoint] | None = None
        self._loaded: dict[str, Title] = {}

    def __getitem__(self, name: str) -> Title:
        if name not in self._loaded:
            self._loaded[name] = self._found()[name].load()
            _make_rules_picklable()
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._found())

    def __len__(self) -> int:
        return len(self._found())

    def __contains__(self, name: object) -> bool:
        return name in self._found()

    def _found(self) -> dict[str, EntryPoint]:
        if self._entries is None:
            self._entries = _entries()
        return self._entries


TITLES: Mapping[str, Title] = Catalogue()
"""Every title that is installed, by name."""


class _Positions(Mapping[str, "PositionTitle"]):
    """How each title reads position files."""

    def __getitem__(self, name: str) -> PositionTitle:
        found: PositionTitle | None = TITLES[name].positions
        if found is None:
            raise ValueError(f"{name} does not say how its positions are read (Title.positions)")
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(TITLES)

    def __len__(self) -> int:
        return len(TITLES)

    def __contains__(self, name: object) -> bool:
        return name in TITLES


POSITION_TITLES: Mapping[str, PositionTitle] = _Positions()
"""How each title reads position files, by the title's name there."""


def title(name: str) -> Title:
    """The title of this name; an unknown one is a `ValueError` that says which there are."""
    if name not in TITLES:
        raise ValueError(f"unknown title {name!r}; there are: {', '.join(TITLES)}")
    return TITLES[name]
