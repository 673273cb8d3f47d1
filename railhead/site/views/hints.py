"""Advice for a player who has to act and asks for it."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from django.shortcuts import render
from django.views.decorators.http import require_POST

from railhead.core.engine import actors
from railhead.play.errors import NotYourSeat
from railhead.site import bots, choices
from railhead.site.table_view import table_view
from railhead.site.views.common import with_error_responses

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


@require_POST
@with_error_responses
def hint(request: HttpRequest, game: str) -> HttpResponse:
    """What a strong player would do now, and why; for the holder of the seat alone."""
    now = table_view(request, game, base=True)
    if not now.mine:
        raise NotYourSeat("You are only watching this table; hints are for its players.")
    seat = next((name for name in actors(now.state) if name in now.mine), "")
    found = bots.hint(now.game, now.state, seat, now.who.share)
    facts = {
        "game": now.game,
        "view": now,
        "adviser": bots.ADVISER.title(),
        "hint": choices.choice(now.state, found.move),
        "why": found.why,
        "key": secrets.token_urlsafe(12),
    }
    whole = "railhead/parts/hint.html" if getattr(request, "htmx", False) else "railhead/hint.html"
    return render(request, whole, facts)
