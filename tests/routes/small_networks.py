"""Small random networks and an exhaustive search that shares no code with the optimiser."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

from railhead.core.facts import RangeFacts
from railhead.core.scoring import Centre, LargestBonus, PairBonus, Scoring
from railhead.network import Network, Segment, Stop
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


def problem_from(seed: int, most: int = 7) -> Problem:
    """A network of up to `most` stops with shared sides, blocked cities, bonuses and some trains.

    Built from a seed and not drawn piece by piece: that lets thousands of them be tried.
    """
    dice = Random(seed)
    size = dice.randint(2, most)
    stops, stations = [], {}
    for i in range(size):
        kind = dice.choice(["city", "city", "city", "town", "offboard", "mine"])
        value = dice.choice([0, 10, 20, 30, 40, {"yellow": 20, "brown": 60, "diesel": 90}])
        slots = dice.randint(1, 2) if kind in ("city", "mine") else 0
        names = frozenset({f"S{i}.0", f"S{i}"})
        terminal = kind in ("offboard", "mine")
        stops.append(Stop(Centre(f"S{i}.0", names, kind, value), ((f"S{i}", 0, slots),), terminal))
        if slots:
            stations[f"S{i}"] = (tuple(dice.choice(["", "", COMPANY, "other"]) for _ in range(slots)),)
    segments = tuple(_segment(dice, size) for _ in range(dice.randint(0, 2 * most - 2)))
    network = Network.drawn(stops, segments, stations)
    alternatives = tuple(
        tuple(dice.choice(sorted(RANGES)) for _ in range(dice.randint(1, 3))) for _ in range(dice.randint(1, 2))
    )
    return Problem(network, COMPANY, _scoring(dice, size), alternatives)


def _segment(dice: Random, size: int) -> Segment:
    a, b = sorted(dice.sample(range(size), 2))
    sides = set(dice.choices(range(2 * size + 6), k=dice.randint(1, 3)))
    way = "-".join(map(str, sorted(sides)))
    return Segment(a, b, sum(1 << side for side in sides), (f"S{a}", way, f"S{b}"))


def _scoring(dice: Random, size: int) -> Scoring:
    places = [f"S{i}" for i in range(size)]

    def some(least: int, most: int) -> frozenset[str]:
        return frozenset(dice.choices(places, k=dice.randint(least, most)))

    def maybe() -> bool:
        return dice.random() < 0.4

    return Scoring(
        ranges=RANGES,
        apart=frozenset({"mine"}),
        colour=dice.choice(["yellow", "brown"]),
        columns={"D": "diesel"},
        values={dice.choice(places): dice.choice([0, 10, 70])} if maybe() else {},
        extra={dice.choice(places): 10} if maybe() else {},
        towns=some(0, 1),
        cities=some(0, 1),
        open=some(0, 1),
        closed=some(1, 1) if dice.random() < 0.2 else frozenset(),
        once=(some(1, 2),) if maybe() else (),
        pairs=(PairBonus("pair", some(1, 2), some(1, 2), dice.choice([10, 50, 100])),) if maybe() else (),
        largest=tuple(
            LargestBonus("largest", dice.choice(places), some(0, 2)) for _ in range(dice.choice([0, 0, 1, 2]))
        ),
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


def segments_of(network: Network) -> list[Segment]:
    """All segments, each from the stop with the lower number."""
    return [
        Segment(stop, other, sides, hexes)
        for stop in range(len(network.stops))
        for sides, hexes, other in network.beside(stop)
        if other > stop
    ]


def _paths(problem: Problem) -> Iterator[tuple[list[int], int]]:
    """Every path of at least two stops without a stop or side twice, whoever may run there."""
    segments = segments_of(problem.network)

    def grow(stops: list[int], mask: int) -> Iterator[tuple[list[int], int]]:
        if len(stops) > 1:
            yield stops, mask
        for segment in segments:
            for here, there in ((segment.a, segment.b), (segment.b, segment.a)):
                if here == stops[-1] and there not in stops and not segment.sides & mask:
                    yield from grow([*stops, there], mask | segment.sides)

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
