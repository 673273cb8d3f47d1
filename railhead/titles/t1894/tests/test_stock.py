"""Stock rounds (6), the market (10), presidents (11.3.4), late companies (11.3.3)."""

from __future__ import annotations

import pytest
from kit import play, refused, with_cash, with_company, with_top
from msgspec.structs import replace

from railhead.core.change import Change
from railhead.core.engine import legal_moves
from railhead.core.market import by_price, cell_key, price_of
from railhead.core.shares import certificates_of, percent_of
from railhead.core.state import IPO, POOL, TREASURY, State
from railhead.core.stock import StockRound, end_stock_round
from railhead.titles.t1894.shares import LateHome, late_homes
from railhead.titles.t1894.tests.helpers import PHASES, clean, extra, floated, laid, marked, stock_round

GRAY = (7, 0)  # 40 in the gray area
PALE = (4, 3)  # 80


def traded(cell: tuple[int, int] = PALE, **holders: int) -> State:
    """p1 is to act in a later stock round; the OUEST is owned as told."""
    there = holders or {"p1": 30, "p2": 20}
    return stock_round(floated(clean(), "OUEST", there, 80, cell=cell))


def turn(state: State, line: str) -> State:
    """A move, and the end of that player's turn if anything is left to do in it."""
    player = state.top.at
    state = play(state, line)
    return play(state, f"{player} pass") if state.top.at == player else state


PURCHASES = [
    ("p1 buy_share company=OUEST source=ipo", "ok"),
    ("p1 buy_share company=OUEST source=pool", "stock.available"),
    ("p1 buy_share company=OUEST source=treasury", "stock.available"),
    ("p1 buy_share company=AG source=ipo", "stock.available"),  # not parred
    ("p1 start_company company=AG price=95", "ok"),
    ("p1 start_company company=AG price=100", "par.price"),  # 100 is for the two that start floated
    ("p1 start_company company=AG price=71", "par.price"),
    ("p1 start_company company=OUEST price=80", "stock.unstarted"),
    ("p1 start_company company=LF price=67", "1894.late-phase"),
    ("p1 sell_shares company=OUEST percent=10", "ok"),
    ("p1 sell_shares company=OUEST percent=40", "stock.owned"),
    ("p1 sell_shares company=AG percent=10", "stock.has-price"),
    ("p1 pass", "ok"),
]


@pytest.mark.parametrize(("line", "answer"), PURCHASES)
def test_turn(line: str, answer: str) -> None:
    assert refused(traded(), line) == answer


def test_par_100_by_house_rule() -> None:
    state = stock_round(clean(3, "par-100-for-all"))
    assert refused(state, "p1 start_company company=AG price=100") == "ok"


def test_sell_buy_sell() -> None:
    """6.1: sales, one purchase, sales again; each at the price of its moment, one row down a share."""
    state = floated(traded(p1=30), "AG", {"p1": 40}, 67)
    state = play(state, "p1 sell_shares company=AG percent=10")
    assert price_of(state, "AG") == 67, "67 stands at the bottom of its column"
    state = play(state, "p1 buy_share company=OUEST source=ipo")
    assert refused(state, "p1 buy_share company=OUEST source=ipo") == "stock.one-purchase"
    assert refused(state, "p1 start_company company=PLM price=67") == "stock.one-purchase"
    state = play(state, "p1 sell_shares company=OUEST percent=10")
    assert price_of(state, "OUEST") == 71, "stock.price-falls"
    state = play(state, "p1 sell_shares company=OUEST percent=10")
    assert price_of(state, "OUEST") == 66
    assert state.players["p1"].cash == 570 + 67 - 80 + 80 + 71


def test_no_buying_back() -> None:
    state = play(traded(p1=40, p2=10), "p1 sell_shares company=OUEST percent=10")
    assert refused(state, "p1 buy_share company=OUEST source=pool") == "stock.rebuy"


def test_pool_limit() -> None:
    """Five shares at most, those of the set-up included (6.3)."""
    state = traded(p1=50, pool=40)
    assert refused(state, "p1 sell_shares company=OUEST percent=20") == "stock.pool-limit"
    assert refused(state, "p1 sell_shares company=OUEST percent=10") == "ok"


def test_share_limit() -> None:
    """60 % outside the gray area, no limit in it; what is held stays (6.4, 10.1)."""
    assert refused(traded(p1=60), "p1 buy_share company=OUEST source=ipo") == "stock.share-limit"
    assert refused(traded(GRAY, p1=60), "p1 buy_share company=OUEST source=ipo") == "ok"
    assert refused(traded(p1=80), "p1 pass") == "ok"


