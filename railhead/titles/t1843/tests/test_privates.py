"""The private companies and the powers that build (10)."""

from __future__ import annotations

import pytest
from kit import play, refused, with_company, with_private
from msgspec.structs import replace

from railhead.core.engine import actors
from railhead.core.operating import OperatingTurn
from railhead.core.state import Board, State
from railhead.titles.t1843.rules import FACTS
from railhead.titles.t1843.tests.helpers import buy, cited, floated, laid, later, operating, stations
from railhead.titles.t1843.tests.helpers import certificates_left as left

CARDS = {
    "1": (15, 0, ("K8",)),
    "2": (20, 5, ("E18", "F17")),
    "3": (40, 10, ("E14",)),
    "4": (70, 15, ("C14",)),
    "5": (110, 20, ("G14",)),
    "6": (150, 25, ("C18",)),
    "7": (210, 30, ()),
}


def test_cards() -> None:
    """10.2: face values, revenues, blocked hexes (E14 for the book's E13)."""
    assert {sym: (it.value, it.revenue, it.blocks) for sym, it in FACTS.privates.items()} == CARDS


def versailles(*owned: str, phase: str = "green", step: str = "track", seats: int = 3, **fields: object) -> State:
    """PO stands in Versailles (F15, line to F13 and F17) and owns these privates."""
    state = floated(later(seats, phase), "PO", {"p1": 60}, tokens=(40, 100))
    state = laid(state, F15=("57", 1))
    for private in owned:
        state = with_private(state, private, owner="PO", closed=False)
    return operating(stations(state, F15=(("PO",),)), "PO", step, **fields)


# Sale to companies (8.3, 10.1)


def owned_by(player: str, private: str, phase: str = "green", **fields: object) -> State:
    return with_private(versailles(phase=phase, **fields), private, owner=player, closed=False)  # type: ignore[arg-type]


SALES = [
    ("green", "p2", "2", 1, "ok"),
    ("green", "p2", "2", 40, "ok"),
    ("green", "p2", "2", 41, "private.price"),
    ("green", "p2", "2", 0, "private.price"),
    ("yellow", "p2", "2", 20, "private.for-sale"),
    ("yellow", "p2", "5", 110, "private.for-sale"),
    ("green", "p1", "7", 100, "private.for-sale"),
    ("green", "EST", "2", 20, "private.for-sale"),  # companies never sell privates
]


@pytest.mark.parametrize(("phase", "owner", "private", "price", "answer"), SALES)
def test_sales(phase: str, owner: str, private: str, price: int, answer: str) -> None:
    state = owned_by(owner, private, phase)
    assert refused(state, f"p1 buy_private private={private} price={price}") == answer


def test_sale_needs_consent_and_money() -> None:
    state = owned_by("p2", "2")
    asked = play(state, "p1 buy_private private=2 price=40")
    assert actors(asked) == ("p2",)
    assert refused(play(asked, "p2 decline"), "p1 buy_private private=2 price=40") == "offer.declined"
    bought = play(asked, "p2 accept")
    assert bought.privates["2"].owner == "PO"
    assert (bought.players["p2"].cash, bought.companies["PO"].cash) == (840, 630)
    poor = with_company(state, "PO", cash=39)
    assert refused(poor, "p1 buy_private private=2 price=40") == "money.company"
    mine = play(owned_by("p1", "2"), "p1 buy_private private=2 price=40")
    assert mine.privates["2"].owner == "PO", "nobody else is asked"


def test_brown_phase_closes_them() -> None:
    state = left(versailles("1", "3", phase="blue", step="trains"), "blue", 0)
    state = with_private(with_company(state, "PO", cash=900), "7", owner="p2", closed=False)
    line = buy("5E", 400)
    assert "private.closes" in cited(state, line)
    assert all(private.closed for private in play(state, line).privates.values())


# 1 Toulouse à Barcelona


