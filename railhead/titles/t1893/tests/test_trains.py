"""Trains (14, 15): purchases, trade-ins, limits, rust, owners who help minors."""

from __future__ import annotations

import pytest
from kit import play, refused, with_company
from msgspec.structs import replace

from railhead.core.state import State
from railhead.core.trains import next_in_supply
from railhead.titles.t1893.tests.helpers import (
    balanced,
    corporation,
    events,
    operating,
    pool,
    rules_cited,
    stock_round,
    trains,
)


def buying(company: str, phase: int, *options: str, cash: int = 1000, **owned: tuple[str, ...]) -> State:
    """DE (p1) and RSE (p2) exist; a company is in its train step; no route lies on the map."""
    state = stock_round(*options, phase=phase)
    state = corporation(state, "DE", "p1", {"p1": (10,) * 3})
    state = corporation(state, "RSE", "p2", {"p2": (10,) * 3}, cell=(4, 2))
    state = balanced(with_company(trains(state, **owned), company, cash=cash))
    return operating(state, company, "trains")


PURCHASES = [  # phase 2: two 3-trains, four 4-trains left
    ("p1 buy_train train=4 source=supply price=300", "ok"),
    ("p1 buy_train train=4 source=supply price=299", "train.price"),
    ("p1 buy_train train=5 source=supply price=450", "train.source"),  # in order of size
    ("p1 buy_train train=2 source=supply price=80", "train.source"),
    ("p1 buy_train train=3 source=pool price=180", "ok"),
    ("p1 buy_train train=3 source=pool price=90", "train.price"),
    ("p1 buy_train train=4 source=pool price=300", "train.source"),
    ("p1 buy_train train=9 source=supply price=1", "train.source"),
    ("p1 buy_train train=4 source=supply price=210 trade=3", "ok"),  # 300 - 90
    ("p1 buy_train train=4 source=supply price=150 trade=4", "train.trade-in"),  # it has no 4
    ("p1 buy_train train=3 source=pool price=90 trade=3", "train.trade-in"),  # not for the pool's
    ("p1 buy_train train=4 source=RSE price=1", "ok"),
    ("p1 buy_train train=4 source=RSE price=0", "train.price"),
    ("p1 buy_train train=4 source=RSE price=1001", "train.price"),
    ("p1 buy_train train=3 source=EKB price=50", "train.from-companies"),  # never from minors
    ("p1 pass", "ok"),
]


@pytest.mark.parametrize(("line", "answer"), PURCHASES)
def test_purchases(line: str, answer: str) -> None:
    state = pool(buying("DE", 2, DE=("3",), RSE=("4",), EKB=("3",)), "3")
    assert refused(state, line) == answer


def test_no_trade_before_green() -> None:
    """train.from-companies (15.4): from the first 3-train on; minors buy from everybody."""
    assert refused(buying("DE", 0, RSE=("2",)), "p1 buy_train train=2 source=RSE price=1") == "train.from-companies"
    state = buying("EKB", 1, RSE=("3",), KSZ=("3",))
    assert refused(state, "p3 buy_train train=3 source=RSE price=1") == "ok"
    assert refused(state, "p3 buy_train train=3 source=KSZ price=1") == "ok"


def test_trade_needs_consent() -> None:
    """offer.declined: the other director is asked, once for the same deal."""
    state = play(buying("DE", 2, DE=("3",), RSE=("4",)), "p1 buy_train train=4 source=RSE price=200")
    sold = play(state, "p2 accept")
    assert sold.companies["DE"].trains == ("3", "4")
    assert sold.companies["RSE"].cash == 200
    kept = play(state, "p2 decline")
    assert refused(kept, "p1 buy_train train=4 source=RSE price=200") == "offer.declined"


def test_trade_in() -> None:
    """14: half the printed price, the old train to the pool, once a turn, also at the limit."""
    full = buying("DE", 2, DE=("3", "3", "4"))
    assert refused(full, "p1 buy_train train=4 source=supply price=300") == "train.limit"
    assert refused(full, "p1 buy_train train=4 source=supply price=210 trade=3") == "ok"
    state = play(buying("DE", 2, DE=("3", "4")), "p1 buy_train train=4 source=supply price=210 trade=3")
    assert state.companies["DE"].trains == ("4", "4")
    assert state.companies["DE"].cash == 790
    assert state.depot.pool == ("3",)
    assert refused(state, "p1 buy_train train=4 source=supply price=150 trade=4") == "train.trade-in"


PAIRS = [  # phase, old, new, what is left to pay (14)
    (0, "2", "3", 140),
    (1, "2", "4", 260),
    (1, "3", "4", 210),
    (2, "3", "5", 360),
    (2, "4", "5", 300),
    (3, "3", "6", 540),
    (3, "4", "6", 480),
    (3, "5", "6", 405),
    (4, "4", "8+x", 650),
    (4, "5", "8+x", 575),
    (4, "6", "8+x", 485),
]


@pytest.mark.parametrize(("phase", "old", "new", "price"), PAIRS)
def test_trade_in_values(phase: int, old: str, new: str, price: int) -> None:
    state = trains(buying("EKB", phase), EKB=(old,))
    smaller = list(state.depot.supply)[: list(state.depot.supply).index(new)]
    kept = {name: left for name, left in state.depot.supply.items() if name not in smaller}
    state = replace(state, depot=replace(state.depot, supply={**dict.fromkeys(smaller, 0), **kept}))
    assert refused(state, f"p3 buy_train train={new} source=supply price={price} trade={old}") == "ok"


