"""Operating order (7.2), routes (11), revenue (12), stock prices (13)."""

from __future__ import annotations

import pytest
from kit import play, refused, with_company
from msgspec.structs import replace

from railhead.core.change import Change
from railhead.core.engine import refusal, settle
from railhead.core.market import price_of
from railhead.core.moves import RunTrains
from railhead.core.operating import OperatingRound
from railhead.core.revenue import best_of
from railhead.core.scoring import Fault, Route
from railhead.core.state import Round, State
from railhead.titles.t1893.tests.helpers import (
    corporation,
    events,
    in_phase,
    laid,
    merged,
    on_market,
    operating,
    stations,
    stock_round,
    trains,
)

LINE = {"O2": ("619", 4), "N3": ("9", 1), "M4": ("4", 1), "L5": ("K201", 0), "N5": ("9", 0), "P5": ("58", 1)}
"""Aachen - Düren - town M4 - Köln - N5 - town P5."""
TO_M4, TO_L5, TO_P5 = ("O2", "N3", "M4"), ("M4", "L5"), ("L5", "N5", "P5")


def dueren(*owned: str, phase: int = 1, **fields: object) -> State:
    """DE runs from Düren; p1 directs."""
    state = stations(laid(stock_round(phase=phase), **LINE), O2=("DE", ""))
    state = corporation(state, "DE", "p1", {"p1": (10,) * 3, "p2": (10,)}, cash=100)
    return operating(trains(state, DE=owned), "DE", "run")


def route(train: str, *stops: str, legs: tuple[tuple[str, ...], ...]) -> Route:
    return Route(train, stops, legs)


def answer(state: State, *routes: Route) -> str:
    objection = refusal(state, RunTrains("p1", routes))
    return "ok" if objection is None else objection.rule


TO_COLOGNE = route("3", "O2.0", "M4.0", "L5.0", legs=(TO_M4, TO_L5))
RUNS = [
    ((), "ok"),  # nothing need be run
    ((TO_COLOGNE,), "ok"),
    ((route("3", "Aachen", "O2.0", "M4.0", "L5.0", legs=(("P1", "O2"), TO_M4, TO_L5)),), "route.too-long"),
    ((route("3", "O2.0", legs=()),), "route.too-short"),
    ((route("3", "M4.0", "L5.0", legs=(TO_L5,)),), "route.no-station"),
    ((route("3", "O2.0", "L5.0", legs=(("O2", "N3", "L5"),)),), "route.gap"),
    ((route("3", "Aachen", "O2.0", "Aachen", legs=(("P1", "O2"), ("O2", "N1"))),), "route.stop-twice"),
    ((TO_COLOGNE, route("2", "O2.0", "M4.0", legs=(TO_M4,))), "route.track-twice"),
    ((TO_COLOGNE, route("2", "O2.0", "Aachen", legs=(("O2", "P1"),))), "ok"),  # meet in Düren
    ((route("5", "O2.0", "M4.0", legs=(TO_M4,)),), "route.train"),
]


@pytest.mark.parametrize(("routes", "wanted"), RUNS)
def test_routes(routes: tuple[Route, ...], wanted: str) -> None:
    assert answer(dueren("3", "2"), *routes) == wanted


def test_full_city_ends_a_route() -> None:
    """route.blocked (11.1): Köln's one place has RB's marker."""
    through = route("4", "O2.0", "M4.0", "L5.0", "P5.0", legs=(TO_M4, TO_L5, TO_P5))
    state = stations(dueren("4", phase=2), L5=("RB",))
    assert answer(state, through) == "route.blocked"
    assert answer(stations(state, L5=("",)), through) == "ok"
    assert answer(state, route("4", "O2.0", "M4.0", "L5.0", legs=(TO_M4, TO_L5))) == "ok", "it may end there"


