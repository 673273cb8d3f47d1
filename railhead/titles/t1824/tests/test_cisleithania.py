"""Cisleithania: variant A for two players (X), variant B for three (XI)."""

from __future__ import annotations

import pytest
from kit import begin, play, read, refused, with_cash, with_company
from msgspec.structs import replace

from railhead.core.engine import actors, legal_moves, refusal
from railhead.core.money import total_money
from railhead.core.operating import OperatingTurn
from railhead.core.reach import stations_of
from railhead.core.revenue import best_of
from railhead.core.shares import percent_of
from railhead.core.state import POOL, RESERVED
from railhead.titles.t1824 import cisleithania
from railhead.titles.t1824.draft import Draft, DraftPrices, MountainOffer
from railhead.titles.t1824.first_round import FirstRound
from railhead.titles.t1824.founding import found, founding_due
from railhead.titles.t1824.tests.helpers import (
    SEED,
    changed,
    cited,
    drafted,
    laid,
    minor,
    operating,
    station,
    supply,
    two,
)

TABLES = [(2, 830, 4000, 14, 2), (3, 680, 9000, 16, 3)]  # X.1, X.2, XI.1, XI.2


@pytest.mark.parametrize(("seats", "cash", "bank", "certificates", "mountains"), TABLES)
def test_setup(seats: int, cash: int, bank: int, certificates: int, mountains: int) -> None:
    state = begin("1824", seats, "cisleithania")
    assert {player.cash for player in state.players.values()} == {cash}, "cisleithania.setup"
    assert total_money(state) == bank
    assert state.rules.certificate_limit == certificates
    assert len(state.privates) == mountains
    assert "F17" not in state.rules.map.hexes
    assert "126" not in state.rules.map.tiles


def test_trains_of_the_small_game() -> None:
    """cisleithania.setup: the tables of X.1 and XI.1."""
    names = ("2", "3", "4", "5", "6", "8", "1g", "2g", "3g", "4g", "5g")
    for seats, numbers in ((2, (6, 5, 4, 2, 2, 1, 3, 2, 2, 1, 2)), (3, (8, 6, 4, 3, 3, 2, 5, 4, 3, 2, 2))):
        game_rules = begin("1824", seats, "cisleithania").rules
        assert tuple(game_rules.trains[name].count for name in names) == numbers, "cisleithania.setup"


DRAWS = [(SEED, ("MLB", "SD2")), (1767370988, ("EOD", "KK2"))]


@pytest.mark.parametrize(("seed", "drawn"), DRAWS)
def test_stacks(seed: int, drawn: tuple[str, str]) -> None:
    """draft.stacks: the seed alone decides."""
    state = two(seed=seed)
    assert state.extra.construction == drawn, "draft.stacks"
    assert state.top.stacks[0] == drawn
    assert state.top.stacks[1] == ("SD1", "KK1")


def test_draft() -> None:
    """draft.stack: p1 one, p2 two, p1 one; the other railway of the stack changes hands by itself (X.5)."""
    state = two()
    assert isinstance(state.top, Draft)
    assert refused(state, "p1 buy_railway railway=B1 price=120") == "draft.stack"
    assert refused(state, "p1 buy_railway railway=MLB price=200") == "railway.price"  # a construction railway: 120
    assert refused(state, "p1 pass") == "turn.not-now"
    state = play(state, "p1 buy_railway railway=MLB price=120")
    assert actors(state) == ("p2",)
    assert state.players["p2"].cash == 830, "nothing is paid before all are chosen"
    assert refused(state, "p2 buy_railway railway=MLB price=120") == "draft.stack"
    state = play(state, "p2 buy_railway railway=EPP price=200")  # named in advance
    assert actors(state) == ("p1",)  # takes EOD
    assert refused(state, "p1 buy_railway railway=SD1 price=240") == "draft.stack"
    state = play(state, "p1 buy_railway railway=EOD price=0", "p2 buy_railway railway=SD1 price=240")
    assert actors(state) == ("p1",)
    state = play(state, "p1 buy_railway railway=KK2 price=120")
    assert isinstance(state.top, DraftPrices)
    assert (state.companies["SD2"].certificate, state.companies["KK1"].certificate) == ("p2", "p1")
    assert refused(state, "p1 buy_railway railway=EPP price=120") == "draft.price"
    assert refused(state, "p1 buy_railway railway=EOD price=130") == "railway.price"
    state = play(state, "p1 buy_railway railway=EOD price=140")
    assert isinstance(state.top, MountainOffer)
    assert state.players["p1"].cash == 830 - 120 - 240 - 120 - 140


