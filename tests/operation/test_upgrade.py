"""A database of an earlier version under a program with a changed rule: nothing is 500, nothing is lost.

`data/previous.sql.gz` was written by the program before it kept versions and check sums: a game of 1889 with bids
that are 5 higher, one without, and one of 1893, in which somebody was passed over for want of secret cash: its rules
version 2 asks him.
"""

from __future__ import annotations

import gzip
import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from railhead.titles import title

HERE = Path(__file__).parent
PREVIOUS = HERE / "data" / "previous.sql.gz"


def run(folder: Path, what: str) -> dict[str, Any]:
    with sqlite3.connect(folder / "railhead.sqlite3") as line:
        line.executescript(gzip.decompress(PREVIOUS.read_bytes()).decode())
    paths = os.pathsep.join([str(HERE.parents[1]), str(HERE.parent), str(HERE)])
    env = {**os.environ, "RAILHEAD_DATA": str(folder), "RAILHEAD_DATABASE": "", "PYTHONPATH": paths}
    env.update({"RAILHEAD_THINKERS": "0", "RAILHEAD_UNLIMITED": "1"})
    done = subprocess.run(
        [sys.executable, str(HERE / "upgraded.py"), what],
        env=env,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-4000:]
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return run(tmp_path_factory.mktemp("changed"), "changed")


@pytest.fixture(scope="module")
def unchanged(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return run(tmp_path_factory.mktemp("unchanged"), "as it is")


def test_what_an_upgrade_would_do_is_told_before_it(changed: dict[str, Any]) -> None:
    told = changed["before"]
    assert told["bids"][0] is False
    assert "waits until its players agree to rules 3" in told["bids"][1]
    assert told["plain"] == [True, "continues under rules 3"]
    assert told["other"][0] is False
    today = title("1893").rules(3).version
    assert f"waits until its players agree to rules {today}" in told["other"][1]


def test_every_page_of_every_game_is_shown(changed: dict[str, Any], unchanged: dict[str, Any]) -> None:
    for visits in (changed["visits"], unchanged["visits"]):
        for game, here in visits.items():
            assert set(here["pages"].values()) == {200}, game
            assert set(here["again"].values()) == {200}, game
            assert here["record"] == (422 if game == "other" else 200)  # cash is secret there


def test_a_game_that_the_new_rules_read_otherwise_goes_on_when_its_players_agree(
    changed: dict[str, Any], unchanged: dict[str, Any]
) -> None:
    assert changed["visits"]["bids"]["count"] == 43
    for here in (changed["visits"]["bids"], changed["visits"]["other"], unchanged["visits"]["other"]):
        assert here["asked"] is True
        assert here["move"][0] == 422
        assert "agree to the new rules" in here["move"][1]
        assert here["agree"] == 302
        assert here["move after"][0] == 200
    assert changed["visits"]["bids"]["in the log"] is True


def test_moves_before_the_change_stand(changed: dict[str, Any]) -> None:
    here = changed["visits"]["bids"]
    assert here["back"] == [200, 422, 422]
    assert here["entries"] == 43


def test_games_that_are_as_they_were_go_on_without_a_question(
    changed: dict[str, Any], unchanged: dict[str, Any]
) -> None:
    for here in (changed["visits"]["plain"], unchanged["visits"]["plain"], unchanged["visits"]["bids"]):
        assert here["asked"] is False
        assert here["move"][0] == 200
        assert here["agree"] == 422
        assert here["back"] == [200, 200, 200]


def test_over_the_api_players_learn_of_new_rules_and_agree(changed: dict[str, Any]) -> None:
    here = changed["visits"]["again"]
    assert here["upgrade"]["rules"] == 3
    assert "A bid must be 10 higher" in here["upgrade"]["says"]
    assert (here["agree"], here["upgrade after"]) == (200, None)
    assert here["move after"][0] == 200
    assert here["in the log"] is True


@pytest.mark.parametrize("game", ["bids", "again"])
@pytest.mark.parametrize("when", ["before", "after"])
def test_a_record_carries_its_pins_out_and_in(changed: dict[str, Any], game: str, when: str) -> None:
    """Also before its players have agreed: whoever brings it in has it to themselves, and it is pinned at its end."""
    here = changed["visits"][game][when]
    assert here["record"] == 200, here
    assert here["same"] is True, here
    assert here["pages"] == [200]
    assert here["in the log"] is True
    assert here["move"] == 200
    assert here["again"] == []


def test_a_game_without_a_change_is_written_as_ever(changed: dict[str, Any], unchanged: dict[str, Any]) -> None:
    for here in (changed["visits"]["plain"]["after"], unchanged["visits"]["bids"]["after"]):
        assert here["same"] is True
        assert here["in the log"] is False
        assert here["move"] == 200
