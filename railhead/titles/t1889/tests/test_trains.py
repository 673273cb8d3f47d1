"""Trains (10), phases (4.2), forced purchases and bankruptcy (10.6, 12.1)."""

from __future__ import annotations

import pytest
from kit import begin, play, read, refused, with_cash, with_company, with_private, with_top
from msgspec.structs import replace

from railhead.core.change import Change
from railhead.core.engine import explain
from railhead.core.market import price_of
from railhead.core.offers import Offer
from railhead.core.phases import Discard, train_leaves_supply
from railhead.core.state import IPO, POOL, State
from railhead.titles.t1889.tests.helpers import floated, laid, money_in_bank, operating, stations

ALL = {"2": 6, "3": 5, "4": 4, "5": 3, "6": 2, "D": -1}


def supply(state: State, next_train: str, left: int = 1, pool: tuple[str, ...] = ()) -> State:
    """The bank's next train is of this type; what came before it is gone."""
    names = list(ALL)
    at = names.index(next_train)
    stock = {name: 0 if i < at else left if i == at else ALL[name] for i, name in enumerate(names)}
    sold = tuple(name for i, name in enumerate(names) if i < at or (i == at and 0 <= left < ALL[name]))
    gone = tuple(name for i, name in enumerate(names) if ALL[name] > 0 for _ in range(ALL[name] - stock[name]))
    return replace(state, depot=replace(state.depot, supply=stock, sold=sold, gone=gone, pool=pool))


def buying(next_train: str, phase: int, *trains: str, cash: int = 1000, left: int = 1, route: bool = True) -> State:
    """SR, presided by p1, buys trains; I2 is joined to J1 when it has a route."""
    state = floated(begin("1889", 3), "SR", {"p1": 50, "p2": 10}, cash=cash, trains=trains)
    state = floated(state, "KO", {"p2": 50, "p1": 20}, par=70, trains=("2",))
    state = laid(state, I2=("5", 4)) if route else state
    state = stations(state, I2=("SR",), K4=("KO",))
    return supply(operating(state, "SR", "trains", phase), next_train, left)


PURCHASES = [  # next train, phase, own trains, cash, the purchase, the answer
    ("2", 0, (), 100, "train=2 source=supply price=80", "ok"),
    ("2", 0, (), 100, "train=2 source=supply price=70", "train.price"),
    ("2", 0, (), 100, "train=3 source=supply price=180", "train.source"),
    ("2", 0, (), 100, "train=2 source=pool price=80", "train.source"),
    ("2", 0, (), 100, "train=2 source=XX price=80", "train.source"),
    ("2", 0, (), 100, "train=2 source=KO price=1", "ok"),
    ("2", 0, (), 100, "train=2 source=KO price=0", "train.price"),
    ("2", 0, (), 100, "train=2 source=KO price=101", "train.price"),
    ("2", 0, ("2", "2", "2", "2"), 100, "train=2 source=supply price=80", "train.limit"),
    ("4", 2, ("3", "3", "3"), 900, "train=4 source=supply price=300", "train.limit"),
    ("3", 1, ("2",), 100, "train=3 source=supply price=180", "train.money"),  # owns a train: no help
    ("6", 4, ("5",), 900, "train=D source=supply price=800 trade=5", "ok"),  # beside the last 6
    ("6", 3, ("5",), 1200, "train=D source=supply price=1100", "train.source"),  # before the first 6
    ("6", 4, ("5",), 1200, "train=D source=supply price=1100", "ok"),
    ("6", 4, ("5",), 1200, "train=6 source=supply price=330 trade=5", "train.trade-in"),
    ("6", 4, ("5", "5"), 900, "train=D source=supply price=800 trade=5", "ok"),  # at the limit
]


@pytest.mark.parametrize(("nxt", "phase", "own", "cash", "line", "answer"), PURCHASES)
def test_purchases(nxt: str, phase: int, own: tuple[str, ...], cash: int, line: str, answer: str) -> None:
    state = buying(nxt, phase, *own, cash=cash)
    if "6" in nxt and phase == 4:
        state = replace(state, depot=replace(state.depot, sold=(*state.depot.sold, "6")))
    assert refused(state, f"p1 buy_train {line}") == answer


def test_traded_train_goes_to_the_market() -> None:
    state = buying("6", 4, "5", cash=900)
    after = play(state, "p1 buy_train train=D source=supply price=800 trade=5")
    assert after.depot.pool == ("5",)
    assert after.companies["SR"].trains == ("D",)
    assert after.companies["SR"].cash == 100


