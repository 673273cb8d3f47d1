"""Mandatory and forced purchases (15.5, 15.6), bankruptcy, and the end of the game (20)."""

from __future__ import annotations

import pytest
from kit import play, refused, spans, with_company, with_private
from msgspec.structs import replace

from railhead.core.change import Change
from railhead.core.engine import actors, legal_moves, settle
from railhead.core.forced import ForcedPurchase
from railhead.core.invariants import broken_invariants
from railhead.core.market import price_of
from railhead.core.moves import Bankrupt
from railhead.core.state import Round, State
from railhead.titles.t1893.rules import score
from railhead.titles.t1893.tests.helpers import (
    BANK,
    balanced,
    corporation,
    events,
    laid,
    operating,
    pool,
    stations,
    stock_round,
    trains,
)


def stranded(*options: str, cash: int = 100, p1: int = 500, in_pool: tuple[str, ...] = ()) -> State:
    """DE, directed by p1, has a route, no train and little money; 4-trains are on sale, RSE has one.

    p1 also has 20 % of RSE at 70, which p2 directs with 40 %, and KFBE, KBE and the fund.
    """
    state = stations(laid(stock_round(*options, phase=2), O2=("57", 1)), O2=("DE",))
    state = corporation(state, "DE", "p1", {"p1": (10,) * 3, "p2": (10,)}, cash=cash)
    state = corporation(state, "RSE", "p2", {"p1": (10, 10), "p2": (10, 10), "p3": (10,)}, cell=(4, 2))
    state = pool(trains(state, RSE=("4",)), *in_pool)
    return operating(balanced(state, p1=p1), "DE", "trains")


DUTY = [
    ("p1 pass", "train.duty"),
    ("p1 buy_train train=4 source=supply price=300", "ok"),  # 100 and 200 of p1
    ("p1 buy_train train=4 source=RSE price=100", "ok"),  # with the treasury alone
    ("p1 buy_train train=4 source=RSE price=101", "train.price"),  # never with the director's money
    ("p1 raise_money train=4 source=supply", "train.emergency-need"),  # his cash is enough
    ("p1 sell_shares company=RSE percent=10", "turn.not-now"),
    ("p1 bankrupt", "train.bankruptcy"),
]


@pytest.mark.parametrize(("line", "answer"), DUTY)
def test_duty(line: str, answer: str) -> None:
    assert refused(stranded(), line) == answer


def test_no_duty_without_a_route() -> None:
    """15.5: Düren's tile is not there."""
    state = stranded()
    state = replace(state, board=replace(state.board, laid={}))
    assert refused(state, "p1 pass") == "ok"


def test_no_help_while_the_treasury_pays() -> None:
    """train.money (15.5): with 200 DE must take the 3-train of the pool; p1's money is not for a 4."""
    state = stranded(cash=200, in_pool=("3",))
    assert refused(state, "p1 buy_train train=4 source=supply price=300") == "train.money"
    assert refused(state, "p1 raise_money train=4 source=supply") == "train.emergency-need"
    assert refused(state, "p1 buy_train train=3 source=pool price=180") == "ok"


def test_pool_or_cheapest_new() -> None:
    """train.emergency-cheapest (15.6): any train of the pool, but of 6 and 8+x only the 6."""
    state = stranded(in_pool=("3",))
    assert refused(state, "p1 buy_train train=3 source=pool price=180") == "ok"
    assert refused(state, "p1 buy_train train=4 source=supply price=300") == "ok", "nobody is forced to the pool"
    late = stranded(cash=10, p1=2000)
    supply = {**late.depot.supply, "4": 0, "5": 0}
    gone = (*late.depot.gone, *["4"] * 3, *["5"] * 2)
    late = replace(late, phase=4, depot=replace(late.depot, supply=supply, gone=gone))
    assert refused(late, "p1 buy_train train=8+x source=supply price=800") == "train.emergency-cheapest"
    assert refused(late, "p1 buy_train train=6 source=supply price=630") == "ok"


def test_director_pays_the_difference() -> None:
    state = play(stranded(), "p1 buy_train train=4 source=supply price=300")
    assert state.companies["DE"].cash == 0
    assert state.players["p1"].cash == 300
    assert state.companies["DE"].trains == ("4",)