def test_red_hexes_end_a_route() -> None:
    """route.terminal (11.1): Gummersbach between I8 and M8."""
    state = laid(stock_round(phase=1), I8=("57", 0), K8=("8", 3), M8=("4", 1))
    state = corporation(stations(state, I8=("DE",)), "DE", "p1", {"p1": (10,) * 3})
    state = operating(trains(state, DE=("3",)), "DE", "run")
    through = route("3", "I8.0", "L9.0", "M8.0", legs=(("I8", "K8", "L9"), ("L9", "M8")))
    assert answer(state, through) == "route.terminal"


def test_duesseldorf_is_passed() -> None:
    """11.1: Benrath - Neuss - Düsseldorf - Grevenbroich, 20 + 20 + 20 in the yellow phase; B5 is plain track."""
    tiles = {"D5": ("K57", 0), "B3": ("9", 1), "C2": ("8", 4), "E2": ("57", 0)}
    state = corporation(stations(laid(stock_round(), **tiles), D5=("RB",)), "RB", "p1", {"p1": (10,) * 3})
    state = operating(trains(state, RB=("3",)), "RB", "run")
    through = route("3", "D5.0", "A4.0", "E2.0", legs=(("D5", "B5", "A4"), ("A4", "B3", "C2", "E2")))
    found = state.rules.judge_run(state, "RB", (through,))
    assert not isinstance(found, Fault)
    assert found.revenue == 60
    assert best_of(state, "RB").revenue == 60
    assert best_of(state, "RB").proven


@pytest.mark.parametrize(("phase", "value"), [(0, 20), (1, 30), (2, 30), (3, 50), (4, 50), (5, 50)])
def test_red_values(phase: int, value: int) -> None:
    """12: Aachen's first value in yellow, the second in green, the highest from brown on; Düren's tile pays 30."""
    train = {0: "2", 1: "2", 2: "3", 3: "4", 4: "4", 5: "5"}[phase]
    state = dueren(train, phase=phase)
    found = state.rules.judge_run(state, "DE", (route(train, "O2.0", "Aachen", legs=(("O2", "P1"),)),))
    assert not isinstance(found, Fault)
    assert found.revenue == 30 + value


def test_eight_plus_x() -> None:
    """11.2: eight cities and red hexes, Düsseldorf among them, and any number of towns."""
    rules = stock_round().rules
    assert rules.trains["8+x"].range.cities == 8
    assert rules.trains["8+x"].range.total is None
    assert "A4" in rules.scoring(stock_round(), "RB").cities
    state = dueren("8+x", phase=5)
    whole = route("8+x", "Aachen", "O2.0", "M4.0", "L5.0", "P5.0", legs=(("P1", "O2"), TO_M4, TO_L5, TO_P5))
    assert answer(state, whole) == "ok"


def test_run_is_declared() -> None:
    """run.duty: passing over the step is no run."""
    assert refused(dueren("3"), "p1 pass") == "run.duty"
    state = play(dueren("3"), "p1 run_trains routes=[]")
    assert state.companies["DE"].revenue == 0


# Dividends (12)


def test_example_of_a_dividend() -> None:
    """12: of 150 the director with 40 % gets 60, two players with 10 % get 15 each, 60 stay in the bank.

    dividend.market: nothing is paid for the four shares in the market. market.right (13).
    """
    state = corporation(stock_round(), "DE", "p1", {"p1": (10, 10), "p2": (10,), "p3": (10,)}, cash=80)
    bank = state.bank
    state, happened = events(operating(state, "DE", "dividend", revenue=150), "p1 dividend how=pay")
    assert [state.players[name].cash for name in ("p1", "p2", "p3")] == [560, 515, 515]
    assert state.companies["DE"].cash == 80, "dividend.market"
    assert state.bank == bank - 90
    assert price_of(state, "DE") == 90, "80, one to the right"
    assert "market.right" in {event.rule for event in happened}


