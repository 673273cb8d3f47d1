"""Share prices (7.7) and the order of companies (8.2); worked examples D1 to D3 of the clarifications."""

from __future__ import annotations

import pytest
from kit import play, with_cash
from msgspec.structs import replace

from railhead.core.change import Change
from railhead.core.market import by_price, price_of
from railhead.core.revenue import usual_price_move
from railhead.core.state import IPO, POOL, Cell, State
from railhead.core.stock import StockRound
from railhead.titles.t1843.stock import rise
from railhead.titles.t1843.tests.helpers import after_round, cited, floated, later, stock_round


def at(cell: Cell, sym: str = "EST", state: State | None = None) -> State:
    """EST at a cell of the market, p1 with 60 %."""
    return floated(state or stock_round(), sym, {"p1": 60}, cell=cell, cash=0)


SALES = [
    ((9, 5), 30, 237, (12, 5), 65),  # D1: three shares at 79, three rows down
    ((16, 6), 30, 156, (17, 6), 48),  # D1: the column ends, two steps are lost
    ((5, 3), 10, 94, (6, 3), 88),
    ((12, 0), 40, 204, (13, 0), 47),
    ((13, 7), 20, 134, (13, 7), 67),  # the lowest cell of its column already
]


@pytest.mark.parametrize(("cell", "percent", "money", "target", "price"), SALES)
def test_sale_moves_down(cell: Cell, percent: int, money: int, target: Cell, price: int) -> None:
    state = with_cash(at(cell), p1=0)
    line = f"p1 sell_shares company=EST percent={percent}"
    after = play(state, line)
    assert after.players["p1"].cash == money
    assert (after.companies["EST"].cell, price_of(after, "EST")) == (target, price)
    if cell != target:
        assert "stock.price-falls" in cited(state, line)


STACKS = [(20, ("PO", "OU", "EST")), (10, ("PO", "EST", "OU")), (40, ("PO", "OU", "EST"))]


@pytest.mark.parametrize(("percent", "stack"), STACKS)
def test_bottom_of_a_column(percent: int, stack: tuple[str, ...]) -> None:
    """D2: in the lowest cell a marker sinks in its stack, one place a share, and no further than its bottom."""
    state = at((17, 6), "OU", at((17, 6), "PO", at((17, 6))))
    line = f"p1 sell_shares company=EST percent={percent}"
    after = play(with_cash(state, p1=0), line)
    assert after.players["p1"].cash == 48 * percent // 10
    assert after.market["17:6"] == stack
    assert "1843.bottom-stack" in cited(state, line)


RISES = [
    ((4, 7), (3, 7), 139),  # D3
    ((0, 8), (1, 9), 221),
    ((0, 3), (1, 4), 145),  # down and right, although 147 was more
    ((0, 13), (1, 14), 443),
    ((1, 14), (0, 14), 500),
]


@pytest.mark.parametrize(("cell", "target", "price"), RISES)
def test_sold_out(cell: Cell, target: Cell, price: int) -> None:
    change = Change(at(cell))
    rise(change, "EST")
    assert (change.state.companies["EST"].cell, price_of(change.state, "EST")) == (target, price)
    assert "market.sold-out" in {event.rule for event in change.events}
    assert change.state.ending == ("price" if price == 500 else "")


def test_all_sold_out_companies_rise_when_the_round_ends() -> None:
    """Only companies whose ten shares are with players, in operating order; newcomers go below."""
    state = later()
    state = floated(state, "EST", {"p1": 60, "p2": 40}, cell=(4, 7))
    state = floated(state, "OU", {"p2": 60, "p1": 40}, cell=(4, 8))
    state = floated(state, "PO", {"p1": 60, POOL: 40}, cell=(3, 7))
    state = replace(state, frames=(StockRound(at="p1", passes=3),))
    after = after_round(state)
    assert after.companies["OU"].cell == (3, 8)
    assert after.market["3:7"][0] == "PO"
    assert after.companies["PO"].cell != (2, 7)


DIVIDENDS = [
    ((5, 3), 10, (5, 4), "market.right"),
    ((5, 13), 10, (4, 13), "market.right"),  # D3: the right end of a row: 230 -> 246
    ((14, 6), 10, (13, 6), "market.right"),  # 59 -> 64
    ((0, 14), 10, (0, 14), ""),  # 500 stays
    ((5, 3), 0, (5, 2), "market.left"),
    ((4, 1), 0, (5, 1), "market.left"),  # the red line: 92 -> 86 -> 80
    ((5, 1), 0, (6, 1), "market.left"),
    ((6, 2), 0, (7, 2), "market.left"),  # and 84 -> 78 -> 73
    ((7, 2), 0, (8, 2), "market.left"),
    ((6, 0), 0, (7, 0), "market.left"),  # the left end of a row
    ((14, 1), 0, (15, 1), "market.left"),  # D3: 47 -> 43
    ((15, 1), 0, (15, 1), ""),  # the three corners that stay
    ((13, 0), 0, (13, 0), ""),
    ((17, 2), 0, (17, 2), ""),
    ((4, 0), 10, (4, 1), "market.right"),  # the red line stops nobody on the way right
]


@pytest.mark.parametrize(("cell", "paid", "target", "rule"), DIVIDENDS)
def test_dividend_moves(cell: Cell, paid: int, target: Cell, rule: str) -> None:
    change = Change(at(cell))
    usual_price_move(change, "EST", paid)
    assert change.state.companies["EST"].cell == target
    assert {event.rule for event in change.events} == ({rule} if rule else set())


def test_below_the_red_line_shares_stop_counting() -> None:
    """D3: from 86 to 80, into the yellow zone."""
    market = stock_round().rules.market
    assert "yellow" not in market.zone((5, 1))
    assert "yellow" in market.zone((6, 1))


LOWEST = {0: 13, 1: 15, 2: 17, 3: 17, 4: 17, 5: 17, 6: 17, 7: 13, 8: 13, 9: 10, 10: 8, 11: 7, 12: 6, 13: 5, 14: 4}


def test_lowest_rows() -> None:
    market = stock_round().rules.market
    found = {column: max(row for row in range(18) if market.has((row, column))) for column in range(15)}
    assert found == LOWEST


def test_par_cells_are_in_no_zone() -> None:
    """Par prices by colour; 120 and the yellow par cells are plain cells."""
    state = stock_round()
    market = state.rules.market
    assert sorted(market.par) == [67, 73, 79, 86, 94, 105, 120]
    for price, cell in market.par.items():
        assert market.price(cell) == price
        assert not market.zone(cell) & {"yellow", "orange", "brown"}


def test_operating_order() -> None:
    """8.2: dearest first; of two 94s the one further right; in one cell the one on top."""
    state = at((5, 3))
    state = at((5, 4), "OU", state)  # 99
    state = at((8, 7), "PO", state)  # 94, further right
    state = at((5, 3), "SO", state)  # below EST
    assert by_price(state, ["EST", "OU", "PO", "SO"]) == ("OU", "PO", "EST", "SO"), "market.order"


def test_arrivals_go_below() -> None:
    """8.2 and 7.7 taken together: last come, last served."""
    change = Change(at((5, 4), "OU", at((5, 3))))
    usual_price_move(change, "EST", 10)
    assert change.state.market["5:4"] == ("OU", "EST"), "market.stack"


def test_initial_offering_is_whole() -> None:
    assert sum(stock_round().companies["SO"].shares[IPO]) == 80
