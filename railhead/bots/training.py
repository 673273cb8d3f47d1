"""`railhead train`: games of the bots against themselves, a fit, and a report on games that were held out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from railhead.bots.features import NAMES, SIZE
from railhead.bots.journal import Journal
from railhead.bots.selfplay import Engine, Job, Played, here
from railhead.bots.value import Value

if TYPE_CHECKING:
    from pathlib import Path

HELD_OUT = 4
"""Of so many games one is kept out of the fit and used for the report."""
PENALTIES = (0.1, 1.0, 10.0, 100.0)
"""Penalties of the ridge that are tried; the best on the held-out games is kept."""
QUARTERS = ("first", "second", "third", "last")

Progress = Callable[[int, int], None]


def train(
    title: str,
    games: int,
    seed: int,
    engine: Engine = here,
    kept: Path | None = None,
    progress: Progress | None = None,
) -> Value:
    """A title's value from many games; with a file for them, a second call continues where the first stopped."""
    journal = Journal(kept, {"title": title, "seed": seed, "features": list(NAMES)}, Played)
    done = {game.number: game for game in journal.read() if game.number < games}
    jobs = [Job(title, number, seed) for number in range(games) if number not in done]
    for game in engine(jobs):
        journal.write(game)
        done[game.number] = game
        if progress is not None:
            progress(len(done), games)
    return fit(title, [done[number] for number in sorted(done)], seed)


def fit(title: str, games: Sequence[Played], seed: int = 0) -> Value:
    """A ridge regression of the final shares on the features; whole games are held out for the report."""
    learned = [game for game in games if game.number % HELD_OUT]
    held = [game for game in games if not game.number % HELD_OUT]
    if not learned or not held:
        raise ValueError(
            f"{len(games)} games are too few to learn from and to check the result; play {HELD_OUT} or more"
        )
    found = [_ridge(title, learned, penalty) for penalty in PENALTIES]
    best = max(found, key=lambda value: sum(correlations(held, value)["learned"].values()))
    return msgspec.structs.replace(best, games=len(games), seed=seed, report=correlations(held, best))


def _ridge(title: str, games: Sequence[Played], penalty: float) -> Value:
    numpy = _numpy()
    rows = [row for game in games for moment in game.moments for row in moment.features]
    goals = [share - 1 / len(game.shares) for game in games for _ in game.moments for share in game.shares]
    x, y = numpy.asarray(rows), numpy.asarray(goals)
    weights = numpy.linalg.solve(x.T @ x + penalty * numpy.eye(SIZE), x.T @ y)
    return Value(
        title=title, features=NAMES, weights=tuple(round(float(it), 5) for it in weights), penalty=penalty
    )  # fmt: skip


def correlations(games: Sequence[Played], value: Value) -> Mapping[str, Mapping[str, float]]:
    """How well present worth, `standing` and the value predict the final shares, by quarter of the game."""
    pairs: dict[str, dict[str, list[tuple[float, float]]]] = {}
    for game in games:
        even = 1 / len(game.shares)
        for moment in game.moments:
            quarter = QUARTERS[min(int(moment.at * 4), 3)]
            told = value.of({str(at): row for at, row in enumerate(moment.features)})
            for at, share in enumerate(game.shares):
                goal = share - even
                for name, guess in (
                    ("worth", moment.worth[at]),
                    ("standing", moment.standing[at]),
                    ("learned", told[str(at)]),
                ):
                    pairs.setdefault(name, {}).setdefault(quarter, []).append((guess - even, goal))
    return {
        name: {quarter: round(correlation(found[quarter]), 3) for quarter in QUARTERS if quarter in found}
        for name, found in pairs.items()
    }


def correlation(pairs: Sequence[tuple[float, float]]) -> float:
    """Pearson's correlation; 0 where one side never changes."""
    number = len(pairs)
    mean_x = sum(x for x, _ in pairs) / number
    mean_y = sum(y for _, y in pairs) / number
    xx = sum((x - mean_x) ** 2 for x, _ in pairs)
    yy = sum((y - mean_y) ** 2 for _, y in pairs)
    xy = sum((x - mean_x) * (y - mean_y) for x, y in pairs)
    return xy / (xx * yy) ** 0.5 if xx > 0 and yy > 0 else 0.0


def write_value(path: Path, value: Value) -> None:
    """Write a value to its file, readable by people."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n")


def _numpy() -> Any:
    try:
        import numpy
    except ImportError:
        raise ValueError("a fit needs numpy; run: pip install 'railhead[train]'") from None
    return numpy
