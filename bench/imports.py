"""What it costs to import a game and to export it again: `make bench-imports`.

Asked: reading and storing within 8 times the bare replay of the moves; the table on screen within two seconds of the
upload; a page never waits for an export, which must stay within two seconds too.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import time

from unit import SHARED

GAME = ("1894", "green_city_upgrades")
ASKED = 8.0
ON_SCREEN = 2.0
"""Seconds, on a quiet machine."""
TIMES = 3


def main() -> None:
    """Read, translate and store one game, beside its bare replay in the same minute."""
    os.environ["RAILHEAD_DATA"] = tempfile.mkdtemp(prefix="railhead-bench-")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "railhead.site.settings")
    os.environ["RAILHEAD_UNLIMITED"] = "1"
    os.environ["RAILHEAD_HOSTS"] = "testserver"
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from railhead.core.engine import new_game
    from railhead.record.entries import remake
    from railhead.site import new_tables
    from railhead.site.people import Person
    from railhead.site.recordings import read_file

    call_command("migrate", verbosity=0)
    data = (SHARED / "games" / GAME[0] / f"{GAME[1]}.game.json").read_bytes()
    session = read_file(data, GAME[1])  # whatever is loaded or compiled once
    names = [player.name for player in session.opening.players.values()]
    bare, read, stored = list[float](), list[float](), list[float]()
    statements = 0
    for _ in range(TIMES):
        start = time.perf_counter()
        state = new_game(session.opening.rules, names, session.opening.seed)
        for entry in session.entries:
            state, _ = remake(state, entry)
        bare.append(time.perf_counter() - start)
        start = time.perf_counter()
        session = read_file(data, GAME[1])
        read.append(time.perf_counter() - start)
        with CaptureQueriesContext(connection) as made:
            start = time.perf_counter()
            new_tables.import_game(Person(None, "bench"), session)
            stored.append(time.perf_counter() - start)
        statements = len(made)
    replay, reading, storing = map(statistics.median, (bare, read, stored))
    print(f"{'/'.join(GAME)}: {len(session.steps)} moves, medians of {TIMES}")
    print(f"bare replay {replay:.3f} s; reading and translating {reading:.3f} s; storing {storing:.3f} s")
    ratio = (reading + storing) / replay
    print(f"{ratio:.1f} times the bare replay (asked: {ASKED:.0f}); {statements} statements")
    shown, written = pages(data)
    print(f"on screen {shown} after the upload (asked: {ON_SCREEN:.0f} s); export {written}; load {load()}")


class Watch:
    """Seconds by the clock and of processor; the medians of several times."""

    def __init__(self) -> None:
        self.taken: list[tuple[float, float]] = []

    def __enter__(self) -> None:
        self.began = time.perf_counter(), time.process_time()

    def __exit__(self, *_: object) -> None:
        self.taken.append((time.perf_counter() - self.began[0], time.process_time() - self.began[1]))

    def __str__(self) -> str:
        clock, processor = map(statistics.median, zip(*self.taken, strict=True))
        return f"{clock:.2f} s ({processor:.2f} s of processor)"


def pages(data: bytes) -> tuple[Watch, Watch]:
    """From an upload to the whole table page, and an export of that table."""
    from django.core.files.uploadedfile import SimpleUploadedFile
    from django.test import Client

    somebody = Client()
    shown, written = Watch(), Watch()
    for _ in range(TIMES):
        with shown:
            answer = somebody.post("/import/", {"file": SimpleUploadedFile("game.json", data)})
            while answer.status_code == 302 or b"Importing" in answer.content:
                again = answer["Location"] if answer.status_code == 302 else answer.request["PATH_INFO"]
                time.sleep(0 if answer.status_code == 302 else 0.1)
                answer = somebody.get(again)
        assert b'id="table"' in answer.content, answer.content[:300]
        with written:
            file = somebody.get(f"{answer.request['PATH_INFO']}file/18xx.json")
        assert file.status_code == 200, file.content[:300]
    return shown, written


def load() -> str:
    """How busy the machine is: processes that want to run, on average over a minute, and processors."""
    return f"{os.getloadavg()[0]:.1f} on {os.cpu_count()} processors"


if __name__ == "__main__":
    main()
