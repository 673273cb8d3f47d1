"""Continuing under new rules once all players of a game agree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from railhead.play.errors import NotYourSeat
from railhead.site import bots, seating, upgrades
from railhead.site.page import fragments
from railhead.site.people import person, seats_of
from railhead.site.table_view import table_view
from railhead.site.views.common import with_error_responses

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


@require_POST
@with_error_responses
def agree(request: HttpRequest, game: str) -> HttpResponse:
    """Agree to continue under the new rules."""
    row = seating.find(game)
    if not seats_of(row, person(request)):
        raise NotYourSeat("Only the players at a table can agree to its rules.")
    upgrades.agree(row, person(request))
    fresh = seating.find(game)
    bots.wake(fresh)
    if not getattr(request, "htmx", False):
        return redirect("table", game=game)
    return fragments(request, table_view(request, game, row=fresh))
