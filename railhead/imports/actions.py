"""Games exported by 18xx.games: the file, and which of its actions count."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from railhead.record.reading import Unreadable, read_json

Action = Mapping[str, Any]
MOST_ACTIONS = 50_000
MOST_PLAYERS = 20
LONGEST_NAME = 40
MOST_LOOKS = 2_000_000
"""So many looks back at earlier actions are allowed for all undos of a file together."""


SILENT = frozenset({"message", "log", "master_mode"})
"""Chat, lines of the log, and the note that somebody acts for others."""


def is_silent(action: Action) -> bool:
    """Whether an action has no effect of its own; what a program causes is recorded as automatic actions."""
    kind = str(action["type"])
    return kind in SILENT or kind.startswith("program_")


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
        raw = read_json(data)
    except Unreadable as error:
        raise RecordingError(f"{where}: {error}") from None
    if not isinstance(raw, dict) or not isinstance(raw.get("actions"), list):
        raise RecordingError(f"{where}: not a game of 18xx.games: no list of actions")
    players = raw.get("players")
    if not isinstance(players, list) or not players:
        raise RecordingError(f"{where}: no players")
    if len(players) > MOST_PLAYERS:
        raise RecordingError(f"{where}: {len(players)} players; at most {MOST_PLAYERS} are read")
    if len(raw["actions"]) > MOST_ACTIONS:
        raise RecordingError(f"{where}: {len(raw['actions'])} actions; at most {MOST_ACTIONS} are read")
    seats = tuple(
        (_player_id(player), str(player.get("name"))) if isinstance(player, dict) else (str(player), str(player))
        for player in players
    )
    for number, (_, name) in enumerate(seats, 1):
        if not fit_to_show(name):
            raise RecordingError(
                f"{where}: the name of player {number} cannot be shown: a name has at most {LONGEST_NAME} letters, "
                "and no control or direction marks"
            )
    for number, action in enumerate(raw["actions"]):
        if not isinstance(action, dict) or not isinstance(action.get("type"), str):
            raise RecordingError(f"{where}: action {number} has no type")
        for name in ("id", "action_id"):
            if not isinstance(action.get(name, 0), int | None):
                raise RecordingError(f"{where}: the {name} of action {number} is not a number")
    if not isinstance(raw.get("settings") or {}, dict):
        raise RecordingError(f"{where}: the settings are not an object")
    return Recording(
        title=str(raw.get("title", ""))[:LONGEST_NAME],
        players=seats,
        actions=tuple(raw["actions"]),
        skipped=skipped_actions(raw["actions"]),
        settings=raw.get("settings") or {},
        raw=raw,
    )


def fit_to_show(name: str) -> bool:
    """Whether a name can stand at a table: short, and without marks that nobody sees."""
    hidden = any(unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co", "Cn") for char in name[:LONGEST_NAME])
    return 0 < len(name) <= LONGEST_NAME and not hidden


def _player_id(player: Mapping[str, Any]) -> str:
    """What actions call a player: his id, or his name if he has none."""
    return str(player.get("name") if player.get("id") is None else player["id"])


def chosen_rules(recording: Recording, known: Collection[str] = ()) -> tuple[str, ...]:
    """The optional rules of a recorded game; an unknown one is an error, since it would be a different game."""
    chosen = recording.settings.get("optional_rules") or []
    if not isinstance(chosen, list | tuple):
        raise RecordingError("the optional rules are not a list")
    for name in chosen:
        if name not in known:
            raise RecordingError(f"the optional rule {name!r:.60} is not known here")
    return tuple(map(str, chosen))


def skipped_actions(actions: list[Action]) -> dict[int, str]:
    """Which actions do not count: messages, undo and redo, and what was undone.

    An undo takes back the last standing action that is not a message, or everything after the action it names;
    a redo brings the newest batch back; any other action makes what was undone final.
    """
    skipped: dict[int, str] = {}
    standing: list[int] = []  # in order, so that what an undo takes back is always the end of the list
    undone: list[list[int]] = []
    ids = _Ids(actions, skipped)
    for number, action in enumerate(actions):
        kind = action["type"]
        if kind == "undo":
            skipped[number] = "undo"
            kept = ids.kept(standing, action.get("action_id"))
            undone.append(standing[kept:])
            del standing[kept:]
            skipped.update(dict.fromkeys(undone[-1], "undone"))
        elif kind == "redo":
            skipped[number] = "redo"
            for old in undone.pop() if undone else ():
                standing.append(old)
                del skipped[old]
        elif kind == "message":
            skipped[number] = "message"
            ids.seen(number)
        else:
            undone.clear()
            standing.append(number)
            ids.seen(number)
    return skipped


class _Ids:
    """Finds the action that an undo goes back to; of ids that repeat the last one counts, maybe a message's."""

    def __init__(self, actions: list[Action], skipped: Mapping[int, str]) -> None:
        self._actions = actions
        self._skipped = skipped
        self._places: dict[int, list[int]] = {}
        self._looks = 0

    def seen(self, number: int) -> None:
        """Remember where an id was."""
        found = self._actions[number].get("id")
        if isinstance(found, int):
            self._places.setdefault(found, []).append(number)

    def kept(self, standing: list[int], action_id: int | None) -> int:
        """How many of the standing actions an undo leaves."""
        if action_id is None:
            return max(len(standing) - 1, 0)
        if action_id == 0:
            return 0
        for at in reversed(self._places.get(action_id, ())):
            self._look()
            if self._skipped.get(at, "message") == "message":
                return bisect_right(standing, at)
        kept = len(standing)
        while kept and int(self._actions[standing[kept - 1]].get("id") or 0) > action_id:
            self._look()
            kept -= 1
        return kept

    def _look(self) -> None:
        self._looks += 1
        if self._looks > MOST_LOOKS:
            raise RecordingError("the undos of this file go back too far, too often; it cannot be read")


def seed_number(seed: Any) -> int:
    """A seed as a whole number; ids such as 'hs_abc_17502' count by their first digits."""
    if isinstance(seed, int | float):
        return int(seed)
    digits = re.search(r"\d+", str(seed))
    return int(digits.group()) if digits else 0


def first_digits(text: Any) -> str:
    """The type of a train or tile in an id such as '2-3'."""
    return str(text).rsplit("-", 1)[0]
