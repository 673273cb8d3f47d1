"""What is remembered: one answer for each key, kept with its owner, and never another answer than a fresh one."""

from __future__ import annotations

import gc
import random
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from railhead.bots.boards import shared
from railhead.bots.clerk import pick, rated
from railhead.core.engine import actors, apply, legal_moves, new_game
from railhead.core.memo import Memo
from railhead.core.state import Board, State
from railhead.core.text import from_json, to_json
from railhead.titles import TITLES

PACKAGE = Path(__file__).parent.parent / "railhead"


def test_an_answer_is_worked_out_once_for_a_key_and_an_owner() -> None:
    memo, asked = Memo[str, int](), list[str]()
    one, other = (Board(laid={}, stations={}, supply={}) for _ in range(2))

    def work(key: str) -> int:
        asked.append(key)
        return len(asked)

    answers = [memo.of(board, key, lambda key=key: work(key)) for board in (one, other, one) for key in "ab"]
    assert answers == [1, 2, 3, 4, 1, 2]
    assert Memo[str, int]().kept(one) == {}


def test_only_the_memo_opens_the_fields_of_a_value() -> None:
    window = re.compile(r"__dict__|\bvars\(")
    there = {
        path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py") if window.search(path.read_text())
    }
    assert there == {"core/memo.py"}


def fresh(state: State) -> State:
    """The same position with nothing remembered."""
    rules = replace(state.rules)
    return from_json(to_json(state), lambda title, seats, options: rules)


@pytest.mark.parametrize("name", sorted(TITLES))
def test_a_warm_and_a_fresh_position_answer_alike(name: str) -> None:
    rules = TITLES[name].rules(TITLES[name].seats[-1])
    dice = random.Random(name)
    state = new_game(rules, [f"P{n}" for n in range(rules.seats)], 5)
    for count in range(160):
        if state.ended is not None:
            break
        seat = actors(state)[0]
        state = shared(state)
        if count % 8 == 0:
            cold = fresh(state)
            assert list(legal_moves(cold)) == list(legal_moves(state))
            assert rated(cold, seat) == rated(state, seat)
        state, _ = apply(state, pick(state, seat, rng=dice).move)


@pytest.mark.parametrize("name", sorted(TITLES))
def test_a_game_keeps_no_position_but_the_last(name: str) -> None:
    """However long it is: nothing remembered leads back to an earlier position, and none waits for the collector."""
    rules = TITLES[name].rules(TITLES[name].seats[-1])
    dice = random.Random(name)
    state = new_game(rules, [f"P{n}" for n in range(rules.seats)], 5)
    gc.collect()
    gc.disable()
    try:
        before = positions_alive()
        for _ in range(160):
            if state.ended is None:
                state, _ = apply(state, dice.choice(list(legal_moves(state))))
        assert positions_alive() == before
    finally:
        gc.enable()


def positions_alive() -> int:
    """How many positions are in memory."""
    return sum(type(thing) is State for thing in gc.get_objects())
