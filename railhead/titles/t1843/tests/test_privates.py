"""The private companies and their powers (10); worked example D8 of the clarifications."""

from __future__ import annotations

import pytest
from kit import play, refused, with_cash, with_company, with_private
from msgspec.structs import replace

from railhead.core.engine import actors
from railhead.core.shares import percent_of
from railhead.core.state import IPO, POOL, Board, State
from railhead.core.stock import StockRound
from railhead.titles.t1843.rules import FACTS
from railhead.titles.t1843.tests.helpers import certificates_left as left
from railhead.titles.t1843.tests.helpers import cited, extra, floated, held, laid, later, operating, stations
from railhead.titles.t1843.tests.test_trains import buy

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
    assert percent_of(state, "ETA", "p1") == 20 and percent_of(state, "ETA", IPO) == 70
    assert not state.companies["ETA"].floated


def test_a_share_that_floats() -> None:
    """D8: with 50 % left in the IPO a free share floats ETA with 940."""
    state = play(loire(p2=40, p3=10), "p1 exchange_loire company=ETA")
    assert state.players["p1"].cash == 100
    assert state.companies["ETA"].floated and state.companies["ETA"].cash == 940


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
    assert not state.extra.obsolete and not state.extra.engineers


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
    line = "p1 buy_loire_train price=110"
    assert refused(with_company(six(), "PO", cash=109), line) == "money.company"
    assert refused(with_company(six(), "PO", trains=("2+1",) * 4), line) == "train.limit"
    asked = play(six(), line)
    assert refused(play(asked, "p2 decline"), line) == "offer.declined"
    state = play(asked, "p2 accept")
    assert state.companies["PO"].trains == ("2",)
    assert state.privates["5"].closed and state.phase == 0
    assert state.players["p2"].cash == 510
    assert FACTS.trains["2"].rusts_on == FACTS.trains["2+1"].rusts_on


# 7 Lyon - Méditerranée


def test_lyon_closes_with_plms_first_train() -> None:
    state = floated(later(), "PLM", {"p1": 60})
    state = with_private(stations(state, J17=(("PLM",),)), "7", owner="p1", closed=False)
    state = operating(state, "PLM", "trains")
    assert "1843.lyon-closes" in cited(state, buy("2+1", 125))
    assert play(state, buy("2+1", 125)).privates["7"].closed
