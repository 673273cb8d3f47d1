"""The public library: docs/library.md is true, the import is quick, and the names are what was promised."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from exported import written_game

import railhead
from railhead.core.text import codec_of

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")


def test_the_page_is_true(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Every line that prints is followed by what it prints; three dots stand for the rest."""
    monkeypatch.chdir(tmp_path)
    code = "\n".join(re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL))
    exec(compile(code, "library.md", "exec"), {})
    printed = capsys.readouterr().out.splitlines()
    said = re.findall(r"^\s*print\(.*\)\s+# (.*)$", code, re.M)
    assert len(printed) == len(said) > 10
    for real, shown in zip(printed, said, strict=True):
        begins, dots, _ = shown.partition("...")
        assert real.startswith(begins.strip()) if dots else real == shown


def test_import_takes_nothing_along() -> None:
    code = "import sys; import railhead; print([name for name in sys.modules if name.startswith('railhead.')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == "[]"


def test_every_name_is_there_and_documented() -> None:
    for name in railhead.__all__:
        assert getattr(railhead, name) is not None
        assert name.startswith("__") or getattr(railhead, name).__doc__, name
    assert set(dir(railhead)) == set(railhead.__all__)
    functions = {name for name in railhead.__all__ if name.islower() and not name.startswith("_")}
    assert not {name for name in functions if f"{name}(" not in PAGE and f"`{name}`" not in PAGE} - {"parse_move"}


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="'railhead' has no attribute 'old_game'"):
        _ = railhead.old_game  # type: ignore[attr-defined]


def test_version_is_the_package_s() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert railhead.__version__ == project["version"]


def test_wrong_input_is_said() -> None:
    with pytest.raises(ValueError, match="unknown title"):
        railhead.new_game("1830", ["Ann", "Bob"])
    with pytest.raises(ValueError, match="2 to 6 players"):
        railhead.new_game("1889", ["Ann"])
    game = railhead.new_game("1889", ["Ann", "Bob"])
    with pytest.raises(railhead.MalformedMove):
        railhead.refusal(game, "p1 dance")
    with pytest.raises(railhead.IllegalMove, match=r"1889 rules 5\.7"):
        railhead.apply(game, "p1 bid private=A price=19")


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda _game: railhead.new_game("1889", "AB"), "players is a list of names"),
        (lambda _game: railhead.new_game("1889", ["A", "B"], options="beginner"), "options is a list of names"),
        (lambda _game: railhead.new_game("1889", ["A", "B"], seed="x"), "a seed is a whole number, not 'x'"),
        (lambda game: railhead.apply(game, None), "None is not a move"),
        (lambda game: railhead.best_run(game, "ZZ"), "1889 has no company 'ZZ'; there are: AR, IR"),
        (lambda game: railhead.map_svg(game, theme="pink"), "unknown theme 'pink'; there are: light"),
    ],
)
def test_what_is_of_the_wrong_kind_is_said_too(wrong: Callable[[railhead.State], object], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        wrong(railhead.new_game("1889", ["Ann", "Bob"]))


def test_a_record_takes_moves_as_text_too() -> None:
    opening = railhead.new_game("1889", ["Ann", "Bob"])
    game, _ = railhead.apply(opening, "p1 pass")
    assert railhead.replay(railhead.record_of(game, ["p1 pass"])) == game


MALFORMED = [
    ('{"move": "fly", "by": "p1"}', "not a move: move: 'fly' is not known"),
    ("{}", "not a move: the field 'move' is missing"),
    ("[]", "not a move: expected an object, got a list"),
    ('{"move": "bid", "by": "p1", "private": "A"}', "not a move: the field 'price' is missing"),
    (
        '{"move": "bid", "by": "p1", "private": "A", "price": "x"}',
        "not a move: price: expected a whole number, got text",
    ),
    ('{"move": "pass", "by": "p1", "x": 1}', "not a move: there is no field 'x'"),
    ("{", "not a move: the text ends too early"),
]


@pytest.mark.parametrize(("text", "says"), MALFORMED)
def test_what_is_not_a_move_is_said_in_words(text: str, says: str) -> None:
    codec = codec_of(railhead.new_game("1889", ["Ann", "Bob"]).rules)
    with pytest.raises(railhead.MalformedMove) as error:
        codec.from_json(text)
    assert str(error.value) == says


def test_a_typed_move_that_is_not_one_is_said_in_words() -> None:
    game = railhead.new_game("1889", ["Ann", "Bob"])
    with pytest.raises(railhead.MalformedMove, match=r"^bid: price: expected a whole number, got text$"):
        railhead.refusal(game, "p1 bid private=A price=many")


def test_a_game_from_18xx_games_is_loaded_as_a_record(tmp_path: Path) -> None:
    file, exporter = written_game("1889", 3, 1, most=40)
    path = tmp_path / "export.json"
    path.write_text(json.dumps(file), encoding="utf-8")
    record = railhead.load(path)
    steps = list(railhead.positions(record))
    assert [move is None for _, move in steps] == [True, *[False] * len(record.moves)]
    assert steps[-1][0] == railhead.replay(record) == exporter.state
    file["actions"][5] = {**file["actions"][5], "type": "fly"}
    path.write_text(json.dumps(file), encoding="utf-8")
    with pytest.raises(railhead.RecordError, match="action 5"):
        railhead.load(path)
