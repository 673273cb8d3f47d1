"""A full disk, a database that cannot be written, a clock that jumps: clear words, no harm, and on as before."""

from __future__ import annotations

import resource
import time
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from players import Table
from rig import Caller, Server
from sites import api, browser, lay_database, new_game, play_on

from railhead.core.engine import actors, legal_moves
from railhead.core.moves import to_plain, to_text
from railhead.core.text import fingerprint
from railhead.play.errors import Stale
from railhead.play.timeline import Timeline
from railhead.site import seating
from railhead.site.store import games, store


def test_a_full_disk_is_said_and_nothing_is_lost(tmp_path: Path) -> None:
    with Server(lay_database(tmp_path)) as server:
        table = Table(Caller(server.port), "1889", 3, 3).begin()
        for _ in range(5):
            table.step()
        move = table.pick()
        assert move is not None
        process = server.pids()[0]
        resource.prlimit(process, resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
        refused = table.post(table.caller, move, "again")
        assert refused.status == 503
        assert "out of disk space" in refused.json["detail"]
        assert refused.headers["Retry-After"]
        page = table.caller.form(f"/t/{table.id}/move/", seq=5, move=to_text(move))
        assert page.status == 503
        assert b"out of disk space" in page.body
        assert table.caller.get(f"/api/games/{table.id}/position").json["version"] == 5
        resource.prlimit(process, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        done = table.post(table.caller, move, "again")
        assert done.status == 200
        table._made(move, "again", done.json)
        table.step()
        table.verify(table.caller)


@pytest.fixture
def query_only() -> Any:
    """A database that takes no changes while the test says so."""

    def switch(on: bool) -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA query_only = {'ON' if on else 'OFF'}")

    yield switch
    switch(False)


def test_a_read_only_database_is_said_and_can_be_looked_at(query_only: Any) -> None:
    ann = browser()
    game = new_game(ann)
    play_on(game, 3)
    query_only(True)
    refused = api(ann, "POST", f"/games/{game}/moves", {"seq": 3, "move": "p1 pass"})
    assert refused.status_code == 503
    assert "is read-only" in refused.json()["detail"]
    assert api(ann, "GET", f"/games/{game}/position").json()["version"] == 3
    assert ann.get(f"/t/{game}/").status_code == 200
    query_only(False)
    play_on(game, 5)
    assert api(ann, "GET", f"/games/{game}/position").json()["version"] == 5


def test_a_move_that_could_not_be_committed_is_not_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    game = new_game(browser())
    play_on(game, 4)
    head, state = games.now(game)
    one, other = list(legal_moves(state))[:2]

    def full(*_: Any) -> None:
        raise OSError("no room")

    monkeypatch.setattr(seating, "list_line", full)
    with pytest.raises(OSError, match="no room"):
        seating.submit(game, head.version, one, actors(state))
    monkeypatch.undo()
    # Another process makes another move of that number; this one must not take its own failed one for it.
    elsewhere = type(games)(store)
    elsewhere.submit(game, head.version, other, seats=actors(state))
    assert games.now(game)[0].version == head.version + 1
    assert fingerprint(games.now(game)[1]) == fingerprint(Timeline(store).at(game, 5))


@pytest.mark.parametrize("jump", [-86400.0 * 400, 86400.0 * 400])
def test_a_clock_that_jumps_changes_no_order(jump: float, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = browser()
    game = new_game(ann)
    play_on(game, 4)
    now = time.time
    monkeypatch.setattr(games, "clock", lambda: now() + jump)
    play_on(game, 8)
    monkeypatch.undo()
    play_on(game, 12)
    log = api(ann, "GET", f"/games/{game}/moves").json()
    assert [line["number"] for line in log] == list(range(1, 13))
    assert fingerprint(games.now(game)[1]) == fingerprint(Timeline(store).at(game, 12))
    with pytest.raises(Stale):
        seating.submit(game, 3, to_plain(next(legal_moves(games.now(game)[1]))), ("p1", "p2", "p3"))


def test_the_database_that_does_not_answer_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    from django.db import OperationalError

    def away(*_: Any, **__: Any) -> Any:
        raise OperationalError("connection refused")

    ann = browser(raise_request_exception=False)
    assert ann.get("/healthz").json() == {"ok": True}
    monkeypatch.setattr(connection, "cursor", away)
    health = ann.get("/healthz")
    assert health.status_code == 503
    assert health.json()["ok"] is False
    page = ann.get("/")
    assert page.status_code == 503
    assert b"is not responding" in page.content
