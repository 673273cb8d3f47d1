"""Bots in other processes."""

from __future__ import annotations

import pytest
from kit import begin

from railhead.bots.workers import Workers, read, think
from railhead.core.engine import refusal
from railhead.core.text import to_json


def test_a_position_as_text_comes_back_as_a_move() -> None:
    state = begin("1889", 3)
    choice = read(state, think("clerk", to_json(state), "p1", 0.1, 1))
    assert refusal(state, choice.move) is None
    assert choice.why


def test_a_worker_answers() -> None:
    state = begin("1889", 2)
    workers = Workers()
    try:
        choice = workers.choose("drifter", state, "p1", 0.1, "a game")
        assert refusal(state, choice.move) is None
        with pytest.raises(ValueError, match="unknown bot"):
            workers.submit("hal", state, "p1", 0.1, 1)
    finally:
        workers.close()