def test_money() -> None:
    state = with_cash(traded(), p1=79)
    assert refused(state, "p1 buy_share company=OUEST source=ipo") == "money.player"
    assert refused(state, "p1 start_company company=AG price=67") == "money.player"


# The gray area (10.1)


def test_president_takes_two_gray_shares() -> None:
    """Two shares of one company, each from offering or pool: 80 at par and 40 at the market."""
    state = traded(GRAY, p1=40, pool=10)
    state = play(state, "p1 buy_share company=OUEST source=ipo", "p1 buy_share company=OUEST source=pool")
    assert percent_of(state, "OUEST", "p1") == 60
    assert state.players["p1"].cash == 570 - 80 - 40
    assert refused(state, "p1 buy_share company=OUEST source=ipo") == "stock.one-purchase"


NO_SECOND = [
    (traded(PALE, p1=40, pool=10), ()),  # not gray
    (traded(GRAY, p2=40, p1=10, pool=10), ()),  # not the president
    (traded(GRAY, p2=20, p1=20, pool=10), ()),  # made president by the first share
    (traded(GRAY, p1=40, pool=10), ("p1 sell_shares company=AG percent=10",)),  # a sale between
]


@pytest.mark.parametrize(("state", "between"), NO_SECOND)
def test_no_second_share(state: State, between: tuple[str, ...]) -> None:
    state = floated(state, "AG", {"p1": 40}, 67)
    state = play(state, "p1 buy_share company=OUEST source=ipo", *between)
    assert refused(state, "p1 buy_share company=OUEST source=pool") == "stock.one-purchase"


@pytest.mark.parametrize("at", [2, 3])
def test_second_share_by_house_rule(at: int) -> None:
    state, between = NO_SECOND[at]
    state = replace(floated(state, "AG", {"p1": 40}, 67), rules=clean(3, "loose-second-share").rules)
    state = play(state, "p1 buy_share company=OUEST source=ipo", *between)
    assert refused(state, "p1 buy_share company=OUEST source=pool") == "ok"


def full(cell: tuple[int, int] = PALE) -> State:
    """p1 holds 17 counted certificates: 4 companies with 4 each, and one OUEST certificate."""
    state = clean()
    for sym in ("PLM", "AG", "CFOR", "BELGE"):
        state = floated(state, sym, {"p1": 50}, 67, cell=(4, 1))
    return stock_round(floated(state, "OUEST", {"p1": 20}, 80, cell=cell))


def test_certificate_limit() -> None:
    """18 for three players; gray certificates do not count (6.1)."""
    state = full()
    assert certificates_of(state, "p1") == 17
    state = play(state, "p1 buy_share company=OUEST source=ipo")
    state = with_top(state, bought=())
    assert certificates_of(state, "p1") == 18
    assert refused(state, "p1 buy_share company=PLM source=ipo") == "stock.certificate-limit"
    assert refused(state, "p1 start_company company=EST price=67") == "stock.certificate-limit"
    gray = full(GRAY)
    assert certificates_of(gray, "p1") == 16
    assert refused(gray, "p1 buy_share company=OUEST source=ipo") == "ok"


def test_over_the_limit_sells_first() -> None:
    """A company that left the gray area put p1 at 19: one sale at least, then anything (6.1)."""
    state = floated(full(), "NORD", {"p1": 30}, 67, cell=(4, 1))
    assert certificates_of(state, "p1") == 19
    assert refused(state, "p1 pass") == "stock.must-sell"
    assert refused(state, "p1 start_company company=EST price=67") == "stock.must-sell"
    state = play(state, "p1 sell_shares company=PLM percent=10")
    assert refused(state, "p1 pass") == "ok"


def test_over_the_limit_with_full_pools() -> None:
    """Who cannot sell enough sells what he can, here nothing, and goes on (6.1)."""
    state = floated(full(), "NORD", {"p1": 30}, 67, cell=(4, 1))
    for sym in ("PLM", "AG", "CFOR", "BELGE", "NORD"):
        shares = state.companies[sym].shares
        here = shares["p1"]
        state = with_company(state, sym, shares={"p1": here, POOL: (10,) * 5, IPO: (10,) * (3 - len(here))})
    assert refused(state, "p1 pass") == "ok"


# Presidents (11.3.4)


def test_president_sells_down_to_a_successor() -> None:
    """p1 sells 20 of 30: p2 with 20 takes over; the 10 % p1 keeps is one of p2's old shares."""
    state = play(traded(p1=30, p2=20), "p1 sell_shares company=OUEST percent=20")
    assert state.companies["OUEST"].certificate == "p2"
    assert percent_of(state, "OUEST", "p1") == 10
    assert percent_of(state, "OUEST", POOL) == 20


