"""Records of games: written, read, replayed; damaged, newer and wrong ones."""

from __future__ import annotations

from pathlib import Path

import pytest
from kit import begin, random_game
from msgspec.structs import replace

from railhead.core.engine import apply
from railhead.core.moves import Move
from railhead.core.state import State
from railhead.core.text import fingerprint, from_json, to_json
from railhead.record import games
from railhead.record.games import Record, RecordError, load, positions, record_of, replay, save
from railhead.titles import title


def short_game(length: int = 60) -> tuple[State, list[Move]]:
    state = begin("1889", 3, seed=4)
    moves: list[Move] = []
    for number in range(length):
        legal = next(iter(random_game(state, seed=number)))[1]
        move = legal[number % len(legal)]
        moves.append(move)
        state, _ = apply(state, move)
    return state, moves


def test_round_trip(tmp_path: Path) -> None:
    state, moves = short_game()
    path = tmp_path / "game.json"
    save(record_of(state, moves), path)
    assert replay(load(path), title) == state
    assert not list(tmp_path.glob("*.part"))


def test_undo_is_a_position_before() -> None:
    """Every position on the way is there again: undo to any move."""
    state, moves = short_game(20)
    record = record_of(state, moves)
    before = replace_moves(record, 12)
    assert replay(before, title) == [position for position, _ in positions(record, title)][12]


def replace_moves(record: Record, length: int) -> Record:
    return replace(record, moves=record.moves[:length], sums={})


def test_position_as_text() -> None:
    state, _ = short_game(40)
    again = from_json(to_json(state), lambda name, seats, options: title(name).rules(seats, options))
    assert again == state
    assert fingerprint(again) == fingerprint(state)


FAULTS = [
    (b"{", "damaged, not readable as JSON: it ends in the middle$"),
    (b" \n", "the file is empty$"),
    ('{"title": "José"}'.encode("latin-1"), "it is not in UTF-8$"),
    (b"[" * 100_000, "it is nested too deeply$"),
    (b"{]", r"damaged, not readable as JSON: \w.*byte 1"),
    (b'\xef\xbb\xbf{"title": "1889"}', "format"),  # a mark that editors write before the text
    (b"[]", "not a game record"),
    (b'{"title": "1889"}', "format"),
    (b'{"title": "1889", "format": 99}', "newer"),
    (b'{"title": "1889", "format": 1, "rules_version": 1, "seats": "x"}', "seats"),
]


@pytest.mark.parametrize(("data", "word"), FAULTS)
def test_faults(data: bytes, word: str) -> None:
    with pytest.raises(RecordError, match=word):
        games.from_json(data)


def test_cut_in_half() -> None:
    state, moves = short_game(10)
    whole = games.to_json(record_of(state, moves))
    with pytest.raises(RecordError, match="damaged"):
        games.from_json(whole[: len(whole) // 2])


def test_changed_rule_is_noticed_at_its_move() -> None:
    state, moves = short_game(30)
    record = record_of(state, moves, {"12": "0000000000000000"})
    with pytest.raises(RecordError, match="move 12"):
        replay(record, title)


def test_illegal_move_is_named() -> None:
    state, moves = short_game(10)
    record = record_of(state, moves)
    wrong = replace(record, moves=({"move": "bid", "by": "p1", "private": "B", "price": 1}, *record.moves), sums={})
    with pytest.raises(RecordError, match=r"move 1 .*not legal"):
        replay(wrong, title)
    nonsense = replace(record, moves=({"move": "fly", "by": "p1"},), sums={})
    with pytest.raises(RecordError, match="move 1: not a move"):
        replay(nonsense, title)


def test_newer_rules_and_unknown_titles() -> None:
    state, moves = short_game(5)
    record = record_of(state, moves)
    with pytest.raises(RecordError, match="newer Railhead"):
        replay(replace(record, rules_version=99), title)
    with pytest.raises(RecordError, match="unknown title"):
        replay(replace(record, title="1830"), title)
    with pytest.raises(RecordError, match="2 to 6 players"):
        replay(replace(record, seats=("x",)), title)


def test_missing_file(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="No such file"):
        load(tmp_path / "none.json")
