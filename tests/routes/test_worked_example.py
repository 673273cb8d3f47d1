"""The example of docs/routes.md comes out as it is written there."""

from __future__ import annotations

import re
from math import inf
from pathlib import Path

import pytest
from small_networks import COMPANY, RANGES, exhaustive

from railhead.core.scoring import Centre, Scoring
from railhead.network import Network, Segment, Stop
from railhead.routes.diagrams.diagram import diagram_of
from railhead.routes.diagrams.prices import Fleet, Prices
from railhead.routes.diagrams.sweep import sweep_of
from railhead.routes.lists import packing
from railhead.routes.lists.search import arms_of
from railhead.routes.problem import Problem
from railhead.routes.solve import solve

DOC = (Path(__file__).parents[2] / "docs" / "routes.md").read_text(encoding="utf-8")


def row(name: str) -> list[str]:
    """The cells of a row in the tables of the document."""
    found = re.search(rf"^\| {name} \| (.*) \|$", DOC, re.MULTILINE)
    assert found
    return found[1].split(" | ")


def problem() -> Problem:
    """The network of the example, from its tables."""
    names = row("stop")
    stops = [
        Stop(Centre(f"{name}.0", frozenset({name, f"{name}.0"}), "city", int(value)), ((name, 0, 1),), False)
        for name, value in zip(names, row("value"), strict=True)
    ]
    segments = []
    for ends, sides in zip(row("segment"), row("sides"), strict=True):
        one, two = ends.split("-")
        bits = sum(1 << int(side) for side in sides.split(" and "))
        segments.append(Segment(names.index(one), names.index(two), bits, (one, two)))
    network = Network.drawn(stops, segments, {name: ((COMPANY if name == "A" else "",),) for name in names})
    return Problem(network, COMPANY, Scoring(ranges=RANGES), (("2", "3"),))


@pytest.mark.parametrize("diagrams", [False, True])
def test_the_best_run(diagrams: bool) -> None:
    run = solve(problem(), 60, diagrams)
    assert exhaustive(problem())[0] == 120
    assert (run.total, run.proven) == (120, True)


def test_the_arms() -> None:
    """B, B-D, C, D and D-B."""
    here = problem()
    (tree,) = arms_of(here, here.kind("3"), 100, inf).trees
    names = [stop.centre.id[0] for stop in here.network.stops]
    arms = {"-".join(names[place] for place in tree.out(n)[0]) for n in range(len(tree.arms))}
    assert arms == {"B", "B-D", "C", "D", "D-B"}


def test_the_splits_of_packing(monkeypatch: pytest.MonkeyPatch) -> None:
    """By side 2 into 60 and 140, then by side 1 into 50 and 90."""
    splits, split = list[tuple[int, set[int]]](), packing._Search.split

    def spy(self: packing._Search, left: list[int], picks: list[int], side: int) -> list[packing.Node]:
        nodes = split(self, left, picks, side)
        splits.append((side, {total for total, _, _ in nodes}))
        return nodes

    monkeypatch.setattr(packing._Search, "split", spy)
    assert solve(problem(), 60, diagrams=False).total == 120
    assert splits == [(1 << 2, {60, 140}), (1 << 1, {50, 90})]


def test_the_prices() -> None:
    """20 for side 1 and 30 for side 2 bound every run by 120."""
    here = problem()
    sweep = sweep_of(here)
    diagrams = [diagram_of(here, here.kind(train), sweep, inf) for train in ("2", "3")]
    prices = Prices(sweep, Fleet(diagrams, [diagram.revenue for diagram in diagrams], [1, 1]))
    segments = [[here.segments[sweep.steps[n].segment] for n in group] for group in sweep.groups]
    prices.now = [{1: 20.0, 2: 30.0}.get(side_of(group), 0.0) for group in segments]
    assert sorted(prices.now) == [0, 20, 30]
    prices.turn(0)
    assert prices.bound == 40 + 30 + 50


def side_of(group: list[Segment]) -> int:
    """The lowest side that the segments of a group share."""
    shared = group[0].sides
    for segment in group:
        shared &= segment.sides
    return (shared & -shared).bit_length() - 1
