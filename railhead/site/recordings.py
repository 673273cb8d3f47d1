"""Games from files: our own records, and games from 18xx.games."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from railhead.imports.actions import RecordingError, read_recording
from railhead.imports.reading import follower_of, is_recording, title_of
from railhead.play.errors import NotPossible
from railhead.play.setup import read_record
from railhead.play.stated import mark_as_stated
from railhead.titles import TITLES, title

if TYPE_CHECKING:
    from railhead.record.session import Report, Session

SECONDS = 120.0
"""A game that takes longer to follow is rejected."""
LONGEST_MESSAGE = 600


def read_file(data: bytes, where: str, report: Report = lambda done, total: None) -> Session:
    """The game in a file, played through; `NotPossible` says what is wrong with it."""
    end = time.monotonic() + SECONDS

    def timed(done: int, total: int) -> None:
        report(done, total)
        if time.monotonic() > end:
            raise NotPossible(f"Following the game to move {done} took more than {SECONDS:.0f} seconds.")

    if not is_recording(data):
        session = read_record(data, where, timed)
        mark_as_stated(session)
        return session
    try:
        recording = read_recording(data, where)
        follower = follower_of(recording, title_of(recording, TITLES, title))
        for n, _, _ in follower.follow():
            timed(n + 1, len(recording.actions))
    except RecordingError as error:
        raise NotPossible(str(error)[:LONGEST_MESSAGE]) from None
    return follower.session
