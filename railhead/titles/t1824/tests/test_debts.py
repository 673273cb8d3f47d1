"""Emergency financing (VII.12): help, sales, debts and interest."""

from __future__ import annotations

import pytest
from kit import play, read, refused, with_cash, with_company
from msgspec.structs import replace

from railhead.core.engine import apply, price_ranges
from railhead.core.forced import missing_now
from railhead.core.market import price_of
from railhead.core.money import total_money
from railhead.core.state import State
from railhead.titles.t1824.debts import with_interest
from railhead.titles.t1824.railways import debt_of
from railhead.titles.t1824.rules import debt_words
from railhead.titles.t1824.tests.helpers import (
    after_first_round,
    cited,
    debts,
    major,
    minor,
    operating,
    station,
    supply,
    trading,
)


def broke(treasury: int, cash: int, following: str = "4", phase: str = "4") -> State:
    """SD2 of p1 must buy a train; p1 also runs BK with 40 % at 80, p2 has 20 % of it; p2 runs MS, p1 has 20 %."""
    state = minor(after_first_round(3), "SD2", "p1", cash=treasury)
    state = major(state, "BK", {"p1": 40, "p2": 20}, 80, trains=("3",))
    state = major(state, "MS", {"p2": 50, "p1": 20}, 100, trains=("3",))
    state = station(station(state, "BK", "B9"), "MS", "C12")
    state = supply(operating(state, "SD2", "trains", phase), following, 3)
    return with_cash(state, p1=cash)


BUY = "p1 buy_train train=4 source=supply price=280"


def test_help_from_the_director() -> None:
    """train.emergency-cash: the treasury first, then the director's cash; no debt."""
    state = broke(100, 200)
    assert "train.emergency-cash" in cited(state, BUY)
    after = play(state, BUY)
    assert after.companies["SD2"].cash == 0
    assert after.players["p1"].cash == 20
    assert debt_of(after, "p1") == 0


DEBTS = [(0, 0, 280, 420), (100, 79, 101, 152), (0, 279, 1, 2), (30, 0, 250, 375)]


@pytest.mark.parametrize(("treasury", "cash", "missing", "debt"), DEBTS)
def test_debt_with_interest(treasury: int, cash: int, missing: int, debt: int) -> None:
    """debt.loan: what is missing and half of it, rounded up; nobody goes bankrupt."""
    state = broke(treasury, cash)
    money = total_money(state)
    assert "debt.loan" in cited(state, BUY)
    after = play(state, BUY)
    assert with_interest(missing) == debt
    assert debt_of(after, "p1") == debt
    assert after.players["p1"].cash == 0
    assert after.companies["SD2"].trains == ("4",)
    assert total_money(after) == money


def test_any_train_may_be_chosen() -> None:
    """train.money: a dear one too, also from another company, but not above its face value."""
    state = broke(0, 0)
    assert refused(state, "p1 buy_train train=3g source=supply price=360") == "ok"
    assert refused(state, "p1 buy_train train=3 source=BK price=180") == "ok"
    assert refused(state, "p1 buy_train train=3 source=BK price=181") == "train.price"
    assert refused(state, "p1 buy_train train=3 source=MS price=180") == "ok"
    served = with_company(state, "SD2", trains=("3",))
    assert refused(served, BUY) == "train.money"  # it owns a train: no help


SALES = [  # cash, the sale of p1 for a 3g (360), the answer
    (0, "company=MS percent=10", "ok"),
    (0, "company=MS percent=20", "ok"),
    (300, "company=MS percent=20", "train.emergency-enough"),  # 60 are missing
    (300, "company=MS percent=10", "ok"),
    (0, "company=BK percent=20", "stock.pool-limit"),
    (0, "company=BK percent=10", "ok"),
    (0, "company=BK percent=50", "stock.owned"),
    (0, "company=SD percent=10", "stock.operated"),
]


@pytest.mark.parametrize(("cash", "line", "answer"), SALES)
def test_sales(cash: int, line: str, answer: str) -> None:
    state = play(broke(0, cash), "p1 raise_money train=3g source=supply")
    assert refused(state, f"p1 sell_shares {line}") == answer


def test_nothing_is_sold_when_nothing_is_missing() -> None:
    """train.emergency-need (VII.12): for the 4 (280) 300 are enough, for the 3g (360) they are not."""
    state = broke(0, 300)
    assert refused(state, "p1 sell_shares company=MS percent=10") == "train.emergency-need"
    assert refused(state, "p1 raise_money train=4 source=supply") == "train.emergency-need"
    assert refused(state, "p1 raise_money train=3g source=supply") == "ok"
    state = play(state, "p1 raise_money train=3g source=supply", "p1 sell_shares company=MS percent=10")
    assert refused(state, BUY) == "train.emergency-chosen"
    assert refused(state, "p1 buy_train train=3 source=BK price=1") == "train.emergency-chosen"
    assert refused(state, "p1 step_back") == "train.emergency-begun"
    after = play(state, "p1 buy_train train=3g source=supply price=360")
    assert (after.companies["SD2"].trains, after.players["p1"].cash) == (("3g",), 40)


