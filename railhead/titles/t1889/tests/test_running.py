"""Routes (8), dividends (9)."""

from __future__ import annotations

import pytest
from kit import begin, play, refused, with_company
from msgspec.structs import replace

from railhead.core.engine import legal_moves, refusal
from railhead.core.moves import RunTrains
from railhead.core.scoring import Route
from railhead.core.shares import percent_of
from railhead.core.state import POOL, State
from railhead.routes import best_run
from railhead.titles.t1889.tests.helpers import floated, laid, operating, stations


def line(train: str, *legs: str) -> Route:
    """A route from its legs, as in 'J1 I2', 'I2 J3 K4'; every hex has one centre."""
    parts = tuple(tuple(leg.split()) for leg in legs)
    stops = (f"{parts[0][0]}.0", *(f"{leg[-1]}.0" for leg in parts)) if parts else ()
    return Route(train, stops, parts)


def coast(*trains: str, phase: int = 1, foreign: bool = False) -> State:
    """SR runs from Marugame (I2, 20): to J1, and over J3, which branches to J1, to Takamatsu (K4, 30) and L7."""
    state = floated(begin("1889", 3), "SR", {"p1": 50, "p2": 20, POOL: 20}, tokens=(40,), trains=trains)
    state = laid(state, I2=("5", 4), J3=("23", 5), K6=("8", 3))
    state = stations(state, I2=("SR",), K4=("KO",)) if foreign else stations(state, I2=("SR",))
    return operating(state, "SR", "run", phase)


def answer(state: State, *routes: Route) -> str:
    objection = refusal(state, RunTrains("p1", routes))
    return "ok" if objection is None else objection.rule


FAULTS = [
    (line("4", "J1 I2"), "route.train"),
    (line("3", "I2 K4"), "route.gap"),
    (line("3", "I2 H3 I4"), "route.gap"),
    (Route("3", ("I2.0",), ()), "route.too-short"),
    (line("3", "K4 K6 L7"), "route.no-station"),
    (line("3", "K4 J3 I2", "I2 J3 K4"), "route.stop-twice"),
    (line("3", "I2 J1", "J1 J3 K4"), "route.terminal"),
]


@pytest.mark.parametrize(("route", "slug"), FAULTS)
def test_faults(route: Route, slug: str) -> None:
    assert answer(coast("3"), route) == slug


def test_length() -> None:
    """route.too-long: a 2-train counts two stops (8.2)."""
    assert answer(coast("2"), line("2", "J1 I2", "I2 J3 K4")) == "route.too-long"


def test_blocked_city() -> None:
    """route.blocked: Takamatsu full of KO can be run to, not through (8.1 d)."""
    through = line("4", "J1 I2", "I2 J3 K4", "K4 K6 L7")
    assert answer(coast("4", foreign=True), through) == "route.blocked"
    assert answer(coast("4"), through) == "ok"


def test_track_once_in_a_run() -> None:
    """route.track-twice: both trains over J3 (8.1 c); the branch's two lines meet at one side."""
    state = coast("2", "2")
    assert answer(state, line("2", "I2 J3 K4"), line("2", "I2 J3 K4")) == "route.track-twice"
    assert answer(state, line("2", "J1 I2"), line("2", "I2 J3 K4")) == "ok"


def test_best_total_is_demanded() -> None:
    """run.best-total: J1 20 + I2 20 + K4 30 = 70 is there, so 50 is refused (8.3); by house rule it is not."""
    state = coast("3")
    short = line("3", "I2 J3 K4")
    assert best_run(state, "SR").total == 70
    assert answer(state, short) == "run.best-total"
    free = replace(state, rules=begin("1889", 3, "free-runs").rules)
    assert answer(free, short) == "ok"


BEST = [  # trains, phase, total: worked out by hand on the coast
    (("2",), 1, 50),  # I2 20 + K4 30
    (("2", "2"), 1, 90),  # J1 20 + I2 20, I2 20 + K4 30
    (("3",), 1, 70),
    (("4",), 1, 90),  # J1 20 I2 20 K4 30 L7 20
    (("4",), 3, 130),  # phase five: J1 40, L7 40
    (("6",), 5, 130),  # phase D: a 6-train reads the brown values (4.2.6)
    (("D",), 5, 210),  # route.diesel: J1 80, L7 80
]


@pytest.mark.parametrize(("trains", "phase", "total"), BEST)
def test_best_runs(trains: tuple[str, ...], phase: int, total: int) -> None:
    """route.diesel among them (8.3)."""
    run = best_run(coast(*trains, phase=phase), "SR")
    assert (run.total, run.proven) == (total, True), "route.diesel"


def test_run_is_a_duty() -> None:
    """run.duty: the step cannot be passed while trains can run."""
    assert refused(coast("3"), "p1 pass") == "run.duty"


def ran(state: State) -> State:
    best = next(move for move in legal_moves(state) if isinstance(move, RunTrains))
    return play_move(state, best)


def play_move(state: State, move: RunTrains) -> State:
    from railhead.core.engine import apply

    return apply(state, move)[0]


def test_dividend() -> None:
    """dividend.treasury: 70 pays p1 35, p2 14, the pool's 20 % to the treasury, the offering nobody (9.1.1)."""
    state = ran(coast("3"))
    before = {name: player.cash for name, player in state.players.items()}
    after = play(state, "p1 dividend how=pay")
    assert after.players["p1"].cash - before["p1"] == 35
    assert after.players["p2"].cash - before["p2"] == 14
    assert after.companies["SR"].cash == 800 + 14, "dividend.treasury"
    assert percent_of(after, "SR", POOL) == 20
    assert after.companies["SR"].cell == (2, 4)


def test_withhold() -> None:
    state = play(ran(coast("3")), "p1 dividend how=withhold")
    assert state.companies["SR"].cash == 870
    assert state.companies["SR"].cell == (2, 2)


def test_choices() -> None:
    """dividend.choice: all or nothing (9.1)."""
    assert refused(ran(coast("3")), "p1 dividend how=half") == "dividend.choice"


def test_nothing_earned_moves_left() -> None:
    """dividend.automatic: a company without trains is not asked and its price falls (9.1.2, 9.1.4)."""
    state = with_company(coast(), "SR", cash=0)
    state = operating(state, "SR", "station", 1)
    state = with_company(state, "SR", tokens=(40,))
    after = play(with_company(state, "SR", cash=40), "p1 pass")
    assert after.companies["SR"].cell == (2, 2), "dividend.automatic"
