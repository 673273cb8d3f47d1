"""Work in several processes: all of it is done, and the processes end when their caller stops, fails or is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from railhead.bots.processes import ProcessLost, shared_out

ROOT = Path(__file__).resolve().parents[2]
STOPPED = """
import os, signal
from railhead.bots.processes import shared_out

def work(number):
    if number:
        signal.pause()
    return number

try:
    for found in shared_out(work, range(6), 3):
        os.killpg(0, signal.SIGINT)
except KeyboardInterrupt:
    print("stopped")
"""
KILLED = """
import os, signal
from railhead.bots.processes import shared_out

for found in shared_out(abs, range(100), 3):
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_all_work_is_done_however_many_share_it() -> None:
    for processes in (1, 2, 20):
        assert sorted(shared_out(lambda number: number * number, range(9), processes)) == [n * n for n in range(9)]
    assert list(shared_out(abs, [], 4)) == []


@pytest.mark.parametrize(("script", "prints"), [(STOPPED, "stopped\n"), (KILLED, "")])
def test_processes_end_with_their_caller(script: str, prints: str) -> None:
    """Its output ends only when no process that holds it is left. Ctrl-C reaches all of them, and none complains."""
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        start_new_session=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == (prints, "")


def test_an_error_comes_back_and_a_lost_process_is_told() -> None:
    def fails(number: int) -> int:
        raise ValueError(f"no {number} here")

    def dies(number: int) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    with pytest.raises(ValueError, match=r"no [01] here") as error:
        list(shared_out(fails, range(2), 2))
    assert "in fails" in error.value.__notes__[0]
    with pytest.raises(ProcessLost, match="ended from outside"):
        list(shared_out(dies, range(4), 2))
