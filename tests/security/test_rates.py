"""Every address has a rate, or a line that says why it needs none; a new page without one fails here."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from doors import Scene, addresses
from sites import api, browser, new_game, play_on

from railhead.site import exporting, limits, rates
from railhead.site.api import app
from railhead.site.store import games

REFUSED_BEFORE = (301, 302, 403, 404, 405)
"""What may come instead of 429 where nothing is done: no such method, a redirect to the login, no such page."""


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> limits.Limiter:
    """Counts as they are in earnest, beginning at zero."""
    monkeypatch.delenv("RAILHEAD_UNLIMITED")
    found = limits.Limiter(limits.CountsInFile(tmp_path / "rates"))
    monkeypatch.setattr(limits, "limiter", lambda: found)
    return found


@pytest.fixture(scope="module")
def scene() -> Scene:
    return Scene()


def asked(client: Any, method: str, path: str) -> int:
    if path.startswith("/api/") and method == "POST":
        return int(client.post(path, {}, content_type="application/json").status_code)
    return int(client.generic(method, path).status_code)


@pytest.mark.usefixtures("counts")
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_every_address_is_limited_or_listed_as_cheap(
    scene: Scene, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With nothing allowed any more, everything answers 429 but what is cheap."""
    monkeypatch.setattr(limits, "PER_MINUTE", dict.fromkeys(limits.PER_MINUTE, 0))
    values = scene.values() | {"invite": scene.invite}
    open_doors = []
    for name, path in addresses(values):
        status = asked(scene.host, method, path)
        if name in rates.CHEAP:
            assert status != 429, name
        elif method != "GET" and name.startswith("api:"):
            if status not in (*REFUSED_BEFORE, 400, 415, 422, 429):
                open_doors.append((name, status))
        elif status != 429:
            open_doors.append((name, status))
    assert not open_doors


OPERATIONS = [
    ("POST", "/games", {"title": "1889", "seats": [{"name": "A"}, {"name": "B"}]}),
    ("POST", "/games/{game}/join", {"name": "X"}),
    ("POST", "/games/{game}/leave", {}),
    ("POST", "/games/{game}/stand-in", {"number": 1, "bot": "clerk"}),
    ("POST", "/games/{game}/messages", {"text": "hello"}),
    ("POST", "/games/{game}/check", {"move": "p1 pass"}),
    ("POST", "/games/{game}/moves", {"seq": 0, "move": "p1 pass"}),
    ("POST", "/games/{game}/undo", {"seq": 0}),
    ("POST", "/games/{game}/redo", {"seq": 0}),
    ("POST", "/games/{game}/hint", {}),
    ("POST", "/games/{game}/rules", {}),
    ("POST", "/games/{game}/program", {"seat": "p1", "kind": "pass"}),
    ("DELETE", "/games/{game}", {}),
]


