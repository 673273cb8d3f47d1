"""Files of 18xx.games for tests: recorded ones, where they are, and always some made from our own games."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest
from exported import written_game
from kit import SHARED, shared

from railhead.imports.actions import read_recording
from railhead.imports.follower import Follower
from railhead.imports.reading import follow_all, title_of
from railhead.titles import TITLES, title

RECORDED = sorted(str(path.relative_to(SHARED / "games")) for path in (SHARED / "games").glob("*/*.game.json"))
WRITTEN: dict[str, tuple[str, int, int, str]] = {
    "written 1889": ("1889", 3, 1, ""),
    "written 1893": ("1893", 4, 5, ""),
    "written 1894": ("1894", 4, 2, ""),
    "written 1824": ("1824", 4, 50, ""),
    "written 1824 Cisleithania": ("1824", 3, 1, "1824 Cisleithania"),
}
"""Title, seats, seed, and what that site calls the title."""
EVERY_GAME = pytest.mark.parametrize("name", [*RECORDED, *WRITTEN])


def raw_game(name: str) -> dict[str, Any]:
    """The content of a file, to be changed at will; a recorded one that is missing skips the test."""
    raw: dict[str, Any] = json.loads(game_file(name))
    return raw


@cache
def game_file(name: str) -> bytes:
    """The bytes of a file."""
    if name not in WRITTEN:
        return shared("games", *name.split("/")).read_bytes()
    its_title, seats, seed, site_title = WRITTEN[name]
    file, _ = written_game(its_title, seats, seed, site_title=site_title, most=220)
    return json.dumps(file | {"status": "active"}).encode()


def followed(game: bytes | dict[str, Any]) -> Follower:
    """A whole game, from the bytes of its file or from what is in it, followed to its last action."""
    recording = read_recording(game if isinstance(game, bytes) else json.dumps(game).encode())
    return follow_all(recording, title_of(recording, TITLES, title))
