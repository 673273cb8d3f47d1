"""Routes (VII.2, VII.9), mines (VII.3), income (VII.10) and price moves (VIII.2)."""

from __future__ import annotations

import pytest
from kit import play, refused, with_cash, with_company

from railhead.core.engine import refusal
from railhead.core.market import price_of
from railhead.core.moves import RunTrains
from railhead.core.revenue import best_of
from railhead.core.scoring import Route
from railhead.core.state import State
from railhead.titles.t1824.tests.helpers import (
    after_first_round,
    cited,
    laid,
    major,
    minor,
    operating,
    station,
)

Stops = tuple[str, ...]


def west(*trains: str, phase: str = "2", company: str = "BK") -> State:
    """Dresden - Pilsen (B5) - B7 - Prag (B9) - C10, and a mine at C6 joined to Pilsen; BK's marker is in Prag.

    B7 is plain track; Pilsen has a green tile with Dresden, B7 and the mine, Prag one with B7, C10, A8 and C8.
    """
    state = major(after_first_round(3), "BK", {"p1": 50, "p2": 10}, 80, trains=trains, cash=100)
    state = minor(state, "EPP", "p3", trains=trains, cash=20)
    state = station(state, "BK", "B9")
    tiles = {"B5": ("619", 1), "B7": ("9", 1), "B9": ("15", 5), "C10": ("4", 2), "C12": ("57", 0)}
    return operating(laid(state, **tiles), company, "run", phase)


PRAG_PILSEN = (("B9.0", "B5.0"), (("B9", "B7", "B5"),))


def route(train: str, stops: Stops, legs: tuple[Stops, ...]) -> Route:
    return Route(train, stops, legs)


def answer(state: State, player: str, *routes: Route) -> str:
    objection = refusal(state, RunTrains(player, routes))
    return "ok" if objection is None else objection.rule


TO_DRESDEN = (("B9.0", "B5.0", "Dresden"), (("B9", "B7", "B5"), ("B5", "B3")))
FROM_MINE = (("C6.0", "B5.0"), (("C6", "B5"),))
MINE_TO_PRAG = (("C6.0", "B5.0", "B9.0"), (("C6", "B5"), ("B5", "B7", "B9")))
THROUGH_DRESDEN = (("B5.0", "Dresden", "B5.0"), (("B5", "B3"), ("B3", "B5")))

RUNS = [  # train, stops and legs, the answer
    ("2", PRAG_PILSEN, "ok"),
    ("3", TO_DRESDEN, "ok"),
    ("2", TO_DRESDEN, "route.too-long"),
    ("4", PRAG_PILSEN, "route.train"),  # it has no 4-train
    ("2", (("B9.0",), ()), "route.too-short"),
    ("2", (("B5.0", "Dresden"), (("B5", "B3"),)), "route.no-station"),
    ("2", (("B9.0", "E8.0"), (("B9", "E8"),)), "route.gap"),
    ("2", (("B9.0", "B5.0"), (("B9", "B5"),)), "route.gap"),
    ("3", (("B5.0", "B9.0", "B5.0"), (("B5", "B7", "B9"), ("B9", "B7", "B5"))), "route.stop-twice"),
    ("3", (("B9.0", "Dresden", "B5.0"), (("B9", "B3"), ("B3", "B5"))), "route.terminal"),
    ("3", MINE_TO_PRAG, "route.start"),  # normal trains do not run to mines
    ("2g", MINE_TO_PRAG, "ok"),  # two cities
    ("1g", MINE_TO_PRAG, "route.too-long"),  # one city; the mine does not count
    ("2g", PRAG_PILSEN, "route.start"),  # must start at a mine
]


@pytest.mark.parametrize(("train", "line", "wanted"), RUNS)
def test_routes(train: str, line: tuple[Stops, tuple[Stops, ...]], wanted: str) -> None:
    state = west("2", "3", "1g", "2g")
    assert answer(state, "p1", route(train, *line)) == wanted


def test_track_twice() -> None:
    state = west("2", "2")
    assert answer(state, "p1", route("2", *PRAG_PILSEN), route("2", *PRAG_PILSEN)) == "route.track-twice"


def test_blocked_city() -> None:
    """route.blocked: both places of Pilsen are taken by others; a run may end there, not pass."""
    state = station(station(west("2", "3"), "SD1", "B5"), "KK1", "B5")
    assert answer(state, "p1", route("2", *PRAG_PILSEN)) == "ok"
    assert answer(state, "p1", route("3", *TO_DRESDEN)) == "route.blocked"


def test_towns_are_free_for_goods_trains() -> None:
    """route.too-long: a 2g-train runs from the mine by Pilsen and Prag to the town C10."""
    line = ((*MINE_TO_PRAG[0], "C10.0"), (*MINE_TO_PRAG[1], ("B9", "C10")))
    assert answer(west("2g"), "p1", route("2g", *line)) == "ok"
    assert answer(west("3"), "p1", route("3", line[0][1:], line[1][1:])) == "ok"
    assert answer(west("2"), "p1", route("2", line[0][1:], line[1][1:])) == "route.too-long"


