"""Games written for 18xx.games: recorded games, read, kept, written and read again, are the same games."""

from __future__ import annotations

import json
from typing import Any

import pytest
from game_files import EVERY_GAME, game_file
from kit import begin

from railhead.core.engine import legal_moves
from railhead.imports.actions import read_recording
from railhead.imports.export.files import ExportError, comparable, export
from railhead.imports.reading import follow_all, title_of
from railhead.record.games import from_json, to_json
from railhead.record.session import Session, session_of
from railhead.titles import TITLES, title


def followed(data: bytes) -> Session:
    recording = read_recording(data)
    return follow_all(recording, title_of(recording, TITLES, title)).session


@EVERY_GAME
def test_there_and_back(name: str) -> None:
    """Imported, stored, replayed from the record, exported and imported again."""
    first = followed(game_file(name))
    stored = session_of(from_json(to_json(first.record())), title)
    written = export(stored)
    again = followed(written.data())
    assert comparable(again.state) == comparable(first.state)
    assert [player["name"] for player in written.file["players"]] == [
        first.opening.players[player].name for player in first.opening.order
    ]


def played(name: str, seats: int, *options: str, most: int = 60) -> Session:
    """The first moves of a game by the rulebook."""
    session = Session(begin(name, seats, *options))
    while len(session.steps) < most and session.state.ended is None:
        session.make(next(iter(legal_moves(session.state))))
    return session


def test_a_game_by_the_rulebook() -> None:
    session = played("1889", 3)
    actions: list[dict[str, Any]] = json.loads(export(session).data())["actions"]
    assert actions[0] == {
        "type": "bid",
        "entity": 100,
        "entity_type": "player",
        "id": 1,
        "company": "TR",
        "price": 20,
    }


NO_COUNTERPART = [
    ("1843", 3, (), "1843"),
    ("1893", 3, ("industrial-areas",), "industrial-areas"),
    ("1824", 4, ("goods-time-placing",), "goods-time-placing"),
]


@pytest.mark.parametrize(("name", "seats", "options", "word"), NO_COUNTERPART)
def test_what_has_no_counterpart_is_said(name: str, seats: int, options: tuple[str, ...], word: str) -> None:
    with pytest.raises(ExportError, match=word):
        export(played(name, seats, *options, most=1))
