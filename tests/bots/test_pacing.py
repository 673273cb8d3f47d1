"""However many moves bots make in a row, a person's wait stays in bounds."""

from __future__ import annotations

import pytest

from railhead.bots.pacing import pause, thinking_time


@pytest.mark.parametrize("moves", [1, 10, 40])
def test_a_row_of_moves_takes_fifteen_seconds_at_most(moves: int) -> None:
    """Bots that use all their time, with the usual pause: thinking counts towards the pause."""
    spent = 0.0
    for _ in range(moves):
        spent += max(thinking_time(4.0, spent), pause(0.5, spent))
    assert spent <= 15.0


def test_the_first_moves_are_thought_over() -> None:
    assert thinking_time(4.0, 0.0) == pytest.approx(2.0)
    assert thinking_time(1.0, 0.0) == 1.0, "a level that takes less keeps to that"
    assert thinking_time(4.0, 100.0) == 0.05
    assert pause(0.5, 100.0) == 0.0
