"""A network that was changed lay by lay and station by station equals one built from the board."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railhead.core.map import Map
from railhead.core.state import Laid, Stations
from railhead.core.tiles import NODE, keeps_track, node_map
from railhead.core.track import moved_stations
from railhead.network import Network, build_network
from railhead.network.parts import Spot
from railhead.titles import TITLES

COMPANIES = ("one", "two", "three")
OPEN = ("white", "yellow", "green", "brown")


def graph(network: Network) -> tuple[object, ...]:
    """All that a network says about stops and segments, in its order."""
    beside = [network.beside(stop) for stop in range(len(network.stops))]
    return network.stops, network.segments, network.at, network.index, beside


def assert_equal_to_built(changed: Network, closed: frozenset[str]) -> None:
    """The changed network answers as a new one does."""
    built = build_network(changed.map, changed.laid, changed.stations)
    assert graph(changed) == graph(built)
    for company in COMPANIES:
        for shut in (frozenset[str](), closed):
            assert changed.reach(company, shut) == built.reach(company, shut), company


def region(board: Map, dice: Random) -> list[str]:
    """The hexes that may be built on around a random one: small, so that the track there is dense."""
    found = [dice.choice([name for name, here in board.hexes.items() if here.face.colour in OPEN])]
    for name in found:
        if len(found) < 14:
            found += [other for other in board.hexes[name].sides if other is not None and other not in found]
    return [name for name in found if board.hexes[name].face.colour in OPEN]


def lay(network: Network, near: list[str], dice: Random) -> Network:
    """A random tile with centres of the right kinds, or the hex as it was printed; markers move along."""
    board, name = network.map, dice.choice(near)
    laid: dict[str, Laid] = dict(network.laid)
    printed, old = board.hexes[name].face, network.part(name).face
    fit = [tile.id for tile in board.tiles.values() if tile.faces[0].kinds == printed.kinds]
    if laid.pop(name, None) is None or dice.random() < 0.9:
        if not fit:
            return network
        tries = [(dice.choice(fit), dice.randrange(6)) for _ in range(20)]
        kept = (one for one in tries if keeps_track(old, board.face(name, one)))
        # Mostly an upgrade that only adds track, as in a game; then searches go on from what was found before.
        laid[name] = next(kept, tries[0]) if dice.random() < 0.8 else tries[0]
    new = board.face(name, laid.get(name))
    stations: dict[str, Stations] = dict(network.stations)
    if name in stations:
        stations[name] = moved_stations(stations[name], node_map(old, new) or (), new)
    return network.with_tiles(laid).with_stations(stations)


def mark(network: Network, near: list[str], dice: Random) -> Network:
    """A marker put into a city or taken off; cities may be overfull."""
    cities = [(name, city) for name in near for city in network.part(name).face.cities]
    if not cities:
        return network
    name, city = dice.choice(cities)
    face = network.part(name).face
    rows = [list(row) for row in network.stations.get(name, ())]
    rows += [[""] * node.slots for node in face.nodes[len(rows) :]]
    if any(rows[city]) and dice.random() < 0.3:
        rows[city] = [""] * face.nodes[city].slots
    elif "" in rows[city]:
        rows[city][rows[city].index("")] = dice.choice(COMPANIES)
    else:
        rows[city].append(dice.choice(COMPANIES))
    return network.with_stations({**network.stations, name: tuple(map(tuple, rows))})


@pytest.mark.parametrize("title", sorted(TITLES))
@settings(deadline=None, derandomize=True, max_examples=8)
@given(seed=st.integers(0, 2**32))
def test_changed_step_by_step(title: str, seed: int) -> None:
    """All answers are asked for before every change, so that whatever is taken over was there to be taken over."""
    dice = Random(seed)
    board = TITLES[title].rules(TITLES[title].seats[-1]).map
    network, near = build_network(board, {}), region(board, dice)
    closed = frozenset(dice.sample(near, 1))
    for step in range(40):
        assert_equal_to_built(network, closed)
        before = graph(network)
        after = lay(network, near, dice) if step < 3 or dice.random() < 0.7 else mark(network, near, dice)
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
            other = lay(other, near, dice) if dice.random() < 0.7 else mark(other, near, dice)
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
        network = lay(network, near, dice) if dice.random() < 0.7 else mark(network, near, dice)
    closed = frozenset(dice.sample(near, dice.randrange(2)))
    for company in COMPANIES:
        expected = all_trails(network, company, closed)
        if expected is not None:
            found = network.reach(company, closed)
            sides = {(name, edge) for name, edges in found.sides.items() for edge in edges}
            assert (sides, found.nodes, found.route) == expected


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
        if node.terminal or (node.terminal is None and node.type in ("offboard", "mine")):
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
