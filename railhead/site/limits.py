"""How often somebody may do something in a minute, counted by all server processes together.

On PostgreSQL the counts are a table of its own that is not logged, on SQLite a file beside the database, so that
counting never waits for a flush and whoever asks too often never holds up those who move. Both are scratch: lost
counts cost nobody anything.
"""

from __future__ import annotations

import functools
import os
import sqlite3
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.db import connection
from django.http import HttpRequest

from railhead.play.errors import PlayError
from railhead.site.people import VISITOR

PER_MINUTE = {
    "create": 60,
    "join": 30,
    "chat": 30,
    "move": 600,
    "hint": 20,
    "import": 20,
    "account": 20,
    "register": 20,
    "login": 30,
}
"""Times a minute."""
BY_ADDRESS = ("register", "login")
"""Counted by address, whatever a browser says it is: new sessions are free."""

TABLE = (
    "CREATE TABLE IF NOT EXISTS railhead_rate (minute bigint, what text, who text, number integer NOT NULL, "
    "PRIMARY KEY (minute, what, who))"
)
COUNT = (
    "INSERT INTO railhead_rate (minute, what, who, number) VALUES (?, ?, ?, 1) "
    "ON CONFLICT (minute, what, who) DO UPDATE SET number = railhead_rate.number + 1 RETURNING number"
)
FORGET = "DELETE FROM railhead_rate WHERE minute < ?"


class TooOften(PlayError):
    """Somebody does something too often."""

    status = 429


class CountsInFile:
    """Counts beside a SQLite database; a file that was damaged is begun anew."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._line: sqlite3.Connection | None = None

    def run(self, statement: str, *values: Any) -> int:
        """Do one thing, and give the number that comes back; after a failure once more on a new connection."""
        with self._lock:
            try:
                return self._run(statement, values)
            except sqlite3.DatabaseError as error:
                self._close()
                if not isinstance(error, sqlite3.OperationalError):  # not the disk or a lock: the file is damaged
                    self._path.unlink(missing_ok=True)
                return self._run(statement, values)

    def _run(self, statement: str, values: tuple[Any, ...]) -> int:
        if self._line is None:
            self._line = sqlite3.connect(self._path, timeout=5, isolation_level=None, check_same_thread=False)
            self._line.execute("PRAGMA synchronous=OFF")
            self._line.execute("PRAGMA journal_mode=MEMORY")
            self._line.execute(TABLE)
        row = self._line.execute(statement, values).fetchone()
        return int(row[0]) if row else 0

    def _close(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None


class CountsInDatabase:
    """Counts in PostgreSQL, for all machines; a migration made the table."""

    def run(self, statement: str, *values: Any) -> int:
        """Do one thing, and give the number that comes back."""
        with connection.cursor() as cursor:
            cursor.execute(statement.replace("?", "%s"), values)
            row = cursor.fetchone() if cursor.description else None
        return int(row[0]) if row else 0


class Limiter:
    """Counts by minute, and forgets minutes that are over."""

    def __init__(self, counts: CountsInFile | CountsInDatabase) -> None:
        self._counts = counts
        self._minute = 0

    def hit(self, what: str, who: str) -> int:
        """Count once more and say how often it is now."""
        minute = int(time.time() // 60)
        if minute != self._minute:
            self._minute = minute
            self._counts.run(FORGET, minute - 1)
        return self._counts.run(COUNT, minute, what, who)


@functools.cache
def limiter() -> Limiter:
    """The counts of this server's database."""
    if connection.vendor == "postgresql":
        return Limiter(CountsInDatabase())
    return Limiter(CountsInFile(Path(f"{connection.settings_dict['NAME']}-rates")))


def caller(request: HttpRequest, what: str) -> str:
    """Who is counted: the account, the guest's session, or the address."""
    address = str(request.META.get("REMOTE_ADDR", ""))
    if what in BY_ADDRESS:
        return address
    if request.user.is_authenticated:
        return f"u{request.user.pk}"
    return str(request.session.get(VISITOR) or address)


def check(request: HttpRequest, what: str) -> None:
    """Raise if somebody does something too often."""
    if os.environ.get("RAILHEAD_UNLIMITED") == "1":
        return
    if limiter().hit(what, caller(request, what)) > PER_MINUTE[what]:
        raise TooOften("That was too often in one minute; wait a little and try again.")


def limited(what: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Guard a view."""

    def guard(view: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
            check(request, what)
            return view(request, *args, **kwargs)

        return guarded

    return guard
