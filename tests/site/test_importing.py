"""Bringing games in: what is stored, shown and exported, and what is refused."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from kit import shared
from sites import api
from typer.testing import CliRunner

from railhead.imports.actions import read_recording
from railhead.imports.reading import follow_all
from railhead.play.setup import record
from railhead.record.games import to_json
from railhead.site import importing, seating
from railhead.site.models import Entry, Game, Import
from railhead.site.people import Person as Who
from railhead.site.recordings import read_file
from railhead.site.store import games
from railhead.titles import title

SMALL = ("games", "1889", "hs_jmmljkbw_17502.game.json")
STOP = {"type": "end_game", "entity": 1, "entity_type": "player", "id": 2}
BID = {"type": "bid", "entity": 1, "entity_type": "player", "id": 1, "company": "TR", "price": 20}


def made(*actions: dict[str, Any], **more: Any) -> bytes:
    """A file of an 1889 game for two."""
    players = [{"id": 1, "name": "Ann"}, {"id": 2, "name": "Bob"}]
    return json.dumps({"title": "1889", "players": players, "actions": actions, **more}).encode()


def upload(somebody: Any, data: bytes, name: str = "game.json") -> Any:
    answer = somebody.post("/import/", {"file": SimpleUploadedFile(name, data)})
    return (
        somebody.get(answer["Location"]) if answer.status_code == 302 and "/import/" in answer["Location"] else answer
    )


def table_of(answer: Any) -> str:
    return str(answer["Location"]).strip("/").split("/")[1]


def test_the_table_keeps_what_was_followed(ann: Any, tmp_path: Path) -> None:
    """The site, `railhead replay --save` and the session give the same record, byte for byte."""
    from railhead.cli import build

    path = shared(*SMALL)
    session = follow_all(read_recording(path.read_bytes()), title("1889")).session
    kept = seating.import_game(Who(None, "v"), read_file(path.read_bytes(), path.name))
    saved = tmp_path / "saved.json"
    assert CliRunner().invoke(build(), ["replay", str(path), "--save", str(saved)]).exit_code == 0
    assert to_json(record(games, kept.pk)) == to_json(session.record()) == saved.read_bytes()
    games.timeline.forget()
    for number in (1, 30, len(session.steps)):
        assert games.at(kept.pk, number) == session.steps[number - 1].state


def test_a_game_ended_by_agreement_is_over(ann: Any) -> None:
    game = table_of(upload(ann, made(BID, STOP)))
    row = Game.objects.get(pk=game)
    assert row.status == Game.OVER
    assert json.loads(row.result)["reason"] == "stopped"
    assert "proposes to end the game" in ann.get(f"/t/{game}/log/").content.decode()


def test_few_statements() -> None:
    session = read_file(shared(*SMALL).read_bytes(), "game")
    with CaptureQueriesContext(
        connection,
    ) as made_here:
        seating.import_game(Who(None, "v"), session)
    assert len(made_here) <= 15


BAD = [
    (b'{"actions": [', "damaged"),
    (made(BID | {"price": 21}), "action 0 (id 1, bid)"),
    (made(BID, title="Monopoly"), "unknown title"),
    (made(BID, settings={"optional_rules": ["moon"]}), "the optional rule &#x27;moon&#x27; is not known"),
    (made(players=[{"id": 1, "name": "A" * 1_000_000}, {"id": 2, "name": "Bob"}]), "the name of player 1"),
    (made(players=[{"id": 1, "name": "Ann"}, {"id": 2, "name": "Bo\u202eb"}]), "the name of player 2"),
    (made(*[{"type": "undo", "id": n} for n in range(50_001)]), "at most 50000 are read"),
]


@pytest.mark.parametrize(("data", "word"), BAD, ids=range(len(BAD)))
def test_bad_files_leave_nothing(ann: Any, data: bytes, word: str) -> None:
    before = Game.objects.count(), Entry.objects.count()
    answer = upload(ann, data)
    assert answer.status_code == 422
    assert word in answer.content.decode()
    assert len(answer.content) < 20_000
    assert (Game.objects.count(), Entry.objects.count()) == before
    assert not bytes(Import.objects.latest("created").data)


def test_a_record_with_a_name_that_cannot_be_shown(ann: Any) -> None:
    game = table_of(upload(ann, made(BID)))
    raw = json.loads(to_json(record(games, game)))
    raw["seats"] = ["Ann", "B\u202eob"]
    raw["sums"] = {}
    assert upload(ann, json.dumps(raw).encode()).status_code == 422


def test_progress_can_be_left_and_come_back_to(ann: Any, somebody: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The request does not wait; the page shows how far it is, nobody else sees it, and it ends at the table."""
    monkeypatch.setattr(importing, "_start", lambda row: None)
    page = upload(ann, made(BID))
    assert "You can leave this page" in page.content.decode()
    row = Import.objects.latest("created")
    assert somebody().get(f"/import/{row.pk}/").status_code == 404
    importing.run(row.pk)
    answer = ann.get(f"/import/{row.pk}/")
    assert table_of(answer) == Import.objects.get(pk=row.pk).game_id