def test_other_president_must_agree() -> None:
    """offer.declined: p2 is asked; declined, the same deal is not put again; accepted, it is done (10.5)."""
    state = buying("2", 0, cash=100)
    asked = play(state, "p1 buy_train train=2 source=KO price=50")
    assert isinstance(asked.top, Offer)
    assert refused(asked, "p1 accept") == "turn.whose"
    declined = play(asked, "p2 decline")
    assert refused(declined, "p1 buy_train train=2 source=KO price=50") == "offer.declined"
    assert refused(declined, "p1 buy_train train=2 source=KO price=60") == "ok"
    done = play(asked, "p2 accept")
    assert done.companies["SR"].trains == ("2",)
    assert done.companies["KO"].trains == ()
    assert done.companies["KO"].cash == 700 + 50


def test_duty_to_own() -> None:
    """train.duty: with a route yes, without no (10.1)."""
    assert refused(buying("2", 0, cash=10), "p1 pass") == "train.duty"
    assert refused(buying("2", 0, route=False), "p1 pass") == "ok"
    assert refused(buying("2", 0, "2", cash=100), "p1 pass") == "ok"


def broke(cash: int, own: int, **shares: int) -> State:
    """SR must buy a 4 for 300 and has some cash; p1 has cash of his own and shares."""
    state = with_cash(buying("4", 2, cash=cash, left=4), p1=own, p2=0, p3=0)
    return money_in_bank(state)


def test_president_helps_with_the_cheapest() -> None:
    """train.emergency-cash, train.emergency-cheapest (10.6): 100 and 250 pay for a 4, not for a 5."""
    line = "p1 buy_train train=4 source=supply price=300"
    assert refused(broke(100, 199), line) == "train.emergency-cash"
    state = play(broke(100, 250), line)
    assert state.players["p1"].cash == 50
    assert state.companies["SR"].cash == 0
    dear = replace(broke(100, 900), depot=replace(broke(100, 900).depot, pool=("5",)))
    assert refused(dear, "p1 buy_train train=5 source=pool price=450") == "train.emergency-cheapest"
    assert refused(dear, "p1 buy_train train=4 source=supply price=300") == "ok"


def test_no_second_train_with_help() -> None:
    """train.money: after the president has helped, the treasury is empty and stays alone (10.6.1)."""
    state = play(broke(100, 900), "p1 buy_train train=4 source=supply price=300")
    assert state.companies["SR"].trains == ("4",)
    state = buying("4", 2, "4", cash=0)
    assert refused(state, "p1 buy_train train=4 source=supply price=300") == "train.money"


FORCED = [  # p1 has 0 cash, needs 200: SR 50 % at 80 (president), KO 20 % at 70
    ("company=KO percent=20", "ok"),  # 140, not enough alone, but not too much
    ("company=KO percent=10", "ok"),
    ("company=SR percent=30", "ok"),  # 240: three are needed
]


@pytest.mark.parametrize(("line", "answer"), FORCED)
def test_forced_sales(line: str, answer: str) -> None:
    assert refused(broke(100, 0), f"p1 sell_shares {line}") == answer


def test_every_objection_to_a_forced_sale_is_told() -> None:
    """What cannot be sold at all is not tried out: the list of objections ends without an error."""
    state = broke(100, 0)
    for company in state.companies:
        for percent in (10, 15, 60):
            line = f"p1 sell_shares company={company} percent={percent}"
            told = [objection.rule for objection in explain(state, read(state, line))]
            assert told[:1] == [answer for answer in [refused(state, line)] if answer != "ok"]


def test_forced_sales_change_no_president() -> None:
    """train.emergency-president: selling 30 of SR would hand it to p2 with 30 (10.6.2)."""
    state = with_company(broke(100, 0), "SR", shares={"p1": (10,) * 3, "p2": (10,) * 3, IPO: (10,) * 2})
    assert refused(state, "p1 sell_shares company=SR percent=30") == "train.emergency-president"
    assert refused(state, "p1 sell_shares company=SR percent=20") == "ok"


def test_forced_sales_stop_when_enough() -> None:
    """train.emergency-enough, train.emergency-need: 160 missing take two shares of 80, not three (10.6.2)."""
    state = broke(140, 0)
    assert refused(state, "p1 sell_shares company=SR percent=30") == "train.emergency-enough"
    state = play(state, "p1 sell_shares company=SR percent=20")
    assert state.players["p1"].cash == 160
    assert refused(state, "p1 sell_shares company=KO percent=10") == "train.emergency-need"


