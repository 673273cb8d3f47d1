"""State railways (IV.3, IV.4.4) and their markers (VII.8)."""

from __future__ import annotations

import pytest
from kit import play, refused, with_cash, with_company
from msgspec.structs import replace

from railhead.core.engine import actors
from railhead.core.market import price_of
from railhead.core.reach import stations_of
from railhead.core.shares import move_shares, percent_of
from railhead.core.state import IPO, RESERVED, State, president_of
from railhead.titles.t1824.first_round import remove_unsold
from railhead.titles.t1824.founding import TwoMarkers, found, founding_due, without_director
from railhead.titles.t1824.tests.helpers import (
    after_first_round,
    changed,
    cited,
    laid,
    minor,
    operating,
    supply,
    trading,
)


def founded(company: str, seats: int = 3, phase: str = "4", options: tuple[str, ...] = (), **owners: str) -> State:
    """A state railway just founded out of these pre-state railways, each with 50 gulden; the others were not sold."""
    return changed(before(company, seats, phase, options, **owners), lambda change: found(change, company))


def before(company: str, seats: int = 3, phase: str = "4", options: tuple[str, ...] = (), **owners: str) -> State:
    state = after_first_round(seats, *options)
    for sym, player in owners.items():
        state = minor(state, sym, player, cash=50)
    return trading(changed(state, remove_unsold), "p1", phase)


CAPITAL = [  # company, owners, cash: 120 a share not kept, and 50 from each pre-state railway (IV.4.4)
    ("SD", {"SD1": "p1", "SD2": "p2", "SD3": "p3"}, 720 + 150),
    ("UG", {"UG1": "p1", "UG2": "p2"}, 840 + 100),
    ("KK", {"KK1": "p1", "KK2": "p2"}, 840 + 100),
    ("SD", {"SD2": "p2", "SD3": "p3"}, 960 + 100),
    ("UG", {"UG2": "p2"}, 1080 + 50),
    ("SD", {}, 1200),
]


@pytest.mark.parametrize(("company", "owners", "cash"), CAPITAL)
def test_capital(company: str, owners: dict[str, str], cash: int) -> None:
    assert founded(company, **owners).companies[company].cash == cash, "state.capital"


def test_everything_is_taken_over() -> None:
    """state.founding: shares, cash, trains and markers of SD1, SD2 and SD3."""
    state = with_company(before("SD", SD1="p1", SD2="p2", SD3="p3"), "SD2", trains=("3", "1g"))
    state = changed(state, lambda change: found(change, "SD"))
    charter = state.companies["SD"]
    assert charter.floated, "state.founding"
    assert charter.trains == ("3", "1g")
    assert [percent_of(state, "SD", player) for player in ("p1", "p2", "p3")] == [20, 10, 10]
    assert percent_of(state, "SD", IPO) == 60
    assert sorted(stations_of(state.board, "SD")) == [("E12", 0), ("G10", 0), ("G4", 0)]
    assert all(state.companies[sym].closed for sym in ("SD1", "SD2", "SD3"))


MARKERS = [  # company, owners, prices of the markers left: 0, 40, 100, 100, 100 less those on the map (VII.8)
    ("SD", {"SD1": "p1", "SD2": "p2", "SD3": "p3"}, (100, 100)),
    ("UG", {"UG1": "p1", "UG2": "p2"}, (100, 100, 100)),
    ("KK", {"KK1": "p1"}, (40, 100, 100, 100)),
    ("SD", {}, (0, 40, 100, 100, 100)),
]


@pytest.mark.parametrize(("company", "owners", "prices"), MARKERS)
def test_inherited_markers_count(company: str, owners: dict[str, str], prices: tuple[int, ...]) -> None:
    assert founded(company, **owners).companies[company].tokens == prices, "station.inherited"


