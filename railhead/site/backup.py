"""`railhead backup` and `railhead restore`: all user data, as one file that can be restored into any database.

The file holds one JSON object a line, compressed: a head, the rows, and an end with their count, so that a file
that was cut short can be recognised. A backup sees the database at one instant and blocks nobody; a restore is
complete or does nothing at all. Both may be done while the server is running.
"""

from __future__ import annotations

import base64
import contextlib
import gzip
import json
import os
import random
import zlib
from collections import Counter
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from railhead.folders import data_path
from railhead.site import paths

if TYPE_CHECKING:
    from collections.abc import Iterator

FORMAT = 1
PROGRAM = "railhead backup"
BATCH = 500
LARGEST_EPOCH = 2**31 - 1


class BackupError(ValueError):
    """A backup that cannot be made or restored; says why."""


WORDS = {
    "auth_user": ("account", "accounts"),
    "django_session": ("session", "sessions"),
    "railhead_profile": ("profile", "profiles"),
    "railhead_token": ("token", "tokens"),
    "railhead_game": ("game", "games"),
    "railhead_seat": ("seat", "seats"),
    "railhead_entry": ("entry of a log", "entries of logs"),
    "railhead_snapshot": ("kept position", "kept positions"),
    "railhead_message": ("message", "messages"),
    "railhead_note": ("note", "notes"),
}


def counted(table: str, number: int) -> str:
    """Rows of a table in words."""
    one, many = WORDS[table]
    return f"{number} {one if number == 1 else many}"


def _ready(database: str) -> None:
    """Set Django up on a database address; an empty one is the usual database."""
    from railhead.site.serve import bring_up_to_date

    if database:
        os.environ["RAILHEAD_DATABASE"] = database
    bring_up_to_date()


def must_exist(database: str) -> None:
    """Backing up a database created just now would give an empty backup, and nobody would notice."""
    folder = data_path()
    facts = paths.database(database or os.environ.get("RAILHEAD_DATABASE", ""), folder)
    if facts["ENGINE"].endswith("sqlite3") and not Path(facts["NAME"]).exists():
        raise BackupError(
            f"there is no database at {facts['NAME']}; say where it is with RAILHEAD_DATA (the data folder of the "
            "server) or --database"
        )


def tables() -> list[Any]:
    """What is saved, ordered so that every row comes after those it points to."""
    from django.contrib.auth import get_user_model
    from django.contrib.sessions.models import Session

    from railhead.site import models

    ours = (models.Profile, models.Token, models.Game, models.Seat, models.Entry, models.Snapshot)
    return [get_user_model(), Session, *ours, models.Message, models.Note]


def backup(path: Path | str, database: str = "") -> dict[str, int]:
    """Write everything to a file that nobody else can read; returns how many rows of each table."""
    target = Path(path)
    if not target.name or target.is_dir():
        raise BackupError(f"{target}: a folder; name the file to write")
    must_exist(database)
    _ready(database)
    from django.db import DatabaseError

    part = target.with_name(target.name + ".part")
    try:
        handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "wb") as raw:
            with gzip.GzipFile(fileobj=raw, mode="wb", compresslevel=5, filename="") as file:
                counts = _write(file)
            raw.flush()
            os.fsync(raw.fileno())
        part.replace(target)
    except OSError as error:
        raise BackupError(f"{target}: {error.strerror}; nothing was written") from None
    except DatabaseError as error:
        raise BackupError(f"the database cannot be read: {error}; nothing was written") from None
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
    return counts


def _write(file: Any) -> dict[str, int]:
    counts: Counter[str] = Counter()
    check = 0
    with _instant():
        _line(file, {"program": PROGRAM, "format": FORMAT, "made": datetime.now(UTC).isoformat(timespec="seconds")})
        for model in tables():
            names = [field.attname for field in model._meta.concrete_fields]
            for row in model.objects.order_by("pk").values_list(*names).iterator(chunk_size=BATCH):
                plain = {name: _plain(value) for name, value in zip(names, row, strict=True)}
                check = _line(file, {"table": model._meta.db_table, "row": plain}, check)
                counts[model._meta.db_table] += 1
    _line(file, {"end": sum(counts.values()), "check": check})
    return dict(counts)


@contextmanager
def _instant() -> Iterator[None]:
    """See the database at one instant, without blocking writers."""
    from django.db import connection, transaction

    connection.ensure_connection()
    if connection.vendor == "sqlite":
        connection.transaction_mode, usual = "DEFERRED", connection.transaction_mode
        try:
            with transaction.atomic():
                yield
        finally:
            connection.transaction_mode = usual
        return
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


def _line(file: Any, value: dict[str, Any], check: int = 0) -> int:
    data = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
    file.write(data)
    return zlib.crc32(data, check)


