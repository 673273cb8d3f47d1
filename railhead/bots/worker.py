"""What a process of bots does: read a question from a pipe, think, write the answer; end when the pipe closes.

Started as `python -m railhead.bots.worker FD` by `workers.py`; FD is this end of the pipe.
"""

from __future__ import annotations

import contextlib
import os
import sys
import traceback
from multiprocessing.connection import Connection

from railhead.bots.thinking import Failed, Question, Thought, think

PATIENT = 5
"""How far the process yields to those that serve people."""


def answer(question: Question) -> Thought | Failed:
    """A bot's answer about a position; an error is reported and does not end the process."""
    try:
        return think(question)
    except Exception:
        return Failed(traceback.format_exc())


def serve(pipe: Connection[Thought | Failed | None, Question]) -> None:
    """Report when everything is loaded, then answer questions until the caller is gone.

    The compiled search is loaded by the first question that needs it: many never do.
    """
    try:
        pipe.send(None)
        while True:
            pipe.send(answer(pipe.recv()))
    except (EOFError, OSError):
        return


if __name__ == "__main__":
    with contextlib.suppress(OSError):  # a service may not be allowed to
        os.nice(PATIENT)
    serve(Connection(int(sys.argv[1])))
