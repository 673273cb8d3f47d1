"""Cisleithania: variant A for two players (X), variant B for three (XI)."""

from __future__ import annotations

import pytest
from kit import begin, play, read, refused, with_cash, with_company, with_top
from msgspec.structs import replace

from railhead.core.change import Change
from railhead.core.engine import actors, legal_moves, refusal
from railhead.core.market import place_marker, price_of
from railhead.core.money import total_money
from railhead.core.moves import SellLarge, to_text
from railhead.core.operating import OperatingTurn
from railhead.core.reach import stations_of
from railhead.core.revenue import best_of
from railhead.core.shares import percent_of
from railhead.core.state import IPO, POOL, RESERVED, State, president_of
from railhead.titles.t1824 import cisleithania, trains
from railhead.titles.t1824.cisleithania import BondStation
from railhead.titles.t1824.draft import Draft, DraftPrices, MountainOffer
from railhead.titles.t1824.first_round import FirstRound
from railhead.titles.t1824.founding import found, founding_due
from railhead.titles.t1824.tests.helpers import (
    changed,
    cited,
    laid,
    major,
    minor,
    operating,
    station,
    supply,
    trading,
)

SEED = 578913808
"""Draws MLB and SD2 as construction railways; so CL has no director."""


def two(seed: int = SEED) -> State:
    return begin("1824", 2, "cisleithania", seed=seed)


