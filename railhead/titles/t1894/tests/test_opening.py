"""The set-up (3) and the private auction (5)."""

from __future__ import annotations

import pytest
from kit import begin, play, refused, with_top

from railhead.core.auction import Bidding, unsold
from railhead.core.market import price_of
from railhead.core.shares import percent_of
from railhead.core.state import IPO, POOL, RESERVED
from railhead.core.stock import StockRound
from railhead.titles.t1894.opening import ParChoice
from railhead.titles.t1894.tests.helpers import auctioned, opened

TABLE = [(3, 570, 18, 10), (4, 480, 14, 0)]  # 22.1: players, money, certificates; 3: pool share for three


@pytest.mark.parametrize(("seats", "money", "limit", "pool"), TABLE)
def test_set_up(seats: int, money: int, limit: int, pool: int) -> None:
    """Money and limits by table 22.1; shares of the drawn company and the BELGE are dealt (3)."""
    slugs = ("setup.money", "setup.shares", "setup.nord-share", "setup.french", "setup.station-private")
    state = opened(seats, "PLM", "GLG")
    assert {player.cash for player in state.players.values()} == {money}, slugs
    assert state.rules.certificate_limit == limit
    assert "GLG" not in state.privates
    assert "SAC" in state.privates
    for company in ("PLM", "BELGE"):
        assert [percent_of(state, company, player) for player in state.players] == [10] * seats
        assert percent_of(state, company, POOL) == pool
        assert state.companies[company].certificate == RESERVED
        assert percent_of(state, company, IPO) == 80 - 10 * seats - pool
    assert percent_of(state, "NORD", RESERVED) == 10
    assert percent_of(state, "OUEST", IPO) == 100


def test_nord_drawn_keeps_three_shares_in_the_offering() -> None:
    """Four players: 80 % less four dealt and the minor's one."""
    state = opened(4, "NORD", "SAC")
    assert (percent_of(state, "NORD", RESERVED), percent_of(state, "NORD", IPO)) == (20 + 10, 30)


@pytest.mark.parametrize(
    ("seed", "french", "removed"),
    [(92791301, "EST", "GLG"), (1255283704, "NORD", "SAC"), (2076138808, "OUEST", "SAC")],
)
def test_draws_depend_on_the_seed(seed: int, french: str, removed: str) -> None:
    """The seed alone decides; these draws must never change."""
    state = begin("1894", 4, seed=seed)
    assert state.extra.french == french
    assert removed not in state.privates


def test_number_cards_are_dealt() -> None:
    """setup.cards: the order differs from the seats for some seeds; by house rule it never does."""
    orders = {begin("1894", 4, seed=seed).order for seed in range(12)}
    assert len(orders) > 3, "setup.cards"
    assert all(begin("1894", 4, "seats-in-order", seed=seed).order[0] == "p1" for seed in range(12))


BIDS = [
    ("p1 bid private=LRC price=20", "ok"),
    ("p1 bid private=LRC price=25", "auction.price"),  # the cheapest is bought at its cost
    ("p1 bid private=AR price=30", "ok"),
    ("p1 bid private=AR price=25", "auction.price"),  # larger than the cost
    ("p1 bid private=AR price=32", "auction.price"),  # multiples of 5
    ("p1 bid private=SAC price=60", "auction.private"),  # out of this game
    ("p1 bid private=BMS price=575", "auction.money"),
    ("p2 bid private=LRC price=20", "turn.whose"),
    ("p1 pass", "ok"),
    ("p1 buy_ferry", "turn.not-now"),
]


@pytest.mark.parametrize(("line", "answer"), BIDS)
def test_first_turn(line: str, answer: str) -> None:
    assert refused(opened(), line) == answer


def test_bids_are_set_aside() -> None:
    """570 less 300 and 200 leave 70 for other bids (5.3)."""
    state = play(opened(), "p1 bid private=BMS price=300", "p2 pass", "p3 pass")
    state = play(state, "p1 bid private=FMS price=200", "p2 pass", "p3 pass")
    assert refused(state, "p1 bid private=LS price=95") == "auction.money"
    assert refused(state, "p1 bid private=BMS price=370") == "ok"
    assert refused(state, "p1 bid private=BMS price=375") == "auction.money"


