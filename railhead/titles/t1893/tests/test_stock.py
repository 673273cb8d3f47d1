"""Stock rounds (18, 19), directors (5.1), bonds (6)."""

from __future__ import annotations

import pytest
from kit import play, refused, with_cash, with_company, with_private, with_top
from msgspec.structs import replace

from railhead.core.change import Change
from railhead.core.engine import actors, legal_moves
from railhead.core.events import PriceMoved, PrivateBought
from railhead.core.market import price_of
from railhead.core.moves import SellLarge
from railhead.core.shares import certificates_of, percent_of
from railhead.core.state import IPO, State
from railhead.core.stock import StockRound
from railhead.titles.t1893.directors import Split
from railhead.titles.t1893.rounds import finish_stock_round
from railhead.titles.t1893.tests.helpers import (
    balanced,
    corporation,
    events,
    merged,
    one_left,
    rules_cited,
    stock_round,
)


def traded(*options: str) -> State:
    """DE at 80: p1 directs with 50 %, p2 has 30 %, 20 % lie in the market; p1 is to act."""
    state = corporation(stock_round(*options), "DE", "p1", {"p1": (10,) * 3, "p2": (10,) * 3})
    return balanced(state, p1=500, p2=500, p3=500)


TRADES = [
    ("p1 sell_shares company=DE percent=10", "ok"),
    ("p1 sell_shares company=DE percent=30", "ok"),
    ("p1 sell_shares company=DE percent=40", "1893.players-keep-half"),  # 80 - 40 < 50
    ("p1 sell_shares company=DE percent=60", "stock.owned"),
    ("p1 sell_shares company=DE percent=15", "stock.owned"),
    ("p1 sell_shares company=RB percent=10", "stock.has-price"),
    ("p1 sell_shares company=EKB percent=10", "stock.has-price"),  # minors are not sold
    ("p1 buy_share company=DE source=ipo", "ok"),
    ("p1 buy_share company=DE source=pool", "stock.available"),
    ("p1 buy_share company=DE source=ipo percent=20", "stock.available"),
    ("p1 buy_share company=AGV source=ipo", "stock.available"),  # not before the first 4-train
    ("p1 start_company company=RSE price=100", "ok"),
    ("p1 start_company company=RSE price=120", "par.price"),
    ("p1 start_company company=DE price=60", "stock.unstarted"),
    ("p1 start_company company=HGK price=100", "stock.unstarted"),
    ("p1 buy_bond", "ok"),
    ("p1 sell_bond", "1893.bond-owned"),
    ("p1 pass", "ok"),
]


@pytest.mark.parametrize(("line", "answer"), TRADES)
def test_trades(line: str, answer: str) -> None:
    assert refused(traded(), line) == answer


def test_nothing_is_sold_in_the_first_round() -> None:
    """stock.first-round (3): neither shares nor bonds."""
    state = with_top(with_private(traded(), "AdSK-1", owner="p1"), first=True)
    assert refused(state, "p1 sell_shares company=DE percent=10") == "stock.first-round"
    assert refused(state, "p1 sell_bond") == "stock.first-round"


def test_no_sale_before_operating() -> None:
    """stock.operated (19.6)."""
    state = with_company(traded(), "DE", operated=False)
    assert refused(state, "p1 sell_shares company=DE percent=10") == "stock.operated"


def test_one_row_for_any_number() -> None:
    """stock.price-falls (19.7): 30 % at 80 bring 240, the marker goes from 80 one row down to 75.

    stock.no-pool (19.6): the certificates lie in the market again and can be bought at once.
    """
    state, happened = events(traded(), "p1 sell_shares company=DE percent=20")
    assert state.players["p1"].cash == 500 + 160
    assert price_of(state, "DE") == 75
    assert [event.rule for event in happened if isinstance(event, PriceMoved)] == ["stock.price-falls"]
    assert percent_of(state, "DE", IPO) == 40, "stock.no-pool"
    state = play(state, "p1 pass", "p2 pass")
    assert refused(state, "p3 buy_share company=DE source=ipo") == "ok"


def test_price_at_the_bottom_stays() -> None:
    """19.7: a marker at the bottom of its column is not moved."""
    state = corporation(stock_round(), "DE", "p1", {"p1": (10,) * 3, "p2": (10,) * 3}, cell=(6, 2))
    state = play(state, "p1 sell_shares company=DE percent=10")
    assert state.companies["DE"].cell == (6, 2)


