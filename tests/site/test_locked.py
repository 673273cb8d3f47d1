"""A table that an admin has locked can be looked at, and nothing there can be changed."""

from __future__ import annotations

from typing import Any

import pytest
from sites import api
from typer.testing import CliRunner

from railhead.site.models import Game, Message


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch) -> Any:
    """`railhead admin` on the database of the tests."""
    from railhead.cli import administration

    monkeypatch.setattr(administration, "_ready", lambda database: None)
    return lambda *words: CliRunner().invoke(administration.app, list(words))


def test_a_locked_table(ann: Any, somebody: Any, command: Any) -> None:
    seats = [{"name": "Ann"}, {"name": ""}]
    game = api(ann, "POST", "/games", {"title": "1889", "seats": seats, "kind": "online", "public": True}).json()[
        "id"
    ]
    bob = somebody()
    assert command("lock-table", game).output == f"Table {game} is locked.\n"
    assert "locked" in command("tables").output
    refused = api(bob, "POST", f"/games/{game}/join", {"name": "Bob"})
    assert refused.status_code == 422
    assert "locked this table" in refused.json()["detail"]
    assert ann.get(f"/api/v1/games/{game}").status_code == 200
    assert command("unlock-table", game).output == f"Table {game} can continue.\n"
    assert api(bob, "POST", f"/games/{game}/join", {"name": "Bob"}).status_code == 200
    command("lock-table", game)
    table = Game.objects.get(pk=game)
    mover = {"p1": ann, "p2": bob}[table.awaited]
    move = {"seq": table.version, "move": "bid private=A price=20"}
    before = table.version
    assert api(mover, "POST", f"/games/{game}/moves", move).status_code == 422
    assert api(mover, "POST", f"/games/{game}/messages", {"text": "hello"}).status_code == 422
    assert Game.objects.get(pk=game).version == before
    assert not Message.objects.filter(game_id=game).exists()
    command("unlock-table", game)
    assert api(mover, "POST", f"/games/{game}/moves", move).status_code == 200
