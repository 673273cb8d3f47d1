"""The one form of every refusal of the API: problem details (RFC 9457), whoever refused.

    {"type": "about:blank", "title": "Conflict", "status": 409, "detail": "The game has moved on.", "version": 42}

`detail` is a sentence for people. Also used in front of Django, so nothing here imports Django.
"""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import Any

CONTENT_TYPE = "application/problem+json"
VERSIONED, PLAIN = "/api/v1/", "/api/"


def details(status: int, detail: str, **more: Any) -> bytes:
    """The body of a refusal."""
    found = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status, "detail": detail, **more}
    return json.dumps(found, ensure_ascii=False).encode()
