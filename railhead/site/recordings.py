"""Games recorded by 18xx.games, as set-up and moves of ours."""

from __future__ import annotations

from railhead.core.moves import Move
from railhead.play.errors import NotPossible
from railhead.play.records import Setup
from railhead.record.actions import RecordingError, read_recording
from railhead.record.imports import follow_all, is_recording, title_of
from railhead.titles import TITLES, title


def read_foreign(data: bytes, where: str) -> tuple[Setup, list[Move]] | None:
    """The game in an export of 18xx.games; None if the file is none."""
    if not is_recording(data):
        return None
    try:
        recording = read_recording(data, where)
        follower = follow_all(recording, title_of(recording, TITLES, title))
    except RecordingError as error:
        raise NotPossible(str(error)) from None
    state = follower.state
    names = tuple(player.name for player in state.players.values())
    return Setup(state.rules.title, names, tuple(sorted(state.rules.options)), state.seed), follower.moves
