"""The regional railway without a director, in the variants of Cisleithania (X.4): it pays its price as interest."""

from __future__ import annotations

import pytest
from kit import play, refused, with_cash, with_company, with_top
from msgspec.structs import replace

from railhead.core.change import Change
from railhead.core.engine import legal_moves
from railhead.core.market import place_marker, price_of
from railhead.core.moves import SellLarge, to_text
from railhead.core.reach import stations_of
from railhead.core.shares import percent_of
from railhead.core.state import IPO, POOL, State, president_of
from railhead.titles.t1824 import cisleithania, trains
from railhead.titles.t1824.cisleithania import BondStation
from railhead.titles.t1824.tests.helpers import (
    changed,
    cited,
    drafted,
    laid,
    major,
    minor,
    operating,
    station,
    supply,
    trading,
)


def test_bond_at_the_start() -> None:
    """bond.start, bond.home: CL at 50 in the bottom row, all shares in the pool, its marker in Lemberg."""
    state = drafted()
    assert state.companies["CL"].cell == (6, 1), "bond.start"
    assert percent_of(state, "CL", POOL) == 100
    assert stations_of(state.board, "CL") == [("B23", 0)], "bond.home"


BOND = [  # the purchase of p1, the answer
    ("company=CL source=pool percent=10", "ok"),
    ("company=CL source=pool percent=20", "ok"),  # the large certificate, as an alternative
    ("company=CL source=ipo percent=10", "stock.available"),
    ("company=CL source=ipo percent=20", "stock.available"),
    ("company=BK source=reserved percent=20", "stock.available"),
]


@pytest.mark.parametrize(("line", "answer"), BOND)
def test_bond_shares(line: str, answer: str) -> None:
    assert refused(with_cash(drafted(), p1=500), f"p1 buy_share {line}") == answer


def test_bond_certificate_is_a_share() -> None:
    """bond.start: 100 for 20 %, and no director; it is sold whole (X.4)."""
    state = play(with_cash(drafted(), p1=500), "p1 buy_share company=CL source=pool percent=20")
    assert state.players["p1"].cash == 400
    assert president_of(state, "CL") == "", "bond.start"
    later = with_company(trading(state, "p1"), "CL", operated=True)
    assert refused(later, "p1 sell_shares company=CL percent=10") == "president.certificate"
    after = play(later, "p1 sell_shares company=CL percent=20")
    assert after.companies["CL"].certificate == POOL
    assert after.players["p1"].cash == 500
    assert price_of(after, "CL") == 50  # bottom of its column
    richer = play(with_top(later, at="p2"), "p2 buy_share company=CL source=pool percent=10")
    assert richer.companies["CL"].certificate == "p1"


def test_the_large_certificate_or_two_small_ones() -> None:
    """X.4: it is sold like any share, so who holds it and two small ones decides what goes."""
    state = trading(with_company(drafted(), "CL", operated=True), "p1")
    state = with_company(state, "CL", certificate="p1", shares={"p1": (10, 10), POOL: (10,) * 6})
    sales = [to_text(move) for move in legal_moves(state) if isinstance(move, SellLarge)]
    assert sales == ["p1 sell_large company=CL percent=20"], "of 40 % both ways are the same"
    small = play(state, "p1 sell_shares company=CL percent=20")
    assert (small.companies["CL"].certificate, percent_of(small, "CL", "p1")) == ("p1", 20)
    large = play(state, "p1 sell_large company=CL percent=20")
    assert (large.companies["CL"].certificate, large.companies["CL"].shares["p1"]) == (POOL, (10, 10))
    assert large.players["p1"].cash == small.players["p1"].cash
    assert refused(large, "p1 sell_large company=CL percent=20") == "president.certificate"


def test_pool_above_the_limit() -> None:
    """pool.above-limit: above 60 % from the pool, not from the bank (X.4)."""
    state = trading(with_cash(drafted(), p1=900), "p1")
    bond = with_company(state, "CL", shares={"p1": (10,) * 6, POOL: (10,) * 2})
    assert refused(bond, "p1 buy_share company=CL source=pool") == "ok", "pool.above-limit"
    most = major(state, "BK", {"p1": 60}, 80)
    assert refused(most, "p1 buy_share company=BK source=ipo") == "stock.share-limit"
    most = with_company(most, "BK", shares={"p1": (10,) * 4, POOL: (10,), IPO: (10,) * 3})
    assert refused(most, "p1 buy_share company=BK source=pool") == "ok", "pool.above-limit"


