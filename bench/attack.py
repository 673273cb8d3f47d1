"""Attacks on a site with either database, and what a bystander notices.

    cd bench && python attack.py [--case NAME] [--database sqlite|postgresql] [--streams 5000] [--seconds 15]

Everything stays on the loopback, every case has an end, and only servers started here are attacked. While a case
runs, a bystander looks at `/healthz` and at a table, and moves there; the figures are theirs.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import sys
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import attacks
from players import Table
from rig import LOST, Caller, NoPostgres, Postgres, Server, folder, percentile

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Iterator

    Case = Callable[[Server, argparse.Namespace], dict[str, object]]


@dataclass
class Felt:
    """What a bystander felt: seconds of every request, and what failed."""

    health: list[float] = field(default_factory=list)
    page: list[float] = field(default_factory=list)
    moves: list[float] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)

    def plain(self) -> dict[str, object]:
        """For people and for files."""
        told: dict[str, object] = {}
        for name, values in (("healthz", self.health), ("page", self.page), ("move", self.moves)):
            if values:
                worst = max(values)
                told[name] = (
                    f"{len(values)}: median {_ms(percentile(values, 0.5))}, 99 % {_ms(percentile(values, 0.99))}, "
                    f"worst {_ms(worst)}"
                )
        told["failed"] = self.failed[:5] if self.failed else 0
        return told

    @property
    def row(self) -> str:
        """Median and 99 % in ms, as in the table of docs/scale.md."""
        kinds = (self.health, self.page, self.moves)
        return " | ".join(f"{percentile(k, 0.5) * 1000:.0f}, {percentile(k, 0.99) * 1000:.0f}" for k in kinds)


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms"


class Bystander:
    """Somebody at a table of their own who minds their own business."""

    def __init__(self, server: Server, seed: int = 3) -> None:
        self.table = Table(Caller(server.port), "1889", 3, seed).begin()
        self.health = Caller(server.port)
        self.felt = Felt()
        self._stop = threading.Event()

    @contextmanager
    def watching(self) -> Iterator[Felt]:
        """Look and move until the block is left."""
        self.felt = Felt()
        self._stop.clear()
        self.health.close()  # a connection that was idle for long may have been dropped
        self.table.caller.close()
        thread = threading.Thread(target=self._run, daemon=True)
        thread.start()
        try:
            yield self.felt
        finally:
            self._stop.set()
            thread.join(60)

    def _run(self) -> None:
        while not self._stop.is_set():
            for _ in range(5):
                self._timed(self.felt.health, lambda: self.health.get("/healthz").status)
                self._stop.wait(0.1)
            self._timed(self.felt.page, lambda: self.table.caller.get(f"/t/{self.table.id}/").status)
            self._timed(self.felt.moves, self._move)

    def _move(self) -> int:
        return 200 if self.table.step() else 410

    def _timed(self, kept: list[float], act: Callable[[], int]) -> None:
        began = time.monotonic()
        try:
            status = act()
        except (*LOST, RuntimeError) as error:
            self.felt.failed.append(type(error).__name__)
            return
        kept.append(time.monotonic() - began)
        if status != 200:
            self.felt.failed.append(str(status))


def threads_and_files(server: Server) -> tuple[int, int]:
    """Threads and open files, of which sockets of clients are some, of the serving process."""
    pid = server.pids()[0]
    return len(list(Path(f"/proc/{pid}/task").iterdir())), len(list(Path(f"/proc/{pid}/fd").iterdir()))


async def _open(port: int, path: str, cookie: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2048)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\n\r\n".encode())
    await writer.drain()
    head = await reader.readuntil(b"\r\n\r\n")
    if b" 200 " not in head.partition(b"\r\n")[0]:
        raise RuntimeError(head.partition(b"\r\n")[0].decode())
    return reader, writer


async def _hold(port: int, path: str, cookie: str, count: int, seconds: float, opened: threading.Event) -> int:
    """Open this many streams, hold them, and say how many there were at the end."""
    gate = asyncio.Semaphore(20)
    held: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def one() -> None:
        async with gate:
            held.append(await _open(port, path, cookie))

    await asyncio.gather(*(one() for _ in range(count)))
    opened.set()
    await asyncio.sleep(seconds)
    alive = sum(not reader.at_eof() for reader, _ in held)
    for _, writer in held:
        writer.close()
    return alive


def idle_streams(server: Server, count: int, seconds: float = 45.0) -> dict[str, object]:
    """So many streams of guests who only watch; measured while they are open, over two heartbeats and more."""
    bystander = Bystander(server)
    before = max(server.memory())
    threads, files = threads_and_files(server)
    opened = threading.Event()
    alive: list[int] = []
    quiet = Table(Caller(server.port), "1889", 3, 9).begin()
    path = f"/t/{quiet.id}/stream/"
    cookie = "; ".join(f"{name}={value}" for name, value in quiet.caller.cookies.items())

    def run() -> None:
        alive.append(asyncio.run(_hold(server.port, path, cookie, count, seconds, opened)))

    holder = threading.Thread(target=run, daemon=True)
    began = time.monotonic()
    holder.start()
    while holder.is_alive() and not opened.wait(1) and time.monotonic() < began + OPENING:
        pass
    if not opened.is_set():
        return {"opened": f"not all, in {time.monotonic() - began:.0f} s"}
    took = time.monotonic() - began
    with bystander.watching() as felt:
        time.sleep(seconds * 0.8)
        memory = max(server.memory())
        now_threads, now_files = threads_and_files(server)
    holder.join(60)
    return {
        "streams": count,
        "alive at the end": alive[0] if alive else 0,
        "opened in": f"{took:.0f} s",
        "memory": f"{memory / 1024:.0f} MB ({(memory - before) / count:.1f} kB a stream)",
        "threads": f"{threads} before, {now_threads} with them",
        "files beyond the sockets": now_files - files - count,
        **felt.plain(),
        "row": felt.row,
    }


def felt_during(attack: Callable[[Server, float], Counter[str]]) -> Case:
    """A case that runs an attack while a bystander plays."""

    def run_case(server: Server, asked: argparse.Namespace) -> dict[str, object]:
        bystander = Bystander(server)
        with bystander.watching() as quiet:
            time.sleep(2.0)
        with bystander.watching() as felt:
            met = attack(server, asked.seconds)
        told = {"strangers met": dict(met.most_common()), "memory": f"{max(server.memory()) / 1024:.0f} MB"}
        return {**told, "before": quiet.plain(), **felt.plain(), "row": felt.row}

    return run_case


OPENING = 240.0
"""Seconds in which all streams must be open."""
CASES: dict[str, Case] = {
    "streams": lambda server, asked: idle_streams(server, asked.streams),
    "imports": felt_during(attacks.imports),
    "bots": felt_during(attacks.bots),
    "branches": felt_during(attacks.branches),
    "bodies": felt_during(attacks.big_bodies),
    "slow": felt_during(attacks.slow_clients),
}
NAMES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}
SETTINGS = {
    "streams": {"RAILHEAD_STREAMS_PER_ADDRESS": "100000", "RAILHEAD_CONNECTIONS_PER_ADDRESS": "100000"},
}
"""All streams come from one address here."""
IN_EARNEST = {"RAILHEAD_UNLIMITED": "0", "RAILHEAD_THINKERS": "1", "RAILHEAD_HEAD_SECONDS": "5"}
"""Of the other cases: rates hold, and a head has half the usual time, so that the end of patience is seen."""


def run(case: str, database: str, asked: argparse.Namespace) -> str:
    """One case against a server of its own; its cells in the table."""
    with folder() as data, Server(data, database, **SETTINGS.get(case, IN_EARNEST)) as server:
        found = CASES[case](server, asked)
    print(
        f"{case}, {'PostgreSQL' if database else 'SQLite'}: {json.dumps(found, ensure_ascii=False, indent=2)}",
        flush=True,
    )
    return str(found.get("row", "| | "))


def print_table(rows: dict[str, dict[str, str]]) -> None:
    """What a bystander noticed, as a table for docs/scale.md: the median, and 99 %, in ms."""
    kinds = [kind for kind in NAMES if any(kind in there for there in rows.values())]
    print("| strangers | " + " | ".join(f"`/healthz`, {NAMES[kind]} | page | move" for kind in kinds) + " |")
    print("|---|" + "---|" * 3 * len(kinds))
    for case, there in rows.items():
        print(f"| {case} | " + " | ".join(there.get(kind, "| | ") for kind in kinds) + " |")


def main() -> None:
    """Run all cases, or those that were asked for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--case", choices=CASES, action="append")
    parser.add_argument("--database", choices=("sqlite", "postgresql"), action="append")
    parser.add_argument("--streams", type=int, default=5000)
    parser.add_argument("--seconds", type=float, default=15.0, help="how long strangers go on in the other cases")
    asked = parser.parse_args()
    rows: dict[str, dict[str, str]] = {}
    for kind in asked.database or NAMES:
        with contextlib.ExitStack() as stack:
            try:
                postgres = stack.enter_context(Postgres()) if kind == "postgresql" else None
            except NoPostgres as error:
                print(f"not against PostgreSQL: {error}", file=sys.stderr)
                continue
            for case in asked.case or CASES:
                found = run(case, postgres.database(f"attack_{case}") if postgres else "", asked)
                rows.setdefault(case, {})[kind] = found
    print_table(rows)


if __name__ == "__main__":
    main()
