"""Games recorded by 18xx.games: followed with every check on, equal to their traces after every action."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from kit import SHARED, shared

from railhead.record.actions import ImportError18, read_recording, skipped_actions
from railhead.record.imports import follow_all, follower_of, load_recording, title_of
from railhead.record.trace import difference, trace
from railhead.titles import TITLES, title

GAMES = sorted(str(path.relative_to(SHARED / "games")) for path in (SHARED / "games").glob("*/*.game.json"))


@pytest.mark.parametrize("name", GAMES or ["1889/314.game.json"])
def test_trace_is_equal(name: str) -> None:
    path = shared("games", *name.split("/"))
    recording = load_recording(path)
    its_title = title_of(recording, TITLES, title)
    wanted = {}
    for line in Path(str(path).replace(".game.json", ".trace.jsonl")).read_text().splitlines():
        state = json.loads(line)
        if "players" in state:
            wanted[state["n"]] = state
    follower = follower_of(recording, its_title)
    seen = 0
    for line in trace(follower):
        found = difference(wanted[line["n"]], line)
        assert found is None, f"action {line['n']} ({line['type']}): {found}"
        seen += 1
    assert seen == len(wanted)


@pytest.mark.parametrize("name", GAMES or ["1889/314.game.json"])
def test_recorded_runs_are_never_above_the_best(name: str) -> None:
    recording = load_recording(shared("games", *name.split("/")))
    follower = follower_of(recording, title_of(recording, TITLES, title))
    follower.audit = []
    for _ in follower.follow():
        pass
    for line in follower.audit:
        assert line["proven"], line
        assert line["best"] >= line["played"] or not line["played_legal"], line


def test_result_of_a_finished_game() -> None:
    """The exported result: 1473, 1134, 320."""
    path = shared("games", "1889", "314.game.json")
    follower = follow_all(load_recording(path), title("1889"))
    assert follower.state.ended is not None
    assert sorted(follower.state.ended.scores.values()) == [320, 1134, 1473]
    assert [remark.rule for remark in follower.remarks] == ["route.blocked"]


UNDO = [  # actions, those that do not count (the clarifications' part C)
    (["bid", "bid", "undo"], {1: "undone", 2: "undo"}),
    (["bid", "message", "undo"], {0: "undone", 1: "message", 2: "undo"}),
    (["bid", "bid", "undo", "redo"], {2: "undo", 3: "redo"}),
    (["bid", "undo", "bid", "redo"], {0: "undone", 1: "undo", 3: "redo"}),
    (["bid", "bid", "undo", "undo"], {0: "undone", 1: "undone", 2: "undo", 3: "undo"}),
]


@pytest.mark.parametrize(("kinds", "skipped"), UNDO)
def test_undo_and_redo(kinds: list[str], skipped: dict[int, str]) -> None:
    actions = [{"type": kind, "id": number + 1} for number, kind in enumerate(kinds)]
    assert skipped_actions(actions) == skipped


def test_undo_to_an_action() -> None:
    actions = [{"type": "bid", "id": n} for n in (1, 2, 3)] + [{"type": "undo", "id": 4, "action_id": 1}]
    assert skipped_actions(actions) == {1: "undone", 2: "undone", 3: "undo"}


PLAYERS = '"players": [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}]'
BAD = [
    (b"nonsense", "damaged"),
    (b"{}", "no list of actions"),
    (b'{"actions": []}', "no players"),
    (f'{{"actions": [1], {PLAYERS}}}'.encode(), "action 0 has no type"),
]


@pytest.mark.parametrize(("data", "word"), BAD)
def test_bad_files(data: bytes, word: str) -> None:
    with pytest.raises(ImportError18, match=word):
        read_recording(data)


ACTIONS = [
    ('{"type": "fly", "entity": 1}', "unknown type 'fly'"),
    ('{"type": "bid", "entity": 9, "company": "TR", "price": 20}', "unknown player"),
    ('{"type": "bid", "entity": 1, "company": "XX", "price": 20}', "unknown private"),
    ('{"type": "bid", "entity": 1}', "field is missing"),
    ('{"type": "bid", "entity": 1, "company": "TR", "price": 21}', "1889 rules 5.7"),
]


@pytest.mark.parametrize(("action", "word"), ACTIONS)
def test_bad_actions(action: str, word: str) -> None:
    recording = read_recording(f'{{"title": "1889", "actions": [{action}], {PLAYERS}}}'.encode())
    with pytest.raises(ImportError18, match=word):
        follow_all(recording, title("1889"))
