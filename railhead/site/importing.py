"""Importing games: each file is a row with its progress, read in the background so that nobody has to wait.

A row untouched for a while was abandoned by a process that ended; the next one to look at it takes over.
"""

from __future__ import annotations

import contextlib
import logging
import time
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import connection, transaction
from django.db.models import Q

from railhead.play.errors import NoSuchGame, NotPossible, PlayError
from railhead.play.setup import clean_name
from railhead.site import new_tables
from railhead.site.models import Import
from railhead.site.people import Person
from railhead.site.recordings import read_file

LARGEST_FILE = 3 * 1024 * 1024
WAIT = 1.5
"""How many seconds a request waits for an import before it shows the progress."""
EVERY = 0.5
"""Seconds between updates of the progress."""
ABANDONED = timedelta(seconds=30)
"""An import untouched for this long is started again."""
MOST_WAITING = 5
"""How many imports one person may have in progress."""
log = logging.getLogger("railhead.import")
_pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="import")
_running: dict[str, Future[None]] = {}


def begin(who: Person, name: str, data: bytes) -> Import:
    """Accept a file and start reading it."""
    if len(data) > LARGEST_FILE:
        raise NotPossible(f"The file is too big; the limit is {LARGEST_FILE // 2**20} MB.")
    mine = Import.objects.filter(who.mine("host_user_id", "host_visitor"), status__in=Import.UNDER_WAY)
    if mine.count() >= MOST_WAITING:
        raise NotPossible(f"{MOST_WAITING} of your imports are still in progress. Wait for one of them to finish.")
    row = Import.objects.create(
        name=clean_name(name) or "file",
        data=data,
        host_user_id=who.user_id,
        host_visitor="" if who.user_id else who.visitor,
    )
    _start(row.pk)
    return row


def find(import_id: str, who: Person) -> Import:
    """One of this person's imports; an abandoned one is started again."""
    row = Import.objects.defer("data").filter(who.mine("host_user_id", "host_visitor"), pk=import_id).first()
    if row is None:
        raise NoSuchGame("There is no such import. It may be somebody else's, or it finished long ago.")
    if row.status in Import.UNDER_WAY and datetime.now(UTC) - row.touched > ABANDONED and _claim(row):
        _start(row.pk)
    return row


def wait(row: Import, seconds: float = WAIT) -> Import:
    """Give an import a moment to finish."""
    future = _running.get(row.pk)
    if future is not None:
        with contextlib.suppress(TimeoutError):
            future.result(timeout=seconds)
    return Import.objects.defer("data").get(pk=row.pk)


def _claim(row: Import) -> bool:
    """Whether we are the one to take over an abandoned import."""
    here = Import.objects.filter(pk=row.pk, touched=row.touched)
    return bool(here.update(touched=datetime.now(UTC)))


def _start(import_id: str) -> None:
    for known in [key for key, future in _running.items() if future.done()]:
        del _running[known]
    _running[import_id] = _pool.submit(_in_thread, import_id)


def _in_thread(import_id: str) -> None:
    try:
        run(import_id)
    except Exception:
        log.exception("import", extra={"railhead": {"import": import_id}})
        _note(import_id, status=Import.FAILED, message="Something went wrong on our side; it was logged.", data=b"")
    finally:
        connection.close()


def run(import_id: str) -> None:
    """Read a file and keep its game; the game and the end of the import are written together."""
    row = Import.objects.get(pk=import_id)
    told = time.monotonic()

    def report(done: int, total: int) -> None:
        nonlocal told
        if time.monotonic() - told > EVERY:
            told = time.monotonic()
            _note(import_id, status=Import.RUNNING, done=done, total=total)

    try:
        session = read_file(bytes(row.data), row.name, report)
        with transaction.atomic():
            game = new_tables.import_game(Person(row.host_user_id, row.host_visitor), session)
            said, moves = session.summary, len(session.steps)
            _note(import_id, status=Import.DONE, game=game, message=said, data=b"", done=moves)
    except PlayError as error:
        _note(import_id, status=Import.FAILED, message=str(error), data=b"")


def _note(import_id: str, **fields: Any) -> None:
    Import.objects.filter(pk=import_id).update(touched=datetime.now(UTC), **fields)


def forget_old(days: int = 7) -> int:
    """Remove imports that finished long ago; their games stay."""
    old = Q(touched__lt=datetime.now(UTC) - timedelta(days=days)) & ~Q(status__in=Import.UNDER_WAY)
    return Import.objects.filter(old).delete()[0]
