"""Web hooks: a turn as JSON, posted to an address that somebody has given us.

The address is a stranger's, so it may lie: it may lead into our own network, or to a server that answers one byte at
a time. It is looked up once, must be public, and a whole delivery has a few seconds. People take turns, each with few
calls waiting, and whoever's server fails is left alone for a while: nobody can hold up the calls of others.
"""

from __future__ import annotations

import contextlib
import http.client
import ipaddress
import json
import logging
import socket
import ssl
import threading
import time
from collections import Counter
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from railhead.site.turns import Rounds

log = logging.getLogger("railhead.hooks")

TIMEOUT = 5.0
"""Seconds for a whole delivery, and before it for finding the address."""
MOST_OF_PERSON, MOST = 5, 1000
"""Calls that wait, for one person and in all; more are dropped."""
REST = 600.0
"""Seconds without calls to a server that failed."""
GLOBAL, NAT64 = ipaddress.ip_network("2000::/3"), ipaddress.ip_network("64:ff9b::/96")
"""The part of IPv6 that is routed everywhere, and the addresses that stand for those of IPv4."""


class Call(NamedTuple):
    """A call that waits."""

    user: int
    address: str
    data: dict[str, Any]


class Caller:
    """One thread that makes all calls, started when there is one to make."""

    def __init__(self) -> None:
        self._waiting: Rounds[Call] = Rounds()
        self._count: Counter[int] = Counter()
        self._failed: dict[int, float] = {}
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def put(self, call: Call) -> None:
        """Let a call wait for its turn, unless there are too many or its server failed a moment ago."""
        with self._lock:
            if self._rests(call.user) or self._count[call.user] >= MOST_OF_PERSON or self._count.total() >= MOST:
                return
            self._count[call.user] += 1
            self._waiting.put(f"{call.user}/{call.user}", call)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="hooks", daemon=True)
                self._thread.start()

    def _run(self) -> None:
        while (call := self._next()) is not None:
            try:
                post_hook(call.address, call.data)
            except (OSError, ValueError) as error:
                log.warning("web hook failed: %s", error, extra={"railhead": {"game": call.data.get("game", "")}})
                self._leave_alone(call.user)

    def _next(self) -> Call | None:
        """The next call; the thread ends when there is none."""
        with self._lock:
            call = self._waiting.take()
            while call is not None and self._rests(call.user):
                self._count[call.user] -= 1
                call = self._waiting.take()
            if call is None:
                self._count.clear()
                self._thread = None
            else:
                self._count[call.user] -= 1
            return call

    def _rests(self, user: int) -> bool:
        return user in self._failed and time.monotonic() < self._failed[user] + REST

    def _leave_alone(self, user: int) -> None:
        with self._lock:
            self._failed = {one: since for one, since in self._failed.items() if self._rests(one)}
            self._failed[user] = time.monotonic()

    def forgive(self, user: int) -> None:
        """Try again at once: somebody has given another address."""
        with self._lock:
            self._failed.pop(user, None)


caller = Caller()


def call_hook(user: int, address: str, data: dict[str, Any]) -> None:
    """Post JSON to somebody's web hook, in the background."""
    caller.put(Call(user, address, data))


def is_public(address: str) -> bool:
    """Whether an address is reachable from everywhere, including IPv4 addresses embedded in IPv6 ones."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv4Address):
        return found.is_global and not found.is_multicast
    if found.ipv4_mapped is not None:
        return is_public(str(found.ipv4_mapped))
    if found in NAT64:
        return is_public(str(ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)))
    inner = [found.sixtofour, *(found.teredo or ())]
    return found in GLOBAL and found.is_global and all(one is None or is_public(str(one)) for one in inner)


def resolved(host: str, port: int) -> str:
    """The address of a host, looked up once; `ValueError` if it has none, or any that is not public."""
    found: list[str] = []

    def look_up() -> None:
        with contextlib.suppress(OSError, UnicodeError):
            found.extend(str(entry[4][0]) for entry in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))

    looking = threading.Thread(target=look_up, name="hooks-name", daemon=True)  # a slow name server has no time limit
    looking.start()
    looking.join(TIMEOUT)
    if looking.is_alive() or not found:
        raise ValueError("no such host")
    if not all(is_public(address) for address in found):
        raise ValueError("not a public address")
    return found[0]


def post_hook(address: str, data: dict[str, Any]) -> None:
    """Post JSON to somebody's web hook: to the checked address, within a few seconds, following no redirects."""
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("not a web address")
    port = parts.port or (443 if parts.scheme == "https" else 80)
    line = http.client.HTTPConnection(parts.hostname, port, timeout=TIMEOUT)
    line.sock = socket.create_connection((resolved(parts.hostname, port), port), TIMEOUT)
    end = threading.Timer(TIMEOUT, _hang_up, [line])  # each byte may arrive in time, and yet all of them too late
    end.daemon = True
    end.start()
    try:
        if parts.scheme == "https":
            line.sock = ssl.create_default_context().wrap_socket(line.sock, server_hostname=parts.hostname)
        path = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
        headers = {"Content-Type": "application/json", "User-Agent": "Railhead", "Connection": "close"}
        line.request("POST", path, json.dumps(data).encode(), headers)
        status = line.getresponse().status
    except http.client.HTTPException as error:
        raise ValueError(f"not an answer: {type(error).__name__}") from None
    finally:
        end.cancel()
        line.close()
    if status >= 300:
        raise ValueError(f"answered {status}")


def _hang_up(line: http.client.HTTPConnection) -> None:
    with contextlib.suppress(OSError, AttributeError):
        line.sock.shutdown(socket.SHUT_RDWR)