def test_an_abandoned_import_is_gone_on_with(ann: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "_start", lambda row: None)
    upload(ann, made(BID))
    row = Import.objects.latest("created")
    Import.objects.filter(pk=row.pk).update(status=Import.RUNNING, touched=row.touched - timedelta(minutes=5))
    monkeypatch.setattr(importing, "_start", importing.run)
    ann.get(f"/import/{row.pk}/")
    assert Import.objects.get(pk=row.pk).status == Import.DONE


def test_the_summary_and_the_remark_on_its_move(ann: Any) -> None:
    """314: one run passes a city that is full of other companies' stations."""
    data = shared("games", "1889", "314.game.json").read_bytes()
    answer = ann.post("/import/", {"file": SimpleUploadedFile("314.json", data)})
    row = Import.objects.latest("created")
    importing.wait(row, 60)
    page = ann.get(f"/import/{row.pk}/").content.decode()
    assert "1 run kept for what was recorded (move 367)" in page
    row.refresh_from_db()
    (said,) = Entry.objects.filter(game_id=row.game_id).exclude(why="")
    assert said.number == 367
    assert "I2" in said.why or "blocked" in said.move
    assert answer.status_code == 302


def test_by_program(ann: Any) -> None:
    answer = ann.post("/api/imports", {"file": SimpleUploadedFile("game.json", made(BID))})
    assert answer.status_code == 202, answer.content
    found = api(ann, "GET", f"/imports/{answer.json()['id']}").json()
    assert found["status"] == "done"
    assert found["message"] == "Every move was legal."
    assert games.store.head(found["game"]).count == 1
    file = ann.get(f"/t/{found['game']}/file/18xx.json")
    assert json.loads(file.content)["actions"][0]["company"] == "TR"


def test_nobody_at_a_table_can_waive_a_rule(ann: Any) -> None:
    """Neither in an imported game nor by the API: a move with `waived` is no move at all."""
    game = table_of(upload(ann, made(BID)))
    for move in (
        {"move": "stated_run", "by": "p2", "revenue": 1_000_000, "waived": {"run.stated": "please"}},
        {"move": "stated_run", "by": "p2", "revenue": 1_000_000},
        {"move": "bid", "by": "p2", "private": "B", "price": 1, "waived": {"auction.price": "please"}},
        {"move": "run_recorded", "by": "p2", "revenue": 1_000_000},
    ):
        answer = api(ann, "POST", f"/games/{game}/moves", {"seq": 1, "move": move})
        assert answer.status_code in (400, 422), answer.content
    assert games.store.head(game).count == 1


def test_no_table_is_offered_a_dialect(ann: Any) -> None:
    for option in ("18xx.games", "recorded-runs", "fund-may-lapse"):
        data = {"title": "1893", "seats": [{"name": "A"}, {"name": "B"}], "options": [option]}
        answer = api(ann, "POST", "/games", data)
        assert answer.status_code == 422
        assert f"1893 has no option '{option}'" in answer.json()["detail"]
