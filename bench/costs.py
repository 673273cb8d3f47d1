"""What one move, one watcher and one stored game cost a server: processor time, memory and room, measured.

Processor time is what the operating system counts for the server's process, so that a busy machine does not
spoil it; rates are counted as in earnest. Prints one line a figure; `--json FILE` keeps them for `queue_model.py`.

    python bench/costs.py [--title 1889] [--moves 250] [--watchers 100] [--database both]
"""

from __future__ import annotations

import argparse
import json
import sqlite3
import sys
import threading
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

sys.path.insert(0, str(Path(__file__).parent))

from page_parts import Page
from players import Table
from rig import LOST, Caller, Postgres, Server, folder, wait_until

from railhead.core.moves import to_text

HTMX = {"HX_Request": "true"}
FORM = "application/x-www-form-urlencoded"
WARM = 20
"""Moves from a page before those that count: a worker that has just begun reads templates and draws the map."""


def stored(server: Server) -> int:
    """Bytes that the database takes."""
    if server.database:
        import psycopg

        with psycopg.connect(server.database) as line:
            row = line.execute("SELECT pg_database_size(current_database())").fetchone()
            return int(row[0]) if row else 0
    with sqlite3.connect(server.data / "railhead.sqlite3", timeout=20) as lite:
        lite.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return (server.data / "railhead.sqlite3").stat().st_size


def page_move(table: Table, page: Page) -> int:
    """A move as the page makes it: the answer brings the parts that changed; how many bytes that is."""
    move = table.pick()
    if move is None:
        return 0
    fields = {"seq": table.version, "move": to_text(move), "key": f"c{table.version}", "have": page.have}
    size = _post(table.caller, f"/t/{table.id}/move/", fields, page)
    table._made(move, "", {"version": table.version + 1, "count": table.version + 1})
    return size


def watch_once(table: Table, watcher: Caller, page: Page) -> int:
    """What a watcher's page fetches after a move; how many bytes that is."""
    return _post(watcher, f"/t/{table.id}/live/", {"always": "1", "have": page.have}, page)


def _post(caller: Caller, path: str, fields: dict[str, Any], page: Page) -> int:
    answer = caller.ask("POST", path, urlencode(fields).encode(), Content_Type=FORM, **HTMX)
    if answer.status != 200:
        raise RuntimeError(f"{answer.status}: {answer.body[:200]!r}")
    page.see(answer.body)
    return len(answer.body)


def pages(server: Server, table: Table, moves: int) -> dict[str, float]:
    """What moves from a page cost, the fetches of two watchers after each, and whole pages."""
    watcher = Caller(server.port).enter()
    path = f"/t/{table.id}/"
    own, *others = found = [Page() for _ in range(3)]
    for page in found:
        page.see(table.caller.get(path).body)
    for _ in range(WARM):
        page_move(table, own)
        for page in others:
            watch_once(table, watcher, page)
    spent, sizes = [0.0, 0.0, 0.0], []
    for _ in range(moves):
        before = server.processor()
        page_move(table, own)
        spent[0] += server.processor() - before
        for at, page in enumerate(others, 1):
            before = server.processor()
            sizes.append(watch_once(table, watcher, page))
            spent[at] += server.processor() - before
    before = server.processor()
    for _ in range(moves):
        watcher.get(path)
    whole = server.processor() - before
    names = ("page_move_ms", "first_watcher_ms", "further_watcher_ms", "page_ms")
    times = dict(zip(names, (1000 * one / moves for one in (*spent, whole)), strict=True))
    return times | {"fragments_bytes": sum(sizes) / max(len(sizes), 1)}


def measure(server: Server, name: str, moves: int, watchers: int) -> dict[str, Any]:
    """All figures of one database."""
    found: dict[str, Any] = {"database": "PostgreSQL" if server.database else "SQLite", "title": name}
    table = Table(Caller(server.port), name, 3, 1).begin()
    size = stored(server)
    before = server.processor()
    made = 0
    while made < moves and table.step():
        made += 1
    found["moves"] = made
    found["api_move_ms"] = 1000 * (server.processor() - before) / made
    found["bytes_a_move"] = (stored(server) - size) / made
    found.update(pages(server, table, min(60, moves // 3)))
    found.update(watched(server, table, watchers))
    found["memory_mb"] = sum(server.memory()) / 1024
    return found


def watched(server: Server, table: Table, watchers: int) -> dict[str, float]:
    """What open streams cost: memory each, and processor time for each piece of news."""
    heard, opened = [0], [0]
    lock = threading.Lock()

    def watch() -> None:
        first = True
        try:
            for line in table.caller.twin().lines(f"/t/{table.id}/stream/", 60):
                with lock:
                    opened[0] += first
                    heard[0] += line == "event: moved"
                first = False
        except LOST:
            return

    memory = sum(server.memory())
    for _ in range(watchers):
        threading.Thread(target=watch, daemon=True).start()
    wait_until(lambda: opened[0] == watchers, 60, "all watchers")
    kilobytes = (sum(server.memory()) - memory) / watchers
    before = server.processor()
    quiet, steps = heard[0], 20
    for _ in range(steps):
        table.step()
    wait_until(lambda: heard[0] - quiet >= steps * watchers * 0.9, 30, "the news")
    spent = 1000 * (server.processor() - before)
    return {"kilobytes_a_watcher": kilobytes, "watched_move_ms": spent / steps, "news": heard[0] - quiet}


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--title", default="1889")
    parser.add_argument("--moves", type=int, default=250)
    parser.add_argument("--watchers", type=int, default=100)
    parser.add_argument("--database", choices=("sqlite", "postgresql", "both"), default="both")
    parser.add_argument("--json", type=Path)
    wanted = parser.parse_args()
    found = []
    if wanted.database != "postgresql":
        with folder() as data, Server(data, RAILHEAD_UNLIMITED="0") as server:
            found.append(measure(server, wanted.title, wanted.moves, wanted.watchers))
    if wanted.database != "sqlite":
        with (
            Postgres() as postgres,
            folder() as data,
            Server(data, postgres.database("costs"), RAILHEAD_UNLIMITED="0") as server,
        ):
            found.append(measure(server, wanted.title, wanted.moves, wanted.watchers))
    for one in found:
        print(
            ", ".join(
                f"{key}: {value:.2f}" if isinstance(value, float) else f"{key}: {value}" for key, value in one.items()
            )
        )
    if wanted.json:
        wanted.json.write_text(json.dumps(found, indent=1), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
