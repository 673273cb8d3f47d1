"""Stock rounds (5), share prices (5.8), presidents (5.5), floating (5.6)."""

from __future__ import annotations

import pytest
from kit import begin, play, refused, with_cash, with_company, with_top
from msgspec.structs import replace

from railhead.core.auction import Auction
from railhead.core.change import Change
from railhead.core.market import by_price, price_of
from railhead.core.shares import certificates_of, percent_of
from railhead.core.state import IPO, POOL, Round, State
from railhead.core.stock import StockRound, end_stock_round
from railhead.titles.t1889.tests.helpers import floated, money_in_bank, sold_out_auction


def stock_round(seats: int = 3) -> State:
    """A later stock round with nothing owned; p1 begins."""
    state = replace(begin("1889", seats), round=Round("SR", 2), frames=(StockRound(at="p1"),))
    privates = {sym: replace(it, closed=True) for sym, it in state.privates.items()}
    return replace(state, privates=privates)


def traded() -> State:
    """SR: p1 50, p2 30, pool 20, offering empty, price 80."""
    state = floated(stock_round(), "SR", {"p1": 50, "p2": 30, POOL: 20})
    return money_in_bank(with_cash(state, p1=500, p2=500, p3=500))


FIRST_ROUND = [
    ("p1 start_company company=KO price=70", "ok"),
    ("p1 start_company company=KO price=72", "par.price"),
    ("p1 start_company company=KO price=100", "ok"),
    ("p1 start_company company=XX price=70", "stock.unstarted"),
    ("p1 buy_share company=KO source=ipo", "stock.available"),
    ("p2 pass", "turn.whose"),
    ("p1 bid private=A price=20", "turn.not-now"),
]


@pytest.mark.parametrize(("line", "answer"), FIRST_ROUND)
def test_first_round(line: str, answer: str) -> None:
    assert refused(sold_out_auction(), line) == answer


def test_starting_costs_two_shares() -> None:
    """money.player: 2 x 100 with 199 in hand is too much; 2 x 90 is not."""
    state = with_cash(sold_out_auction(), p1=199)
    assert refused(state, "p1 start_company company=KO price=100") == "money.player"
    state = play(state, "p1 start_company company=KO price=90")
    assert state.players["p1"].cash == 19
    assert percent_of(state, "KO", "p1") == 20
    assert refused(state, "p2 start_company company=KO price=90") == "stock.unstarted"


def test_no_sales_in_first_round() -> None:
    state = play(sold_out_auction(), "p1 start_company company=KO price=65", "p2 buy_share company=KO source=ipo")
    state = play(state, "p3 buy_share company=KO source=ipo")
    assert refused(state, "p1 sell_shares company=KO percent=10") == "stock.first-round"


def test_float_at_five_shares() -> None:
    """company.float: five shares out of the offering bring ten times par at once (5.6.2, 5.6.4)."""
    state = play(sold_out_auction(), "p1 start_company company=KO price=65", "p2 buy_share company=KO source=ipo")
    state = play(state, "p3 buy_share company=KO source=ipo")
    assert not state.companies["KO"].floated
    state = play(state, "p1 buy_share company=KO source=ipo")
    assert state.companies["KO"].floated, "company.float"
    assert state.companies["KO"].cash == 650


TRADES = [
    ("p1 sell_shares company=SR percent=10", "ok"),
    ("p1 sell_shares company=SR percent=30", "ok"),
    ("p1 sell_shares company=SR percent=40", "stock.pool-limit"),  # 20 + 40 > 50
    ("p1 sell_shares company=SR percent=60", "stock.owned"),
    ("p1 sell_shares company=SR percent=15", "stock.owned"),
    ("p1 sell_shares company=SR percent=0", "stock.owned"),
    ("p1 sell_shares company=KO percent=10", "stock.has-price"),
    ("p1 buy_share company=SR source=pool", "ok"),
    ("p1 buy_share company=SR source=ipo", "stock.available"),
    ("p1 buy_share company=SR source=treasury", "stock.available"),
]


