"""Importing games: each file is a row with its progress, read in the background so that nobody has to wait.

A row untouched for a while was abandoned by a process that ended; the next one to look at it takes over.
"""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import connection, transaction
from django.db.models import Q

from railhead.play.errors import NoSuchGame, NotPossible, PlayError
from railhead.play.setup import clean_name
from railhead.site import caps, new_tables
from railhead.site.models import Import
from railhead.site.people import Person
from railhead.site.recordings import read_file
from railhead.site.turns import Rounds

LARGEST_FILE = 3 * 1024 * 1024
WAIT = 1.5
"""How many seconds a request waits for an import before it shows the progress."""
EVERY = 0.5
"""Seconds between updates of the progress."""
ABANDONED = timedelta(seconds=30)
"""An import untouched for this long is started again."""
UNATTENDED = timedelta(minutes=10)
"""An import about which its owner has not asked for this long ends: they are gone."""
GONE = "Nobody waited for this import any more, so it was stopped. Import the file again."
log = logging.getLogger("railhead.import")
_pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="import")
_running: dict[str, Future[None]] = {}
_waiting: Rounds[str] = Rounds()
_lock = threading.Lock()


def begin(who: Person, name: str, data: bytes) -> Import:
    """Accept a file and start reading it."""
    if len(data) > LARGEST_FILE:
        raise NotPossible(f"The file is too big; the limit is {LARGEST_FILE // 2**20} MB.")
    caps.check_new_import(who)
    row = Import.objects.create(
        name=clean_name(name) or "file",
        data=data,
        host_user_id=who.user_id,
        host_visitor="" if who.user_id else who.visitor,
        host_address=who.address,
    )
    _start(row)
    return row


def find(import_id: str, who: Person) -> Import:
    """One of this person's imports; an abandoned one is started again."""
    row = Import.objects.defer("data").filter(who.mine("host_user_id", "host_visitor"), pk=import_id).first()
    if row is None:
        raise NoSuchGame("There is no such import. It may be somebody else's, or it finished long ago.")
    if row.status in Import.UNDER_WAY:
        Import.objects.filter(pk=row.pk).update(asked=datetime.now(UTC))
        if datetime.now(UTC) - row.touched > ABANDONED and row.pk not in _running:
            _start(row)
    return row


def wait(row: Import, seconds: float = WAIT) -> Import:
    """Give an import a moment to finish."""
    future = _running.get(row.pk)
    if future is not None:
        with contextlib.suppress(TimeoutError):
            future.result(timeout=seconds)
    return Import.objects.defer("data").get(pk=row.pk)


def _claim(import_id: str) -> bool:
    """Whether we are the one to read a file that waits, or was abandoned: several processes may have it in mind."""
    left = Q(status=Import.RUNNING, touched__lt=datetime.now(UTC) - ABANDONED)
    free = Import.objects.filter(Q(status=Import.WAITING) | left, pk=import_id)
    return bool(free.update(status=Import.RUNNING, touched=datetime.now(UTC)))


def _start(row: Import) -> None:
    """Let a file wait for its turn: people take turns, however many files they send."""
    done: Future[None] = Future()
    with _lock:
        _running[row.pk] = done
        _waiting.put(Person(row.host_user_id, row.host_visitor, address=row.host_address).share, row.pk)
    _pool.submit(_next)


def _next() -> None:
    with _lock:
        import_id = _waiting.take()
    if import_id is None:
        return
    try:
        _in_thread(import_id)
    finally:
        with _lock:
            done = _running.pop(import_id)
        done.set_result(None)


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
    if not _claim(import_id):
        return
    row = Import.objects.get(pk=import_id)
    who = Person(row.host_user_id, row.host_visitor, address=row.host_address)
    told = time.monotonic()

    def report(done: int, total: int) -> None:
        nonlocal told
        if time.monotonic() - told > EVERY:
            told = time.monotonic()
            _note(import_id, status=Import.RUNNING, done=done, total=total)
            _must_be_awaited(import_id)

    try:
        _must_be_awaited(import_id)
        session = read_file(bytes(row.data), row.name, report)
        with transaction.atomic():
            game = new_tables.import_game(who, session)
            said, moves = session.summary, len(session.steps)
            _note(import_id, status=Import.DONE, game=game, message=said, data=b"", done=moves)
    except PlayError as error:
        _note(import_id, status=Import.FAILED, message=str(error), data=b"")


def _note(import_id: str, **fields: Any) -> None:
    Import.objects.filter(pk=import_id).update(touched=datetime.now(UTC), **fields)


def _must_be_awaited(import_id: str) -> None:
    if not Import.objects.filter(pk=import_id, asked__gt=datetime.now(UTC) - UNATTENDED).exists():
        raise NotPossible(GONE)


def forget_old(days: int = 7) -> int:
    """Remove imports that finished long ago; their games stay."""
    old = Q(touched__lt=datetime.now(UTC) - timedelta(days=days)) & ~Q(status__in=Import.UNDER_WAY)
    return Import.objects.filter(old).delete()[0]
