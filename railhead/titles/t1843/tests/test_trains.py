"""Train certificates (8.8, 13, 14): sides, limits, foreigners; worked example D6."""

from __future__ import annotations

import pytest
from kit import play, refused, with_company
from msgspec.structs import replace

from railhead.core.change import Change
from railhead.core.engine import actors, settle
from railhead.core.invariants import broken_invariants
from railhead.core.market import place_marker
from railhead.core.money import total_money
from railhead.core.phases import phase_of
from railhead.core.state import State
from railhead.titles.t1843.rules import FACTS
from railhead.titles.t1843.tests.helpers import (
    buy,
    cited,
    extra,
    floated,
    held,
    later,
    operating,
    orleans,
    supply,
)
from railhead.titles.t1843.tests.helpers import certificates_left as left
from railhead.titles.t1843.trains import counted, foreigners_buy, limit_of, used

ROSTER = {
    "yellow": (6, {"2+1": 125, "2x2 or 3+1": 200}),
    "green": (7, {"4+1": 300, "3/5x2": 500}),
    "blue": (7, {"5+2": 350, "4/6x2": 600}),
    "brown": (6, {"5E": 400, "5/7x2": 700}),
    "red": (6, {"8E": 500}),
    "gray": (18, {"Electric": 900}),
}


@pytest.mark.parametrize("colour", ROSTER)
def test_roster(colour: str) -> None:
    """Table 4."""
    count, prices = ROSTER[colour]
    found = {name: facts.price for name, facts in FACTS.trains.items() if facts.colour == colour}
    assert found == prices
    assert all(FACTS.trains[name].count == count for name in prices)


PHASES = [
    ("yellow", 1, 4, 4, ("yellow",)),
    ("green", 2, 4, 4, ("yellow", "green")),
    ("blue", 2, 3, 3, ("yellow", "green")),
    ("brown", 3, 3, 2, ("yellow", "green", "brown")),
    ("red", 3, 2, 2, ("yellow", "green", "brown")),
    ("gray", 4, 2, 2, ("yellow", "green", "brown", "gray")),
]


@pytest.mark.parametrize("number", range(6))
def test_phases(number: int) -> None:
    """Table 2: operating rounds, trains, certificates, tiles."""
    phase = FACTS.phases[number]
    found = (phase.name, phase.rounds, phase.limit["public"], phase.limit["certificates"], phase.tiles)
    assert found == PHASES[number], "phase.rounds"


def test_either_side_of_a_certificate() -> None:
    """8.8.1: the other side goes with it."""
    for train, price in (("2+1", 125), ("2x2 or 3+1", 200)):
        state = play(orleans(), buy(train, price))
        assert state.companies["PO"].trains == (train,)
        assert state.depot.supply["2+1"] == state.depot.supply["2x2 or 3+1"] == 5
        assert not broken_invariants(state, total_money(state))


SOURCES = [
    (buy("2+1", 125), "ok"),
    (buy("4+1", 300), "train.source"),  # yellow first
    (buy("9+9", 300), "train.source"),
    (buy("2+1", 125, "pool"), "train.source"),
    (buy("2+1", 125, "PO"), "train.source"),
    (buy("2+1", 124), "train.price"),
    (buy("2x2 or 3+1", 125), "train.price"),
    (buy("2+1", 125, trade="2+1"), "train.trade-in"),  # only rusted trains are given up
]


@pytest.mark.parametrize(("line", "answer"), SOURCES)
def test_sources(line: str, answer: str) -> None:
    assert refused(orleans(), line) == answer


def test_money() -> None:
    """8.8.3: no help for a company that need not own a train."""
    assert refused(orleans(cash=124), buy("2+1", 125)) == "train.money"


LIMITS = [
    ("yellow", ("2+1",) * 3, "2x2 or 3+1", 200, "ok"),  # counts as one train
    ("yellow", ("2+1",) * 4, "2+1", 125, "train.limit"),
    ("green", ("2+1", "3/5x2"), "3/5x2", 500, "train.limit"),  # five trains
    ("green", ("3/5x2",), "3/5x2", 500, "ok"),
    ("green", ("2x2 or 3+1",) * 2, "3/5x2", 500, "ok"),
    ("blue", ("4+1", "3/5x2"), "5+2", 350, "train.limit"),
    ("blue", ("4+1",), "4/6x2", 600, "ok"),
    ("brown", ("5+2", "5E"), "5E", 400, "train.limit"),  # two certificates
    ("brown", ("5+2",), "5/7x2", 700, "ok"),  # three trains in two certificates
    ("brown", ("4/6x2",), "5/7x2", 700, "train.limit"),
    ("red", ("5/7x2",), "8E", 500, "train.limit"),
]


