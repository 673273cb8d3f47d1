"""Files as people leave them: endings undone and redone, chat, programs and master mode, bankruptcies before time."""

from __future__ import annotations

from typing import Any

import pytest
from game_files import followed, raw_game

from railhead.imports.actions import skipped_actions
from railhead.imports.export.files import export
from railhead.record.games import from_json, to_json
from railhead.record.session import Session, session_of
from railhead.titles import title

Action = dict[str, Any]


def there_and_back(raw: dict[str, Any]) -> Session:
    """A game that is stored, loaded, exported and imported again, move by move the same."""
    session = followed(raw).session
    stored = session_of(from_json(to_json(session.record())), title)
    assert [step.state for step in stored.steps] == [step.state for step in session.steps]
    again = followed(export(stored).data()).session
    assert again.record().moves == session.record().moves
    assert again.record().sums == session.record().sums
    return session


def cut(name: str, part: float) -> dict[str, Any]:
    """The first actions of a file that count."""
    raw = raw_game(name)
    skipped = skipped_actions(raw["actions"])
    counted = [one for n, one in enumerate(raw["actions"]) if n not in skipped]
    return {**raw, "actions": counted[: int(part * len(counted))], "status": "active", "result": None}


def more(raw: dict[str, Any], *kinds: str) -> dict[str, Any]:
    """The file with these actions of the first player behind the others."""
    last = max(int(one.get("id") or 0) for one in raw["actions"])
    who = {"entity": raw["players"][0]["id"], "entity_type": "player"}
    tail = [{"type": kind, **who, "id": last + n, "message": "oh"} for n, kind in enumerate(kinds, 1)]
    return {**raw, "actions": [*raw["actions"], *tail]}


SILENT = ("message", "log", "master_mode", "program_share_pass", "program_disable")
STANDS = [
    ("undo", "redo"),
    ("end_game", "undo"),
    ("message", "end_game", "message", "undo", "message"),
    ("program_share_pass", "undo"),
    ("master_mode", "log", "program_buy_shares", "program_disable"),
    ("undo", "message", "redo", "message"),
]
ENDS = [
    ("end_game",),
    ("end_game", "message"),
    ("end_game", "undo", "redo"),
    ("end_game", "undo", "message", "end_game"),
    ("end_game", "undo", "redo", "undo", "end_game"),
    ("program_disable", "end_game"),
]
GAMES = [("written 1889", 0.8), ("written 1893", 0.6), ("written 1894", 0.7), ("written 1824", 0.5)]


@pytest.mark.parametrize(("name", "part"), GAMES)
def test_what_is_taken_back_or_said_changes_nothing(name: str, part: float) -> None:
    raw = cut(name, part)
    plain = there_and_back(raw)
    for kinds in STANDS:
        assert followed(more(raw, *kinds)).session.record().moves == plain.record().moves, kinds


@pytest.mark.parametrize(("name", "part"), GAMES)
def test_an_ending_by_hand_however_it_came_about(name: str, part: float) -> None:
    raw = cut(name, part)
    ended = there_and_back(more(raw, *ENDS[0]))
    assert ended.state.ended is not None
    for kinds in ENDS[1:]:
        assert followed(more(raw, *kinds)).session.record().moves == ended.record().moves, kinds


@pytest.mark.parametrize(("name", "part"), GAMES)
def test_actions_in_the_name_of_others(name: str, part: float) -> None:
    """In master mode an action says which user made it; chat and programs stand between all actions."""
    raw = cut(name, part)
    who = {"entity": raw["players"][1]["id"], "entity_type": "player"}
    actions = [
        one
        for n, action in enumerate(raw["actions"])
        for one in ({**action, "user": 4711}, {"type": SILENT[n % len(SILENT)], **who, "message": "well"})
    ]
    assert followed({**raw, "actions": actions}).session.record().moves == followed(raw).session.record().moves


def test_a_bankruptcy_before_its_time() -> None:
    """Somebody gives up where a train is missing, takes that back, and gives up again."""
    raw = raw_game("1889/247.game.json")
    skipped = skipped_actions(raw["actions"])
    counted = [one for n, one in enumerate(raw["actions"][:303]) if n not in skipped]
    gives_up = {"type": "bankrupt", "entity": counted[-1]["entity"], "entity_type": counted[-1]["entity_type"]}
    raw = {**raw, "actions": [*counted, {**gives_up, "id": 9001}], "status": "active", "result": None}
    session = there_and_back(raw)
    assert session.state.ended is not None
    assert session.state.ended.reason == "bankrupt"
    again = more(raw, "undo", "message", "redo")
    assert followed(again).session.record().moves == session.record().moves
