"""Financial operations (7.3.2), private companies (11.2), ferries (14)."""

from __future__ import annotations

import pytest
from kit import play, refused, with_company, with_private
from msgspec.structs import replace

from railhead.core.change import Change
from railhead.core.engine import legal_moves, settle
from railhead.core.moves import Pass
from railhead.core.operating import OperatingTurn, begin_operating_round
from railhead.core.shares import percent_of
from railhead.core.state import IPO, POOL, TREASURY, State
from railhead.titles.t1894.ending import phase_begins, price_moves
from railhead.titles.t1894.powers import FreeStation
from railhead.titles.t1894.tests.helpers import (
    PHASES,
    clean,
    extra,
    ferries,
    floated,
    laid,
    marked,
    operating,
    owned,
)


def finance(part: int = 1, sym: str = "OUEST", **holders: int) -> State:
    """A company may redeem or reissue; its price is 80, its treasury 800."""
    state = floated(clean(), sym, {"p1": 40, **holders}, 80, operated=True)
    return operating(marked(state, B3=((sym,),)), sym, "financial operations", "Green", part)


REDEEM = [
    (finance(pool=30), 10, "ok"),
    (finance(pool=30), 20, "ok"),  # one more in the first operating round of a set
    (finance(pool=30), 30, "1894.redeem-number"),
    (finance(2, pool=30), 20, "1894.redeem-number"),
    (finance(2, pool=30), 10, "ok"),
    (finance(pool=10), 20, "1894.redeem-pool"),
    (finance(), 10, "1894.redeem-pool"),
    (with_company(finance(pool=30), "OUEST", cash=159), 20, "money.company"),
    (finance(sym="EST", pool=30), 10, "1894.finance-starters"),
    (finance(sym="BELGE", pool=30), 10, "1894.finance-starters"),
]


@pytest.mark.parametrize(("state", "percent", "answer"), REDEEM)
def test_redeem(state: State, percent: int, answer: str) -> None:
    assert refused(state, f"p1 redeem_shares percent={percent}") == answer


def test_redeemed_shares_are_the_companys() -> None:
    """Paid at the share price, which stays; one operation a turn."""
    state = play(finance(pool=30), "p1 redeem_shares percent=20")
    company = state.companies["OUEST"]
    assert (company.cash, company.cell) == (800 - 160, (4, 3))
    assert (percent_of(state, "OUEST", TREASURY), percent_of(state, "OUEST", POOL)) == (20, 10)
    assert refused(state, "p1 redeem_shares percent=10") == "turn.not-now"


def test_reissue() -> None:
    """More in the treasury than in the offering; 100 each, and par becomes 100 (7.3.2.2)."""
    assert refused(finance(treasury=20, p2=20), "p1 reissue_shares") == "1894.reissue-more"
    state = finance(treasury=30, p2=20)
    assert percent_of(state, "OUEST", IPO) == 10
    state = play(state, "p1 reissue_shares")
    company = state.companies["OUEST"]
    assert (company.cash, company.par, company.cell) == (800 + 300, 100, (4, 3)), "1894.reissue-par"
    assert percent_of(state, "OUEST", IPO) == 40
    assert company.floated
    assert refused(finance(sym="EST", treasury=30, p2=20), "p1 reissue_shares") == "1894.finance-starters"


def test_dividend_of_treasury_and_offering() -> None:
    """7.3.6: revenue 200; p1 40 %, treasury 20 % and offering 20 % pay the company, the pool pays nobody."""
    state = operating(floated(clean(), "OUEST", {"p1": 40, TREASURY: 20, POOL: 20}), "OUEST", "dividend", revenue=200)
    assert refused(state, "p1 dividend how=half") == "dividend.choice"
    paid = play(state, "p1 dividend how=pay")
    assert paid.players["p1"].cash == 570 + 80, "dividend.treasury"
    assert paid.companies["OUEST"].cash == 800 + 80
    assert paid.companies["OUEST"].cell == (4, 4), "market.right"
    kept = play(state, "p1 dividend how=withhold")
    assert kept.companies["OUEST"].cash == 1000
    assert kept.companies["OUEST"].cell == (4, 2), "market.left"


