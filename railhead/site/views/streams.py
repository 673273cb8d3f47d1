"""The stream of news from a table, and who is there."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime

from asgiref.sync import sync_to_async
from django.db import connection
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse

from railhead.site.live import hub
from railhead.site.models import Game, Seat
from railhead.site.people import person


def _look(request: HttpRequest, game: str) -> int | None:
    """The version of a game, noting that a player is there; None if there is no such game."""
    version = Game.objects.filter(pk=game).values_list("version", flat=True).first()
    who = person(request)
    if version is not None and who.known:
        Seat.objects.filter(who.mine(), game_id=game).update(seen=datetime.now(UTC))
    return version


def _let_go() -> None:
    """Give the request's connection back: a stream may stay for hours and must not keep it from others."""
    connection.close()


def _event(name: str, data: object) -> bytes:
    return f"event: {name}\ndata: {json.dumps(data)}\n\n".encode()


async def stream(request: HttpRequest, game: str) -> HttpResponse | StreamingHttpResponse:
    """News as server-sent events: moved, seats, asked, chat. The page fetches what it shows."""
    version = await sync_to_async(_look)(request, game)
    if version is None:
        return HttpResponse("There is no such table.", status=404, content_type="text/plain")

    async def news() -> AsyncIterator[bytes]:
        await sync_to_async(_let_go)()
        yield b"retry: 2000\n\n" + _event("hello", {"version": version})
        async for one in hub.watch(game, version):
            if one is None:
                await sync_to_async(_look)(request, game)
                yield b": still here\n\n"
            elif one["what"] == "bye":
                return
            else:
                yield _event(one["what"], {key: value for key, value in one.items() if key not in ("what", "game")})

    response = StreamingHttpResponse(news(), content_type="text/event-stream")
    response["Cache-Control"] = "no-store"
    response["X-Accel-Buffering"] = "no"
    response["Content-Encoding"] = "identity"
    return response
