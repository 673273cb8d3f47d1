"""Proposals end: nobody is asked the same question again and again."""

from __future__ import annotations

from itertools import chain

import pytest
from kit import begin, play, read, refused
from msgspec.structs import replace

from railhead.core.engine import actors, refusal
from railhead.core.state import State
from railhead.titles.t1889.tests.test_privates import turn
from railhead.titles.t1893.tests.helpers import stock_round
from railhead.view.refusal_words import refusal_text


def declined(state: State, other: str, *lines: str) -> State:
    """Each of these proposals is made and declined."""
    return play(state, *chain.from_iterable((line, f"{other} decline") for line in lines))


DEALS = [  # a position, who is asked, a proposal but for its price
    (turn(), "p2", "p1 buy_private private=E price="),
    (stock_round(), "p3", "p1 trade_eva buyer=p1 price="),
    (stock_round(), "p1", "p3 trade_eva buyer=p1 price="),
]


@pytest.mark.parametrize(("state", "other", "deal"), DEALS)
def test_a_deal_is_proposed_at_ten_prices(state: State, other: str, deal: str) -> None:
    """offer.declined: once at each price, at ten prices in a turn."""
    state = declined(state, other, *(f"{deal}{price}" for price in range(40, 49)))
    assert refused(state, f"{deal}48") == "offer.declined"
    state = declined(state, other, f"{deal}49")
    objection = refusal(state, read(state, f"{deal}70"))
    assert objection is not None
    assert objection.rule == "offer.declined"
    assert "10 other prices" in refusal_text(state, objection)


def test_another_private_can_still_be_asked_for() -> None:
    state = declined(turn(), "p2", *(f"p1 buy_private private=E price={price}" for price in range(40, 50)))
    assert refused(state, "p1 buy_private private=C price=40") == "ok"


def test_eva_does_not_go_to_and_fro_for_ever() -> None:
    """Accepted deals count too: EVA changes hands at most ten times each way in a turn."""
    state = stock_round()
    for price in range(10):
        state = play(state, f"p1 trade_eva buyer=p1 price={price}", "p3 accept")
        state = play(state, f"p1 trade_eva buyer=p3 price={price}", "p3 accept")
    assert refused(state, "p1 trade_eva buyer=p1 price=10") == "offer.declined"


def test_a_declined_end_waits_for_the_next_round() -> None:
    """end.again: p1 may not propose again in this round, others may; in the next round p1 may again."""
    state = begin("1889", 2, "beginner")
    state = play(state, "p1 propose_end", "p2 decline")
    waiting = actors(state)
    assert refused(state, "p1 propose_end") == "end.again"
    state = play(state, "p2 propose_end", "p1 decline")
    assert refused(state, "p2 propose_end") == "end.again"
    assert actors(state) == waiting
    frames = replace(state, frames=state.frames[1:])
    assert actors(frames) == waiting, "what was declined lies below the round"
    state = play(state, f"{waiting[0]} pass")
    state = play(state, f"{actors(state)[0]} pass")
    assert state.round.kind != "SR" or state.round.number == 2
    assert refused(state, "p1 propose_end") == "ok"
    ended = play(state, "p1 propose_end", "p2 accept")
    assert ended.ended is not None
    assert ended.ended.reason == "stopped"
