"""Refusals are true: each case once had a sentence that was false or empty, or quoted the wrong section."""

from __future__ import annotations

import pytest
from kit import begin, play, read, with_cash, with_company, with_private, with_top
from msgspec.structs import replace

from railhead.core.engine import refusal
from railhead.core.phases import Discard
from railhead.core.state import State
from railhead.titles.t1824.tests import helpers as t1824
from railhead.titles.t1843.tests import helpers as t1843
from railhead.titles.t1843.tests.test_emergency import blue
from railhead.titles.t1843.tests.test_trains import buy, orleans
from railhead.titles.t1889.tests.helpers import laid
from railhead.titles.t1889.tests.test_privates import turn
from railhead.titles.t1889.tests.test_trains import broke
from railhead.titles.t1893.tests.helpers import corporation, merged, operating, stock_round
from railhead.titles.t1894.tests.test_track import est, green_city
from railhead.view.refusal_words import refusal_text


def agv() -> State:
    """p2 holds 20 % of AGV as one certificate and is not its director."""
    state = merged(stock_round(phase=3, at="p2"), "AGV")
    return corporation(state, "AGV", "p3", {"p3": (10,) * 4, "p2": (20,), "p1": (10, 10)}, cell=(2, 6))


def discarding() -> State:
    """EKB's turn is interrupted: it discards a train."""
    state = operating(stock_round(), "EKB", "track")
    return replace(state, frames=(*state.frames, Discard("EKB")))


def after_a_sale() -> State:
    """p1 has bought a share of EST and then sold one of OU."""
    state = t1843.floated(t1843.stock_round(), "EST", {"p2": 40, "p1": 20})
    state = t1843.floated(state, "OU", {"p2": 40, "p1": 20})
    return play(state, "p1 buy_share company=EST source=ipo", "p1 sell_shares company=OU percent=10")


def earned() -> State:
    """CL has run for 40 and must decide what to do with it."""
    state = t1824.major(t1824.begin("1824", 3), "CL", {"p1": 60}, 80, trains=("2",))
    return t1824.operating(state, "CL", "dividend", revenue=40)


CASES = [  # position, move, what the case says, what the rulebook is quoted for
    (laid(turn(0), I2=("5", 0)), "p1 lay_tile hex=I2 tile=12 rotation=0", "phase 2, which allows yellow", "4.2"),
    (green_city(), "p1 lay_tile hex=G10 tile=X19 rotation=1", "Tile X19 is not an upgrade of what is there", "12.1"),
    (agv(), "p2 sell_shares company=AGV percent=10", "Your certificates do not make up 10 %", "5.1"),
    (blue(0, 0), "p1 bankrupt", "350 fr is missing for the 5+2-train and 440 fr can be raised", "8.8.3"),
    (broke(500, 0), "p1 bankrupt", "The 4-train can be bought from the supply for ¥300", "12.1"),
    (discarding(), "p3 trade_eva buyer=p2 price=10", "Something else must be decided first", "4.1"),
    (earned(), "p1 pass", "CL has earned 40G; decide first what to do with it", "VII.10"),
    (orleans("green", ("4+1",) * 3), buy("3/5x2", 500), "would own more than it may (4)", "8.8.2"),
    (with_company(est(), "EST", cash=39), "p1 lay_tile hex=H11 tile=8 rotation=0", "the treasury has 39 F", "7.3.3"),
    (with_company(turn(), "SR", cash=40), "p1 buy_private private=D price=50", "the treasury has ¥40", "11.1"),
    (with_cash(stock_round(), p1=5), "p1 trade_eva buyer=p1 price=6", "costs 6M", "2.4"),
    (begin("1889", 4, "beginner", seed=7), "p1 exchange_dougo", "This is the beginner game", "16"),
    (
        with_private(turn(), "D", owner="SR"),
        "p1 buy_private private=D price=50",
        "belongs to SR, not to a player",
        "11",
    ),
    (
        with_private(turn(), "D", closed=True, owner=""),
        "p1 buy_private private=D price=50",
        "Railway is closed",
        "11",
    ),
    (after_a_sale(), "p1 start_company company=SO price=67", "A certificate of EST has already been bought", "7.3"),
    (after_a_sale(), "p1 sell_shares company=OU percent=15", "Shares are sold in steps of 10 %", "7.2"),
    (after_a_sale(), "p1 lay_tile hex=I2 tile=5 rotation=0", "you may sell shares or end your turn", "7.1"),
    (
        with_top(agv(), at="p3"),
        "p3 sell_large company=AGV percent=20",
        "Your certificates do not make up 20 %",
        "5.1",
    ),
    (with_private(stock_round(), "EVA", closed=True, owner=""), "p1 trade_eva buyer=p2 price=5", "nobody", "4.1"),
    (stock_round(), "p1 buy_share company=DE source=ipo", "DE has not started yet", "19.2"),
]


@pytest.mark.parametrize(("state", "line", "case", "section"), CASES)
def test_the_case_and_its_section(state: State, line: str, case: str, section: str) -> None:
    objection = refusal(state, read(state, line))
    assert objection is not None, line
    text = refusal_text(state, objection)
    said, _, quoted = text.rpartition("(")
    assert case in said, text
    assert quoted.split(" ", 2)[-1].removeprefix("on ").split(",")[0].rstrip(").") == section, text
