"""The harness of `make faults`, short: games under SIGKILL on SQLite. And the model of queues against its formula."""

from __future__ import annotations

import pytest
from faults import run
from queue_model import Load, cores_for, erlang_wait, simulate, simulate_one_stage
from sites import lay_database


def test_every_answered_move_survives_kills_once_and_in_order(tmp_path_factory: pytest.TempPathFactory) -> None:
    data = lay_database(tmp_path_factory.mktemp("faults"))
    outcome = run(data, games=8, kills=3, clients=4, seed=5, titles=(("1889", 3),), between=(0.05, 0.4))
    assert outcome.kills == 3
    assert outcome.moves >= 3


def test_the_simulation_of_queues_agrees_with_the_formula() -> None:
    for lanes, use in ((1, 0.5), (4, 0.7)):
        rate = use * lanes / 0.02
        assert simulate_one_stage(rate, 0.02, lanes, 60_000) == pytest.approx(erlang_wait(rate, 0.02, lanes), rel=0.1)


def test_more_cores_answer_sooner_and_enough_are_found() -> None:
    load = Load(rate=20, watchers=2, move=0.03, fragments=0.03, commit=0.003)
    few, many = simulate(load, 2, 8, 3000), simulate(load, 8, 8, 3000)
    assert few.p99 > many.p99
    assert few.busy > many.busy
    found = cores_for(load, 8, 0.25, 3000)
    assert found.p99 <= 0.25
    assert 2 <= found.cores <= 8
