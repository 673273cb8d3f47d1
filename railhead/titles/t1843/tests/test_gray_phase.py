"""Gray phase (8.8.1, 14.6): rusted trains return and are sold again; worked example D9."""

from __future__ import annotations

import pytest
from kit import play, refused, spans, with_cash, with_company
from msgspec.structs import replace

from railhead.core.invariants import broken_invariants
from railhead.core.money import total_money
from railhead.core.state import State
from railhead.titles.t1843.rules import FACTS
from railhead.titles.t1843.tests.helpers import (
    buy,
    cited,
    floated,
    held,
    later,
    operating,
    orleans,
    stations,
    supply,
)
from railhead.titles.t1843.tests.helpers import certificates_left as left
from railhead.titles.t1843.trains import COLOURS, sides


def strasbourg_and_lyon() -> State:
    """D9: red phase; EST (P) owns an 8E and 1500 fr, OU (Q) has a route and 500 fr."""
    state = floated(later(3, "red"), "EST", {"p1": 60}, trains=("8E",), cash=1500, cell=(5, 3))
    state = floated(state, "OU", {"p2": 60}, trains=("8E", "5E"), cash=500, cell=(7, 4))
    state = stations(state, H25=(("EST", "OU"),))
    return operating(held(left(state, "red", 0)), "EST", "trains", waiting=("OU",))


def test_gray_phase_begins() -> None:
    state = play(strasbourg_and_lyon(), buy("Electric", 900))
    assert "1843.rusted-return" in cited(strasbourg_and_lyon(), buy("Electric", 900))
    assert state.companies["EST"].trains == ("Electric",), "the 8E is gone, the gray train stays"
    assert state.companies["OU"].trains == ()
    assert supply(state) == {"yellow": 6, "green": 7, "blue": 7, "brown": 6, "red": 6, "gray": 17}
    assert state.depot.supply["5/7x2"] == 0, "no double sides"
    assert state.extra.gray_now
    assert not broken_invariants(state, total_money(state))


def test_rusted_trains() -> None:
    """D9: one for each company, from the treasury, beside the gray train."""
    state = play(strasbourg_and_lyon(), buy("Electric", 900), buy("8E", 500))
    assert state.companies["EST"].trains == ("Electric", "8E")
    assert state.companies["EST"].cash == 100
    assert state.round.kind == "OR"
    state = operating(with_company(state, "EST", cash=2000), "EST", "trains")
    assert refused(state, buy("2+1", 125)) == "1843.rusted-one"
    assert refused(state, buy("Electric", 900)) == "train.limit"


def test_duty_before_rusted_trains() -> None:
    """D9: Q must get an Electric and may not spend on a rusted train first; its director adds 400."""
    state = play(strasbourg_and_lyon(), buy("Electric", 900), "p1 pass")
    state = operating(state, "OU", "trains")
    line = "p2 buy_train train=2+1 source=supply price=125"
    assert refused(state, line) == "1843.rusted-duty"
    assert refused(state, "p2 pass") == "train.duty"
    state = play(state, "p2 buy_train train=Electric source=supply price=900")
    assert state.companies["OU"].cash == 0
    assert state.players["p2"].cash == 400


def gray(trains: tuple[str, ...], cash: int = 2000) -> State:
    """Gray phase, PO without a route: it may own a rusted train alone."""
    state = orleans("gray", (), cash)
    depot = dict(state.depot.supply)
    gone = list(state.depot.gone)
    for colour in COLOURS[:-1]:
        single = sides(state, colour)[0]
        depot[single] = FACTS.trains[single].count or 0
        gone = [train for train in gone if train != single]
    for train in trains:
        depot[train] -= 1
    state = with_company(state, "PO", trains=trains)
    return replace(state, depot=replace(state.depot, supply=depot, gone=tuple(gone)))


GIVEN = [
    (("4+1",), buy("5+2", 350, trade="4+1"), "ok"),
    (("4+1",), buy("Electric", 900, trade="4+1"), "ok"),
    (("4+1",), buy("2+1", 125, trade="4+1"), "train.trade-in"),  # smaller
    (("4+1",), buy("4+1", 300, trade="4+1"), "train.trade-in"),
    (("Electric",), buy("8E", 500, trade="Electric"), "train.trade-in"),
    (("4+1",), buy("5+2", 350, trade="8E"), "train.trade-in"),
    (("4+1",), buy("5+2", 350), "1843.rusted-one"),
    (("Electric", "Electric"), buy("8E", 500), "train.limit"),
    (("Electric", "4+1"), buy("Electric", 900), "train.limit"),
    (("Electric", "4+1"), buy("Electric", 900, trade="4+1"), "ok"),
]


@pytest.mark.parametrize(("trains", "line", "answer"), GIVEN)
def test_giving_up_a_rusted_train(trains: tuple[str, ...], line: str, answer: str) -> None:
    assert refused(gray(trains), line) == answer


SPANS = [  # what OU has, and the prices of EST's Electric: without a trade, and with the 4+1 given up for it
    (500, [(1, 900)], [(1, 500)]),  # its director would help, but not with a train given up
    (2, [(1, 402)], [(1, 2)]),
    (1, [(1, 401)], []),
    (0, [(1, 400)], []),
    (900, [(1, 900)], [(1, 900)]),
    (1000, [(1, 1000)], [(1, 1000)]),
]


@pytest.mark.parametrize(("cash", "plain", "given"), SPANS)
def test_prices_with_a_train_given_up(cash: int, plain: list[tuple[int, int]], given: list[tuple[int, int]]) -> None:
    """8.8.3: the director's 400 help with a purchase only if nothing is given up."""
    state = play(strasbourg_and_lyon(), buy("Electric", 900), "p1 pass")
    state = with_cash(with_company(state, "OU", cash=cash, trains=("4+1",)), p2=400)
    state = operating(state, "OU", "trains")
    for trade, expected in (("", plain), ("4+1", given)):
        line = f"p2 buy_train train=Electric source=EST price=1 trade={trade}"
        assert spans(state, line) == expected
        for span in expected:
            for price in span:
                assert refused(state, line.replace("=1 ", f"={price} ")) == "ok"


def test_a_rusted_train_returns_to_the_supply() -> None:
    state = play(gray(("4+1",)), buy("8E", 500, trade="4+1"))
    assert state.companies["PO"].trains == ("8E",)
    assert state.companies["PO"].cash == 1500, "nothing is paid for it"
    assert (state.depot.supply["4+1"], state.depot.supply["8E"]) == (7, 5)


def test_rusted_trains_between_companies() -> None:
    """Traded like others, but only from the treasury, and with the same limit of one."""
    state = with_company(gray((), 100), "OU", trains=("2+1",))
    assert refused(state, buy("2+1", 100, "OU")) == "ok"
    assert refused(state, buy("2+1", 101, "OU")) == "train.money"
    assert refused(with_company(state, "PO", trains=("4+1",)), buy("2+1", 10, "OU")) == "1843.rusted-one"
    larger = with_company(gray(("2+1",), 100), "OU", trains=("8E",))
    assert refused(larger, buy("8E", 100, "OU", trade="2+1")) == "ok"
