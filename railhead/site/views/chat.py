"""Talking at the table, and notes for oneself."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from railhead.site import limits, tables, talk
from railhead.site.people import person, remembered, seats_of
from railhead.site.views.common import answers


@answers
def said(request: HttpRequest, game: str) -> HttpResponse:
    """Say something, or see what was said."""
    row = tables.find(game)
    if request.method == "POST":
        limits.check(request, "chat")
        who = person(request)
        talk.say(row, who, seats_of(row, who), request.POST.get("text", ""))
        if not getattr(request, "htmx", False):
            return redirect("table", game=game)
    return render(
        request, "railhead/parts/said.html", {"game": row, "messages_said": list(row.messages.all())[-100:]}
    )


@require_POST
@answers
def note(request: HttpRequest, game: str) -> HttpResponse:
    """Keep what somebody writes down for themselves."""
    talk.keep_note(tables.find(game), remembered(request), request.POST.get("note", ""))
    return HttpResponse(status=204)
