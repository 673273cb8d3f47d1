"""The Val de Loire (10.2): exchange, engineers' card, train of a game of six; worked example D8."""

from __future__ import annotations

import pytest
from kit import play, read, refused, with_cash, with_company, with_private
from msgspec.structs import replace

from railhead.core.engine import actors, apply, refusal
from railhead.core.events import Noted
from railhead.core.phases import Discard
from railhead.core.shares import percent_of
from railhead.core.state import IPO, POOL, State
from railhead.core.stock import StockRound
from railhead.titles.t1843.rules import FACTS
from railhead.titles.t1843.tests.helpers import certificates_left as left
from railhead.titles.t1843.tests.helpers import cited, extra, floated, held, laid, later, operating
from railhead.titles.t1843.tests.test_emergency import blue
from railhead.titles.t1843.tests.test_privates import versailles
from railhead.titles.t1843.trains import lasting, obsolete_train, running_trains
from railhead.view.refusal_words import refusal_text

# 5 Val de Loire: exchange


def loire(phase: str = "green", **holders: int) -> State:
    """p1, with 100 fr, owns the Val de Loire and has the turn in a stock round; p3 has a share of ETA."""
    state = with_private(later(3, phase), "5", owner="p1", closed=False)
    state = with_company(state, "ETA", shares={"p3": (10,), IPO: (10,) * 7})
    if holders:
        state = floated(state, "ETA", holders, par=94, floated=False, cash=0)
    return with_cash(replace(state, frames=(StockRound(at="p1"),)), p1=100)


def test_half_of_a_directors_certificate() -> None:
    """D8: at par 94 the other half costs 94; 70 % stay in the IPO and ETA does not float."""
    state = loire()
    assert refused(state, "p1 exchange_loire company=ETA par=105") == "par.price"
    assert refused(with_cash(state, p1=93), "p1 exchange_loire company=ETA par=94") == "money.player"
    assert "1843.loire-share" in cited(state, "p1 exchange_loire company=ETA par=94")
    state = play(state, "p1 exchange_loire company=ETA par=94")
    assert state.players["p1"].cash == 6
    assert state.privates["5"].closed
    assert percent_of(state, "ETA", "p1") == 20
    assert percent_of(state, "ETA", IPO) == 70
    assert not state.companies["ETA"].floated


def test_a_share_that_floats() -> None:
    """D8: with 50 % left in the IPO a free share floats ETA with 940."""
    state = play(loire(p2=40, p3=10), "p1 exchange_loire company=ETA")
    assert state.players["p1"].cash == 100
    assert state.companies["ETA"].floated
    assert state.companies["ETA"].cash == 940


def test_exchange_in_a_stock_turn() -> None:
    """It is the purchase of the turn, and obeys the limits."""
    state = floated(loire(), "OU", {"p2": 40, "p1": 20}, cell=(9, 6))
    bought = play(with_cash(state, p1=500), "p1 buy_share company=OU source=ipo")
    assert refused(bought, "p1 exchange_loire company=OU") == "stock.one-purchase"
    sold = play(state, "p1 sell_shares company=OU percent=10")
    assert refused(sold, "p1 exchange_loire company=OU") == "stock.rebuy"
    assert refused(state, "p2 exchange_loire company=OU") == "turn.whose"
    assert refused(state, "p1 exchange_loire company=XX") == "1843.loire-share"
    assert refused(state, "p1 exchange_loire company=OU par=94") == "1843.loire-share"
    assert refused(floated(loire(), "OU", {"p1": 60}), "p1 exchange_loire company=OU") == "stock.share-limit"
    empty = floated(loire(), "OU", {"p2": 60, POOL: 40})
    assert refused(empty, "p1 exchange_loire company=OU") == "1843.loire-share", "not from the pool"


def test_nothing_is_bought_after_an_exchange() -> None:
    """Not even more of a company in the brown zone: the exchange was the purchase of the turn."""
    state = floated(loire(), "OU", {"p1": 40, "p2": 20}, cell=(10, 0))
    state = play(with_cash(state, p1=500), "p1 exchange_loire company=OU")
    assert refused(state, "p1 buy_share company=OU source=ipo") == "stock.one-purchase"


def test_exchange_in_an_operating_round() -> None:
    """At any time in it, whoever operates; not in the auction or while an offer waits."""
    state = operating(floated(loire(), "PO", {"p2": 60}), "PO", "track")
    state = floated(state, "OU", {"p2": 40, "p3": 20})
    assert refused(state, "p1 exchange_loire company=OU") == "ok"
    assert refused(state, "p2 exchange_loire company=OU") == "1843.loire-owner"
    asked = play(with_private(state, "2", owner="p3", closed=False), "p2 buy_private private=2 price=1")
    assert refused(asked, "p1 exchange_loire company=OU") == "1843.loire-time"


