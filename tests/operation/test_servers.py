"""Several server processes on one PostgreSQL: one winner, news for everybody, and back after a restart."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from players import Table
from rig import LOST, Answer, Caller, Postgres, Server, wait_until

from railhead.core.text import codec_of
from railhead.site.limits import PER_MINUTE


class House:
    """A PostgreSQL and two servers on it, with rates in earnest: one alone, one with two workers."""

    def __init__(self, postgres: Postgres, folder: Path) -> None:
        self.postgres = postgres
        self.database = postgres.database("house")
        self.one = Server(folder, self.database, RAILHEAD_UNLIMITED="0").start()
        self.two = Server(folder, self.database, workers=2, RAILHEAD_UNLIMITED="0").start()

    def run(self, statement: str) -> None:
        """Tell the database something."""
        with psycopg.connect(self.database, autocommit=True) as line:
            line.execute(statement)


@pytest.fixture(scope="module")
def house(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    there = House(postgres, tmp_path_factory.mktemp("house"))
    yield there
    there.one.stop()
    there.two.stop()


@pytest.fixture
def table(house: House) -> Table:
    return Table(Caller(house.one.port), "1889", 3, 11).begin()


def elsewhere(caller: Caller, port: int) -> Caller:
    """The same browser at another server."""
    other = caller.twin()
    other.port = port
    return other


BOT = """
import os, random, sys
os.environ["DJANGO_SETTINGS_MODULE"] = "railhead.site.settings"
import django; django.setup()
from railhead.bots.player import ask, bot
from railhead.core.engine import actors
from railhead.core.moves import to_text
from railhead.play.errors import Stale
from railhead.site import seating
from railhead.site.store import games
for line in sys.stdin:
    head, state = games.now(line.strip())
    seat = actors(state)[0]
    move = ask(bot("clerk"), state, seat, 1.0, random.Random(1)).move
    print("ready", flush=True)
    sys.stdin.readline()
    try:
        seating.submit(line.strip(), head.version, move, (seat,), auto=True)
        print(200, to_text(move), flush=True)
    except Stale as stale:
        print(stale.status, flush=True)
