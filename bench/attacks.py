"""The load cases of `attack.py` beside idle streams: each does one thing too much for some seconds.

A case gets a server and a number of seconds and returns what strangers were answered. The server runs with its rates
as they are in earnest, so that 429 is the answer to hope for; what a bystander feels is measured around it.
"""

from __future__ import annotations

import contextlib
import json
import socket
import threading
import time
from collections import Counter
from typing import TYPE_CHECKING, Any

from rig import LOST, Caller

if TYPE_CHECKING:
    from collections.abc import Callable

    from rig import Server

STRANGERS = 8
"""Strangers at once, each with sessions of their own; two share an address, which is not the bystander's."""
PLAYERS = [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}]


def stranger(server: Server, number: int) -> Caller:
    """Somebody new, from a stranger's address."""
    return Caller(server.port, source=_address(number)).enter()


def _address(number: int) -> str:
    return f"127.0.1.{1 + number // 2}"


def _line(server: Server, number: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=10, source_address=(_address(number), 0))


def at_once(seconds: float, act: Callable[[int, Counter[str]], None]) -> Counter[str]:
    """Let strangers do something again and again until the time is over; counts what they met."""
    met: Counter[str] = Counter()
    end = time.monotonic() + seconds

    def run(number: int) -> None:
        while time.monotonic() < end:
            try:
                act(number, met)
            except LOST as error:
                met[type(error).__name__] += 1
                time.sleep(0.05)

    threads = [threading.Thread(target=run, args=(number,), daemon=True) for number in range(STRANGERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(seconds + 60)
    return met


def many_undos() -> bytes:
    """A game of 18xx.games of 600 kB in which one bid is undone and made again, thousands of times."""
    bid = {"type": "bid", "entity": 1, "entity_type": "player", "company": "TR", "price": 20}
    actions: list[dict[str, Any]] = []
    for number in range(1, 6000, 2):
        actions += [{**bid, "id": number}, {"type": "undo", "entity": 1, "entity_type": "player", "id": number + 1}]
    return json.dumps({"title": "1889", "players": PLAYERS, "actions": actions}).encode()


def imports(server: Server, seconds: float) -> Counter[str]:
    """Files with thousands of undos, one after the other, by guests."""
    data = many_undos()
    mark = "railhead-attack"
    head = f'--{mark}\r\nContent-Disposition: form-data; name="file"; filename="x.json"\r\n\r\n'
    body = head.encode() + data + f"\r\n--{mark}--\r\n".encode()

    def act(number: int, met: Counter[str]) -> None:
        caller = stranger(server, number)
        for _ in range(3):
            kind = f"multipart/form-data; boundary={mark}"
            met[str(caller.ask("POST", "/api/imports", body, Content_Type=kind).status)] += 1
        caller.close()

    return at_once(seconds, act)


def bots(server: Server, seconds: float) -> Counter[str]:
    """Tables of bots that think long, sixty for each guest, and hints beside them."""
    seats = [{"name": "A"}, *({"name": f"B{n}", "bot": "chairman"} for n in range(3))]

    def act(number: int, met: Counter[str]) -> None:
        caller = stranger(server, number)
        for _ in range(60):
            made = caller.post("/api/games", {"title": "1889", "kind": "hotseat", "seats": seats})
            met[f"table {made.status}"] += 1
            if made.status != 201:
                break
            met[f"hint {caller.post('/api/games/' + made.json['id'] + '/hint', {}).status}"] += 1
        time.sleep(0.2)
        caller.close()

    return at_once(seconds, act)


def branches(server: Server, seconds: float) -> Counter[str]:
    """A branch as long as the page takes, asked for again and again."""
    from players import Table

    table = Table(Caller(server.port), "1889", 3, 5).begin()
    for _ in range(60):
        table.step()
    log = table.caller.get(f"/api/games/{table.id}/moves").json
    branch = json.dumps([line["move"] for line in log])

    def act(number: int, met: Counter[str]) -> None:
        caller = stranger(server, number)
        for _ in range(20):
            if number % 2:
                status = caller.form(f"/t/{table.id}/live/", branch=branch, at="0", always="1").status
            else:
                status = caller.get(f"/t/{table.id}/fan/I4/").status
            met[str(status)] += 1
        caller.close()

    return at_once(seconds, act)


def big_bodies(server: Server, seconds: float) -> Counter[str]:
    """Six hundred megabytes to addresses that are not there, said beforehand or in pieces without an end."""
    piece = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"

    def act(number: int, met: Counter[str]) -> None:
        with _line(server, number) as line:
            line.sendall(b"POST /nowhere/ HTTP/1.1\r\nHost: localhost\r\n")
            sent = 0
            with contextlib.suppress(OSError):
                if number % 2:
                    line.sendall(b"Content-Length: 600000000\r\n\r\n")
                else:
                    line.sendall(b"Transfer-Encoding: chunked\r\n\r\n")
                while sent < 600_000_000:
                    line.sendall(piece)
                    sent += len(piece)
            met["cut off" if sent < 10_000_000 else "taken"] += 1

    return at_once(seconds, act)


def slow_clients(server: Server, seconds: float) -> Counter[str]:
    """Heads and bodies that come a byte a second, two hundred of each stranger."""
    end = time.monotonic() + seconds

    def act(number: int, met: Counter[str]) -> None:
        lines = []
        with contextlib.ExitStack() as stack:
            for at in range(30):
                line = stack.enter_context(_line(server, number))
                line.sendall(b"GET / HT" if at % 2 else b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n")
                lines.append(line)
            while lines and time.monotonic() < end:
                time.sleep(1.0)
                for line in list(lines):
                    try:
                        line.sendall(b"a")
                    except OSError:
                        lines.remove(line)
                        met["dropped"] += 1
            met["held"] += len(lines)

    return at_once(seconds, act)
