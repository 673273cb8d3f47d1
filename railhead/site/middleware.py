"""Headers that keep strangers out of the page, a log line and counters for every request."""

from __future__ import annotations

import json
import logging
import time
from typing import TYPE_CHECKING, Any

from asgiref.sync import iscoroutinefunction
from django.utils.decorators import sync_and_async_middleware

from railhead.site.metrics import count_request

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest, HttpResponse

log = logging.getLogger("railhead.request")

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; manifest-src 'self'"
)


class JsonLines(logging.Formatter):
    """A log line as one JSON object; `extra={"railhead": {...}}` adds fields such as game and move."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line: dict[str, Any] = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "where": record.name,
            "what": record.getMessage(),
        }
        line.update(getattr(record, "railhead", {}))
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def _seen(request: HttpRequest, response: Any, began: float) -> None:
    match = request.resolver_match
    name = match.view_name if match is not None else "none"
    seconds = time.perf_counter() - began
    count_request(request.method or "", name or "none", response.status_code, seconds)
    if request.method != "GET" or response.status_code >= 500:
        facts = {"name": name, "status": response.status_code, "ms": round(seconds * 1000, 1)}
        if match is not None and "game" in match.kwargs:
            facts["game"] = match.kwargs["game"]
        facts.update(getattr(request, "log_facts", {}))
        log.info("%s %s", request.method, request.path, extra={"railhead": facts})


@sync_and_async_middleware
def observe(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    """Count and log every request."""
    if iscoroutinefunction(get_response):

        async def seen_async(request: HttpRequest) -> HttpResponse:
            began = time.perf_counter()
            response = await get_response(request)
            _seen(request, response, began)
            return response

        return seen_async

    def seen(request: HttpRequest) -> HttpResponse:
        began = time.perf_counter()
        response = get_response(request)
        _seen(request, response, began)
        return response

    return seen


def _guard(request: HttpRequest, response: Any) -> Any:
    response.headers.setdefault("Content-Security-Policy", POLICY)
    response.headers.setdefault("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
    return response


@sync_and_async_middleware
def policy(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    """The content security policy: only our own files, nothing inline."""
    if iscoroutinefunction(get_response):

        async def guarded_async(request: HttpRequest) -> Any:
            return _guard(request, await get_response(request))

        return guarded_async

    def guarded(request: HttpRequest) -> Any:
        return _guard(request, get_response(request))

    return guarded