@pytest.mark.parametrize(("cash", "answer"), [(239, "money.player"), (240, "ok")])
def test_what_is_chosen_must_be_paid_in_the_end(cash: int, answer: str) -> None:
    """money.player: p1 has chosen MLB for 120 and takes EOD for 120 at least; what p2 has chosen is p2's affair."""
    state = play(two(), "p1 buy_railway railway=MLB price=120", "p2 buy_railway railway=EPP price=200")
    assert refused(with_cash(state, p1=cash), "p1 buy_railway railway=EOD price=0") == answer


def test_after_the_draft_nobody_waits_who_can_do_nothing() -> None:
    """X.5: the stock round begins with p1, who has no money left and is passed over."""
    state = two()
    state = play(state, "p1 buy_railway railway=SD1 price=240", "p2 buy_railway railway=MLB price=120")
    state = play(state, "p2 buy_railway railway=KK2 price=120")
    state = play(state, "p1 buy_railway railway=EPP price=120", "p2 buy_railway railway=EOD price=120")
    assert isinstance(state.top, MountainOffer)
    poor = play(with_cash(state, p2=119), "p1 pass")
    assert isinstance(poor.top, FirstRound), "a mountain railway costs 120, so p2 is not asked"
    state = play(with_cash(state, p1=0), "p1 pass", "p2 pass")
    assert isinstance(state.top, FirstRound)
    assert actors(state) == ("p2",)


def test_mountains_after_the_draft() -> None:
    """draft.mountain: one each or none; the rest leaves, and the stock round goes on without sales."""
    state = play(two(), "p1 buy_railway railway=SD1 price=240", "p2 buy_railway railway=MLB price=120")
    state = play(state, "p2 buy_railway railway=KK2 price=120")
    state = play(state, "p1 buy_railway railway=EPP price=120", "p2 buy_railway railway=EOD price=120")
    assert refused(state, "p1 buy_railway railway=SD1 price=240") == "draft.mountain"
    assert refused(state, "p1 buy_railway railway=B1 price=100") == "railway.price"
    state = play(state, "p1 buy_railway railway=B2 price=120", "p2 pass")
    assert state.privates["B1"].closed
    assert isinstance(state.top, FirstRound)
    assert actors(state) == ("p1",)
    assert refused(state, "p1 sell_shares company=CL percent=10") == "stock.first-round"


@pytest.mark.parametrize(("mountains", "priority"), [(("B1", ""), "p2"), (("", "B1"), "p1"), (("B1", "B2"), "p1")])
def test_a_mountain_railway_is_an_action(mountains: tuple[str, str], priority: str) -> None:
    """stock.priority: if all pass after the offer, the player after the last buyer has the priority (VI.2)."""
    state = play(two(), "p1 buy_railway railway=SD1 price=240", "p2 buy_railway railway=MLB price=120")
    state = play(state, "p2 buy_railway railway=KK2 price=120")
    state = play(state, "p1 buy_railway railway=EPP price=120", "p2 buy_railway railway=EOD price=120")
    for player, sym in zip(("p1", "p2"), mountains, strict=True):
        state = play(state, f"{player} buy_railway railway={sym} price=120" if sym else f"{player} pass")
    assert actors(state) == ("p1",)
    assert play(state, "p1 pass", "p2 pass").priority == priority


def test_the_prices_that_the_draft_names() -> None:
    """railway.price: a coal railway's price may be left open; a wrong one is answered with the printed prices."""
    state = two()
    wrong = refusal(state, read(state, "p1 buy_railway railway=EPP price=130"))
    assert wrong is not None
    assert wrong.facts["prices"] == [120, 140, 160, 180, 200]
    assert refused(state, "p1 buy_railway railway=EPP price=0") == "ok"
    assert refused(state, "p1 buy_railway railway=SD1 price=0") == "railway.price"