@pytest.mark.parametrize(("line", "answer"), TRADES)
def test_trades(line: str, answer: str) -> None:
    assert refused(traded(), line) == answer


def test_president_needs_an_heir() -> None:
    """president.certificate: with 20 % left and nobody else at 20 %, the president's certificate stays (5.5)."""
    state = floated(stock_round(), "SR", {"p1": 30, "p2": 10})
    assert refused(state, "p1 sell_shares company=SR percent=10") == "ok"
    assert refused(state, "p1 sell_shares company=SR percent=20") == "president.certificate"


def test_president_changes_by_sale() -> None:
    """president.change: p1 sells 30 of 50, keeps 20; p2 with 30 takes over and gives two shares for it."""
    state = play(traded(), "p1 sell_shares company=SR percent=30")
    charter = state.companies["SR"]
    assert charter.certificate == "p2", "president.change"
    assert percent_of(state, "SR", "p1") == 20
    assert percent_of(state, "SR", "p2") == 30
    assert charter.shares["p2"] == (10,)
    assert state.players["p1"].cash == 500 + 3 * 80


def test_half_a_presidents_certificate_can_be_sold() -> None:
    """p1 has the president's certificate only; p2's two shares are exchanged, one of them is sold (5.5)."""
    state = with_cash(floated(stock_round(), "SR", {"p1": 20, "p2": 20, "p3": 10}), p1=0)
    state = play(state, "p1 sell_shares company=SR percent=10")
    assert state.companies["SR"].certificate == "p2"
    assert state.companies["SR"].shares["p1"] == (10,)
    assert state.companies["SR"].shares[POOL] == (10,)


def test_tied_heirs_nearest_to_the_left() -> None:
    """p2 and p3 have 20 each; p2 sits to the left of p1 (5.5); with p2 as seller it is p3."""
    state = floated(stock_round(), "SR", {"p1": 30, "p2": 20, "p3": 20})
    assert play(state, "p1 sell_shares company=SR percent=20").companies["SR"].certificate == "p2"
    state = floated(stock_round(), "SR", {"p2": 30, "p1": 20, "p3": 20})
    state = with_top(state, at="p2")
    assert play(state, "p2 sell_shares company=SR percent=20").companies["SR"].certificate == "p3"


def test_president_changes_by_purchase_only_with_more() -> None:
    """A tie keeps the president; one share more does not (5.5)."""
    state = with_top(floated(stock_round(), "SR", {"p1": 30, "p2": 20}), at="p2")
    state = play(with_cash(state, p2=500), "p2 buy_share company=SR source=ipo")
    assert state.companies["SR"].certificate == "p1"
    state = with_top(state, at="p2", bought=(), acted=False)
    assert play(state, "p2 buy_share company=SR source=ipo").companies["SR"].certificate == "p2"


def test_order_of_a_turn() -> None:
    """stock.turn-order, stock.one-block, stock.one-purchase (5.3.2, 5.3.3)."""
    state = floated(traded(), "KO", {"p1": 40, "p2": 20}, par=70)
    sold = play(state, "p1 sell_shares company=SR percent=10")
    assert refused(sold, "p1 sell_shares company=SR percent=10") == "stock.one-block"
    both = play(sold, "p1 buy_share company=KO source=ipo")
    assert both.top.at == "p2"  # sold and bought: nothing is left, so the turn has ended
    bought = play(state, "p1 buy_share company=KO source=ipo")
    assert refused(bought, "p1 buy_share company=KO source=ipo") == "stock.one-purchase"
    assert refused(bought, "p1 sell_shares company=KO percent=10") == "ok"
    after = with_top(sold, bought=("KO",), sold_first=True)
    assert refused(after, "p1 sell_shares company=KO percent=10") == "stock.turn-order"


def test_no_rebuy_in_the_round() -> None:
    """stock.rebuy: sold now, not bought again before the next stock round (5.3.2)."""
    state = play(traded(), "p1 sell_shares company=SR percent=10")
    assert refused(state, "p1 buy_share company=SR source=pool") == "stock.rebuy"


