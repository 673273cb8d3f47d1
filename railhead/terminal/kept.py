"""The terminal's saved games, one file each, in the user's data folder."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from railhead.folders import data_path
from railhead.record.games import RecordError, load

if TYPE_CHECKING:
    from pathlib import Path

FINISHED = "finished"
FEW = 12
"""How many saved games are offered."""


@dataclass(frozen=True)
class Kept:
    """A game that can be resumed."""

    path: Path
    title: str
    names: tuple[str, ...]
    moves: int
    when: datetime

    def __str__(self) -> str:
        count = "1 move" if self.moves == 1 else f"{self.moves} moves"
        return f"{self.title.capitalize()}, {', '.join(self.names)}: {count}, last played {self.when:%Y-%m-%d %H:%M}"


def games_folder() -> Path:
    """Where the terminal's games are saved."""
    return data_path() / "games"


def new_path(title: str) -> Path:
    """A file for a new game of a title, named by the time; it is written with the first move."""
    stem = f"{title}-{datetime.now():%Y-%m-%d-%H%M%S}"
    folder = games_folder()
    path, number = folder / f"{stem}.json", 2
    while path.exists():
        path, number = folder / f"{stem}-{number}.json", number + 1
    return path


def kept_games(folder: Path | None = None) -> list[Kept]:
    """Games that are not over, the last played first; a file that is not a game is left out."""
    found = []
    for path in (folder or games_folder()).glob("*.json"):
        try:
            record, when = load(path), datetime.fromtimestamp(path.stat().st_mtime)
        except (RecordError, OSError):
            continue
        found.append(Kept(path, record.title, record.seats, len(record.moves), when))
    return sorted(found, key=lambda game: game.when, reverse=True)[:FEW]


def put_away(path: Path) -> Path:
    """Move the file of a game that is over out of the list of games to resume."""
    if path.parent != games_folder() or not path.exists():
        return path
    folder = path.parent / FINISHED
    folder.mkdir(exist_ok=True)
    return path.rename(folder / path.name)
