"""Who stands before which door: the roles, the addresses, and how a request is made for each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver
from sites import api, browser

ROLES = ("anonymous", "player", "other", "spectator", "host", "admin")
PASSWORD = "a-long-railway-word"


def account(name: str, **more: Any) -> Any:
    """Somebody with an account, logged in."""
    from django.contrib.auth import get_user_model

    users = get_user_model().objects
    found = users.filter(username=name).first() or users.create_user(name, password=PASSWORD, **more)
    client = browser(raise_request_exception=False)
    client.force_login(found, backend="django.contrib.auth.backends.ModelBackend")
    return client


class Scene:
    """A private table on-line with three players, and everybody who might knock."""

    def __init__(self) -> None:
        self.host, self.player, self.third = account("hosting"), account("playing"), account("third")
        data = {"title": "1889", "kind": "online", "seed": 3, "seats": [{"name": "H"}, {"name": "P"}, {"name": "T"}]}
        made = api(self.host, "POST", "/games", data).json()
        self.game, self.invite = made["id"], made["invite"]
        for who in (self.player, self.third):
            answer = api(who, "POST", f"/games/{self.game}/join", {"name": "X", "invite": self.invite})
            assert answer.status_code == 200, answer.content
        self.anonymous = browser(raise_request_exception=False)
        self.other = account("passing")
        self.spectator = browser(raise_request_exception=False)
        assert self.spectator.get(f"/t/{self.game}/join/{self.invite}/").status_code == 200
        self.admin = account("governing", is_staff=True, is_superuser=True)
        self.row = _import_of("hosting", self.game)

    def values(self) -> dict[str, str]:
        """What stands for the parts of an address."""
        return {
            "game": self.game,
            "invite": "wrong",
            "title": "1889",
            "hex_id": "I4",
            "what": "figures.csv",
            "version": "0",
            "row": self.row,
            "company": "AR",
            "signed": "wrong",
            "uidb64": "wrong",
            "token": "wrong",
            "object_id": self.game,
            "id": "1",
            "content_type_id": "1",
            "app_label": "railhead",
            "url": "nowhere",
        }


def _import_of(name: str, game: str) -> str:
    """An import that has ended, of somebody with an account."""
    from django.contrib.auth import get_user_model

    from railhead.site.models import Import

    owner = get_user_model().objects.get(username=name)
    row = Import.objects.create(name="game.json", status=Import.DONE, message="Odd", game_id=game, host_user=owner)
    return str(row.pk)


def addresses(values: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Every address of the site: its name and a path to it."""
    yield from _leaves(get_resolver(), "/", "", values)


def _leaves(resolver: URLResolver, prefix: str, space: str, values: dict[str, str]) -> Iterator[tuple[str, str]]:
    for part in resolver.url_patterns:
        route = prefix + _filled(str(part.pattern), values)
        if isinstance(part, URLResolver):
            inner = f"{space}{part.namespace}:" if part.namespace else space
            yield from _leaves(part, route, inner, values)
        elif isinstance(part, URLPattern):
            yield f"{space}{part.name or part.pattern}", route


def _filled(route: str, values: dict[str, str]) -> str:
    route = re.sub(r"\(\?P<(\w+)>[^)]*\)", r"<\1>", route).replace("^", "").replace("$", "").replace("\\", "")
    return re.sub(r"<(?:\w+:)?(\w+)>", lambda found: values[found[1]], route)


def ask(client: Any, method: str, path: str, body: Any = None) -> int:
    """The status of one request."""
    if path.startswith("/api/") and method != "GET":
        return int(client.generic(method, path, _json(body), content_type="application/json").status_code)
    if method == "GET":
        return int(client.get(path).status_code)
    return int(client.post(path, body or {}).status_code)


def _json(body: Any) -> bytes:
    import json

    return json.dumps(body or {}).encode()
