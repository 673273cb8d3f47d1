"""Talking at the table, and notes for oneself."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from railhead.site import chat, seating
from railhead.site.chat_parts import messages_part
from railhead.site.parts import changed
from railhead.site.people import person, remembered, seats_of
from railhead.site.views.common import with_error_responses


@with_error_responses
def chat_messages(request: HttpRequest, game: str) -> HttpResponse:
    """Post a message, or read the chat."""
    row = seating.find(game)
    if request.method == "POST":
        who = person(request)
        chat.say(row, who, seats_of(row, who), request.POST.get("text", ""))
        if not getattr(request, "htmx", False):
            return redirect("table", game=game)
    return HttpResponse(changed([messages_part(row)], {}))


@require_POST
@with_error_responses
def note(request: HttpRequest, game: str) -> HttpResponse:
    """Save somebody's own notes."""
    chat.keep_note(seating.find(game), remembered(request), request.POST.get("note", ""))
    return HttpResponse(status=204)
