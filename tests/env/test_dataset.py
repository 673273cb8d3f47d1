"""`railhead dataset`: what is written is what was played, a stopped run goes on, and two runs write the same."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from railhead.cli import main

pytest.importorskip("numpy", reason="the extra 'env' is not installed")

from railhead.env import dataset
from railhead.env.dataset import DatasetError, Played, plan, read, replayed, write

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
    with pytest.raises(DatasetError, match="another plan"):
        write(file, plan("primer", 3, ["clerk"]), 1)
    assert file.read_bytes() == before
    file.write_text("hello\n", encoding="utf-8")
    with pytest.raises(DatasetError, match="not a data set"):
        read(file)


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
        assert row["observation"] == pytest.approx(decision["observation"], abs=1e-4)
    assert parquet.read_schema(file).metadata[b"railhead"] == lines[0].encode()


def test_mistakes_are_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words, says in (
        (["primer", "x.csv"], ".jsonl or .parquet"),
        (["1830", str(tmp_path / "x.jsonl")], "unknown title"),
        (["primer", str(tmp_path / "x.jsonl"), "--bots", "nobody"], "unknown bot"),
        (["primer", str(tmp_path / "no" / "x.jsonl"), "--games", "1"], "x.jsonl"),
    ):
        with pytest.raises(SystemExit) as stop:
            main(["dataset", *words])
        assert stop.value.code == 2
        assert says in capsys.readouterr().err
