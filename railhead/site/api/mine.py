"""What concerns the caller: who they are, their tables, and where it is their turn."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from ninja import Router

from railhead.play.errors import NotYourSeat
from railhead.site.api.schemas import REFUSED, MeOut
from railhead.site.api.tables import table_facts
from railhead.site.models import Game
from railhead.site.people import person
from railhead.site.streams import open_account_stream

router = Router()
MOST_LISTED = 50
STREAM = {
    "responses": {
        200: {
            "description": "Events `hello`, `challenge`, `turn` and `over`, for as long as you listen.",
            "content": {
                "text/event-stream": {
                    "schema": {"type": "string"},
                    "example": 'event: challenge\ndata: {"game": "abc", "title": "1889"}\n\n'
                    'event: turn\ndata: {"game": "abc", "version": 8}\n\n',
                }
            },
        },
    }
}


@router.get("/me", response={200: MeOut, **REFUSED}, tags=["tables"])
def me(request: HttpRequest) -> Any:
    """Who I am, my tables, where it is my turn, and which public tables are waiting for players."""
    who = person(request)
    mine = Game.objects.filter(
        who.mine("seats__user_id", "seats__visitor") | who.mine("host_user_id", "host_visitor")
    )
    tables = [table_facts(request, game) for game in _newest(mine)]
    own = {table["id"] for table in tables}
    waiting = Game.objects.filter(public=True, kind=Game.ONLINE, status=Game.OPEN).exclude(pk__in=own)
    return {
        "name": request.user.get_username() if who.user_id else "",
        "guest": not who.user_id,
        "games": tables,
        "awaited": [
            table["id"]
            for table in tables
            if any(seat["mine"] and seat["seat"] in table["awaited"] for seat in table["seats"])
        ],
        "open": [table_facts(request, game) for game in _newest(waiting)],
    }


@router.get("/me/events", response={200: Any, **REFUSED}, tags=["tables"], openapi_extra=STREAM)
def my_events(request: HttpRequest) -> HttpResponse:
    """What is waiting for my account, as server-sent events: tables to join, and turns at all my tables."""
    who = person(request)
    if not who.user_id:
        raise NotYourSeat("Only an account has a stream of its own. Send its token.")
    return open_account_stream(who.user_id)


def _newest(found: Any) -> Any:
    return found.distinct().order_by("-moved").prefetch_related("seats")[:MOST_LISTED]
