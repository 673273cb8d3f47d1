"""Games from files: records of ours, and games of 18xx.games."""

from __future__ import annotations

from railhead.imports.actions import RecordingError, read_recording
from railhead.imports.reading import follow_all, is_recording, title_of
from railhead.play.errors import NotPossible
from railhead.play.setup import read_record
from railhead.record.session import Session
from railhead.titles import TITLES, title


def read_file(data: bytes, where: str) -> Session:
    """The game in a file, played through; `NotPossible` says what is wrong with it."""
    if not is_recording(data):
        return read_record(data, where)
    try:
        recording = read_recording(data, where)
        return follow_all(recording, title_of(recording, TITLES, title)).session
    except RecordingError as error:
        raise NotPossible(str(error)) from None