def test_forced_sale_goes_down_to_sixty() -> None:
    """train.emergency-down-to-limit: of 80 % outside orange, 20 must go though 10 would do (10.6.2)."""
    state = with_company(broke(250, 0), "SR", shares={"p1": (10,) * 6, IPO: (10,) * 2})
    assert refused(state, "p1 sell_shares company=SR percent=10") == "train.emergency-down-to-limit"
    assert refused(state, "p1 sell_shares company=SR percent=20") == "ok"
    assert refused(state, "p1 sell_shares company=SR percent=30") == "train.emergency-enough"
    loose = replace(state, rules=begin("1889", 3, "no-emergency-sell-down").rules)
    assert refused(loose, "p1 sell_shares company=SR percent=10") == "ok"


def test_a_company_may_be_sold_again_at_its_new_price() -> None:
    """10.6.2 has no rule of one block: KO goes for 70 and then, a row lower, again."""
    state = play(broke(40, 0), "p1 sell_shares company=KO percent=10")
    assert price_of(state, "KO") < 70
    assert refused(state, "p1 sell_shares company=KO percent=10") == "ok"


def test_the_chosen_train_and_nothing_else() -> None:
    """train.emergency-chosen (10.6): money raised for the 4 buys neither KO's 3 nor a private."""
    state = with_company(broke(140, 0), "KO", trains=("3",), certificate="p1")
    line = "p1 buy_train train=3 source=KO price=1"
    assert refused(state, line) == "ok", "before anything is sold the treasury may buy it"
    state = play(state, "p1 sell_shares company=SR percent=20")
    assert refused(state, line) == "train.emergency-chosen"
    assert refused(state, "p1 buy_private private=A price=10") == "turn.not-now"
    assert refused(state, "p1 step_back") == "train.emergency-begun"
    state = play(state, "p1 buy_train train=4 source=supply price=300")
    assert state.companies["SR"].trains == ("4",)


def test_a_choice_is_taken_back_once() -> None:
    """Choosing and stepping back does not go on for ever: the second choice of a train in a turn stands."""
    choice = "p1 raise_money train=4 source=supply"
    state = play(broke(140, 0), choice, "p1 step_back", choice)
    assert refused(state, "p1 step_back") == "train.emergency-begun"
    assert refused(state, "p1 sell_shares company=KO percent=20") == "ok"


def test_step_back() -> None:
    state = broke(140, 0)
    after = play(state, "p1 raise_money train=4 source=supply", "p1 step_back")
    assert replace(after.top, notes=()) == state.top
    assert after.frames[:-1] == state.frames[:-1]


def test_sales_in_parts_may_not_lead_to_bankruptcy() -> None:
    """train.emergency-reach: 240 missing, three shares of SR bring them in one block and not in parts."""
    state = with_company(broke(60, 0), "KO", shares={"p2": (10,) * 5, IPO: (10,) * 3})
    assert refused(state, "p1 sell_shares company=SR percent=10") == "train.emergency-reach"
    assert refused(state, "p1 sell_shares company=SR percent=30") == "ok"
    assert refused(state, "p1 bankrupt") == "train.bankruptcy"


def test_another_companys_train_does_not_avert_bankruptcy() -> None:
    """10.6, 12.1: the president pays for trains of bank and pool alone; nobody has to sell himself a train."""
    poor = with_company(broke(1, 10), "SR", shares={"p2": (10,) * 3, IPO: (10,) * 5})
    poor = with_company(poor, "KO", shares={"p2": (10,) * 5, IPO: (10,) * 3}, certificate="p1", trains=("3",))
    assert refused(poor, "p1 bankrupt") == "ok"
    assert refused(poor, "p1 buy_train train=3 source=KO price=1") == "ok", "he may, of course"


def test_bankruptcy() -> None:
    """train.bankruptcy, end.bankrupt: only when everything that may be sold is not enough (12.1)."""
    assert refused(broke(100, 0), "p1 bankrupt") == "train.bankruptcy"  # KO 140 + SR 240 are enough
    assert refused(broke(300, 0), "p1 bankrupt") == "train.bankruptcy"  # nothing is missing
    poor = with_company(broke(0, 10), "SR", shares={"p2": (10,) * 3, IPO: (10,) * 5})
    poor = with_company(poor, "KO", shares={"p2": (10,) * 5, IPO: (10,) * 3})
    state = play(poor, "p1 bankrupt")
    assert state.ended is not None
    assert state.ended.reason == "bankrupt", "end.bankrupt"
    # the president's certificate could not be sold; the cash is lost
    assert state.ended.scores["p1"] == 2 * 80


RUST = [  # first sale of -> what goes (18, table 1)
    ("3", ()),
    ("4", ("2",)),
    ("5", ()),
    ("6", ("3",)),
    ("D", ("4",)),
]


