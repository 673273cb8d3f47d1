"""Every refusal of the API in one form, that of `problem_details.py`, including Django's and the middleware's.

A refused move adds `rule`, `section` and `facts`. The API lives at /api/v1/; /api/ is the same, for programs written
before versions.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.encoding import iri_to_uri

from railhead.site.problem_details import CONTENT_TYPE, PLAIN, VERSIONED, details
from railhead.view.names import sentence_case

WORDS = {
    401: "The token is not valid. Make a new one on your account page.",
    403: "That is not allowed.",
    404: "There is nothing at this address.",
    405: "This address does not accept requests of this kind.",
}
PAGES = ("docs", "openapi.json")
DEPRECATED = "@1793491200"
"""Addresses without a version are deprecated since November 2026 (RFC 9745)."""


def problem_details(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: the version in the path, and one form for every refusal of the API."""

    def answer(request: HttpRequest) -> HttpResponse:
        asked = request.path_info
        if asked.startswith(VERSIONED):
            request.path_info = PLAIN + asked.removeprefix(VERSIONED)
        response = get_response(request)
        if asked.startswith(PLAIN) and asked == request.path_info and asked.removeprefix(PLAIN) not in PAGES:
            response["Deprecation"] = DEPRECATED
            response["Link"] = f'<{VERSIONED}{iri_to_uri(asked.removeprefix(PLAIN))}>; rel="successor-version"'
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
                    response["content"] = dict([(CONTENT_TYPE, plain[1]), *others])
    return document


def _as_problem(response: HttpResponse) -> HttpResponse:
    found = _said(response)
    status = response.status_code
    detail = str(found.pop("detail", "")) or WORDS.get(status, HTTPStatus(status).description)
    response.content = details(status, _sentence(detail), **found)
    response["Content-Type"] = CONTENT_TYPE
    if response.has_header("Content-Length"):
        response["Content-Length"] = str(len(response.content))
    if status == 429 and not response.has_header("Retry-After"):
        response["Retry-After"] = str(60 - int(time.time()) % 60)  # limits count by the minute
    if status == 401:
        response["WWW-Authenticate"] = "Bearer"
    return response


def _sentence(words: str) -> str:
    """With a capital letter and a full stop, whoever wrote it."""
    return sentence_case(words if words.endswith((".", "!", "?")) else f"{words}.")


def _said(response: HttpResponse) -> dict[str, Any]:
    """What the refusal already says; a page says nothing that a program could use."""
    if "json" not in response.get("Content-Type", ""):
        return {}
    try:
        found = json.loads(response.content)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
