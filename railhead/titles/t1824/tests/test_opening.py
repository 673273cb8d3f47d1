"""Set-up (III), the first stock round (VI.3) and what it leaves (IV.1 to IV.4)."""

from __future__ import annotations

import pytest
from kit import begin, play, refused, with_cash, with_top

from railhead.core.engine import actors, apply
from railhead.core.money import total_money
from railhead.core.operating import OperatingTurn
from railhead.core.shares import certificates_of, percent_of
from railhead.core.state import IPO, RESERVED, State
from railhead.titles import title
from railhead.titles.t1824.first_round import BuyRailway
from railhead.titles.t1824.tests.helpers import cited, limited
from railhead.view.log_words import passages

SETUP = [(3, 820, 21, 4), (4, 680, 16, 6), (5, 560, 13, 6), (6, 460, 11, 4)]  # III.3, VI.7, IV.1


@pytest.mark.parametrize(("seats", "cash", "certificates", "mountains"), SETUP)
def test_money_and_limits(seats: int, cash: int, certificates: int, mountains: int) -> None:
    """setup.capital, setup.bank, setup.mountains, stock.certificate-limit."""
    state = begin("1824", seats)
    assert {player.cash for player in state.players.values()} == {cash}, "setup.capital"
    assert total_money(state) == 12000, "setup.bank"
    assert state.bank == 12000 - seats * cash
    assert state.rules.certificate_limit == certificates
    assert list(state.privates) == [f"B{n + 1}" for n in range(mountains)], "setup.mountains"


def test_shares_that_are_kept() -> None:
    """setup.reserved, state.price: 20 % of four regionals; SD 20+10+10, UG and KK 20+10; 120 in the top row."""
    state = begin("1824", 4)
    for sym in ("BK", "MS", "CL", "SB"):
        assert percent_of(state, sym, RESERVED) == 20
        assert state.companies[sym].cell is None
    assert percent_of(state, "BH", RESERVED) == 0
    assert [percent_of(state, sym, RESERVED) for sym in ("SD", "UG", "KK")] == [40, 30, 30], "setup.reserved"
    assert [percent_of(state, sym, IPO) for sym in ("SD", "UG", "KK")] == [60, 70, 70]
    assert all(state.rules.market.price(state.companies[sym].cell or (6, 0)) == 120 for sym in ("SD", "UG", "KK"))
    assert state.companies["SD"].cell == (0, 2), "state.price"


def test_two_players_get_the_small_map() -> None:
    """Variant A is the only game for two (X); asking for it by name is the same."""
    assert title("1824").rules(2).on("cisleithania")
    assert title("1824").rules(2).map.hexes.keys() == title("1824").rules(2, ["cisleithania"]).map.hexes.keys()
    with pytest.raises(ValueError, match="2 to 6 players"):
        title("1824").rules(1)
    with pytest.raises(ValueError, match="large map"):
        title("1824").rules(3, ["cisleithania", "goods-time"])


def test_first_turn_goes_backwards() -> None:
    """stock.reverse-first-turn: with five players 5-4-3-2-1, then 1-2-3-4-5 (the book's example)."""
    state = begin("1824", 5)
    seen = []
    for name in ("B1", "B2", "B3", "B4", "B5", "B6"):
        seen.append(actors(state)[0])
        state = play(state, f"{seen[-1]} buy_railway railway={name} price=120")
    seen.append(actors(state)[0])
    assert seen == ["p5", "p4", "p3", "p2", "p1", "p1", "p2"], "stock.reverse-first-turn"


def test_passes_of_the_first_round() -> None:
    """VI.2, VI.3: all pass on the way back, and the round is over; one purchase, and all must pass once more."""
    state = play(begin("1824", 3), "p3 pass", "p2 pass")
    assert actors(state) == ("p1",)
    over = play(state, "p1 pass")
    assert (over.round.kind, over.round.number) == ("SR", 2), "no company operates, so the operating round is empty"
    assert all(private.closed for private in over.privates.values())
    on = play(state, "p1 buy_railway railway=B1 price=120")
    assert (actors(on), on.top.passes) == (("p1",), 0), "the last of the way back begins the way there"
    on = play(on, "p1 pass", "p2 pass")
    assert actors(on) == ("p3",)
    assert not on.privates["B2"].closed


FIRST_PURCHASES = [  # the move of p3, the answer
    ("buy_railway railway=B1 price=120", "ok"),
    ("buy_railway railway=B1 price=100", "railway.price"),
    ("buy_railway railway=B5 price=120", "railway.for-sale"),  # four with three players
    ("buy_railway railway=SD price=120", "railway.for-sale"),
    ("buy_railway railway=EPP price=120", "ok"),
    ("buy_railway railway=EPP price=200", "ok"),
    ("buy_railway railway=EPP price=130", "railway.price"),
    ("buy_railway railway=EPP price=220", "railway.price"),
    ("buy_railway railway=SD1 price=240", "ok"),
    ("buy_railway railway=SD1 price=120", "railway.price"),
    ("buy_railway railway=SD3 price=120", "ok"),
    ("buy_share company=SD source=ipo percent=10", "ok"),
    ("buy_share company=SD source=reserved percent=10", "stock.available"),
    ("buy_share company=SD source=reserved percent=20", "stock.available"),
    ("buy_share company=BK source=ipo percent=10", "stock.available"),  # no price yet
    ("buy_share company=BH source=ipo percent=10", "stock.available"),
    ("start_company company=BH price=100", "ok"),
    ("start_company company=BH price=110", "par.price"),
    ("start_company company=BK price=100", "stock.unstarted"),  # kept for the owner of EPP
    ("start_company company=SD price=100", "stock.unstarted"),
    ("start_company company=EPP price=100", "stock.unstarted"),
    ("sell_shares company=SD percent=10", "stock.first-round"),
    ("lay_tile hex=B9 tile=57 rotation=0", "turn.not-now"),
    ("exchange_coal railway=EPP", "turn.not-now"),
]


