"""Small random networks and an exhaustive search that shares no code with the optimiser."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from hypothesis import strategies as st

from railhead.core.facts import RangeFacts
from railhead.core.map import Map
from railhead.core.scoring import Centre, LargestBonus, PairBonus, Scoring
from railhead.routes.network import Network, Stop, Stretch
from railhead.routes.problem import Problem

COMPANY = "co"
RANGES = {
    "2": RangeFacts(total=2),
    "3": RangeFacts(total=3),
    "4": RangeFacts(total=4),
    "2+1": RangeFacts(cities=2, total=3),
    "3+x": RangeFacts(cities=3),
    "2/4": RangeFacts(total=4, pays=2),
    "3E": RangeFacts(pays=3),
    "D": RangeFacts(),
    "1g": RangeFacts(cities=1, start="mine"),
    "2g": RangeFacts(cities=2, start="mine"),
}


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    """A network of up to seven stops with shared sides, blocked cities, bonuses and some trains."""
    size = draw(st.integers(2, 7))
    stops, stations = [], {}
    for i in range(size):
        kind = draw(st.sampled_from(["city", "city", "city", "town", "offboard", "mine"]))
        value = draw(st.sampled_from([0, 10, 20, 30, 40, {"yellow": 20, "brown": 60, "diesel": 90}]))
        slots = draw(st.integers(1, 2)) if kind in ("city", "mine") else 0
        terminal = kind in ("offboard", "mine")
        names = frozenset({f"S{i}.0", f"S{i}"})
        stops.append(Stop(Centre(f"S{i}.0", names, kind, value), ((f"S{i}", 0, slots),), terminal))
        if slots:
            marker = st.sampled_from(["", "", COMPANY, "other"])
            stations[f"S{i}"] = (tuple(draw(st.lists(marker, min_size=slots, max_size=slots))),)
    stretches = draw(st.lists(_stretch(size), max_size=10))
    network = Network(
        Map("flat", {}, {}, {}), {}, tuple(stops), tuple(stretches), {s.centre.id: i for i, s in enumerate(stops)}, {}
    )
    trains = st.lists(st.sampled_from(sorted(RANGES)), min_size=1, max_size=3).map(tuple)
    alternatives = tuple(draw(st.lists(trains, min_size=1, max_size=2)))
    return Problem(network, stations, COMPANY, draw(_scoring(size)), alternatives)


@st.composite
def _stretch(draw: st.DrawFn, size: int) -> Stretch:
    a = draw(st.integers(0, size - 2))
    b = draw(st.integers(a + 1, size - 1))
    sides = draw(st.sets(st.integers(0, 11), min_size=1, max_size=3))
    way = "-".join(map(str, sorted(sides)))
    return Stretch(a, b, sum(1 << side for side in sides), (f"S{a}", way, f"S{b}"))


@st.composite
def _scoring(draw: st.DrawFn, size: int) -> Scoring:
    places = st.sampled_from([f"S{i}" for i in range(size)])
    some = st.frozensets(places, min_size=1, max_size=2)
    pairs = st.builds(PairBonus, st.just("pair"), some, some, st.sampled_from([10, 50, 100]))
    largest = st.builds(LargestBonus, st.just("largest"), places, st.frozensets(places, max_size=2))
    return Scoring(
        ranges=RANGES,
        colour=draw(st.sampled_from(["yellow", "brown"])),
        columns={"D": "diesel"},
        values=draw(st.dictionaries(places, st.sampled_from([0, 10, 70]), max_size=1)),
        extra=draw(st.dictionaries(places, st.just(10), max_size=1)),
        towns=draw(st.frozensets(places, max_size=1)),
        cities=draw(st.frozensets(places, max_size=1)),
        open=draw(st.frozensets(places, max_size=1)),
        closed=draw(st.frozensets(places, max_size=1)),
        once=tuple(draw(st.lists(some, max_size=1))),
        pairs=tuple(draw(st.lists(pairs, max_size=1))),
        largest=tuple(draw(st.lists(largest, max_size=2))),
    )


def exhaustive(problem: Problem) -> tuple[int, int, int]:
    """The best total, the best revenue and the best mine income of any run, by trying everything."""
    best = [0, 0, 0]
    for trains in problem.alternatives:
        options = [[(0, 0, 0), *_routes(problem, train)] for train in trains]
        for choice in product(*options):
            used = 0
            for mask, _, _ in choice:
                if used & mask:
                    break
                used |= mask
            else:
                revenue, mines = sum(c[1] for c in choice), sum(c[2] for c in choice)
                best = [max(best[0], revenue + mines), max(best[1], revenue), max(best[2], mines)]
    return best[0], best[1], best[2]


def _routes(problem: Problem, train: str) -> set[tuple[int, int, int]]:
    return {found for path in _paths(problem) if (found := _judge(problem, train, *path)) is not None}


def _paths(problem: Problem) -> Iterator[tuple[list[int], int]]:
    """Every path of at least two stops without a stop or side twice, whoever may run there."""

    def grow(stops: list[int], mask: int) -> Iterator[tuple[list[int], int]]:
        if len(stops) > 1:
            yield stops, mask
        for stretch in problem.network.stretches:
            for here, there in ((stretch.a, stretch.b), (stretch.b, stretch.a)):
                if here == stops[-1] and there not in stops and not stretch.mask & mask:
                    yield from grow([*stops, there], mask | stretch.mask)

    for start in range(len(problem.network.stops)):
        yield from grow([start], 0)


def _judge(problem: Problem, train: str, path: list[int], mask: int) -> tuple[int, int, int] | None:
    """Sides, revenue and mine income of a path for a train, None if it is not legal."""
    scoring, limits = problem.scoring, problem.scoring.ranges[train]
    stops = [problem.network.stops[i] for i in path]
    hexes = [stop.nodes[0][0] for stop in stops]
    markers = [problem.stations.get(name, ((),))[0] for name in hexes]
    if any(name in scoring.closed for name in hexes):
        return None
    for i in range(1, len(stops) - 1):
        slots = stops[i].nodes[0][2]
        full = slots and all(markers[i]) and COMPANY not in markers[i] and hexes[i] not in scoring.open
        if stops[i].terminal or full:
            return None
    if not any(COMPANY in row for row in markers):
        return None
    if any(len(group.intersection(hexes)) > 1 for group in scoring.once):
        return None
    types = [stop.centre.type for stop in stops]
    if types.count("mine") != (1 if limits.start else 0):
        return None
    values = [_value(scoring, stop, train) for stop in stops]
    plain = [i for i, kind in enumerate(types) if kind != "mine"]
    city = [
        i
        for i, kind in enumerate(types)
        if hexes[i] not in scoring.towns and (kind in ("city", "offboard") or hexes[i] in scoring.cities)
    ]
    if limits.total is not None and len(plain) > limits.total:
        return None
    if limits.cities is not None and len(city) > limits.cities:
        return None
    revenue = sum(sorted((values[i] for i in plain), reverse=True)[: limits.pays])
    for pair in scoring.pairs:
        if pair.one.intersection(hexes) and pair.other.intersection(hexes):
            revenue += pair.value
    for bonus in scoring.largest:
        if bonus.place in hexes:
            others = [values[i] for i in plain if hexes[i] != bonus.place and hexes[i] not in bonus.besides]
            revenue += max(others, default=0)
    return mask, revenue, sum(values[i] for i, kind in enumerate(types) if kind == "mine")


def _value(scoring: Scoring, stop: Stop, train: str) -> int:
    printed = stop.centre.revenue
    if isinstance(printed, dict):
        column = {"yellow": "yellow", "brown": "brown"}[scoring.colour]
        printed = printed["diesel"] if train == "D" else printed[column]
    name = stop.nodes[0][0]
    return scoring.values.get(name, printed) + scoring.extra.get(name, 0)
