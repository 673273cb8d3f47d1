"""Random changes of a board: lays as in a game and against all rules, and markers."""

from __future__ import annotations

from random import Random

from railhead.core.map import Map
from railhead.core.state import Laid, Stations
from railhead.core.tiles import keeps_track, node_map
from railhead.core.track import moved_stations
from railhead.network import Network

COMPANIES = ("one", "two", "three")
OPEN = ("white", "yellow", "green", "brown")


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


def changed(network: Network, near: list[str], dice: Random) -> Network:
    """A lay or a marker."""
    return lay(network, near, dice) if dice.random() < 0.7 else mark(network, near, dice)