def test_withholding() -> None:
    """market.left (13): 80, one to the left is 75."""
    state = corporation(stock_round(), "DE", "p1", {"p1": (10,) * 3}, cash=0)
    state, happened = events(operating(state, "DE", "dividend", revenue=150), "p1 dividend how=withhold")
    assert state.companies["DE"].cash == 150
    assert price_of(state, "DE") == 75
    assert "market.left" in {event.rule for event in happened}


def test_choices() -> None:
    """dividend.choice (12): corporations do not halve; minors are not asked."""
    state = operating(corporation(stock_round(), "DE", "p1", {}), "DE", "dividend", revenue=100)
    assert refused(state, "p1 dividend how=half") == "dividend.choice"
    change = Change(operating(stock_round(), "EKB", "dividend", revenue=60))
    settle(change)
    assert change.state.companies["EKB"].cash == 210 + 30
    assert change.state.players["p3"].cash == 530


def test_no_revenue_is_no_dividend() -> None:
    """dividend.automatic (13)."""
    state = corporation(stock_round(), "DE", "p1", {}, cash=0)
    change = Change(operating(state, "DE", "dividend", revenue=0))
    settle(change)
    assert price_of(change.state, "DE") == 75
    assert "dividend.automatic" in {event.rule for event in change.events}


CORNERS = [  # cell, dividend, cell after (13)
    ((0, 15), "pay", (0, 15)),  # top right: stays
    ((1, 13), "pay", (0, 13)),  # end of a row: up
    ((2, 0), "withhold", (3, 0)),  # start of a row: down
    ((6, 0), "withhold", (6, 0)),  # bottom left: stays
    ((0, 2), "withhold", (1, 2)),  # no cell to the left
]


@pytest.mark.parametrize(("cell", "how", "after"), CORNERS)
def test_corners_of_the_market(cell: tuple[int, int], how: str, after: tuple[int, int]) -> None:
    state = corporation(stock_round(), "DE", "p1", {"p1": (10,) * 3}, cell=cell)
    state = play(operating(state, "DE", "dividend", revenue=100), f"p1 dividend how={how}")
    assert state.companies["DE"].cell == after


# Order (7.2)


def test_operating_order() -> None:
    """market.order: minors by number; RSE and DE at 80 with RSE further right, RB on DE's cell came later."""
    state = stock_round()
    for sym, cell in (("DE", (3, 3)), ("RB", (3, 3)), ("RSE", (4, 4))):
        state = corporation(state, sym, "p1", {}, cell=cell)
    order = state.rules.operating.order(state)
    assert order == ("EKB", "KFBE", "KSZ", "KBE", "BKB", "RSE", "DE", "RB"), "market.order"


def test_order_is_fixed() -> None:
    """7.2: prices that fall in the round change nothing; by house rule they do."""
    for options, first in (((), "RB"), (("operating-order-resorted",), "DE")):
        state = merged(merged(stock_round(*options, phase=4), "AGV"), "HGK")
        for sym, cell in (("RB", (2, 3)), ("DE", (3, 3))):
            state = corporation(state, sym, "p1", {}, cell=cell)
        state = replace(state, frames=(OperatingRound(waiting=("RB", "DE")),))
        assert state.rules.operating.order(on_market(state, "RB", (5, 1)))[0] == first


def test_two_operating_rounds() -> None:
    """phase.rounds (1): in every phase."""
    assert {phase.rounds for phase in stock_round().rules.phases} == {2}, "phase.rounds"
    change = Change(replace(in_phase(stock_round(), 1), round=Round("SR", 2), frames=()))
    settle(change)
    assert change.state.round == Round("OR", 2, 1, 2)


def test_no_income_in_the_first_turn() -> None:
    """11.1: without a train nothing runs, and the step is left by itself."""
    state = with_company(operating(laid(stock_round(), T3=("57", 2)), "EKB", "run"), "EKB", trains=())
    change = Change(state)
    settle(change)
    assert change.state.companies["EKB"].revenue == 0
