"""Bots in other processes."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from kit import begin, play
from msgspec.structs import replace

from railhead.bots import workers as module
from railhead.bots.thinking import decide, question, read, think
from railhead.bots.workers import WorkerLost, Workers, WorkersClosed
from railhead.core.engine import refusal


@contextmanager
def one_worker() -> Iterator[Workers]:
    """One process, gone after the test."""
    made = Workers()
    try:
        yield made
    finally:
        made.close()
    assert not made.running


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


def test_a_process_answers_and_a_dead_one_is_replaced() -> None:
    """Through a real process: what it says is what this process would say, also after it was killed."""
    state = begin("1889", 2)
    with one_worker() as workers:
        workers.warm()
        first = workers.pid()
        assert first != os.getpid()
        wanted = decide("clerk", state, "p1", 0.1, "a game")
        assert workers.choose("clerk", state, "p1", 0.1, "a game") == wanted
        assert workers.pid() == first
        os.kill(first, signal.SIGKILL)
        state = play(state, "p1 pass")
        assert workers.choose("clerk", state, "p2", 0.1, "a game") == decide("clerk", state, "p2", 0.1, "a game")
        second = workers.pid()
        assert second != first
        with pytest.raises(ValueError, match="not a position"):  # it tells, and lives on
            workers.choose("clerk", replace(state, seed="?"), "p2", 0.1, "a game")  # type: ignore[arg-type]
        assert workers.pid() == second
    assert not runs(second)


def test_a_question_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever does not come back is ended and replaced, and asked once more."""
    monkeypatch.setattr(module, "PATIENCE", 0.0)
    monkeypatch.setattr(module, "think", forget)
    with one_worker() as workers:
        first = workers.pid()
        with pytest.raises(WorkerLost, match="clerk was lost"):
            workers.choose("clerk", begin("1889", 2), "p1", 0.2, "a game")
        assert workers.pid() != first


def forget(_asked: object) -> None:
    """Think for longer than anybody waits."""
    time.sleep(30)


def test_processes_end_with_their_master() -> None:
    """However it went."""
    code = (
        "import time\n"
        "from railhead.bots.workers import Workers\n"
        "if __name__ == '__main__':\n"
        "    print(Workers().pid(), flush=True)\n"
        "    time.sleep(60)\n"
    )
    master = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert master.stdout is not None
    pid = int(master.stdout.readline())
    end = os.pidfd_open(pid)
    master.kill()
    master.wait()
    assert select.select([end], [], [], 60)[0], "the process has ended by itself"
    os.close(end)


def test_nobody_thinks_after_closing() -> None:
    there = Workers()
    there.close()
    there.warm()
    there.prepare()
    assert not there.running
    with pytest.raises(WorkersClosed):
        there.choose("clerk", begin("1889", 2), "p1", 0.1, "a game")