MOVES = [  # cell, paid, cell after: 10.2
    ((4, 10), 10, (3, 10)),  # right end of a row: up
    ((5, 0), 0, (6, 0)),  # left end: down
    ((10, 0), 0, (10, 0)),  # bottom left corner
    ((0, 5), 10, (0, 6)),
]


@pytest.mark.parametrize(("cell", "paid", "after"), MOVES)
def test_price_moves(cell: tuple[int, int], paid: int, after: tuple[int, int]) -> None:
    change = Change(floated(clean(), "OUEST", {"p1": 40}, 80, cell=cell))
    price_moves(change, "OUEST", paid)
    assert change.state.companies["OUEST"].cell == after


# Private companies (11.2)


def owner_operates(phase: str = "Green", step: str = "track", **owners: str) -> State:
    """The NORD with a marker in Lens operates; p1 is its president, treasury 800."""
    state = floated(clean(), "NORD", {"p1": 60}, 80, operated=True, tokens=(100, 100))
    return owned(operating(marked(state, D9=(("NORD",),)), "NORD", step, phase), **owners)


SALES = [
    ("Green", "p1 buy_private private=AR price=13", "ok"),
    ("Green", "p1 buy_private private=AR price=12", "private.price"),
    ("Green", "p1 buy_private private=AR price=50", "ok"),
    ("Brown", "p1 buy_private private=AR price=51", "private.price"),
    ("Yellow", "p1 buy_private private=AR price=25", "private.for-sale"),
    ("Red", "p1 buy_private private=SQG price=70", "private.for-sale"),
    ("Blue", "p1 buy_private private=FMS price=180", "private.for-sale"),
    ("Blue", "p1 buy_private private=BMS price=200", "private.for-sale"),
    ("Blue", "p1 buy_private private=NMinorS price=280", "ok"),
]


@pytest.mark.parametrize(("phase", "line", "answer"), SALES)
def test_sale_to_a_company(phase: str, line: str, answer: str) -> None:
    """Half to twice the face value, in green, blue and brown (11.2.1)."""
    state = owner_operates(phase, AR="p1", SQG="p1", FMS="p1", BMS="p1", NMinorS="p1")
    assert refused(state, line) == answer


def test_sale_needs_money_and_consent() -> None:
    poor = with_company(owner_operates(AR="p2"), "NORD", cash=12)
    assert refused(poor, "p1 buy_private private=AR price=13") == "money.company"
    state = play(owner_operates(AR="p2"), "p1 buy_private private=AR price=20")
    assert refused(state, "p1 accept") == "turn.whose"
    declined = play(state, "p2 decline")
    assert refused(declined, "p1 buy_private private=AR price=20") == "offer.declined"
    state = play(state, "p2 accept")
    assert state.privates["AR"].owner == "NORD"
    assert state.players["p2"].cash == 590


def test_income() -> None:
    """7.1: paid at the start of the round; Rotterdam 10 to a company, Saint-Quentin by its colour."""
    state = play(owner_operates(AR="p1", LS="p2", SQG="p3"), "p1 buy_private private=AR price=25")
    change = Change(replace(state, frames=()))
    begin_operating_round(change, 3, 1, 2)
    assert change.state.companies["NORD"].cash == 800 - 25 + 10, "1894.rotterdam"
    assert change.state.players["p2"].cash == 570 + 15, "private.income"
    assert change.state.players["p3"].cash == 570, "Saint-Quentin is not green"


def saint_quentin(phase: str, tile: str, rotation: int) -> State:
    """The CFOR has a marker in Saint-Quentin, on a tile; p3 owns the line."""
    state = floated(clean(), "CFOR", {"p1": 60}, 80, operated=True)
    state = marked(laid(state, G10=(tile, rotation)), G10=(("CFOR",) if tile == "57" else ("CFOR", ""),))
    return owned(operating(state, "CFOR", "track", phase), SQG="p3")


def test_saint_quentin() -> None:
    """11.2.2.5: 70 while G10 is green, 100 while it is brown."""
    green = play(saint_quentin("Green", "57", 0), "p1 lay_tile hex=G10 tile=14 rotation=0")
    assert green.privates["SQG"].revenue == 70, "1894.saint-quentin"
    brown = play(saint_quentin("Brown", "14", 0), "p1 lay_tile hex=G10 tile=X16 rotation=0")
    assert brown.privates["SQG"].revenue == 100


