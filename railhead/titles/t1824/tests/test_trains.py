"""Trains (VII.11, VII.13), phases (VII.14), export (VII.15) and the end (IX)."""

from __future__ import annotations

import pytest
from kit import begin, play, refused, with_cash, with_company
from msgspec.structs import replace

from railhead.core.engine import actors
from railhead.core.offers import Offer
from railhead.core.phases import train_leaves_supply
from railhead.core.state import Round, State
from railhead.titles.t1824 import trains
from railhead.titles.t1824.rules import worth
from railhead.titles.t1824.tests.helpers import (
    PHASES,
    after_first_round,
    changed,
    cited,
    major,
    minor,
    operating,
    station,
    supply,
    trading,
)


def buying(following: str, phase: str, *own: str, cash: int = 1000, left: int = 1, **goods: int) -> State:
    """BK, run by p1, buys trains; p1 also owns EPP with a 1g-train, p2 runs MS with a 3-train."""
    state = major(after_first_round(3), "BK", {"p1": 50, "p2": 10}, 80, trains=own, cash=cash)
    state = minor(state, "MLB", "p1", trains=("1g",))
    state = major(state, "MS", {"p2": 50}, 80, trains=("3",))
    state = station(station(state, "BK", "B9"), "MS", "C12")
    return supply(operating(state, "BK", "trains", phase), following, left, **goods)


PURCHASES = [  # the bank's next, phase, own trains, cash, the purchase, the answer
    ("2", "2", ("2",), 100, "train=2 source=supply price=80", "ok"),
    ("2", "2", ("2",), 100, "train=2 source=supply price=70", "train.price"),
    ("2", "2", ("2",), 900, "train=3 source=supply price=180", "train.source"),
    ("2", "2", ("2",), 900, "train=1g source=supply price=120", "ok"),
    ("2", "2", ("2",), 900, "train=2g source=supply price=240", "train.source"),
    ("3", "3", ("2",), 900, "train=2g source=supply price=240", "ok"),
    ("3", "3", ("2",), 900, "train=1g source=supply price=120", "ok"),  # older ones stay on sale
    ("4", "4", ("3",), 900, "train=3g source=supply price=360", "ok"),
    ("5", "5", ("3",), 900, "train=4g source=supply price=600", "train.source"),
    ("6", "6", ("5",), 900, "train=4g source=supply price=600", "ok"),
    ("8", "8", ("5",), 900, "train=5g source=supply price=800", "ok"),
    ("2", "2", ("2",), 900, "train=1g source=MLB price=1", "train.from-companies"),  # before phase three
    ("3", "3", ("2",), 900, "train=1g source=MLB price=1", "ok"),  # the same director
    ("3", "3", ("2",), 900, "train=1g source=MLB price=0", "train.price"),
    ("3", "3", ("2",), 900, "train=1g source=MLB price=900", "ok"),
    ("3", "3", ("2",), 900, "train=3 source=MS price=180", "ok"),  # another one: face value
    ("3", "3", ("2",), 900, "train=3 source=MS price=100", "train.price"),
    ("3", "3", ("2",), 900, "train=3 source=MS price=200", "train.price"),
    ("3", "3", ("2",), 900, "train=4 source=MS price=280", "train.source"),
    ("3", "3", ("2",), 100, "train=3 source=supply price=180", "train.money"),
    ("3", "3", ("2",), 140, "train=3 source=supply price=140 trade=2", "ok"),  # 180 less 40
    ("3", "3", ("1g",), 900, "train=3 source=supply price=120 trade=1g", "train.trade-in"),  # no mixing
    ("3", "3", ("1g",), 900, "train=2g source=supply price=180 trade=1g", "ok"),
    ("4", "4", ("2",), 900, "train=4 source=supply price=240 trade=2", "train.trade-in"),  # no skipping
    ("3", "3", ("2",), 900, "train=3 source=MS price=140 trade=2", "train.trade-in"),
    ("3", "3", ("3",), 900, "train=3 source=supply price=140 trade=2", "train.trade-in"),  # it has no 2-train
    ("3", "3", ("2", "2", "2", "2"), 900, "train=3 source=supply price=180", "train.limit"),
    ("3", "3", ("2", "2", "2", "2"), 900, "train=3 source=supply price=140 trade=2", "ok"),
    ("4", "4", ("3", "3", "3"), 900, "train=4 source=supply price=280", "train.limit"),
    ("6", "6", ("5", "4"), 900, "train=6 source=supply price=600", "train.limit"),
    ("10", "8", ("8",), 900, "train=10 source=supply price=600 trade=8", "ok"),
    ("10", "8", ("6",), 900, "train=10 source=supply price=700 trade=6", "train.trade-in"),
]


