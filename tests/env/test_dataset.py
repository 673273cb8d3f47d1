"""`railhead dataset`: what is written is what was played, a stopped run goes on, and two runs write the same."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from railhead.cli import main

pytest.importorskip("numpy", reason="the extra 'env' is not installed")

import numpy as np

from railhead.env import dataset
from railhead.env.dataset import DatasetError, Played, plan, read, replayed, write

ROOT = Path(__file__).resolve().parents[2]
PLAN = plan("primer", 2, ["clerk", "drifter"], seed=4)


def test_games_replay_to_their_scores(tmp_path: Path) -> None:
    """Every decision's action is among its legal ones and makes its move; values are the rewards of the end."""
    file = tmp_path / "games.jsonl"
    assert write(file, PLAN, 3) == 3
    head, games = read(file)
    assert head == PLAN
    seats = set()
    for played in games:
        seats.add(played.bots)
        for game, decision in replayed(head, played):
            assert decision.action[0] in decision.legal == game.legal().tolist()
            assert game.seats[decision.seat] == game.seat
            assert decision.value == played.rewards[decision.seat]
            if len(decision.action) > 1:
                assert decision.amounts[0] <= decision.action[1] - game.actions.choices <= decision.amounts[1]
        assert game.state.ended is not None
        assert list(game.state.ended.scores.values()) == played.scores
        assert sum(played.rewards) == pytest.approx(0, abs=1e-5)
    assert seats == {("clerk", "drifter"), ("drifter", "clerk")}


def test_a_stopped_run_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped in the third game and with half a line at the end, it ends as a run that was never stopped."""
    whole, broken = tmp_path / "whole.jsonl", tmp_path / "broken.jsonl"
    write(whole, PLAN, 4)
    real = dataset.play

    def stops(the: dataset.Plan, number: int) -> Played:
        if number == 2:
            raise KeyboardInterrupt
        return real(the, number)

    monkeypatch.setattr(dataset, "play", stops)
    assert write(broken, PLAN, 4) == 2
    with broken.open("ab") as file:
        file.write(b'{"game":2,"see')
    monkeypatch.setattr(dataset, "play", real)
    told: list[int] = []
    assert write(broken, PLAN, 4, progress=told.append) == 4
    assert told == [2, 3, 4]
    assert broken.read_bytes() == whole.read_bytes()


def test_processes_write_the_same_games(tmp_path: Path) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    write(one, PLAN, 3)
    write(two, PLAN, 3, processes=2)
    assert sorted(one.read_bytes().splitlines()) == sorted(two.read_bytes().splitlines())


def test_another_plan_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    write(file, PLAN, 1)
    before = file.read_bytes()
    with pytest.raises(DatasetError, match=r"another plan: seats is 2 there and 3 here.*seed is 4 there and 1 here"):
        write(file, plan("primer", 3, ["clerk"]), 1)
    assert file.read_bytes() == before
    file.write_text("hello\n", encoding="utf-8")
    with pytest.raises(DatasetError, match="not a data set"):
        read(file)
    with pytest.raises(DatasetError, match=r"name another file$"):  # nobody is told to delete what is not ours
        write(file, PLAN, 1)
    assert file.read_text(encoding="utf-8") == "hello\n"
    newer = msgspec.json.encode(msgspec.structs.replace(PLAN, version=2)) + b"\n"
    file.write_bytes(newer)
    with pytest.raises(DatasetError, match="version 2 of the format, and this Railhead reads 1"):
        write(file, PLAN, 1)


def test_a_run_stopped_in_its_first_line_begins_again(tmp_path: Path) -> None:
    file, whole = tmp_path / "games.jsonl", tmp_path / "whole.jsonl"
    write(whole, PLAN, 1)
    file.write_bytes(whole.read_bytes()[:40])
    write(str(file), PLAN, 1)
    assert file.read_bytes() == whole.read_bytes()


def test_a_variant_named_twice_is_the_same_plan() -> None:
    once, twice = (plan("1889", 2, ["clerk"], options=["beginner"] * times) for times in (1, 2))
    assert once == twice


def test_an_unreadable_line_is_named(tmp_path: Path) -> None:
    """Where it is and what to do; without it, the run goes on and plays its game again."""
    file, whole = tmp_path / "games.jsonl", tmp_path / "whole.jsonl"
    write(whole, PLAN, 2)
    head, first, second = whole.read_bytes().splitlines(keepends=True)
    file.write_bytes(head + b"hello\n" + second)
    with pytest.raises(DatasetError, match=r"line 2 of .*games.jsonl is not a game .*delete the line"):
        write(file, PLAN, 2)
    file.write_bytes(head + first.replace(b'"decisions"', b'"decizions"'))
    with pytest.raises(DatasetError, match=r"line 2 of .* is not a game .*decisions"):
        list(read(file)[1])
    file.write_bytes(head + second)
    assert write(file, PLAN, 2) == 2
    assert sorted(file.read_bytes().splitlines()) == sorted(whole.read_bytes().splitlines())


def test_two_runs_do_not_write_to_one_file(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    write(file, PLAN, 1)
    said = []

    def report(done: int) -> None:
        script = f"from tests.env.test_dataset import *; write({str(file)!r}, PLAN, 3)"
        other = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, cwd=ROOT)
        said.append(other.stderr)

    write(file, PLAN, 1, progress=report)
    assert "another run is writing to" in said[0]


def test_other_rules_are_refused(tmp_path: Path) -> None:
    """The same numbers do not help if the rules have been corrected since: games may not replay."""
    file = tmp_path / "games.jsonl"
    write(file, PLAN, 1)
    head, games = read(file)
    old = msgspec.structs.replace(head, rules=head.rules + 1, railhead="9.9.9")
    with pytest.raises(DatasetError, match=r"made by Railhead 9\.9\.9, whose rules of primer differ"):
        next(replayed(old, next(games)))


def test_observations_are_what_was_seen(tmp_path: Path) -> None:
    """Read back, every number is the same `float32`: rounded, two check sums could become one."""
    file = tmp_path / "games.jsonl"
    write(file, plan("primer", 2, ["drifter"], observations=True), 1)
    head, games = read(file)
    for game, decision in replayed(head, next(games)):
        assert (np.asarray(decision.observation, np.float32) == game.observe()).all()


def test_a_process_that_is_killed_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As by a system that is short of memory. What was finished is kept."""
    real, file = dataset.play, tmp_path / "games.jsonl"

    def dies(the: dataset.Plan, number: int) -> Played:
        if number == 1:
            os.kill(os.getpid(), signal.SIGKILL)
        return real(the, number)

    monkeypatch.setattr(dataset, "play", dies)
    with pytest.raises(SystemExit) as stop:
        main(["dataset", "primer", str(file), "--games", "4", "--bots", "drifter", "--processes", "2"])
    assert stop.value.code == 2
    assert "railhead: a process was ended from outside" in capsys.readouterr().err
    monkeypatch.setattr(dataset, "play", real)
    head, _ = read(file)
    assert write(file, head, 4) == 4