DIRECTORS = [  # shares of SD bought before, the director (IV.4.4): p1, p2, p3 own SD1, SD2, SD3
    ({}, "p1"),
    ({"p2": 10}, "p1"),  # 20 % each: number one
    ({"p3": 20}, "p3"),  # 30 %
    ({"p2": 20, "p3": 20}, "p2"),  # 30 % each: number two before number three
]


@pytest.mark.parametrize(("bought", "director"), DIRECTORS)
def test_director(bought: dict[str, int], director: str) -> None:
    state = before("SD", SD1="p1", SD2="p2", SD3="p3")
    for player, percent in bought.items():
        state = changed(state, lambda c, p=player, n=percent: move_shares(c, "SD", IPO, p, (10,) * (n // 10)))
    state = changed(state, lambda change: found(change, "SD"))
    assert president_of(state, "SD") == director, "state.director"


def test_tie_without_owners_goes_by_priority() -> None:
    """state.director: p2 and p3 have 20 % each and own no pre-state railway; p3 has the priority."""
    state = before("SD")
    for player in ("p2", "p3"):
        state = changed(state, lambda change, p=player: move_shares(change, "SD", IPO, p, (10, 10)))
    state = changed(replace(state, priority="p3"), lambda change: found(change, "SD"))
    assert president_of(state, "SD") == "p3", "state.director"
    assert percent_of(state, "SD", "p3") == 20
    assert percent_of(state, "SD", RESERVED) == 0  # its two shares are the bank's now
    assert percent_of(state, "SD", IPO) == 60


def test_nobody_has_two_shares() -> None:
    """state.no-director: no turn, one space left a round; the second share brings a director (note 1)."""
    state = founded("SD", SD2="p2", SD3="p3")
    assert without_director(state) == ("SD",)
    assert president_of(state, "SD") == ""
    assert "SD" not in state.rules.operating.order(state)
    state = minor(state, "UG2", "p3", trains=("3",))
    state = operating(state, "UG2", "trains", "4")
    assert "state.no-director" in cited(state, "p3 pass")
    after = play(state, "p3 pass")
    assert price_of(after, "SD") == 110, "state.no-director"
    after = play(trading(with_cash(after, p2=500), "p2", "4"), "p2 buy_share company=SD source=ipo")
    assert president_of(after, "SD") == "p2"
    assert percent_of(after, "SD", "p2") == 20
    assert percent_of(after, "SD", RESERVED) == 0
    assert "SD" in after.rules.operating.order(after)


def test_share_bought_before_founding_makes_no_director() -> None:
    state = before("SD", SD2="p2")
    state = play(trading(state, "p2"), "p2 buy_share company=SD source=ipo")
    assert president_of(state, "SD") == ""


def test_no_forerunner_was_sold() -> None:
    """station.home: a marker free of charge on the place of number one when it first operates (IV.4.4)."""
    state = changed(before("KK"), lambda change: move_shares(change, "KK", IPO, "p1", (10, 10)))
    state = changed(state, lambda change: found(change, "KK"))
    assert not stations_of(state.board, "KK")
    state = changed(
        state, lambda change: change.state.rules.operating.home and change.state.rules.operating.home(change, "KK")
    )
    assert stations_of(state.board, "KK") == [("E12", 1)], "station.home"
    assert state.companies["KK"].tokens == (40, 100, 100, 100)


def test_two_markers_in_vienna() -> None:
    """station.return, station.one-a-hex: KK1 and KK2 stand in two cities of Vienna; the director takes one back."""
    state = founded("KK", phase="6", KK1="p1", KK2="p2")
    assert isinstance(state.top, TwoMarkers)
    assert actors(state) == ("p1",)
    assert refused(state, "p1 return_station company=KK hex=E12 city=0") == "station.return"
    assert refused(state, "p2 return_station company=KK hex=E12 city=1") == "turn.whose"
    assert "station.one-a-hex" in cited(state, "p1 return_station company=KK hex=E12 city=2")
    state = play(state, "p1 return_station company=KK hex=E12 city=2")
    assert stations_of(state.board, "KK") == [("E12", 1)]
    assert state.companies["KK"].tokens == (40, 100, 100, 100)


def test_two_markers_in_one_city() -> None:
    """On the brown Vienna both stand in one city: one goes back by itself."""
    state = before("KK", phase="6")
    state = laid(state, E12=("493", 0))
    for sym, player in (("KK1", "p1"), ("KK2", "p2")):
        state = with_company(state, sym, closed=False, certificate=player, floated=True)
    state = replace(state, board=replace(state.board, stations={"E12": (("",), ("KK1", "KK2", ""))}))
    state = with_company(state, "KK", shares={RESERVED: (10,), IPO: (10,) * 7})
    state = changed(state, lambda change: found(change, "KK"))
    assert stations_of(state.board, "KK") == [("E12", 1)], "station.one-a-hex"
    assert state.board.stations["E12"][1] == ("KK", "", ""), "the second place is free again"
    assert state.companies["KK"].tokens == (40, 100, 100, 100)
    assert not isinstance(state.top, TwoMarkers)


def test_surplus_trains() -> None:
    """train.discard, train.limit-discard: KK keeps three trains in phase six; the director chooses."""
    state = before("KK", phase="6", KK1="p1")
    state = with_company(state, "KK1", trains=("4", "4"))
    state = with_company(state, "KK", trains=("5", "2g"))
    state = changed(state, lambda change: found(change, "KK"))
    assert refused(state, "p1 discard_train company=KK train=6") == "train.discard"
    assert "train.limit-discard" in cited(state, "p1 discard_train company=KK train=4")
    after = play(state, "p1 discard_train company=KK train=4")
    assert sorted(after.companies["KK"].trains) == ["2g", "4", "5"]
    assert "4" in after.depot.gone
    assert after.depot.pool == ()


def test_surplus_trains_without_director() -> None:
    """The cheapest trains go when there is nobody to choose."""
    state = with_company(before("SD", phase="6", SD2="p2"), "SD2", trains=("3g", "6"))
    state = with_company(state, "SD", trains=("4", "5"))
    state = changed(state, lambda change: found(change, "SD"))
    assert sorted(state.companies["SD"].trains) == ["3g", "5", "6"]


def test_new_limit_without_director() -> None:
    """The first 6-train: SD without a director keeps three trains, and nobody has to be asked."""
    state = with_company(founded("SD", SD2="p2", SD3="p3"), "SD", trains=("4", "4", "1g", "5"))
    state = minor(state, "KK2", "p3", cash=900)
    state = supply(operating(state, "KK2", "trains", "5"), "6", 3)
    state = play(state, "p3 buy_train train=6 source=supply price=600")
    assert state.companies["SD"].trains == ("4", "4", "5"), "train.limit-discard"


def test_founded_at_the_end_of_the_round() -> None:
    """state.founding (VII.14): the first 4-train founds SD when the round ends, not before."""
    state = minor(after_first_round(3), "UG1", "p1", cash=300)
    state = minor(state, "SD1", "p2", trains=("3",))
    state = supply(operating(state, "UG1", "trains", "3", ("SD1",)), "4", 4)
    state = play(state, "p1 buy_train train=4 source=supply price=280")
    assert state.extra.due == ("SD",)
    assert not state.companies["SD"].floated
    state = play(state, "p2 pass")
    assert state.companies["SD"].floated, "state.founding"
    assert state.companies["SD1"].closed
    assert state.round.kind == "SR"


FOUNDED_BY = [("4", ("SD",)), ("5", ("UG",)), ("6", ("KK",)), ("8", ())]


@pytest.mark.parametrize(("train", "companies"), FOUNDED_BY)
def test_founding_trains(train: str, companies: tuple[str, ...]) -> None:
    state = changed(after_first_round(3), lambda change: founding_due(change, train))
    assert state.extra.due == companies, "state.founding"