def test_sold_shares_go_to_the_pool() -> None:
    state = trading(major(drafted(), "BK", {"p1": 60, "p2": 20}, 80), "p1", "3")
    after = play(state, "p1 sell_shares company=BK percent=20")
    assert percent_of(after, "BK", POOL) == 20
    assert refused(after, "p1 buy_share company=BK source=pool") == "stock.rebuy"


PAYMENTS = [((6, 1), 30, 15, 60), ((5, 5), 30, 33, 120)]  # cell, percent, income, price after: 50 and 105


@pytest.mark.parametrize(("cell", "percent", "income", "price"), PAYMENTS)
def test_bond_pays(cell: tuple[int, int], percent: int, income: int, price: int) -> None:
    """bond.pays: its price on all shares; 10.5 a share are rounded up to 11, and the marker moves right."""
    state = with_cash(drafted(), p1=0, p2=0)
    state = with_company(state, "CL", shares={"p1": (10,) * (percent // 10), POOL: (10,) * (8 - percent // 10)})
    state = changed(state, lambda change: place_marker(change, "CL", cell))
    change = Change(state)
    cisleithania.pay_bond(change, "CL")
    assert "bond.pays" in {event.rule for event in change.events}
    assert change.state.players["p1"].cash == income
    assert price_of(change.state, "CL") == price


def test_bond_has_its_turn() -> None:
    """It pays in the order of prices, without asking anybody."""
    state = trading(with_cash(drafted(), p1=0), "p1")
    state = with_company(state, "CL", shares={"p1": (10,) * 8})
    for sym in ("MLB", "SD1", "SD2", "SD3", "EPP", "KK1", "KK2", "EOD"):
        state = with_company(state, sym, floated=False)
    after = play(state, "p1 pass", "p2 pass")
    assert after.players["p1"].cash == 25 + 40
    assert after.companies["CL"].operated


def last_four(train: str = "4") -> State:
    """KK1 of p2 is about to buy the last train of a type."""
    state = minor(drafted(), "KK1", "p2", cash=900)
    state = supply(operating(state, "KK1", "trains", train, ("SD1",)), train, 1)
    return laid(state, B5=("57", 1))


def test_second_marker() -> None:
    """bond.second-marker: who buys the last 4-train may place it in any free city (X.4)."""
    state = play(last_four(), "p2 buy_train train=4 source=supply price=280")
    assert isinstance(state.top, BondStation)
    assert refused(state, "p2 place_station hex=B23 city=0") == "station.one-a-hex"
    assert refused(state, "p2 place_station hex=B7 city=0") == "station.city"
    assert refused(state, "p2 place_station hex=C6 city=0") == "station.city"  # a mine
    assert refused(state, "p2 place_station hex=B9 city=0") == "station.home-kept"  # Prag is kept for BK
    assert refused(station(state, "SD1", "B5"), "p2 place_station hex=B5 city=0") == "station.slot"
    assert refused(state, "p2 pass") == "ok"
    assert "bond.second-marker" in cited(state, "p2 place_station hex=B5 city=0")
    after = play(state, "p2 place_station hex=B5 city=0")
    assert sorted(stations_of(after.board, "CL")) == [("B23", 0), ("B5", 0)]
    assert after.extra.bond_train == ""


def test_exported_last_four() -> None:
    """bond.second-marker: then the last 5-train counts; exported, too, nobody places it."""
    state = last_four()
    state = changed(replace(state, extra=replace(state.extra, two_bought=True)), trains.export)
    assert state.extra.bond_train == "5", "bond.second-marker"
    five = changed(supply(state, "5", 1), trains.export)
    assert five.extra.bond_train == ""


def test_third_marker() -> None:
    """bond.third-marker, bond.where: to Vienna with the brown tile, in any case, and with no other tile."""
    state = drafted()
    for sym in ("SD1", "KK1", "KK2"):
        state = minor(state, sym, "p1" if sym == "SD1" else "p2", cash=100)
    state = operating(laid(state, E12=("491", 0)), "SD1", "track", "5")
    elsewhere = play(laid(state, E12=("493", 0)), "p1 lay_tile hex=F11 tile=1 rotation=0")
    assert not isinstance(elsewhere.top, BondStation)
    state = play(state, "p1 lay_tile hex=E12 tile=493 rotation=0")
    assert isinstance(state.top, BondStation)
    assert refused(state, "p1 pass") == "bond.third-marker"
    assert refused(laid(state, B5=("57", 1)), "p1 place_station hex=B5 city=0") == "bond.where"
    assert refused(state, "p1 place_station hex=E12 city=0") == "station.slot"
    after = play(state, "p1 place_station hex=E12 city=1")
    assert ("E12", 1) in stations_of(after.board, "CL")
