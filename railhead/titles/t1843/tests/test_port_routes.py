"""Which stops the trains of a company could visit (8.5.3), on small networks."""

from __future__ import annotations

import pytest

from railhead.core.facts import RangeFacts
from railhead.core.scoring import Centre, Scoring
from railhead.network import Network, Segment, Stop
from railhead.routes.problem import Problem
from railhead.titles.t1843.port_routes import can_visit

LINE = (("A", "city"), ("B", "town"), ("C", "city"), ("D", "city"))


def line(train: RangeFacts) -> Problem:
    """The stops in a row; the company has a station in the first."""
    stops = tuple(
        Stop(Centre(f"{name}.0", frozenset({name, f"{name}.0"}), kind, 10), ((name, 0, 1),), False)
        for name, kind in LINE
    )
    segments = tuple(Segment(n, n + 1, 1 << n, (LINE[n][0], LINE[n + 1][0])) for n in range(len(LINE) - 1))
    network = Network.drawn(stops, segments, {"A": (("co",),)})
    return Problem(network, "co", Scoring(ranges={"T": train}), (("T",),))


@pytest.mark.parametrize(
    ("train", "far"),
    [
        (RangeFacts(total=2), 1),
        (RangeFacts(total=4, cities=2), 2),
        (RangeFacts(cities=1), 1),
        (RangeFacts(cities=2), 2),
        (RangeFacts(pays=2), 3),
        (RangeFacts(), 3),
    ],
)
def test_how_far_a_train_gets(train: RangeFacts, far: int) -> None:
    """As far as the range allows, whether it limits stops, cities or only what is paid."""
    assert [can_visit(line(train), {goal}) for goal in (1, 2, 3)] == [far >= goal for goal in (1, 2, 3)]
