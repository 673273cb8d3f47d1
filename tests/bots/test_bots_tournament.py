"""Tournaments: seats rotate, and the figures are right by hand."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from railhead.bots.statistics import student, t95, wilson
from railhead.bots.tournament import Clock, Game, run, score_line, seating, table
from railhead.titles import title


def test_wilson_by_hand() -> None:
    value, low, high = wilson(65, 100)
    assert value == 0.65
    assert (round(low, 4), round(high, 4)) == (0.5525, 0.7364)


def test_wilson_at_the_edges() -> None:
    assert wilson(0, 0) == (0.0, 0.0, 1.0)
    value, low, high = wilson(10, 10)
    assert (value, round(low, 4), round(high, 4)) == (1.0, 0.7225, 1.0)


def test_student_by_hand() -> None:
    # mean 4, deviations -2 0 2: variance 4, t for 2 degrees 4.3027, half width 4.3027 * 2 / sqrt 3
    value, low, high = student([2.0, 4.0, 6.0])
    assert value == 4.0
    assert (round(low, 4), round(high, 4)) == (-0.9683, 8.9683)
    assert student([3.0]) == (3.0, 3.0, 3.0)
    assert student([]) == (0.0, 0.0, 0.0)


def test_t_beyond_the_table() -> None:
    assert round(t95(40), 3) == 2.021
    assert round(t95(60), 3) == 2.000
    assert round(t95(1000), 3) == 1.962


def test_seats_rotate() -> None:
    assert seating(("a", "b"), 3, 0) == ("a", "b", "a")
    assert seating(("a", "b"), 3, 1) == ("b", "a", "b")
    for seat in range(3):
        assert [seating(("a", "b", "c"), 3, game)[seat] for game in range(3)].count("a") == 1


def test_table_by_hand() -> None:
    games = [
        Game(0, ("a", "b"), (300, 100), "bank", 10, Clock({"a": 4, "b": 6}, {"a": 2.0, "b": 0.6})),
        Game(1, ("b", "a"), (200, 200), "bank", 10),
        Game(2, ("a", "b"), (-50, 100), "bankrupt", 10),
    ]
    first, second = table(games)
    assert (first.bot, first.wins, first.games) == ("a", 1.5, 3) or (first.bot, first.wins) == ("b", 1.5)
    a = first if first.bot == "a" else second
    assert a.win_share.value == 0.5
    assert a.worth_share.value == pytest.approx((0.75 + 0.5 + 0.0) / 3)
    assert a.seconds_per_move == pytest.approx(0.5)
    assert score_line(games[:2]) == "a 1.5, b 0.5"


def test_a_small_tournament() -> None:
    seen: list[int] = []
    result = run(
        title("1889"),
        ["clerk", "drifter"],
        2,
        seed=5,
        progress=lambda done, _games, _those: seen.append(done),
    )
    assert seen == [1, 2]
    assert [game.seats for game in result.games] == [("clerk", "drifter"), ("drifter", "clerk")]
    assert {row.bot: row.wins for row in result.table} == {"clerk": 2.0, "drifter": 0.0}
    plain = json.loads(json.dumps(result.plain()))
    assert plain["bots"][0]["bot"] == "clerk"
    assert plain["games"] == 2


def test_wrong_wishes_are_refused() -> None:
    with pytest.raises(ValueError, match="unknown bot"):
        run(title("1889"), ["clerk", "hal"], 1)
    with pytest.raises(ValueError, match="has no option"):
        run(title("1889"), ["clerk"], 1, options=["flying-trains"])
    with pytest.raises(ValueError, match="2 to 6 players"):
        run(title("1889"), ["clerk"], 1, seats=9)


def test_a_stopped_tournament_goes_on(tmp_path: Path) -> None:
    """What was played is not played again, a line that was cut off is, and other wishes are refused."""
    kept = tmp_path / "games.jsonl"
    whole = run(title("primer"), ["clerk", "drifter"], 4, seed=5)
    run(title("primer"), ["clerk", "drifter"], 2, seed=5, kept=kept)
    with kept.open("a") as file:
        file.write('{"number": 2, "sea')
    told: list[list[int]] = []

    def tell(_done: int, _games: int, those: Sequence[Game]) -> None:
        told.append([game.number for game in those])

    result = run(title("primer"), ["clerk", "drifter"], 4, 5, kept=kept, progress=tell)
    assert told == [[0, 1, 2], [0, 1, 2, 3]]
    assert result.games == whole.games
    assert run(title("primer"), ["clerk", "drifter"], 4, seed=5, kept=kept).games == whole.games
    with pytest.raises(ValueError, match="is from a different run"):
        run(title("primer"), ["clerk", "drifter"], 4, seed=6, kept=kept)


@pytest.mark.parametrize("data", [b"hello\n", b"\xaa\xbb\n", b"\x00"])
def test_a_file_of_something_else_is_left_alone(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "picture.png"
    file.write_bytes(data)
    with pytest.raises(ValueError, match=r"picture\.png is not a file of results.*name another file"):
        run(title("primer"), ["clerk", "drifter"], 1, kept=file)
    assert file.read_bytes() == data
