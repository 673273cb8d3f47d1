"""The command: what it prints, and what it says when something is wrong. No tracebacks for bad input."""

from __future__ import annotations

import importlib.util
import io
import json
import re
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple

import pytest
from kit import shared

from railhead.bots.tournament import run as run_tournament
from railhead.cli import COMMANDS, main
from railhead.play.simulation import simulate
from railhead.titles import title


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder for every test."""
    monkeypatch.setenv("RAILHEAD_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


class Answer(NamedTuple):
    """What a command printed, and how it ended."""

    returncode: int
    stdout: str
    stderr: str


def railhead(*words: str | Path, typed: str = "") -> Answer:
    """Run a command in this process: most of what a process of its own costs is its start."""
    out, err, code = io.StringIO(), io.StringIO(), 0
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr(sys, "stdin", io.StringIO(typed))
        try:
            main([str(word) for word in words])
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 0
    return Answer(code, out.getvalue(), err.getvalue())


def process(*words: str | Path) -> Answer:
    """Run a command in a process of its own: those of the site set Django up for good."""
    command = [sys.executable, "-m", "railhead", *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return Answer(done.returncode, done.stdout, done.stderr)


SITE = ("serve", "backup", "restore", "admin")


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
    (("new-title", "1889"), "1889 is already installed"),
    (("simulate", "1830"), "unknown title"),
    (("simulate", "1889", "--players", "1"), "2 to 6 players"),
    (("simulate", "1889", "--players", "7"), "2 to 6 players"),
    (("simulate", "1889", "-o", "magic"), "no option 'magic'"),
    (("replay", "/nowhere.json"), "No such file"),
    (("map", "1830"), "unknown title"),
    (("rules", "1830"), "unknown title"),
    (("routes", "/nowhere.jsonl"), "No such file"),
    (("play", "1889", "-p", "Red"), "2 to 6 players, not 1: name more people with -p, or add bots"),
    (("play", "1889", "--bots", "hal"), "there are: drifter, apprentice, clerk, chairman, magnate"),
    (("play", "1889", "-p", "Red", "-p", "bot:hal"), "there are: drifter, apprentice, clerk, chairman, magnate"),
    (("play", "1889", "-p", "Red", "-p", "Red"), "name of their own"),
    (("play", "1889", "-p", "Red", "-p", "B" * 41), "a name has 1 to 24 letters"),
    (("play", "1889", "-p", "Red", "-p", ""), "a name has 1 to 24 letters"),
    (("play", "1889", "-p", "Red", "-p", "B\tlue"), "a name has 1 to 24 letters"),
    (("play", "1889", "--bots", ","), "names no bot"),
    (("play",), "there is no saved game yet"),
    (("weights", "hal"), "there are: apprentice, clerk, clerk@1"),
    (("weights", "--title", "1830"), "unknown title"),
    (("play", "1830"), "unknown title"),
    (("play", "--file", "nowhere.json"), "there is no such game"),
    (("play", "1889", "--pause", "-1"), "greater than or equal to 0"),
    (("simulate", "1889", "--players", "0"), "greater than or equal to 1"),
    (("dataset", "1889", "games.jsonl", "--players", "0"), "greater than or equal to 1"),
    (("simulate", "1889", "--games", "0"), "greater than or equal to 1"),
    (("simulate", "1889", "--games", "-1"), "greater than or equal to 1"),
    (("simulate", "1889", "--games", "many"), "valid integer"),
    (("simulate", "1889", "--bots", "hal"), "there are: drifter, apprentice, clerk, chairman, magnate"),
    (("tournament", "1889", "--bots", "clerk"), "two different bots"),
    (("tournament", "1889", "--bots", "clerk,clerk"), "two different bots"),
    (("tournament", "1889", "--bots", "clerk,hal"), "there are: drifter, apprentice, clerk, chairman, magnate"),
    (("tournament", "1889", "--processes", "0"), "greater than or equal to 1"),
    (("routes", "positions.jsonl", "--budget", "0"), "greater than or equal to 0.001"),
    (
        ("rules", "1889", "flying", "saucers"),
        "no clause of 1889 contains 'flying saucers'; 'railhead rules 1889' lists them all",
    ),
    (("map", "1889", "-o", "/nowhere/map.svg"), "No such file"),
    (("serve", "--port", "0"), "greater than or equal to 1"),
    (("serve", "--port", "99999"), "less than or equal to 65535"),
    (("serve", "--database", "mysql://here"), "postgresql:// or sqlite://"),
    (("backup", "/nowhere/copy"), "there is no database"),
    (("restore", "/nowhere/copy"), "No such file"),
    (("admin", "lock", "nobody"), "there is no account 'nobody'"),
    (("admin", "lock-table", "nowhere"), "there is no table 'nowhere'"),
    (("sing",), "there is no command 'sing'"),
    (("plya", "1889"), "Did you mean play?"),
    (("--loud",), "there is no option '--loud'"),
    (("titles", "--every"), "No such option"),
    (("replay",), "Missing argument"),
]


@pytest.mark.parametrize(
    ("words", "says"), WRONG, ids=lambda value: " ".join(value) if isinstance(value, tuple) else ""
)
def test_wrong_input(words: tuple[str, ...], says: str) -> None:
    done = process(*words) if words[0] in SITE else railhead(*words)
    assert done.returncode not in (0, 1), done
    assert says in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr


BAD_FILES = [
    ("{", "damaged"),
    ('{"title": "1889", "format": 99}', "newer"),
    ('{"title": "1889"}', "not a game record of Railhead: it has no format number"),
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
    assert f"The game is saved in {path}." in first.stdout
    again = railhead("play", "1889", "--file", path, typed="u\nbid private=B price=31\nq\n")
    assert "Undone: Red: buy Takamatsu E-Railroad for ¥20." in again.stdout
    assert "private=" not in again.stdout  # no internal names
    assert "1889 rules 5.7" in " ".join(again.stdout.split())


def test_a_game_without_a_file_is_kept_and_offered(data: Path) -> None:
    railhead("play", "1889", "-p", "Red", "-p", "Blue", typed="1\n")  # the input just ends
    again = railhead("play", typed="1\nl\nq\n")
    assert "1889, Red, Blue: 1 move" in again.stdout
    assert "Red buys Takamatsu E-Railroad" in again.stdout
    assert str(data / "games") in again.stdout


def test_a_file_that_cannot_be_written_does_not_end_the_game(tmp_path: Path, data: Path) -> None:
    (tmp_path / "file").write_text("")
    words = ("play", "1889", "-p", "Red", "-p", "Blue", "--file", tmp_path / "file" / "game.json")
    done = railhead(*words, typed=f"1\ns {tmp_path}/none/copy.json\n1\ns {tmp_path}/copy.json\nq\n")
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("could not be saved") == 3  # after each of two moves, and on leaving
    assert "cannot be written" in done.stdout
    (spare,) = (data / "games").iterdir()
    assert done.stdout.count(f"It is saved in {spare} instead.") == 3
    assert len(json.loads((tmp_path / "copy.json").read_text())["moves"]) == 2


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
    assert set(remarks) == {"2", "3"}
    assert remarks["2"] == "On a whim."
    railhead("play", "1889", "--file", path, typed="q\n")
    assert json.loads(path.read_text(encoding="utf-8"))["remarks"] == remarks
    railhead("play", "1889", "--file", path, typed="u\nq\n")
    saved = json.loads(path.read_text(encoding="utf-8"))
    assert (saved["moves"], saved["remarks"]) == ([], {})


def test_terminal_shows_no_secrets() -> None:
    done = railhead("play", "1893", "-p", "Ann", "--bots", "clerk,clerk", typed="pass\nq\n")
    players = [line.split() for line in done.stdout.splitlines() if "(bot)" in line and "/" in line]
    assert players
    assert all(words.count("hidden") == 2 for words in players)
    assert "bank hidden" in done.stdout


def test_terminal_explains(tmp_path: Path) -> None:
    done = railhead(
        "play",
        "1889",
        "-p",
        "Red",
        "-p",
        "Blue",
        typed="? bid private=G price=200\n? fly\n99\nxyz\nm\nh\ndougo 80\n1\nq\n",
    )
    text = " ".join(done.stdout.split())
    assert "for sale" in text
    assert "is not a move" in text
    assert "There is no 99" in text
    assert "No move matches 'xyz'" in text
    assert "Red bids ¥80 on Dougo Railway." in text
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


def test_weights_as_they_are_in_a_title() -> None:
    """1893 leaves out what rust costs two rivals or more; the first set is the same everywhere."""
    asked = [("weights", "--title", name, "--json") for name in ("1889", "1893")]
    common, there = ({row["name"]: row["value"] for row in json.loads(railhead(*it).stdout)} for it in asked)
    assert {name for name in common if common[name] != there[name]} == {"rust_many"}
    assert railhead("weights", "clerk@1", "--title", "1893").stdout == railhead("weights", "clerk@1").stdout


def test_check_title_says_what_holds() -> None:
    done = railhead("check-title", "1889", "--quick")
    assert done.returncode == 0, done.stdout
    assert "Nothing is random but the seed" in " ".join(done.stdout.split())


def test_map_to_standard_output(tmp_path: Path) -> None:
    done = railhead("map", "1889", "-o", "-")
    assert done.stdout.startswith("<svg")
    assert done.stdout.rstrip().endswith("</svg>")


def test_rules_are_found_by_words_and_fit_80_columns() -> None:
    done = railhead("rules", "1889", "train", "limit")
    assert done.returncode == 0
    assert "No purchase may exceed the train limit." in done.stdout
    assert "auction" not in done.stdout
    whole = railhead("rules", "1893")
    assert max(len(line) for line in whole.stdout.splitlines()) <= 80


def test_help_version_and_titles() -> None:
    text = railhead("--help").stdout
    assert all(f"  {command.name}" in text for command in COMMANDS)
    assert railhead("--version").stdout.startswith("railhead ")
    assert "beginner" in railhead("titles", "--all").stdout
    assert all(f"Usage: railhead {one.name}" in railhead(one.name, "--help").stdout for one in COMMANDS)


def test_help_reads_no_title() -> None:
    """What makes help quick: neither titles nor the packages of the commands are imported."""
    code = "import sys; sys.argv = ['railhead', '--help']\ntry:\n import railhead.__main__\nexcept SystemExit: pass\n"
    code += "print([name for name in sys.modules if name.split('.')[0] in ('typer', 'rich', 'msgspec', 'django')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("shell", ["bash", "fish"])
def test_completion_knows_the_commands(shell: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_RAILHEAD_COMPLETE", f"complete_{shell}")
    monkeypatch.setenv("COMP_WORDS", "railhead tour")
    monkeypatch.setenv("COMP_CWORD", "1")
    monkeypatch.setenv("_TYPER_COMPLETE_ARGS", "railhead tour")
    monkeypatch.setenv("_TYPER_COMPLETE_FISH_ACTION", "get-args")
    assert [line.split("\t")[0] for line in process().stdout.splitlines()] == ["tournament"]


def test_completion_knows_the_titles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_RAILHEAD_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", "railhead play 188")
    monkeypatch.setenv("COMP_CWORD", "2")
    assert process().stdout.split() == ["1889"]


def test_doctor_and_admin_before_the_first_start(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = process("doctor")
    assert f"{data}, created at the first start" in first.stdout
    monkeypatch.setenv("RAILHEAD_PASSWORD", "correct horse battery")
    made = process("admin", "create", "root")
    assert (made.returncode, made.stdout.strip()) == (0, "root was made an admin."), made.stderr
    listed = process("admin", "people").stdout
    assert re.search(r"root .* never .* admin", listed)
    assert process("admin", "lock", "root").stdout.strip() == "root is locked."
    assert "locked" in process("admin", "people").stdout
    monkeypatch.setenv("RAILHEAD_PASSWORD", "12345")
    weak = process("admin", "create", "other")
    assert weak.returncode == 2
    assert "too short" in weak.stderr
    monkeypatch.delenv("RAILHEAD_PASSWORD")
    assert "set RAILHEAD_PASSWORD" in process("admin", "create", "other").stderr
    again = process("doctor")
    assert again.returncode == 0
    assert "migrations: all done" in again.stdout


def test_an_old_data_folder_is_used_and_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RAILHEAD_DATA")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    monkeypatch.chdir(tmp_path)
    assert f"data folder: {tmp_path / 'share' / 'railhead'}" in process("doctor").stdout
    (tmp_path / "var").mkdir()
    (tmp_path / "var" / "railhead.sqlite3").write_bytes(b"")
    text = process("doctor").stdout
    assert f"Using the data folder of an earlier version, {tmp_path / 'var'}" in text


@pytest.mark.parametrize(
    ("package", "words"),
    [
        ("numpy", ("train", "1889")),
        ("distributed", ("train", "1889", "--scheduler", "tcp://nowhere:1")),
        ("numpy", ("dataset", "1889", "games.jsonl")),
        ("pyarrow", ("dataset", "1889", "games.parquet")),
        ("django", ("serve",)),
    ],
)
def test_a_missing_extra_is_said_before_any_work(
    package: str, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == package else found(name))
    answer = railhead(*words)
    assert answer.returncode == 2
    assert re.search(r"run: pip install 'railhead\[\w+\]'$", answer.stderr.strip())


def test_ctrl_c_in_a_simulation_keeps_what_was_finished() -> None:
    done: list[int] = []

    def report(number: int) -> None:
        done.append(number)
        if number == 2:
            raise KeyboardInterrupt

    tally = simulate(title("1889").rules(2), 50, 1, progress=report)
    assert (tally.stopped, tally.finished, done) == (True, 2, [1, 2])
    assert sum(tally.end_reasons.values()) == 2
    assert tally.games_per_second > 0


def test_ctrl_c_in_a_tournament_keeps_what_was_finished() -> None:
    def report(done: int, _of: int, _game: object) -> None:
        if done == 2:
            raise KeyboardInterrupt

    result = run_tournament(title("1889"), ["clerk", "drifter"], 50, seats=2, progress=report)
    assert len(result.games) == 2
    assert sum(row.wins for row in result.table) == 2
