"""Stock rounds (VI) and share prices (VIII)."""

from __future__ import annotations

import pytest
from kit import play, refused, with_cash, with_company, with_top
from msgspec.structs import replace

from railhead.core.engine import actors
from railhead.core.market import place_marker, price_of
from railhead.core.shares import certificates_of, percent_of
from railhead.core.state import IPO, RESERVED, State, president_of
from railhead.titles.t1824.tests.helpers import after_first_round, changed, cited, debts, limited, major, trading


def market(**fields: object) -> State:
    """p1 runs BK with 40 %, p2 has 20 %, the bank 40 %; p2 runs MS with 50 %; p1 to act."""
    state = after_first_round(3)
    state = major(state, "BK", {"p1": 40, "p2": 20}, 80)
    state = major(state, "MS", {"p2": 50, "p1": 10}, 100)
    return trading(state, "p1", "3", **fields)


SALES = [  # the move of p1, the answer
    ("sell_shares company=BK percent=10", "ok"),  # 50 % in the bank
    ("sell_shares company=BK percent=20", "stock.pool-limit"),
    ("sell_shares company=MS percent=10", "ok"),
    ("sell_shares company=MS percent=20", "stock.owned"),
    ("sell_shares company=MS percent=5", "stock.owned"),
    ("sell_shares company=BH percent=10", "stock.has-price"),
    ("sell_shares company=SD percent=10", "stock.operated"),  # not founded
    ("buy_share company=BK source=ipo percent=10", "ok"),
    ("buy_share company=BK source=pool percent=10", "stock.available"),
    ("buy_share company=UG source=ipo percent=10", "ok"),
    ("start_company company=BH price=60", "ok"),
    ("start_company company=BK price=60", "stock.unstarted"),
]


@pytest.mark.parametrize(("line", "answer"), SALES)
def test_moves_of_a_turn(line: str, answer: str) -> None:
    assert refused(market(), f"p1 {line}") == answer


def test_sell_then_buy() -> None:
    """stock.turn-order, stock.one-purchase, stock.rebuy (VI.1, VI.4)."""
    state = play(market(), "p1 sell_shares company=MS percent=10")
    assert actors(state) == ("p1",)
    assert refused(state, "p1 buy_share company=MS source=ipo") == "stock.rebuy"
    bought = with_top(state, bought=("BK",))
    assert refused(bought, "p1 sell_shares company=BK percent=10") == "stock.turn-order"
    assert refused(bought, "p1 buy_share company=UG source=ipo") == "stock.one-purchase"
    assert refused(bought, "p1 start_company company=BH price=60") == "stock.one-purchase"
    assert actors(play(state, "p1 buy_share company=UG source=ipo")) == ("p2",)


def test_one_sale_one_row() -> None:
    """stock.price-falls (VIII.3): MS at 100 falls to 90, whatever the number of shares; the seller gets 100 each."""
    state = with_top(with_cash(major(market(), "MS", {"p2": 70, "p1": 10}, 100), p2=0), at="p2")
    assert "stock.price-falls" in cited(state, "p2 sell_shares company=MS percent=10")
    after = play(state, "p2 sell_shares company=MS percent=10")
    assert (price_of(after, "MS"), after.players["p2"].cash) == (90, 100)
    assert refused(after, "p2 sell_shares company=MS percent=10") == "stock.one-block"
    two = play(state, "p2 sell_shares company=MS percent=20")
    assert (price_of(two, "MS"), two.players["p2"].cash) == (90, 200)


def test_bottom_of_a_column() -> None:
    state = changed(market(), lambda change: place_marker(change, "BK", (6, 4)))
    after = play(state, "p1 sell_shares company=BK percent=10")
    assert price_of(after, "BK") == 80


def test_director_sells_down() -> None:
    """president.change: the example of VI.6. A has 20 % and is director, B and C 20 % each, the bank 40 %."""
    state = major(after_first_round(3), "BK", {"p1": 20, "p2": 20, "p3": 20}, 80)
    state = trading(state, "p1", "3")
    assert "president.change" in cited(state, "p1 sell_shares company=BK percent=10")
    after = play(state, "p1 sell_shares company=BK percent=10")
    assert president_of(after, "BK") == "p2"
    assert percent_of(after, "BK", "p1") == 10
    assert percent_of(after, "BK", IPO) == 50


def test_certificate_needs_an_heir() -> None:
    """president.certificate (VI.8): p1 sells ordinary shares freely, the certificate only to one with 20 %."""
    state = trading(major(after_first_round(3), "BK", {"p1": 50, "p2": 20, "p3": 10}, 80), "p1", "3")
    assert refused(state, "p1 sell_shares company=BK percent=30") == "ok"  # keeps the certificate, level with p2
    after = play(state, "p1 sell_shares company=BK percent=30")
    assert president_of(after, "BK") == "p1"


def test_certificate_without_an_heir() -> None:
    """president.certificate: p1 has only the certificate, the others 10 % each."""
    state = major(after_first_round(6), "BK", {"p1": 20, **{f"p{n}": 10 for n in range(2, 7)}}, 80)
    state = trading(state, "p1", "3")
    assert refused(state, "p1 sell_shares company=BK percent=10") == "president.certificate"
    assert refused(state, "p2 sell_shares company=BK percent=10") == "turn.whose"


