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
    logging.disable(logging.ERROR)
    from django.core.management import call_command

    call_command("migrate", verbosity=0)


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