@pytest.mark.parametrize(("phase", "trains", "train", "price", "answer"), LIMITS)
def test_limits(phase: str, trains: tuple[str, ...], train: str, price: int, answer: str) -> None:
    """8.8.2: how many trains on how many certificates."""
    assert refused(orleans(phase, trains), buy(train, price)) == answer


def test_limit_before_the_effects() -> None:
    """8.8.1: with four trains in green phase the first blue one is refused, although the yellow ones would rust."""
    state = left(orleans("green", ("2+1",) * 4), "green", 0)
    assert refused(state, buy("5+2", 350)) == "train.limit"
    assert refused(with_company(state, "PO", trains=("2+1",) * 3), buy("5+2", 350)) == "ok"


def test_new_colour_begins_a_phase_once() -> None:
    """The first green certificate, whichever side; the second one changes nothing."""
    state = left(orleans(), "yellow", 0)
    assert "phase.begins" in cited(state, buy("3/5x2", 500))
    state = play(state, buy("3/5x2", 500))
    assert phase_of(state).name == "green"
    assert "phase.begins" not in cited(state, buy("4+1", 300))


def test_rust() -> None:
    """14: yellow goes with the first blue train, in companies and pool; the buyer's too."""
    state = left(orleans("green", ("2+1", "4+1")), "green", 0)
    state = with_company(state, "OU", trains=("2x2 or 3+1", "3/5x2"))
    assert "train.rust" in cited(state, buy("5+2", 350))
    state = play(state, buy("5+2", 350))
    assert state.companies["PO"].trains == ("4+1", "5+2")
    assert state.companies["OU"].trains == ("3/5x2",)


RUSTS = {"yellow": {"blue"}, "green": {"brown"}, "blue": {"red"}, "brown": {"gray"}, "red": {"gray"}, "gray": set()}


@pytest.mark.parametrize("colour", RUSTS)
def test_rust_table(colour: str) -> None:
    for facts in FACTS.trains.values():
        if facts.colour == colour:
            assert {FACTS.trains[train].colour for train in facts.rusts_on} == RUSTS[colour]


# Over the limit (8.8.1)


def over() -> State:
    """Brown phase comes with limit 3/2: OU has 5+2, 4/6x2 (3/2: fine); SO has 4/6x2 twice; PO buys."""
    state = left(orleans("blue", ("5+2",)), "blue", 0)
    state = with_company(state, "OU", trains=("5+2", "4/6x2"))
    return with_company(state, "SO", trains=("4/6x2", "5+2", "5+2"))


def test_discards_in_operating_order() -> None:
    state = with_company(over(), "OU", trains=("5+2", "5+2", "5+2"))
    state = play(state, buy("5E", 400))
    assert actors(state) == ("p2",), "OU lies above SO in the stack of 67"
    assert "train.limit-discard" in cited(state, "p2 discard_train company=OU train=5+2")
    assert refused(state, "p2 discard_train company=OU train=5E") == "train.discard"
    assert refused(state, "p2 discard_train company=SO train=5+2") == "train.discard"
    assert refused(state, "p2 turn_over company=OU train=5+2") == "1843.turn-over"
    state = play(state, "p2 discard_train company=OU train=5+2")
    assert state.depot.pool == ("5+2",)
    assert actors(state) == ("p3",)
    assert counted(state, "SO") > limit_of(state, "SO")
    state = play(state, "p3 discard_train company=SO train=5+2")
    assert actors(state) == ("p1",), "4/6x2 and 5+2 are three trains in two certificates"


def test_the_buyer_discards_in_its_place_in_the_order() -> None:
    """8.8.1: PO buys the first red train and is over the limit, but SO has the higher price and discards first."""
    state = left(orleans("brown", ("5/7x2",)), "brown", 0)
    state = held(with_company(state, "SO", trains=("5/7x2", "5E")))
    change = Change(state)
    place_marker(change, "SO", state.rules.market.par[94])
    state = play(change.state, buy("8E", 500))
    assert actors(state) == ("p3",)
    state = play(state, "p3 discard_train company=SO train=5E")
    assert actors(state) == ("p1",)
    assert refused(state, "p1 turn_over company=PO train=5/7x2") == "ok"


