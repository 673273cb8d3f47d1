"""A network that was changed lay by lay and station by station equals one built from the board."""

from __future__ import annotations

from random import Random

import pytest
from boards import COMPANIES, changed, region
from hypothesis import given, settings
from hypothesis import strategies as st

from railhead.core.tiles import NODE
from railhead.network import Network, build_network
from railhead.network.parts import Spot
from railhead.titles import TITLES


def graph(network: Network) -> tuple[object, ...]:
    """All that a network says about stops and segments, in its order."""
    beside = [network.beside(stop) for stop in range(len(network.stops))]
    return network.stops, network.at, network.index, beside


def assert_equal_to_built(network: Network, closed: frozenset[str]) -> None:
    """The changed network answers as a new one does."""
    built = build_network(network.map, network.laid, network.stations)
    assert graph(network) == graph(built)
    for company in COMPANIES:
        for shut in (frozenset[str](), closed):
            assert network.reach(company, shut) == built.reach(company, shut), company
            assert network.has_route(company, shut) == built.has_route(company, shut), company


@pytest.mark.parametrize("title", sorted(TITLES))
@settings(deadline=None, derandomize=True, max_examples=8)
@given(seed=st.integers(0, 2**32))
def test_changed_step_by_step(title: str, seed: int) -> None:
    """All answers are asked for before every change, so that whatever is taken over was there to be taken over."""
    dice = Random(seed)
    board = TITLES[title].rules(TITLES[title].seats[-1]).map
    network, near = build_network(board, {}), region(board, dice)
    closed = frozenset(dice.sample(near, 1))
    for _ in range(40):
        assert_equal_to_built(network, closed)
        before = graph(network)
        after = changed(network, near, dice)
        assert graph(network) == before, "the network before stays as it was"
        network = after


@pytest.mark.parametrize("title", sorted(TITLES))
def test_several_changes_at_once(title: str) -> None:
    """Boards far apart: what lies between is not looked at."""
    dice = Random(title)
    board = TITLES[title].rules(TITLES[title].seats[-1]).map
    network, near = build_network(board, {}), region(board, dice)
    closed = frozenset(near[:1])
    for _ in range(4):
        other = network
        for _ in range(30):
            other = changed(other, near, dice)
        assert_equal_to_built(network, closed)
        network = network.with_tiles(other.laid).with_stations(other.stations)
        assert_equal_to_built(network, closed)


@pytest.mark.parametrize("title", sorted(TITLES))
@settings(deadline=None, derandomize=True, max_examples=25)
@given(seed=st.integers(0, 2**32))
def test_reach_equals_all_trails(title: str, seed: int) -> None:
    """What a company reaches is what all its trails reach that cross no hex side twice."""
    dice = Random(seed)
    board = TITLES[title].rules(TITLES[title].seats[-1]).map
    network, near = build_network(board, {}), region(board, dice)
    for _ in range(40):
        network = changed(network, near, dice)
    closed = frozenset(dice.sample(near, dice.randrange(2)))
    for company in COMPANIES:
        expected = all_trails(network, company, closed)
        if expected is not None:
            found = network.reach(company, closed)
            sides = {(name, edge) for name, edges in found.sides.items() for edge in edges}
            assert (sides, found.nodes, network.has_route(company, closed)) == expected


def all_trails(
    network: Network, company: str, closed: frozenset[str], most: int = 20_000
) -> tuple[set[Spot], frozenset[Spot], bool] | None:
    """Hex sides and centres at the end of any trail from a station, tried one by one; None if there are too many.

    With them, whether a trail leads from a station to another centre.

    It reads faces and the neighbours of hexes, and nothing of the network but what lies where.
    """
    board = network.map
    faces = {name: board.face(name, network.laid.get(name)) for name in board.hexes}
    groups: dict[str, list[Spot]] = {}
    for name, face in faces.items():
        for i, node in enumerate(face.nodes):
            groups.setdefault(node.group or f"{name}.{i}", []).append((name, i))

    def together(name: str, i: int) -> list[Spot]:
        return groups[faces[name].nodes[i].group or f"{name}.{i}"]

    def blocked(name: str, i: int) -> bool:
        node = faces[name].nodes[i]
        if node.terminal or (node.terminal is None and node.type == "offboard"):
            return True
        rows = network.stations.get(name, ())
        markers = [marker for marker in (rows[i] if i < len(rows) else ()) if marker]
        return 0 < node.slots <= len(markers) and company not in markers

    arrived, nodes, route = set[Spot](), set[Spot](), False
    todo: list[tuple[str, int, frozenset[frozenset[str]], Spot]] = []

    def leave(name: str, i: int, used: frozenset[frozenset[str]], start: Spot) -> None:
        for there, n in together(name, i):
            todo.extend((there, edge, used, start) for edge in faces[there].node_exits[n])

    for name, rows in network.stations.items():
        for i, row in enumerate(rows):
            if company in row:
                nodes.update(together(name, i))
                leave(name, i, frozenset(), (name, i))
    while todo:
        name, edge, used, start = todo.pop()
        most -= 1
        if most < 0:
            return None
        other = board.hexes[name].sides[edge]
        if other is None or edge in board.hexes[name].closed or frozenset((name, other)) in used:
            continue
        now, back = used | {frozenset((name, other))}, (edge + 3) % 6
        arrived.add((other, back))
        if other in closed:
            continue
        for lead in faces[other].leads(back):
            if lead < NODE:
                todo.append((other, lead, now, start))
                continue
            nodes.update(together(other, lead - NODE))
            route |= (other, lead - NODE) not in together(*start)
            if not blocked(other, lead - NODE):
                leave(other, lead - NODE, now, start)
    return arrived, frozenset(nodes), route


@pytest.mark.parametrize("title", sorted(TITLES))
@settings(deadline=None, derandomize=True, max_examples=8)
@given(seed=st.integers(0, 2**32))
def test_what_is_known_before_a_search_is_reached(title: str, seed: int) -> None:
    """Asked for at every change, searched now and then: what is known at once is right, and so is the search."""
    dice = Random(seed)
    board = TITLES[title].rules(TITLES[title].seats[-1]).map
    network, near = build_network(board, {}), region(board, dice)
    for number in range(40):
        network = changed(network, near, dice)
        built = build_network(board, network.laid, network.stations)
        for company in COMPANIES:
            reach, fresh = network.reach(company), built.reach(company)
            for name in near:
                assert set(reach.known_edges(name)) <= set(fresh.edges(name))
            if number % 5 == 4:
                assert reach == fresh


@pytest.mark.parametrize("title", sorted(TITLES))
def test_hexes_that_changed_are_known(title: str) -> None:
    """Several tiles and markers on hexes that are named, one after the other and at once."""
    dice = Random(title)
    board = TITLES[title].rules(TITLES[title].seats[-1]).map
    network, near = build_network(board, {}), region(board, dice)
    closed = frozenset(near[:1])
    for _ in range(20):
        assert_equal_to_built(network, closed)
        other = changed(changed(network, near, dice), near, dice)
        network = network.changed(other.laid, other.stations, near)
        assert_equal_to_built(network, closed)
