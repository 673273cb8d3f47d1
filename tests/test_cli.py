"""The command: what it prints, and what it says when something is wrong. No tracebacks for bad input."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from kit import shared

RAILHEAD = Path(sys.executable).with_name("railhead")


def railhead(*words: str | Path, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run([RAILHEAD, *map(str, words)], input=typed, capture_output=True, text=True, check=False)


def test_simulate_prints_one_json_object() -> None:
    done = railhead("simulate", "1889", "--players", "3", "--games", "2", "--seed", "1", "--json")
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert (result["title"], result["games"], result["finished"], result["stuck"]) == ("1889", 2, 2, 0)
    assert result["broken"] == []
    assert sum(result["end_reasons"].values()) == 2
    assert {"moves", "seconds", "moves_per_second"} <= result.keys()


def test_simulate_with_bots_says_how_fast() -> None:
    done = railhead("simulate", "--bots", "drifter", "--players", "2", "--games", "1")
    assert done.returncode == 0, done.stderr
    text = " ".join(done.stdout.split())
    assert re.search(r"1 of 1 games finished, 0 stuck, 0 broken; \d+ moves in [\d.]+ s: [\d.]+ games and", text)


WRONG = [
    (("simulate", "1830"), "unknown title"),
    (("simulate", "1889", "--players", "1"), "2 to 6 players"),
    (("simulate", "1889", "--players", "7"), "2 to 6 players"),
    (("simulate", "1889", "-o", "magic"), "no option 'magic'"),
    (("replay", "/nowhere.json"), "No such file"),
    (("map", "1830"), "unknown title"),
    (("rules", "1830"), "unknown title"),
    (("routes", "/nowhere.jsonl"), "No such file"),
    (("play", "1889", "-p", "Red"), "2 to 6 players"),
    (("play", "1889", "--bots", "hal"), "there are: drifter, clerk, chairman"),
    (("play", "1889", "-p", "Red", "-p", "bot:hal"), "there are: drifter, clerk, chairman"),
    (("play", "1889", "-p", "Red", "-p", "Red"), "name of their own"),
]


@pytest.mark.parametrize(
    ("words", "says"), WRONG, ids=lambda value: " ".join(value) if isinstance(value, tuple) else ""
)
def test_wrong_input(words: tuple[str, ...], says: str) -> None:
    done = railhead(*words)
    assert done.returncode not in (0, 1), done
    assert says in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr


BAD_FILES = [
    ("{", "damaged"),
    ('{"title": "1889", "format": 99}', "newer"),
    ('{"actions": [], "title": "1889"}', "no players"),
    ('{"title": "1830", "format": 1, "rules_version": 1, "seats": ["a", "b"]}', "unknown title"),
]


@pytest.mark.parametrize(("text", "says"), BAD_FILES)
def test_bad_files(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "game.json"
    path.write_text(text)
    done = railhead("replay", path)
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_replay_writes_a_trace(tmp_path: Path) -> None:
    out = tmp_path / "trace.jsonl"
    done = railhead("replay", shared("games", "1889", "314.game.json"), "--trace", out)
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in out.read_text().splitlines()]
    assert [line["n"] for line in lines] == list(range(-1, 457))
    assert lines[-1]["players"]["Player 2"]["value"] == 1473


def test_terminal_game_is_saved_resumed_and_undone(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    first = railhead("play", "1889", "-p", "Red", "-p", "Blue", "--file", path, typed="1\nq\n")
    assert first.returncode == 0, first.stderr
    assert "Red buys Takamatsu E-Railroad" in first.stdout
    again = railhead("play", "1889", "--file", path, typed="u\nbid private=B price=31\nq\n")
    assert "Resumed after 1 moves" in again.stdout
    assert "Undone" in again.stdout
    assert "1889 rules 5.7" in " ".join(again.stdout.split())


def test_terminal_against_bots(tmp_path: Path) -> None:
    """Bots move by themselves and say why; a hint can be asked for; what was said is in the file."""
    path = tmp_path / "game.json"
    first = railhead("play", "1889", "--bots", "drifter,clerk", "--file", path, typed="pass\nhint\nq\n")
    assert first.returncode == 0, first.stderr
    text = " ".join(first.stdout.split())
    assert "Drifter 2 (bot): On a whim." in text
    assert "Clerk 3 (bot):" in text
    assert "Chairman would:" in text
    remarks = json.loads(path.read_text(encoding="utf-8"))["remarks"]
    assert set(remarks) == {"2", "3"} and remarks["2"] == "On a whim."
    railhead("play", "1889", "--file", path, typed="q\n")
    assert json.loads(path.read_text(encoding="utf-8"))["remarks"] == remarks
    railhead("play", "1889", "--file", path, typed="u\nq\n")
    saved = json.loads(path.read_text(encoding="utf-8"))
    assert (saved["moves"], saved["remarks"]) == ([], {})


def test_terminal_shows_no_secrets() -> None:
    done = railhead("play", "1893", "-p", "Ann", "--bots", "clerk,clerk", typed="pass\nq\n")
    players = [line.split() for line in done.stdout.splitlines() if "(bot)" in line and "/" in line]
    assert players and all(words.count("hidden") == 2 for words in players)
    assert "bank hidden" in done.stdout


def test_terminal_explains(tmp_path: Path) -> None:
    done = railhead(
        "play", "1889", "-p", "Red", "-p", "Blue", typed="? bid private=G price=200\n? fly\n99\nx\nm\nh\nq\n"
    )
    text = " ".join(done.stdout.split())
    assert "for sale" in text
    assert "is not a move" in text
    assert "There is no 99" in text
    assert "Traceback" not in done.stdout + done.stderr


def test_map(tmp_path: Path) -> None:
    out = tmp_path / "map.svg"
    assert railhead("map", "1889", "-o", out).returncode == 0
    assert out.read_text().startswith("<svg")


def test_rules_lists_every_clause_with_its_checks() -> None:
    done = railhead("rules", "1889", "--json")
    assert done.returncode == 0
    clauses = {clause["slug"]: clause for clause in json.loads(done.stdout)}
    assert len(clauses) > 90
    assert clauses["stock.pool-limit"]["checks"]
    assert clauses["stock.pool-limit"]["clause"]["section"] == "5.4.2"


def test_check_title_says_what_holds() -> None:
    done = railhead("check-title", "1889", "--quick")
    assert done.returncode == 0, done.stdout
    assert "Nothing is random but the seed" in " ".join(done.stdout.split())
