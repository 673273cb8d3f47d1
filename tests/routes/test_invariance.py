"""The best run does not depend on names, on the order of things or on how the map is turned."""

from __future__ import annotations

from random import Random

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st
from recorded import recorded
from small_networks import COMPANY, problem_from, segments_of

from railhead.core.facts import HexFacts
from railhead.core.hexes import place
from railhead.core.map import Map, build_map
from railhead.network import Network, build_network
from railhead.routes.problem import Problem
from railhead.routes.solve import solve


@settings(deadline=None, derandomize=True, max_examples=200)
@given(st.integers(0, 2**32))
def test_renamed_companies_and_shuffled_track(seed: int) -> None:
    problem = problem_from(seed)
    dice = Random(seed)
    names = {COMPANY: "other", "other": COMPANY, "": ""}
    stations = {
        name: tuple(tuple(names[marker] for marker in slots) for slots in row)
        for name, row in problem.stations.items()
    }
    old = problem.network
    segments = segments_of(old)
    dice.shuffle(segments)
    network = Network.drawn(old.stops, segments, stations)
    twin = Problem(network, "other", problem.scoring, problem.alternatives[::-1])
    assert solve(problem).total == solve(twin).total


def half_turn(board: Map) -> tuple[Map, dict[str, str]]:
    """The same map turned by half a circle, and the new name of every hex."""
    spots = {name: place(name, board.axes) for name in board.hexes}
    # Even sums of the corners keep each hex on a place that exists.
    x_sum = max(x for x, _ in spots.values()) // 2 * 2 + 2
    y_sum = max(y for _, y in spots.values()) // 2 * 2 + 2

    def name_at(x: int, y: int) -> str:
        letter, number = (x, y) if board.axes["x"] == "letter" else (y, x)
        return f"{chr(ord('A') + letter)}{number + 1}"

    names = {name: name_at(x_sum - x, y_sum - y) for name, (x, y) in spots.items()}
    hexes = {names[name]: _turned(here.facts) for name, here in board.hexes.items()}
    tiles = {name: tile.facts for name, tile in board.tiles.items()}
    return build_map(board.layout, board.axes, hexes, tiles), names


def _turned(facts: HexFacts) -> HexFacts:
    track = tuple(tuple((end + 3) % 6 if isinstance(end, int) else end for end in path) for path in facts.track)
    borders = tuple(msgspec.structs.replace(border, edge=(border.edge + 3) % 6) for border in facts.borders)
    return msgspec.structs.replace(facts, track=track, borders=borders)


def test_a_map_turned_by_half_a_circle() -> None:
    maps: dict[int, tuple[Map, dict[str, str]]] = {}
    count = 0
    for raw, problem in recorded()[::9]:
        if raw["title"] != "1889" and raw["title"] != "1893":
            continue  # the others' scoring names hexes
        board = problem.network.map
        turned, names = maps.setdefault(id(board), half_turn(board))
        laid = {names[name]: (tile, (turn + 3) % 6) for name, (tile, turn) in problem.network.laid.items()}
        stations = {names[name]: row for name, row in problem.stations.items()}
        network = build_network(turned, laid, stations)
        twin = Problem(network, problem.company, problem.scoring, problem.alternatives)
        assert solve(twin).total == solve(problem).total, raw["id"]
        count += 1
    assert count > 5