def test_exchange_while_trains_are_discarded() -> None:
    """1843.loire-time: at any time in an operating round, also while a company is over its train limit (10.2)."""
    state = floated(later(3, "blue"), "EST", {"p2": 40}, trains=("4+1",) * 5)
    state = floated(with_private(state, "5", owner="p1", closed=False), "OU", {"p2": 40, "p3": 20})
    state = operating(state, "EST", "trains")
    state = replace(state, frames=(*state.frames, Discard("EST")))
    assert refused(state, "p1 exchange_loire company=OU") == "ok"


def test_exchange_and_certificates() -> None:
    """The private goes, a certificate comes: at the limit it is legal, above it is not."""
    state = with_private(later(6), "5", owner="p1", closed=False)
    for sym in ("EST", "OU"):
        state = floated(state, sym, {"p1": 60, "p2": 20})
    state = floated(state, "PO", {"p2": 40, "p1": 10})
    state = operating(floated(state, "SO", {"p2": 40}), "SO", "track")
    assert refused(state, "p1 exchange_loire company=SO") == "ok", "12 of 12"
    more = with_private(state, "2", owner="p1", closed=False)
    assert refused(more, "p1 exchange_loire company=SO") == "stock.certificate-limit"


def test_director_changes_by_exchange() -> None:
    state = floated(loire(), "PO", {"p2": 30, "p1": 30}, cash=0)
    state = play(state, "p1 exchange_loire company=PO")
    assert state.companies["PO"].certificate == "p1"


def test_no_exchange_takes_a_company_bound_to_a_train() -> None:
    """train.emergency-president: SO has agreed to sell EST a train; until it is bought both keep their directors."""
    state = with_company(blue(0, 0), "EST", shares={"p1": (10, 10), "p3": (10,) * 4, IPO: (10, 10)})
    state = with_company(state, "SO", trains=("4+1",), shares={"p2": (10,), "p3": (10,) * 3, IPO: (10,) * 4})
    state = with_private(floated(state, "PO", {"p1": 60, "p2": 20}, cell=(2, 9)), "5", owner="p3", closed=False)
    assert refused(state, "p3 exchange_loire company=SO") == "ok", "nothing is agreed yet"
    assert refused(state, "p3 exchange_loire company=EST") == "train.emergency-president"
    state = play(state, "p1 raise_money train=4+1 source=SO price=300", "p2 accept")
    objection = refusal(state, read(state, "p3 exchange_loire company=SO"))
    assert objection is not None
    assert objection.rule == "train.emergency-president"
    assert refusal_text(state, objection).startswith("P3 would become director of SO.")
    assert refused(state, "p3 exchange_loire company=PO") == "ok"


def test_nobody_is_asked_because_another_owns_the_loire() -> None:
    """A player without money or shares is passed over, although p2 could exchange the Val de Loire in his turn."""
    state = floated(with_private(later(), "5", owner="p2", closed=False), "PO", {"p2": 40, "p3": 20})
    state = replace(with_cash(state, p1=0), frames=(StockRound(at="p3"),))
    assert actors(play(state, "p3 pass")) == ("p2",)


# 5 Val de Loire: the engineers' card


def engineers() -> State:
    """PO owns the Val de Loire, a 2+1 and a 4+1 in green phase; EST of p2 will bring blue."""
    state = versailles("5", step="trains")
    state = with_company(state, "PO", trains=("2+1", "4+1"))
    return floated(state, "EST", {"p2": 60}, cash=2000, cell=(13, 6))


def test_the_card() -> None:
    """In the train step, on a train of its own; the private closes at once."""
    assert refused(engineers(), "p1 preserve_train train=5+2") == "1843.engineers"
    assert refused(versailles(step="trains"), "p1 preserve_train train=2+1") == "1843.engineers"
    assert refused(versailles("5"), "p1 preserve_train train=2+1") == "turn.not-now"
    _, events = apply(engineers(), read(engineers(), "p1 preserve_train train=2+1"))
    assert Noted(what="engineers", who="PO", about="2+1", rule="1843.engineers") in events
    state = play(engineers(), "p1 preserve_train train=2+1")
    assert state.privates["5"].closed
    assert (state.extra.engineers, state.extra.preserved) == ("PO", "2+1")


def rusting() -> State:
    """The 2+1 of PO carries the card; EST may buy the first blue train."""
    state = extra(engineers(), engineers="PO", preserved="2+1")
    return operating(left(held(state), "green", 0), "EST", "trains")


def test_obsolete_train() -> None:
    """It outlives the first blue train, does not count, runs once and leaves before the train step."""
    line = "p2 buy_train train=5+2 source=supply price=350"
    assert "1843.obsolete" in cited(rusting(), line)
    state = play(rusting(), line)
    assert sorted(state.companies["PO"].trains) == ["2+1", "4+1"]
    assert state.extra.obsolete
    state = operating(laid(state, F13=("57", 1)), "PO", "dividend", revenue=40)
    assert "1843.obsolete" in cited(state, "p1 dividend how=withhold")
    state = play(state, "p1 dividend how=withhold")
    assert state.companies["PO"].trains == ("4+1",)
    assert not state.extra.obsolete
    assert not state.extra.engineers


