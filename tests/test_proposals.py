"""Proposals end: nobody is asked the same question again and again."""

from __future__ import annotations

from itertools import chain

import pytest
from kit import begin, play, read, refused

from railhead.core.engine import actors, refusal
from railhead.core.state import State
from railhead.core.text import from_json, to_json
from railhead.titles import title
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
    again = from_json(to_json(state), lambda name, seats, options: title(name).rules(seats, options))
    assert again == state, "it is written with the position"
    state = play(state, f"{waiting[0]} pass")
    state = play(state, f"{actors(state)[0]} pass")
    assert state.round.kind != "SR" or state.round.number == 2
    assert refused(state, "p1 propose_end") == "ok"
    ended = play(state, "p1 propose_end", "p2 accept")
    assert ended.ended is not None
    assert ended.ended.reason == "stopped"


def test_the_auction_and_the_first_stock_round_are_two_rounds() -> None:
    """end.again: what was declined in the auction may be proposed in the stock round that follows it."""
    state = play(begin("1889", 2), "p1 propose_end", "p2 decline")
    lots = zip("ABCDE", (20, 30, 40, 50, 60), strict=True)
    for number, (lot, price) in enumerate(lots):
        state = play(state, f"p{number % 2 + 1} bid private={lot} price={price}")
    assert state.round.kind == "SR"
    assert refused(state, "p1 propose_end") == "ok"