def test_share_limit() -> None:
    """stock.share-limit (VI.7): no purchase leads above 60 %."""
    state = major(after_first_round(3), "BK", {"p1": 60, "p2": 10}, 80)
    assert refused(trading(state, "p1"), "p1 buy_share company=BK source=ipo") == "stock.share-limit"
    state = major(after_first_round(3), "BK", {"p1": 50, "p2": 10}, 80)
    assert refused(trading(state, "p1"), "p1 buy_share company=BK source=ipo") == "ok"
    many = with_company(after_first_round(3), "BH", shares={"p1": (10,) * 5, IPO: (10,) * 3})
    assert refused(trading(many, "p1"), "p1 start_company company=BH price=60") == "stock.share-limit"


def crowded(number: int, limit: int) -> State:
    """p1 holds this many certificates of BK and MS, in a game with this limit."""
    state = market()
    ten = with_company(state, "BK", shares={"p1": (10,) * (number - 2), IPO: (10,) * (10 - number)})
    return limited(ten, limit)


def test_certificate_limit() -> None:
    """stock.certificate-limit, stock.must-sell (VI.7)."""
    full = crowded(6, 6)
    assert certificates_of(full, "p1") == 6
    assert refused(full, "p1 buy_share company=UG source=ipo") == "stock.certificate-limit"
    assert refused(full, "p1 start_company company=BH price=60") == "stock.certificate-limit"
    over = crowded(6, 5)
    assert refused(over, "p1 pass") == "stock.must-sell"
    assert refused(over, "p1 buy_share company=UG source=ipo") == "stock.must-sell"
    assert refused(play(over, "p1 sell_shares company=MS percent=10"), "p1 pass") == "ok"


def test_debtors_do_not_buy() -> None:
    """debt.no-purchase (VII.12)."""
    state = debts(market(), p1=10)
    assert refused(state, "p1 buy_share company=UG source=ipo") == "debt.no-purchase"
    assert refused(state, "p1 start_company company=BH price=60") == "debt.no-purchase"
    assert refused(state, "p1 sell_shares company=MS percent=10") == "ok"


def test_opening_of_a_regional_railway() -> None:
    """company.float, company.capital (IV.4.3, VI.5): BH at 100 with 20 % and three shares; the fifth brings 1000."""
    state = trading(after_first_round(3), "p1", "2")
    state = play(with_cash(state, p1=800), "p1 start_company company=BH price=100")
    state = play(state, "p2 buy_share company=BH source=ipo", "p3 buy_share company=BH source=ipo")
    assert not state.companies["BH"].floated
    assert "company.float" in cited(state, "p1 buy_share company=BH source=ipo")
    state = play(state, "p1 buy_share company=BH source=ipo")
    assert state.companies["BH"].cash == 1000, "company.capital"


def test_sold_out_rises() -> None:
    """market.sold-out (VIII.3): all shares with players: one row up; at the top nothing happens."""
    state = major(after_first_round(3), "BK", {"p1": 50, "p2": 50}, 80)
    state = trading(major(state, "MS", {"p1": 50, "p2": 40}, 100), "p1")
    state = changed(state, lambda change: place_marker(change, "BK", (1, 3)))
    last = play(state, "p1 pass", "p2 pass")
    assert "market.sold-out" in cited(last, "p3 pass")
    after = play(last, "p3 pass")
    assert price_of(after, "BK") == 130
    assert price_of(after, "MS") == 100


def test_stacks_and_edges() -> None:
    """market.stack, market.right, market.left (VIII.1, VIII.2): ends of rows lead up and down."""
    grid = after_first_round(3).rules.market
    assert grid.right((3, 10)) == (2, 10), "market.right"  # 220, then 240 above it
    assert grid.right((0, 13)) == (0, 13)
    assert grid.left((0, 0)) == (1, 0), "market.left"
    assert grid.left((6, 0)) == (6, 0)
    state = changed(market(), lambda change: place_marker(change, "MS", (4, 2)))
    assert state.market["4:2"] == ("BK", "MS"), "market.stack"


def test_passing_keeps_priority() -> None:
    """stock.priority: p2 buys last, p3 has priority."""
    state = play(market(), "p1 pass", "p2 buy_share company=UG source=ipo", "p3 pass", "p1 pass", "p2 pass")
    assert state.priority == "p3", "stock.priority"


def test_a_share_that_brings_a_director_at_the_limit() -> None:
    """stock.certificate-limit: a state railway gets its director for two shares, and the count stays (VI.7)."""
    state = trading(after_first_round(3), "p1", "4")
    tens = state.companies["UG"].shares[IPO]
    state = with_company(
        state, "UG", floated=True, operated=True, certificate=RESERVED, shares={"p1": (10,), IPO: tens[1:]}
    )
    held = certificates_of(state, "p1")
    state = with_cash(replace(state, rules=replace(state.rules, certificate_limit=held)), p1=1000)
    assert refused(state, "p1 buy_share company=UG source=ipo") == "ok"
    assert refused(with_company(state, "UG", floated=False), "p1 buy_share company=UG source=ipo") == (
        "stock.certificate-limit"
    )
