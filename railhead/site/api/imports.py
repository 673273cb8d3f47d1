"""Importing and exporting by program."""

from typing import Any

from django.http import HttpRequest
from ninja import File, Router, Schema, Status
from ninja.files import UploadedFile

from railhead.site import importing
from railhead.site.api.schemas import REFUSED
from railhead.site.limits import limited
from railhead.site.models import Import
from railhead.site.people import person, remembered

router = Router(tags=["imports"])


class ImportOut(Schema):
    """How far an import has got; when it is done, the table and anything notable about the game."""

    id: str
    name: str
    status: str
    done: int
    total: int
    message: str
    game: str | None


def _out(row: Import) -> dict[str, Any]:
    return {
        "id": row.pk,
        "name": row.name,
        "status": row.status,
        "done": row.done,
        "total": row.total,
        "message": row.message,
        "game": row.game_id,
    }


@router.post("/imports", response={202: ImportOut, **REFUSED})
@limited("import")
def begin(request: HttpRequest, file: File[UploadedFile]) -> Any:
    """Import a Railhead record or a game from 18xx.games. It is read in the background: poll for progress."""
    row = importing.begin(remembered(request), str(file.name)[:80], file.read(importing.LARGEST_FILE + 1))
    return Status(202, _out(importing.wait(row)))


@router.get("/imports/{row}", response={200: ImportOut, **REFUSED})
def look(request: HttpRequest, row: str) -> Any:
    """How far an import has got."""
    return _out(importing.find(row, person(request)))
