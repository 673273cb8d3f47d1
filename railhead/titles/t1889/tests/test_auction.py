"""The opening auction (5.7) and the set-up (3, 18)."""

from __future__ import annotations

import pytest
from kit import begin, play, refused, with_top

from railhead.core.auction import Bidding
from railhead.core.stock import StockRound
from railhead.titles.t1889.tests.helpers import sold_out_auction

SETUP = [  # section 18, table 2: players, capital, certificates, privates
    (2, 420, 25, "ABCDE"),
    (3, 420, 19, "ABCDEF"),
    (4, 420, 14, "ABCDEFG"),
    (5, 390, 12, "ABCDEFG"),
    (6, 390, 11, "ABCDEFG"),
]


@pytest.mark.parametrize(("seats", "capital", "limit", "privates"), SETUP)
def test_set_up(seats: int, capital: int, limit: int, privates: str) -> None:
    """setup.capital, setup.privates, setup.bank: tables of section 18; the bank's 7000 include the capital."""
    slugs = ("setup.capital", "setup.privates", "setup.bank")
    state = begin("1889", seats)
    assert [player.cash for player in state.players.values()] == [capital] * seats, slugs
    assert state.rules.certificate_limit == limit
    assert "".join(state.privates) == privates
    assert state.bank == 7000 - seats * capital


BIDS = [
    ("p1 bid private=A price=20", "ok"),
    ("p1 bid private=A price=25", "auction.price"),  # the cheapest is bought, not bid on
    ("p1 bid private=B price=35", "ok"),
    ("p1 bid private=B price=34", "auction.price"),  # at least 5 above the price
    ("p1 bid private=B price=36", "ok"),  # no multiples needed
    ("p1 bid private=G price=155", "auction.private"),  # not in a game for three
    ("p1 bid private=F price=421", "auction.money"),
    ("p2 bid private=A price=20", "turn.whose"),
    ("p1 pass", "ok"),
    ("p1 dividend how=pay", "turn.not-now"),
]


@pytest.mark.parametrize(("line", "answer"), BIDS)
def test_first_turn(line: str, answer: str) -> None:
    assert refused(begin("1889", 3), line) == answer


def test_bid_money_is_set_aside() -> None:
    """420 less two bids of 200 leave 20: enough for A, not for A and more; raising one's own bid frees it."""
    state = play(begin("1889", 3), "p1 bid private=F price=200", "p2 pass", "p3 pass", "p1 bid private=E price=200")
    state = play(state, "p2 pass", "p3 pass")
    assert refused(state, "p1 bid private=D price=55") == "auction.money"
    assert refused(state, "p1 bid private=F price=220") == "ok"
    assert refused(state, "p1 bid private=F price=221") == "auction.money"
    assert refused(state, "p1 bid private=A price=20") == "ok"


def test_single_bid_is_sold_at_once() -> None:
    """auction.single-bid, auction.next: B's only bid buys it when A goes; the buyer of A was p2, so p3 is next."""
    state = play(begin("1889", 3), "p1 bid private=B price=40", "p2 bid private=A price=20")
    assert state.privates["B"].owner == "p1", "auction.single-bid"
    assert state.players["p1"].cash == 380
    assert state.top.at == "p3", "auction.next"


def test_several_bidders_fight() -> None:
    """auction.fight: begins left of the highest bidder; only bidders take part; passing is final."""
    state = play(
        begin("1889", 4), "p1 bid private=B price=35", "p2 bid private=B price=40", "p3 bid private=B price=45"
    )
    state = play(state, "p4 bid private=A price=20")
    assert isinstance(state.top, Bidding), "auction.fight"
    assert state.top.at == "p1"
    assert refused(state, "p1 bid private=B price=49") == "auction.price"
    state = play(state, "p1 bid private=B price=50")
    assert state.top.at == "p2"
    state = play(state, "p2 pass", "p3 bid private=B price=55", "p1 pass")
    assert state.privates["B"].owner == "p3"
    assert state.players["p3"].cash == 420 - 55
    assert state.top.at == "p1"


@pytest.mark.parametrize(("options", "first"), [((), "p3"), (("lowest-bidder-speaks",), "p1")])
def test_who_speaks_first_in_a_fight(options: tuple[str, ...], first: str) -> None:
    """Bids stand at p1 35, p2 50, p3 45: left of the highest sits p3, the lowest is p1."""
    state = play(begin("1889", 4, *options), "p1 bid private=B price=35", "p2 bid private=B price=40")
    state = play(state, "p3 pass", "p4 pass", "p1 pass", "p2 pass", "p3 bid private=B price=45", "p4 pass")
    state = play(state, "p1 pass", "p2 bid private=B price=50", "p3 pass", "p4 bid private=A price=15")
    assert state.top.at == first, "auction.fight"


def test_all_pass_makes_a_cheaper_until_it_is_free() -> None:
    """auction.falls: 20, 15, 10, 5, then the next player must take it for nothing."""
    state = begin("1889", 2)
    for price in (15, 10, 5):
        state = play(state, "p1 pass", "p2 pass")
        assert refused(state, f"p1 bid private=A price={price}") == "ok", "auction.falls"
    assert refused(state, "p1 bid private=A price=20") == "auction.price"
    state = play(state, "p1 pass", "p2 pass")
    assert state.privates["A"].owner == "p1"
    assert state.players["p1"].cash == 420
    assert state.top.at == "p2"


def test_free_private_must_be_taken() -> None:
    """auction.must-take: whoever is asked while A costs nothing cannot pass."""
    state = with_top(begin("1889", 2), cut={"A": 20})
    assert refused(state, "p1 pass") == "auction.must-take"
    assert refused(state, "p1 bid private=A price=0") == "ok"


def test_all_pass_pays_owned_privates() -> None:
    """auction.income: once A is sold, nothing falls; A pays 5."""
    state = play(begin("1889", 2), "p1 bid private=A price=20", "p2 pass", "p1 pass")
    assert state.players["p1"].cash == 405, "auction.income"
    assert refused(state, "p2 bid private=B price=30") == "ok"


def test_last_private_opens_stock_round() -> None:
    state = sold_out_auction()
    assert isinstance(state.top, StockRound)
    assert state.top.at == state.priority == "p1"
    assert [player.cash for player in state.players.values()] == [350, 330, 300]
