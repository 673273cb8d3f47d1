"""Games written for 18xx.games: recorded games, read, kept, written and read again, are the same games."""

from __future__ import annotations

import json
from typing import Any

import pytest
from game_files import EVERY_GAME, followed, game_file
from kit import begin

from railhead.core.engine import legal_moves
from railhead.core.moves import Accept
from railhead.core.operating import OperatingTurn
from railhead.imports.export.files import ExportError, comparable, export
from railhead.record.games import from_json, to_json
from railhead.record.session import Session, session_of
from railhead.titles import title
from railhead.titles.t1893.eva import TradeEva


@EVERY_GAME
def test_there_and_back(name: str) -> None:
    """Imported, stored, replayed from the record, exported and imported again."""
    first = followed(game_file(name)).session
    stored = session_of(from_json(to_json(first.record())), title)
    written = export(stored)
    again = followed(written.data()).session
    assert comparable(again.state) == comparable(first.state)
    assert again.record().moves == first.record().moves
    assert again.record().sums == first.record().sums, "positions on the way"
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


def with_eva_traded(offered: bool) -> Session:
    """By the rulebook both agree to a sale of EVA: here its owner offers it, or another player asks for it."""
    session = Session(begin("1893", 3))
    while len(session.steps) < 400:
        state = session.state
        trades = [one for one in legal_moves(state) if isinstance(one, TradeEva) and (one.buyer != one.by) == offered]
        trades = [one for one in trades if state.players[one.buyer].cash >= one.price]
        if trades and isinstance(state.top, OperatingTurn):
            session.make(trades[0])
            session.make(Accept(session.state.top.to))
            return session
        session.make(next(move for move in legal_moves(state) if not isinstance(move, TradeEva)))
    raise AssertionError("nobody could trade EVA")


def test_a_deal_is_written_once_and_only_in_the_name_of_its_buyer() -> None:
    actions = export(with_eva_traded(offered=False)).file["actions"]
    assert [one.get("company") for one in actions if one["type"] == "buy_company"].count("EVA") == 1
    with pytest.raises(ExportError, match=r"\(trade eva by P\d\) has no counterpart"):
        export(with_eva_traded(offered=True))


NO_COUNTERPART = [
    ("1843", 3, (), "1843"),
    ("1893", 3, ("industrial-areas",), "industrial-areas"),
    ("1824", 4, ("goods-time-placing",), "goods-time-placing"),
]


@pytest.mark.parametrize(("name", "seats", "options", "word"), NO_COUNTERPART)
def test_what_has_no_counterpart_is_said(name: str, seats: int, options: tuple[str, ...], word: str) -> None:
    with pytest.raises(ExportError, match=word):
        export(played(name, seats, *options, most=1))
