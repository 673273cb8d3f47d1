"""Positions that looks share: met once, judged once, and the same as if nobody had met them."""

from __future__ import annotations

import random

import pytest
from kit import begin
from msgspec.structs import replace

from railhead.bots import positions
from railhead.bots.chairman import in_time
from railhead.bots.clerk import picked, rated
from railhead.bots.clerk.desk import HASTY
from railhead.bots.deadline import Deadline
from railhead.bots.player import ask, bot, next_seat
from railhead.bots.positions import position
from railhead.bots.search import Effort, Luck, look, plans
from railhead.core.engine import apply
from railhead.core.state import State


def some_way_on(moves: int) -> State:
    state, rng = begin("1889", 2), random.Random(6)
    for _ in range(moves):
        state, _ = apply(state, ask(bot("clerk"), state, next_seat(state), 1.0, rng).move)
    return state


def test_equal_positions_are_the_same() -> None:
    state = some_way_on(30)
    move = rated(state, next_seat(state))[0].move
    after = position(state).after(move)
    assert after is position(state).after(move)
    assert after is position(apply(state, move)[0])
    assert after.state == apply(state, move)[0]


def test_the_order_in_which_tiles_were_laid_makes_no_difference() -> None:
    state = some_way_on(90)
    board = state.board
    assert len(board.laid) > 1
    other = replace(state, board=replace(board, laid=dict(reversed(board.laid.items()))))
    assert position(other) is position(state)


def test_clerk_chooses_as_it_does_elsewhere() -> None:
    """Also when a position has been asked for another luck before."""
    state = some_way_on(12)
    lucks = [None, *(Luck(str(number)).nudge for number in range(20))]
    here = position(state)
    chosen = [here.choice(HASTY, nudge).move for nudge in lucks]
    assert chosen == [picked(state, here.seat, HASTY, nudge).move for nudge in lucks]


def test_a_look_sees_the_same_where_others_have_looked(monkeypatch: pytest.MonkeyPatch) -> None:
    state = some_way_on(40)
    seat = next_seat(state)
    made = plans(rated(state, seat), 3)

    def seen(luck: str) -> list[object]:
        found = [look(state, plan, seat, Effort(1, builds=True), Deadline(600.0), luck) for plan in made]
        return [it and it._replace(seconds=0.0) for it in found]

    known = seen(""), seen("a")
    monkeypatch.setattr(positions, "_MET", type(positions._MET)())
    assert (seen("a"), seen("")) == known[::-1]


def test_positions_not_met_for_longest_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(positions, "_MET", type(positions._MET)())
    monkeypatch.setattr(positions, "MOST", 2)
    state = begin("1889", 2)
    first = position(state)
    one, other = (first.after(it.move) for it in rated(state, next_seat(state))[:2])
    assert position(other.state) is other
    assert position(one.state) is one
    assert position(state) is not first
    assert position(state).after(rated(state, next_seat(state))[0].move).state == one.state


def test_plans_are_dropped_that_there_is_no_time_for() -> None:
    """Two looks more at Clerk's plan and at each that stays."""
    leads = {5: [0.2], 2: [0.1], 7: [0.0]}
    assert list(in_time(leads, 0.1, 0.85)) == [5, 2, 7]
    assert list(in_time(leads, 0.1, 0.65)) == [5, 2]
    assert list(in_time(leads, 0.1, 0.05)) == [5]
