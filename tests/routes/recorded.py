"""Recorded positions from beside the project, and the runs that were played in them."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from functools import cache, reduce
from operator import or_
from pathlib import Path
from typing import Any

import pytest
from small_networks import segments_of

from railhead.core.scoring import Route
from railhead.network import Segment
from railhead.routes.positions import Reader
from railhead.routes.problem import Problem
from railhead.titles import POSITION_TITLES

BENCH = Path(__file__).resolve().parents[3] / "shared" / "bench"


def positions_file(name: str) -> Path:
    """A file of positions; without it a test is skipped, except in CI."""
    path = BENCH / name
    if not path.exists():
        if os.environ.get("CI"):
            pytest.fail(f"shared/bench/{name} is missing; in CI it must be there")
        pytest.skip(f"needs shared/bench/{name} beside the project")
    return path


@cache
def recorded() -> tuple[tuple[dict[str, Any], Problem], ...]:
    """All recorded positions as they are written and as problems."""
    reader = Reader(POSITION_TITLES)
    lines = positions_file("positions-recorded.jsonl").read_text(encoding="utf-8").splitlines()
    return tuple((json.loads(line), reader.problem(line, "recorded")[1]) for line in lines)


def played(raw: dict[str, Any], problem: Problem) -> list[Route]:
    """The routes that were played, in our form."""
    return [_route(one, problem) for one in raw["played_routes"]]


def _route(one: dict[str, Any], problem: Problem) -> Route:
    network = problem.network
    if "path" not in one:
        return _by_hexes(one, problem)
    mask = 0
    for name, edges in one["path"]:
        for edge in edges:
            mask |= network.grid.side_bits(name)[edge]
    # A group of hexes is one place here, but there track leads from one to the other.
    segments = segments_of(network)
    mask &= reduce(or_, (segment.sides for segment in segments))
    # Nodes are numbered in another way there and come in any order; the track says which they are.
    fit = [segment for segment in segments if segment.sides & mask == segment.sides]
    starts = sorted({end for segment in fit for end in (segment.a, segment.b)})
    size = len(one["nodes"])
    order, legs = next(found for start in starts for found in _ways([start], [], fit, mask, size))
    return Route(one["train"], tuple(network.stops[stop].centre.id for stop in order), tuple(legs))


def _ways(
    order: list[int], legs: list[tuple[str, ...]], fit: list[Segment], mask: int, size: int
) -> Iterator[tuple[list[int], list[tuple[str, ...]]]]:
    """The paths of this many stops that use all of the track."""
    if len(order) == size and not mask:
        yield order, legs
    for segment in fit:
        for here, there, way in ((segment.a, segment.b, segment.hexes), (segment.b, segment.a, segment.hexes[::-1])):
            if here == order[-1] and there not in order and segment.sides & mask == segment.sides:
                yield from _ways([*order, there], [*legs, way], fit, mask ^ segment.sides, size)


def _by_hexes(one: dict[str, Any], problem: Problem) -> Route:
    """A route of an old game: every hex in order, one centre each."""
    legs: list[tuple[str, ...]] = []
    since = [one["hexes"][0]]
    for name in one["hexes"][1:]:
        since.append(name)
        if (name, 0) in problem.network.at:
            legs.append(tuple(since))
            since = [name]
    stops = [legs[0][0], *(leg[-1] for leg in legs)]
    return Route(one["train"], tuple(f"{name}.0" for name in stops), tuple(legs))
