"""Mountain railways (IV.1) and coal railways (IV.2) become shares of regional railways."""

from __future__ import annotations

import pytest
from kit import play, refused, with_cash, with_company, with_top
from msgspec.structs import replace

from railhead.core.engine import actors
from railhead.core.shares import certificates_of, percent_of
from railhead.core.state import IPO, RESERVED, State, president_of
from railhead.titles.t1824.exchange import (
    MountainExchange,
    close_coal_railways,
    exchange_all_mountains,
    open_regional_railways,
)
from railhead.titles.t1824.tests.helpers import (
    after_first_round,
    changed,
    cited,
    limited,
    major,
    minor,
    operating,
    supply,
    trading,
)


def owners(phase: str = "3", **fields: object) -> State:
    """p1 owns B1, B3 and EPP, p2 owns B2 and EOD; BK and MS have prices of 80 and 100; p1 to act."""
    state = after_first_round(3, B1="p1", B2="p2", B3="p1")
    state = minor(state, "EPP", "p1", cash=70, trains=("1g",))
    state = minor(state, "EOD", "p2", cash=30, trains=("1g", "2g"))
    for sym, price in (("BK", 80), ("MS", 100)):
        state = major(state, sym, {RESERVED: 20}, price, floated=False, operated=False)
    for coal in ("EPP", "EOD"):
        owner = "p1" if coal == "EPP" else "p2"
        state = with_company(state, coal, closed=False, certificate=owner, floated=True)
    return trading(state, "p1", phase, **fields)


EXCHANGES = [  # phase, the move of p1, the answer
    ("3", "exchange_mountain private=B1 company=BK", "ok"),
    ("3", "exchange_mountain private=B1 company=BH", "ok"),  # no price is needed
    ("3", "exchange_mountain private=B1 company=SD", "mountain.share"),  # no regional railway
    ("3", "exchange_mountain private=B1 company=BK source=reserved", "mountain.share"),
    ("3", "exchange_mountain private=B2 company=BK", "mountain.owned"),
    ("2", "exchange_mountain private=B1 company=BK", "exchange.phase"),
    ("3", "exchange_coal railway=EPP", "ok"),
    ("3", "exchange_coal railway=EOD", "coal.owned"),
    ("3", "exchange_coal railway=SD1", "coal.owned"),
    ("2", "exchange_coal railway=EPP", "exchange.phase"),
]


@pytest.mark.parametrize(("phase", "line", "answer"), EXCHANGES)
def test_exchanges(phase: str, line: str, answer: str) -> None:
    assert refused(owners(phase), f"p1 {line}") == answer


def test_mountain_takes_the_place_of_a_purchase() -> None:
    """mountain.exchange: one a turn, instead of a purchase; it counts as an action."""
    state = owners()
    line = "p1 exchange_mountain private=B1 company=BK"
    assert "mountain.exchange" in cited(state, line)
    after = play(state, line)
    assert percent_of(after, "BK", "p1") == 10
    assert after.privates["B1"].closed
    assert after.players["p1"].cash == state.players["p1"].cash
    assert actors(after) == ("p2",)
    assert refused(with_top(state, bought=("UG",)), line) == "stock.one-purchase"


def test_exchange_above_the_limits() -> None:
    """mountain.exchange: neither 60 % nor the certificate limit stands in the way (VI.7)."""
    state = major(owners(), "BK", {"p1": 60, "p2": 20}, 80)
    state = limited(state, certificates_of(state, "p1"))
    after = play(state, "p1 exchange_mountain private=B1 company=BK")
    assert percent_of(after, "BK", "p1") == 70, "mountain.exchange"
    assert certificates_of(after, "p1") == after.rules.certificate_limit + 1


def test_first_four_train_exchanges_all() -> None:
    """mountain.compulsory, mountain.number-order: B1, B2, B3 in order; the owners choose."""
    state = owners("4")
    state = changed(replace(state, frames=()), exchange_all_mountains)
    assert isinstance(state.top, MountainExchange)
    assert refused(state, "p1 exchange_mountain private=B3 company=BK") == "mountain.number-order"
    assert refused(state, "p1 exchange_mountain private=B1 company=SD") == "mountain.share"
    assert refused(state, "p1 pass") == "mountain.compulsory"
    state = play(state, "p1 exchange_mountain private=B1 company=BH")
    assert refused(state, "p1 exchange_mountain private=B2 company=BH") == "turn.whose"
    state = play(state, "p2 exchange_mountain private=B2 company=MS", "p1 exchange_mountain private=B3 company=BK")
    assert not any(private.owner for private in state.privates.values())


def test_no_share_left() -> None:
    """mountain.no-share: the railway is lost without compensation."""
    state = owners("4")
    for sym in ("BK", "MS", "CL", "SB", "BH"):
        state = with_company(state, sym, shares={"p3": (10,) * 8})
    state = with_company(state, "BH", shares={"p3": (10,) * 7, IPO: (10,)})
    state = changed(replace(state, frames=()), exchange_all_mountains)
    line = "p1 exchange_mountain private=B1 company=BH"
    assert "mountain.no-share" in cited(state, line)
    after = play(state, line)
    assert not any(private.owner for private in after.privates.values())
    assert not percent_of(after, "BH", "p2")