def test_parquet_holds_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command writes both files; a row of the table is a decision of the lines."""
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    file = tmp_path / "games.parquet"
    with pytest.raises(SystemExit) as stop:
        main(["dataset", "primer", str(file), "--games", "2", "--observations", "--bots", "drifter"])
    assert stop.value.code == 0
    assert "2 games" in capsys.readouterr().out
    rows = parquet.read_table(file).to_pylist()
    lines = (tmp_path / "games.jsonl").read_text(encoding="utf-8").splitlines()
    decisions = [decision for line in lines[1:] for decision in json.loads(line)["decisions"]]
    assert len(rows) == len(decisions)
    for row, decision in zip(rows, decisions, strict=True):
        assert row["legal"] == decision["legal"]
        assert row["move"] == decision["move"]
        assert row["observation"] == np.asarray(decision["observation"], np.float32).tolist()
    assert parquet.read_schema(file).metadata[b"railhead"] == lines[0].encode()


def test_mistakes_are_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, lines = tmp_path / "folder.parquet", tmp_path / "lines.jsonl"
    folder.mkdir()
    lines.mkdir()
    for words, says in (
        (["primer", "x.csv"], ".jsonl or .parquet"),
        (["1830", str(tmp_path / "x.jsonl")], "unknown title"),
        (["primer", str(tmp_path / "x.jsonl"), "--bots", "nobody"], "unknown bot"),
        (["primer", str(tmp_path / "no" / "x.jsonl"), "--games", "1"], "x.jsonl"),
        (["primer", str(tmp_path), "--games", "1"], ".jsonl or .parquet"),
        (["primer", str(folder), "--games", "1"], "folder.parquet is a folder"),
        (["primer", str(lines.with_suffix(".parquet")), "--games", "1"], "lines.jsonl is not an ordinary file"),
    ):
        with pytest.raises(SystemExit) as stop:
            main(["dataset", *words])
        assert stop.value.code == 2
        assert says in capsys.readouterr().err
