"""A train that must be bought (8.8.3); worked example D5 of the clarifications."""

from __future__ import annotations

from kit import play, refused, with_cash, with_company, with_private
from msgspec.structs import replace

from railhead.core.engine import actors
from railhead.core.state import IPO, POOL, State
from railhead.titles.t1843.tests.helpers import floated, later, operating, stations

FIVE_TWO = "p1 buy_train train=5+2 source=supply price=350"


def blue(treasury: int = 90, cash: int = 40, x: int = 20) -> State:
    """EST of p1 has a route and no train, blue phase; p1 owns the Val de Loire and 2 shares of SO (82), p2's."""
    state = floated(later(3, "blue"), "EST", {"p1": 40, "p2": 20, "p3": 20}, cash=treasury, cell=(9, 6))
    state = floated(state, "SO", {"p2": 40, "p1": x}, cell=(7, 3))
    state = with_private(state, "5", owner="p1", closed=False)
    state = stations(with_cash(state, p1=cash), H25=(("EST", ""),))
    return operating(state, "EST", "trains")


def test_worked_example() -> None:
    """D5: 220 are missing; the Val de Loire brings 110, two shares 164; the 5+2 is bought, p1 keeps 54."""
    state = blue()
    assert refused(state, "p1 pass") == "train.duty"
    assert refused(state, FIVE_TWO) == "train.emergency-cash"
    assert refused(state, "p1 bankrupt") == "train.bankruptcy"
    state = play(state, "p1 cash_private private=5")
    assert state.privates["5"].closed
    assert state.players["p1"].cash == 150
    assert refused(state, "p1 cash_private private=5") == "1843.cash-private"
    state = play(state, "p1 sell_shares company=SO percent=20")
    assert state.companies["SO"].cell == (9, 3)
    assert refused(state, "p1 buy_train train=4/6x2 source=supply price=600") == "train.emergency-cheapest"
    assert refused(state, "p1 sell_shares company=EST percent=10") == "train.emergency-need"
    state = play(state, FIVE_TWO)
    assert state.companies["EST"].trains == ("5+2",)
    assert state.companies["EST"].cash == 0
    assert state.players["p1"].cash == 54


def test_no_more_than_needed() -> None:
    """110 missing: two shares at 82, not three."""
    state = play(blue(x=30), "p1 cash_private private=5")
    assert refused(state, "p1 sell_shares company=SO percent=30") == "train.emergency-enough"
    assert refused(state, "p1 sell_shares company=SO percent=20") == "ok"
    assert refused(state, "p1 sell_shares company=SO percent=10") == "ok"


def test_the_company_keeps_its_director() -> None:
    """p1 has 40 % of EST, p2 20: two shares may go, a third would make p2 director; SO may change hands."""
    state = play(with_company(blue(treasury=0, cash=0), "EST", shares={"p1": (10, 10), "p2": (10,) * 3, "p3": (10,)}))
    assert refused(state, "p1 sell_shares company=EST percent=20") == "train.emergency-president"
    assert refused(state, "p1 sell_shares company=EST percent=10") == "ok"
    mine = floated(state, "PO", {"p1": 30, "p2": 20}, cell=(13, 6))
    after = play(mine, "p1 sell_shares company=PO percent=20")
    assert after.companies["PO"].certificate == "p2"


def test_limits_of_forced_sales() -> None:
    state = with_company(blue(), "SO", shares={"p2": (10, 10), "p1": (10, 10), POOL: (10,) * 4})
    assert refused(state, "p1 sell_shares company=SO percent=20") == "stock.pool-limit"
    assert refused(state, "p1 sell_shares company=PLM percent=10") == "stock.has-price"
    assert refused(state, "p1 cash_private private=6") == "1843.cash-private"
    rich = blue(treasury=350)
    assert refused(rich, "p1 cash_private private=5") == "train.emergency-need"


def test_treasury_first() -> None:
    """No help while the treasury can pay for some train of supply or pool."""
    state = with_cash(blue(treasury=360), p1=1000)
    assert refused(state, "p1 buy_train train=4/6x2 source=supply price=600") == "train.money"
    assert refused(state, FIVE_TWO) == "ok"
    pool = with_cash(blue(treasury=310), p1=1000)
    pool = replace(pool, depot=replace(pool.depot, pool=("4+1",)))
    assert refused(pool, FIVE_TWO) == "train.money", "a 4+1 of the pool costs 300"
    poor = with_company(pool, "EST", cash=90)
    assert refused(poor, FIVE_TWO) == "train.emergency-cheapest"
    assert refused(poor, "p1 buy_train train=4+1 source=pool price=300") == "ok"


def test_help_for_another_companys_train() -> None:
    """At most its face value, and only if the other director agrees."""
    state = with_cash(with_company(blue(), "SO", trains=("4+1",)), p1=1000)
    line = "p1 buy_train train=4+1 source=SO price={}"
    assert refused(state, line.format(301)) == "train.emergency-face"
    asked = play(state, line.format(300))
    assert actors(asked) == ("p2",)
    bought = play(asked, "p2 accept")
    assert bought.companies["EST"].trains == ("4+1",)
    assert bought.players["p1"].cash == 790, "90 came from the treasury"


