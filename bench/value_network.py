"""Whether a small network judges positions better than the ridge regression: `value_network.py selfplay.jsonl`.

Reads the games that `railhead train --file` kept, fits both on the same games and compares both on the same held-out
ones. Each seat's features go through the same network (one hidden layer), and the mean of several networks with
different beginnings counts.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import numpy as np
from numpy.typing import NDArray

from railhead.bots.features import SIZE
from railhead.bots.selfplay import Played
from railhead.bots.training import PARTS, QUARTERS, correlation, fit

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

HIDDEN = (4, 8, 16)
NETWORKS = 5
EPOCHS = 300
BATCH = 64
RATE = 0.003
DECAY = 0.01

Array = NDArray[np.float64]
Guess = "Callable[[Array], Array]"


def rows_of(games: Sequence[Played]) -> tuple[Array, Array]:
    """Every seat at every moment: its features, and how far its final share is from an even one."""
    x = [row for game in games for moment in game.moments for row in moment.features]
    y = [share - 1 / len(game.shares) for game in games for _ in game.moments for share in game.shares]
    return np.asarray(x), np.asarray(y)


def network(x: Array, y: Array, hidden: int, seed: int) -> Callable[[Array], Array]:
    """One network, trained by Adam; the epoch that does best on a fifth of the rows is kept."""
    rng = np.random.default_rng(seed)
    order = rng.permutation(len(x))
    check, learn = order[: len(x) // 5], order[len(x) // 5 :]
    scale = x[learn].std(0) + 1e-6
    x = x / scale
    parts = [rng.normal(0, 0.3, (SIZE, hidden)), np.zeros(hidden), rng.normal(0, 0.3, hidden)]
    first, second = [np.zeros_like(part) for part in parts], [np.zeros_like(part) for part in parts]
    best, kept, step = np.inf, [part.copy() for part in parts], 0
    for _ in range(EPOCHS):
        rng.shuffle(learn)
        for start in range(0, len(learn), BATCH):
            some = learn[start : start + BATCH]
            inner = np.tanh(x[some] @ parts[0] + parts[1])
            error = (inner @ parts[2] - y[some]) / len(some)
            back = np.outer(error, parts[2]) * (1 - inner**2)
            slopes = [x[some].T @ back + DECAY * parts[0] / len(learn), back.sum(0), inner.T @ error]
            step += 1
            for at, slope in enumerate(slopes):
                first[at] = 0.9 * first[at] + 0.1 * slope
                second[at] = 0.999 * second[at] + 0.001 * slope**2
                size = np.sqrt(second[at] / (1 - 0.999**step)) + 1e-8
                parts[at] = parts[at] - RATE * first[at] / (1 - 0.9**step) / size
        loss = float(np.mean((np.tanh(x[check] @ parts[0] + parts[1]) @ parts[2] - y[check]) ** 2))
        if loss < best:
            best, kept = loss, [part.copy() for part in parts]
    return lambda rows: np.tanh(rows / scale @ kept[0] + kept[1]) @ kept[2]


def report(games: Sequence[Played], guess: Callable[[Array], Array]) -> list[float]:
    """The correlation with the final share by quarter of the game, and over all."""
    pairs: dict[str, list[tuple[float, float]]] = {name: [] for name in (*QUARTERS, "all")}
    for game in games:
        goals = [share - 1 / len(game.shares) for share in game.shares]
        for moment in game.moments:
            found = list(zip(guess(np.asarray(moment.features)).tolist(), goals, strict=True))
            pairs[QUARTERS[min(int(moment.at * 4), 3)]] += found
            pairs["all"] += found
    return [correlation(pairs[name]) for name in (*QUARTERS, "all") if pairs[name]]


def main() -> None:
    """Print a line for the ridge and one for each size of network."""
    _, *lines = Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()
    games = [msgspec.json.decode(line, type=Played) for line in lines]
    learned = [game for game in games if game.number % PARTS]
    held = [game for game in games if not game.number % PARTS]
    weights = np.asarray(fit("ridge", learned).weights)
    x, y = rows_of(learned)
    print(f"{len(games)} games, {len(held)} held out, {len(x)} rows to learn from")
    results = {"ridge": report(held, lambda rows: rows @ weights)}
    for hidden in HIDDEN:
        made = [network(x, y, hidden, seed) for seed in range(NETWORKS)]
        results[f"{hidden} hidden"] = report(held, lambda rows, made=made: sum(one(rows) for one in made) / len(made))
    for name, found in results.items():
        print(f"{name:10}", *(f"{value:.3f}" for value in found))


if __name__ == "__main__":
    main()
