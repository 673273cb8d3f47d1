"""Two things every request passes through: access checks, and the answer when the database fails.

Every request is counted against its rate (`rates.py`), and every address with a `game` in it goes through a private
table's door, so that a new page cannot forget it.
"""

from __future__ import annotations

import logging
import re
import sqlite3
from typing import Any

from django.db import DatabaseError, DataError, InterfaceError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin

from railhead.play.errors import PlayError
from railhead.site import limits, people, queries, rates, upgrades
from railhead.site.models import Game
from railhead.site.people import Person, holds, is_host, person

log = logging.getLogger("railhead.trouble")

INVITED = "invited"
MOST_INVITED = 50
OWN_DOOR = ("join", "api:join_game")
"""Addresses that receive the invitation with the form and check it themselves."""
PRIVATE = "This table is private. Ask the person who set it up for the link."
WRONG_TOKEN = "The token is not valid. Make a new one on your account page."
RETRY_AFTER = 5


def may_watch(game: Game, who: Person, invited: bool) -> bool:
    """Whether somebody may look at a table: online tables not open to all are private."""
    if game.kind != Game.ONLINE or game.public or who.staff or invited or is_host(game, who):
        return True
    return any(holds(seat, who) for seat in game.seats.all())


def _is_api(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")


def _recognise(request: HttpRequest) -> bool:
    """A caller with a token is identified right away; False for a token that belongs to nobody."""
    kind, _, secret = request.headers.get("Authorization", "").partition(" ")
    if kind.lower() != "bearer" or not secret or not _is_api(request):
        return True
    user = people.by_token(secret.strip())
    if user is not None:
        request.user = request.token_user = user
    return user is not None


def _invited(request: HttpRequest, game: Game, shown: str) -> bool:
    """Whether somebody holds the invitation; anybody who opens its link is remembered."""
    known = request.session.get(INVITED, [])
    if shown and shown == game.invite:
        if game.pk not in known:
            request.session[INVITED] = [*known, game.pk][-MOST_INVITED:]
        return True
    return game.pk in known


class PrivateTables(MiddlewareMixin):
    """Turns away callers who ask too often or have a wrong token, and strangers at private tables."""

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: dict[str, Any]) -> HttpResponse | None:
        """Check an incoming request."""
        match = request.resolver_match
        if match is None:
            return None
        known = _recognise(request)
        counted = rates.counted_as(request, match.view_name)
        if counted is not None:
            try:
                limits.check(request, *counted)
            except PlayError as error:
                return error_response(request, str(error), error.status)
        if not known:
            return error_response(request, WRONG_TOKEN, 401)
        game_id = kwargs.get("game")
        if not isinstance(game_id, str):
            return None
        game = queries.game_with_seats(game_id)
        if game is None:
            return None  # the view says so
        invited = _invited(request, game, str(kwargs.get("invite") or request.GET.get("invite", "")))
        own_door = match.view_name in OWN_DOOR and request.method == "POST"
        if not own_door and not may_watch(game, person(request), invited):
            return error_response(request, PRIVATE, 403)
        if upgrades.is_due(game):
            upgrades.check(game)
        else:
            request.table = game  # the view need not read it again
        return None


def error_response(request: HttpRequest, message: str, status: int) -> HttpResponse:
    """A sentence, as the caller can read it: JSON, a notice on the page, or a page."""
    if _is_api(request):
        return JsonResponse({"detail": message}, status=status)
    template = "railhead/parts/notice.html" if getattr(request, "htmx", False) else "railhead/problem.html"
    return render(request, template, {"message": message, "status": status}, status=status)


FULL = re.compile(r"database or disk is full|disk I/O error|no space left|could not extend|disk full", re.I)
READ_ONLY = re.compile(r"readonly|read-only", re.I)
BUSY = re.compile(r"locked|timeout|too many (clients|connections)|remaining connection slots", re.I)
KEPT = "This request changed nothing; every confirmed move is safe."


def sentence(error: BaseException) -> str:
    """What a person is told about a database that fails."""
    text = str(error)
    if FULL.search(text):
        return f"The server is out of disk space. {KEPT} Its administrator must free some; then try again."
    if READ_ONLY.search(text):
        return f"The server's database is read-only at the moment. {KEPT} You can look around; try to move later."
    if BUSY.search(text):
        return f"The database is too busy to answer in time. {KEPT} Try again in a moment."
    return f"The database is not responding. {KEPT} Try again in a moment."


UNFIT = "Something in the request cannot be stored: an invalid character, or a number or text that is too long."


def is_unfit(error: BaseException) -> bool:
    """Whether the database refuses a value that somebody sent."""
    if isinstance(error, (DataError, OverflowError)):
        return True
    return isinstance(error, ValueError) and "NUL" in str(error)


def is_trouble(error: BaseException | None) -> bool:
    """Whether the database is at fault and not our code."""
    if isinstance(error, (sqlite3.OperationalError, InterfaceError)):
        return True
    name = type(error).__name__
    return isinstance(error, DatabaseError) and name in ("OperationalError", "InternalError", "DatabaseError")


def refresh_pool() -> None:
    """Replace pooled connections that the database dropped, so that one failure is not followed by others."""
    pool = getattr(connection, "pool", None)
    if pool is not None:
        connection.close()
        pool.check()


def trouble(request: HttpRequest, error: BaseException) -> HttpResponse:
    """The answer while the database fails: 503, what is wrong, and when to come back."""
    match = request.resolver_match
    facts = {"why": type(error).__name__, "game": match.kwargs.get("game", "") if match is not None else ""}
    log.error("the database fails: %s", str(error).strip().partition("\n")[0], extra={"railhead": facts})
    refresh_pool()
    if _is_api(request):
        response: HttpResponse = JsonResponse({"detail": sentence(error)}, status=503)
    else:
        part = bool(request.headers.get("HX-Request"))
        again = request.method == "GET"
        response = HttpResponse(_notice(sentence(error)) if part else _page(sentence(error), again), status=503)
    response["Retry-After"] = str(RETRY_AFTER)
    response["Cache-Control"] = "no-store"
    return response


def _notice(message: str) -> str:
    return f'<div id="notice" hx-swap-oob="true" role="alert"><p>{message}</p></div>'


def _page(message: str, again: bool) -> str:
    """A page that needs no database: no session, no preferences; a page that was only viewed reloads itself."""
    refresh = f'<meta http-equiv="refresh" content="{RETRY_AFTER}">' if again else ""
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f'{refresh}<title>Railhead: one moment</title><main id="notice" role="alert"><h1>One moment</h1>'
        f'<p>{message}</p><p><a href="/">Back to the tables</a></p></main></html>'
    )


class DatabaseFailures(MiddlewareMixin):
    """Says what is wrong when the database fails in a view or in the layers around it."""

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """A fault in a view."""
        if is_unfit(error):
            return error_response(request, UNFIT, 400)
        return trouble(request, error) if is_trouble(error) else None