def test_president_certificate_stays_without_successor() -> None:
    assert refused(traded(p1=30, p2=10), "p1 sell_shares company=OUEST percent=20") == "president.certificate"


def test_tie_goes_to_the_next_card() -> None:
    """p2 and p3 have 20 each; cards 3-1-2 make p2 the next after p1 (11.3.4)."""
    state = replace(traded(p1=30, p2=20, p3=20), order=("p3", "p1", "p2"))
    state = play(state, "p1 sell_shares company=OUEST percent=20")
    assert state.companies["OUEST"].certificate == "p2", "president.change"


def test_more_shares_make_president() -> None:
    """A purchase needs strictly more than the president has."""
    state = play(
        stock_round(floated(clean(), "OUEST", {"p2": 20, "p1": 10})), "p1 buy_share company=OUEST source=ipo"
    )
    assert state.companies["OUEST"].certificate == "p2"
    state = play(
        stock_round(floated(clean(), "OUEST", {"p2": 20, "p1": 20})), "p1 buy_share company=OUEST source=ipo"
    )
    assert state.companies["OUEST"].certificate == "p1", "president.change"


def test_float_at_sixty() -> None:
    """6.5: floats when 40 % are left in the offering, with ten times par; pool shares count as sold."""
    state = turn(stock_round(clean()), "p1 start_company company=AG price=67")
    for player in ("p2", "p3", "p1"):
        state = turn(state, f"{player} buy_share company=AG source=ipo")
    assert not state.companies["AG"].floated
    state = play(state, "p2 buy_share company=AG source=ipo")
    assert (state.companies["AG"].floated, state.companies["AG"].cash) == (True, 670), "company.float"


# The end of the round (6.2, 10.2)


def test_order_of_passing() -> None:
    """p1 and p2 pass, p3 acts, p1 passes on, p2 acts again: the cards end as p1, p3, p2 (6.1)."""
    state = play(stock_round(clean()), "p1 pass", "p2 pass")
    state = play(turn(state, "p3 start_company company=PLM price=67"), "p1 pass")
    assert state.top.passed == ("p1", "p2")
    state = play(turn(state, "p2 start_company company=AG price=67"), "p3 pass", "p1 pass")
    assert isinstance(state.top, StockRound)
    assert state.top.passed == ("p1", "p3"), "p1 kept the first card, p2 gave the second back"
    state = play(state, "p2 pass")
    assert state.order == ("p1", "p3", "p2"), "stock.passing-order"
    assert state.priority == "p1"


RISES = [  # where, holders of all shares, price after the round
    ((4, 3), {"p1": 60, "p2": 40}, 87),  # one row
    ((4, 3), {"p1": 80, "p2": 20}, 95),  # eight shares: two rows
    ((4, 3), {"p1": 60, "p2": 20, TREASURY: 20}, 95),  # president and treasury together
    ((7, 1), {"p1": 60, "p2": 40}, 64),  # gray: two rows, 56 and 64
    ((7, 1), {"p1": 80, "p2": 20}, 69),  # gray and eight shares: three rows
    ((4, 3), {"p1": 60, "p2": 30, POOL: 10}, 80),  # not sold out
    ((4, 3), {"p1": 60, "p2": 30}, 80),  # a share in the offering
    ((0, 3), {"p1": 60, "p2": 40}, 115),  # top of the column
]


@pytest.mark.parametrize(("cell", "holders", "price"), RISES)
def test_sold_out(cell: tuple[int, int], holders: dict[str, int], price: int) -> None:
    state = stock_round(floated(clean(), "OUEST", holders, 80, cell=cell), passed=("p1", "p2", "p3"))
    change = Change(state)
    end_stock_round(change, state.top)
    assert price_of(change.state, "OUEST") == price, "market.sold-out"


def test_stack_and_operating_order() -> None:
    """7.2: dearer first; at the same price further right; in a cell the one that came first."""
    state = floated(clean(), "AG", {"p1": 60}, 95, cell=(1, 1))  # 95, column 1
    state = floated(state, "PLM", {"p1": 60}, 95, cell=(2, 3))  # 95, column 3
    state = floated(state, "OUEST", {"p1": 60}, 95, cell=(2, 3))
    state = floated(state, "NORD", {"p1": 60}, 80)
    assert by_price(state, ["NORD", "OUEST", "AG", "PLM"]) == ("PLM", "OUEST", "AG", "NORD"), "market.order"
    moved = stock_round(floated(state, "CFOR", {"p1": 60}, 95, cell=(1, 3)))
    moved = play(moved, "p1 sell_shares company=CFOR percent=10")
    assert moved.market[cell_key((2, 3))] == ("PLM", "OUEST", "CFOR"), "market.stack"


