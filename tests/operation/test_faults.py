"""The harness of `make faults`, short: games under SIGKILL on SQLite."""

from __future__ import annotations

from pathlib import Path

from faults import run


def test_every_answered_move_survives_kills_once_and_in_order(tmp_path: Path) -> None:
    outcome = run(
        tmp_path, games=8, kills=3, clients=3, seed=5, titles=(("1889", 3), ("1894", 3)), between=(0.1, 0.5)
    )
    assert outcome.kills == 3
    assert outcome.moves > 20