"""


def test_what_no_database_takes_is_nobodys(house: House) -> None:
    """PostgreSQL refuses to look for a text with a zero byte in it."""
    somebody = Caller(house.one.port).enter()
    for address in ("/t/%00/", "/t/a%00b/live/", "/api/games/%00", "/api/games/a%00b/moves", "/import/%00/"):
        assert somebody.get(address).status in (400, 404), address
        assert somebody.post(address, {}).status in (400, 403, 404, 405, 422), address
    assert somebody.ask("GET", "/api/games", None, Cookie='sessionid="\\000aaaaaaaaaaaa"').status == 200
    assert somebody.get("/", Cookie='sessionid="\\000aaaaaaaaaaaa"; pin="\\000"').status == 200


@pytest.fixture
def bot(house: House) -> Iterator[subprocess.Popen[str]]:
    """A bot in a process of its own: it thinks about the game it is told, and moves when it is told to."""
    env = {**os.environ, "RAILHEAD_DATA": str(house.one.data), "RAILHEAD_DATABASE": house.database}
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, "-c", BOT], env=env, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True
    ) as process:
        yield process
        assert process.stdin
        process.stdin.close()


def test_of_tabs_and_a_bot_who_move_at_once_through_several_processes_one_wins(
    house: House, table: Table, bot: subprocess.Popen[str]
) -> None:
    assert bot.stdin
    assert bot.stdout
    for _ in range(4):
        move = table.pick()
        assert move is not None
        print(table.id, file=bot.stdin, flush=True)
        assert bot.stdout.readline() == "ready\n"
        callers = [elsewhere(table.caller, port) for port in (house.one.port, house.two.port) for _ in range(3)]
        gate = threading.Barrier(len(callers) + 1)
        answers: list[Answer] = []

        def send(caller: Caller, key: str, move: Any = move, gate: Any = gate, answers: Any = answers) -> None:
            gate.wait()
            answers.append(table.post(caller, move, key))
            caller.close()

        threads = [
            threading.Thread(target=send, args=(caller, f"k{table.version}-{at}"))
            for at, caller in enumerate(callers)
        ]
        for thread in threads:
            thread.start()
        gate.wait()
        print("now", file=bot.stdin, flush=True)
        for thread in threads:
            thread.join(30)
        status, _, line = bot.stdout.readline().strip().partition(" ")
        statuses = [int(status), *(one.status for one in answers)]
        assert sorted(statuses) == [200] + [409] * len(callers)
        if line:
            move = codec_of(table.state.rules).from_text(line)
        table._made(move, "", {"version": table.version + 1, "count": table.version + 1})
        assert {one.json["version"] for one in answers if one.status == 409} == {table.version}
    table.verify(elsewhere(table.caller, house.two.port))


def test_servers_count_together_how_often_somebody_speaks(house: House) -> None:
    most = PER_MINUTE["chat"]
    for guest in range(3):  # a minute may end under a guest; hardly under three in a row
        table = Table(Caller(house.one.port), "1889", 3, guest).begin()
        tabs = [table.caller, elsewhere(table.caller, house.two.port)]
        minute = time.time() // 60
        said = [
            tabs[at % 2].post(f"/api/games/{table.id}/messages", {"text": "hello"}).status for at in range(most + 4)
        ]
        if minute == time.time() // 60:
            break
    assert said == [204] * most + [429] * 4


def figures(port: int) -> dict[str, float]:
    """What a server says about itself, to a caller of its own each time, so that any worker may answer."""
    caller = Caller(port)
    lines = caller.get("/metrics").body.decode().splitlines()
    caller.close()
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines if line[0] != "#")}


def test_whichever_worker_is_asked_tells_the_figures_of_all(house: House) -> None:
    one_view = 'railhead_requests_total{method="GET",status="200",view="home"}'
    asked = 30
    before = figures(house.two.port).get(one_view, 0)
    for _ in range(asked):
        caller = Caller(house.two.port)
        assert caller.get("/").status == 200
        caller.close()
    told = [figures(house.two.port) for _ in range(6)]
    assert {one[one_view] - before for one in told} == {asked}
    workers = [name for name in told[0] if name.startswith("process_resident_memory_bytes")]
    assert len(workers) == 2
    os.kill(int(workers[0].partition('"')[2].partition('"')[0]), signal.SIGKILL)
    again = wait_until(lambda: _with_new_worker(house.two.port, workers), 30, "another worker")
    assert again[one_view] - before == asked, "what a dead worker counted stays counted"
    assert workers[0] not in again


def _with_new_worker(port: int, known: list[str]) -> dict[str, float] | None:
    """The figures, once a worker answers that was not known."""
    try:
        told = figures(port)
    except LOST:
        return None
    names = [name for name in told if name.startswith("process_resident_memory_bytes")]
    return told if len(names) == 2 and set(names) != set(known) else None


def test_a_key_gets_its_first_answer_from_any_server(house: House, table: Table) -> None:
    move = table.pick()
    assert move is not None
    first = table.post(table.caller, move, "same").json
    again = table.post(elsewhere(table.caller, house.two.port), move, "same")
    assert again.status == 200
    assert (again.json["entry"], again.json["version"]) == (first["entry"], first["version"])
    other = table.caller.post(f"/api/games/{table.id}/moves", {"seq": 1, "move": "p2 pass", "key": "same"})
    assert other.status == 400


def test_news_reaches_a_watcher_at_another_server(house: House, table: Table) -> None:
    watcher = elsewhere(table.caller, house.two.port)
    heard: list[dict[str, Any]] = []
    hello = threading.Event()

    def watch() -> None:
        name = ""
        for line in watcher.lines(f"/t/{table.id}/stream/"):
            if line.startswith("event: "):
                name = line[7:]
            elif line.startswith("data: "):
                heard.append({"event": name, **json.loads(line[6:])})
                hello.set()
                if name == "moved":
                    return

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    assert hello.wait(20)
    assert heard[0] == {"event": "hello", "version": 0}
    # A listener may still be on its way to the database: moves until one is heard.
    wait_until(lambda: table.step() and not thread.is_alive(), 20, "news of a move")
    assert heard[-1]["event"] == "moved"
    assert 1 <= heard[-1]["version"] <= table.version


def test_many_open_streams_keep_no_connection_from_those_who_move(house: House, table: Table) -> None:
    opened = threading.Semaphore(0)

    def watch() -> None:
        with contextlib.suppress(*LOST):
            for _ in table.caller.twin().lines(f"/t/{table.id}/stream/", 10):
                opened.release()

    for _ in range(30):  # more than the pool has connections
        threading.Thread(target=watch, daemon=True).start()
    for _ in range(30):
        assert opened.acquire(timeout=20)
    for _ in range(3):
        table.step()
    assert table.retried == 0
    assert table.caller.get("/healthz").status == 200


def test_a_read_only_database_can_be_looked_at_and_is_not_harmed(house: House, table: Table) -> None:
    table.step()
    move = table.pick()
    assert move is not None
    house.run("ALTER DATABASE house SET default_transaction_read_only = on")
    try:
        house.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
        refused = wait_until(lambda: _said(table, move, "is read-only"), 20, "a sentence")
        assert refused.status == 503
        assert table.caller.get(f"/api/games/{table.id}/position").json["version"] == 1
    finally:
        with psycopg.connect(house.database, autocommit=True) as line:
            line.execute("SET default_transaction_read_only = off")
            line.execute("ALTER DATABASE house RESET default_transaction_read_only")
            line.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
    wait_until(lambda: table._patiently(lambda: table.post(table.caller, move, "again")).status == 200, 20, "a move")
    table._made(move, "again", {"version": 2, "count": 2})
    table.verify(table.caller.twin())


def _said(table: Table, move: Any, words: str) -> Answer | None:
    """The answer to a move, if it says this."""
    try:
        answer = table.post(table.caller, move, "again")
    except LOST:
        return None
    return answer if words in answer.body.decode() else None


def test_the_servers_come_back_by_themselves_when_the_database_restarts_under_load(house: House) -> None:
    tables = [Table(Caller(port), "1889", 3, 20 + at) for at, port in enumerate((house.one.port, house.two.port))]
    for table in tables:
        table.begin()
    stop = threading.Event()
    failed: list[BaseException] = []

    def play(table: Table) -> None:
        try:
            while not stop.is_set():
                table.step()
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=play, args=(table,)) for table in tables]
    for thread in threads:
        thread.start()
    wait_until(lambda: all(len(table.made) > 2 for table in tables), 30, "the first moves")
    house.postgres.restart()
    before = [len(table.made) for table in tables]
    wait_until(
        lambda: failed or all(len(one.made) > was + 2 for one, was in zip(tables, before, strict=True)), 60, "moves"
    )
    stop.set()
    for thread in threads:
        thread.join(60)
    assert not failed
    for table in tables:
        table.verify(table.caller.twin())
    assert Caller(house.two.port).get("/healthz").status == 200