def test_help_with_trains_of_others_by_house_rule() -> None:
    state = stranded("help-with-trains-of-others")
    assert refused(state, "p1 buy_train train=4 source=RSE price=300") == "ok"
    assert refused(state, "p1 buy_train train=4 source=RSE price=301") == "train.price"


# Raising money


def raising(p1: int = 80, bonds: int = 0) -> State:
    """p1 has chosen the 4-train for DE and lacks money for it: 300 - 100 - his cash."""
    state = stranded(p1=p1)
    for number in range(1, bonds + 1):
        state = with_private(state, f"AdSK-{number}", owner="p1")
    return play(state, "p1 raise_money train=4 source=supply")


def test_choosing_the_train() -> None:
    """train.emergency-cash, 1893.raise-enough: two shares of RSE at 70 and one of DE at 80 bring 220 at most."""
    state = stranded(p1=80)
    assert refused(state, "p1 buy_train train=4 source=supply price=300") == "train.emergency-cash"
    assert refused(state, "p1 raise_money train=4 source=RSE") == "train.source"
    assert refused(state, "p1 raise_money train=5 source=supply") == "train.source"
    assert refused(state, "p1 raise_money train=4 source=supply") == "ok"
    hopeless = stranded(cash=0, p1=1)
    assert refused(hopeless, "p1 raise_money train=4 source=supply") == "1893.raise-enough"


SALES = [  # 120 are missing; RSE at 70, DE at 80
    ("p1 sell_shares company=RSE percent=10", "ok"),
    ("p1 sell_shares company=RSE percent=20", "ok"),  # 140
    ("p1 sell_shares company=RSE percent=30", "stock.owned"),
    ("p1 sell_shares company=DE percent=10", "ok"),
    ("p1 sell_shares company=DE percent=20", "1893.players-keep-half"),
    ("p1 sell_shares company=KFBE percent=100", "stock.has-price"),
    ("p1 sell_bond", "1893.bond-owned"),
    ("p1 buy_train train=4 source=supply price=300", "train.emergency-cash"),
    ("p1 buy_train train=3 source=supply price=180", "1893.chosen-train"),
    ("p1 bankrupt", "train.bankruptcy"),
    ("p1 pass", "turn.not-now"),
]


@pytest.mark.parametrize(("line", "answer"), SALES)
def test_sales(line: str, answer: str) -> None:
    assert refused(raising(), line) == answer


def test_eva_is_not_bought_with_what_the_train_needs() -> None:
    """1893.raise-enough: 20 more than the train needs and a share of DE at 80 are left, so EVA may cost 100."""
    state = play(raising(), "p1 sell_shares company=RSE percent=20")
    assert refused(state, "p1 trade_eva buyer=p1 price=100") == "ok"
    assert refused(state, "p1 trade_eva buyer=p1 price=101") == "1893.raise-enough"


@pytest.mark.parametrize(("price", "answer"), [(100, "ok"), (101, "1893.raise-enough"), (1000, "money.player")])
def test_an_offer_of_eva_tells_nothing_of_the_buyers_cash(price: int, answer: str) -> None:
    """The owner may name any price; the buyer alone is told that he may not pay it."""
    state = play(raising(), "p1 sell_shares company=RSE percent=20")
    state = play(state, f"p3 trade_eva buyer=p1 price={price}")
    assert refused(state, "p1 accept") == answer
    assert isinstance(play(state, "p1 decline").top, ForcedPurchase)


ASKED = "p1 trade_eva buyer=p1 price=0"
EVA_PRICES = [  # what p1 has, what he sells, and the highest price that he may name for EVA
    (80, (), 80),  # 120 are missing and 220 can be raised: all that he has
    (30, (), 30),  # 170 are missing
    (10, ("p1 sell_shares company=DE percent=10",), 30),  # 110 are missing, RSE brings 140
    (80, ("p1 sell_shares company=RSE percent=20",), 100),  # 20 more than the train needs, DE brings 80
    (150, (), 150),
]


