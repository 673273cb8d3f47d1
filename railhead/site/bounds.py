"""What stands in front of Django: how much somebody may send, how long it may take, and whose turn it is.

A body is received in full before anything else is done, within a size and a time, so that neither disk nor thread
is tied up by a client that sends slowly or endlessly. A request then waits for one of a few places; addresses take
turns: one that asks a thousand times is served as often as one that asks once.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from railhead.site.problem_details import CONTENT_TYPE, PLAIN, details
from railhead.variables import seconds

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

LARGEST_BODY = 512 * 1024
LARGEST_FILE = 4 * 1024 * 1024
FILES = ("/import/", "/api/imports", "/api/v1/imports")
"""Addresses that accept files."""
BODY_SECONDS = seconds("RAILHEAD_BODY_SECONDS", 30)
PLACES = 10
"""Requests that Django works on at once; below the size of the pool of connections."""
MOST_WAITING_OF_ADDRESS = 64
MOST_WAITING = 1000
UNBOUND = ("/healthz", "/metrics")
"""Addresses of those who run the server: they do not wait."""

TOO_LARGE = "That is more than this site accepts in one request."
TOO_SLOW = "The request took too long to arrive; nothing was changed. Try again on a better connection."
NOT_UTF8 = "This site reads forms in UTF-8 only."
CHARSET = re.compile(rb"charset\s*=\s*[\"']?([^\s;\"']+)")
CROWDED = "Too many requests from your address are already waiting. Wait a little and try again."
BUSY = "The site is overloaded at the moment; nothing was changed. Try again in a moment."


class Refused(Exception):
    """A request that is turned away: its status, a sentence, and how many seconds to wait before retrying."""

    def __init__(self, status: int, says: str, retry_after: int = 5) -> None:
        super().__init__(says)
        self.status = status
        self.says = says
        self.retry_after = retry_after


def address_of(scope: Scope) -> str:
    """The address a request comes from; for IPv6 the network, since one household has a whole one."""
    return network_of(scope["client"][0] if scope.get("client") else "")


def network_of(address: str) -> str:
    """An address as it is counted."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, 64), strict=False))
    return address


class Places:
    """A limited number at once; those waiting take turns by address."""

    def __init__(self, places: int = PLACES) -> None:
        self._free = places
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self._count = 0

    @asynccontextmanager
    async def place(self, address: str) -> AsyncIterator[None]:
        """Hold a place."""
        await self._enter(address)
        try:
            yield
        finally:
            self._leave()

    async def _enter(self, address: str) -> None:
        if self._free:
            self._free -= 1
            return
        queue = self._waiting.setdefault(address, deque())
        if len(queue) >= MOST_WAITING_OF_ADDRESS:
            raise Refused(429, CROWDED)
        if self._count >= MOST_WAITING:
            raise Refused(503, BUSY)
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.append(turn)
        self._count += 1
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._leave()  # the place came free just as its holder left
            raise
        finally:
            self._count -= 1

    def _leave(self) -> None:
        """Give the place to the next address that waits."""
        while self._waiting:
            address, queue = self._waiting.popitem(last=False)
            while queue:
                turn = queue.popleft()
                if not turn.done():
                    if queue:
                        self._waiting[address] = queue
                    turn.set_result(None)
                    return
        self._free += 1


class Bounds:
    """Receives bodies, within size and time."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        try:
            _must_be_utf8(scope)
            body = await _body(scope, receive)
        except Refused as refused:
            await refuse(scope, send, refused)
            return
        if body is None:  # the client is gone
            return
        left: list[dict[str, Any]] = [{"type": "http.request", "body": body, "more_body": False}]
        del body

        async def replayed() -> dict[str, Any]:
            return left.pop() if left else await receive()

        await self.app(scope, replayed, send)


def _must_be_utf8(scope: Scope) -> None:
    """Django gives up on a form in another encoding, also while it says so."""
    kind = next((value for name, value in scope["headers"] if name == b"content-type"), b"").lower()
    found = CHARSET.search(kind)
    if kind.startswith(b"application/x-www-form-urlencoded") and found and found[1] not in (b"utf-8", b"utf8"):
        raise Refused(415, NOT_UTF8)


async def _body(scope: Scope, receive: Receive) -> bytes | None:
    largest = LARGEST_FILE if scope["path"] in FILES else LARGEST_BODY
    told = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
    if not told.isdigit() or int(told[:18]) > largest:
        raise Refused(413, TOO_LARGE)
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    return None
                body += message.get("body", b"")
                if len(body) > largest:
                    raise Refused(413, TOO_LARGE)
                if not message.get("more_body"):
                    return bytes(body)
    except TimeoutError:
        raise Refused(408, TOO_SLOW) from None


class Admission:
    """Lets a limited number of requests through to Django at once."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.places = Places()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request when it is its turn."""
        if scope["type"] != "http" or scope["path"] in UNBOUND:
            await self.app(scope, receive, send)
            return
        try:
            async with self.places.place(address_of(scope)):
                await self.app(scope, receive, send)
        except Refused as refused:
            await refuse(scope, send, refused)


async def refuse(scope: Scope, send: Send, refused: Refused) -> None:
    """Say so and hang up; nothing more is read from this connection. Programs get the same form as from Django."""
    if scope["path"].startswith(PLAIN):
        kind, body = CONTENT_TYPE, details(refused.status, refused.says)
    else:
        kind, body = "text/plain; charset=utf-8", refused.says.encode()
    headers = [(b"content-type", kind.encode()), (b"connection", b"close"), (b"cache-control", b"no-store")]
    if refused.status in (429, 503):
        headers.append((b"retry-after", str(refused.retry_after).encode()))
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
