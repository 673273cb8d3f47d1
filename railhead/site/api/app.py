"""The API: everything that the pages do, for programs. Described at /api/docs."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.request import RawPostDataException
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError
from ninja.openapi.docs import Swagger
from ninja.security import APIKeyCookie, HttpBearer

from railhead.core.citing import citation
from railhead.play.errors import Illegal, Malformed, PlayError, Stale
from railhead.site import people
from railhead.site.api.move_shapes import with_moves
from railhead.site.api.position_shapes import with_positions
from railhead.site.api.problems import with_problems
from railhead.site.limits import PER_MINUTE
from railhead.site.problem_details import PLAIN, VERSIONED
from railhead.site.sentences import refusal_text


class WrongToken(PlayError):
    """A token that belongs to nobody."""

    status = 401


class Bearer(HttpBearer):
    """A token from the account page."""

    def authenticate(self, request: HttpRequest, token: str) -> Any:
        """The person whose token it is; a wrong token does not make a guest."""
        user = getattr(request, "token_user", None) or people.by_token(token)
        if user is None:
            raise WrongToken("The token is not valid. Make a new one on your account page.")
        request.user = user
        return user


class Anybody(APIKeyCookie):
    """Somebody without a session: may look at what is public, and start a table."""

    param_name = "sessionid"

    def __init__(self) -> None:
        super().__init__(csrf=True)

    def authenticate(self, request: HttpRequest, key: str | None) -> Any:
        """Admit everybody but the sender of an unreadable token, who would be a guest without knowing why."""
        form = request.headers.get("Authorization", "").partition(" ")[0].lower()
        if form not in ("", "basic"):  # a proxy in front of the site may ask for a password of its own
            raise WrongToken("The token is not readable. Send it as 'Authorization: Bearer TOKEN'.")
        return people.person(request)


class RailheadAPI(NinjaAPI):
    """The API, with the shapes of moves, positions and refusals in its description."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self._documents: dict[str, Any] = {}

    def get_openapi_schema(self, **more: Any) -> Any:
        """The OpenAPI file, made once for a process: that takes as long as a hundred moves."""
        key = repr(sorted(more.items()))
        if key not in self._documents:
            self._documents[key] = self._document(**more)
        return self._documents[key]

    def _document(self, **more: Any) -> Any:
        document = with_problems(with_positions(with_moves(super().get_openapi_schema(**more))))
        document["paths"] = {path.replace(PLAIN, VERSIONED, 1): it for path, it in document["paths"].items()}
        return document

    def get_openapi_operation_id(self, operation: Any) -> str:
        """The name that generated clients use: that of `games` even for what has moved to `tables`."""
        return super().get_openapi_operation_id(operation).replace("_api_tables_", "_api_games_")


DESCRIPTION = """\
Tables, moves and positions of 18xx games, at `/api/v1/`.

**Tokens.** Make one on your account page and send it as `Authorization: Bearer TOKEN`. A wrong one is 401.

**Moves.** A move names the version of the game it was made for (`seq`). 409 means the game has moved on: nothing
was changed. 422 means that the rules refuse the move; the answer cites the section. With a `key`, a request that is
sent again gets the original answer.

**Streams.** `/games/{game}/events` sends server-sent events: `position`, `moves`, `turn`, `chat`. Each says that
there is something new; fetch what you want to know.

**Refusals** have one form: problem details (RFC 9457), with a sentence in `detail`.

**Limits** a minute for each account: LIMITS. Beyond them the answer is 429 with `Retry-After`.
"""

api = RailheadAPI(
    title="Railhead",
    version="1",
    description=DESCRIPTION.replace("LIMITS", ", ".join(f"{what} {number}" for what, number in PER_MINUTE.items())),
    auth=[Bearer(), Anybody()],
    docs=Swagger(settings={"persistAuthorization": True}),
    urls_namespace="api",
)


SHAPES = {"extra_forbidden": "there is no such field", "missing": "required, but missing"}
"""Plain words for what is most often wrong with a request; the rest is in the words of the validator."""


UNREADABLE = {
    400: "The body is not readable: it must be JSON, in UTF-8.",
    403: "Send a token as 'Authorization: Bearer TOKEN'. Without one, a change needs the CSRF token of a session.",
}
"""What is wrong with a request that reaches no operation."""


def problem(error: PlayError) -> dict[str, Any]:
    """An error as the API reports it."""
    found: dict[str, Any] = {"detail": str(error)}
    if isinstance(error, Malformed) and not str(error).endswith("."):
        found["detail"] = f"{error}. /api/docs has the fields of every kind of move."
    if isinstance(error, Illegal):
        found["detail"] = refusal_text(error.state, error.refusal)
        found["rule"] = error.refusal.rule
        found["section"] = citation(error.state, error.refusal)
        found["facts"] = dict(error.refusal.facts)
    if isinstance(error, Stale):
        found["detail"] = (
            "The game is not at the version that you sent as `seq`, so nothing was changed; `version` is."
        )
        found["version"] = error.head.version
        if newer := getattr(error, "position", None):
            found["position"] = newer
    return found


@api.exception_handler(ValidationError)
def _misshapen(request: HttpRequest, error: ValidationError) -> HttpResponse:
    """What is wrong with a body or a query, in words, in the same form as every other refusal."""
    parts = []
    for one in error.errors[:5]:
        where = ".".join(str(step) for step in one.get("loc", ())[1:] if step != "data")
        words = SHAPES.get(one.get("type", ""), one.get("msg", "not readable"))
        parts.append(f"`{where}`: {words}" if where else f"The body: {words}")
    return api.create_response(request, {"detail": "; ".join(parts)[:500]}, status=422)


@api.exception_handler(HttpError)
def _unreadable(request: HttpRequest, error: HttpError) -> HttpResponse:
    """A body that is no JSON, or a session without its CSRF token."""
    return api.create_response(
        request, {"detail": UNREADABLE.get(error.status_code, str(error))}, status=error.status_code
    )


@api.exception_handler(RawPostDataException)
def _form(request: HttpRequest, error: RawPostDataException) -> HttpResponse:
    """A form in several parts where JSON is expected."""
    return api.create_response(request, {"detail": UNREADABLE[400]}, status=400)


@api.exception_handler(PlayError)
def _refused(request: HttpRequest, error: PlayError) -> HttpResponse:
    return api.create_response(request, problem(error), status=error.status)
