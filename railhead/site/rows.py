"""The three statements of a move, written out: lock the game's row, insert the log's entries, write the row.

The ORM builds each statement again, which takes longer than the database needs to run it. Moves are what the site
does most, so these are spelled out; the columns and how their values are stored still come from the models.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from django.db import connection
from msgspec.structs import asdict

from railhead.site.models import Entry, Game

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from railhead.play import records

HELD = ("version", "entry", "count", "epoch", "pending", "awaited", "room", "locked")
"""What a change needs to know of the game's row."""


def lock(game: str) -> dict[str, Any] | None:
    """Lock the row of a game (SQLite has locked everything by now) and read it; None if there is none."""
    wait = " FOR UPDATE" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        cursor.execute(_select() + wait, (game,))
        row = cursor.fetchone()
    return None if row is None else dict(zip(HELD, row, strict=True))


def write(game: str, changes: Mapping[str, Any]) -> None:
    """Write columns of the row."""
    values = [_stored(Game, name, value) for name, value in changes.items()]
    with connection.cursor() as cursor:
        cursor.execute(_update(tuple(changes)), (*values, game))


def insert(game: str, entries: Sequence[records.Entry]) -> None:
    """Insert entries of a game's log in one statement; they count until somebody undoes them."""
    values = []
    for one in entries:
        row = {"game_id": game, "live": True, **asdict(one)}
        values += [_stored(Entry, name, row[name]) for name in _entry_columns()]
    with connection.cursor() as cursor:
        cursor.execute(_insert(len(entries)), values)


def _stored(model: Any, name: str, value: Any) -> Any:
    return model._meta.get_field(name).get_db_prep_save(value, connection)


def _quoted(*names: str) -> str:
    return ", ".join(connection.ops.quote_name(name) for name in names)


@functools.cache
def _select() -> str:
    return f"SELECT {_quoted(*HELD)} FROM {_quoted(Game._meta.db_table)} WHERE {_quoted('id')} = %s"


@functools.cache
def _update(names: tuple[str, ...]) -> str:
    sets = ", ".join(f"{_quoted(name)} = %s" for name in names)
    return f"UPDATE {_quoted(Game._meta.db_table)} SET {sets} WHERE {_quoted('id')} = %s"


@functools.cache
def _entry_columns() -> tuple[str, ...]:
    return tuple(str(field.attname) for field in Entry._meta.concrete_fields if not field.primary_key)


@functools.cache
def _insert(count: int) -> str:
    names = _entry_columns()
    row = f"({', '.join(['%s'] * len(names))})"
    return f"INSERT INTO {_quoted(Entry._meta.db_table)} ({_quoted(*names)}) VALUES {', '.join([row] * count)}"