def test_compulsory_exchange_interrupts_the_round() -> None:
    """The purchase of the first 4-train: the owner of B1 chooses before the buyer goes on (IV.1)."""
    state = minor(after_first_round(3, B1="p1"), "SD1", "p2", cash=400)
    state = supply(operating(state, "SD1", "trains", "3"), "4", 4)
    state = play(state, "p2 buy_train train=4 source=supply price=280")
    assert actors(state) == ("p1",)
    state = play(state, "p1 exchange_mountain private=B1 company=BH")
    assert actors(state) == ("p2",)


def test_coal_exchange_is_a_whole_turn() -> None:
    """coal.whole-turn, coal.exchange: money, trains and the certificate; the marker leaves the mine."""
    state = owners()
    sold = with_top(state, acted=True)
    assert refused(sold, "p1 exchange_coal railway=EPP") == "coal.whole-turn"
    assert "coal.exchange" in cited(state, "p1 exchange_coal railway=EPP")
    after = play(state, "p1 exchange_coal railway=EPP")
    assert actors(after) == ("p2",)
    assert after.companies["EPP"].closed
    assert (after.companies["BK"].cash, after.companies["BK"].trains) == (70, ("1g",))
    assert not any("EPP" in slots for cities in after.board.stations.values() for slots in cities)
    assert president_of(after, "BK") == "p1"
    assert not after.companies["BK"].floated


def test_exchange_opens_the_regional_railway() -> None:
    """company.capital: 30 % with players and the certificate are half; 8 x 80 and the coal railway's 70 (IV.4.2)."""
    state = with_company(owners(), "BK", shares={"p2": (10,), "p1": (10,) * 2, IPO: (10,) * 5})
    after = play(state, "p1 exchange_coal railway=EPP")
    assert after.companies["BK"].floated
    assert after.companies["BK"].cash == 8 * 80 + 70, "company.capital"


def test_half_sold_without_certificate_does_not_open() -> None:
    """company.float: the director's certificate must be among the half (IV.4.2)."""
    state = with_company(owners(), "BK", shares={"p2": (10,) * 4, "p1": (10,) * 3, IPO: (10,)})
    after = play(with_cash(state, p1=500), "p1 buy_share company=BK source=ipo")
    assert not after.companies["BK"].floated, "company.float"


def test_who_keeps_the_certificate() -> None:
    """president.change: more than 20 % takes it for two shares at once; exactly 20 % does not (IV.2)."""
    level = with_company(owners(), "BK", shares={"p2": (10,) * 2, IPO: (10,) * 6})
    assert president_of(play(level, "p1 exchange_coal railway=EPP"), "BK") == "p1"
    more = with_company(owners(), "BK", shares={"p2": (10,) * 3, IPO: (10,) * 5})
    after = play(more, "p1 exchange_coal railway=EPP")
    assert president_of(after, "BK") == "p2", "president.change"
    assert percent_of(after, "BK", "p1") == 20
    assert percent_of(after, "BK", "p2") == 30


def test_first_five_train_closes_coal_railways() -> None:
    """coal.exchange: at once, whatever the owners wish; BK has 50 % and opens after the round, MS waits."""
    state = with_company(owners("5"), "BK", shares={"p2": (10,) * 3, IPO: (10,) * 5})
    after = changed(state, close_coal_railways)
    assert after.companies["EPP"].closed, "coal.exchange"
    assert after.companies["EOD"].closed
    assert not after.companies["BK"].floated
    opened = changed(after, open_regional_railways)
    assert opened.companies["BK"].floated
    assert not opened.companies["MS"].floated
    assert (after.companies["MS"].cash, after.companies["MS"].trains) == (30, ("1g", "2g"))


def test_opened_company_waits_for_the_next_round() -> None:
    """A company that the first 5-train opens does not operate in the same round (IV.2)."""
    state = with_company(owners("4"), "BK", shares={"p2": (10,) * 3, IPO: (10,) * 5})
    state = minor(state, "UG2", "p3", cash=500)
    state = minor(state, "KK2", "p3")
    state = supply(operating(state, "UG2", "trains", "4", ("EPP", "KK2")), "5", 3)
    after = play(state, "p3 buy_train train=5 source=supply price=400")
    assert not after.companies["BK"].floated
    assert after.top.company == "KK2"  # EPP is closed, BK not asked
    assert after.rules.operating.order(after) == ()


def test_certificate_must_be_kept_for_it() -> None:
    """coal.reserved: a construction railway of the two-player game has no certificate to take."""
    state = with_company(owners(), "BK", certificate="pool")
    assert refused(state, "p1 exchange_coal railway=EPP") == "coal.reserved"
