"""A year's worth of games through backup and restore, from SQLite to PostgreSQL and back: the same to the byte?

A handful of games is played; then they are copied under new names until a year is full. Every record that the
last database gives must be the one that the first gave. Prints sizes and times.

    python bench/year.py [--games 2000] [--moves 120]
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from rig import Postgres, folder

MAKE = """
import json, sys, time
from railhead.site.serve import bring_up_to_date
bring_up_to_date()
from django.db import transaction
from railhead.core.engine import actors
from railhead.play.stand_in import choose
from railhead.site import new_tables, seating
from railhead.site.models import Entry, Game, Seat, Snapshot, short_id
from railhead.site.people import Person
from railhead.site.store import games
from railhead.titles import TITLES
total, moves = int(sys.argv[1]), int(sys.argv[2])
first = []
for name, one in TITLES.items():
    seats = max(3, one.seats[0])
    game = new_tables.set_up(Person(visitor="year"), title=name, names=[f"P{n}" for n in range(seats)], seed=1)
    for _ in range(moves):
        head, state = games.now(game.pk)
        if state.ended is not None:
            break
        seat = actors(state)[0]
        seating.submit(game.pk, head.version, choose(state, seat), (seat,))
    first.append(game.pk)
made = len(first)
with transaction.atomic():
    while made < total:
        source = first[made % len(first)]
        game = Game.objects.get(pk=source)
        game.pk = short_id()
        game._state.adding = True
        game.save(force_insert=True)
        for model in (Seat, Entry, Snapshot):
            rows = list(model.objects.filter(game_id=source))
            for row in rows:
                row.pk, row.game_id = None, game.pk
            model.objects.bulk_create(rows, batch_size=500)
        made += 1
print(json.dumps({"games": Game.objects.count(), "entries": Entry.objects.count()}))
"""
LIST = """
import hashlib, json, sys
from railhead.site.serve import bring_up_to_date
bring_up_to_date()
from railhead.play.whole_games import record
from railhead.record.games import to_json
from railhead.site.models import Game
from railhead.site.store import games
found = {pk: hashlib.sha256(to_json(record(games, pk))).hexdigest()
         for pk in Game.objects.order_by("pk").values_list("pk", flat=True)}
print(json.dumps(found))
"""
BACKUP = "import json, sys; from railhead.site.backup import backup; print(json.dumps(backup(sys.argv[1])))"
RESTORE = "import json, sys; from railhead.site.backup import restore; print(json.dumps(restore(sys.argv[1])))"


def alone(script: str, data: Path, database: str, *arguments: str) -> tuple[Any, float]:
    """Run a script in a process of its own on a database; what it prints, and its seconds."""
    env = {**os.environ, "RAILHEAD_DATA": str(data), "RAILHEAD_DATABASE": database}
    began = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments], env=env, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(done.stderr[-2000:])
    return json.loads(done.stdout), time.monotonic() - began


def main() -> int:
    """Make the year, send it round, compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--moves", type=int, default=120)
    wanted = parser.parse_args()
    with Postgres() as postgres, folder() as here:
        one, two, three = (here / name for name in ("one", "two", "three"))
        for path in (one, two, three):
            path.mkdir()
        database = postgres.database("year")
        made, seconds = alone(MAKE, one, "", str(wanted.games), str(wanted.moves))
        print(f"{made['games']} games, {made['entries']} moves made in {seconds:.0f} s", flush=True)
        want, _ = alone(LIST, one, "")
        for source, address, target, into in ((one, "", two, database), (two, database, three, "")):
            file = here / f"{source.name}.backup"
            _, out = alone(BACKUP, source, address, str(file))
            rows, back = alone(RESTORE, target, into, str(file))
            size = file.stat().st_size / 2**20
            print(f"backup {out:.0f} s, {size:.1f} MB; restore {back:.0f} s, {sum(rows.values())} rows", flush=True)
            got, _ = alone(LIST, target, into)
            if got != want:
                print("the records differ")
                return 1
    print(f"{len(want)} records came round between SQLite and PostgreSQL, the same to the byte")
    return 0


if __name__ == "__main__":
    sys.exit(main())