@pytest.mark.parametrize(("cash", "sales", "most"), EVA_PRICES)
def test_prices_of_eva_while_money_is_raised(cash: int, sales: tuple[str, ...], most: int) -> None:
    """1893.raise-enough: every price that is offered to the buyer is accepted, and no other."""
    state = play(raising(cash), *sales)
    assert spans(state, ASKED) == [(0, most)]
    asked = [price for price in range(-1, 202) if refused(state, ASKED.replace("=0", f"={price}")) == "ok"]
    assert asked == list(range(most + 1))
    assert spans(state, "p3 trade_eva buyer=p1 price=0") == [(0, BANK)], "the owner does not know what p1 has"


def test_no_more_than_needed() -> None:
    """train.emergency-enough: 60 are missing, one share of RSE brings 70; then nothing more is sold."""
    state = raising(p1=140)
    assert refused(state, "p1 sell_shares company=RSE percent=20") == "train.emergency-enough"
    state = play(state, "p1 sell_shares company=RSE percent=10")
    assert price_of(state, "RSE") == 65, "70, one row down"
    assert refused(state, "p1 sell_shares company=RSE percent=10") == "train.emergency-need"
    assert refused(state, "p1 sell_bond") == "train.emergency-need"
    priority = state.priority
    state = play(state, "p1 buy_train train=4 source=supply price=300")
    assert state.players["p1"].cash == 10
    assert state.companies["DE"].trains == ("4",)
    assert state.priority == priority, "the locomotive stays"
    assert not broken_invariants(state, BANK)


def test_bonds_are_sold_too() -> None:
    """15.6: certificates; a bond brings 100."""
    state = play(raising(bonds=2), "p1 sell_bond")
    assert isinstance(state.top, ForcedPurchase)
    state = play(state, "p1 sell_bond", "p1 buy_train train=4 source=supply price=300")
    assert state.players["p1"].cash == 80


def test_operating_director_stays() -> None:
    """train.emergency-president (15.6): p2 with 40 % would take DE over; RSE's director may change."""
    state = stranded(p1=80)
    shares = {"p1": (10,) * 3, "p2": (10,) * 4, "p3": (10,)}
    state = with_company(state, "DE", shares=shares)
    state = play(state, "p1 raise_money train=4 source=supply")
    assert refused(state, "p1 sell_shares company=DE percent=10") == "ok"
    assert refused(state, "p1 sell_shares company=DE percent=20") == "train.emergency-president"


# Bankruptcy and the end


def test_bankruptcy() -> None:
    """train.bankruptcy, end.bankrupt (15.6, 20): what can be sold is sold, all is counted."""
    state = stranded(cash=0, p1=1)
    assert refused(state, "p1 bankrupt") == "ok"
    assert [type(move) for move in legal_moves(state)].count(Bankrupt) == 1
    after, happened = events(state, "p1 bankrupt")
    assert after.ended is not None
    assert after.ended.reason == "bankrupt"
    assert {"train.bankruptcy", "end.bankrupt"} <= {event.rule for event in happened}
    assert after.players["p1"].cash == 1 + 140 + 80, "two shares of RSE, one of DE"
    assert refused(after, "p2 pass") == "game.over"
    house, _ = events(stranded("bankrupt-loses-cash", cash=0, p1=1), "p1 bankrupt")
    assert house.players["p1"].cash == 0


def test_a_bankrupt_sells_his_bonds() -> None:
    """15.6, 6: a bond goes back to the bank for 100 before the game is counted."""
    state = with_company(with_private(stranded(cash=0, p1=1), "AdSK-1", owner="p1"), "RSE", operated=False)
    after = play(state, "p1 bankrupt")
    assert after.privates["AdSK-1"].owner == ""
    assert after.players["p1"].cash == 1 + 100 + 80, "the bond, and one share of DE"


def test_bankrupt_keeps_bonds_by_house_rule() -> None:
    """That site cannot sell bonds in an operating round; 100 for the bond do not pay for the train."""
    state = with_private(stranded("bankrupt-loses-cash", cash=0, p1=1), "AdSK-1", owner="p1")
    state = with_company(state, "RSE", operated=False)
    assert play(state, "p1 bankrupt").privates["AdSK-1"].owner == "p1"