def test_extra_tile() -> None:
    """20 fr, before or after the normal build; then the private closes."""
    line = "p1 lay_extra hex=F17 tile=9 rotation=1"
    assert "1843.toulouse-closes" in cited(versailles("1"), line)
    state = play(versailles("1"), line)
    assert state.privates["1"].closed
    assert state.companies["PO"].cash == 650
    state = play(state, "p1 lay_tile hex=F13 tile=57 rotation=1")
    assert refused(state, "p1 lay_tile hex=F11 tile=9 rotation=1") == "turn.not-now"
    after = play(versailles("1"), "p1 lay_tile hex=F13 tile=57 rotation=1", line)
    assert after.companies["PO"].cash == 650
    beside = play(laid(versailles("1"), F17=("9", 1)), "p1 lay_tile hex=F15 tile=14 rotation=1")
    assert refused(beside, "p1 lay_extra hex=F19 tile=9 rotation=1") == "ok", "beside an upgrade"
    assert refused(beside, "p1 lay_extra hex=F15 tile=9 rotation=1") == "1843.once-a-hex"


EXTRA = [
    ("F17 20 1", "1843.power-yellow"),
    ("E20 57 1", "track.reach"),
    ("F17 57 1", "track.centres"),
    ("Q9 9 1", "track.hex"),
    ("F15 57 1", "track.colour"),
]


@pytest.mark.parametrize(("lay", "answer"), EXTRA)
def test_extra_tile_is_laid_in_the_normal_manner(lay: str, answer: str) -> None:
    hex_id, tile, rotation = lay.split()
    assert refused(versailles("1"), f"p1 lay_extra hex={hex_id} tile={tile} rotation={rotation}") == answer


def test_extra_tile_needs_the_private_and_the_money() -> None:
    line = "p1 lay_extra hex=F17 tile=9 rotation=1"
    assert refused(versailles(), line) == "1843.power-owner"
    assert refused(with_company(versailles("1"), "PO", cash=19), line) == "money.company"
    taken = with_private(versailles("1"), "2", owner="p2", closed=False)
    assert refused(taken, line) == "track.blocked"
    assert refused(versailles("1", step="station"), line) == "turn.not-now"


def test_extra_tile_ends_a_build_of_two() -> None:
    """EST: one yellow, the extra tile, and no second yellow; extra tile first, then both."""
    state = floated(later(3, "green"), "EST", {"p1": 60})
    state = with_private(stations(state, H25=(("EST", ""),)), "1", owner="EST", closed=False)
    state = operating(state, "EST", "track")
    one, two = "p1 lay_tile hex=G24 tile=9 rotation=2", "p1 lay_tile hex=I20 tile=9 rotation=1"
    extra_tile = "p1 lay_extra hex=H23 tile=9 rotation=1"
    assert refused(play(state, one, extra_tile), two) == "turn.not-now"
    full = play(state, extra_tile, one, two)
    assert full.companies["EST"].cash == 670 - 100 - 100


# 3 Paris - St Germain


def test_st_germain() -> None:
    """A yellow tile at E14 for nothing, at any moment of the owner's turn, without connection."""
    line = "p1 lay_st_germain tile=55 rotation=1"
    for step in ("track", "station", "trains"):
        state = versailles("3", step=step)
        assert refused(state, line) == "ok"
    state = play(versailles("3"), line)
    assert state.board.laid["E14"] == ("55", 1)
    assert state.companies["PO"].cash == 670
    assert not state.privates["3"].closed
    assert refused(state, line) == "1843.st-germain", "only the first tile"
    assert refused(state, "p1 lay_tile hex=F17 tile=9 rotation=1") == "ok", "beside the normal build"
    assert refused(versailles(), line) == "1843.power-owner"
    assert refused(versailles("3"), "p1 lay_st_germain tile=X12 rotation=1") == "1843.power-yellow"
    assert refused(versailles("3"), "p1 lay_st_germain tile=57 rotation=1") == "track.centres"


# 4 Le Havre and 6 Boulogne - Amiens


def test_le_havre() -> None:
    """80 fr for tile and marker, as the whole build and station step."""
    state = play(versailles("4"), "p1 build_port private=4 tile=57 rotation=0")
    assert state.board.laid["C14"] == ("57", 0)
    assert state.board.stations["C14"] == (("PO",),)
    assert state.companies["PO"].cash == 590
    assert state.companies["PO"].tokens == (100,), "the next marker of the charter"
    assert refused(state, "p1 lay_tile hex=F17 tile=9 rotation=1") == "turn.not-now"
    assert refused(state, "p1 place_station hex=F13 city=0") == "turn.not-now"


