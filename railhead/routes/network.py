"""The railway network of a board: stops, and the stretches of track between neighbouring stops.

A stretch is a bit mask of the hex sides that it crosses. Lines that share track always share a hex side, so
two stretches can be used together exactly when their masks have no bit in common. A stretch between two
centres of one hex would cross no side; no tile has one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from railhead.core.facts import NodeFacts
from railhead.core.hexes import opposite
from railhead.core.map import Map
from railhead.core.scoring import Centre
from railhead.core.state import Board, Laid
from railhead.core.tiles import NODE, Face


class Stop(NamedTuple):
    """A place where trains stop; a group of hexes can be one place."""

    centre: Centre
    nodes: tuple[tuple[str, int, int], ...]  # hex, number of the centre there, slots
    terminal: bool


class Stretch(NamedTuple):
    """Track from one stop to the next one."""

    a: int
    b: int
    mask: int
    hexes: tuple[str, ...]  # from a to b


@dataclass(frozen=True, eq=False)
class Network:
    """All stops and stretches of a board, whoever runs there."""

    map: Map
    laid: Mapping[str, Laid]
    stops: tuple[Stop, ...]
    stretches: tuple[Stretch, ...]
    index: Mapping[str, int] = field(repr=False)  # place id -> number of the stop
    at: Mapping[tuple[str, int], int] = field(repr=False)  # hex and centre -> number of the stop


@lru_cache(maxsize=16)
def side_bits(board_map: Map) -> dict[str, tuple[int, ...]]:
    """For every hex and edge the bit of that side, the same from both hexes; 0 where no track can cross."""
    bits: dict[str, list[int]] = {name: [0] * 6 for name in board_map.hexes}
    count = 0
    for name, here in board_map.hexes.items():
        for edge, other in enumerate(here.sides):
            if other is None or edge in here.closed or bits[name][edge]:
                continue
            bits[name][edge] = bits[other][opposite(edge)] = 1 << count
            count += 1
    return {name: tuple(row) for name, row in bits.items()}


def network_of(board_map: Map, board: Board) -> Network:
    """The network of a board, remembered with the board."""
    found = board.__dict__.get("_network")
    if isinstance(found, Network) and found.map is board_map:
        return found
    network = build_network(board_map, board.laid)
    board.__dict__["_network"] = network
    return network


def build_network(board_map: Map, laid: Mapping[str, Laid]) -> Network:
    """The network of the tiles laid on a map."""
    faces = {name: board_map.face(name, laid.get(name)) for name in board_map.hexes}
    stops, at = stops_of(faces)
    stretches = []
    for (name, node), start in at.items():
        for mask, hexes, end in walk(board_map, faces, at, name, node):
            if end > start:
                stretches.append(Stretch(start, end, mask, hexes))
    index = {stop.centre.id: i for i, stop in enumerate(stops)}
    return Network(board_map, laid, stops, tuple(stretches), index, at)


def stops_of(faces: Mapping[str, Face]) -> tuple[tuple[Stop, ...], dict[tuple[str, int], int]]:
    """The stops of these faces, groups merged, and the number of the stop of each centre."""
    order: list[str] = []
    parts: dict[str, list[tuple[str, int, NodeFacts]]] = {}
    for name, face in faces.items():
        for i, node in enumerate(face.nodes):
            place = node.group or f"{name}.{i}"
            if place not in parts:
                order.append(place)
                parts[place] = []
            parts[place].append((name, i, node))
    stops = tuple(stop_of(place, parts[place]) for place in order)
    at = {(name, i): n for n, stop in enumerate(stops) for name, i, _ in stop.nodes}
    return stops, at


def stop_of(place: str, parts: Iterable[tuple[str, int, NodeFacts]]) -> Stop:
    """One stop of the centres that belong to it."""
    parts = tuple(parts)
    first = parts[0][2]
    terminal = first.terminal if first.terminal is not None else first.type in ("offboard", "mine")
    names = frozenset([place, *(name for name, _, _ in parts)])
    centre = Centre(place, names, first.type, first.revenue)
    return Stop(centre, tuple((name, i, node.slots) for name, i, node in parts), terminal)


def walk(
    board_map: Map, faces: Mapping[str, Face], at: Mapping[tuple[str, int], int], name: str, node: int
) -> list[tuple[int, tuple[str, ...], int]]:
    """All track from a centre to the next stops: sides crossed, hexes, number of the stop."""
    bits = side_bits(board_map)
    found: list[tuple[int, tuple[str, ...], int]] = []
    todo: list[tuple[str, int, int, tuple[str, ...]]] = [
        (name, edge, 0, (name,)) for edge in faces[name].leads(NODE + node)
    ]
    while todo:
        here, edge, mask, hexes = todo.pop()
        bit = bits[here][edge]
        if not bit or mask & bit:
            continue
        there = board_map.hexes[here].sides[edge]
        assert there is not None  # a side with a bit has two hexes
        for end in faces[there].leads(opposite(edge)):
            if end >= NODE:
                found.append((mask | bit, (*hexes, there), at[there, end - NODE]))
            else:
                todo.append((there, end, mask | bit, (*hexes, there)))
    return found