def test_the_seller_orders_the_markers() -> None:
    """AG and PLM fall from 80 to 71; the one sold first lies on top and operates first (6.3, 10.2)."""
    state = floated(floated(clean(), "AG", {"p1": 40}), "PLM", {"p1": 40})
    for first, second in (("PLM", "AG"), ("AG", "PLM")):
        sold = play(
            stock_round(state),
            f"p1 sell_shares company={first} percent=10",
            f"p1 sell_shares company={second} percent=10",
        )
        assert by_price(sold, ["AG", "PLM"]) == (first, second), "market.seller-order"


# Late companies (11.3.3)


def brown(state: State) -> State:
    """The brown phase."""
    return replace(state, phase=PHASES.index("Brown"))


def test_late_company_chooses_its_home() -> None:
    """LF: hexes of France without track; Versailles and Reims have printed track, homes that wait are out."""
    state = play(brown(stock_round(clean())), "p1 start_company company=LF price=95")
    assert isinstance(state.top, LateHome)
    offered = {move.hex for move in legal_moves(state)}
    assert offered == {"B9", "B11", "D11", "E2", "E10", "G10", "H9"}
    for hex_id in ("G4", "G6", "F15", "D9"):  # track; PLM waits; Belgium; NORD waits
        assert refused(state, f"p1 choose_home company=LF hex={hex_id}") == "1894.late-home"
    state = play(state, "p1 choose_home company=LF hex=G10")
    assert state.extra.homes == {"LF": "G10"}
    assert state.top.at == "p2"


def everything_built(state: State) -> State:
    """Yellow track on every Belgian city that could be a home."""
    return laid(
        state, C14=("57", 0), D15=("57", 0), D17=("57", 0), E16=("57", 0), F15=("X2", 0), G14=("57", 0), H17=("57", 0)
    )


def test_late_home_with_track_when_all_have() -> None:
    """Condition 4 falls when every candidate has track; G18 is printed with track."""
    state = everything_built(brown(stock_round(clean())))
    assert late_homes(state, "LB") == ("C14", "D17", "F15", "G18", "H17"), "AG, BELGE and NORD wait in the others"


def test_late_company_without_home() -> None:
    state = everything_built(brown(stock_round(clean())))
    other = (("AG",),)
    state = marked(state, C14=other, D17=other, F15=other, G18=other, H17=other)
    assert refused(state, "p1 start_company company=LB price=67") == "1894.late-no-home"
    assert refused(state, "p1 start_company company=LF price=67") == "ok"


def test_a_single_home_needs_no_choice() -> None:
    """Four of the five Belgian candidates are full: the LB begins in Liege without being asked."""
    other = (("AG",),)
    state = marked(everything_built(brown(stock_round(clean()))), C14=other, D17=other, F15=other, G18=other)
    state = play(state, "p1 start_company company=LB price=67")
    assert state.extra.homes == {"LB": "H17"}
    assert isinstance(state.top, StockRound)


def test_late_home_by_another_rule() -> None:
    """A free location is enough: Paris while the PLM waits, but not a city kept for its only slot."""
    state = brown(stock_round(clean(3, "late-home-free-slot")))
    state = play(state, "p1 start_company company=LF price=95")
    assert "G6" in {move.hex for move in legal_moves(state)}
    assert refused(state, "p1 choose_home company=LF hex=D9") == "1894.late-home"
    assert play(state, "p1 choose_home company=LF hex=G6").extra.homes == {"LF": "G6"}


def test_the_next_purchase_ends_the_chance_of_a_second_share() -> None:
    """p1 might take another gray share of OUEST and passes; p2 starts a company, and no second share waits."""
    state = play(traded(GRAY, p1=40), "p1 buy_share company=OUEST source=ipo")
    assert state.extra.double == "OUEST"
    state = play(state, "p1 pass", "p2 start_company company=AG price=67")
    assert state.extra.double == ""
    assert refused(state, "p2 buy_share company=AG source=ipo") != "ok"


def test_second_late_company_respects_the_first_ones_home() -> None:
    state = extra(brown(stock_round(clean())), homes={"LF": "G10"})
    assert "G10" not in late_homes(state, "LF")


def test_the_share_that_makes_a_president_at_the_limit() -> None:
    """stock.certificate-limit: it counts before two certificates go for the president's one: refused (6.4)."""
    state = stock_round(floated(clean(), "AG", {"p2": 30, "p1": 30}, 80))
    state = with_cash(state, p1=500)
    held = certificates_of(state, "p1")
    limited = replace(state, rules=replace(state.rules, certificate_limit=held))
    assert refused(limited, "p1 buy_share company=AG source=ipo") == "stock.certificate-limit"
    assert play(state, "p1 buy_share company=AG source=ipo").companies["AG"].certificate == "p1"
