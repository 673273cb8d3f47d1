"""What it costs to bring a game in: `make bench-imports`. Asked: within 8 times the bare replay of its moves."""

from __future__ import annotations

import os
import statistics
import tempfile
import time

from unit import SHARED

GAME = ("1894", "green_city_upgrades")
ASKED = 8.0
TIMES = 5


def main() -> None:
    """Read, translate and store one game, beside its bare replay in the same minute."""
    os.environ["RAILHEAD_DATA"] = tempfile.mkdtemp(prefix="railhead-bench-")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "railhead.site.settings")
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


if __name__ == "__main__":
    main()
