"""Running trains (8.6, 13.2) and dividends (8.7); worked example D4 of the clarifications."""

from __future__ import annotations

import pytest
from kit import play, refused
from msgspec.structs import replace

from railhead.core.engine import legal_moves
from railhead.core.moves import RunTrains
from railhead.core.revenue import best_of
from railhead.core.scoring import Centre, Route, Scoring, route_value
from railhead.core.state import POOL, State
from railhead.titles.t1843.rules import FACTS
from railhead.titles.t1843.tests.helpers import (
    cited,
    extra,
    floated,
    laid,
    later,
    line,
    operating,
    run_answer,
    stations,
)
from railhead.titles.t1843.trains import running_trains
from railhead.usual import scoring

FIVE = ("I16 J15", "J15 K16.0", "K16.0 L15", "L15 M14 M12")
SIX = (*FIVE, "M12 L11 L9")


def south(*trains: str, phase: str = "green") -> State:
    """PO in Dijon (20); Saint-Étienne 20, a town 10, Avignon 30, Montpellier 40, and a town 10 beyond."""
    state = floated(later(3, phase), "PO", {"p1": 60, "p2": 10, POOL: 20}, trains=trains)
    state = laid(state, I16=("57", 0), K16=("631", 0), L15=("14", 0), M14=("8", 1), L11=("8", 5), L9=("58", 2))
    return operating(stations(state, I16=(("PO",),)), "PO", "run")


def test_trains_of_the_worked_example() -> None:
    """D4: 3/5 earns 40 + 30 + 20; 4+1 earns 120; 2+1 cannot run all five; a sixth stop is too much for both."""
    assert best_of(south("3/5x2"), "PO").routes[0].revenue == 90
    assert best_of(south("4+1"), "PO").revenue == 120
    assert best_of(south("2+1"), "PO").revenue == 50, "two cities and the town"
    assert run_answer(south("4+1"), line("4+1", *FIVE)) == "ok"
    assert run_answer(south("3/5x2"), line("3/5", *FIVE)) == "ok"
    for certificate, train, legs in (("2+1", "2+1", FIVE), ("3/5x2", "3/5", SIX), ("4+1", "4+1", SIX)):
        assert run_answer(south(certificate), line(train, *legs)) == "route.too-long"


EIGHT = (40, 40, 10, 20, 30, 60, 10, 50)
PAID = {"5E": 220, "8E": 260, "Electric": 260}


@pytest.mark.parametrize("train", PAID)
def test_long_route(train: str) -> None:
    """D4: eight stops, of which a 5E counts the best five; 8E and Electric count all."""
    kinds = ("city", "city", "town", "city", "city", "offboard", "town", "city")
    centres = [
        Centre(f"X{i}.0", frozenset({f"X{i}.0"}), kind, worth)
        for i, (kind, worth) in enumerate(zip(kinds, EIGHT, strict=True))
    ]
    route = Route(train, tuple(centre.id for centre in centres), ())
    assert route_value(scoring(FACTS, "brown"), route, centres).revenue == PAID[train], "route.electric"
    assert scoring(FACTS, "brown").ranges["5/7"].total == 7, "eight stops are too many for a 5/7"


RANGES = {
    "2": (2, None, None),
    "2+1": (3, 2, None),
    "3+1": (4, 3, None),
    "4+1": (5, 4, None),
    "5+2": (7, 5, None),
    "3/5": (5, None, 3),
    "4/6": (6, None, 4),
    "5/7": (7, None, 5),
    "5E": (None, None, 5),
    "8E": (None, None, 8),
    "Electric": (None, None, None),
}


def test_ranges() -> None:
    """13.2: stops in all, cities among them, stops that are paid."""
    sheet: Scoring = scoring(FACTS, "yellow")
    found = {name: (sheet.ranges[name].total, sheet.ranges[name].cities, sheet.ranges[name].pays) for name in RANGES}
    assert found == RANGES


