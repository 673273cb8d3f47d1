"""The rhythm of rounds and the four endings (5, 8.10)."""

from __future__ import annotations

import pytest
from kit import play, refused, with_cash, with_company, with_private
from msgspec.structs import replace

from railhead.core.finish import worth
from railhead.core.operating import OperatingRound
from railhead.core.state import POOL, Round, State
from railhead.core.stock import StockRound
from railhead.titles.t1843.tests.helpers import (
    after_round,
    cited,
    extra,
    floated,
    held,
    laid,
    later,
    opened,
    operating,
    stations,
)
from railhead.titles.t1843.tests.helpers import certificates_left as left


def test_number_of_operating_rounds() -> None:
    """5: by the phase in which the stock round ended; a later change does not matter."""
    for phase, of in (("yellow", 1), ("green", 2), ("blue", 2), ("brown", 3), ("red", 3), ("gray", 4)):
        state = floated(later(3, phase), "PO", {"p1": 60})
        state = after_round(replace(state, frames=(StockRound(at="p1", passes=3),)))
        assert (state.round.kind, state.round.part, state.round.of) == ("OR", 1, of)


def test_dividend_to_500_ends_after_the_round() -> None:
    """8.10.1: the operating round is finished, then the game; no foreigners, no further round."""
    state = floated(later(3, "red"), "EST", {"p1": 60}, trains=("8E",), cell=(0, 13))
    state = floated(state, "PO", {"p2": 60}, cash=0)
    state = stations(state, H25=(("EST", ""),), F13=(("PO",),))
    state = operating(state, "EST", "dividend", waiting=("PO",), revenue=90)
    state = replace(state, round=Round("OR", 5, 1, 3))
    state = play(state, "p1 dividend how=pay")
    assert state.companies["EST"].cell == (0, 14)
    assert state.ended is None
    before = state.depot
    state = play(state, "p1 pass")
    assert "end.500" in cited(state, "p2 pass")
    state = play(state, "p2 pass")  # PO's track; the rest of its turn has no choice
    assert state.ended is not None
    assert state.ended.reason == "price"
    assert state.depot == before
    assert state.ended.scores["p1"] == 800 + 54 + 6 * 500


def test_sold_out_to_500_ends_at_once() -> None:
    """8.10.1: all sold-out companies move, then the game is over."""
    state = floated(later(3, "red"), "EST", {"p1": 60, "p2": 40}, cell=(1, 14))
    state = floated(state, "PO", {"p2": 60, "p1": 40}, cell=(4, 7))
    state = replace(state, frames=(StockRound(at="p3", passes=2),))
    assert "end.500" in cited(state, "p3 pass")
    state = play(state, "p3 pass")
    assert state.ended is not None
    assert state.ended.reason == "price"
    assert state.companies["PO"].cell == (3, 7)
    assert refused(state, "p1 pass") == "game.over"


def gray_set(sets: int, part: int = 4) -> State:
    """Gray phase, the last turn of an operating round; EST owns an Electric."""
    state = floated(later(3, "gray"), "EST", {"p1": 60}, trains=("Electric",), cash=0)
    state = stations(state, H25=(("EST", ""),))
    state = extra(operating(held(state), "EST", "dividend", revenue=90), gray_now=True, gray_sets=sets)
    return replace(state, round=Round("OR", 8, part, 4))


def test_second_set_with_a_gray_train() -> None:
    """8.10.1: the game ends with the last operating round of the second such set."""
    first = play(gray_set(0), "p1 dividend how=pay")
    assert first.ended is None
    assert first.round.kind == "SR"
    assert first.extra.gray_sets == 1
    middle = play(gray_set(1, part=3), "p1 dividend how=pay")
    assert middle.ended is None
    assert "end.gray-trains" in cited(gray_set(1), "p1 dividend how=pay")
    last = play(gray_set(1), "p1 dividend how=pay")
    assert last.ended is not None
    assert last.ended.reason == "gray trains"


