"""What the views share: errors as pages and notices, and answers to htmx."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render

from railhead.play.errors import Illegal, NoSuchGame, PlayError
from railhead.site import queries, seating
from railhead.site.sentences import refusal_text
from railhead.site.store import store

if TYPE_CHECKING:
    from collections.abc import Callable

    from railhead.site.models import Game


def table_of(request: HttpRequest, game_id: str) -> Game:
    """The game that a request is about, as it was read at the door (see `guard.py`) or read now."""
    found: Game | None = getattr(request, "table", None)
    return found if found is not None and found.pk == game_id else seating.find(game_id)


def after_change(row: Game) -> Game:
    """The game as it is after a move: what was written is known; only after a race is the row read again."""
    columns = store.last_change(row.pk, row.version).columns
    if columns:
        for name, value in columns.items():
            setattr(row, name, value)
        return row
    fresh = queries.game_alone(row.pk)
    if fresh is None:
        raise NoSuchGame("The table was deleted.")
    queries.seat_down(fresh, list(row.seats.all()))
    return fresh


def message_of(error: PlayError) -> str:
    """What a person is told."""
    return refusal_text(error.state, error.refusal) if isinstance(error, Illegal) else str(error)


def error_response(request: HttpRequest, error: PlayError) -> HttpResponse:
    """An error as a notice on the page, or as a page of its own."""
    facts = {"message": message_of(error), "status": error.status, "refused": isinstance(error, Illegal)}
    template = "railhead/parts/notice.html" if getattr(request, "htmx", False) else "railhead/problem.html"
    return render(request, template, facts, status=error.status)


def with_error_responses(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A view whose play errors become answers."""

    @functools.wraps(view)
    def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except PlayError as error:
            return error_response(request, error)

    return answered


def with_json_errors(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A view for scripts: play errors become a message in JSON."""

    @functools.wraps(view)
    def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except PlayError as error:
            return JsonResponse({"message": message_of(error)}, status=error.status)

    return answered
