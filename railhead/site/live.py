"""Telling everybody who watches that a game has changed, in this process and in others.

Within a process a hub of queues does it. Between processes PostgreSQL's LISTEN/NOTIFY carries the news; on
SQLite a look at the versions of watched games does, which is cheap and needs nobody's help. A watcher who
misses something asks for the position again: the stream says only that there is news, and which version.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import threading
from collections.abc import AsyncIterator
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import close_old_connections, connection, transaction

from railhead.site.metrics import WATCHERS

log = logging.getLogger("railhead.live")

CHANNEL = "railhead"
LOOK = 0.5
"""Seconds between looks at the versions on SQLite."""
HEARTBEAT = 15.0
LONGEST = 100
"""News that a slow watcher may fall behind before it is told to fetch everything."""

News = dict[str, Any]


class Hub:
    """The watchers in this process, by game."""

    def __init__(self) -> None:
        self._queues: dict[str, set[asyncio.Queue[News]]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._listener: asyncio.Task[None] | None = None
        self._versions: dict[str, int] = {}
        self._lock = threading.Lock()
        self.closing = False

    async def watch(self, game: str, version: int) -> AsyncIterator[News | None]:
        """News of a game as it comes; None now and then, so that a dead connection is noticed."""
        self._start()
        queue: asyncio.Queue[News] = asyncio.Queue(LONGEST)
        self._queues.setdefault(game, set()).add(queue)
        self._versions.setdefault(game, version)
        WATCHERS.inc()
        try:
            while not self.closing:
                try:
                    yield await asyncio.wait_for(queue.get(), HEARTBEAT)
                except TimeoutError:
                    yield None
        finally:
            WATCHERS.dec()
            self._queues.get(game, set()).discard(queue)
            if not self._queues.get(game):
                self._queues.pop(game, None)
                self._versions.pop(game, None)

    def close(self) -> None:
        """End all streams, so that the server can stop."""
        self.closing = True
        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(self._bye)

    def _bye(self) -> None:
        for queues in list(self._queues.values()):
            for queue in queues:
                with contextlib.suppress(asyncio.QueueFull):
                    queue.put_nowait({"what": "bye"})
        if self._listener is not None:
            self._listener.cancel()

    def tell(self, news: News) -> None:
        """Pass news on to the watchers in this process; from any thread."""
        loop = self._loop
        if loop is None or loop.is_closed():
            return
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(self._put, news)

    def _put(self, news: News) -> None:
        game = str(news.get("game", ""))
        version = news.get("version")
        if isinstance(version, int) and news.get("what") == "moved":
            if version <= self._versions.get(game, -1):
                return
            if game in self._versions:
                self._versions[game] = version
        for queue in self._queues.get(game, ()):
            if queue.full():
                queue.get_nowait()
            queue.put_nowait(news)

    def _start(self) -> None:
        loop = asyncio.get_running_loop()
        if self._loop is loop and self._listener is not None and not self._listener.done():
            return
        self._loop = loop
        vendor = settings.DATABASES["default"]["ENGINE"].rpartition(".")[2]
        self._listener = loop.create_task(self._listen() if vendor == "postgresql" else self._look())

    async def _listen(self) -> None:
        """News from other processes through PostgreSQL; comes back by itself after a restart of the database."""
        import psycopg

        while not self.closing:
            try:
                async with await psycopg.AsyncConnection.connect(conninfo(), autocommit=True) as listening:
                    await listening.execute(f"LISTEN {CHANNEL}")
                    async for notice in listening.notifies():
                        self._put(json.loads(notice.payload))
            except (psycopg.Error, OSError, ValueError) as error:
                log.warning("listening to the database failed: %s", error)
                await asyncio.sleep(1.0)

    async def _look(self) -> None:
        """News from other processes on SQLite: compare the versions of watched games."""
        while not self.closing:
            await asyncio.sleep(LOOK)
            watched = list(self._queues)
            if watched:
                for game, version in await sync_to_async(_versions, thread_sensitive=False)(watched):
                    self._put({"what": "moved", "game": game, "version": version})


def _versions(watched: list[str]) -> list[tuple[str, int]]:
    from railhead.site.models import Game

    close_old_connections()
    try:
        return list(Game.objects.filter(pk__in=watched).values_list("pk", "version"))
    finally:
        connection.close()


def conninfo() -> str:
    """The database's address for a connection of one's own."""
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