def test_closing() -> None:
    """Red closes all but Saint-Quentin's line, purple that one (15.5, 15.7)."""
    state = owner_operates("Red", LRC="p1", AR="NORD", SQG="p3", FMS="p2")
    change = Change(state)
    phase_begins(change, "NORD")
    open_ones = {sym for sym, private in change.state.privates.items() if not private.closed}
    assert open_ones == {"SQG"}, "private.closes"
    change.set(phase=PHASES.index("Purple"))
    phase_begins(change, "NORD")
    assert change.state.privates["SQG"].closed


def test_shareholdings_close() -> None:
    """Each when its own company operates: the EST's, not the BELGE's (11.2.2.8)."""
    state = owned(floated(clean(), "EST", {"p1": 60}), FMS="p1", BMS="p2")
    state = play(operating(state, "EST", "dividend", revenue=100), "p1 dividend how=pay")
    assert state.privates["FMS"].closed, "1894.shareholding-closes"
    assert not state.privates["BMS"].closed


# The Reims-Charleville line (11.2.2.1)


def test_extra_tile() -> None:
    """60 beside the terrain of 40 in E8; it is no track action and is not upgraded at once."""
    state = laid(owner_operates(LRC="NORD"), D9=("57", 0))
    assert refused(owner_operates(LRC="p1"), "p1 lay_extra_tile hex=E8 tile=9 rotation=0") == "1894.extra-tile"
    assert refused(state, "p1 lay_extra_tile hex=D9 tile=14 rotation=0") == "1894.extra-tile-yellow"
    assert (
        refused(with_company(state, "NORD", cash=99), "p1 lay_extra_tile hex=E8 tile=9 rotation=0") == "money.company"
    )
    after = play(state, "p1 lay_extra_tile hex=E8 tile=9 rotation=0")
    assert after.companies["NORD"].cash == 800 - 100
    assert refused(after, "p1 lay_extra_tile hex=F7 tile=1 rotation=0") == "1894.extra-tile"
    assert refused(after, "p1 lay_tile hex=E8 tile=23 rotation=0") == "1894.upgrade-same-turn"
    assert refused(after, "p1 lay_tile hex=D9 tile=14 rotation=0") == "ok", "two actions are left"
    loose = replace(after, rules=clean(3, "extra-tile-upgrade").rules)
    assert refused(loose, "p1 lay_tile hex=E8 tile=23 rotation=0") == "ok"


def test_track_step_waits_for_the_extra_tile() -> None:
    """Before, between or after the track actions: the step stays open for the line's owner."""
    two = (("C8", "yellow"), ("C10", "yellow"))
    state = operating(owner_operates(LRC="NORD"), "NORD", "track", "Green", laid=two)
    state = laid(state, D9=("57", 0), C8=("8", 0), C10=("8", 0))
    kinds = {type(move).__name__ for move in legal_moves(state)}
    assert "LayExtraTile" in kinds
    assert "LayTile" not in kinds


# The station privates (11.2.2.3, 11.2.2.4)


def test_station_tile() -> None:
    """The NORD builds in Liege without a connection, as a track action, with a free marker."""
    state = owner_operates("Green", GLG="NORD")
    assert refused(owner_operates(GLG="p1"), "p1 lay_station_tile hex=H17 tile=57 rotation=2") == "1894.station-tile"
    assert refused(state, "p1 lay_station_tile hex=D17 tile=57 rotation=0") == "1894.station-tile"
    assert refused(state, "p1 lay_tile hex=H17 tile=57 rotation=2") == "track.reach"
    state = play(state, "p1 lay_station_tile hex=H17 tile=57 rotation=2")
    assert isinstance(state.top, FreeStation)
    assert refused(state, "p1 place_station hex=D9 city=0") == "1894.free-station"
    placed = play(state, "p1 place_station hex=H17 city=0")
    assert placed.board.stations["H17"] == (("NORD",),)
    assert placed.companies["NORD"].tokens == (100,)
    assert placed.companies["NORD"].cash == 800
    assert placed.top.stations == 1, "it is the marker of the turn"
    assert len(placed.top.laid) == 1
    assert refused(placed, "p1 lay_station_tile hex=H17 tile=14 rotation=2") == "1894.upgrade-same-turn"
    declined = play(state, "p1 pass")
    assert declined.companies["NORD"].tokens == (100, 100)


