"""Work shared out among forked processes: games of a tournament, of a data set, of self-play.

The work may be any function, since the processes are forked with it. They end with the caller: when it stops asking,
when Ctrl-C stops it, and when it is killed.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import pickle
import signal
import traceback
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from multiprocessing.connection import Connection

J = TypeVar("J")
A = TypeVar("A")

Answer = tuple[bool, Any]
"""Whether the work was done, and what it gave or what went wrong."""


class ProcessLost(OSError):
    """A process died over its work."""


def shared_out(work: Callable[[J], A], jobs: Iterable[J], processes: int) -> Iterator[A]:
    """What the work gives for each job, as it is done; with one process, here and in order."""
    waiting = list(jobs)
    if processes <= 1 or len(waiting) <= 1:
        yield from map(work, waiting)
        return
    context = multiprocessing.get_context("fork")
    ends: list[Any] = []  # connections
    workers = []
    waiting.reverse()  # the first job is at the end, where it is taken from
    try:
        for _ in range(min(processes, len(waiting))):
            mine, theirs = context.Pipe()
            ends.append(mine)
            worker = context.Process(target=_serve, args=(work, theirs, tuple(ends)), daemon=True)
            workers.append(worker)
            with _deaf():
                worker.start()
            theirs.close()
            _give(mine, waiting.pop())
        busy = set(ends)
        while busy:
            found: list[Any] = wait(busy)
            for end in found:
                yield _answer(end)
                if waiting:
                    _give(end, waiting.pop())
                else:
                    busy.remove(end)
    finally:
        for end in ends:
            end.close()
        for worker in workers:
            if worker.pid is not None:
                worker.terminate()
                worker.join()


@contextlib.contextmanager
def _deaf() -> Iterator[None]:
    """What is started here never hears of Ctrl-C: it reaches the caller too, who ends all processes."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _give(end: Any, job: Any) -> None:
    with contextlib.suppress(ConnectionError):  # the process is lost; whoever waits for its answer hears of it
        end.send(job)


def _answer(end: Any) -> Any:
    try:
        done, found = end.recv()
    except (EOFError, ConnectionError):
        raise ProcessLost(
            "a process was ended from outside, perhaps for want of memory. A run that has a file keeps what was "
            "finished: the same command continues it, with fewer processes if memory is short"
        ) from None
    if done:
        return found
    raise found


def _serve(work: Callable[[Any], Any], end: Connection[Any, Any], others: tuple[Connection[Any, Any], ...]) -> None:
    """Do one job after another until nobody asks any more."""
    for other in others:  # the caller's ends: held here too, they would hide that it is gone
        other.close()
    with contextlib.suppress(EOFError, ConnectionError):
        while True:
            end.send(_done(work, end.recv()))


def _done(work: Callable[[Any], Any], job: Any) -> Answer:
    try:
        return True, work(job)
    except Exception as error:
        error.add_note(traceback.format_exc())
        try:
            pickle.loads(pickle.dumps(error))
        except Exception:
            return False, RuntimeError(traceback.format_exc())
        return False, error
