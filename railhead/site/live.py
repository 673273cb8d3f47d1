"""Telling everybody who watches a game that it has changed, in this process and in others.

Within a process the hub hands news to its watchers. Between processes PostgreSQL's LISTEN/NOTIFY carries it, on one
connection a process; on SQLite a look at the versions of the watched games does. News only says that something is
new: a watcher who misses a piece asks for the position again.

A watcher is a small object in the event loop. It holds no thread, no connection and no file; `streams.py` says how
one is opened.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections import Counter
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import DatabaseError, close_old_connections, connection, transaction

from railhead.site import challenges
from railhead.site.metrics import WATCHERS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

log = logging.getLogger("railhead.live")

CHANNEL = "railhead"
LOOK = 0.5
"""Seconds between looks at the versions on SQLite."""
SETTLING = 2.0
"""Seconds after which newly watched games are checked once more."""
PRESENCE = 15.0
"""Seconds between records of who is at the tables."""
LONGEST = 100
"""Pieces of news that a slow watcher may fall behind before the oldest are dropped."""
ACCOUNTS = 1.0
"""Seconds after which to check what is waiting for listening accounts, even if there was no news."""
TOGETHER_SECONDS = 0.05
"""Moves within this many seconds lead to one check."""
TOGETHER = 500
"""Games asked for in one query."""

News = dict[str, Any]
BYE: News = {"what": "bye"}


class Watcher:
    """Somebody watching a game: the news waiting for them."""

    __slots__ = ("_waiter", "address", "game", "news", "seats")

    def __init__(self, game: str, address: str, seats: Sequence[int] = ()) -> None:
        self.game = game
        self.address = address
        self.seats = tuple(seats)
        self.news: list[News] = []
        self._waiter: asyncio.Future[None] | None = None

    def put(self, news: News) -> None:
        """Add a piece of news."""
        if len(self.news) >= LONGEST:
            del self.news[0]
        self.news.append(news)
        self.wake()

    def wake(self) -> None:
        """Wake the one who is waiting."""
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    async def wait(self, seconds: float) -> list[News]:
        """The news, as soon as there is any; nothing when the time is up."""
        if not self.news:
            self._waiter = asyncio.get_running_loop().create_future()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._waiter
            self._waiter = None
        found, self.news = self.news, []
        return found


class Hub:
    """The watchers in this process, by game."""

    def __init__(self) -> None:
        self._watchers: dict[str, set[Watcher]] = {}
        self._by_address: Counter[str] = Counter()
        self._seats: Counter[int] = Counter()
        self._versions: dict[str, int] = {}
        self._fresh: set[str] = set()  # games watched since the last look
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._stirred = asyncio.Event()  # something has changed that may concern an account
        self.closing = False

    def count(self, address: str | None = None) -> int:
        """How many are watching, in all or from one address."""
        return self._by_address.total() if address is None else self._by_address[address]

    def enter(self, watcher: Watcher, version: int) -> None:
        """Start watching, in the running loop."""
        self._start()
        self._watchers.setdefault(watcher.game, set()).add(watcher)
        self._versions.setdefault(watcher.game, version)
        self._by_address[watcher.address] += 1
        self._seats.update(watcher.seats)
        self._fresh.add(watcher.game)  # it may have moved on since the request was answered
        WATCHERS.inc()
        newest = self._versions[watcher.game]
        if newest > version:
            watcher.put({"what": "moved", "game": watcher.game, "version": newest})

    def leave(self, watcher: Watcher) -> None:
        """Stop watching."""
        WATCHERS.dec()
        there = self._watchers.get(watcher.game, set())
        there.discard(watcher)
        if not there:
            self._watchers.pop(watcher.game, None)
            self._versions.pop(watcher.game, None)
        _take_away(self._by_address, [watcher.address])
        _take_away(self._seats, watcher.seats)

    def close(self) -> None:
        """End all streams, so that the server can stop; from any thread."""
        self.closing = True
        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(self._bye)

    def _bye(self) -> None:
        for watcher in [one for there in self._watchers.values() for one in there]:
            watcher.put(BYE)
        for task in self._tasks:
            task.cancel()

    def tell(self, news: News) -> None:
        """Pass news on to the watchers in this process; from any thread."""
        loop = self._loop
        if loop is None or loop.is_closed():
            return
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(self._put, news)

    def _put(self, news: News) -> None:
        game = str(news.get("game", ""))
        if news.get("what") in ("moved", "seats"):
            self._stirred.set()
        version = news.get("version")
        if isinstance(version, int) and news.get("what") == "moved":
            if version <= self._versions.get(game, -1):
                return
            if game in self._versions:
                self._versions[game] = version
        for watcher in self._watchers.get(game, ()):
            watcher.put(news)

    def _start(self) -> None:
        loop = asyncio.get_running_loop()
        if self._loop is loop and self._tasks and not any(task.done() for task in self._tasks):
            return
        for task in self._tasks:
            if self._loop is loop:
                task.cancel()
        self._loop = loop
        vendor = settings.DATABASES["default"]["ENGINE"].rpartition(".")[2]
        news = self._listen() if vendor == "postgresql" else self._look()
        self._tasks = [loop.create_task(one) for one in (news, self._keep_up(), self._look_for_accounts())]

    async def _listen(self) -> None:
        """News from other processes through PostgreSQL; comes back by itself after a restart of the database."""
        import psycopg

        while not self.closing:
            try:
                async with await psycopg.AsyncConnection.connect(conninfo(), autocommit=True) as listening:
                    await listening.execute(f"LISTEN {CHANNEL}")
                    await self._compare(list(self._watchers))  # what was announced while nobody listened
                    async for notice in listening.notifies():
                        self._put(json.loads(notice.payload))
            except (psycopg.Error, DatabaseError, OSError, ValueError) as error:
                log.warning("listening to the database failed: %s", error)
                await asyncio.sleep(1.0)

    async def _look(self) -> None:
        """News from other processes on SQLite: compare the versions of watched games."""
        while not self.closing:
            await asyncio.sleep(LOOK)
            try:
                await self._compare(list(self._watchers))
            except DatabaseError as error:
                log.warning("looking at the versions failed: %s", error)

    async def _compare(self, watched: list[str]) -> None:
        for at in range(0, len(watched), TOGETHER):
            for news in await sync_to_async(_versions, thread_sensitive=False)(watched[at : at + TOGETHER]):
                self._put(news)

    async def _look_for_accounts(self) -> None:
        """Tell listening accounts what waits for them; each stream leaves out what it has already said."""
        while not self.closing:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(ACCOUNTS):
                    await self._stirred.wait()
            await asyncio.sleep(TOGETHER_SECONDS)
            self._stirred.clear()
            users = challenges.users_of(self._watchers)
            if not users:
                continue
            try:
                found = await sync_to_async(_waiting, thread_sensitive=False)(users)
            except DatabaseError as error:
                log.warning("looking at what waits for accounts failed: %s", error)
                continue
            for user, waiting in found.items():
                self._put({"what": "waiting", "game": challenges.topic(user), "now": waiting})

    async def _keep_up(self) -> None:
        """Check newly watched games once more, and record which players are at their tables."""
        noted = 0.0
        while not self.closing:
            await asyncio.sleep(SETTLING)
            fresh, self._fresh = list(self._fresh), set()
            now = asyncio.get_running_loop().time()
            try:
                await self._compare(fresh)
                if now - noted >= PRESENCE:
                    noted = now
                    seats = list(self._seats)
                    for at in range(0, len(seats), TOGETHER):
                        await sync_to_async(_seen, thread_sensitive=False)(seats[at : at + TOGETHER])
            except DatabaseError as error:
                log.warning("keeping up with the tables failed: %s", error)


def _take_away(counts: Counter[Any], keys: Iterable[Any]) -> None:
    for key in keys:
        counts[key] -= 1
        if counts[key] <= 0:
            del counts[key]


def _versions(watched: list[str]) -> list[News]:
    from railhead.site.models import Game

    close_old_connections()
    try:
        rows = Game.objects.filter(pk__in=watched).values_list("pk", "version", "count", "awaited")
        return [moved(*row) for row in rows]
    finally:
        connection.close()


def _waiting(users: list[int]) -> dict[int, challenges.Waiting]:
    close_old_connections()
    try:
        return challenges.look(users)
    finally:
        connection.close()


def _seen(seats: list[int]) -> None:
    from railhead.site.models import Seat

    close_old_connections()
    try:
        Seat.objects.filter(pk__in=seats).update(seen=datetime.now(UTC))
    finally:
        connection.close()


def moved(game: str, version: int, count: int, awaited: str) -> News:
    """The news that a game has a new position."""
    return {"what": "moved", "game": game, "version": version, "count": count, "awaited": awaited}


def conninfo() -> str:
    """The database's address for a separate connection."""
    from psycopg.conninfo import make_conninfo

    here = settings.DATABASES["default"]
    names = {"dbname": "NAME", "user": "USER", "password": "PASSWORD", "host": "HOST", "port": "PORT"}
    return make_conninfo("", **{name: here[key] for name, key in names.items() if here[key]})


hub = Hub()


def announce(game: str, what: str, **more: Any) -> None:
    """Tell everybody, everywhere, once the transaction is committed."""
    news = {"what": what, "game": game, **more}
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, json.dumps(news)])
    transaction.on_commit(lambda: hub.tell(news))