@pytest.mark.usefixtures("counts")
def test_every_operation_of_the_api_is_limited(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """A body in the right form reaches the operation, which is where the API counts."""
    from railhead.site.api.app import api as described

    monkeypatch.setattr(limits, "PER_MINUTE", dict.fromkeys(limits.PER_MINUTE, 0))
    for method, path, body in OPERATIONS:
        answer = api(scene.host, method, path.format(game=scene.game), body)
        assert answer.status_code == 429, path
        assert answer["Content-Type"] == "application/problem+json"
        assert answer.json()["detail"] == limits.OFTEN
    tried = {(method.lower(), f"/api{path}") for method, path, _ in OPERATIONS} | UPLOADS
    changing = {
        (method, path)
        for path, operations in described.get_openapi_schema()["paths"].items()
        for method in operations
        if method != "get"
    }
    assert {(method, path.replace("/v1/", "/")) for method, path in changing} == tried


UPLOADS = {("post", "/api/imports")}
"""Takes a file; counted like the form on the page, which the first test asks."""


def test_cheap_addresses_have_a_reason_and_exist(scene: Scene) -> None:
    there = {name for name, _ in addresses(scene.values())}
    assert set(rates.CHEAP) <= there
    assert all(len(why) > 10 for why in rates.CHEAP.values())
    assert set(rates.LOOKS) | set(rates.ACTS) <= there
    assert {*rates.LOOKS.values(), *rates.ACTS.values(), "page", "act"} <= set(limits.PER_MINUTE)


@pytest.mark.usefixtures("counts")
def test_looking_is_counted_by_person_and_by_address(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new session is free; an address is not. What everybody at an address may do is several people's share."""
    monkeypatch.setitem(limits.PER_MINUTE, "look", 3)
    host = browser()
    game = new_game(host)
    path = f"/t/{game}/fan/I4/"
    assert [host.get(path).status_code == 429 for _ in range(4)] == [False, False, False, True]
    guests = [browser() for _ in range(4)]
    statuses = [guest.get(path).status_code for guest in guests for _ in range(3)]
    assert statuses[-4:] == [429] * 4  # twelve are a household's, four were the host's
    elsewhere = browser(REMOTE_ADDR="198.51.100.9")
    assert elsewhere.get(path).status_code != 429


@pytest.mark.usefixtures("counts")
@pytest.mark.parametrize("by", ["get", "post"])
def test_a_long_branch_counts_for_as_many_looks_as_it_costs(monkeypatch: pytest.MonkeyPatch, by: str) -> None:
    monkeypatch.setitem(limits.PER_MINUTE, "look", 10)
    host = browser()
    game = new_game(host)
    play_on(game, 40)
    moves = "[" + ",".join(entry.move for entry in games.store.live(game, 1, 40)) + "]"
    assert len(moves) > 2 * rates.TRIED_OUT
    times = 1 + len(moves) // rates.TRIED_OUT
    answers = [getattr(host, by)(f"/t/{game}/live/", {"branch": moves, "at": "0"}).status_code for _ in range(5)]
    assert answers.count(429) == 5 - 10 // times


def test_a_wrong_token_is_401_also_at_a_private_table(scene: Scene) -> None:
    for path in (f"/api/games/{scene.game}", f"/api/v1/games/{scene.game}/moves", "/api/me", "/api/games/nowhere"):
        answer = browser().get(path, headers={"Authorization": "Bearer wrong"})
        assert answer.status_code == 401, path
        assert answer["WWW-Authenticate"] == "Bearer"
        assert answer.json()["title"] == "Unauthorized"
    assert browser().get(f"/api/games/{scene.game}").status_code == 403


@pytest.mark.parametrize(
    ("path", "counted"),
    [
        ("/t/{}/", "page"),
        ("/t/{}/?at=1", "look"),
        ("/t/{}/live/?at=1", "look"),
        ("/t/{}/log/", "file"),
        ("/t/{}/file/figures.csv", "file"),
        ("/t/{}/file/18xx.json", "export"),
        ("/api/v1/games/{}/export", "export"),
    ],
)
def test_what_costs_more_is_counted_apart(path: str, counted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An earlier position has to be found, a log to be written from the start, an export to be played again."""
    client = browser()
    game = new_game(client)
    play_on(game, 3)
    seen: list[str] = []
    monkeypatch.setattr(limits, "check", lambda _request, what, _times=1: seen.append(what))
    client.get(path.format(game))
    assert seen == [counted]


def test_an_export_is_made_once_for_a_position(monkeypatch: pytest.MonkeyPatch) -> None:
    client = browser()
    game = new_game(client)
    made: list[str] = []
    real = exporting.export
    monkeypatch.setattr(exporting, "export", lambda *of: made.append(game) or real(*of))
    play_on(game, 3)
    answers = {client.get(f"/t/{game}/file/18xx.json").content for _ in range(3)}
    answers.add(client.get(f"/api/v1/games/{game}/export").content)
    assert (len(made), len(answers)) == (1, 1)
    play_on(game, 4)
    assert client.get(f"/t/{game}/file/18xx.json").content not in answers
    assert len(made) == 2


def test_the_document_of_the_api_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not counted, so it must be cheap: making it took a second of the processor."""
    client = browser()
    first = client.get("/api/openapi.json").content
    monkeypatch.setattr(app, "with_moves", lambda *_: pytest.fail("made again"))
    assert client.get("/api/openapi.json").content == first