PORT_BUILDS = [
    (("4",), {}, "private=4 tile=57 rotation=1", "1843.port-tile"),  # the printed track must be kept
    (("4",), {}, "private=4 tile=X08 rotation=0", "1843.port-tile"),
    (("4",), {}, "private=4", "1843.port-tile"),  # both, tile and marker
    (("4",), {}, "private=4 tile=57 rotation=0 city=1", "station.city"),
    ((), {}, "private=4 tile=57 rotation=0", "1843.power-owner"),
    (("4",), {"laid": (("F17", "yellow"),)}, "private=4 tile=57 rotation=0", "1843.whole-build"),
    (("4",), {"laid": (("F17", "extra"),)}, "private=4 tile=57 rotation=0", "ok"),  # private 1 does not matter
    (("6",), {}, "private=6 tile=10 rotation=0 city=1", "ok"),
    (("6",), {}, "private=6 tile=59 rotation=3 city=0", "ok"),
    (("6",), {}, "private=6 tile=64 rotation=0 city=0", "1843.port-tile"),
    (("6",), {}, "private=6", "1843.port-tile"),
    (("6",), {}, "private=5", "1843.power-owner"),
    (("3",), {}, "private=3 tile=57 rotation=3", "1843.port-tile"),  # owned, but no port
    (("3",), {}, "private=3", "1843.port-tile"),
]


@pytest.mark.parametrize(("owned", "turn", "fields", "answer"), PORT_BUILDS)
def test_port_builds(owned: tuple[str, ...], turn: dict[str, object], fields: str, answer: str) -> None:
    assert refused(versailles(*owned, **turn), f"p1 build_port {fields}") == answer  # type: ignore[arg-type]


def test_boulogne() -> None:
    """120 fr; on a tile that lies there the marker alone."""
    state = play(versailles("6"), "p1 build_port private=6 tile=10 rotation=0 city=1")
    assert state.board.stations["C18"] == (("",), ("PO",))
    assert state.companies["PO"].cash == 550
    there = laid(versailles("6"), C18=("10", 0))
    assert refused(stations(there, C18=(("EST",), ("",))), "p1 build_port private=6 city=0") == "station.city"
    marker = play(stations(there, C18=(("EST",), ("",))), "p1 build_port private=6 city=1")
    assert marker.board.stations["C18"] == (("EST",), ("PO",))
    assert marker.companies["PO"].cash == 550
    assert refused(stations(there, C18=(("PO",), ("",))), "p1 build_port private=6 city=1") == "station.one-a-hex"
    assert refused(with_company(there, "PO", cash=119), "p1 build_port private=6 city=1") == "money.company"
    assert refused(with_company(there, "PO", tokens=()), "p1 build_port private=6 city=1") == "station.left"


def test_port_tiles_are_limited() -> None:
    state = versailles("4")
    board = Board(state.board.laid, state.board.stations, {**state.board.supply, "57": 0}, state.board.markers)
    assert refused(replace(state, board=board), "p1 build_port private=4 tile=57 rotation=0") == "track.supply"


# 7 Lyon - Méditerranée


def test_lyon_closes_with_plms_first_train() -> None:
    state = floated(later(), "PLM", {"p1": 60})
    state = with_private(stations(state, J17=(("PLM",),)), "7", owner="p1", closed=False)
    state = operating(state, "PLM", "trains")
    assert "1843.lyon-closes" in cited(state, buy("2+1", 125))
    assert play(state, buy("2+1", 125)).privates["7"].closed


@pytest.mark.parametrize(("cash", "asked_again"), [(400, False), (1, True)])
def test_a_turn_stops_once_for_privates(cash: int, asked_again: bool) -> None:
    """8.3: p2's private could be bought for 1. The director is asked once: with the trains, or at the end."""
    state = floated(later(3, "green"), "PO", {"p1": 60}, cash=cash)
    state = with_private(stations(state, F13=(("PO",),)), "2", owner="p2", closed=False)
    state = operating(state, "PO", "trains" if cash == 400 else "dividend", revenue=0 if cash == 400 else 10)
    state = play(state, "p1 pass" if cash == 400 else "p1 dividend how=pay")
    there = isinstance(state.top, OperatingTurn) and state.top.company == "PO"
    assert there == asked_again
    if asked_again:
        assert refused(state, "p1 buy_private private=2 price=1") == "ok"
        assert refused(state, "p1 pass") == "ok"
