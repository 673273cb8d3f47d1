"""Railhead: 18xx railway games as a library, with proven best routes and a table to play at.

    import railhead

    game = railhead.new_game("1889", ["Ann", "Bob", "Cleo"])
    for move in railhead.legal_moves(game):
        print(railhead.move_text(move))

The names below are the public library. docs/library.md shows them and says what stays stable.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from railhead.library import *  # for type checkers; programs get them from __getattr__

    __version__: str

__all__ = [
    "Event",
    "IllegalMove",
    "MalformedMove",
    "Move",
    "Record",
    "RecordError",
    "Refusal",
    "Run",
    "State",
    "Title",
    "__version__",
    "actors",
    "apply",
    "best_run",
    "bot_move",
    "find_title",
    "legal_moves",
    "list_titles",
    "load",
    "map_svg",
    "market_svg",
    "move_text",
    "new_game",
    "parse_move",
    "positions",
    "record_of",
    "refusal",
    "replay",
    "save",
    "tell",
    "why",
]


def __getattr__(name: str) -> Any:
    """Import what is asked for when it is asked for, so that `import railhead` alone takes no time."""
    if name == "__version__":
        from importlib.metadata import version

        return version("railhead")
    if name in __all__:
        from railhead import library

        return getattr(library, name)
    raise AttributeError(f"module 'railhead' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