@pytest.mark.parametrize(("train", "gone"), RUST)
def test_rust_and_phase(train: str, gone: tuple[str, ...]) -> None:
    """train.rust, phase.begins: trains of companies and of the market go at once."""
    state = replace(begin("1889", 3), frames=())
    state = floated(state, "SR", {"p1": 50}, trains=("2", "3"))
    state = floated(state, "KO", {"p2": 50}, trains=("4",))
    state = replace(state, depot=replace(state.depot, pool=("2", "3", "4")))
    change = Change(state)
    train_leaves_supply(change, train, "SR")
    kept = {name: tuple(t for t in owned if t not in gone) for name, owned in (("SR", ("2", "3")), ("KO", ("4",)))}
    assert change.state.companies["SR"].trains == kept["SR"], "train.rust"
    assert change.state.companies["KO"].trains == kept["KO"]
    assert change.state.depot.pool == tuple(t for t in ("2", "3", "4") if t not in gone)
    assert change.state.rules.phases[change.state.phase].name == train, "phase.begins"


def test_discards_begin_with_the_buyer() -> None:
    """train.limit-discard, train.discard: SR buys the first 5; SR, then IR (100), then KO (70) discard (10.2.1)."""
    state = floated(buying("5", 2, "4", "4", left=3), "IR", {"p3": 50}, par=100, trains=("3", "3", "4"))
    state = with_company(state, "KO", trains=("3", "3", "4"))
    state = play(state, "p1 buy_train train=5 source=supply price=450")
    waiting = [frame.company for frame in reversed(state.frames) if isinstance(frame, Discard)]
    assert waiting == ["SR", "IR", "KO"], "train.limit-discard"
    assert refused(state, "p1 discard_train company=SR train=3") == "train.discard"
    assert refused(state, "p3 discard_train company=IR train=3") == "turn.whose"
    state = play(state, "p1 discard_train company=SR train=4", "p3 discard_train company=IR train=3")
    assert state.depot.pool == ("4", "3")
    assert state.top.company == "KO"


def test_any_order_of_discards_by_house_rule() -> None:
    rules = begin("1889", 3, "any-discard-order").rules
    state = floated(replace(buying("5", 2, "4", "4", left=3), rules=rules), "IR", {"p3": 50}, trains=("3", "3", "4"))
    state = play(state, "p1 buy_train train=5 source=supply price=450")
    state = play(state, "p3 discard_train company=IR train=3", "p1 discard_train company=SR train=4")
    assert state.companies["IR"].trains == ("3", "4")


LIMITS = [("2", 4, 1), ("3", 4, 2), ("4", 3, 2), ("5", 2, 3), ("6", 2, 3), ("D", 2, 3)]


@pytest.mark.parametrize(("index", "row"), list(enumerate(LIMITS)))
def test_phase_table(index: int, row: tuple[str, int, int]) -> None:
    """phase.rounds: limits and operating rounds of table 1 (18)."""
    phase = begin("1889", 2).rules.phases[index]
    assert (phase.name, phase.limit["public"], phase.rounds) == row, "phase.rounds"


def test_phase_five_closes_privates() -> None:
    """private.closes, 1889.ferry: G stays with a player, pays 50 and is no longer for sale (4.2.4, 15.2)."""
    state = floated(begin("1889", 4), "SR", {"p1": 50}, cash=1000)
    state = with_private(with_private(state, "A", owner="p1"), "G", owner="p2")
    state = supply(operating(stations(state, I2=("SR",)), "SR", "trains", 2), "5", 3)
    state = play(state, "p1 buy_train train=5 source=supply price=450")
    assert state.privates["A"].closed, "private.closes"
    assert (state.privates["G"].closed, state.privates["G"].revenue) == (False, 50), "1889.ferry"
    assert refused(state, "p1 buy_private private=G price=150") == "private.for-sale"


def test_ferry_of_a_company_closes() -> None:
    state = floated(begin("1889", 4), "SR", {"p1": 50}, cash=1000)
    state = with_private(state, "G", owner="SR")
    state = supply(operating(stations(state, I2=("SR",)), "SR", "trains", 2), "5", 3)
    assert play(state, "p1 buy_train train=5 source=supply price=450").privates["G"].closed


def test_pool_train() -> None:
    state = buying("3", 1, cash=200)
    state = replace(state, depot=replace(state.depot, pool=("2",)))
    after = play(state, "p1 buy_train train=2 source=pool price=80")
    assert after.depot.pool == ()
    assert with_top(after).companies["SR"].trains == ("2",)
    assert POOL == "pool"