def test_exchange_while_the_foreigners_make_companies_discard() -> None:
    """The foreigners begin the blue phase after the set: no company operates, and the exchange is still open."""
    state = with_private(later(3, "green"), "5", closed=False, owner="p2")
    state = floated(state, "EST", {"p1": 50}, trains=("4+1",) * 4)
    state = play(operating(left(state, "green", 1), "EST", "ports"), "p1 pass")
    assert state.top == Discard("EST")
    state = play(state, "p2 exchange_loire company=EST par=0")
    assert percent_of(state, "EST", "p2") == 10
    assert state.top == Discard("EST")


def test_obsolete_train_is_not_discarded() -> None:
    """At a new limit an obsolete train is neither counted nor given up."""
    state = extra(engineers(), engineers="PO", preserved="2+1", obsolete=True)
    state = with_company(state, "PO", trains=("2+1", "5+2", "5+2", "4/6x2"))
    state = operating(left(replace(state, phase=2), "blue", 0), "EST", "trains")
    state = left(left(state, "yellow", 0), "green", 0)
    state = play(state, "p2 buy_train train=5E source=supply price=400")
    assert actors(state) == ("p1",)
    assert refused(state, "p1 discard_train company=PO train=2+1") == "train.discard"
    state = play(state, "p1 discard_train company=PO train=5+2")
    assert state.companies["PO"].trains == ("2+1", "5+2", "4/6x2")


def test_a_card_without_its_train_is_nothing() -> None:
    """A record of a train that the company does not own neither counts nor runs nor leaves."""
    state = extra(engineers(), engineers="PO", preserved="5+2", obsolete=True)
    assert obsolete_train(state, "PO") == ""
    assert lasting(state, "PO") == ("2+1", "4+1")
    assert running_trains(state, "PO") == (("2+1", "4+1"),)
    state = play(operating(state, "PO", "dividend", revenue=40), "p1 dividend how=withhold")
    assert state.companies["PO"].trains == ("2+1", "4+1")
    lost = extra(rusting(), preserved="2x2 or 3+1")
    state = play(lost, "p2 buy_train train=5+2 source=supply price=350")
    assert state.companies["PO"].trains == ("4+1",)


def test_card_is_lost_with_the_train() -> None:
    """10.2: a marked train that is sold before it is obsolete rusts in the normal manner."""
    state = operating(extra(engineers(), engineers="PO", preserved="2+1"), "EST", "trains")
    state = play(state, "p2 buy_train train=2+1 source=PO price=50", "p1 accept")
    assert state.extra.engineers == ""


def test_gray_phase_takes_obsolete_trains_too() -> None:
    state = extra(engineers(), engineers="PO", preserved="5+2", obsolete=True)
    state = with_company(replace(state, phase=4), "PO", trains=("5+2",))
    for colour in ("yellow", "green", "blue", "brown", "red"):
        state = left(state, colour, 0)
    state = operating(held(state), "EST", "trains")
    state = play(state, "p2 buy_train train=Electric source=supply price=900")
    assert state.companies["PO"].trains == ()
    assert state.extra.engineers == ""


# 5 Val de Loire: the train of a game of six


def six(phase: str = "yellow") -> State:
    return with_private(versailles(phase=phase, seats=6), "5", owner="p2", closed=False)


CONVERSIONS = [
    ("yellow", 110, "ok"),
    ("yellow", 109, "private.price"),
    ("green", 1, "ok"),
    ("green", 220, "ok"),
    ("green", 221, "private.price"),
    ("blue", 110, "1843.loire-train"),
]


@pytest.mark.parametrize(("phase", "price", "answer"), CONVERSIONS)
def test_conversions(phase: str, price: int, answer: str) -> None:
    assert refused(six(phase), f"p1 buy_loire_train price={price}") == answer


def test_loire_becomes_a_train() -> None:
    """Only with six players; no phase change, rusts with the yellow trains, needs room and money."""
    few = with_private(versailles(phase="yellow"), "5", owner="p2", closed=False)
    assert refused(few, "p1 buy_loire_train price=110") == "1843.loire-train"
    nobody = with_private(six(), "5", owner="", closed=True)
    assert refused(nobody, "p1 buy_loire_train price=110") == "1843.loire-train"
    line = "p1 buy_loire_train price=110"
    assert refused(with_company(six(), "PO", cash=109), line) == "money.company"
    assert refused(with_company(six(), "PO", trains=("2+1",) * 4), line) == "train.limit"
    asked = play(six(), line)
    assert refused(play(asked, "p2 decline"), line) == "offer.declined"
    state = play(asked, "p2 accept")
    assert state.companies["PO"].trains == ("2",)
    assert state.privates["5"].closed
    assert state.phase == 0
    assert state.players["p2"].cash == 510
    assert FACTS.trains["2"].rusts_on == FACTS.trains["2+1"].rusts_on
