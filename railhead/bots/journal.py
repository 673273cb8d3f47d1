"""Results that are written to a file as they come, so that a long job can be stopped and continued.

The first line says what was asked for, every further line is one result. A line that was cut off when the machine
stopped is left out, and that piece is done again.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

T = TypeVar("T")


class Journal(Generic[T]):
    """A file of results of one kind; without a path nothing is written."""

    def __init__(self, path: Path | None, wishes: Mapping[str, Any], kind: type[T]) -> None:
        self._path = path
        self._wishes = dict(wishes)
        self._kind = kind

    def read(self) -> list[T]:
        """The results so far; the file of a different run is a `ValueError`."""
        if self._path is None or not self._path.exists():
            return []
        first, *lines = self._path.read_text(encoding="utf-8", errors="replace").splitlines() or [""]
        try:
            found = json.loads(first or "null")
        except ValueError:
            raise ValueError(
                f"{self._path} is not a file of results: its first line does not say what was run; name another file"
            ) from None
        if found != self._wishes:
            raise ValueError(f"{self._path} is from a different run: {first[:200]}; name another file to start over")
        kept = []
        for line in lines:
            try:
                kept.append(msgspec.json.decode(line, type=self._kind))
            except msgspec.MsgspecError:
                continue
        return kept

    def write(self, result: T) -> None:
        """Add a result; once written, it survives a crash."""
        if self._path is None:
            return
        begun = self._path.exists()
        cut = begun and not self._path.read_bytes().endswith(b"\n")
        with self._path.open("a", encoding="utf-8") as file:
            if not begun:
                file.write(json.dumps(self._wishes) + "\n")
            file.write(("\n" if cut else "") + msgspec.json.encode(result).decode() + "\n")