def drafted() -> State:
    """p1: MLB, SD1, SD3, EPP for 120; p2: SD2, KK1, KK2, EOD for 140; one mountain railway each; p1 to act."""
    return play(
        two(),
        "p1 buy_railway railway=MLB price=120",
        "p2 buy_railway railway=KK1 price=240",
        "p2 buy_railway railway=KK2 price=120",
        "p1 buy_railway railway=EPP price=120",
        "p2 buy_railway railway=EOD price=140",
        "p1 buy_railway railway=B1 price=120",
        "p2 buy_railway railway=B2 price=120",
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


# The regional railway without a director


def test_bond_at_the_start() -> None:
    """bond.start, bond.home: CL at 50 in the bottom row, all shares in the pool, its marker in Lemberg."""
    state = drafted()
    assert state.companies["CL"].cell == (6, 1), "bond.start"
    assert percent_of(state, "CL", POOL) == 100
    assert stations_of(state.board, "CL") == [("B23", 0)], "bond.home"


BOND = [  # the purchase of p1, the answer
    ("company=CL source=pool percent=10", "ok"),
    ("company=CL source=pool percent=20", "ok"),  # the large certificate, as an alternative
    ("company=CL source=ipo percent=10", "stock.available"),
    ("company=CL source=ipo percent=20", "stock.available"),
    ("company=BK source=reserved percent=20", "stock.available"),
]


@pytest.mark.parametrize(("line", "answer"), BOND)
def test_bond_shares(line: str, answer: str) -> None:
    assert refused(with_cash(drafted(), p1=500), f"p1 buy_share {line}") == answer


def test_bond_certificate_is_a_share() -> None:
    """bond.start: 100 for 20 %, and no director; it is sold whole (X.4)."""
    state = play(with_cash(drafted(), p1=500), "p1 buy_share company=CL source=pool percent=20")
    assert state.players["p1"].cash == 400
    assert president_of(state, "CL") == "", "bond.start"
    later = with_company(trading(state, "p1"), "CL", operated=True)
    assert refused(later, "p1 sell_shares company=CL percent=10") == "president.certificate"
    after = play(later, "p1 sell_shares company=CL percent=20")
    assert after.companies["CL"].certificate == POOL
    assert after.players["p1"].cash == 500
    assert price_of(after, "CL") == 50  # bottom of its column
    richer = play(with_top(later, at="p2"), "p2 buy_share company=CL source=pool percent=10")
    assert richer.companies["CL"].certificate == "p1"


def test_the_large_certificate_or_two_small_ones() -> None:
    """X.4: it is sold like any share, so who holds it and two small ones decides what goes."""
    state = trading(with_company(drafted(), "CL", operated=True), "p1")
    state = with_company(state, "CL", certificate="p1", shares={"p1": (10, 10), POOL: (10,) * 6})
    sales = [to_text(move) for move in legal_moves(state) if isinstance(move, SellLarge)]
    assert sales == ["p1 sell_large company=CL percent=20"], "of 40 % both ways are the same"
    small = play(state, "p1 sell_shares company=CL percent=20")
    assert (small.companies["CL"].certificate, percent_of(small, "CL", "p1")) == ("p1", 20)
    large = play(state, "p1 sell_large company=CL percent=20")
    assert (large.companies["CL"].certificate, large.companies["CL"].shares["p1"]) == (POOL, (10, 10))
    assert large.players["p1"].cash == small.players["p1"].cash
    assert refused(large, "p1 sell_large company=CL percent=20") == "president.certificate"


def test_pool_above_the_limit() -> None:
    """pool.above-limit: above 60 % from the pool, not from the bank (X.4)."""
    state = trading(with_cash(drafted(), p1=900), "p1")
    bond = with_company(state, "CL", shares={"p1": (10,) * 6, POOL: (10,) * 2})
    assert refused(bond, "p1 buy_share company=CL source=pool") == "ok", "pool.above-limit"
    most = major(state, "BK", {"p1": 60}, 80)
    assert refused(most, "p1 buy_share company=BK source=ipo") == "stock.share-limit"
    most = with_company(most, "BK", shares={"p1": (10,) * 4, POOL: (10,), IPO: (10,) * 3})
    assert refused(most, "p1 buy_share company=BK source=pool") == "ok", "pool.above-limit"


def test_sold_shares_go_to_the_pool() -> None:
    state = trading(major(drafted(), "BK", {"p1": 60, "p2": 20}, 80), "p1", "3")
    after = play(state, "p1 sell_shares company=BK percent=20")
    assert percent_of(after, "BK", POOL) == 20
    assert refused(after, "p1 buy_share company=BK source=pool") == "stock.rebuy"


PAYMENTS = [((6, 1), 30, 15, 60), ((5, 5), 30, 33, 120)]  # cell, percent, income, price after: 50 and 105


@pytest.mark.parametrize(("cell", "percent", "income", "price"), PAYMENTS)
def test_bond_pays(cell: tuple[int, int], percent: int, income: int, price: int) -> None:
    """bond.pays: its price on all shares; 10.5 a share are rounded up to 11, and the marker moves right."""
    state = with_cash(drafted(), p1=0, p2=0)
    state = with_company(state, "CL", shares={"p1": (10,) * (percent // 10), POOL: (10,) * (8 - percent // 10)})
    state = changed(state, lambda change: place_marker(change, "CL", cell))
    change = Change(state)
    cisleithania.pay_bond(change, "CL")
    assert "bond.pays" in {event.rule for event in change.events}
    assert change.state.players["p1"].cash == income
    assert price_of(change.state, "CL") == price


def test_bond_has_its_turn() -> None:
    """It pays in the order of prices, without asking anybody."""
    state = trading(with_cash(drafted(), p1=0), "p1")
    state = with_company(state, "CL", shares={"p1": (10,) * 8})
    for sym in ("MLB", "SD1", "SD2", "SD3", "EPP", "KK1", "KK2", "EOD"):
        state = with_company(state, sym, floated=False)
    after = play(state, "p1 pass", "p2 pass")
    assert after.players["p1"].cash == 25 + 40
    assert after.companies["CL"].operated


def last_four(train: str = "4") -> State:
    """KK1 of p2 is about to buy the last train of a type."""
    state = minor(drafted(), "KK1", "p2", cash=900)
    state = supply(operating(state, "KK1", "trains", train, ("SD1",)), train, 1)
    return laid(state, B5=("57", 1))


def test_second_marker() -> None:
    """bond.second-marker: who buys the last 4-train may place it in any free city (X.4)."""
    state = play(last_four(), "p2 buy_train train=4 source=supply price=280")
    assert isinstance(state.top, BondStation)
    assert refused(state, "p2 place_station hex=B23 city=0") == "station.one-a-hex"
    assert refused(state, "p2 place_station hex=B7 city=0") == "station.city"
    assert refused(state, "p2 place_station hex=C6 city=0") == "station.city"  # a mine
    assert refused(state, "p2 place_station hex=B9 city=0") == "station.home-kept"  # Prag is kept for BK
    assert refused(station(state, "SD1", "B5"), "p2 place_station hex=B5 city=0") == "station.slot"
    assert refused(state, "p2 pass") == "ok"
    assert "bond.second-marker" in cited(state, "p2 place_station hex=B5 city=0")
    after = play(state, "p2 place_station hex=B5 city=0")
    assert sorted(stations_of(after.board, "CL")) == [("B23", 0), ("B5", 0)]
    assert after.extra.bond_train == ""


def test_exported_last_four() -> None:
    """bond.second-marker: then the last 5-train counts; exported, too, nobody places it."""
    state = last_four()
    state = changed(replace(state, extra=replace(state.extra, two_bought=True)), trains.export)
    assert state.extra.bond_train == "5", "bond.second-marker"
    five = changed(supply(state, "5", 1), trains.export)
    assert five.extra.bond_train == ""


def test_third_marker() -> None:
    """bond.third-marker, bond.where: to Vienna with the brown tile, in any case, and with no other tile."""
    state = drafted()
    for sym in ("SD1", "KK1", "KK2"):
        state = minor(state, sym, "p1" if sym == "SD1" else "p2", cash=100)
    state = operating(laid(state, E12=("491", 0)), "SD1", "track", "5")
    elsewhere = play(laid(state, E12=("493", 0)), "p1 lay_tile hex=F11 tile=1 rotation=0")
    assert not isinstance(elsewhere.top, BondStation)
    state = play(state, "p1 lay_tile hex=E12 tile=493 rotation=0")
    assert isinstance(state.top, BondStation)
    assert refused(state, "p1 pass") == "bond.third-marker"
    assert refused(laid(state, B5=("57", 1)), "p1 place_station hex=B5 city=0") == "bond.where"
    assert refused(state, "p1 place_station hex=E12 city=0") == "station.slot"
    after = play(state, "p1 place_station hex=E12 city=1")
    assert ("E12", 1) in stations_of(after.board, "CL")


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
