"""Games of 18xx.games from their files: which title, and who reads it."""

from __future__ import annotations

from codecs import BOM_UTF8
from typing import TYPE_CHECKING

from msgspec import UNSET, DecodeError, Raw, Struct, UnsetType, json

from railhead.imports import t1824, t1889, t1893, t1894
from railhead.imports.actions import Recording, RecordingError, plain_name, read_recording
from railhead.imports.follower import Follower, Reader
from railhead.imports.handlers import HANDLERS

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from railhead.core.rules import Title
    from railhead.record.games import FindTitle


class _Outline(Struct):
    """The one field that tells the two kinds of file apart; whatever else is in the file is skipped."""

    actions: Raw | UnsetType = UNSET


def is_recording(data: bytes) -> bool:
    """Whether a file looks like an export of 18xx.games and not like one of our records.

    A damaged file is taken for what it names: its message then says what it was read as.
    """
    try:
        return json.decode(data.removeprefix(BOM_UTF8), type=_Outline).actions is not UNSET
    except (DecodeError, UnicodeDecodeError, RecursionError):
        return b'"actions"' in data


def load_recording(path: Path) -> Recording:
    """Read an exported game."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise RecordingError(f"{path}: {error.strerror}") from None
    return read_recording(data, path.name)


READERS: Mapping[str, Reader] = {
    "1824": t1824.READER,
    "1889": t1889.READER,
    "1893": t1893.READER,
    "1894": t1894.READER,
}
"""What each of our titles adds to the reading of its games."""


def title_of(recording: Recording, titles: Mapping[str, Title], find: FindTitle) -> Title:
    """Our title for what that site calls it."""
    for name, reader in READERS.items():
        if name in titles and plain_name(recording.title) in map(plain_name, reader.names):
            return titles[name]
    try:
        title = find(recording.title)
    except ValueError as error:
        raise RecordingError(str(error)) from None
    if title.name not in READERS:
        raise RecordingError(f"18xx.games does not have {title.name}, so there are no games of it to import")
    return title


def follower_of(recording: Recording, title: Title) -> Follower:
    """A follower at the opening of a recorded game."""
    try:
        return Follower(recording, title, READERS[title.name], HANDLERS)
    except ValueError as error:  # also what is wrong with options and players, in a sentence
        raise RecordingError(f"the set-up cannot be read: {error}") from None
    except (TypeError, LookupError, AttributeError, OverflowError):
        raise RecordingError("the set-up cannot be read: a field is missing or has a wrong value") from None


def follow_all(recording: Recording, title: Title) -> Follower:
    """Follow a whole recorded game."""
    follower = follower_of(recording, title)
    for _ in follower.follow():
        pass
    return follower