@pytest.mark.parametrize(("following", "phase", "own", "cash", "line", "answer"), PURCHASES)
def test_purchases(following: str, phase: str, own: tuple[str, ...], cash: int, line: str, answer: str) -> None:
    assert refused(buying(following, phase, *own, cash=cash), f"p1 buy_train {line}") == answer


TRADES = [("2", "3", 140), ("3", "4", 190), ("4", "5", 260), ("5", "6", 400), ("6", "8", 500), ("8", "10", 600)]
GOODS_TRADES = [("1g", "2g", 180), ("2g", "3g", 240), ("3g", "4g", 420), ("4g", "5g", 500)]


@pytest.mark.parametrize(("old", "new", "price"), TRADES + GOODS_TRADES)
def test_trade_in_prices(old: str, new: str, price: int) -> None:
    """train.trade-in: the prices of the table in VII.11 are the printed ones less half of the old train's."""
    rules = after_first_round(3).rules
    assert rules.trains[new].price - rules.trains[new].trade_in[old] == price, "train.trade-in"
    assert rules.trains[new].trade_in[old] * 2 == rules.trains[old].price


def test_part_exchange_of_the_book() -> None:
    """train.trade-once: the example of VII.13: the last 5 for 400, then the first 6 for 400 and that 5."""
    state = buying("5", "5", "4", cash=1000)
    state = play(state, "p1 buy_train train=5 source=supply price=400")
    state = play(state, "p1 buy_train train=6 source=supply price=400 trade=5")
    assert state.companies["BK"].trains == ("4", "6")
    assert state.companies["BK"].cash == 200
    assert "5" in state.depot.gone
    again = operating(buying("3", "3", "2", "1g"), "BK", "trains", "3", traded=("2",))
    assert refused(again, "p1 buy_train train=2g source=supply price=180 trade=1g") == "train.trade-once"


def test_no_goods_trains_before_the_first_two() -> None:
    """train.source: 1g-trains come with the first 2-train (VII.14); an exported one would not do."""
    state = buying("2", "2", "2", left=9)
    state = replace(state, extra=replace(state.extra, two_bought=False))
    assert refused(state, "p1 buy_train train=1g source=supply price=120") == "train.source"
    state = play(state, "p1 buy_train train=2 source=supply price=80")
    assert refused(state, "p1 buy_train train=1g source=supply price=120") == "ok"


def test_coal_railways_buy_goods_trains() -> None:
    """train.coal-goods-only, train.duty: only g-trains; no duty while the bank has none (VII.11, note 1)."""
    state = minor(after_first_round(3), "EPP", "p1", cash=300)
    state = major(state, "MS", {"p1": 50}, 80, trains=("3",))
    state = supply(operating(state, "EPP", "trains", "3"), "3", 2)
    assert refused(state, "p1 buy_train train=1g source=supply price=120") == "ok"
    assert refused(state, "p1 buy_train train=3 source=supply price=180") == "train.coal-goods-only"
    assert refused(state, "p1 buy_train train=3 source=MS price=1") == "train.coal-goods-only"
    assert refused(state, "p1 buy_train train=9 source=supply price=1") == "train.source"
    assert refused(state, "p1 pass") == "train.duty"
    none = supply(state, "3", 2, g1=0, g2=0)
    assert not none.rules.train.must_own(none, "EPP")


def test_everybody_must_own_a_train() -> None:
    """train.duty: also without a route."""
    assert refused(buying("3", "3", cash=900), "p1 pass") == "train.duty"
    assert refused(buying("3", "3", "2", cash=900), "p1 pass") == "ok"


def test_trains_are_bought_last() -> None:
    """train.end-of-turn: not before the run (VII.11)."""
    state = operating(buying("2", "2", "2"), "BK", "track")
    assert refused(state, "p1 buy_train train=2 source=supply price=80") == "turn.not-now", "train.end-of-turn"


def test_the_other_director_is_asked() -> None:
    """offer.declined."""
    state = play(buying("3", "3", "2"), "p1 buy_train train=3 source=MS price=180")
    assert isinstance(state.top, Offer)
    assert actors(state) == ("p2",)
    declined = play(state, "p2 decline")
    assert refused(declined, "p1 buy_train train=3 source=MS price=180") == "offer.declined"
    accepted = play(state, "p2 accept")
    assert accepted.companies["MS"].cash == 180
    assert accepted.companies["BK"].trains == ("2", "3")


