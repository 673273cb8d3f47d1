"""Web hooks: strangers' servers get neither into our network nor in the way of others."""

from __future__ import annotations

import contextlib
import select
import socket
import threading
from typing import Any

import pytest

from railhead.site import hooks
from railhead.site.hooks import MOST_OF_PERSON, Call, Caller, is_public, post_hook, resolved

DRIPS = 200


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.216.34", True),
        ("2606:2800:220:1::1", True),
        ("64:ff9b::5db8:d822", True),
        ("127.0.0.1", False),
        ("10.0.0.1", False),
        ("100.64.0.1", False),
        ("169.254.169.254", False),
        ("224.0.0.1", False),
        ("0.0.0.0", False),
        ("::1", False),
        ("::7f00:1", False),  # 127.0.0.1 as an old form of IPv6
        ("::ffff:0:7f00:1", False),  # and as translators write it
        ("::ffff:127.0.0.1", False),
        ("::ffff:10.0.0.1", False),
        ("64:ff9b::7f00:1", False),
        ("64:ff9b:1::7f00:1", False),
        ("2002:7f00:1::", False),
        ("fe80::1%eth0", False),
        ("fec0::1", False),
        ("fd00::1", False),
        ("ff0e::1", False),
    ],
)
def test_hooks_go_only_into_the_open_net(address: str, public: bool) -> None:
    assert is_public(address) is public


def test_a_hook_is_sent_to_the_address_that_was_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that is looked up twice may lead elsewhere the second time."""
    answers = iter([[(2, 1, 6, "", ("93.184.216.34", 80))], [(2, 1, 6, "", ("127.0.0.1", 80))]])
    monkeypatch.setattr(hooks.socket, "getaddrinfo", lambda *a, **k: next(answers))
    went: list[Any] = []

    def connect(address: Any, timeout: float) -> Any:
        went.append(address)
        raise OSError("far away")

    monkeypatch.setattr(hooks.socket, "create_connection", connect)
    with pytest.raises(OSError, match="far away"):
        post_hook("http://hook.example/", {})
    assert went == [("93.184.216.34", 80)]
    with pytest.raises(ValueError, match="public address"):
        resolved("hook.example", 80)


def test_a_name_server_that_never_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    never = threading.Event()
    monkeypatch.setattr(hooks, "TIMEOUT", 0.1)
    monkeypatch.setattr(hooks.socket, "getaddrinfo", lambda *a, **k: [never.wait(60)][1:])
    with pytest.raises(ValueError, match="no such host"):
        resolved("slow.example", 80)
    never.set()


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_server_that_drips_is_hung_up_on(scheme: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every byte comes in time, of a header or of a TLS greeting; all of them would take ten seconds."""
    monkeypatch.setattr(hooks, "TIMEOUT", 0.4)
    monkeypatch.setattr(hooks, "resolved", lambda *_: "127.0.0.1")
    dripped: list[int] = []
    start = b"HTTP/1.1 200 OK\r\nX: " if scheme == "http" else b"\x16\x03\x03\x40\x00\x02\x00\x3f\xfc\x03\x03"

    def drip(listening: socket.socket) -> None:
        line, _ = listening.accept()
        with line:
            line.recv(10_000)
            line.sendall(start)
            for number in range(DRIPS):
                if select.select([line], [], [], 0.05)[0] and not line.recv(10_000):
                    break
                dripped.append(number)
                try:
                    line.sendall(b"x")
                except OSError:
                    break

    with socket.create_server(("127.0.0.1", 0)) as listening:
        server = threading.Thread(target=drip, args=(listening,))
        server.start()
        with contextlib.suppress(OSError, ValueError):
            post_hook(f"{scheme}://hook.example:{listening.getsockname()[1]}/", {})
        server.join()
    assert len(dripped) < DRIPS


def test_nobody_holds_up_the_calls_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of one person few calls wait, people take turns, and a server that failed is left alone."""
    caller, order = Caller(), []
    gate, called = threading.Event(), threading.Event()

    def slow(address: str, _data: Any) -> None:
        called.set()
        gate.wait(10)
        order.append(address)
        if address == "greedy 0":
            raise OSError("refused")

    monkeypatch.setattr(hooks, "post_hook", slow)
    for number in range(2 * MOST_OF_PERSON):
        caller.put(Call(1, f"greedy {number}", {}))
    called.wait(10)
    for number in range(2):
        caller.put(Call(2, f"modest {number}", {}))
    thread = caller._thread
    gate.set()
    assert thread is not None
    thread.join(10)
    assert order == ["greedy 0", "modest 0", "modest 1"]
    caller.put(Call(1, "greedy again", {}))
    assert caller._thread is None, "its server failed a moment ago"
    caller.forgive(1)
    caller.put(Call(1, "greedy elsewhere", {}))
    last = caller._thread
    assert last is None or last.join(10) is None
    assert order[-1] == "greedy elsewhere"
