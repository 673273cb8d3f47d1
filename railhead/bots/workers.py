"""Bots in processes of their own, so that the server stays responsive while they think.

A process that dies or does not answer in time is replaced; one whose parent is gone ends by itself.
"""

from __future__ import annotations

import subprocess
import sys
import threading
from multiprocessing import Pipe
from typing import TYPE_CHECKING

from railhead.bots.thinking import Decision, Failed, Question, Thought, question, read

if TYPE_CHECKING:
    from railhead.core.state import State

PATIENCE = 60.0
"""Seconds beyond a bot's time after which its process is given up."""
STARTING = 300.0
"""Seconds that a process may take to begin: on a busy machine it may have to compile the search for routes."""
TRIES = 2
"""Processes that may die over one question before it is given up."""


class WorkerLost(RuntimeError):
    """A process died while answering, or did not answer in time."""


class WorkersClosed(RuntimeError):
    """These processes have been shut down."""


class Worker:
    """One process and this end of its pipe."""

    def __init__(self) -> None:
        """Start it; it loads its modules in the background."""
        self._ready = False
        self._pipe, theirs = Pipe()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "railhead.bots.worker", str(theirs.fileno())],
                stdin=subprocess.DEVNULL,
                pass_fds=(theirs.fileno(),),
                start_new_session=True,  # Ctrl-C at the server's terminal is the server's affair
            )

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether the process runs."""
        return self._process.poll() is None

    def ask(self, asked: Question, patience: float) -> Thought | Failed:
        """Its answer; `WorkerLost` if none comes."""
        try:
            self._pipe.send(asked)
            if not self._ready:
                if not self._pipe.poll(STARTING):
                    raise WorkerLost(f"{asked.name} did not begin within {STARTING:.0f} s")
                self._pipe.recv()
                self._ready = True
            if not self._pipe.poll(patience):
                raise WorkerLost(f"{asked.name} did not come back within {patience:.0f} s")
            found: Thought | Failed = self._pipe.recv()
        except (EOFError, OSError) as error:
            raise WorkerLost(f"{asked.name} was lost: {error or 'its process has ended'}") from None
        return found

    def end(self) -> None:
        """Stop the process, whatever it does, and wait until it is gone."""
        self._process.kill()
        self._process.wait()


class Workers:
    """A limited number of processes, each started when it is first needed."""

    def __init__(self, count: int = 1) -> None:
        self._places = threading.BoundedSemaphore(count)
        self._lock = threading.RLock()  # a signal may close us while we are here
        self._all: set[Worker] = set()
        self._idle: list[Worker] = []
        self._closed = False

    def warm(self) -> None:
        """Have a process ready, without waiting for it."""
        with self._lock:
            if not self._all and not self._closed:
                self._idle.append(self._start())

    def choose(self, name: str, state: State, seat: str, budget: float, seed: str) -> Decision:
        """Ask the bot of this name for a move and wait for it."""
        asked = question(name, state, seat, budget, seed)
        with self._places:
            for left in reversed(range(TRIES)):
                worker = self._take()
                try:
                    found = worker.ask(asked, budget + PATIENCE)
                except WorkerLost:
                    self._drop(worker)
                    if left:
                        continue
                    raise
                except BaseException:  # its answer would come to the next one who asks
                    self._drop(worker)
                    raise
                self._give_back(worker)
                if isinstance(found, Failed):
                    raise RuntimeError(f"{name} failed:\n{found.trace}")
                return read(state, found)
        raise AssertionError("every try returns or raises")

    def close(self) -> None:
        """End the processes; callers waiting for one are told."""
        with self._lock:
            self._closed = True
            ending, self._all, self._idle = list(self._all), set(), []
        for worker in ending:
            worker.end()

    @property
    def pids(self) -> list[int]:
        """The processes that run."""
        with self._lock:
            return [worker.pid for worker in self._all if worker.alive]

    def _start(self) -> Worker:
        worker = Worker()
        self._all.add(worker)
        return worker

    def _take(self) -> Worker:
        with self._lock:
            if self._closed:
                raise WorkersClosed("the processes of the bots have been ended")
            while self._idle:
                worker = self._idle.pop()
                if worker.alive:
                    return worker
                self._drop(worker)
            return self._start()

    def _give_back(self, worker: Worker) -> None:
        with self._lock:
            if worker in self._all:
                self._idle.append(worker)

    def _drop(self, worker: Worker) -> None:
        with self._lock:
            known = worker in self._all
            self._all.discard(worker)
        if known:
            worker.end()
