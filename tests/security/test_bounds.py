"""What stands in front of the site: sizes, times, turns and addresses, with a real server where sockets matter."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import time
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

import pytest
from rig import Caller, Server, wait_until
from sites import lay_database

from railhead.site import bounds
from railhead.site.bounds import Bounds, Places, Refused, network_of


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = lay_database(tmp_path_factory.mktemp("bounds"))
    patience = {"RAILHEAD_HEAD_SECONDS": "1", "RAILHEAD_BODY_SECONDS": "1", "RAILHEAD_UNLIMITED": "0"}
    with Server(folder, RAILHEAD_TLS="1", RAILHEAD_HOSTS="localhost", **patience) as there:
        yield there


def line(server: Server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=20)


def told(talk: socket.socket) -> bytes:
    """What the server says before it hangs up."""
    parts = []
    while part := talk.recv(65536):
        parts.append(part)
    return b"".join(parts)


HEAD = b"POST /nowhere/ HTTP/1.1\r\nHost: localhost\r\n"


def test_a_body_that_is_too_large_is_refused_before_it_is_sent(server: Server) -> None:
    with line(server) as talk:
        talk.sendall(HEAD + b"Content-Length: 600000000\r\n\r\n")
        assert told(talk).startswith(b"HTTP/1.1 413")


def test_a_body_without_a_length_is_cut_where_it_is_too_large(server: Server) -> None:
    with line(server) as talk:
        talk.sendall(HEAD + b"Transfer-Encoding: chunked\r\n\r\n")
        chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
        sent = 0
        try:
            while sent < 200:  # 13 MB
                talk.sendall(chunk)
                sent += 1
        except OSError:
            pass
        assert sent < 200


def test_a_body_that_does_not_come_is_not_awaited(server: Server) -> None:
    with line(server) as talk:
        talk.sendall(HEAD + b"Content-Length: 10\r\n\r\nabc")
        assert told(talk).startswith(b"HTTP/1.1 408")


@pytest.mark.parametrize("begun", [b"", b"GET / HT", b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGET / HT"])
def test_a_head_that_does_not_come_is_not_awaited(server: Server, begun: bytes) -> None:
    with line(server) as talk:
        talk.sendall(begun)
        began = time.monotonic()
        with contextlib.suppress(ConnectionResetError):
            told(talk)
        assert time.monotonic() - began < 15


def test_a_head_that_is_too_large_is_refused(server: Server) -> None:
    with line(server) as talk:
        talk.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Much: " + b"x" * 200_000)
        with contextlib.suppress(ConnectionResetError):
            assert told(talk).startswith(b"HTTP/1.1 4")


def test_an_address_that_a_client_claims_does_not_count(server: Server) -> None:
    """A proxy appends what it saw; whatever stands before that was said by the client."""

    def attempt(at: int, seen: str) -> int:
        caller = Caller(server.port).enter()
        claimed = f"10.9.8.{at}, {seen}"
        fields = b"username=nobody&password=wrong"
        headers = {"X_Forwarded_For": claimed, "X_Forwarded_Proto": "https", "Referer": "https://localhost/login/"}
        kind = "application/x-www-form-urlencoded"
        return caller.ask("POST", "/login/", fields, Content_Type=kind, Host="localhost", **headers).status

    answers = [attempt(at, "198.51.100.7") for at in range(40)]
    assert answers[-1] == 429
    assert attempt(50, "198.51.100.8") != 429


def run(app: Any, *messages: dict[str, Any], path: str = "/", headers: Any = ()) -> list[dict[str, Any]]:
    """The messages that an application sends."""
    waiting, sent = list(messages), []

    async def receive() -> dict[str, Any]:
        return waiting.pop(0)

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    scope = {"type": "http", "path": path, "headers": list(headers), "client": ("192.0.2.1", 1)}
    asyncio.run(app(scope, receive, send))
    return sent


def test_a_body_in_parts_arrives_whole_and_one_that_breaks_off_not_at_all() -> None:
    seen: list[bytes] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        seen.append((await receive())["body"])

    part = {"type": "http.request", "more_body": True}
    run(Bounds(app), {**part, "body": b"ab"}, {**part, "body": b"c", "more_body": False})
    assert seen == [b"abc"]
    assert run(Bounds(app), {**part, "body": b"ab"}, {"type": "http.disconnect"}) == []
    assert seen == [b"abc"]
    large = run(Bounds(app), {**part, "body": b"x" * (bounds.LARGEST_BODY + 1)}, path="/api/games")
    assert large[0]["status"] == 413
    assert dict(large[0]["headers"])[b"content-type"] == b"application/problem+json"
    told = json.loads(large[1]["body"])
    assert (told["type"], told["title"], told["status"]) == ("about:blank", HTTPStatus(413).phrase, 413)
    assert told["detail"] == bounds.TOO_LARGE
    assert seen == [b"abc"]


def test_addresses_take_turns() -> None:
    """One address sends ten requests before another sends two: the other is served second and fourth."""
    order: list[str] = []

    async def play() -> None:
        places = Places(1)
        gate = asyncio.Event()

        async def ask(address: str) -> None:
            async with places.place(address):
                await gate.wait()
                order.append(address)

        tasks = [asyncio.ensure_future(ask("busy")) for _ in range(10)]
        tasks += [asyncio.ensure_future(ask("quiet")) for _ in range(2)]
        await asyncio.sleep(0)
        gate.set()
        await asyncio.gather(*tasks)

    asyncio.run(play())
    assert order[:5].count("quiet") == 2
    assert len(order) == 12


def test_an_address_that_asks_without_end_is_told_so_and_a_place_is_never_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bounds, "MOST_WAITING_OF_ADDRESS", 3)

    async def play() -> int:
        places = Places(1)
        refused = 0

        async def ask(hold: asyncio.Event) -> None:
            async with places.place("busy"):
                await hold.wait()

        hold = asyncio.Event()
        tasks = [asyncio.ensure_future(ask(hold)) for _ in range(10)]
        await asyncio.sleep(0)
        tasks[1].cancel()  # somebody who waits goes away
        hold.set()
        for answer in await asyncio.gather(*tasks, return_exceptions=True):
            refused += isinstance(answer, Refused)
        await asyncio.wait_for(ask(hold), 5)
        return refused

    assert asyncio.run(play()) == 6


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("testclient", "testclient"),
    ],
)
def test_addresses_are_counted_by_household(address: str, counted: str) -> None:
    assert network_of(address) == counted


def test_the_server_still_answers(server: Server) -> None:
    wait_until(lambda: Caller(server.port).get("/healthz").status == 200, 10, "health")


@pytest.mark.parametrize(
    ("path", "kind", "status"),
    [
        ("/preferences/", "application/x-www-form-urlencoded; charset=utf-16", 415),
        ("/api/games", "application/x-www-form-urlencoded; charset=utf-16", 415),
        ("/api/games", "multipart/form-data; boundary=x", 400),
        ("/preferences/", "multipart/form-data", 400),
    ],
)
def test_a_form_that_cannot_be_read_is_the_senders_fault(server: Server, path: str, kind: str, status: int) -> None:
    somebody = Caller(server.port).enter()
    assert somebody.ask("POST", path, b"--x\r\n\r\n--x--\r\n", Content_Type=kind).status == status