FAULTS = [
    (line("5E", "I16 J15"), "route.train"),
    (line("4+1", "I16 K16.0"), "route.gap"),
    (line("4+1", "I16 H17 G16"), "route.gap"),
    (Route("4+1", ("I16.0",), ()), "route.too-short"),
    (line("4+1", "J15 K16.0"), "route.no-station"),
    (line("4+1", "I16 J15", "J15 I16"), "route.stop-twice"),
    (line("4+1", "I16 J15"), "run.best-total"),
]


@pytest.mark.parametrize(("route", "slug"), FAULTS)
def test_faults(route: Route, slug: str) -> None:
    assert run_answer(south("4+1"), route) == slug


def test_two_trains_share_no_track() -> None:
    """8.6.1: routes meet in cities but use separate track; a switch belongs to one train."""
    routes = (line("3/5", "I16 J15", "J15 K16.0"), line("3/5", "I16 J15"))
    assert run_answer(south("3/5x2"), *routes) == "route.track-twice"


def test_the_run_is_a_duty() -> None:
    assert refused(south("4+1"), "p1 pass") == "run.duty"


def test_full_city() -> None:
    """8.6.1: Avignon full of others may be an end, not passed; a blocked marker counts as another's."""
    for markers in (("EST", "OU"), ("EST", "blocked")):
        state = stations(south("4+1"), L15=(markers,))
        assert run_answer(state, line("4+1", *FIVE)) == "route.blocked"
        assert best_of(state, "PO").revenue == 80, "up to Avignon: 20 + 20 + 10 + 30"
    assert best_of(stations(south("4+1"), L15=(("EST", ""),)), "PO").revenue == 120


def gand() -> State:
    """NOR in Lille: Gand has two arrows, from Lille and from B19."""
    state = floated(later(3, "green"), "NOR", {"p1": 60}, trains=("4+1",))
    state = laid(state, C20=("X01", 0), B19=("2", 1))
    return operating(stations(state, C20=(("NOR",),)), "NOR", "run")


def test_off_boards_end_a_route() -> None:
    assert run_answer(gand(), line("4+1", "C20 B21", "B21 B19.0")) == "route.terminal"
    assert run_answer(gand(), line("4+1", "B19.1 C20", "C20 B21")) == "ok", "town 10, Lille 30, Gand 30"
    assert best_of(gand(), "NOR").revenue == 70


def geneva(train: str, phase: str) -> State:
    """EST from Strasbourg over I24 and I22 to Genève, and on to brown Lyon."""
    state = floated(later(3, phase), "EST", {"p1": 60}, trains=(train,))
    state = laid(state, I20=("7", 4), J19=("9", 1), J17=("X10", 0))
    return operating(stations(state, H25=(("EST", ""),)), "EST", "run")


def test_geneva_may_be_passed() -> None:
    """8.6.1: Strasbourg 50, town 10, Genève 60, Lyon 60 in brown phase; it counts as a city for N+M trains."""
    assert best_of(geneva("5E", "brown"), "EST").revenue == 180
    legs = ("H25 I24", "I24 I22 I20 J21", "J21 J19 J17")
    assert run_answer(geneva("4+1", "green"), line("4+1", *legs)) == "ok"
    assert run_answer(geneva("2+1", "green"), line("2+1", *legs)) == "route.too-long"


def test_values_by_phase() -> None:
    """8.6.2: blue uses green values, red and gray brown ones; Brest has a gray value."""
    wanted = {"yellow": 50, "green": 60, "blue": 60, "brown": 90, "red": 90, "gray": 90}
    for phase, value in wanted.items():
        state = floated(later(3, phase), "EST", {"p1": 60}, trains=("Electric",))
        state = operating(stations(state, H25=(("EST", ""),)), "EST", "run")
        assert best_of(state, "EST").revenue == value, "route.values"  # Strasbourg and Bâle
    colours = [phase.colour for phase in FACTS.phases]
    assert colours == ["yellow", "green", "green", "brown", "brown", "gray"]


