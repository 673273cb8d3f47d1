"""Imports: what is stored, shown and exported, and what is refused."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from game_files import EVERY_GAME, game_file, raw_game
from kit import shared
from sites import api
from typer.testing import CliRunner

from railhead.imports.summary import LEGAL
from railhead.play.whole_games import record
from railhead.record.games import to_json
from railhead.site import importing, new_tables
from railhead.site.models import Entry, Game, Import
from railhead.site.people import Person as Who
from railhead.site.recordings import read_file
from railhead.site.store import games

SMALL = ("games", "1889", "hs_jmmljkbw_17502.game.json")
STOP = {"type": "end_game", "entity": 1, "entity_type": "player", "id": 2}
BID = {"type": "bid", "entity": 1, "entity_type": "player", "id": 1, "company": "TR", "price": 20}


def made(*actions: dict[str, Any], **more: Any) -> bytes:
    """A file of an 1889 game for two."""
    players = [{"id": 1, "name": "Ann"}, {"id": 2, "name": "Bob"}]
    return json.dumps({"title": "1889", "players": players, "actions": actions, **more}).encode()


def upload(somebody: Any, data: bytes, name: str = "game.json") -> Any:
    """Send a file; on a busy machine the import may take longer than the request waits, so it is waited for here."""
    answer = somebody.post("/import/", {"file": SimpleUploadedFile(name, data)})
    if answer.status_code != 302 or "/import/" not in answer["Location"]:
        return answer
    importing.wait(Import.objects.latest("created"), 60)
    return somebody.get(answer["Location"])


def table_of(answer: Any) -> str:
    return str(answer["Location"]).strip("/").split("/")[1]


@EVERY_GAME
def test_the_table_keeps_what_was_followed(name: str, ann: Any, tmp_path: Path) -> None:
    """The site and `railhead replay --save` store the same record, byte for byte, and replay takes it."""
    from railhead.cli import build

    file, saved, again = tmp_path / "game.json", tmp_path / "saved.json", tmp_path / "again.json"
    file.write_bytes(game_file(name))
    session = read_file(file.read_bytes(), file.name)
    kept = new_tables.import_game(Who(None, "v"), session)
    said = CliRunner().invoke(build(), ["replay", str(file), "--save", str(saved)])
    assert said.exit_code == 0, said.output
    assert to_json(record(games, kept.pk)) == saved.read_bytes()
    assert CliRunner().invoke(build(), ["replay", str(saved), "--save", str(again)]).exit_code == 0
    assert saved.read_bytes() == again.read_bytes()
    row = Game.objects.get(pk=kept.pk)
    ended = session.state.ended
    assert row.status == (Game.PLAYING if ended is None else Game.OVER)
    assert row.summary == session.summary != ""
    games.timeline.forget()
    for number in (1, 30, len(session.steps)):
        assert games.at(kept.pk, number) == session.steps[number - 1].state


def test_a_record_brought_in_again_keeps_its_summary(ann: Any) -> None:
    """Also the copy that begins at its last move; one that begins earlier is another game."""
    game = table_of(upload(ann, made(BID)))
    assert api(ann, "GET", f"/games/{game}").json()["summary"] == LEGAL
    other = table_of(upload(ann, to_json(record(games, game))))
    assert api(ann, "GET", f"/games/{other}").json()["summary"] == LEGAL
    copied = table_of(ann.post(f"/t/{other}/copy/", {"at": "0"}))
    assert to_json(record(games, copied)) != to_json(record(games, other))
    assert Game.objects.get(pk=copied).summary == ""


def test_a_run_of_a_million_is_refused_in_either_form(ann: Any) -> None:
    """A file that states it, and a record of ours in which somebody wrote it: a sentence, and nothing is stored."""
    raw = raw_game("written 1889")
    at = next(n for n, one in enumerate(raw["actions"]) if one["type"] == "run_routes" and one["routes"])
    raw["actions"][at]["routes"][0]["revenue"] = 1_000_000
    kept = to_json(read_file(game_file("written 1889"), "game").record())
    text = json.loads(kept)
    run = next(n for n, one in enumerate(text["moves"]) if one["move"] == "run_trains")
    stated = {
        "move": "stated_run",
        "by": text["moves"][run]["by"],
        "revenue": 1_000_000,
        "waived": {"run.stated": "x"},
    }
    edited = {**text, "moves": [*text["moves"][:run], stated], "sums": {}, "remarks": {}}
    before = Game.objects.count()
    for data, word in ((json.dumps(raw), f"action {at} (id "), (json.dumps(edited), f"move {run + 1} (")):
        page = upload(ann, data.encode()).content.decode()
        assert word in page
        assert "earn" in page
    assert Game.objects.count() == before


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
        new_tables.import_game(Who(None, "v"), session)
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
    monkeypatch.setattr(importing, "_start", lambda row: importing.run(row.pk))
    ann.get(f"/import/{row.pk}/")
    assert Import.objects.get(pk=row.pk).status == Import.DONE


def test_the_summary_and_the_remark_on_its_move(ann: Any) -> None:
    """314: one run passes a city that is full of other companies' stations."""
    data = shared("games", "1889", "314.game.json").read_bytes()
    answer = ann.post("/import/", {"file": SimpleUploadedFile("314.json", data)})
    row = Import.objects.latest("created")
    importing.wait(row, 60)
    row.refresh_from_db()
    page = ann.get(f"/t/{row.game_id}/").content.decode()
    assert "Four runs below the best (actions " in page
    assert "and one run that we would not pay (action " in page
    said = {one.number: one for one in Entry.objects.filter(game_id=row.game_id).exclude(why="")}
    assert len(said) == 5
    assert "I2" in said[367].why or "blocked" in said[367].move
    assert sum("below the best: " in one.why for one in said.values()) == 4
    log = ann.get(f"/t/{row.game_id}/log/").content.decode()
    assert "below the best: " in log
    assert answer.status_code == 302


def test_by_program(ann: Any) -> None:
    answer = ann.post("/api/imports", {"file": SimpleUploadedFile("game.json", made(BID))})
    assert answer.status_code == 202, answer.content
    found = api(ann, "GET", f"/imports/{answer.json()['id']}").json()
    assert found["status"] == "done"
    assert found["message"] == LEGAL
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
