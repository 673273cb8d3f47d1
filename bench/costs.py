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

sys.path.insert(0, str(Path(__file__).parent))

from players import Table
from rig import LOST, Caller, Postgres, Server, folder, wait_until

from railhead.core.moves import to_text

HTMX = {"HX_Request": "true"}


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


def page_move(table: Table) -> None:
    """A move as the page makes it: the answer brings the changed parts of the page."""
    move = table.pick()
    if move is None:
        return
    fields = {"seq": table.version, "move": to_text(move), "key": f"c{table.version}", "tab": "players"}
    body = "&".join(f"{name}={_quoted(str(value))}" for name, value in fields.items()).encode()
    kind = "application/x-www-form-urlencoded"
    answer = table.caller.ask("POST", f"/t/{table.id}/move/", body, Content_Type=kind, **HTMX)
    if answer.status != 200:
        raise RuntimeError(f"{answer.status}: {answer.body[:200]!r}")
    table._made(move, "", {"version": table.version + 1, "count": table.version + 1})


def _quoted(text: str) -> str:
    from urllib.parse import quote_plus

    return quote_plus(text)


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
    before = server.processor()
    late = min(60, moves // 3)
    for _ in range(late):
        page_move(table)
    found["page_move_ms"] = 1000 * (server.processor() - before) / late
    before = server.processor()
    for _ in range(late):
        answer = table.caller.get(f"/t/{table.id}/live/?always=1&tab=companies", **HTMX)
    found["fragments_ms"] = 1000 * (server.processor() - before) / late
    found["fragments_bytes"] = len(answer.body)
    before = server.processor()
    for _ in range(late):
        table.caller.get(f"/t/{table.id}/")
    found["page_ms"] = 1000 * (server.processor() - before) / late
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