def test_station_tile_later_upgrade() -> None:
    """In a later turn the power upgrades the yellow tile; by house rule it works once; brown is not for it."""
    state = with_private(laid(owner_operates("Green", GLG="NORD"), H17=("57", 2)), "GLG", used=1)
    line = "p1 lay_station_tile hex=H17 tile=14 rotation=2"
    assert refused(state, line) == "ok"
    assert refused(replace(state, rules=clean(3, "station-power-once").rules), line) == "1894.station-tile"
    green = laid(owner_operates("Brown", GLG="NORD"), H17=("14", 2))
    assert refused(green, "p1 lay_station_tile hex=H17 tile=X16 rotation=2") == "1894.station-tile-colour"


def test_no_free_marker_after_one_was_placed() -> None:
    """One marker a turn (7.3.4), so nothing is asked."""
    state = operating(owner_operates(GLG="NORD"), "NORD", "track", "Green", stations=1)
    state = play(owned(state, GLG="NORD"), "p1 lay_station_tile hex=H17 tile=57 rotation=2")
    assert not isinstance(state.top, FreeStation)


def test_hexes_are_closed_while_players_own_them() -> None:
    """Red barbells: I14 for the Reims line, H17 for the Liege station (11.2.2)."""
    state = laid(owner_operates(GLG="p2", LRC="p2"), H17=("57", 2))
    state = marked(state, H17=(("NORD",),))
    assert refused(state, "p1 lay_tile hex=H17 tile=14 rotation=2") == "track.blocked"
    assert refused(owned(state, GLG="NORD"), "p1 lay_tile hex=H17 tile=14 rotation=2") == "ok"


# London shipping and ferries (11.2.2.6, 14)


def calais(*ferry: str, **owners: str) -> State:
    """The NORD has a marker in Calais with track to London and to C8."""
    state = laid(owner_operates(**owners), B9=("57", 0))
    return ferries(marked(state, B9=(("NORD",),), D9=(("NORD",),)), *ferry)


def test_shipping_marker() -> None:
    """Free, beside London, no marker of the turn; ferry for 40."""
    assert refused(calais(LS="p1"), "p1 place_shipping_marker") == "1894.shipping-marker"
    state = play(calais(LS="NORD"), "p1 place_shipping_marker")
    assert state.board.stations["A12"] == (("NORD",),)
    assert (state.companies["NORD"].tokens, state.companies["NORD"].cash) == ((100,), 800)
    assert refused(state, "p1 place_shipping_marker") == "1894.shipping-marker"
    assert state.top.stations == 0
    none_left = with_company(calais(LS="NORD"), "NORD", tokens=())
    assert refused(none_left, "p1 place_shipping_marker") == "station.left"


def test_ferry() -> None:
    """80, with London shipping 40; one a company, four in all, and track to London (14.1)."""
    assert play(calais(), "p1 buy_ferry").companies["NORD"].cash == 720, "1894.ferry-price"
    bought = play(calais(LS="NORD"), "p1 buy_ferry")
    assert bought.companies["NORD"].cash == 760
    assert refused(bought, "p1 buy_ferry") == "1894.ferry-one"
    assert refused(calais("AG", "PLM", "EST", "OUEST"), "p1 buy_ferry") == "1894.ferry-supply"
    assert refused(owner_operates(), "p1 buy_ferry") == "1894.ferry-reach"
    assert refused(with_company(calais(), "NORD", cash=79), "p1 buy_ferry") == "money.company"


def test_nothing_passes_through_london_without_a_ferry() -> None:
    """12.3.3: Dunkerque behind London is out of reach for tile and marker."""
    state = laid(calais(), B11=("57", 2))
    with_ferry = ferries(state, "NORD")
    line = "p1 lay_tile hex=C12 tile=9 rotation=2"
    assert refused(state, line) == "track.reach"
    assert refused(with_ferry, line) == "ok"
    token = "p1 place_station hex=B11 city=0"
    at_station = operating(with_ferry, "NORD", "station")
    assert refused(operating(state, "NORD", "station"), token) == "station.reach"
    assert refused(at_station, token) == "ok"
    assert refused(at_station, "p1 place_station hex=A10 city=0") == "1894.station-london"