LIMITS = [  # phase, regional, state, pre-state (VII.14)
    *(("2", 4, 4, 2), ("3", 4, 4, 2), ("4", 3, 4, 2), ("5", 3, 4, 2)),
    *(("6", 2, 3, 2), ("8", 2, 3, 2), ("10", 2, 3, 2)),
]


@pytest.mark.parametrize(("phase", "regional", "of_state", "pre_state"), LIMITS)
def test_train_limits(phase: str, regional: int, of_state: int, pre_state: int) -> None:
    state = trading(after_first_round(3), "p1", phase)
    assert [trains.limit(state, sym) for sym in ("BK", "SD", "SD1")] == [regional, of_state, pre_state], "train.limit"


ROUNDS = [("2", 1), ("3", 2), ("4", 2), ("5", 2), ("6", 3), ("8", 3), ("10", 3)]


@pytest.mark.parametrize(("phase", "rounds"), ROUNDS)
def test_rounds(phase: str, rounds: int) -> None:
    rules = after_first_round(3).rules
    assert rules.phases[PHASES.index(phase)].rounds == rounds, "phase.rounds"
    assert after_first_round(3, "three-rounds-from-5").rules.phases[3].rounds == 3


RUST = [  # the train sold first, what it scraps
    *(("4", "2"), ("6", "3"), ("8", "4"), ("10", "5")),
    *(("3g", "1g"), ("4g", "2g"), ("5g", "3g")),
]


@pytest.mark.parametrize(("new", "old"), RUST)
def test_rust(new: str, old: str) -> None:
    """train.rust (VII.11); a normal train never scraps a g-train."""
    state = with_company(buying(new, "3") if new[-1] != "g" else buying("8", "8"), "MS", trains=(old, "2g"))
    state = replace(state, depot=replace(state.depot, sold=()))
    after = changed(state, lambda change: train_leaves_supply(change, new, "BK"))
    left = after.companies["MS"].trains
    assert old not in left, "train.rust"
    assert ("2g" in left) == (new not in ("4g", "5g"))


def test_unsold_goods_trains_go_too() -> None:
    """train.rust: with the first 3g-train the 1g-trains of the bank leave the game."""
    state = buying("4", "4", "4", g1=2, g3=4)
    assert "train.rust" in cited(state, "p1 buy_train train=3g source=supply price=360")
    after = play(state, "p1 buy_train train=3g source=supply price=360")
    assert after.depot.supply["1g"] == 0
    assert after.depot.supply["2g"] == 5


def test_phase_begins() -> None:
    """phase.begins, train.limit-discard: the first 4-train; MS with four trains keeps three and its owner chooses."""
    state = with_company(buying("4", "3", "3", left=4), "MS", trains=("3", "3", "3", "3"))
    assert "phase.begins" in cited(state, "p1 buy_train train=4 source=supply price=280")
    state = play(state, "p1 buy_train train=4 source=supply price=280")
    assert state.rules.phases[state.phase].name == "4"
    assert actors(state) == ("p2",)
    assert "train.limit-discard" in cited(state, "p2 discard_train company=MS train=3")


def end_of_set(following: str, left: int, part: int = 1, of: int = 1, bought: bool = True) -> State:
    """The last company of a round is about to pass."""
    state = supply(buying("2", "2", "2"), following, left)
    return replace(state, round=Round("OR", 2, part, of), extra=replace(state.extra, two_bought=bought))


def test_export() -> None:
    """train.export: one normal train after a set of rounds; no money flows."""
    state = end_of_set("3", 5)
    assert "train.export" in cited(state, "p1 pass")
    after = play(state, "p1 pass")
    assert after.depot.supply["3"] == 4
    assert after.bank == state.bank
    assert play(end_of_set("3", 5, 1, 2), "p1 pass").depot.supply["3"] == 5, "train.export"  # not between rounds
    assert play(end_of_set("2", 9, bought=False), "p1 pass").depot.supply["2"] == 9  # before the first 2-train


def test_export_begins_a_phase() -> None:
    """phase.begins: the first 4-train leaves; SD is founded before the stock round (VII.15)."""
    state = end_of_set("4", 4)
    state = minor(state, "SD1", "p3")
    after = play(state, "p1 pass")
    assert after.rules.phases[after.phase].name == "4", "phase.begins"
    assert after.companies["SD"].floated
    assert after.round.kind == "SR"