def test_nobody_begins_to_sell_who_has_nothing() -> None:
    """train.emergency-reach, train.emergency-begun: without shares the train is bought at once, and owed."""
    state = broke(0, 0)
    for sym, it in state.companies.items():
        state = with_company(state, sym, shares={who: sizes for who, sizes in it.shares.items() if who != "p1"})
    assert refused(state, "p1 raise_money train=4 source=supply") == "train.emergency-reach"
    assert refused(state, BUY) == "ok"


def test_what_is_owed_is_seen_like_other_money() -> None:
    state = debts(broke(0, 0), p2=1560)
    assert [debt_words(state, player) for player in ("p1", "p2")] == [(), ("owes 1,560G",)]


def test_a_loan_from_the_bank_to_the_bank_does_not_break_it() -> None:
    """debt.loan: 280 are lent for a train of the bank, which has 10; no money leaves it."""
    state = broke(0, 0)
    spare = state.bank - 10
    state = replace(with_company(state, "MS", cash=state.companies["MS"].cash + spare), bank=10)
    after = play(state, BUY)
    assert (after.broken, after.bank, debt_of(after, "p1")) == (False, 10, 420)
    other = play(state, "p1 buy_train train=3 source=MS price=180", "p2 accept")
    assert other.broken, "180 go to the MS, and the bank has 10"


def test_sales_change_no_director() -> None:
    """train.emergency-president: of this company or another (VI.8)."""
    state = major(broke(0, 0), "BK", {"p1": 30, "p2": 30}, 80)
    assert refused(state, "p1 sell_shares company=BK percent=10") == "train.emergency-president"


def test_sale_and_the_rest_as_debt() -> None:
    """Part of the money by sales: 180 missing after two shares of MS at 100 and one of BK at 80 make no more."""
    state = play(broke(0, 0), "p1 raise_money train=4 source=supply", "p1 sell_shares company=MS percent=20")
    assert price_of(state, "MS") == 90
    assert refused(state, "p1 sell_shares company=MS percent=10") == "stock.owned"
    assert missing_now(state) == 80
    after = play(state, BUY)
    assert debt_of(after, "p1") == 120  # 80 missing


def test_one_block_each() -> None:
    """stock.one-block."""
    state = with_company(broke(0, 0), "MS", shares={"p1": (10,) * 3, "p2": (10,) * 5})
    state = play(state, "p1 sell_shares company=MS percent=10")
    assert refused(state, "p1 sell_shares company=MS percent=10") == "stock.one-block"


def test_interest_after_every_stock_round() -> None:
    """debt.interest: 101 becomes 152 (151.5 rounded up), in the next round 228."""
    state = trading(debts(broke(0, 0), p1=101), "p1", "4")
    last = play(state, "p1 pass", "p2 pass")
    assert "debt.interest" in cited(last, "p3 pass")
    happened = apply(last, read(last, "p3 pass"))[1]
    assert [event.amount for event in happened if event.rule == "debt.interest"] == [51]
    after = play(last, "p3 pass")
    assert debt_of(after, "p1") == 152
    again = trading(after, "p1", "4")
    assert debt_of(play(again, "p1 pass", "p2 pass", "p3 pass"), "p1") == 228


def test_repayment() -> None:
    """debt.repay: wholly or in part, in the own turn, with money that is there."""
    state = trading(debts(broke(0, 100), p1=150), "p1", "4")
    assert refused(state, "p1 repay_debt amount=101") == "debt.repay"
    assert refused(state, "p1 repay_debt amount=0") == "debt.repay"
    assert refused(state, "p1 repay_debt amount=1") == "ok"
    assert refused(state, "p2 repay_debt amount=10") == "turn.whose"
    assert {(prices.low, prices.high) for prices in price_ranges(state)} == {(1, 100)}
    after = play(state, "p1 repay_debt amount=40")
    assert (debt_of(after, "p1"), after.players["p1"].cash) == (110, 60)
    rich = with_cash(after, p1=500)
    assert refused(rich, "p1 repay_debt amount=111") == "debt.repay"
    free = play(rich, "p1 repay_debt amount=110")
    assert debt_of(free, "p1") == 0
    assert refused(replace(free, bank=5000), "p1 buy_share company=UG source=ipo") == "ok"


def test_repaying_is_no_action() -> None:
    """VI.2: the priority goes left of the last sale or purchase, which a repayment is not."""
    state = trading(debts(broke(0, 100), p1=50), "p1", "4")
    after = play(state, "p1 repay_debt amount=50", "p1 pass")
    assert after.top.passes == 1
    assert after.top.last != "p1"
