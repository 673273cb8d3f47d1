"""Server-sent events: a view admits somebody, and the stream lives outside Django.

A request holds a thread of Django's for as long as it lasts, so no stream may live inside one. A view that admits
somebody returns `open_stream(...)`: a short answer with a ticket in a header. When Django has finished the request,
and has given thread and connection back, `Streams`, which stands in front of it, takes the header off and keeps the
answer open. An open stream is then one small object in the event loop.

Any view may do that, of a page or of the API; session, token and private tables are checked as for every request::

    @router.get("/games/{game}/events")
    def events(request, game):
        table = seating.find(game)
        return open_stream(request, table, kinds=API_KINDS)

Events are facts about the table, never hidden ones: each listener then fetches what they may see.

| event      | data                               | when                                             |
|------------|------------------------------------|--------------------------------------------------|
| `hello`    | `version`                          | first, once                                      |
| `position` | `version`, `count`                 | the position is another one: a move, or an undo  |
| `moves`    | `first`, `last`                    | moves with these numbers were made               |
| `turn`     | `awaited`: seats                   | others are awaited than before                   |
| `chat`     |                                    | somebody said something                          |
| `moved`    | `version`                          | for pages: as `position`                         |
| `seats`    |                                    | for pages: somebody sat down or got up           |
| `asked`    |                                    | for pages: somebody asks the table something     |

The stream of an account reports what is waiting for it at all tables (`challenges.py`):

| event       | data              | when                                                              |
|-------------|-------------------|-------------------------------------------------------------------|
| `challenge` | `game`, `title`   | a public table waits for players                                  |
| `turn`      | `game`, `version` | it is the account's turn; again after each move while it stays so |
| `over`      | `game`            | a game of the account has ended                                   |
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections.abc import Awaitable, Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse

from railhead.site.bounds import Refused, address_of, refuse
from railhead.site.challenges import KINDS, Waiting, look, topic
from railhead.site.live import BYE, News, Watcher, hub
from railhead.site.models import Game, Seat
from railhead.site.people import holds, person
from railhead.variables import whole_number

PAGE_KINDS = ("moved", "seats", "asked", "chat")
API_KINDS = ("position", "moves", "turn", "chat")

MOST = whole_number("RAILHEAD_STREAMS", 6000)
"""Open streams of one process."""
MOST_OF_ADDRESS = whole_number("RAILHEAD_STREAMS_PER_ADDRESS", 100)
HEARTBEAT = 20.0
"""Seconds of silence after which a comment is sent, so that proxies keep the connection."""
PATIENCE = 30.0
"""Seconds that a client may take to accept what is sent."""

TICKET = "X-Railhead-Stream"
_TICKET = TICKET.lower().encode()
FULL = "Too many streams are open here. Close a few pages; this one still updates when you reload it."

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


class Ticket(msgspec.Struct):
    """What a stream needs to know: the game as it was when somebody was admitted, and what they want to hear."""

    game: str
    version: int
    count: int
    awaited: str
    seats: tuple[int, ...]
    kinds: tuple[str, ...]
    waiting: Waiting = msgspec.field(default_factory=Waiting)  # of an account's stream: what it was told


def open_stream(request: HttpRequest, game: Game, kinds: Sequence[str]) -> HttpResponse:
    """The answer that becomes a stream of these kinds of events; players among those who watch count as present."""
    who = person(request)
    seats = tuple(seat.pk for seat in game.seats.all() if holds(seat, who)) if who.known else ()
    if seats:
        Seat.objects.filter(pk__in=seats).update(seen=datetime.now(UTC))
    ticket = Ticket(game.pk, game.version, game.count, game.awaited, seats, tuple(kinds))
    return _held_open(ticket, event("hello", {"version": game.version}))


def open_account_stream(user_id: int) -> HttpResponse:
    """The answer that becomes the stream of an account; it begins with everything that waits now."""
    now = look([user_id])[user_id]
    ticket = Ticket(topic(user_id), 0, 0, "", (), KINDS, now)
    first = [event("hello", {}), *(event(name, data) for name, data in Waiting().told(now))]
    return _held_open(ticket, b"".join(first))


def _held_open(ticket: Ticket, hello: bytes) -> HttpResponse:
    response = HttpResponse(b"retry: 2000\n\n" + hello, content_type="text/event-stream")
    response[TICKET] = msgspec.json.encode(ticket).decode("ascii")
    response["Cache-Control"] = "no-store"
    response["X-Accel-Buffering"] = "no"
    response["Content-Encoding"] = "identity"
    return response


def event(name: str, data: object) -> bytes:
    """One event as it is sent."""
    return f"event: {name}\ndata: {json.dumps(data)}\n\n".encode()


def events(ticket: Ticket, news: News) -> Iterator[bytes]:
    """What a piece of news means to the holder of a ticket, which is updated."""
    for name, data in _told(ticket, news):
        if name in ticket.kinds:
            yield event(name, data)


def _told(ticket: Ticket, news: News) -> Iterator[tuple[str, dict[str, Any]]]:
    if news["what"] == "waiting":
        yield from ticket.waiting.told(news["now"])
        ticket.waiting = news["now"]
        return
    if news["what"] != "moved":
        yield news["what"], {key: value for key, value in news.items() if key not in ("what", "game")}
        return
    version, count = news["version"], news.get("count", ticket.count)
    awaited = news.get("awaited", ticket.awaited)
    yield "moved", {"version": version}
    yield "position", {"version": version, "count": count}
    if count > ticket.count:
        yield "moves", {"first": ticket.count + 1, "last": count}
    if awaited != ticket.awaited:
        yield "turn", {"awaited": [seat for seat in awaited.split(",") if seat]}
    ticket.version, ticket.count, ticket.awaited = version, count, awaited


class Streams:
    """Sits in front of Django and keeps answers that carry a ticket open."""

    def __init__(self, app: Callable[[dict[str, Any], Receive, Send], Awaitable[None]]) -> None:
        self.app = app

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Answer a request, or open a stream."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        held: list[dict[str, Any]] = []

        async def look(message: dict[str, Any]) -> None:
            if held or (message["type"] == "http.response.start" and _ticket_in(message)):
                held.append(message)
            else:
                await send(message)

        await self.app(scope, receive, look)
        if held:
            await _stream(scope, receive, send, held)


def _ticket_in(message: dict[str, Any]) -> bytes:
    return next((bytes(value) for name, value in message["headers"] if name.lower() == _TICKET), b"")


async def _stream(scope: dict[str, Any], receive: Receive, send: Send, held: list[dict[str, Any]]) -> None:
    start, *bodies = held
    ticket = msgspec.json.decode(_ticket_in(start), type=Ticket)
    address = address_of(scope)
    if hub.count() >= MOST or hub.count(address) >= MOST_OF_ADDRESS:
        await refuse(scope, send, Refused(429, FULL, retry_after=60))
        return
    left_out = (_TICKET, b"content-length")
    headers = [(name, value) for name, value in start["headers"] if name.lower() not in left_out]
    hello = b"".join(message.get("body", b"") for message in bodies)
    held.clear()
    watcher = Watcher(ticket.game, address, ticket.seats)
    hub.enter(watcher, ticket.version)
    listening = asyncio.ensure_future(_hang_up(receive, watcher))
    try:
        async with asyncio.timeout(PATIENCE):
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            await send({"type": "http.response.body", "body": hello, "more_body": True})
        await _tell(watcher, ticket, send)
    except (TimeoutError, OSError):
        pass  # the client no longer reads
    finally:
        listening.cancel()
        hub.leave(watcher)


async def _tell(watcher: Watcher, ticket: Ticket, send: Send) -> None:
    """Send news until there is no more to come."""
    patience = random.uniform(HEARTBEAT / 2, HEARTBEAT)  # streams opened together should not all send at once
    loop = asyncio.get_running_loop()
    said = loop.time()
    while not hub.closing:
        news = await watcher.wait(max(said + patience - loop.time(), 0.0))
        if BYE in news:
            break
        body = b"".join(part for one in news for part in events(ticket, one))
        if not body and loop.time() - said >= patience:
            body = b": still here\n\n"
        if body:
            said, patience = loop.time(), HEARTBEAT
            async with asyncio.timeout(PATIENCE):
                await send({"type": "http.response.body", "body": body, "more_body": True})
    with contextlib.suppress(OSError):
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _hang_up(receive: Receive, watcher: Watcher) -> None:
    """Wait until the client is gone."""
    while (await receive())["type"] != "http.disconnect":
        pass
    watcher.put(BYE)