def test_single_bid_and_fight() -> None:
    """5.2: AR goes to its bidder; for the GLG the lowest bidder speaks first; then p2 follows p1."""
    slugs = ("auction.single-bid", "auction.fight", "auction.next")
    state = play(opened(), "p1 bid private=AR price=30", "p2 bid private=GLG price=55", "p3 bid private=GLG price=60")
    state = play(state, "p1 bid private=LRC price=20")
    assert state.privates["AR"].owner == "p1", slugs
    assert isinstance(state.top, Bidding)
    assert state.top.at == "p2"
    assert refused(state, "p2 bid private=GLG price=60") == "auction.price"
    state = play(state, "p2 bid private=GLG price=65", "p3 pass")
    assert state.privates["GLG"].owner == "p2"
    assert [state.players[p].cash for p in ("p1", "p2", "p3")] == [520, 505, 570]
    assert state.top.at == "p2"


def test_first_private_falls_and_is_taken() -> None:
    """5.1: after four rounds of passing the 20 F line is free and goes to p1; p2 is next."""
    state = opened()
    for _ in range(3):
        state = play(state, "p1 pass", "p2 pass", "p3 pass")
    assert refused(state, "p1 bid private=LRC price=5") == "ok", "auction.falls"
    state = play(state, "p1 pass", "p2 pass", "p3 pass")
    assert state.privates["LRC"].owner == "p1"
    assert state.top.at == "p2"
    assert unsold(state)[0] == "AR"


def test_a_free_private_cannot_be_passed() -> None:
    assert refused(with_top(opened(), cut={"LRC": 20}), "p1 pass") == "auction.must-take"


def test_income_when_all_pass() -> None:
    """auction.income: with the first private sold, owners are paid and prices stay."""
    state = play(opened(), "p1 bid private=LRC price=20", "p2 pass", "p3 pass", "p1 pass")
    assert state.players["p1"].cash == 555, "auction.income"
    assert refused(state, "p2 bid private=AR price=25") == "ok"


def test_par_at_once() -> None:
    """5.3: the winner sets par before anything else; the company floats with ten times par."""
    state = opened()
    for private, cost in (("LRC", 20), ("AR", 25), ("GLG", 50), ("SQG", 70), ("LS", 90), ("NMinorS", 140)):
        state = play(state, f"{state.top.at} bid private={private} price={cost}")
    state = play(state, "p1 bid private=BMS price=205", "p2 bid private=FMS price=180")
    assert isinstance(state.top, ParChoice), "BMS waits for the par price of the EST"
    assert refused(state, "p2 set_par company=EST price=90") == "1894.par-of-shareholding"
    assert refused(state, "p2 set_par company=BELGE price=95") == "1894.par-of-shareholding"
    assert refused(state, "p1 pass") == "turn.not-now"
    state = play(state, "p2 set_par company=EST price=95")
    est = state.companies["EST"]
    assert (est.floated, est.cash, est.certificate, price_of(state, "EST")) == (True, 950, "p2", 95)
    assert state.privates["BMS"].owner == "p1"
    assert state.top == ParChoice("p1", "BELGE")
    state = play(state, "p1 set_par company=BELGE price=100")
    assert isinstance(state.top, StockRound)
    assert state.top.at == "p3", "auction.first-stock-round"  # p2's purchase ended the auction


def test_par_after_all_auctions_by_house_rule() -> None:
    """Both bids are settled before the first par price is asked for."""
    state = opened(3, "EST", "SAC", "par-after-auctions")
    for private, cost in (("LRC", 20), ("AR", 25), ("GLG", 50), ("SQG", 70), ("LS", 90), ("NMinorS", 140)):
        state = play(state, f"{state.top.at} bid private={private} price={cost}")
    state = play(state, "p1 bid private=BMS price=205", "p2 bid private=FMS price=180")
    assert state.privates["BMS"].owner == "p1"
    state = play(state, "p2 set_par company=EST price=67", "p1 set_par company=BELGE price=80")
    assert isinstance(state.top, StockRound)


def test_nord_minor_is_no_president() -> None:
    """11.2.2.7: with the NORD drawn, the minor's owner has two shares; the major's owner is president."""
    state = auctioned(3, "NORD")
    minor, major = state.privates["NMinorS"].owner, state.companies["NORD"].certificate
    assert minor == "p3", "1894.nord-minor"
    assert major == "p1"
    assert percent_of(state, "NORD", minor) == 20
    assert percent_of(state, "NORD", major) == 30


def test_first_stock_round_without_sales() -> None:
    state = auctioned()
    assert state.top.at == "p3"
    assert refused(state, "p3 sell_shares company=EST percent=10") == "stock.first-round"
