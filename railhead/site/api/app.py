"""The API: everything that the pages do, for programs. Described at /api/docs."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from ninja import NinjaAPI
from ninja.errors import ValidationError
from ninja.openapi.docs import Swagger
from ninja.security import APIKeyCookie, HttpBearer

from railhead.play.errors import Illegal, PlayError, Stale
from railhead.site import people
from railhead.site.sentences import refusal_text


class Bearer(HttpBearer):
    """A token from the preferences page."""

    def authenticate(self, request: HttpRequest, token: str) -> Any:
        """The person whose token it is."""
        user = people.by_token(token)
        if user is not None:
            request.user = user
        return user


class Anybody(APIKeyCookie):
    """Somebody without a session: may look at what is public, and begin a table."""

    param_name = "sessionid"

    def __init__(self) -> None:
        super().__init__(csrf=True)

    def authenticate(self, request: HttpRequest, key: str | None) -> Any:
        """Everybody."""
        return people.person(request)


api = NinjaAPI(
    title="Railhead",
    version="1",
    description="Tables, moves and positions of 18xx games. A move names the version of the game it was made for: "
    "409 means that the game has gone on, 422 that the rules refuse it, with the section.",
    auth=[Bearer(), Anybody()],
    docs=Swagger(settings={"persistAuthorization": True}),
    urls_namespace="api",
)


def problem(error: PlayError) -> dict[str, Any]:
    """An error as the API tells it."""
    found: dict[str, Any] = {"detail": str(error)}
    if isinstance(error, Illegal):
        book = error.state.rules.rulebook
        found["detail"] = refusal_text(error.state, error.refusal)
        found["rule"] = error.refusal.rule
        found["section"] = book.cite(error.refusal.rule)
        found["facts"] = dict(error.refusal.facts)
    if isinstance(error, Stale):
        found["version"] = error.head.version
    return found


@api.exception_handler(ValidationError)
def _misshapen(request: HttpRequest, error: ValidationError) -> HttpResponse:
    """What is wrong with a body or a query, in words, in the same form as every other refusal."""
    parts = []
    for one in error.errors[:5]:
        where = ".".join(str(step) for step in one.get("loc", ())[1:] if step != "data")
        parts.append(f"{where}: {one.get('msg', 'not readable')}" if where else str(one.get("msg", "not readable")))
    return api.create_response(request, {"detail": "; ".join(parts)[:500]}, status=422)


@api.exception_handler(PlayError)
def _refused(request: HttpRequest, error: PlayError) -> HttpResponse:
    return api.create_response(request, problem(error), status=error.status)