def test_all_sales_of_a_turn_cost_one_row() -> None:
    """stock.price-falls (19.7): each share brings the price before the first sale; the next turn counts anew."""
    sale = "p1 sell_shares company=DE percent=10"
    state = with_cash(traded(), p1=0)
    parts, block = play(state, sale, sale), play(state, "p1 sell_shares company=DE percent=20")
    assert price_of(parts, "DE") == 75, "80, 75 and no further"
    assert parts.players["p1"].cash == 160
    assert parts.companies == block.companies
    later = play(play(state, sale, "p1 pass", "p2 pass", "p3 pass"), sale)
    assert price_of(later, "DE") == 70
    assert later.players["p1"].cash == 155, "80 and, a turn later, 75"
    house = play(with_cash(traded("row-for-every-sale"), p1=0), sale, sale)
    assert price_of(house, "DE") == 70, "80, 75, 70"
    assert house.players["p1"].cash == 155


def test_sell_then_buy() -> None:
    """stock.turn-order (19.1), stock.rebuy (19.2), stock.one-purchase (18.1)."""
    state = play(traded(), "p1 sell_shares company=DE percent=10")
    assert refused(state, "p1 buy_share company=DE source=ipo") == "stock.rebuy"
    state = replace(state, frames=(replace(state.top, bought=("bond",)),))
    assert refused(state, "p1 sell_shares company=DE percent=10") == "stock.turn-order"
    assert refused(state, "p1 sell_bond") == "stock.turn-order"
    assert refused(state, "p1 buy_share company=DE source=ipo") == "stock.one-purchase"
    assert refused(state, "p1 buy_bond") == "stock.one-purchase"
    assert refused(state, "p1 start_company company=RSE price=60") == "stock.one-purchase"


def test_a_purchase_ends_the_turn() -> None:
    state = play(traded(), "p1 buy_bond")
    assert actors(state) == ("p2",)


def test_certificates_cost_the_stock_price() -> None:
    """19.2: always the present price, twice for a 20 % certificate."""
    state = merged(stock_round(phase=3), "AGV")
    state = corporation(state, "AGV", "p3", {"p2": (10,) * 5}, cell=(2, 7))
    assert state.companies["AGV"].shares[IPO] == (20, 10)
    after = play(with_cash(state, p1=270), "p1 exchange_fund par=60", "p2 pass", "p3 pass")
    after = play(after, "p1 buy_share company=AGV source=ipo percent=20")
    assert after.players["p1"].cash == 0, "2 x 135"


def test_money_and_limits() -> None:
    """money.player, stock.share-limit and stock.certificate-limit (19.4)."""
    state = traded()
    assert refused(with_cash(state, p1=79), "p1 buy_share company=DE source=ipo") == "money.player"
    assert refused(with_cash(state, p1=119), "p1 start_company company=RSE price=60") == "money.player"
    assert refused(with_cash(state, p1=99), "p1 buy_bond") == "money.player"
    rich = corporation(stock_round(), "DE", "p1", {"p1": (10,) * 4, "p2": (10,) * 2})
    assert refused(rich, "p1 buy_share company=DE source=ipo") == "stock.share-limit"
    full = state
    for number in range(1, 6):  # 4 shares of DE, KFBE, KBE, FdSD and five bonds: 12
        full = with_private(full, f"AdSK-{number}", owner="p1")
    assert certificates_of(full, "p1") == 12
    for line in ("buy_share company=DE source=ipo", "start_company company=RSE price=60", "buy_bond"):
        assert refused(full, f"p1 {line}") == "stock.certificate-limit"


def test_over_the_certificate_limit() -> None:
    """stock.must-sell (19.4): bonds help as well; a sale is asked for before anything else."""
    state = traded()
    for number in range(1, 7):
        state = with_private(state, f"AdSK-{number}", owner="p1")
    for line in ("pass", "buy_bond", "start_company company=RSE price=60", "exchange_fund par=60"):
        assert refused(state, f"p1 {line}") == "stock.must-sell"
    state = play(state, "p1 sell_bond")
    assert refused(state, "p1 pass") == "ok"


def test_over_the_share_limit() -> None:
    """19.4: exchange certificates may bring more than 60 %; it is cured as soon as the corporation has operated."""
    state = corporation(merged(stock_round(phase=3, at="p2"), "AGV"), "AGV", "p2", {"p2": (20, 10, 10, 10)})
    assert refused(state, "p2 pass") == "stock.must-sell"
    assert refused(state, "p2 sell_shares company=AGV percent=10") == "ok"
    assert refused(with_company(state, "AGV", operated=False), "p2 pass") == "ok", "nothing can be sold that helps"