def test_operating_order() -> None:
    """order.operating: coal, pre-state by number, then by price; fixed when the round begins (VII.4)."""
    state = after_first_round(4)
    for sym in ("KK1", "UG1", "SD2", "SPB", "EOD"):
        state = minor(state, sym, "p1")
    state = major(state, "BK", {"p1": 50}, 80)
    state = major(state, "CL", {"p2": 50}, 100)
    state = major(state, "SD", {"p2": 50}, 120)
    state = replace(state, frames=())
    wanted = ("EOD", "SPB", "SD2", "UG1", "KK1", "SD", "CL", "BK")
    assert state.rules.operating.order(state) == wanted, "order.operating"
    turn = operating(state, "EOD", "trains", waiting=("BK", "CL"))
    assert turn.rules.operating.order(turn) == ("BK", "CL")


def test_bank_breaks() -> None:
    """bank.broken, end.bank: the set is finished, then the game ends (IX.1)."""
    state = with_cash(buying("3", "3", "2"), p1=0, p2=0, p3=0)
    state = replace(state, bank=10, round=Round("OR", 2, 1, 2))
    state = operating(state, "BK", "dividend", "3", revenue=100)
    state = replace(state, round=Round("OR", 2, 1, 2))
    assert "bank.broken" in cited(state, "p1 dividend how=pay")
    state = play(state, "p1 dividend how=pay")
    assert state.broken
    assert state.bank == 10 - 60
    assert state.ended is None
    last = replace(state, round=Round("OR", 2, 2, 2))
    assert "end.bank" in cited(last, "p1 pass")
    over = play(last, "p1 pass")
    assert over.ended is not None
    assert over.ended.reason == "bank"
    assert refused(over, "p1 pass") == "game.over"


@pytest.mark.parametrize(("options", "left"), [((), 4), (("ends-before-export",), 5)])
def test_export_at_the_end(options: tuple[str, ...], left: int) -> None:
    """train.export: also after the last set of the game, unless the game ends before it."""
    state = minor(after_first_round(3, *options), "SD2", "p1", trains=("3",))
    state = replace(supply(operating(state, "SD2", "trains", "3"), "3", 5), broken=True)
    state = with_company(state, "SD2", cash=200)
    over = play(state, "p1 pass")
    assert over.ended is not None
    assert over.depot.supply["3"] == left, "train.export"


def test_bank_breaks_in_a_stock_round() -> None:
    """end.bank: another whole set follows."""
    state = trading(buying("3", "3", "2"), "p1", "3")
    state = replace(state, broken=True)
    after = play(state, "p1 pass", "p2 pass", "p3 pass")
    assert after.ended is None, "end.bank"
    assert (after.round.kind, after.round.of) == ("OR", 2)


def test_final_totals() -> None:
    """end.score: cash and shares less debts; railways and treasuries count nothing (IX.2)."""
    state = with_cash(buying("3", "3", "2"), p1=100)
    state = replace(state, extra=replace(state.extra, debts={"p1": 60}))
    assert worth(state, "p1") == 100 + 5 * 80 - 60, "end.score"
    counted = minor(after_first_round(3, "face-values-at-the-end", B1="p1"), "SD1", "p1")
    assert counted.rules.score(with_cash(counted, p1=100), "p1") == 100 + 120 + 240


def test_mountain_income() -> None:
    """private.income: 25 at the start of a round (IV.1)."""
    state = with_cash(trading(minor(after_first_round(3, B1="p1"), "SD1", "p2"), "p1"), p1=0)
    last = play(state, "p1 pass", "p2 pass")
    assert "private.income" in cited(last, "p3 pass")
    assert play(last, "p3 pass").players["p1"].cash == 25


def test_goods_trains_as_printed() -> None:
    """VII.14 as printed: the first 10-train scraps 3g, 2g and 1g; by the train table 4g and 5g trains do that."""
    printed, table = (begin("1824", 3, *options).rules.trains for options in (("goods-trains-as-printed",), ()))
    assert all("10" in printed[name].rusts_on for name in ("1g", "2g", "3g"))
    assert "4g" in printed["1g"].rusts_on
    assert not any("10" in table[name].rusts_on for name in ("1g", "2g", "3g"))


@pytest.mark.parametrize(("options", "left"), [(("goods-trains-as-printed",), 0), ((), 4)])
def test_an_exported_train_scraps_unsold_ones(options: tuple[str, ...], left: int) -> None:
    """train.rust: the first 10-train leaves the bank for abroad; unsold 3g-trains go with it as printed."""
    state = supply(after_first_round(3, *options), "10", g3=4)
    assert changed(state, trains.export).depot.supply["3g"] == left
