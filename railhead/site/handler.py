"""How a request gets from the event loop to Django and back: with one step into a thread that is already there.

Django's own handler makes a thread for each request, goes there and back at every layer of middleware, and opens
SQLite anew each time. That took longer than most answers. Here a few threads serve, each with its connection; what a
request needs of them is done in one go, from the first layer of middleware to the last byte of the answer.
"""

from __future__ import annotations

import asyncio
import contextvars
import io
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from django.core import signals
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.urls import set_script_prefix

from railhead.site.bounds import PLACES, UNBOUND

if TYPE_CHECKING:
    from railhead.site.bounds import Receive, Scope, Send


class Handler(ASGIHandler):
    """Django, called in threads. The body has been received (see `bounds.py`)."""

    def __init__(self) -> None:
        super().__init__()
        self._threads = ThreadPoolExecutor(PLACES, thread_name_prefix="request")
        self._reserved = ThreadPoolExecutor(2, thread_name_prefix="operator")

    def load_middleware(self, is_async: bool = False) -> None:
        """The layers of middleware, as functions that run in a thread, whatever they could do besides."""
        super().load_middleware(is_async=False)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        message = await receive()
        if message["type"] != "http.request":
            return
        threads = self._reserved if scope["path"] in UNBOUND else self._threads
        run = contextvars.copy_context().run
        work = asyncio.get_running_loop().run_in_executor(threads, run, self._answer, scope, message.get("body", b""))
        status, headers, body = await work
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    def _answer(self, scope: Scope, body: bytes) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
        """The answer of Django; a request also ends in the thread that has its connection."""
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        request, refused = self.create_request(scope, io.BytesIO(body))
        response: Any = refused if request is None else self.get_response(request)
        response._handler_class = self.__class__
        try:
            content = b"".join(response)
        finally:
            response.close()
        headers = [(name.encode("ascii"), value.encode("latin-1")) for name, value in response.items()]
        cookies = [(b"Set-Cookie", one.OutputString().encode("ascii")) for one in response.cookies.values()]
        return response.status_code, headers + cookies, content