def test_giving_up_early_by_house_rule() -> None:
    """Before the train step nothing is sold: the two shares of RSE stay, the cash is lost."""
    state = operating(stranded("early-bankruptcy", cash=0, p1=1), "DE", "track")
    after = play(state, "p1 bankrupt")
    assert after.players["p1"].cash == 0
    assert after.companies["RSE"].shares["p1"] == (10, 10)
    plain = operating(stranded(cash=0, p1=1), "DE", "track")
    assert refused(plain, "p1 bankrupt") == "turn.not-now"


def test_bank_breaks() -> None:
    """bank.broken, end.bank (20): in the first operating round the second is still played."""
    state = stock_round()
    state = replace(state, bank=30, round=Round("SR", 2), frames=())
    change = Change(state)
    settle(change)
    assert change.state.broken, "60 are paid to the owners of privates"
    assert "bank.broken" in {event.rule for event in change.events}
    for part, over in ((1, False), (2, True)):
        last = Change(replace(state, broken=True, round=Round("OR", 2, part, 2), frames=()))
        settle(last)
        assert (last.state.ended is not None) == over
        assert ("end.bank" in {event.rule for event in last.events}) == over


def test_bank_breaks_in_a_stock_round() -> None:
    """20: the stock round and a whole set of operating rounds follow."""
    change = Change(replace(stock_round(), broken=True, round=Round("SR", 2), frames=()))
    settle(change)
    assert change.state.round == Round("OR", 2, 1, 2)


def test_score() -> None:
    """end.score (20): cash, shares at their price, bonds at 100; privates and minors nothing."""
    state = corporation(stock_round(), "DE", "p1", {"p1": (10,) * 3, "p2": (10,)})
    state = with_private(state, "AdSK-1", owner="p1")
    assert score(state, "p1") == 500 + 5 * 80 + 100, "end.score"
    house = corporation(stock_round("face-value-counts"), "DE", "p1", {"p1": (10,) * 3, "p2": (10,)})
    assert house.rules.score(house, "p1") == 500 + 400 + 180 + 200 + 220
    assert actors(state) == ("p1",)


# One mechanism, bound to one train


def test_a_corporation_falls_one_row_a_turn() -> None:
    """19.7: three sales of DE at 80 in one turn bring 240, and the marker falls one row in all."""
    state = corporation(stranded(cash=60, p1=0), "DE", "p1", {"p1": (10,) * 4, "p2": (10,), "p3": (10,) * 3}, cash=60)
    state = with_company(state, "RSE", shares={"p2": (10,) * 4, "p3": (10,) * 4})
    state = operating(balanced(state, p1=0), "DE", "trains")
    state = play(state, "p1 raise_money train=4 source=supply")
    before = price_of(state, "DE")
    for _ in range(3):
        state = play(state, "p1 sell_shares company=DE percent=10")
    assert state.players["p1"].cash == 3 * before
    assert price_of(state, "DE") == 75
    assert refused(state, "p1 buy_train train=4 source=supply price=300") == "ok"


def test_a_choice_can_be_taken_back() -> None:
    """train.emergency-begun: before the first sale, not after it."""
    state = stranded(p1=80, in_pool=("3",))
    state = play(state, "p1 raise_money train=4 source=supply", "p1 step_back")
    assert refused(state, "p1 buy_train train=3 source=pool price=180") == "ok"
    begun = play(state, "p1 raise_money train=4 source=supply", "p1 sell_shares company=RSE percent=10")
    assert refused(begun, "p1 step_back") == "train.emergency-begun"


def test_minors_raise_no_money() -> None:
    """4.2, 15.5: the owner of a minor helps with cash alone, and a minor makes nobody bankrupt."""
    state = operating(balanced(trains(stranded(), KFBE=()), p1=0), "KFBE", "trains")
    assert refused(state, "p1 raise_money train=4 source=supply") == "train.emergency-need"
    assert refused(state, "p1 bankrupt") == "train.bankruptcy"


def test_eva_is_sold_for_a_train() -> None:
    """4.1 B: at any time in the turn of one of the two, also while money is raised."""
    state = with_private(raising(), "EVA", owner="p1")
    assert refused(state, "p1 trade_eva buyer=p2 price=100") == "ok"
    state = play(state, "p1 trade_eva buyer=p2 price=100", "p2 accept")
    assert isinstance(state.top, ForcedPurchase)
    assert state.players["p1"].cash == 180