def test_share_limit_and_orange() -> None:
    """stock.share-limit: 60 % unless the marker lies in the orange area (5.1.1, 5.4.1)."""
    state = with_cash(floated(stock_round(), "SR", {"p1": 60}), p1=900)
    assert refused(state, "p1 buy_share company=SR source=ipo") == "stock.share-limit"
    orange = with_cash(floated(stock_round(), "SR", {"p1": 60}, cell=(10, 0)), p1=900)
    assert refused(orange, "p1 buy_share company=SR source=ipo") == "ok"
    yellow = with_cash(floated(stock_round(), "SR", {"p1": 60}, cell=(8, 2)), p1=900)
    assert refused(yellow, "p1 buy_share company=SR source=ipo") == "stock.share-limit"


def crowded(cell: tuple[int, int]) -> State:
    """Six players, limit 11: p1 has eleven certificates, six of them of SR on this cell."""
    state = floated(stock_round(6), "SR", {"p1": 60, "p2": 20}, cell=cell)
    state = floated(state, "KO", {"p2": 30, "p1": 30, "p3": 20})
    state = floated(state, "IR", {"p3": 30, "p1": 30, "p2": 20})
    return money_in_bank(with_cash(state, p1=500))


def test_certificate_limit() -> None:
    """stock.certificate-limit: eleven of eleven leave no room; yellow certificates do not count (5.1.1, 5.4.1)."""
    state = crowded((2, 3))
    assert certificates_of(state, "p1") == 5 + 3 + 3
    assert refused(state, "p1 buy_share company=KO source=ipo") == "stock.certificate-limit"
    assert refused(state, "p1 start_company company=AR price=65") == "stock.certificate-limit"
    state = crowded((8, 2))
    assert certificates_of(state, "p1") == 6
    assert refused(state, "p1 buy_share company=KO source=ipo") == "ok"


def test_over_the_limit_sells_first() -> None:
    """stock.must-sell: one certificate too many must go before anything else."""
    state = floated(crowded((2, 3)), "TR", {"p4": 20, "p1": 10})
    assert certificates_of(state, "p1") == 12
    assert refused(state, "p1 pass") == "stock.must-sell"
    assert refused(state, "p1 buy_share company=KO source=ipo") == "stock.must-sell"
    state = play(state, "p1 sell_shares company=TR percent=10")
    assert refused(state, "p1 pass") == "ok"


def test_a_sale_that_does_not_help_is_not_demanded() -> None:
    """stock.must-sell: KO and IR cannot be sold, the pool is full; SR in yellow can and does not count (5.1.1)."""
    state = crowded((8, 2))
    full = {"p1": (10,) * 3, POOL: (10,) * 5}
    state = with_company(with_company(state, "KO", shares=full), "IR", shares=full)
    state = replace(state, rules=replace(state.rules, certificate_limit=5))
    assert certificates_of(state, "p1") == 6
    assert refused(state, "p1 sell_shares company=SR percent=10") == "ok"
    assert refused(state, "p1 pass") == "ok"


def test_sold_down_to_share_limit_by_house_rule() -> None:
    state = floated(
        replace(stock_round(), rules=begin("1889", 3, "sell-down-to-share-limit").rules), "SR", {"p1": 70}
    )
    assert refused(state, "p1 pass") == "stock.must-sell"
    assert refused(floated(stock_round(), "SR", {"p1": 70}), "p1 pass") == "ok"


PRICES = [  # company on a cell, shares sold, where it ends (5.8.1)
    ((2, 3), 10, (3, 3)),
    ((2, 3), 30, (5, 3)),
    ((9, 3), 30, (10, 3)),  # ledge: stays on the lowest cell of the column
    ((0, 14), 20, (1, 14)),  # the column of 350 has two cells
]


@pytest.mark.parametrize(("start", "percent", "end"), PRICES)
def test_price_falls(start: tuple[int, int], percent: int, end: tuple[int, int]) -> None:
    """stock.price-falls: one row for each share, no further than the column goes; paid at the old price."""
    state = with_cash(floated(stock_round(), "SR", {"p1": 60}, cell=start), p1=0)
    price = price_of(state, "SR")
    state = play(state, f"p1 sell_shares company=SR percent={percent}")
    assert state.companies["SR"].cell == end, "stock.price-falls"
    assert state.players["p1"].cash == price * percent // 10