def _plain(value: Any) -> Any:
    if isinstance(value, bytes | memoryview):
        return {"b64": base64.b64encode(bytes(value)).decode()}
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    return value


def restore(path: Path | str, database: str = "", replace: bool = False) -> dict[str, int]:
    """Restore a backup into a database without games or, with `replace`, in place of everything it holds."""
    _look_at(Path(path))
    _ready(database)
    from django.contrib.auth import get_user_model
    from django.db import DatabaseError, transaction

    from railhead.site.models import Game

    try:
        with transaction.atomic():
            held = {model._meta.db_table: model.objects.count() for model in (get_user_model(), Game)}
            if any(held.values()) and not replace:
                told = " and ".join(counted(name, count) for name, count in held.items() if count)
                raise BackupError(
                    f"the database already holds {told}; nothing was restored. To replace them with the backup, "
                    "use --replace"
                )
            for model in reversed(tables()):
                model.objects.all().delete()
            counts = _read(Path(path))
            _reset_sequences()
    except DatabaseError as error:
        raise BackupError(f"{path}: the database refuses: {error}; nothing was restored") from None
    return counts


def _look_at(path: Path) -> None:
    """Whether there is a backup at all, before touching the database."""
    for _ in _rows(path):
        break


def _read(path: Path) -> dict[str, int]:
    models = {model._meta.db_table: model for model in tables()}
    counts: Counter[str] = Counter()
    batch: list[dict[str, Any]] = []
    current = ""
    for table, row in _rows(path):
        if table not in models:
            raise BackupError(f"{path.name}: holds rows of {table}, unknown to this program; update Railhead")
        if batch and (table != current or len(batch) >= BATCH):
            _insert(models[current], batch, path)
            batch = []
        current = table
        batch.append(row)
        counts[table] += 1
    if batch:
        _insert(models[current], batch, path)
    return dict(counts)


def _rows(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """The rows of a file; at its end it must say that it is whole."""
    number, check, whole = 0, 0, False
    try:
        with gzip.open(path, "rb") as file:
            _head(path, file.readline(100_000))
            for data in file:
                raw = json.loads(data)
                if "end" in raw:
                    whole = raw["end"] == number and raw["check"] == check
                    break
                check = zlib.crc32(data, check)
                number += 1
                yield raw["table"], raw["row"]
    except (EOFError, zlib.error, gzip.BadGzipFile, ValueError, KeyError, TypeError) as error:
        if isinstance(error, BackupError):
            raise
        raise BackupError(f"{path.name}: damaged or cut short after {number} rows; nothing was restored") from None
    except OSError as error:
        raise BackupError(f"{path}: {error.strerror}") from None
    if not whole:
        raise BackupError(f"{path.name}: cut short after {number} rows; nothing was restored")


def _head(path: Path, line: bytes) -> None:
    raw = json.loads(line)
    if not isinstance(raw, dict) or raw.get("program") != PROGRAM:
        raise BackupError(f"{path.name}: not a backup of Railhead")
    if raw.get("format") != FORMAT:
        raise BackupError(
            f"{path.name}: format {raw.get('format')} is newer than this program's {FORMAT}; update Railhead"
        )


def _insert(model: Any, rows: list[dict[str, Any]], path: Path) -> None:
    """Rows exactly as they were, untouched by defaults and clocks. Only the epoch of a game is new."""
    from django.core.exceptions import ValidationError
    from django.db import connection

    fields = [field for field in model._meta.concrete_fields if field.attname in rows[0] or field.has_default()]
    quote = connection.ops.quote_name
    columns = ", ".join(quote(field.column) for field in fields)
    places = ", ".join(["%s"] * len(fields))
    epoch = random.randrange(1, LARGEST_EPOCH)
    values = []
    try:
        for row in rows:
            if "epoch" in row:
                row["epoch"] = epoch
            values.append([_value(field, row, connection) for field in fields])
    except (KeyError, TypeError, ValueError, ValidationError) as error:
        raise BackupError(f"{path.name}: a row of {model._meta.db_table} is damaged: {error!r}") from None
    with connection.cursor() as cursor:
        cursor.executemany(f"INSERT INTO {quote(model._meta.db_table)} ({columns}) VALUES ({places})", values)


def _value(field: Any, row: dict[str, Any], connection: Any) -> Any:
    value = row[field.attname] if field.attname in row else field.get_default()
    if field.get_internal_type() == "BinaryField":
        return field.get_db_prep_value(base64.b64decode(value["b64"]), connection)
    if field.is_relation:
        return value
    return field.get_db_prep_save(field.to_python(value), connection)


def _reset_sequences() -> None:
    """New rows get numbers after the restored ones."""
    from django.core.management.color import no_style
    from django.db import connection

    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), tables()):
            cursor.execute(statement)
