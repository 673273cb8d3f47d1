"""Tables as files for 18xx.games. The last ones are cached: each was played again from its start."""

from __future__ import annotations

from railhead.imports.export.files import ExportError, export
from railhead.play.errors import NotPossible
from railhead.play.whole_games import record
from railhead.record.games import RecordError
from railhead.record.session import session_of
from railhead.site.parts import Memory
from railhead.site.store import games
from railhead.titles import title

SECRET = "Cash is secret in this game; it can be exported once it is over."
MOST_EXPORTS = 20
"""Files that are cached."""
_exports: Memory[bytes | NotPossible] = Memory(MOST_EXPORTS)


def exported(game: str) -> bytes:
    """The game as a file for 18xx.games; `NotPossible` says what has no counterpart there."""
    head = games.store.head(game)
    found = _exports.get((game, head.epoch, head.version), lambda: _exported(game))
    if isinstance(found, NotPossible):
        raise NotPossible(str(found))
    return found


def _exported(game: str) -> bytes | NotPossible:
    try:
        return export(session_of(record(games, game), title), game).data()
    except (ExportError, RecordError) as error:
        return NotPossible(str(error))
