"""Sixty random games for every title, every number of players and every variant: `make long`.

Every move is legal, every invariant holds after every move, and every game ends. In one more game at every table
wrong moves are tried: each is answered, and in sentences that a player can read.
"""

from __future__ import annotations

import pytest
from changed_moves import wrong_moves
from kit import tables
from refusals import faults

from railhead.core.engine import explain, new_game
from railhead.play.simulation import simulate
from railhead.titles import TITLES

pytestmark = pytest.mark.long


@pytest.mark.parametrize(("name", "seats", "options"), tables(), ids=str)
def test_random_games(name: str, seats: int, options: tuple[str, ...], request: pytest.FixtureRequest) -> None:
    games = request.config.getoption("--games")
    tally = simulate(TITLES[name].rules(seats, options), games, seed=1)
    print(f"{name}, {seats} players, {', '.join(options) or 'no variant'}: {tally.line()}")
    assert tally.broken == []
    assert tally.stuck == 0
    assert tally.finished == games


@pytest.mark.parametrize(("name", "seats", "options"), tables(), ids=str)
def test_wrong_moves_are_answered(name: str, seats: int, options: tuple[str, ...]) -> None:
    start = new_game(TITLES[name].rules(seats, options), [f"P{number + 1}" for number in range(seats)], seed=2)
    bad, answers = [], 0
    for state, move in wrong_moves(start, seed=2):
        objections = explain(state, move)
        answers += bool(objections)
        for objection in objections:
            bad += [f"{move}: {objection.rule} {fault}" for fault in faults(state, objection)]
    print(f"{name}, {seats} players, {', '.join(options) or 'no variant'}: {answers} wrong moves answered")
    assert not bad, "\n".join(dict.fromkeys(bad))