def test_two_certificates_too_many() -> None:
    """stock.must-sell (19.4): after one share the next one is sold, until the limit is met."""
    state = traded()
    state = replace(state, rules=replace(state.rules, certificate_limit=certificates_of(state, "p1") - 2))
    state = play(state, "p1 sell_shares company=DE percent=10")
    assert refused(state, "p1 pass") == "stock.must-sell"
    assert refused(play(state, "p1 sell_shares company=DE percent=10"), "p1 pass") == "ok"


# Bonds (6)


def test_bonds() -> None:
    """1893.bond-there, 1893.bond-rebuy, 1893.bond-owned, 1893.bond-income (6)."""
    state = with_private(with_private(traded(), "AdSK-1", owner="p1"), "AdSK-2", owner="p1")
    state = play(state, "p1 sell_bond", "p1 sell_bond")
    assert state.players["p1"].cash == 700, "always worth 100"
    assert refused(state, "p1 sell_bond") == "1893.bond-owned"
    assert refused(state, "p1 buy_bond") == "1893.bond-rebuy"
    had = state.players["p2"].cash
    state, happened = events(play(state, "p1 pass"), "p2 buy_bond bond=AdSK-2")
    assert state.privates["AdSK-2"].owner == "p2"
    assert had - state.players["p2"].cash == 100
    assert PrivateBought(private="AdSK-2", owner="p2", price=100) in happened
    assert refused(state, "p3 buy_bond bond=AdSK-2") == "1893.bond-there"
    for number in range(1, 11):
        state = with_private(state, f"AdSK-{number}", owner="p2")
    assert refused(state, "p3 buy_bond") == "1893.bond-there"


# Directors (5.1)


def test_change_of_director_by_purchase() -> None:
    """president.change (5.1): with 30 % against 20 % p2 takes over and gives two shares."""
    state = corporation(stock_round(at="p2"), "DE", "p1", {"p2": (10, 10), "p3": (10,)})
    state, happened = events(state, "p2 buy_share company=DE source=ipo")
    assert state.companies["DE"].certificate == "p2"
    assert state.companies["DE"].shares["p1"] == (10, 10)
    assert "president.change" in {event.rule for event in happened}


def test_same_percentage_changes_nothing() -> None:
    state = corporation(stock_round(at="p2"), "DE", "p1", {"p2": (10,), "p3": (10,)})
    assert play(state, "p2 buy_share company=DE source=ipo").companies["DE"].certificate == "p1"


def test_director_keeps_his_certificate() -> None:
    """5.1: nobody else has as much, so p1 sells ordinary shares down to the half that players must hold."""
    state = corporation(stock_round(), "DE", "p1", {"p1": (10,) * 4, "p2": (10,), "p3": (10,)})
    assert refused(state, "p1 sell_shares company=DE percent=30") == "ok"
    assert refused(state, "p1 sell_shares company=DE percent=40") == "1893.players-keep-half"


def test_whole_certificates_are_sold() -> None:
    """president.certificate: who holds the large certificate of AGV alone does not sell half of it."""
    state = merged(stock_round(phase=3, at="p2"), "AGV")
    state = corporation(state, "AGV", "p3", {"p3": (10,) * 4, "p2": (20,), "p1": (10, 10)}, cell=(2, 6))
    assert refused(state, "p2 sell_shares company=AGV percent=10") == "president.certificate"
    assert refused(state, "p2 sell_shares company=AGV percent=20") == "ok"


def test_the_large_certificate_or_two_small_ones() -> None:
    """19.6: certificates are sold, so who holds 20 % as one of them and 20 % as two decides what goes."""
    state = agv()
    small = play(state, "p2 sell_shares company=AGV percent=20")
    assert small.companies["AGV"].shares["p2"] == (20,)
    large = play(state, "p2 sell_large company=AGV percent=20")
    assert large.companies["AGV"].shares["p2"] == (10, 10)
    assert 20 in large.companies["AGV"].shares[IPO]
    sales = [move.percent for move in legal_moves(state) if isinstance(move, SellLarge)]
    assert sales == [20], "30 % and 40 % take the large one in any case, and 50 % must stay with players"


def test_several_challengers() -> None:
    """5.1: p1 sells down to 10 %; of p2 and p3 with 30 % each p2 sits to his left."""
    state = corporation(stock_round(), "DE", "p1", {"p1": (10,) * 2, "p2": (10,) * 3, "p3": (10,) * 3})
    state = play(state, "p1 sell_shares company=DE percent=30")
    assert state.companies["DE"].certificate == "p2"
    assert percent_of(state, "DE", "p1") == 10


def agv(*options: str) -> State:
    """AGV at 120: p3 directs with 40 %, p2 has 40 % too, the large certificate among it; p2 is to act."""
    state = merged(stock_round(*options, phase=3, at="p2"), "AGV")
    return corporation(state, "AGV", "p3", {"p3": (10, 10), "p2": (20, 10, 10)}, cell=(2, 6))


