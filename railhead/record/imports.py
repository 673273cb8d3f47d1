"""Importing games recorded by 18xx.games."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from railhead.core.rules import Title
from railhead.record.actions import Recording, RecordingError, plain_name, read_recording
from railhead.record.follower import Follower
from railhead.record.games import FindTitle
from railhead.record.handlers import HANDLERS


def is_recording(data: bytes) -> bool:
    """Whether a file looks like an export of 18xx.games and not like a record of ours."""
    return b'"actions"' in data


def load_recording(path: Path) -> Recording:
    """Read an exported game."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise RecordingError(f"{path}: {error.strerror}") from None
    return read_recording(data, path.name)


def title_of(recording: Recording, titles: Mapping[str, Title], find: FindTitle) -> Title:
    """Our title for what that site calls it."""
    for title in titles.values():
        if title.recorded is not None and plain_name(recording.title) in map(plain_name, title.recorded.names):
            return title
    try:
        title = find(recording.title)
    except ValueError as error:
        raise RecordingError(str(error)) from None
    if title.recorded is None:
        raise RecordingError(f"{title.name}: no recorded games can be read")
    return title


def follower_of(recording: Recording, title: Title) -> Follower:
    """A follower at the opening of a recorded game."""
    try:
        return Follower(recording, title, HANDLERS)
    except (ValueError, TypeError, LookupError, AttributeError, OverflowError) as error:
        raise RecordingError(f"the set-up cannot be read: {error}") from None


def follow_all(recording: Recording, title: Title) -> Follower:
    """Follow a whole recorded game."""
    follower = follower_of(recording, title)
    for _ in follower.follow():
        pass
    return follower
