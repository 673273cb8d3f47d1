"""The private companies: the Düsseldorf fund (4.1 A, 19.3), EVA (4.1 B), the harbour (4.1 C)."""

from __future__ import annotations

import pytest
from kit import play, refused, with_cash, with_company, with_private, with_top
from msgspec.structs import replace

from railhead.core.engine import actors
from railhead.core.events import PrivateBought
from railhead.core.offers import Offer
from railhead.core.shares import percent_of
from railhead.core.state import IPO, State
from railhead.titles.t1893.tests.helpers import corporation, events, in_phase, one_left, operating, stock_round


def rheinbahn(left: int, *options: str, phase: int = 0) -> State:
    """RB at 80 with this many shares in the market; p1 owns the fund and is to act, p2 directs."""
    state = stock_round(*options, phase=phase)
    sold = 8 - left
    return corporation(state, "RB", "p2", {"p2": (10,) * min(sold, 4), "p3": (10,) * max(sold - 4, 0)})


FUND = [
    (2, "p1 exchange_fund", "ok"),
    (1, "p1 exchange_fund", "1893.fund-shares"),
    (0, "p1 exchange_fund", "1893.fund-shares"),
    (2, "p1 exchange_fund par=60", "par.price"),  # no starting price without the director's certificate
    (2, "p1 pass", "ok"),
]


@pytest.mark.parametrize(("left", "line", "answer"), FUND)
def test_fund_of_free_will(left: int, line: str, answer: str) -> None:
    assert refused(rheinbahn(left), line) == answer


def test_fund_for_two_shares() -> None:
    """19.3: two shares, the fund is gone, and the turn's purchase with it."""
    state, happened = events(rheinbahn(4), "p1 exchange_fund")
    assert percent_of(state, "RB", "p1") == 20
    assert state.privates["FdSD"].closed
    assert "1893.fund-leaves" in {event.rule for event in happened}
    assert state.players["p1"].cash == 500
    assert actors(state) == ("p2",)
    assert refused(rheinbahn(1, "fund-for-one-share"), "p1 exchange_fund") == "ok"


def test_fund_may_float_rheinbahn() -> None:
    """19.5: 30 % and the fund's 20 % are half; by house rule the corporation floats at once, else with the round."""
    for options, floats in (((), False), (("float-at-once",), True)):
        state = with_company(rheinbahn(7, *options), "RB", floated=False)
        assert play(state, "p1 exchange_fund").companies["RB"].floated is floats


def test_fund_for_the_director_certificate() -> None:
    """4.1 A: its owner sets the starting price and pays nothing."""
    state = stock_round()
    assert refused(state, "p1 exchange_fund") == "par.price"
    assert refused(state, "p1 exchange_fund par=65") == "par.price"
    state = play(state, "p1 exchange_fund par=100")
    assert state.companies["RB"].certificate == "p1"
    assert state.companies["RB"].par == 100
    assert state.players["p1"].cash == 500


def test_who_and_when() -> None:
    """1893.fund-owner, 1893.fund-first-round, stock.one-purchase; a sale of RB before does not matter (19.3)."""
    assert refused(with_top(rheinbahn(2), at="p2"), "p2 exchange_fund") == "1893.fund-owner"
    assert refused(with_top(rheinbahn(2), first=True), "p1 exchange_fund") == "1893.fund-first-round"
    assert refused(with_top(rheinbahn(2, "fund-in-first-round"), first=True), "p1 exchange_fund") == "ok"
    assert refused(with_top(rheinbahn(2), bought=("bond",)), "p1 exchange_fund") == "stock.one-purchase"
    assert refused(with_top(rheinbahn(2), sold={"p1": ("RB",)}), "p1 exchange_fund") == "ok"


@pytest.mark.parametrize(("left", "percent"), [(3, 20), (2, 20), (1, 10), (0, 0)])
def test_forced_exchange(left: int, percent: int) -> None:
    """1893.fund-due (4.1 A): after the first 5-train before anything else, for what is left."""
    state = rheinbahn(left, phase=3)
    for line in ("pass", "buy_bond", "start_company company=DE price=60"):
        assert refused(state, f"p1 {line}") == "1893.fund-due"
    state = play(state, "p1 exchange_fund")
    assert percent_of(state, "RB", "p1") == percent
    assert state.privates["FdSD"].closed


def test_fund_lapses_by_house_rule() -> None:
    state = rheinbahn(2, "fund-may-lapse", phase=3)
    state = play(state, "p1 pass")
    assert state.privates["FdSD"].closed
    assert percent_of(state, "RB", "p1") == 0


def test_fund_may_change_the_director() -> None:
    """5.1: p2 directs with 30 %; p1 comes from 20 % to 40 %."""
    state = corporation(stock_round(), "RB", "p2", {"p2": (10,), "p1": (10,) * 2})
    state = play(state, "p1 exchange_fund")
    assert state.companies["RB"].certificate == "p1"
    assert (percent_of(state, "RB", "p1"), percent_of(state, "RB", "p2")) == (40, 30)


