"""Games exported by 18xx.games: the file, and which of its actions count."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

Action = Mapping[str, Any]


def is_silent(action: Action) -> bool:
    """Whether an action has no effect of its own; what a program causes is recorded as automatic actions."""
    kind = str(action["type"])
    return kind == "message" or kind.startswith("program_")


def plain_name(title: str) -> str:
    """A title as it is compared: exports have written it with blanks, underscores and none."""
    return "".join(letter for letter in title.casefold() if letter.isalnum())


class RecordingError(ValueError):
    """A recorded game that cannot be read or followed: says where and why."""


@dataclass(frozen=True)
class Recording:
    """A recorded game."""

    title: str
    players: tuple[tuple[str, str], ...]  # id and name, in the order of seats
    actions: tuple[Action, ...]
    skipped: Mapping[int, str]  # actions that do not count, and why
    settings: Mapping[str, Any] = field(default_factory=dict)
    raw: Mapping[str, Any] = field(default_factory=dict)


def read_recording(data: bytes, where: str = "file") -> Recording:
    """A recorded game from the text of its file."""
    try:
        raw = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RecordingError(f"{where}: damaged, not readable as JSON: {error}") from None
    if not isinstance(raw, dict) or not isinstance(raw.get("actions"), list):
        raise RecordingError(f"{where}: not a game of 18xx.games: no list of actions")
    players = raw.get("players")
    if not isinstance(players, list) or not players:
        raise RecordingError(f"{where}: no players")
    seats = tuple(
        (_player_id(player), str(player.get("name"))) if isinstance(player, dict) else (str(player), str(player))
        for player in players
    )
    for number, action in enumerate(raw["actions"]):
        if not isinstance(action, dict) or not isinstance(action.get("type"), str):
            raise RecordingError(f"{where}: action {number} has no type")
        for name in ("id", "action_id"):
            if not isinstance(action.get(name, 0), int | None):
                raise RecordingError(f"{where}: the {name} of action {number} is no number")
    if not isinstance(raw.get("settings") or {}, dict):
        raise RecordingError(f"{where}: the settings are no table")
    return Recording(
        title=str(raw.get("title", "")),
        players=seats,
        actions=tuple(raw["actions"]),
        skipped=skipped_actions(raw["actions"]),
        settings=raw.get("settings") or {},
        raw=raw,
    )


def _player_id(player: Mapping[str, Any]) -> str:
    """What actions call a player: his id, or his name if he has none."""
    return str(player.get("name") if player.get("id") is None else player["id"])


def chosen_rules(recording: Recording, known: Collection[str] = ()) -> tuple[str, ...]:
    """The optional rules of a recorded game; one that nobody here knows would make another game of it."""
    chosen = recording.settings.get("optional_rules") or ()
    for name in chosen:
        if name not in known:
            raise RecordingError(f"the optional rule {name!r} is not known here")
    return tuple(map(str, chosen))


def skipped_actions(actions: list[Action]) -> dict[int, str]:
    """Which actions do not count: messages, undo and redo, and what was undone.

    An undo takes back the last standing action that is no message, or everything after the action it names;
    a redo brings the newest batch back; any other action makes what was undone final.
    """
    skipped: dict[int, str] = {}
    standing: list[int] = []
    undone: list[list[int]] = []
    for number, action in enumerate(actions):
        kind = action["type"]
        if kind == "undo":
            skipped[number] = "undo"
            batch = _undone(actions, standing, skipped, number, action.get("action_id"))
            undone.append(batch)
            for old in batch:
                standing.remove(old)
                skipped[old] = "undone"
        elif kind == "redo":
            skipped[number] = "redo"
            for old in undone.pop() if undone else ():
                standing.append(old)
                del skipped[old]
        elif kind == "message":
            skipped[number] = "message"
        else:
            undone.clear()
            standing.append(number)
    return skipped


def _undone(
    actions: list[Action], standing: list[int], skipped: Mapping[int, str], now: int, action_id: int | None
) -> list[int]:
    """What an undo takes back; of ids that repeat the last one counts, and that may be a message's."""
    if action_id is None:
        return standing[-1:]
    if action_id == 0:
        return list(standing)
    for at in range(now - 1, -1, -1):
        if actions[at].get("id") == action_id and skipped.get(at, "message") == "message":
            return [number for number in standing if number > at]
    return [number for number in standing if int(actions[number].get("id") or 0) > action_id]