def test_gray_train_of_the_foreigners_does_not_count() -> None:
    """A set in which no company owns a gray train is not counted."""
    state = floated(left(later(3, "red"), "red", 0), "PO", {"p1": 60}, cash=0)
    state = operating(stations(state, F13=(("PO",),)), "PO", "track")
    state = play(state, "p1 pass")
    assert state.round.kind == "SR"
    assert state.phase == 5
    assert state.extra.gray_sets == 0
    assert not state.extra.gray_now


def test_a_gray_train_owned_counts_every_set() -> None:
    state = floated(later(3, "gray"), "EST", {"p1": 60}, trains=("Electric",))
    state = after_round(replace(state, frames=(StockRound(at="p1", passes=3),)))
    assert state.extra.gray_now


def test_auction_dies() -> None:
    """6.2: six times all players pass."""
    state = opened(2)
    for number in range(3):
        assert "1843.auction-train" in cited(play(state, "p1 pass"), "p2 pass")
        assert "auction.falls" in cited(play(state, "p1 pass"), "p2 pass")
        assert "auction.all-pass" in cited(play(state, "p1 pass"), "p2 pass")
        state = play(state, "p1 pass", "p2 pass")
        assert state.depot.supply["2+1"] == 5 - number
    assert refused(state, "p1 pass") == "auction.must-take"
    state = play(state, "p1 bid private=1 price=0")
    for _ in range(2):
        state = play(state, "p2 pass", "p1 pass")
    assert "end.auction" in cited(play(state, "p2 pass"), "p1 pass")
    state = play(state, "p2 pass", "p1 pass")
    assert state.ended is not None
    assert state.ended.scores == {"p1": 1215, "p2": 1200}


AUCTION = [
    ("p1 bid private=8 price=25", "auction.private"),
    ("p1 bid private=1 price=20", "auction.price"),
    ("p1 bid private=2 price=22", "auction.price"),
    ("p1 bid private=2 price=1205", "auction.money"),
    ("p1 bid private=2 price=1200", "ok"),
]


@pytest.mark.parametrize(("line", "answer"), AUCTION)
def test_auction_bids(line: str, answer: str) -> None:
    assert refused(opened(2), line) == answer


def test_auction_fight_and_single_bid() -> None:
    """D10, and the par price of PLM."""
    state = play(opened(), "p1 bid private=2 price=25", "p2 bid private=2 price=30", "p3 bid private=1 price=15")
    assert state.top.at == "p1", "auction.fight"
    state = play(state, "p1 pass")
    assert state.players["p2"].cash == 770
    assert state.top.at == "p1", "auction.next"
    state = play(state, "p1 bid private=4 price=75", "p2 bid private=3 price=40")
    assert state.privates["4"].owner == "p1", "auction.single-bid"
    state = play(state, "p3 bid private=5 price=110", "p1 bid private=6 price=150", "p2 bid private=7 price=210")
    assert refused(state, "p2 set_par company=PLM price=120") == "1843.plm-par"
    assert refused(state, "p2 set_par company=PLM price=86") == "ok"


def test_scores() -> None:
    """8.10.2: cash, shares at market, privates at face value, nothing for shares without a par price."""
    state = with_cash(floated(later(), "PO", {"p1": 60, POOL: 10}, cell=(9, 5)), p1=100)
    state = with_private(state, "6", owner="p1", closed=False)
    state = with_company(state, "ETA", shares={"p1": (10,)})
    assert worth(state, "p1") == 100 + 6 * 79 + 150, "end.score"


def test_prices_reorder_companies_still_to_come() -> None:
    """8.2: the next company is the dearest of those that wait, at the prices of the moment."""
    state = floated(floated(later(), "PO", {"p1": 60}, cell=(9, 5)), "OU", {"p2": 60}, cell=(9, 6))
    state = laid(stations(state, F13=(("PO",),), D9=(("OU",),)))
    state = replace(state, frames=(OperatingRound(waiting=("PO", "OU")),), round=Round("OR", 2, 1, 1))
    assert after_round(state).top.company == "OU"
