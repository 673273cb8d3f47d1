"""The learned value: features by hand, a fit that finds what is there, and training that goes on where it stopped."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from kit import begin, with_cash

from railhead.bots.features import NAMES, SIZE, features, progress
from railhead.bots.selfplay import Job, Moment, Played, in_processes, play
from railhead.bots.training import correlation, correlations, fit, train, write_value
from railhead.bots.value import Value, read_value, shares, value_of
from railhead.titles import TITLES

if TYPE_CHECKING:
    from pathlib import Path

numpy = pytest.importorskip("numpy", reason="the extra 'train' is not installed")


def test_features_are_shares_of_the_table() -> None:
    state = with_cash(begin("1889", 2), p1=300, p2=100)
    rows = features(state)
    assert rows["p1"][NAMES.index("worth")] == pytest.approx(0.25), "300 of 400 is a quarter above the half"
    assert rows["p2"][NAMES.index("cash")] == pytest.approx(-0.25)
    assert all(sum(row[at] for row in rows.values()) == pytest.approx(0) for at in range(SIZE))
    assert progress(state) < 0.2


@pytest.mark.parametrize("title", sorted(TITLES))
def test_values_that_come_with_the_package_fit_the_features(title: str) -> None:
    value = value_of(title)
    if value is not None:
        assert len(value.weights) == SIZE
        assert value.games >= 20
    expected = shares(begin(title, TITLES[title].seats[0]))
    assert sum(expected.values()) == pytest.approx(1.0, abs=0.01)


def made_up(number: int, rng: random.Random) -> Played:
    """A game whose end is 0.5 + 0.8 x its first feature, for two seats."""
    moments, lead = [], rng.uniform(-0.3, 0.3)
    for at in (0.1, 0.4, 0.6, 0.9):
        row = (lead, *(rng.uniform(-0.1, 0.1) for _ in range(SIZE - 1)))
        other = tuple(-part for part in row)
        moments.append(Moment(at, (row, other), (0.5 + lead, 0.5 - lead), (0.5, 0.5)))
    return Played(number, (0.5 + 0.8 * lead, 0.5 - 0.8 * lead), tuple(moments))


def test_a_fit_finds_what_is_there() -> None:
    rng = random.Random(1)
    value = fit("made-up", [made_up(number, rng) for number in range(200)])
    assert value.weights[0] == pytest.approx(0.8, abs=0.02)
    assert value.games == 200
    assert all(abs(weight) < 0.02 for weight in value.weights[1:])
    assert value.report["learned"]["first"] > 0.99
    with pytest.raises(ValueError, match="too few"):
        fit("made-up", [])


def test_correlation_by_hand() -> None:
    assert correlation([(1, 2), (2, 4), (3, 6)]) == pytest.approx(1)
    assert correlation([(1, 1), (2, -1), (3, 1)]) == pytest.approx(0)
    assert correlation([(1, 1), (1, 2)]) == 0


def test_training_goes_on_where_it_stopped(tmp_path: Path) -> None:
    """Processes, a stop after six games and a second call give the same value as one run."""
    kept, told = tmp_path / "games.jsonl", []
    whole = train("primer", 8, seed=3)
    train("primer", 6, seed=3, engine=in_processes(2), kept=kept)
    again = train("primer", 8, seed=3, kept=kept, progress=lambda done, of: told.append((done, of)))
    assert told == [(7, 8), (8, 8)]
    assert again == whole
    write_value(tmp_path / "value.json", again)
    assert read_value((tmp_path / "value.json").read_bytes()) == again
    with pytest.raises(ValueError, match="different run"):
        train("primer", 8, seed=4, kept=kept)


def test_the_same_job_is_the_same_game() -> None:
    assert play(Job("primer", 1, 1)) == play(Job("primer", 1, 1))


def test_tables_of_different_size_are_not_mixed_in_the_report() -> None:
    """Within each size worth says nothing about the end; taken together it would, by the size alone."""
    rng, games = random.Random(5), []
    for number in range(80):
        small = number % 2
        shares = (0.5, 0.5) if small else (0.25,) * 4
        ends = [share + rng.uniform(-0.05, 0.05) for share in shares]
        rows = tuple((rng.uniform(-0.1, 0.1),) * SIZE for _ in shares)
        moments = tuple(Moment(at, rows, shares, shares) for at in (0.1, 0.4, 0.6, 0.9))
        games.append(Played(number, tuple(ends), moments))
    found = correlations(games, lambda _: Value(title="x", features=NAMES, weights=(0.0,) * SIZE))
    assert found["worth"] == found["learned"] == dict.fromkeys(("first", "second", "third", "last"), 0.0)


def test_a_value_for_other_features_is_refused() -> None:
    with pytest.raises(ValueError, match="run: railhead train 1889"):
        read_value(b'{"title": "1889", "features": ["luck"], "weights": [1.0]}')


def test_the_report_tells_worth_from_standing() -> None:
    games = [made_up(number, random.Random(number)) for number in range(8)]
    value = Value(title="x", features=NAMES, weights=(1.0,) + (0.0,) * (SIZE - 1))
    found = correlations(games, lambda _: value)
    assert found["worth"]["first"] == pytest.approx(1.0)
    assert found["standing"]["first"] == 0
