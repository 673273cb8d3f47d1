"""Runs made by hand: every fault names its rule."""

from __future__ import annotations

import pytest

from railhead.core.facts import RangeFacts
from railhead.core.scoring import Centre, Fault, LargestBonus, PairBonus, Route, Scoring
from railhead.network import Network, Segment, Stop
from railhead.routes.check import check
from railhead.routes.problem import Problem

#      M      Mine
#      |
#  T - A - B - C - O      A: own station; B: full of others; O: off the board, also joined to T
#  |   \___/       |      two segments from A to B that share their last side
#  X               X      closed
STOPS = {"A": ("city", 30, 1), "B": ("city", 40, 1), "C": ("city", 20, 2), "T": ("town", 10, 0),
         "O": ("offboard", {"yellow": 20, "brown": 50}, 0), "M": ("mine", 10, 1), "X": ("city", 90, 1)}  # fmt: skip
TRACK = ["T-A 1", "A-B 2 3", "A-B 4 3", "B-C 5", "C-O 6", "T-O 7", "A-M 8", "T-X 9", "O-X 10", "A-C 11"]


def board(company: str = "co", trains: tuple[str, ...] = ("3", "2", "1g")) -> Problem:
    names = list(STOPS)
    stops = tuple(
        Stop(
            Centre(f"{name}.0", frozenset({name, f"{name}.0"}), kind, value),
            ((name, 0, slots),),
            kind in ("offboard", "mine"),
        )
        for name, (kind, value, slots) in STOPS.items()
    )
    segments = []
    for line in TRACK:
        pair, *sides = line.split()
        one, two = pair.split("-")
        low, high = sorted((names.index(one), names.index(two)))
        mask = sum(1 << int(side) for side in sides)
        segments.append(Segment(low, high, mask, (names[low], f"h{sides[0]}", names[high])))
    ranges = {"2": RangeFacts(total=2), "3": RangeFacts(total=3), "1g": RangeFacts(cities=1, start="mine")}
    scoring = Scoring(
        ranges=ranges,
        apart=frozenset({"mine"}),
        colour="brown",
        closed=frozenset({"X"}),
        once=(frozenset({"T", "B"}),),
        pairs=(PairBonus("east", frozenset({"A"}), frozenset({"O"}), 100),),
        largest=(LargestBonus("port", "T"),),
    )
    stations = {"A": (("co",),), "B": (("other",),), "C": (("other", ""),), "M": (("",),)}
    return Problem(Network.drawn(stops, segments, stations), company, scoring, (trains,))


def route(train: str, way: str) -> Route:
    """A route written as `A 2 B 5 C`: stops, and between them the first side of the track."""
    parts = way.split()
    stops = tuple(f"{name}.0" for name in parts[::2])
    legs = tuple((parts[i - 1], f"h{parts[i]}", parts[i + 1]) for i in range(1, len(parts) - 1, 2))
    return Route(train, stops, legs)


FAULTS = [
    ("route.train", [route("D", "T 1 A")]),
    ("route.train", [route("2", "T 1 A"), route("2", "A 2 B")]),
    ("route.too-short", [route("3", "A")]),
    ("route.too-short", [Route("3", (), ())]),
    ("route.gap", [Route("3", ("A.0", "B.0"), ())]),
    ("route.gap", [Route("3", ("A.0", "Q.0"), (("A", "h2", "B"),))]),
    ("route.gap", [route("3", "A 5 B")]),
    ("route.gap", [Route("3", ("A.0", "B.0"), ((),))]),
    ("route.stop-twice", [route("3", "A 2 B 4 A")]),
    ("route.stop-twice", [route("3", "T 1 A 2 B")]),
    ("route.track-twice", [route("3", "A 2 B"), route("2", "A 4 B")]),
    ("route.track-twice", [route("3", "T 1 A"), route("2", "A 1 T")]),
    ("route.no-station", [route("3", "C 6 O")]),
    ("route.blocked", [route("3", "A 2 B 5 C")]),
    ("route.terminal", [route("3", "A 1 T 7 O 6 C")]),
    ("route.closed", [route("3", "A 1 T 9 X")]),
    ("route.too-long", [route("2", "A 11 C 6 O")]),
    ("route.too-long", [route("1g", "M 8 A 11 C")]),
    ("route.start", [route("3", "M 8 A")]),
    ("route.start", [route("1g", "A 1 T")]),
]


@pytest.mark.parametrize(("rule", "routes"), FAULTS)
def test_every_fault_names_its_rule(rule: str, routes: list[Route]) -> None:
    found = check(board(), routes)
    assert isinstance(found, Fault)
    assert found.rule == rule
    assert found.text.endswith(".")


def test_a_fault_says_which_route() -> None:
    found = check(board(), [route("3", "T 1 A"), route("2", "C 6 O")])
    assert isinstance(found, Fault)
    assert (found.rule, found.route) == ("route.no-station", 1)


def test_a_legal_run_is_explained() -> None:
    found = check(board(), [route("3", "A 11 C 6 O"), route("2", "T 1 A")])
    assert not isinstance(found, Fault)
    one, two = found.routes
    assert [(stop.place, stop.value) for stop in one.stops] == [("A.0", 30), ("C.0", 20), ("O.0", 50)]
    assert one.bonuses == (("east", 100),)
    assert two.bonuses == (("port", 30),)
    assert found.total == found.revenue == 100 + 100 + 40 + 30


def test_subsidy_is_apart() -> None:
    found = check(board(), [route("1g", "M 8 A 1 T")])
    assert not isinstance(found, Fault)
    assert (found.revenue, found.subsidy, found.total) == (70, 10, 80)


def test_no_routes_are_a_run_of_nothing() -> None:
    found = check(board(), [])
    assert not isinstance(found, Fault)
    assert found.total == 0
