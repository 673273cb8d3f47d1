"""What is kept of a followed game: the record replays to the same position, wherever the file was cut."""

from __future__ import annotations

import random

from game_files import EVERY_GAME, followed, raw_game

from railhead.core.agreement import ProposeEnd
from railhead.core.invariants import broken_invariants
from railhead.core.money import total_money
from railhead.core.moves import Accept
from railhead.core.text import fingerprint
from railhead.imports.actions import skipped_actions
from railhead.record.games import from_json, to_json
from railhead.record.session import Session, session_of
from railhead.titles import title


def replayed(session: Session) -> Session:
    return session_of(from_json(to_json(session.record())), title)


@EVERY_GAME
def test_the_record_replays_to_the_same_game(name: str) -> None:
    """Positions after every move, the end, remarks and what was waived; and written again it is the same file."""
    session = followed(raw_game(name)).session
    again = replayed(session)
    assert [step.state for step in again.steps] == [step.state for step in session.steps]
    assert again.entries == session.entries
    assert again.remarks == session.remarks
    assert again.summary == session.summary != ""
    assert again.state.ended == session.state.ended
    assert to_json(again.record()) == to_json(session.record())
    money = total_money(session.opening)
    for step in session.steps:
        if step.entry.waived:
            assert not broken_invariants(step.state, money)


@EVERY_GAME
def test_a_game_cut_anywhere_replays(name: str) -> None:
    raw = raw_game(name)
    skipped = skipped_actions(raw["actions"])
    counted = [n for n in range(len(raw["actions"])) if n not in skipped]
    for last in random.Random(name).sample(counted, 2):
        session = followed({**raw, "actions": raw["actions"][: last + 1], "status": "active"}).session
        assert fingerprint(replayed(session).state) == fingerprint(session.state), f"cut after action {last}"


@EVERY_GAME
def test_a_game_ended_by_hand_is_over_in_its_record(name: str) -> None:
    """The players stop in the middle: a proposal, and everybody's word."""
    raw = raw_game(name)
    counted = [n for n in range(len(raw["actions"])) if n not in skipped_actions(raw["actions"])]
    stop = {"type": "end_game", "entity": raw["players"][0]["id"], "entity_type": "player"}
    cut = [*raw["actions"][: counted[len(counted) // 3] + 1], stop]
    session = followed({**raw, "actions": cut, "status": "active"}).session
    again = replayed(session)
    assert again.state.ended is not None
    assert again.state.ended.reason == "stopped"
    seats = len(raw["players"])
    assert [type(move) for move in again.moves[-seats:]] == [ProposeEnd, *[Accept] * (seats - 1)]
    assert {move.by for move in again.moves[-seats:]} == set(session.state.players)
