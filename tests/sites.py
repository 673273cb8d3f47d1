"""A site for tests within the process: a data folder that goes away, a database, people with browsers."""

from __future__ import annotations

import atexit
import logging
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "bench"))

HTMX = {"HX-Request": "true"}


def set_up_django() -> None:
    """Once for a test process, whichever test comes first."""
    from django.conf import settings

    if not settings.configured:
        folder = tempfile.mkdtemp(prefix="railhead-test-")
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        os.environ["RAILHEAD_DATA"] = folder
        os.environ["RAILHEAD_UNLIMITED"] = "1"
        os.environ["RAILHEAD_THINKERS"] = "0"  # bots think in threads, but where a test says otherwise
        os.environ["RAILHEAD_PAUSE"] = "0"
        os.environ["DJANGO_SETTINGS_MODULE"] = "railhead.site.settings"
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # a browser's driver may run a loop in this thread
        os.environ.pop("RAILHEAD_DATABASE", None)
        import django

        django.setup()
        _save_time()
        _migrate()
    logging.disable(logging.ERROR)


def _save_time() -> None:
    """Passwords and commits as ever, without the work that makes guessing slow and survives a power cut.

    What a kill loses is tested with servers of their own (`tests/operation`), which have the usual settings.
    """
    from django.conf import settings
    from django.contrib.auth.hashers import Argon2PasswordHasher

    Argon2PasswordHasher.time_cost, Argon2PasswordHasher.memory_cost, Argon2PasswordHasher.parallelism = 1, 8, 1
    settings.DATABASES["default"]["OPTIONS"]["init_command"] += "PRAGMA synchronous=OFF;"


def _migrate() -> None:
    """Make the database, and keep a copy of it while it is empty."""
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", verbosity=0)
    connection.close()  # the last connection writes everything into the file
    shutil.copy(connection.settings_dict["NAME"], _empty_database())


def _empty_database() -> Path:
    from django.conf import settings

    return Path(settings.DATA) / "empty.sqlite3"


def lay_database(folder: Path) -> Path:
    """Lay an empty database into the data folder of a server: its own first start would take seconds to make one."""
    shutil.copy(_empty_database(), folder / "railhead.sqlite3")
    return folder


def browser(**more: Any) -> Any:
    """Somebody with a browser of their own."""
    from django.test import Client

    return Client(SERVER_NAME="localhost", **more)


def api(client: Any, method: str, path: str, data: Any = None, **headers: str) -> Any:
    """A call of the API."""
    call = getattr(client, method.lower())
    if method == "GET":
        return call(f"/api{path}", headers=headers)
    return call(f"/api{path}", data or {}, content_type="application/json", headers=headers)


def new_game(client: Any, title: str = "1889", seats: int = 3, **more: Any) -> str:
    """A table on one machine; its id."""
    data = {"title": title, "seats": [{"name": f"Player {at + 1}"} for at in range(seats)], "seed": 7, **more}
    answer = api(client, "POST", "/games", data)
    assert answer.status_code == 201, answer.content
    return str(answer.json()["id"])


def play_on(game: str, until: int) -> Any:
    """Let the stand-in play a game up to a number of moves; the position."""
    from railhead.core.engine import actors
    from railhead.play.stand_in import choose
    from railhead.site import seating
    from railhead.site.store import games

    while True:
        head, state = games.now(game)
        if state.ended is not None or head.count >= until:
            return state
        seat = actors(state)[0]
        seating.submit(game, head.version, choose(state, seat), (seat,))
