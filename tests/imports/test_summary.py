"""What an import says about a game: runs below the best, moves against a rule, and a sentence that counts them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from game_files import raw_game
from typer.testing import CliRunner

from railhead.cli import build
from railhead.imports.actions import read_recording
from railhead.imports.follower import Follower
from railhead.imports.reading import follower_of
from railhead.imports.summary import BELOW, LAY, LEGAL, OTHER, STATED, Remark, summary
from railhead.record.games import from_json
from railhead.titles import title


def remarks(**numbers: list[int]) -> list[Remark]:
    kinds = {"below": BELOW, "lay": LAY, "stated": STATED, "other": OTHER}
    return [Remark(n, "", kind=kinds[kind]) for kind, them in numbers.items() for n in them]


SENTENCES = [
    ({}, LEGAL),
    ({"lay": [212]}, "One illegal lay (action 212)."),
    (
        {"below": [118, 140, 155], "lay": [212]},
        "Three runs below the best (actions 118, 140 and 155) and one illegal lay (action 212).",
    ),
    ({"below": [1, 2, 3, 4, 5]}, "Five runs below the best (actions 1, 2, 3 and 2 more)."),
    (
        {"other": [9], "stated": [3, 4], "below": list(range(20))},
        "20 runs below the best (actions 0, 1, 2 and 17 more), two runs that we would not pay (actions 3 and 4) "
        "and one other remark (action 9).",
    ),
]


@pytest.mark.parametrize(("numbers", "says"), SENTENCES)
def test_sentences(numbers: dict[str, list[int]], says: str) -> None:
    assert summary(remarks(**numbers)) == says


def with_no_run() -> tuple[dict[str, Any], int, int]:
    """A written game that ends with a run of nothing, though trains could run; its number, and what it was worth."""
    raw = raw_game("written 1889")
    actions = raw["actions"]
    paid = {n: sum(route["revenue"] for route in one["routes"]) for n, one in _runs(actions)}
    last = max(n for n, revenue in paid.items() if revenue)
    actions = [*actions[:last], {**actions[last], "routes": []}]
    return {**raw, "actions": actions}, last, paid[last]


def _runs(actions: list[dict[str, Any]]) -> list[tuple[int, dict[str, Any]]]:
    return [(n, one) for n, one in enumerate(actions) if one["type"] == "run_routes"]


def followed(raw: dict[str, Any], **fields: Any) -> Follower:
    follower = follower_of(read_recording(json.dumps(raw).encode()), title("1889"))
    for name, value in fields.items():
        setattr(follower, name, value)
    for _ in follower.follow():
        pass
    return follower


def test_a_run_below_the_best_is_told_beside_its_move() -> None:
    raw, last, worth = with_no_run()
    follower = followed(raw)
    found = [remark for remark in follower.remarks if remark.n == last]
    assert [remark.kind for remark in found] == [BELOW]
    instead = int(found[0].text.rsplit(" ", 1)[1])
    assert f"below the best: 0 instead of {instead}" in found[0].text
    assert instead >= worth > 0, "what was run in the written game was possible"
    assert follower.session.remarks[found[0].move].endswith(found[0].text)
    assert f"action{'s' * (len(follower.remarks) > 1)}" in follower.session.summary


def test_comparing_has_an_end() -> None:
    """A game whose best runs take too long is brought in all the same; it is said where the comparing ended."""
    raw, _, _ = with_no_run()
    told = followed(raw, comparing=1e-9).remarks
    assert [remark.kind for remark in told if "not compared" in remark.text] == [OTHER]
    assert not followed(raw, comparing=0.0).remarks


def test_the_command_says_it_and_audits_records_too(tmp_path: Path) -> None:
    raw, last, worth = with_no_run()
    file, saved, first, second = (tmp_path / name for name in ("game.json", "saved.json", "1.jsonl", "2.jsonl"))
    file.write_text(json.dumps(raw))
    said = CliRunner().invoke(build(), ["replay", str(file), "--save", str(saved), "--audit-routes", str(first)])
    assert said.exit_code == 0, said.output
    kept = from_json(saved.read_bytes()).summary
    assert "below the best" in kept
    assert kept in " ".join(said.stderr.split())
    again = CliRunner().invoke(build(), ["replay", str(saved), "--audit-routes", str(second)])
    assert kept in " ".join(again.stderr.split())
    of_file, of_record = ([json.loads(line) for line in path.read_text().splitlines()] for path in (first, second))
    assert of_file[-1]["move"] == last
    shared = ("title", "company", "trains", "played", "played_legal", "best", "proven")
    assert [[line[name] for name in shared] for line in of_record] == [
        [line[name] for name in shared] for line in of_file if line["trains"]
    ]
    assert of_record[-1]["played"] == 0
    assert of_record[-1]["best"] >= worth