MOVES = [  # section 5.8.1 and 5.8.3
    ("right", (2, 3), (2, 4)),
    ("right", (5, 6), (4, 6)),  # last cell of its row: up
    ("right", (0, 14), (0, 14)),  # 350 stays
    ("left", (2, 3), (2, 2)),
    ("left", (2, 0), (3, 0)),  # first column: down
    ("left", (10, 0), (10, 0)),  # 10 stays
    ("up", (0, 3), (0, 3)),
    ("up", (3, 3), (2, 3)),
]


@pytest.mark.parametrize(("way", "start", "end"), MOVES)
def test_marker_moves(way: str, start: tuple[int, int], end: tuple[int, int]) -> None:
    """market.right, market.left at the edges."""
    assert getattr(stock_round().rules.market, way)(start) == end, ("market.right", "market.left")


def test_sold_out_rises_and_stacks() -> None:
    """market.sold-out, market.stack: KO at 75 rises to 80, below SR which was there first."""
    state = floated(stock_round(), "SR", {"p1": 60, "p2": 20})
    state = floated(state, "KO", {"p1": 60, "p2": 40}, par=75)
    change = Change(state)
    end_stock_round(change, StockRound(at="p1", last="p2"))
    after = change.state
    assert price_of(after, "KO") == 80, "market.sold-out"
    assert price_of(after, "SR") == 80
    assert after.market["2:3"] == ("SR", "KO"), "market.stack"


def test_operating_order() -> None:
    """market.order: 100 before 90; of two 90s the one further right; in one cell the one on top."""
    state = stock_round()
    state = floated(state, "SR", {"p1": 50}, cell=(1, 3))  # 90
    state = floated(state, "KO", {"p1": 50}, cell=(2, 4))  # 90, further right
    state = floated(state, "IR", {"p1": 50}, cell=(0, 3))  # 100
    state = floated(state, "AR", {"p1": 50}, cell=(1, 3))  # 90, below SR
    assert by_price(state, ["SR", "KO", "IR", "AR"]) == ("IR", "KO", "SR", "AR"), "market.order"


def test_round_ends_and_priority() -> None:
    """stock.priority: p2 acted last, so p3 begins the next round; a player who passed may act later."""
    state = money_in_bank(with_cash(floated(stock_round(), "SR", {"p1": 30, "p2": 20}), p1=0, p2=500, p3=0))
    state = play(state, "p1 pass", "p2 buy_share company=SR source=ipo", "p2 pass", "p1 pass", "p2 pass")
    assert state.round.kind == "OR"
    assert state.priority == "p3", "stock.priority"


def test_priority_stays_when_all_pass() -> None:
    state = floated(stock_round(), "SR", {"p1": 30, "p2": 20, "p3": 20})
    state = replace(state, priority="p2", frames=(StockRound(at="p2"),))
    state = play(state, "p2 pass", "p3 pass", "p1 pass")
    assert state.priority == "p2"


def test_unsold_offering_waits_for_par() -> None:
    """An Iyo share got by exchange before the company has a price cannot be sold."""
    state = with_company(stock_round(), "IR", shares={"p1": (10,), IPO: (10,) * 7})
    assert refused(state, "p1 sell_shares company=IR percent=10") == "stock.has-price"


def test_game_over() -> None:
    """game.over: nothing more is accepted."""
    state = begin("1889", 2)
    change = Change(state)
    from railhead.core.finish import end_game

    end_game(change, "bank", "end.bank")
    assert refused(change.state, "p1 pass") == "game.over"
    assert isinstance(state.top, Auction)


def test_treasuries_are_secret_by_option() -> None:
    """setup.secret (3.4, 5.6.3): companies keep their money secret if the table wishes; players never do."""
    assert begin("1889", 3, "secret-treasuries").rules.secret == {"companies"}, "setup.secret"
    assert not begin("1889", 3).rules.secret
