"""Importing a game: the upload, and the page that shows its progress."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from railhead.play.errors import Malformed, NotPossible
from railhead.site import importing
from railhead.site.models import Import
from railhead.site.people import person, remembered
from railhead.site.views.common import with_error_responses

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


@require_POST
@with_error_responses
def upload(request: HttpRequest) -> HttpResponse:
    """A record or an export of 18xx.games, as a table of my own."""
    file = request.FILES.get("file")
    if file is None:
        raise Malformed("Choose a file, or drop one on the page.")
    if file.size > importing.LARGEST_FILE:
        most = importing.LARGEST_FILE // 2**20
        facts = {"message": f"The file is too big: at most {most} MB.", "status": 413}
        return render(request, "railhead/problem.html", facts, status=413)
    row = importing.begin(remembered(request), str(file.name)[:80], file.read())
    return shown(request, importing.wait(row))


@require_safe
@with_error_responses
def progress(request: HttpRequest, row: str) -> HttpResponse:
    """How far an import has got; the page polls until it has finished."""
    return shown(request, importing.find(row, person(request)), here=True)


def shown(request: HttpRequest, row: Import, here: bool = False) -> HttpResponse:
    """The table of a successful import, what went wrong, or how far it has got."""
    if row.status == Import.DONE and row.game_id:
        return redirect("table", game=row.game_id)
    if row.status == Import.FAILED:
        facts = {"message": row.message, "status": NotPossible.status}
        return render(request, "railhead/problem.html", facts, status=NotPossible.status)
    if not here:
        return redirect("import-progress", row=row.pk)
    percent = 100 * row.done // row.total if row.total else 0
    return render(request, "railhead/import.html", {"row": row, "percent": min(percent, 99)})