def test_vienna_once_a_route() -> None:
    """route.stop-twice: two cities of Vienna are one location (ruling on VII.2)."""
    state = minor(after_first_round(3), "SD1", "p1", trains=("4",))
    tiles = {"E12": ("491", 0), "F13": ("7", 2), "E14": ("5", 0)}
    state = operating(laid(state, **tiles), "SD1", "run", "3")
    round_trip = (("E12.0", "E14.0", "E12.1"), (("E12", "F13", "E14"), ("E14", "E12")))
    assert answer(state, "p1", route("4", *round_trip)) == "route.stop-twice"
    assert answer(state, "p1", route("4", round_trip[0][:2], round_trip[1][:1])) == "ok"


def test_coal_railway_runs_from_its_own_mine() -> None:
    """route.closed: EPP starts at C6; another mine is closed to it, though not to share companies."""
    state = west("1g", company="EPP")
    assert answer(state, "p3", route("1g", *FROM_MINE)) == "ok"
    closed = state.rules.scoring(state, "EPP").closed
    assert closed == {"A12", "A22", "H25"}
    assert state.rules.scoring(state, "BK").closed == frozenset()
    other = laid(state, A10=("4", 1), A8=("4", 1))
    line = (("A12.0", "A10.0"), (("A12", "A10"),))
    assert answer(other, "p3", route("1g", *line)) == "route.closed"


def test_half_and_half() -> None:
    """dividend.automatic, dividend.subsidy: Pilsen pays 30; 15 to p3, 15 to EPP, which also gets 10 from the mine."""
    state = with_cash(west("1g", company="EPP"), p3=0)
    move = f"p3 run_trains 'routes=[{_json(route('1g', *FROM_MINE))}]'"
    assert cited(state, move) >= {"dividend.automatic", "dividend.subsidy"}
    after = play(state, move)
    assert after.players["p3"].cash == 15
    assert after.companies["EPP"].cash == 20 + 15 + 10
    assert after.companies["EPP"].revenue == 30


def _json(line: Route) -> str:
    stops = ",".join(f'"{stop}"' for stop in line.stops)
    legs = ",".join("[" + ",".join(f'"{name}"' for name in leg) + "]" for leg in line.legs)
    return f'{{"train":"{line.train}","stops":[{stops}],"legs":[{legs}]}}'


MINES = [("2", 10), ("3", 10), ("4", 10), ("5", 40), ("8", 40)]


@pytest.mark.parametrize(("phase", "income"), MINES)
def test_subsidy(phase: str, income: int) -> None:
    """dividend.subsidy: the higher value from the first 5-train on (VII.3)."""
    found = best_of(west("1g", phase=phase, company="EPP"), "EPP")
    assert (found.revenue, found.subsidy) == (30, income), "dividend.subsidy"


RED = [("2", 10), ("3", 20), ("5", 30), ("8", 40)]


@pytest.mark.parametrize(("phase", "dresden"), RED)
def test_red_places(phase: str, dresden: int) -> None:
    """VII.10: Dresden by the colour of the phase, beside Prag 30 and Pilsen 30."""
    assert best_of(west("3", phase=phase), "BK").revenue == 60 + dresden


def test_two_goods_trains_from_one_mine() -> None:
    """VII.9: a mine has two exits; both trains are paid the mine, 2 x 10, for the treasury."""
    state = laid(west("1g", "1g", company="EPP"), B7=("24", 4))
    found = best_of(state, "EPP")
    assert found.subsidy == 20, "dividend.subsidy"
    assert found.proven


DIVIDENDS = [  # decision, p1's and p2's income, the treasury, the price: 60 from Prag and Pilsen
    ("pay", 30, 6, 100, 90),
    ("withhold", 0, 0, 160, 70),
]


@pytest.mark.parametrize(("how", "first", "second", "treasury", "price"), DIVIDENDS)
def test_dividends(how: str, first: int, second: int, treasury: int, price: int) -> None:
    """dividend.bank: 40 % lie in the bank and are paid to nobody."""
    state = with_cash(west("2"), p1=0, p2=0)
    state = play(state, f"p1 run_trains 'routes=[{_json(route('2', *PRAG_PILSEN))}]'")
    assert refused(state, "p1 dividend how=half") == "dividend.choice"
    assert refused(state, "p1 pass") == "run.duty"
    rule = "market.right" if how == "pay" else "market.left"
    assert rule in cited(state, f"p1 dividend how={how}")
    after = play(state, f"p1 dividend how={how}")
    assert (after.players["p1"].cash, after.players["p2"].cash) == (first, second), "dividend.bank"
    assert after.companies["BK"].cash == treasury
    assert price_of(after, "BK") == price


def test_run_is_a_duty() -> None:
    assert refused(west("2"), "p1 pass") == "run.duty"


def test_no_train_counts_as_withheld() -> None:
    """dividend.automatic: without a train the price moves left, in the first turn too (VIII.2)."""
    state = with_company(west(), "BK", trains=(), cash=100)
    state = operating(state, "BK", "station")
    assert "dividend.automatic" in cited(state, "p1 pass")
    assert price_of(play(state, "p1 pass"), "BK") == 70


def test_any_legal_run_is_accepted() -> None:
    """The book does not demand the best run (VII.9)."""
    state = west("3")
    assert best_of(state, "BK").revenue == 70
    assert answer(state, "p1", route("3", *PRAG_PILSEN)) == "ok"


def test_an_empty_run_is_none() -> None:
    """run.duty (VII.5): routes=[] is refused where something could be earned."""
    assert refused(west("2"), "p1 run_trains routes=[]") == "run.duty"