def test_bankruptcy() -> None:
    """All that can be sold is sold, and it is not enough: the game ends, cash and sales stand."""
    state = play(blue(treasury=0, cash=0), "p1 cash_private private=5", "p1 sell_shares company=SO percent=20")
    assert refused(state, "p1 bankrupt") == "train.bankruptcy"
    state = with_company(state, "EST", shares={"p1": (), "p2": (10, 10), "p3": (10, 10), POOL: (10,) * 4})
    assert refused(state, FIVE_TWO) == "train.emergency-cash"
    state = play(state, "p1 bankrupt")
    assert state.ended is not None, "end.bankrupt"
    assert state.ended.reason == "bankrupt"
    assert state.ended.scores["p1"] == 110 + 164 + 2 * 83


def test_without_trains_on_sale_the_duty_lapses() -> None:
    state = blue()
    supply = dict.fromkeys(state.depot.supply, 0)
    state = replace(state, depot=replace(state.depot, supply=supply))
    assert refused(state, "p1 pass") == "ok"


def test_no_route_no_duty() -> None:
    """A company without a route need not own a train, and gets no help."""
    state = stations(blue(), H25=(("", ""),), F13=(("EST",),))
    assert refused(state, "p1 pass") == "ok"
    assert refused(with_cash(state, p1=1000), FIVE_TWO) == "train.money"


def test_joining_track_alone_makes_the_duty() -> None:
    """8.8.1: a full city next door does not lift it; on the empty board EST has a route at once."""
    assert refused(stations(blue(), H25=(("EST", "OU"),)), "p1 pass") == "train.duty"


def in_debt_to_po(loire: str) -> State:
    """p1 raises 350 for a train of PO and has sold two shares of SO; his SO could sell EST a 2+1 for 1."""
    state = with_company(blue(0, 0), "EST", shares={"p1": (10, 10), "p3": (10, 10), IPO: (10,) * 4})
    state = with_company(state, "SO", certificate="p1", shares={"p1": (10, 10), POOL: (10,) * 3}, trains=("2+1",))
    state = floated(state, "PO", {"p2": 60, POOL: 40}, trains=("5+2",), cell=(13, 6))
    state = with_private(with_cash(state, p1=90), "5", owner=loire, closed=False)
    return play(
        state, "p1 raise_money train=5+2 source=PO price=350", "p2 accept", "p1 sell_shares company=SO percent=20"
    )


def test_what_the_train_needs_is_not_given_away() -> None:
    """No certificate is bought with the money, and no private company exchanged that the train depends on."""
    state = in_debt_to_po(loire="p1")
    assert refused(state, "p1 exchange_loire company=ETA par=67") == "train.emergency-chosen"
    poor = with_cash(state, p1=100)
    assert refused(poor, "p1 exchange_loire company=EST") == "train.emergency-reach"
    assert refused(poor, "p1 cash_private private=5") == "ok"
    assert refused(with_cash(state, p1=260), "p1 exchange_loire company=EST") == "ok", "two shares are enough"


def test_a_choice_that_others_have_spoiled_can_be_undone() -> None:
    """p3 takes a share of EST, so that p1 may sell only one of his; the train of his own SO is still in reach."""
    state = with_cash(in_debt_to_po(loire="p3"), p1=190)
    assert refused(state, "p1 step_back") == "train.emergency-begun", "160 is missing, two shares of EST bring 166"
    state = play(state, "p3 exchange_loire company=EST")
    assert refused(state, "p1 bankrupt") == "train.bankruptcy"
    state = play(state, "p1 step_back", "p1 buy_train train=2+1 source=SO price=1")
    assert state.companies["EST"].trains == ("2+1",)


def test_other_companies_are_asked_when_all_is_sold_in_vain() -> None:
    """8.8.3: the cheapest train is out of reach; p2's PO may agree to sell its 4+1 for the 274 that p1 has raised."""
    state = with_company(blue(0, 0), "EST", shares={"p2": (10, 10), "p3": (10, 10), POOL: (10,) * 4})
    state = floated(state, "PO", {"p2": 60, POOL: 40}, trains=("4+1",), cell=(13, 6))
    state = play(state, "p1 cash_private private=5")
    assert refused(state, "p1 step_back") == "train.emergency-begun", "there are shares to sell"
    state = play(state, "p1 sell_shares company=SO percent=20")
    assert refused(with_company(state, "PO", trains=()), "p1 step_back") == "train.emergency-begun"
    deal = "p1 buy_train train=4+1 source=PO price=274"
    assert refused(state, deal) == "train.emergency-chosen"
    state = play(state, "p1 step_back", deal)
    assert refused(play(state, "p2 decline"), "p1 bankrupt") == "ok"
    assert play(state, "p2 accept").companies["EST"].trains == ("4+1",)
