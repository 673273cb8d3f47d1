"""Every refusal of the API in one form: problem details (RFC 9457), whoever refused.

    {"type": "about:blank", "title": "Conflict", "status": 409, "detail": "The game has gone on.", "version": 42}

`detail` is a sentence for people. A refused move adds `rule`, `section` and `facts`. The API lives at /api/v1/;
/api/ is the same, for programs written before versions.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse

CONTENT_TYPE = "application/problem+json"
VERSIONED, PLAIN = "/api/v1/", "/api/"
WORDS = {
    401: "The token is not valid. Make a new one on your account page.",
    403: "That is not allowed.",
    404: "There is nothing at this address.",
    405: "This address does not take such a request.",
}
PAGES = ("docs", "openapi.json")
IN_FRONT = (408, 413, 429, 503)
"""Also answered before Django is reached (`bounds.refuse`), as JSON with a `detail` and nothing else."""


def problem_details(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: the version in the path, and one form for every refusal of the API."""

    def answer(request: HttpRequest) -> HttpResponse:
        if request.path_info.startswith(VERSIONED):
            request.path_info = PLAIN + request.path_info.removeprefix(VERSIONED)
        response = get_response(request)
        if response.status_code >= 400 and request.path_info.startswith(PLAIN):
            return _as_problem(response)
        return response

    return answer


def with_problems(document: dict[str, Any]) -> dict[str, Any]:
    """The OpenAPI file with refusals of the type that they are sent as."""
    for operations in document["paths"].values():
        for operation in operations.values():
            for status, response in operation["responses"].items():
                if int(status) >= 400:
                    plain, *others = response["content"].items()
                    kept = [plain] if int(status) in IN_FRONT else []
                    response["content"] = dict([(CONTENT_TYPE, plain[1]), *kept, *others])
    return document


def _as_problem(response: HttpResponse) -> HttpResponse:
    found = _said(response)
    status = response.status_code
    found = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": str(found.pop("detail", "")) or WORDS.get(status, HTTPStatus(status).description),
        **found,
    }
    response.content = json.dumps(found, ensure_ascii=False).encode()
    response["Content-Type"] = CONTENT_TYPE
    if response.has_header("Content-Length"):
        response["Content-Length"] = str(len(response.content))
    if status == 429 and not response.has_header("Retry-After"):
        response["Retry-After"] = str(60 - int(time.time()) % 60)  # limits count by the minute
    if status == 401:
        response["WWW-Authenticate"] = "Bearer"
    return response


def _said(response: HttpResponse) -> dict[str, Any]:
    """What the refusal says already; a page says nothing that a program could use."""
    if "json" not in response.get("Content-Type", ""):
        return {}
    try:
        found = json.loads(response.content)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
