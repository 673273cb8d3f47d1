"""Who may do what: a row for every address, so that a new one without a row fails."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from railhead.site.models import Game

# name: (parts of the address, posted, statuses for: stranger, player whose turn it is, another player)
OK, GO, NOTHING, NO, MISSING, METHOD, REFUSED, LOGIN, BAD = 200, 302, 204, 403, 404, 405, 422, 302, 400
PASS = {"seq": "0", "move": '{"move":"pass","by":"p1"}'}
ROWS: dict[str, tuple[str, dict[str, str] | None, tuple[int, int, int]]] = {
    "home": ("/", None, (OK, OK, OK)),
    "new": ("/new/1889/", None, (OK, OK, OK)),
    "title-map": ("/titles/1889/map.svg", None, (OK, OK, OK)),
    "import": ("/import/", {}, (BAD, BAD, BAD)),
    "preferences": ("/preferences/", None, (OK, OK, OK)),
    "login": ("/login/", None, (OK, OK, OK)),
    "logout": ("/logout/", {}, (GO, GO, GO)),
    "register": ("/register/", None, (OK, OK, OK)),
    "account": ("/account/", None, (LOGIN, LOGIN, LOGIN)),
    "table": ("/t/{game}/", None, (OK, OK, OK)),
    "waiting": ("/t/{game}/waiting/", None, (GO, GO, GO)),
    "join": ("/t/{game}/join/", {"name": "Eve"}, (NO, REFUSED, NO)),
    "invitation": ("/t/{game}/join/wrong/", {"name": "Eve"}, (NO, REFUSED, NO)),
    "seat": ("/t/{game}/seat/", {"what": "replace", "number": "2"}, (NO, GO, NO)),
    "live": ("/t/{game}/live/", {"always": "1"}, (OK, OK, OK)),
    "log": ("/t/{game}/log/", None, (OK, OK, OK)),
    "move": ("/t/{game}/move/", PASS, (NO, GO, NO)),
    "branch": ("/t/{game}/branch/", {"what": "begin"}, (OK, OK, OK)),
    "undo": ("/t/{game}/undo/", {"seq": "0", "what": "undo"}, (NO, REFUSED, REFUSED)),
    "bargain": ("/t/{game}/bargain/", {"seq": "0", "price": "5"}, (REFUSED, REFUSED, REFUSED)),
    "program": ("/t/{game}/program/", {"seat": "p1", "kind": "none"}, (NO, GO, NO)),
    "place": ("/t/{game}/place/K4/", None, (OK, OK, OK)),
    "why": ("/t/{game}/why/", None, (OK, OK, OK)),
    "route": ("/t/{game}/route/", {}, (REFUSED, REFUSED, REFUSED)),
    "said": ("/t/{game}/said/", {"text": "hello"}, (NO, GO, GO)),
    "note": ("/t/{game}/note/", {"note": "mine"}, (NOTHING, NOTHING, NOTHING)),
    "stream": ("/t/none/stream/", None, (MISSING, MISSING, MISSING)),
    "file": ("/t/{game}/file/record.json", None, (OK, OK, OK)),
    "pictures": ("/pictures-x.css", None, (OK, OK, OK)),
    "healthz": ("/healthz", None, (OK, OK, OK)),
    "metrics": ("/metrics", None, (OK, OK, OK)),
    "api:openapi-json": ("/api/openapi.json", None, (OK, OK, OK)),
    "api:openapi-view": ("/api/docs", None, (OK, OK, OK)),
    "api:api-root": ("/api/", None, (MISSING, MISSING, MISSING)),
    "api:titles": ("/api/titles", None, (OK, OK, OK)),
    "api:list_games": ("/api/games", None, (OK, OK, OK)),
    "api:create_game": ("/api/games", {"title": "1830", "seats": []}, (REFUSED, REFUSED, REFUSED)),  # type: ignore[dict-item]
    "api:log": ("/api/games/{game}/moves", None, (OK, OK, OK)),
    "api:get_game": ("/api/games/{game}", None, (OK, OK, OK)),
    "api:join_game": ("/api/games/{game}/join", {"name": "Eve"}, (NO, REFUSED, NO)),
    "api:leave_game": ("/api/games/none/leave", {}, (MISSING, MISSING, MISSING)),
    "api:position": ("/api/games/{game}/position", None, (OK, OK, OK)),
    "api:legal": ("/api/games/{game}/legal", None, (OK, OK, OK)),
    "api:check": ("/api/games/{game}/check", {"move": "p1 pass"}, (NO, OK, NO)),
    "api:make_move": ("/api/games/{game}/moves", {"seq": 0, "move": "p1 pass"}, (NO, OK, NO)),  # type: ignore[dict-item]
    "api:undo": ("/api/games/{game}/undo", {"seq": 0}, (NO, REFUSED, REFUSED)),  # type: ignore[dict-item]
    "api:redo": ("/api/games/{game}/redo", {"seq": 0}, (NO, REFUSED, REFUSED)),  # type: ignore[dict-item]
    "api:program": ("/api/games/{game}/program", {"seat": "p1", "kind": "none"}, (NO, OK, NO)),
    "api:message": ("/api/games/{game}/messages", {"text": "hello"}, (NO, NOTHING, NOTHING)),
    "api:get_record": ("/api/games/{game}/record", None, (OK, OK, OK)),
}


def names(resolver: Any = None, prefix: str = "") -> set[str]:
    """The names of all addresses, the admin's aside."""
    found: set[str] = set()
    for pattern in (resolver or get_resolver()).url_patterns:
        if isinstance(pattern, URLResolver):
            if pattern.namespace != "admin":
                found |= names(pattern, f"{pattern.namespace}:" if pattern.namespace else prefix)
        elif isinstance(pattern, URLPattern) and pattern.name:
            found.add(prefix + pattern.name)
    return found


def test_every_address_has_a_row() -> None:
    assert names() - set(ROWS) == set()


@pytest.mark.parametrize("name", sorted(ROWS))
def test_access(somebody: Callable[[], Any], name: str) -> None:
    address, posted, wanted = ROWS[name]
    got = []
    for at in range(3):
        host, other, stranger = somebody(), somebody(), somebody()
        game = host.new_table("1889", 2, kind="online", name1="Ann")
        other.post(f"/t/{game}/join/{Game.objects.get(pk=game).invite}/", {"name": "Bob"})
        who = (stranger, host, other)[at]
        path = address.format(game=game)
        if posted is None:
            answer = who.get(path)
        elif path.startswith("/api/"):
            answer = who.post(path, posted, content_type="application/json")
        else:
            answer = who.post(path, posted)
        got.append(answer.status_code)
    assert tuple(got) == wanted


def test_the_admin_is_for_staff(ann: Any) -> None:
    assert ann.get("/admin/").status_code == 302
    assert ann.get("/admin/railhead/game/").status_code == 302
