"""The stream of news from a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railhead.site import seating
from railhead.site.streams import PAGE_KINDS, open_stream
from railhead.site.views.common import with_error_responses

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


@with_error_responses
def stream(request: HttpRequest, game: str) -> HttpResponse:
    """News as server-sent events: moved, seats, asked, chat. The page fetches what it shows."""
    return open_stream(request, seating.find(game), PAGE_KINDS)