def test_new_director_decides_the_split() -> None:
    """1893.split (5.1): p2 buys to 50 % and gives the large certificate or two small ones."""
    state = play(agv(), "p2 buy_share company=AGV source=ipo")
    assert state.companies["AGV"].certificate == "p2"
    assert state.top == Split("AGV", "p2", "p3")
    small = play(state, "p2 give_small")
    assert sorted(small.companies["AGV"].shares["p2"]) == [10, 20]
    assert small.companies["AGV"].shares["p3"] == (10, 10, 10, 10)
    assert actors(small) == ("p3",), "the question is answered, and the turn has ended"
    large, happened = events(state, "p2 give_large")
    assert "1893.split" in {event.rule for event in happened}
    assert sorted(large.companies["AGV"].shares["p2"]) == [10, 10, 10]
    assert sorted(large.companies["AGV"].shares["p3"]) == [10, 10, 20]
    assert refused(state, "p3 give_small") == "turn.whose"


def test_no_question_by_house_rule() -> None:
    state = play(agv("fixed-split"), "p2 buy_share company=AGV source=ipo")
    assert isinstance(state.top, StockRound)
    assert sorted(state.companies["AGV"].shares["p2"]) == [10, 20]


def test_split_when_the_old_director_has_sold() -> None:
    """The former director sells what he got: the choice is then what lies in the market."""
    state = merged(stock_round(phase=3, at="p3"), "AGV")
    state = corporation(state, "AGV", "p3", {"p3": (10,), "p2": (20, 10, 10), "p1": (10,)}, cell=(2, 6))
    for percent, holder in ((10, "p3"), (20, IPO)):
        assert play(state, f"p3 sell_shares company=AGV percent={percent}").top == Split("AGV", "p2", holder)
    state = play(state, "p3 sell_shares company=AGV percent=30")
    assert state.top == Split("AGV", "p2", IPO)
    large = play(state, "p2 give_large")
    assert sorted(large.companies["AGV"].shares[IPO]) == [10, 10, 10, 20], "two of before, one sold, the large one"
    assert sorted(large.companies["AGV"].shares["p2"]) == [10, 10]


# The end of a round


def ended(state: State) -> Change:
    """The stock round is over."""
    change = Change(state)
    finish_stock_round(change, state.top)
    return change


def test_float_at_the_end_of_the_round() -> None:
    """company.float (19.5): 50 % sold; 10 x 60 when the round ends, at once by house rule."""
    lines = ["p2 start_company company=DE price=60", "p3 buy_share company=DE source=ipo", "p1 pass"]
    lines += ["p2 buy_share company=DE source=ipo", "p3 buy_share company=DE source=ipo"]
    state = play(one_left(), *lines)
    assert not state.companies["DE"].floated
    assert percent_of(state, "DE", "p2") + percent_of(state, "DE", "p3") == 50
    done = ended(state)
    assert done.state.companies["DE"].floated
    assert done.state.companies["DE"].cash == 600
    assert "company.float" in {event.rule for event in done.events}
    house = play(one_left("float-at-once"), *lines)
    assert house.companies["DE"].floated


def test_sold_out_rises() -> None:
    """market.sold-out (18.3): all with players, one row up from 80 to 90; not with a share in the market."""
    state = corporation(stock_round(), "DE", "p1", {"p1": (10,) * 4, "p2": (10,) * 4})
    change = ended(state)
    assert price_of(change.state, "DE") == 90
    assert "market.sold-out" in {event.rule for event in change.events}
    assert price_of(ended(traded()).state, "DE") == 80


def test_locomotive_goes_left_of_the_last_to_act() -> None:
    """stock.priority (18.2)."""
    state = play(traded(), "p1 pass", "p2 buy_bond", "p3 pass", "p1 pass", "p2 pass")
    assert state.round.kind == "OR"
    assert state.priority == "p3", "stock.priority"


def test_bonds_and_privates_pay() -> None:
    """private.income (4.1), 1893.bond-income (6): p1 FdSD 20, p2 HdSK 10 and a bond 10, p3 EVA 30."""
    state = play(traded(), "p1 pass", "p2 buy_bond", "p3 pass", "p1 pass")
    before = {name: it.cash for name, it in state.players.items()}
    after, happened = events(state, "p2 pass")
    got = {name: it.cash - before[name] for name, it in after.players.items()}
    assert got == {"p1": 20, "p2": 20, "p3": 30}, "1893.bond-income"
    assert "private.income" in {event.rule for event in happened}
    assert "private.income" in rules_cited(state, "p2 pass")