def test_turning_over() -> None:
    """A double train becomes its single side for good."""
    state = left(orleans("brown", ("5/7x2",)), "brown", 0)
    state = held(with_company(state, "SO", trains=("5/7x2", "5E")))
    state = play(state, buy("8E", 500))
    assert phase_of(state).name == "red"
    assert actors(state) == ("p1",), "5/7x2 and 8E are three trains, 2/2 is the limit"
    assert "1843.turn-over" in cited(state, "p1 turn_over company=PO train=5/7x2")
    state = play(state, "p1 turn_over company=PO train=5/7x2")
    assert state.companies["PO"].trains == ("8E", "5E")
    assert not broken_invariants(state, total_money(state))
    state = play(state, "p3 discard_train company=SO train=5/7x2")
    assert state.depot.pool == ("5/7x2",), "double certificates go whole, with the side shown"
    again = operating(with_company(state, "PO", trains=()), "PO", "trains")
    assert refused(again, buy("5/7x2", 700, "pool")) == "ok"


def test_used_is_two_numbers_in_one() -> None:
    state = later(3, "brown")  # 3/2
    assert [used(state, trains) for trains in ((), ("5E",), ("5/7x2",), ("5E", "5/7x2"), ("5/7x2", "5/7x2"))] == [
        0,
        1,
        1,
        2,
        3,
    ]


# Trade between companies (8.8.1)


def test_trade() -> None:
    """From 1 fr up, if the other director agrees; a train may not be asked for twice in a turn."""
    state = with_company(orleans(cash=500), "OU", trains=("2x2 or 3+1",))
    assert refused(state, buy("2x2 or 3+1", 0, "OU")) == "train.price"
    assert refused(state, buy("2x2 or 3+1", 501, "OU")) == "train.money"
    assert refused(state, buy("2+1", 10, "OU")) == "train.source"
    asked = play(state, buy("2x2 or 3+1", 1, "OU"))
    assert actors(asked) == ("p2",)
    assert play(asked, "p2 accept").companies["PO"].trains == ("2x2 or 3+1",)
    declined = play(asked, "p2 decline")
    assert refused(declined, buy("2x2 or 3+1", 1, "OU")) == "offer.declined"
    assert refused(declined, buy("2x2 or 3+1", 2, "OU")) == "ok"


def test_obsolete_trains_are_not_sold() -> None:
    state = with_company(orleans("blue"), "OU", trains=("2+1",))
    state = extra(state, engineers="OU", preserved="2+1", obsolete=True)
    assert refused(state, buy("2+1", 10, "OU")) == "train.from-companies"


# The foreigners (5)


def sold_to_foreigners(state: State) -> State:
    change = Change(replace(state, frames=()))
    foreigners_buy(change)
    if change.state.frames:
        settle(change)
    return change.state


def test_foreigners() -> None:
    """D6: one certificate a set, and with the last of a colour the first of the next."""
    state = sold_to_foreigners(left(later(), "yellow", 1))
    assert (supply(state)["yellow"], supply(state)["green"], phase_of(state).name) == (0, 6, "green")
    state = sold_to_foreigners(left(later(), "yellow", 0))
    assert (supply(state)["green"], phase_of(state).name) == (6, "green")
    state = sold_to_foreigners(later())
    assert (supply(state)["yellow"], phase_of(state).name) == (5, "yellow")
    assert state.depot.gone == ("2x2 or 3+1", "2+1"), "1843.foreigners"


def test_foreigners_rust_trains() -> None:
    """D6: 1 green and 7 blue: both go, yellow trains vanish, the limit is 3/3."""
    state = floated(left(later(3, "green"), "green", 1), "PO", {"p1": 60}, trains=("2+1", "4+1"))
    state = sold_to_foreigners(state)
    assert (supply(state)["green"], supply(state)["blue"], phase_of(state).name) == (0, 6, "blue")
    assert state.companies["PO"].trains == ("4+1",)
    assert phase_of(state).limit == {"public": 3, "certificates": 3}


def test_foreigners_in_gray_phase() -> None:
    """They take gray trains one by one, never rusted ones; the first begins gray phase."""
    state = floated(left(later(3, "red"), "red", 1), "PO", {"p1": 60}, trains=("8E",))
    state = sold_to_foreigners(held(state))
    assert phase_of(state).name == "gray"
    assert supply(state)["gray"] == 17
    assert state.companies["PO"].trains == ()
    assert supply(state)["yellow"] == 6, "rusted trains are back"
    state = sold_to_foreigners(state)
    assert supply(state) == {"yellow": 6, "green": 7, "blue": 7, "brown": 6, "red": 6, "gray": 16}
    none = sold_to_foreigners(left(state, "gray", 0))
    assert supply(none)["gray"] == 0