def test_last_chance_of_a_turn() -> None:
    """A ferry may be bought until the turn ends (14.1); then the turn can be passed."""
    state = operating(calais(), "NORD", "last purchases")
    assert {type(move).__name__ for move in legal_moves(state)} == {"BuyFerry", "Pass"}
    assert refused(state, "p1 pass") == "ok"
    assert Pass("p1") in list(legal_moves(state))


# A ferry at any time (14.1)


def waiting_at(state: State) -> str:
    """The step in which a turn waits after settling."""
    change = Change(state)
    settle(change)
    top = change.state.top
    return change.state.rules.steps[top.step].name if isinstance(top, OperatingTurn) else type(top).__name__


def test_the_run_waits_for_a_ferry() -> None:
    """Calais leads to London alone: with a train and 80 the run stays open, without the money it does not."""
    state = with_company(operating(calais(), "NORD", "run", "Green"), "NORD", trains=("2",))
    state = marked(state, D9=(("",),))
    assert waiting_at(state) == "run"
    assert waiting_at(with_company(state, "NORD", cash=79)) != "run"
    state = play(state, "p1 buy_ferry")
    assert refused(state, "p1 pass") == "run.duty"
    here = operating(marked(calais(), D9=(("",),)), "NORD", "run")
    passed = play(with_company(here, "NORD", trains=("2",)), "p1 pass")
    assert passed.companies["NORD"].revenue == 0, "nothing was run"


def test_the_run_waits_for_a_ferry_in_the_final_set() -> None:
    """Nothing is built in the final set, but London may be run (15.7)."""
    state = extra(operating(calais(), "NORD", "financial operations", "Purple"), final_set=2)
    state = marked(with_company(state, "NORD", trains=("D",), tokens=()), D9=(("",),))
    assert waiting_at(operating(state, "NORD", "track", "Purple")) == "run"


def test_the_station_waits_for_a_ferry() -> None:
    """Dunkerque behind London can take a marker once a ferry is there."""
    state = operating(laid(marked(calais(), D9=(("",),)), B11=("57", 2)), "NORD", "station", "Green")
    assert waiting_at(state) == "station"
    assert waiting_at(with_company(state, "NORD", cash=50)) != "station"


def test_a_ferry_bought_last_brings_the_duty() -> None:
    """7.3.7.3: the ferry makes a route, so the company goes back to buy a train."""
    state = marked(operating(calais(), "NORD", "last purchases"), D9=(("",),))
    after = play(state, "p1 buy_ferry")
    assert after.rules.steps[after.top.step].name == "trains"
    assert refused(after, "p1 pass") == "train.duty"
    owner = play(with_company(state, "NORD", trains=("2",)), "p1 buy_ferry")
    assert owner.top.company != "NORD" or owner.rules.steps[owner.top.step].name != "trains"


def test_the_extra_tile_in_a_home_city() -> None:
    """11.2.2.1: the company's own station stands on a bare hex, and a yellow tile may be laid there."""
    state = owner_operates(LRC="NORD")
    assert "D9" not in state.board.laid
    listed = {(move.hex, move.tile) for move in legal_moves(state) if type(move).__name__ == "LayExtraTile"}
    assert ("D9", "57") in listed


def test_nobody_upgrades_the_extra_tile_in_its_round() -> None:
    """11.2.2.1: not another company either; in the next round it may be upgraded."""
    state = play(laid(owner_operates(LRC="NORD"), D9=("57", 0)), "p1 lay_extra_tile hex=E8 tile=9 rotation=0")
    other = floated(state, "OUEST", {"p2": 60}, 80)
    other = marked(other, E6=(("OUEST",),), D9=(("OUEST",),))
    line = "p2 lay_tile hex=E8 tile=23 rotation=0"
    assert refused(operating(other, "OUEST", "track", "Green"), line) == "1894.upgrade-same-turn"
    assert refused(operating(other, "OUEST", "track", "Green", part=2), line) == "ok"
