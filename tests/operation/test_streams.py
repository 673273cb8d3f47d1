"""Streams are cheap: no thread, no connection, no file each; and there is an end to how many somebody may open."""

from __future__ import annotations

import asyncio
import http.client
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest
from players import Table
from rig import Caller, Postgres, Server, wait_until
from sites import lay_database

from railhead.site import live, streams

MANY = 40
"""More than the pool has connections, and more than threads would go unnoticed."""


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    database = ""
    if request.param == "postgresql":
        postgres: Postgres = request.getfixturevalue("postgres")
        database = postgres.database("streams")
    folder = lay_database(tmp_path_factory.mktemp("streams"))
    with Server(folder, database, RAILHEAD_STREAMS_PER_ADDRESS=str(MANY)) as there:
        yield there


def threads(server: Server) -> int:
    return len(list(Path(f"/proc/{server.pids()[0]}/task").iterdir()))


def files(server: Server) -> int:
    """Open files that are no sockets."""
    kept = Path(f"/proc/{server.pids()[0]}/fd").iterdir()
    return sum(not str(one.readlink()).startswith("socket:") for one in kept if one.is_symlink())


def watch(stack: ExitStack, table: Table) -> http.client.HTTPResponse:
    line = stack.enter_context(closing(http.client.HTTPConnection("127.0.0.1", table.caller.port, timeout=20)))
    cookie = "; ".join(f"{name}={value}" for name, value in table.caller.cookies.items())
    line.request("GET", f"/t/{table.id}/stream/", headers={"Cookie": cookie})
    return line.getresponse()


def heard(answer: http.client.HTTPResponse, name: str) -> bool:
    while line := answer.readline().decode().strip("\n") or " ":
        if line == f"event: {name}":
            return True
    return False


def test_many_streams_hold_neither_threads_nor_files_and_one_too_many_is_told_so(server: Server) -> None:
    table = Table(Caller(server.port), "1889", 3, 5).begin()
    with ExitStack() as stack:
        first = watch(stack, table)
        assert heard(first, "hello")
        before = threads(server), files(server)
        opened = [first, *(watch(stack, table) for _ in range(MANY - 1))]
        assert [one.status for one in opened] == [200] * MANY
        assert threads(server) - before[0] < MANY / 4
        assert files(server) - before[1] < MANY / 4
        wait_until(lambda: _watchers(server) == MANY, 10, "all streams")
        refused = watch(stack, table)
        assert refused.status == 429
        assert "Too many streams" in refused.read().decode()
        assert Caller(server.port).get("/healthz").status == 200
        table.step()
        assert all(heard(one, "moved") for one in opened)
    wait_until(lambda: _watchers(server) == 0, 20, "the end of all streams")
    with ExitStack() as stack:
        assert watch(stack, table).status == 200


def _watchers(server: Server) -> int:
    lines = Caller(server.port).get("/metrics").body.decode().splitlines()
    return int(float(next(line.split()[1] for line in lines if line.startswith("railhead_watchers "))))


def admitted(ticket: streams.Ticket) -> Any:
    """An application that admits everybody with this ticket."""
    header = (streams.TICKET.lower().encode(), streams.msgspec.json.encode(ticket))

    async def app(scope: Any, receive: Any, send: Any) -> None:
        headers = [(b"content-type", b"text/event-stream"), (b"content-length", b"5"), header]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b"hello"})

    return app


def test_an_api_stream_tells_positions_moves_turns_and_chat(monkeypatch: pytest.MonkeyPatch) -> None:
    """Through the hub, from the ticket to the bytes; the ticket itself never leaves the server."""
    hub = live.Hub()
    monkeypatch.setattr(hub, "_start", lambda: None)
    monkeypatch.setattr(streams, "hub", hub)
    ticket = streams.Ticket("g", 4, 4, "p1", (), streams.API_KINDS)
    sent: list[dict[str, Any]] = []

    async def run() -> None:
        gone = asyncio.Event()

        async def receive() -> dict[str, Any]:
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        scope = {"type": "http", "client": ("10.0.0.1", 1)}
        going = asyncio.ensure_future(streams.Streams(admitted(ticket))(scope, receive, send))
        while hub.count("10.0.0.1") != 1:
            await asyncio.sleep(0)
        hub._put(live.moved("g", 6, 6, "p2"))
        hub._put(live.moved("g", 5, 5, "p1"))  # late, by another way: known already
        hub._put(live.moved("g", 7, 5, "p2"))  # taken back
        hub._put({"what": "chat", "game": "g"})
        hub._put({"what": "seats", "game": "g"})
        while b"chat" not in b"".join(message.get("body", b"") for message in sent):
            await asyncio.sleep(0)
        gone.set()
        await asyncio.wait_for(going, 10)

    asyncio.run(run())
    assert sent[0]["headers"] == [(b"content-type", b"text/event-stream")]
    body = b"".join(message.get("body", b"") for message in sent[1:]).decode()
    assert body.removeprefix("hello").split("\n\n")[:-1] == [
        'event: position\ndata: {"version": 6, "count": 6}',
        'event: moves\ndata: {"first": 5, "last": 6}',
        'event: turn\ndata: {"awaited": ["p2"]}',
        'event: position\ndata: {"version": 7, "count": 5}',
        "event: chat\ndata: {}",
    ]
    assert hub.count() == 0


def test_a_watcher_who_falls_behind_keeps_the_newest(monkeypatch: pytest.MonkeyPatch) -> None:
    watcher = live.Watcher("g", "10.0.0.1")
    for version in range(live.LONGEST + 5):
        watcher.put({"what": "moved", "version": version})
    assert len(watcher.news) == live.LONGEST
    assert watcher.news[-1]["version"] == live.LONGEST + 4
