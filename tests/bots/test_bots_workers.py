"""Bots in other processes."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest
from kit import begin, play
from msgspec.structs import replace

from railhead.bots import workers as module
from railhead.bots.thinking import Question, decide, question, read, think
from railhead.bots.workers import Worker, WorkerLost, Workers, WorkersClosed
from railhead.core.engine import refusal


@pytest.fixture
def workers() -> Iterator[Workers]:
    """One process, gone after the test."""
    made = Workers()
    yield made
    pids = made.pids
    made.close()
    assert made.pids == []
    assert not any(runs(pid) for pid in pids)


def runs(pid: int) -> bool:
    """Whether there is such a process."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_position_as_text_comes_back_as_a_move() -> None:
    state = begin("1889", 3)
    found = read(state, think(question("clerk", state, "p1", 0.1, "1")))
    assert refusal(state, found.move) is None
    assert found == decide("clerk", state, "p1", 0.1, "1"), "the same in the same position, whoever asks"
    with pytest.raises(ValueError, match="unknown bot"):
        question("hal", state, "p1", 0.1, "1")


def test_a_process_answers_and_a_dead_one_is_replaced(workers: Workers) -> None:
    """Through a real process: what it says is what this process would say, also after it was killed."""
    state = begin("1889", 2)
    workers.warm()
    workers.warm()
    (first,) = workers.pids
    wanted = decide("clerk", state, "p1", 0.1, "a game")
    assert workers.choose("clerk", state, "p1", 0.1, "a game") == wanted
    assert workers.pids == [first]
    os.kill(first, signal.SIGKILL)
    state = play(state, "p1 pass")
    assert workers.choose("clerk", state, "p2", 0.1, "a game") == decide("clerk", state, "p2", 0.1, "a game")
    (second,) = workers.pids
    assert second != first
    with pytest.raises(RuntimeError, match=r"(?s)clerk failed:.*not a position"):  # it tells, and lives on
        workers.choose("clerk", replace(state, seed="?"), "p2", 0.1, "a game")  # type: ignore[arg-type]
    assert workers.pids == [second]


def test_a_process_ends_with_its_master() -> None:
    """The pipe is closed when its master is gone, however it went; that alone ends the process."""
    worker = Worker()
    worker._pipe.close()
    assert worker._process.wait(60) == 0


class Mute:
    """A process that dies over every question."""

    made = 0
    pid = 0
    alive = True

    def __init__(self) -> None:
        Mute.made += 1

    def ask(self, asked: Question, patience: float) -> None:
        raise WorkerLost("no answer")

    def end(self) -> None:
        self.alive = False


def test_a_question_that_kills_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "Worker", Mute)
    there = Workers()
    with pytest.raises(WorkerLost):
        there.choose("clerk", begin("1889", 2), "p1", 0.1, "a game")
    assert Mute.made == module.TRIES
    assert there.pids == []


def test_nobody_thinks_after_closing() -> None:
    there = Workers()
    there.close()
    there.warm()
    assert there.pids == []
    with pytest.raises(WorkersClosed):
        there.choose("clerk", begin("1889", 2), "p1", 0.1, "a game")