def test_traded_train_rusts_with_its_type() -> None:
    """14: a 2-train for the first 4-train; train.rust and phase.begins (16)."""
    state = buying("DE", 1, DE=("2",), RSE=("2",))
    supply = {**state.depot.supply, "3": 0}
    state = replace(state, depot=replace(state.depot, supply=supply, gone=(*state.depot.gone, *["3"] * 4)))
    state, happened = events(state, "p1 buy_train train=4 source=supply price=260 trade=2")
    assert state.companies["DE"].trains == ("4",)
    assert state.companies["RSE"].trains == ()
    assert state.depot.pool == ()
    assert {"train.rust", "phase.begins"} <= {event.rule for event in happened}


def test_trade_in_comes_before_the_purchases() -> None:
    """train.trade-in (7.3 steps 5 and 6, 14): not after a purchase, not of a train bought a moment ago."""
    state = buying("DE", 2, DE=("3",))
    assert refused(state, "p1 buy_train train=4 source=supply price=210 trade=3") == "ok"
    state = play(state, "p1 buy_train train=4 source=supply price=300")
    assert refused(state, "p1 buy_train train=4 source=supply price=210 trade=3") == "train.trade-in"
    assert refused(state, "p1 buy_train train=4 source=supply price=150 trade=4") == "train.trade-in"


def test_any_train_is_traded_in_for_any_new_one() -> None:
    """14: also for one that is not dearer: a 4 for another 4 costs 150."""
    state = buying("DE", 2, DE=("4",))
    assert refused(state, "p1 buy_train train=4 source=supply price=150 trade=4") == "ok"


def test_trade_in_for_the_pool_by_house_rule() -> None:
    state = pool(buying("DE", 3, "trade-in-for-pool-trains", DE=("3",)), "4")
    assert refused(state, "p1 buy_train train=4 source=pool price=210 trade=3") == "ok"


def test_treasury_pays() -> None:
    """train.money (15.1, 14): nothing is borrowed, and nobody helps with a trade-in."""
    state = buying("DE", 2, cash=209, DE=("3",))
    assert refused(state, "p1 buy_train train=4 source=supply price=300") == "train.money"
    assert refused(state, "p1 buy_train train=4 source=supply price=210 trade=3") == "train.money"


LIMITS = [(0, 2, 3), (1, 2, 3), (2, 2, 3), (3, 1, 2), (4, 1, 2), (5, 1, 2)]


@pytest.mark.parametrize(("phase", "minor", "corporation_"), LIMITS)
def test_train_limits(phase: int, minor: int, corporation_: int) -> None:
    rules = stock_round().rules
    state = stock_round(phase=phase)
    assert rules.train.limit(state, "EKB") == minor
    assert rules.train.limit(state, "DE") == corporation_


def test_surplus_trains_go_to_the_pool() -> None:
    """train.limit-discard and train.discard (15.1): the first 5-train lowers the limits."""
    state = buying("DE", 2, DE=("4",), RSE=("3", "3", "4"), EKB=("3", "3"))
    supply = {**state.depot.supply, "4": 0}
    state = replace(state, depot=replace(state.depot, supply=supply, gone=(*state.depot.gone, "4", "4")))
    state = play(state, "p1 buy_train train=5 source=supply price=450")
    assert refused(state, "p2 discard_train company=RSE train=5") == "train.discard"
    assert "train.limit-discard" in rules_cited(state, "p2 discard_train company=RSE train=3")
    state = play(state, "p2 discard_train company=RSE train=3", "p3 discard_train company=EKB train=3")
    assert state.companies["RSE"].trains == ("3", "4")
    assert state.depot.pool == ("3", "3")


def test_eight_beside_six() -> None:
    """15.2: 8+x from the first 6-train on."""
    assert next_in_supply(stock_round(phase=3), "DE") == ("5",)
    assert next_in_supply(stock_round(phase=4), "DE") == ("6", "8+x")


# Minors (15.5)


def test_minor_need_not_own_a_train() -> None:
    assert refused(buying("EKB", 2, cash=1000), "p3 pass") == "ok"


HELP = [  # EKB has 50, p3 has 500
    ("p3 buy_train train=4 source=supply price=300", "ok"),
    ("p3 buy_train train=3 source=pool price=180", "ok"),
    ("p3 buy_train train=4 source=RSE price=300", "ok"),
    ("p3 buy_train train=4 source=RSE price=301", "train.price"),  # not above the printed price
]


@pytest.mark.parametrize(("line", "answer"), HELP)
def test_owner_helps(line: str, answer: str) -> None:
    assert refused(pool(buying("EKB", 2, cash=50, RSE=("4",)), "3"), line) == answer


def test_owner_helps_with_the_difference() -> None:
    """15.5: the minor spends all it has, the owner the rest; train.emergency-cash if he has not enough."""
    state = buying("EKB", 2, cash=50)
    after = play(state, "p3 buy_train train=4 source=supply price=300")
    assert after.companies["EKB"].cash == 0
    assert after.players["p3"].cash == 250
    poor = balanced(state, p3=249)
    assert refused(poor, "p3 buy_train train=4 source=supply price=300") == "train.emergency-cash"
    with_train = buying("EKB", 2, cash=50, EKB=("3",))
    assert refused(with_train, "p3 buy_train train=4 source=supply price=300") == "train.money"


def test_help_by_house_rules() -> None:
    state = buying("EKB", 2, "minor-help-above-face", cash=50, RSE=("4",))
    assert refused(state, "p3 buy_train train=4 source=RSE price=550") == "ok"
    assert refused(state, "p3 buy_train train=4 source=RSE price=551") == "train.price"
