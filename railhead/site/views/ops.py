"""For administrators: is the server healthy, and how busy is it."""

from __future__ import annotations

import sys

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from railhead.site import metrics
from railhead.site.guard import UNFIT, error_response, is_trouble, is_unfit, refresh_pool, trouble


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """200 when the database answers, 503 when it does not; a dropped connection does not count."""
    why = ""
    for _ in range(2):
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1")
                cursor.fetchone()
            return JsonResponse({"ok": True})
        except DatabaseError as error:
            refresh_pool()
            why = type(error).__name__
    return JsonResponse({"ok": False, "why": why}, status=503)


@require_safe
def metric_lines(request: HttpRequest) -> HttpResponse:
    """Counters in the form that Prometheus reads."""
    return HttpResponse(metrics.lines(), content_type="text/plain; version=0.0.4; charset=utf-8")


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """A page that is not there."""
    facts = {"message": "There is no such page. The link may be incomplete.", "status": 404}
    return render(request, "railhead/problem.html", facts, status=404)


def broken(request: HttpRequest) -> HttpResponse:
    """Something that should not happen; says so if the database is to blame."""
    error = sys.exc_info()[1]
    if error is not None and is_trouble(error):
        return trouble(request, error)
    if error is not None and is_unfit(error):
        return error_response(request, UNFIT, 400)
    facts = {
        "message": "Something broke on our side. Nothing you did was lost: every confirmed move is safe. "
        "Reload the page; if it happens again, tell the administrator of this server.",
        "status": 500,
    }
    return render(request, "railhead/problem.html", facts, status=500)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form that did not come from our page."""
    facts = {
        "message": "This form was too old, or did not come from this site. Go back, reload the page and try again.",
        "status": 403,
    }
    return render(request, "railhead/problem.html", facts, status=403)