def test_fund_may_exceed_the_limits() -> None:
    """19.4: 50 % and the fund make 70 %; he sells at his next turn."""
    state = corporation(stock_round(), "RB", "p1", {"p1": (10,) * 3, "p2": (10,) * 2})
    state = play(state, "p1 exchange_fund", "p2 pass", "p3 pass")
    assert percent_of(state, "RB", "p1") == 70
    assert refused(state, "p1 pass") == "stock.must-sell"


# EVA


def test_eva_is_traded_by_consent() -> None:
    """1893.eva-parties (4.1 B): p3 owns EVA; p1 in turn asks, p3 agrees, and p1 goes on with his turn."""
    state = play(stock_round(), "p1 trade_eva buyer=p1 price=77")
    assert isinstance(state.top, Offer)
    assert actors(state) == ("p3",)
    sold, happened = events(state, "p3 accept")
    assert sold.privates["EVA"].owner == "p1"
    assert PrivateBought(private="EVA", owner="p1", price=77) in happened
    assert (sold.players["p1"].cash, sold.players["p3"].cash) == (423, 577)
    assert actors(sold) == ("p1",), "not a purchase of the turn"
    kept = play(state, "p3 decline")
    assert kept.privates["EVA"].owner == "p3"
    assert refused(kept, "p1 trade_eva buyer=p1 price=77") == "offer.declined"
    assert refused(kept, "p1 trade_eva buyer=p1 price=78") == "ok"


EVA_DEALS = [
    ("p3 trade_eva buyer=p1 price=0", "ok"),  # any price
    ("p3 trade_eva buyer=p1 price=501", "ok"),  # the owner does not know what p1 has
    ("p1 trade_eva buyer=p1 price=501", "money.player"),
    ("p3 trade_eva buyer=p1 price=-1", "money.player"),
    ("p3 trade_eva buyer=p2 price=10", "1893.eva-time"),  # it is neither's turn
    ("p2 trade_eva buyer=p2 price=10", "1893.eva-time"),
    ("p2 trade_eva buyer=p1 price=10", "1893.eva-parties"),
    ("p3 trade_eva buyer=p3 price=10", "1893.eva-parties"),
    ("p3 trade_eva buyer=DE price=10", "1893.eva-parties"),
]


@pytest.mark.parametrize(("line", "answer"), EVA_DEALS)
def test_eva_deals(line: str, answer: str) -> None:
    assert refused(stock_round(), line) == answer


def test_buyer_accepts_only_what_he_can_pay() -> None:
    """2.4: cash is secret, so an offer above it is no fault; it can only be declined."""
    state = play(stock_round(), "p3 trade_eva buyer=p1 price=501")
    assert refused(state, "p1 accept") == "money.player"
    assert refused(state, "p1 decline") == "ok"


def test_eva_in_an_operating_round() -> None:
    """On the turn of the company of one of the two."""
    state = operating(stock_round(), "EKB", "track")
    assert refused(state, "p2 trade_eva buyer=p2 price=10") == "ok", "p3 owns EVA and EKB"
    assert refused(operating(state, "KFBE", "track"), "p2 trade_eva buyer=p2 price=10") == "1893.eva-time"
    assert refused(one_left(), "p2 trade_eva buyer=p2 price=10") == "1893.eva-time", "not in the first stock round"


def test_eva_and_the_certificate_limit() -> None:
    state = stock_round()
    for number in range(1, 10):
        state = with_private(state, f"AdSK-{number}", owner="p1")
    assert refused(state, "p3 trade_eva buyer=p1 price=1") == "stock.certificate-limit"


def test_owner_of_eva_is_not_passed_over() -> None:
    """With no cash he might sell EVA in his turn to buy something."""
    state = with_cash(stock_round(at="p2"), p3=0)
    state = play(state, "p2 pass")
    assert actors(state) == ("p3",)
    state = play(state, "p3 trade_eva buyer=p1 price=500", "p1 accept", "p3 start_company company=DE price=100")
    assert state.players["p3"].cash == 300


def test_eva_unasked_by_house_rule() -> None:
    """The buyer in turn pays the bank in a stock round."""
    state = play(stock_round("eva-unasked"), "p1 trade_eva buyer=p1 price=100")
    assert state.privates["EVA"].owner == "p1"
    assert (state.players["p1"].cash, state.players["p3"].cash) == (400, 500)


def test_first_six_closes_eva() -> None:
    """private.closes (4.1 B)."""
    state = in_phase(stock_round(), 3)
    supply = {**state.depot.supply, "5": 0}
    state = replace(state, depot=replace(state.depot, supply=supply, gone=(*state.depot.gone, "5", "5")))
    state = corporation(state, "DE", "p1", {"p1": (10,) * 3}, cash=1000)
    state, happened = events(operating(state, "DE", "trains"), "p1 buy_train train=6 source=supply price=630")
    assert state.privates["EVA"].closed
    assert "private.closes" in {event.rule for event in happened}
    assert IPO in state.companies["HGK"].shares
