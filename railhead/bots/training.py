"""`railhead train`: games of the bots against themselves, a fit, and a report on games that were held out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from railhead.bots.features import NAMES
from railhead.bots.journal import Journal
from railhead.bots.selfplay import Engine, Job, Played, here
from railhead.bots.value import Value

if TYPE_CHECKING:
    from pathlib import Path

PARTS = 4
"""For the report the games are split into this many parts, and each is judged by a fit on the others."""
PENALTIES = (0.1, 1.0, 10.0, 100.0)
"""Penalties of the ridge that are tried; the one with the best report is kept."""
TRUSTED, FREE = ("worth", "standing"), 0.01
"""Features that are good guesses by themselves, and how much less the penalty weighs on them."""
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
    """A ridge regression of the final shares on the features.

    For the report every game is judged by a fit that has not seen it: the games are dealt into a few parts, and each
    part is held out once. The value itself is then fitted on all games.
    """
    if len(games) < PARTS:
        raise ValueError(f"{len(games)} games are too few to learn from and to check; play {PARTS} or more")
    reports = {penalty: _report(title, games, penalty) for penalty in PENALTIES}
    best = max(reports, key=lambda penalty: sum(reports[penalty]["learned"].values()))
    value = _ridge(title, games, best)
    return msgspec.structs.replace(value, games=len(games), seed=seed, report=reports[best])


def _report(title: str, games: Sequence[Played], penalty: float) -> Mapping[str, Mapping[str, float]]:
    blind = [_ridge(title, [game for game in games if game.number % PARTS != part], penalty) for part in range(PARTS)]
    return correlations(games, lambda game: blind[game.number % PARTS])


def _ridge(title: str, games: Sequence[Played], penalty: float) -> Value:
    numpy = _numpy()
    rows = [row for game in games for moment in game.moments for row in moment.features]
    goals = [share - 1 / len(game.shares) for game in games for _ in game.moments for share in game.shares]
    if not rows:
        raise ValueError(f"{len(games)} games are too few to learn from; play more")
    x, y = numpy.asarray(rows), numpy.asarray(goals)
    # few games lead to a value near worth and standing, which are good guesses by themselves
    scale = numpy.asarray([FREE if name in TRUSTED else 1.0 for name in NAMES] * 2)
    weights = numpy.linalg.solve(x.T @ x + penalty * numpy.diag(scale), x.T @ y)
    return Value(
        title=title, features=NAMES, weights=tuple(round(float(it), 5) for it in weights), penalty=penalty
    )  # fmt: skip


Pairs = dict[str, dict[str, list[tuple[float, float]]]]
"""Guesses and what came true, by who guesses and by quarter of the game."""


def correlations(games: Sequence[Played], value_for: Callable[[Played], Value]) -> Mapping[str, Mapping[str, float]]:
    """How well present worth, `standing` and the value predict the final shares, by quarter of the game.

    Tables of one size are taken by themselves, and the mean of all sizes counts, weighted by their games: taken
    together, large and small tables would correlate by their size alone.
    """
    sizes = sorted({len(game.shares) for game in games})
    found = {size: _pairs([game for game in games if len(game.shares) == size], value_for) for size in sizes}
    report: dict[str, dict[str, float]] = {}
    for name in ("worth", "standing", "learned"):
        for quarter in QUARTERS:
            told = [there[name][quarter] for there in found.values() if quarter in there.get(name, {})]
            if told:
                weight = sum(len(pairs) for pairs in told)
                mean = sum(correlation(pairs) * len(pairs) for pairs in told) / weight
                report.setdefault(name, {})[quarter] = round(mean, 3)
    return report


def _pairs(games: Sequence[Played], value_for: Callable[[Played], Value]) -> Pairs:
    pairs: Pairs = {}
    for game in games:
        value = value_for(game)
        for moment in game.moments:
            quarter = QUARTERS[min(int(moment.at * 4), 3)]
            told = value.of({str(at): row for at, row in enumerate(moment.features)})
            for at, share in enumerate(game.shares):
                for name, guess in (
                    ("worth", moment.worth[at]),
                    ("standing", moment.standing[at]),
                    ("learned", told[str(at)]),
                ):
                    pairs.setdefault(name, {}).setdefault(quarter, []).append((guess, share))
    return pairs


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


def can_write(path: Path) -> None:
    """Raise the error now that writing a file there would raise later; nothing is left behind."""
    path.parent.mkdir(parents=True, exist_ok=True)
    there = path.exists()
    with path.open("ab"):
        pass
    if not there:
        path.unlink()


def _numpy() -> Any:
    try:
        import numpy
    except ImportError:
        raise ValueError("a fit needs numpy; run: pip install 'railhead[train]'") from None
    return numpy