def test_cities_of_paris() -> None:
    """8.6.1: one route may have several cities of Paris: North and South by D17 and E18."""
    state = floated(later(3, "green"), "PO", {"p1": 60}, trains=("2+1",))
    state = laid(state, E16=("X05", 0), E18=("7", 1), D17=("7", 5))
    state = operating(stations(state, E16=(("PO",), ("",), ("",))), "PO", "run")
    assert best_of(state, "PO").revenue == 120


def test_nevers_bypass_and_i24() -> None:
    """Nevers can be passed without a stop; the line to Bâle misses the town of I24."""
    state = floated(later(), "EST", {"p1": 60}, trains=("2+1",))
    state = operating(stations(state, H25=(("EST", ""),)), "EST", "run")
    assert run_answer(state, line("2+1", "H25 I24 J23")) == "ok"
    assert best_of(state, "EST").revenue == 50


# How many trains run (8.6.1, 8.8.1)


def test_two_or_one_at_each_run() -> None:
    """A 2x2 or 3+1 runs as either; four of them run four trains at most, as the limit is four."""
    state = south("2x2 or 3+1", phase="yellow")
    assert running_trains(state, "PO") == (("2", "2"), ("3+1",))
    assert best_of(state, "PO").revenue == 80, "the 3+1: Dijon, Saint-Étienne, town and Avignon"
    many = south(*["2x2 or 3+1"] * 3, phase="yellow")
    assert all(len(trains) <= 4 for trains in running_trains(many, "PO"))
    assert ("2", "2", "3+1", "3+1") in running_trains(many, "PO")
    two = (line("2", "I16 J15"), line("2", "J15 K16.0"))
    assert run_answer(state, *two) == "route.no-station"


def test_obsolete_train_runs_beyond_the_limit() -> None:
    state = south("8E", "8E", "5+2", phase="red")
    state = extra(state, engineers="PO", preserved="5+2", obsolete=True)
    assert running_trains(state, "PO") == (("8E", "8E", "5+2"),)


def test_best_run_is_offered() -> None:
    runs = [move for move in legal_moves(south("4+1")) if isinstance(move, RunTrains)]
    assert len(runs) == 1


# Dividends (8.7)


def paid(how: str) -> State:
    state = operating(south("4+1"), "PO", "dividend", revenue=120)
    return play(state, f"p1 dividend how={how}")


def test_dividends() -> None:
    """p1 60 %, p2 10 %; the pool's 20 % go to the treasury, the IPO's 10 % to nobody."""
    state = paid("pay")
    assert (state.players["p1"].cash, state.players["p2"].cash) == (872, 812)
    assert state.companies["PO"].cash == 670 + 24, "dividend.treasury"
    held = paid("withhold")
    assert held.companies["PO"].cash == 790
    assert held.players["p1"].cash == 800
    assert (
        refused(operating(south("4+1"), "PO", "dividend", revenue=120), "p1 dividend how=half") == "dividend.choice"
    )


def test_nothing_earned_moves_left() -> None:
    """7.7: a company without trains moves left, also in its first operating round."""
    state = floated(later(), "PO", {"p1": 60})
    state = operating(stations(state, F13=(("PO",),)), "PO", "track")
    assert "dividend.automatic" in cited(state, "p1 pass")
    after = play(state, "p1 pass")
    assert after.companies["PO"].cell == (13, 6)


def test_gray_value_of_brest() -> None:
    state = floated(later(3, "gray"), "PO", {"p1": 60}, trains=("Electric",))
    state = laid(state, B7=("9", 2), C8=("9", 2), D9=("57", 2))
    state = operating(stations(state, D9=(("PO",),)), "PO", "run")
    assert best_of(state, "PO").revenue == 70
    assert best_of(replace(state, phase=4), "PO").revenue == 60