def test_construction_railways() -> None:
    """construction.price, construction.builds: 120 to the bank, no treasury, no train; terrain is free (X.3)."""
    state = two()
    state = play(state, "p1 buy_railway railway=MLB price=120", "p2 buy_railway railway=EPP price=120")
    state = play(state, "p1 buy_railway railway=EOD price=120", "p2 buy_railway railway=SD1 price=240")
    assert "construction.price" in cited(state, "p1 buy_railway railway=KK2 price=120")
    state = drafted()
    assert state.companies["MLB"].cash == 0
    assert state.companies["MLB"].trains == ()
    assert percent_of(state, "SD", RESERVED) == 30  # SD2's share is free
    assert state.rules.track.cost(state, "SD2", "G8") == 0, "construction.builds"
    assert state.rules.track.cost(state, "SD1", "G8") == 40
    assert not state.rules.train.must_own(state, "SD2")
    turn = operating(station(state, "SD2", "G10"), "SD2", "track")
    turn = with_company(turn, "SD2", operated=True, tokens=())
    after = play(turn, "p2 lay_tile hex=G10 tile=57 rotation=0")
    assert not isinstance(after.top, OperatingTurn) or after.top.company != "SD2"


def test_construction_railways_close() -> None:
    """construction.closes: SD2 is one of them, so both go with the first 4-train; SD gets its 120 (X.3)."""
    state = station(station(drafted(), "SD2", "G10"), "MLB", "A22")
    state = operating(minor(state, "KK1", "p2", cash=400), "KK1", "trains", "3", ("SD1",))
    state = supply(state, "4", 4)
    line = "p2 buy_train train=4 source=supply price=280"
    assert "construction.closes" in cited(state, line)
    after = play(state, line)
    assert after.companies["SD2"].closed
    assert after.companies["MLB"].closed
    assert not stations_of(after.board, "SD2")
    founded = changed(after, lambda change: found(change, "SD"))
    assert founded.companies["SD"].cash == after.companies["SD1"].cash + after.companies["SD3"].cash + 720 + 120


def test_five_closes_the_others() -> None:
    """construction.closes: with KK2 among them they stay until the first 5-train, which founds KK here (X.4)."""
    state = two(seed=1767370988)
    four = changed(state, lambda change: founding_due(change, "4"))
    four = changed(four, cisleithania.close_construction)
    assert not four.companies["KK2"].closed
    five = changed(state, lambda change: founding_due(change, "5"))
    assert five.extra.due == ("KK",)
    five = changed(five, cisleithania.close_construction)
    assert five.companies["KK2"].closed, "construction.closes"
    assert five.companies["EOD"].closed


def test_pool_pays_the_treasury() -> None:
    """X.4: dividends of pool shares go to the company."""
    assert two().rules.operating.treasury_collects == (POOL,)


@pytest.mark.parametrize(("seats", "bonus"), [(2, 50), (3, 0)])
def test_bukowina(seats: int, bonus: int) -> None:
    """bukowina.bonus: a run from Prag to the Bukowina, for two players (X.4)."""
    state = begin("1824", seats, "cisleithania", seed=SEED)
    pairs = state.rules.scoring(state, "SD1").pairs
    assert sum(pair.value for pair in pairs) == bonus, "bukowina.bonus"
    if pairs:
        assert pairs[0].one == {"E12", "B9"}
        assert pairs[0].other == {"D25", "E24", "E26"}


# Three players


def test_three_players() -> None:
    """cisleithania.three: UG1 in the red Budapest; only the director's certificate of UG is kept."""
    state = begin("1824", 3, "cisleithania")
    assert percent_of(state, "UG", RESERVED) == 20, "cisleithania.three"
    assert "UG2" not in state.companies
    assert state.rules.companies["UG1"].home == ("G12",)
    state = minor(state, "UG1", "p1", cash=10)
    state = changed(replace(state, frames=()), lambda change: found(change, "UG"))
    assert state.companies["UG"].cash == 10 + 960
    assert stations_of(state.board, "UG") == [("G12", 0)]


def test_seven_hundred_by_house_rule() -> None:
    state = begin("1824", 3, "cisleithania", "cisleithania-700")
    assert state.players["p1"].cash == 700


def test_runs_are_proven() -> None:
    state = minor(begin("1824", 3, "cisleithania"), "SD3", "p1", trains=("2",))
    state = operating(laid(state, G4=("57", 1), G2=("4", 1)), "SD3", "run")
    assert best_of(state, "SD3").proven
    assert any(legal_moves(state))