@pytest.mark.parametrize(("line", "answer"), FIRST_PURCHASES)
def test_first_purchases(line: str, answer: str) -> None:
    state = begin("1824", 3)
    assert refused(state, f"p3 {line}") == answer
    if answer == "ok":
        assert refused(state, f"p1 {line}") == "turn.whose"


def test_what_a_first_purchase_needs() -> None:
    state = begin("1824", 3)
    assert refused(with_cash(state, p3=119), "p3 buy_railway railway=B1 price=120") == "money.player"
    assert refused(with_cash(state, p3=199), "p3 start_company company=BH price=100") == "money.player"
    assert refused(with_cash(state, p3=119), "p3 buy_share company=SD source=ipo") == "money.player"
    assert refused(with_top(state, bought=("SD",)), "p3 buy_railway railway=B1 price=120") == "stock.one-purchase"
    sold = play(state, "p3 buy_railway railway=B1 price=120")
    assert refused(sold, "p2 buy_railway railway=B1 price=120") == "railway.for-sale"


def test_coal_railway() -> None:
    """coal.first-train (IV.2): 160 paid, 120 for the 1g-train, 40 left; BK is set at 80, its shares are on sale."""
    line = "p3 buy_railway railway=EPP price=160"
    assert cited(begin("1824", 3), line) >= {"coal.first-train", "railway.capital"}
    state = play(begin("1824", 3), line)
    charter = state.companies["EPP"]
    assert (charter.cash, charter.trains, charter.certificate) == (40, ("1g",), "p3")
    assert state.depot.supply["1g"] == 5
    assert state.players["p3"].cash == 660
    assert state.companies["BK"].par == 80
    assert state.companies["BK"].cell == (4, 2)
    assert refused(state, "p2 buy_share company=BK source=ipo percent=10") == "ok"
    assert refused(state, "p2 buy_share company=BK source=reserved percent=20") == "stock.available"
    assert refused(state, "p2 start_company company=BK price=80") == "stock.unstarted"


def test_pre_state_railway() -> None:
    """railway.capital (IV.3): the price is the operating capital."""
    state = play(begin("1824", 3), "p3 buy_railway railway=UG1 price=240")
    assert state.companies["UG1"].cash == 240, "railway.capital"
    assert state.players["p3"].cash == 580
    assert certificates_of(state, "p3") == 1


@pytest.mark.parametrize(("railway", "price"), [("UG1", 240), ("B1", 120), ("EPP", 160)])
def test_a_purchase_is_told_once(railway: str, price: int) -> None:
    state = begin("1824", 3)
    _, events = apply(state, BuyRailway("p3", railway, price))
    told = " ".join(passages(state, events)[0].sentences)
    assert told.count(f"{price}G") == 1
    assert "buys" in told
    assert "pays" not in told


def test_mountains_do_not_count() -> None:
    """stock.certificate-limit: mountain railways are free (IV.1), coal and pre-state railways count."""
    state = play(begin("1824", 3), "p3 buy_railway railway=B1 price=120")
    assert certificates_of(state, "p3") == 0
    counted = play(begin("1824", 3, "mountains-count"), "p3 buy_railway railway=B1 price=120")
    assert certificates_of(counted, "p3") == 1
    bound = play(limited(begin("1824", 3), 1), "p3 buy_railway railway=EPP price=120", "p2 pass", "p1 pass")
    bound = play(bound, "p1 pass", "p2 pass")  # p3 has not passed yet
    assert refused(bound, "p3 buy_railway railway=EOD price=120") == "stock.certificate-limit"
    assert refused(bound, "p3 buy_railway railway=B1 price=120") == "ok"


def all_pass(state: State) -> State:
    while not isinstance(state.top, OperatingTurn):
        state = play(state, f"{actors(state)[0]} pass")
    return state


def test_unsold_railways_leave() -> None:
    """railway.unsold (VI.3): EPP and SD1 were bought, nothing else."""
    state = begin("1824", 3)
    state = play(state, "p3 buy_railway railway=EPP price=120", "p2 buy_railway railway=SD1 price=240")
    state = all_pass(state)
    assert all(private.closed for private in state.privates.values()), "railway.unsold"
    assert [sym for sym, it in state.companies.items() if it.closed] == [
        *("EOD", "MLB", "SPB"),
        *("SD2", "SD3", "UG1", "UG2", "KK1", "KK2"),
    ]
    assert percent_of(state, "SD", RESERVED) == 20  # SD1's certificate alone is still kept
    assert percent_of(state, "SD", IPO) == 80
    assert percent_of(state, "UG", RESERVED) == 20  # it is never bought (note to VI.4)
    assert state.companies["MS"].certificate == IPO  # like BH from now on
    assert state.companies["BK"].certificate == RESERVED
    assert state.top.company == "EPP"


def test_priority_after_the_first_round() -> None:
    """stock.priority (VI.2): p2 acted last, so p3 is first."""
    state = play(begin("1824", 3), "p3 pass", "p2 buy_railway railway=SD1 price=240")
    assert all_pass(state).priority == "p3", "stock.priority"
