"""Backups: whole games between SQLite and PostgreSQL, byte for byte; bad files are refused and harm nothing."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from sites import api, browser, new_game, play_on

from railhead.site.backup import WORDS, BackupError, backup, counted, restore, tables
from railhead.site.models import Game

ALONE = """
import hashlib, json, sys
from railhead.site.backup import backup, restore
restored = restore(sys.argv[1])
from railhead.play.whole_games import record
from railhead.record.games import to_json
from railhead.site.models import Game
from railhead.site.store import games
sums = {}
for game in Game.objects.exclude(status="open").order_by("pk"):
    sums[game.pk] = hashlib.sha256(to_json(record(games, game.pk))).hexdigest()
backup(sys.argv[2])
print(json.dumps({"rows": restored, "records": sums}))
"""


def elsewhere(source: Path, target: Path, data: Path, database: str = "") -> Any:
    """Restore into an empty database of another process, and back it up again from there."""
    data.mkdir()
    env = {**os.environ, "RAILHEAD_DATA": str(data), "RAILHEAD_DATABASE": database}
    command = [sys.executable, "-c", ALONE, str(source), str(target)]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def rows(path: Path) -> list[Any]:
    """What a backup holds, but for what differs by design."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        found = [json.loads(line) for line in file]
    for one in found[1:-1]:
        one["row"].pop("epoch", None)
    return found[1:-1]


def test_games_go_round_between_the_databases_byte_for_byte(postgres: Any, tmp_path: Path) -> None:
    import hashlib

    from railhead.play.whole_games import record
    from railhead.record.games import to_json
    from railhead.site.store import games

    ann = browser()
    for title, seats, moves in (("1889", 3, 40), ("1894", 4, 30), ("1893", 2, 25), ("1824", 3, 25), ("1843", 3, 25)):
        play_on(new_game(ann, title, seats), moves)
    new_game(ann, kind="online")
    api(ann, "POST", f"/games/{new_game(ann)}/messages", {"text": "Grüße, „Köln“ – 東京 🚂"})
    first = tmp_path / "first.backup"
    counts = backup(first)
    assert counts["railhead_game"] >= 7
    assert first.stat().st_mode & 0o777 == 0o600
    want = {
        game.pk: hashlib.sha256(to_json(record(games, game.pk))).hexdigest()
        for game in Game.objects.exclude(status="open").order_by("pk")
    }
    second, third = tmp_path / "second.backup", tmp_path / "third.backup"
    there = elsewhere(first, second, tmp_path / "pg", postgres.database("round"))
    assert there["records"] == want
    assert there["rows"] == counts
    back = elsewhere(second, third, tmp_path / "lite")
    assert back["records"] == want
    assert rows(first) == rows(second) == rows(third)


def test_a_restore_in_place_takes_the_table_back_for_every_process(tmp_path: Path) -> None:
    from railhead.core.text import fingerprint
    from railhead.play.games import Games
    from railhead.site.store import games, store

    ann = browser()
    game = new_game(ann)
    play_on(game, 10)
    then = fingerprint(games.now(game)[1])
    file = tmp_path / "then.backup"
    backup(file)
    play_on(game, 14)
    worker = Games(store)  # remembers what will be undone
    worker.now(game)
    with pytest.raises(BackupError, match="already"):
        restore(file)
    assert games.now(game)[0].count == 14
    restore(file, replace=True)
    assert fingerprint(games.now(game)[1]) == then
    assert fingerprint(worker.now(game)[1]) == then
    head, state = games.now(game)
    from railhead.core.engine import actors, legal_moves

    other = list(legal_moves(state))[-1]
    games.submit(game, head.version, other, seats=actors(state))
    assert (
        fingerprint(worker.now(game)[1]) == fingerprint(games.now(game)[1]) == fingerprint(Games(store).now(game)[1])
    )


def test_a_database_that_is_not_there_is_not_made_for_a_backup(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RAILHEAD_DATA", str(tmp_path / "elsewhere"))
    with pytest.raises(BackupError, match=r"there is no database at .*elsewhere"):
        backup(tmp_path / "file")
    assert not list(tmp_path.iterdir())


def test_what_was_copied_is_said_in_words() -> None:
    assert set(WORDS) == {model._meta.db_table for model in tables()}
    assert [counted("railhead_entry", number) for number in (1, 2)] == ["1 entry of a log", "2 entries of logs"]


def test_a_restore_that_finds_no_room_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from django.db import OperationalError, connection

    game = new_game(browser())
    file = tmp_path / "some.backup"
    backup(file)
    play_on(game, 3)

    def full() -> None:
        raise OperationalError("database or disk is full")

    monkeypatch.setattr(connection, "_commit", full)
    with pytest.raises(BackupError, match="disk is full; nothing was restored"):
        restore(file, replace=True)
    monkeypatch.undo()
    connection.close()
    assert play_on(game, 4).count == 4


def test_bad_backups_are_refused_and_harm_nothing(tmp_path: Path) -> None:
    game = new_game(browser())
    play_on(game, 6)
    good = tmp_path / "good.backup"
    backup(good)
    before = Game.objects.count()
    data = good.read_bytes()
    lines = gzip.decompress(data).splitlines(keepends=True)
    newer = lines[0].replace(b'"format":1', b'"format":99')
    bad = {
        "half": (data[: len(data) // 2], "damaged or cut short"),
        "lines": (gzip.compress(b"".join(lines[:-3])), "cut short"),
        "newer": (gzip.compress(b"".join([newer, *lines[1:]])), "format 99 is newer"),
        "text": (b"not a backup at all", "damaged or cut short"),
        "other": (gzip.compress(b'{"a": 1}\n'), "not a backup"),
        "edited": (gzip.compress(b"".join(lines).replace(b"Player 1", b"Player X")), "cut short"),
        "nothing": (b"", "damaged|cut short"),
    }
    for name, (content, words) in bad.items():
        path = tmp_path / name
        path.write_bytes(content)
        with pytest.raises(BackupError, match=words):
            restore(path, replace=True)
        assert Game.objects.count() == before
    with pytest.raises(BackupError, match="No such file"):
        restore(tmp_path / "missing")
    with pytest.raises(BackupError, match="directory"):
        restore(tmp_path, replace=True)
    with pytest.raises(BackupError, match="a folder"):
        backup(tmp_path)
    with pytest.raises(BackupError, match="nothing was written"):
        backup(tmp_path / "no" / "such" / "folder")
    assert play_on(game, 7).count == 7
