"""How often somebody may do something in a minute, counted by all server processes together.

Counted are the person (an account, or a guest's session) and the address: a new session is free, an address is not.

On PostgreSQL the counts are in an unlogged table of their own, on SQLite in a file beside the database, so that
counting never waits for a flush and a flood of requests never holds up players' moves. Both are scratch: lost
counts cost nobody anything.
"""

from __future__ import annotations

import functools
import os
import sqlite3
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.db import DatabaseError, connection

from railhead.play.errors import PlayError
from railhead.site.bounds import network_of
from railhead.site.people import VISITOR

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest

PER_MINUTE = {
    "page": 600,
    "look": 240,
    "file": 60,
    "export": 6,
    "act": 60,
    "create": 60,
    "join": 30,
    "chat": 30,
    "note": 60,
    "prefer": 60,
    "move": 600,
    "hint": 20,
    "import": 20,
    "account": 20,
    "register": 6,
    "login": 30,
    "reset": 6,
}
"""How often a minute a person may do something."""
HOUSEHOLD = 4
"""An address may do this many times as much: several people may share it."""
LOOKING = ("page", "look", "file", "export")
"""Visitors without a session share their address: together they may look as often as a household."""
BY_ADDRESS = ("register", "login", "reset")
"""Counted by address alone, since the caller is not logged in; an address gets the limit of one person."""

TABLE = (
    "CREATE TABLE IF NOT EXISTS railhead_rate (minute bigint, what text, who text, number integer NOT NULL, "
    "PRIMARY KEY (minute, what, who))"
)
COUNT = (
    "INSERT INTO railhead_rate (minute, what, who, number) VALUES (?, ?, ?, ?) "
    "ON CONFLICT (minute, what, who) DO UPDATE SET number = railhead_rate.number + excluded.number RETURNING number"
)
COUNT_TWO = COUNT.replace("VALUES (?, ?, ?, ?)", "VALUES (?, ?, ?, ?), (?, ?, ?, ?)")
FORGET = "DELETE FROM railhead_rate WHERE minute < ?"


OFTEN = "You have done this too often in the last minute. Wait a minute and try again."


class TooOften(PlayError):
    """Somebody is doing something too often."""

    status = 429


class CountsInFile:
    """Counts beside a SQLite database; a damaged file is started afresh."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._line: sqlite3.Connection | None = None

    def run(self, statement: str, *values: Any) -> list[int]:
        """Do one thing, and give the numbers that come back; after a failure once more on a new connection."""
        with self._lock:
            try:
                return self._run(statement, values)
            except sqlite3.DatabaseError as error:
                self._close()
                if not isinstance(error, sqlite3.OperationalError):  # not the disk or a lock: the file is damaged
                    self._path.unlink(missing_ok=True)
                return self._run(statement, values)

    def _run(self, statement: str, values: tuple[Any, ...]) -> list[int]:
        if self._line is None:
            self._line = sqlite3.connect(self._path, timeout=5, isolation_level=None, check_same_thread=False)
            self._line.execute("PRAGMA synchronous=OFF")
            self._line.execute("PRAGMA journal_mode=MEMORY")
            self._line.execute(TABLE)
        return [int(row[0]) for row in self._line.execute(statement, values).fetchall()]

    def _close(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None


class CountsInDatabase:
    """Counts in PostgreSQL, for all machines; a migration made the table."""

    def run(self, statement: str, *values: Any) -> list[int]:
        """Do one thing, and give the numbers that come back."""
        with connection.cursor() as cursor:
            cursor.execute(statement.replace("?", "%s"), values)
            return [int(row[0]) for row in cursor.fetchall()] if cursor.description else []


class Limiter:
    """Counts by minute, and forgets minutes that are over."""

    def __init__(self, counts: CountsInFile | CountsInDatabase) -> None:
        self._counts = counts
        self._minute = 0

    def hit(self, what: str, *who: str, times: int = 1) -> list[int]:
        """Count once more, or several times, for one or two who do it; says how often it is now for each."""
        minute = int(time.time() // 60)
        if minute != self._minute:
            self._minute = minute
            self._counts.run(FORGET, minute - 1)
        rows = [value for one in who for value in (minute, what, one, times)]
        return self._counts.run(COUNT if len(who) == 1 else COUNT_TWO, *rows)


@functools.cache
def limiter() -> Limiter:
    """The counts of this server's database."""
    if connection.vendor == "postgresql":
        return Limiter(CountsInDatabase())
    return Limiter(CountsInFile(Path(f"{connection.settings_dict['NAME']}-rates")))


def address_of(request: HttpRequest) -> str:
    """The address to count."""
    return f"a{network_of(str(request.META.get('REMOTE_ADDR', '')))}"


def caller(request: HttpRequest) -> str:
    """The person to count: the account, the guest's session, or nobody."""
    if request.user.is_authenticated:
        return f"u{request.user.pk}"
    visitor = request.session.get(VISITOR)
    return f"v{visitor}" if visitor else ""


def check(request: HttpRequest, what: str, times: int = 1) -> None:
    """Raise if a person, or an address, does something too often; what costs more is counted several times."""
    if os.environ.get("RAILHEAD_UNLIMITED") == "1":
        return
    try:
        over = _over(request, what, times)
    except (DatabaseError, sqlite3.Error):
        if what not in LOOKING:
            raise
        return  # nothing can be written, or nothing at all is there: the page itself says so, if it needs to
    if over:
        raise TooOften(OFTEN)


def _over(request: HttpRequest, what: str, times: int) -> bool:
    most = PER_MINUTE[what]
    person = "" if what in BY_ADDRESS else caller(request)
    if not person:
        allowed = most * HOUSEHOLD if what in LOOKING else most
        return limiter().hit(what, address_of(request), times=times)[0] > allowed
    mine, ours = limiter().hit(what, *sorted((address_of(request), person), reverse=True), times=times)
    return mine > most or ours > most * HOUSEHOLD


def limited(what: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Guard a view."""

    def guard(view: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
            check(request, what)
            return view(request, *args, **kwargs)

        return guarded

    return guard
