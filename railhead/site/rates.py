"""Which requests are counted against which rate.

Every address is counted: looking as "page" and acting as "act", unless a line below says otherwise. So a
new page cannot forget it. The API counts what changes something at its operations (`limits.limited`), and what is
only read here. `CHEAP` lists the few addresses that are not counted, and why.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from django.http import HttpRequest

SAFE = ("GET", "HEAD", "OPTIONS")

LOOKS = {
    "place": "look",
    "why": "look",
    "lays": "look",
    "fan": "look",
    "draft": "look",
    "past-run": "look",
    "log": "file",  # from the first move on
    "file": "file",
    "api:legal": "look",
    "api:get_record": "file",
    "api:get_export": "export",
    "api:log": "file",
    "api:make_move": "file",  # the same address as `log`; a move is counted at its operation
}
"""GET requests that cost more than a page."""

EXPORTS = ("18xx.json",)
"""Files for which a game is played again from its start."""

ACTS = {
    "new": "create",
    "import": "import",
    "copy": "import",
    "preferences": "prefer",
    "login": "login",
    "admin:login": "login",
    "password-change": "login",
    "admin:password_change": "login",
    "register": "register",
    "account": "account",
    "password-reset": "reset",
    "password_reset_confirm": "login",
    "join": "join",
    "invitation": "join",
    "seat": "join",
    "live": "look",
    "move": "move",
    "branch": "look",
    "undo": "move",
    "agree-rules": "move",
    "bargain": "move",
    "program": "move",
    "hint": "hint",
    "fan": "look",
    "draft": "look",
    "chat": "chat",
    "note": "note",
}
"""POST requests."""

CHEAP = {
    "healthz": "one statement; monitoring must get an answer even under load",
    "metrics": "figures in memory; asked by Prometheus every few seconds",
    "pictures": "one file, made once and cached for ever under its hash",
    "api:openapi-json": "made once for a process",
    "api:openapi-view": "a page without any data",
    "api:api-root": "answers 404",
}
"""Addresses that are not counted, and why that is safe."""

TRIED_OUT = 500
"""Characters of tried moves that count as one more look: some six moves, each of which is played."""


def counted_as(request: HttpRequest, name: str) -> tuple[str, int] | None:
    """The rate that a request is counted against, and how often; None if it is not counted here."""
    if name in CHEAP:
        return None
    asked: Any = request.GET
    if request.method in SAFE:
        what = LOOKS.get(name, "page")
        if what == "page" and "at" in asked:
            what = "look"  # an earlier position, which has to be found first
        if name == "file" and _file_of(request) in EXPORTS:
            what = "export"
    elif name.startswith("api:"):
        return None
    else:
        what, asked = ACTS.get(name, "act"), request.POST
    tried = len(asked.get("branch", "")) if name != "import" else 0
    if not tried:
        return what, 1
    return "look" if what == "page" else what, 1 + tried // TRIED_OUT


def _file_of(request: HttpRequest) -> str:
    match = request.resolver_match
    return str(match.kwargs.get("what", "")) if match is not None else ""
