"""Several server processes on one PostgreSQL: one winner, news for everybody, and back after a restart."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from players import Table
from rig import LOST, Answer, Caller, Postgres, Server, wait_until


class House:
    """A PostgreSQL and two servers on it: one alone, one with two workers."""

    def __init__(self, postgres: Postgres, folder: Path) -> None:
        self.postgres = postgres
        self.database = postgres.database("house")
        self.one = Server(folder, self.database).start()
        self.two = Server(folder, self.database, workers=2).start()

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


def test_of_many_who_move_at_once_through_two_servers_one_wins(house: House, table: Table) -> None:
    for _ in range(3):
        move = table.pick()
        assert move is not None
        callers = [elsewhere(table.caller, port) for port in (house.one.port, house.two.port) for _ in range(4)]
        gate = threading.Barrier(len(callers))
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
        for thread in threads:
            thread.join(30)
        assert sorted(one.status for one in answers) == [200] + [409] * (len(callers) - 1)
        winner = next(one for one in answers if one.status == 200)
        table._made(move, "", winner.json)
        stale = next(one for one in answers if one.status == 409)
        assert stale.json["version"] == table.version
    table.verify(elsewhere(table.caller, house.two.port))


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
        refused = wait_until(lambda: _said(table, move, "can only be read"), 20, "a sentence")
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
