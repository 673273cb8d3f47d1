"""Track on a hex: faces of tiles and printed hexes, turning them, and what an upgrade keeps.

A path joins two ends. An end is an edge, 0 to 5, or a node: `NODE + i` for revenue centre i.
"""

from __future__ import annotations

from functools import cached_property

from msgspec import Struct

from railhead.core.facts import COLOURS, NodeFacts, TileFacts, TrackFacts
from railhead.core.memo import remembered

NODE = 6
"""Ends from here on are revenue centres."""

Path = tuple[int, int]


class Face(Struct, frozen=True, eq=False, dict=True):
    """The track of a tile as it lies, or of a printed hex."""

    colour: str
    nodes: tuple[NodeFacts, ...]
    paths: tuple[Path, ...]
    label: str
    cost: int = 0
    terrain: tuple[str, ...] = ()

    @cached_property
    def exits(self) -> frozenset[int]:
        """The edges that track reaches."""
        return frozenset(end for path in self.paths for end in path if end < NODE)

    @cached_property
    def node_exits(self) -> tuple[frozenset[int], ...]:
        """For each node the edges joined to it."""
        return tuple(
            frozenset(end for path in self.paths if NODE + i in path for end in path if end < NODE)
            for i in range(len(self.nodes))
        )

    @cached_property
    def cities(self) -> tuple[int, ...]:
        """Indices of the nodes that hold stations."""
        return tuple(i for i, node in enumerate(self.nodes) if node.slots)

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The sorted types of the nodes: what must stay the same in an upgrade."""
        return tuple(sorted(node.type for node in self.nodes))

    @cached_property
    def shape(self) -> frozenset[frozenset[int]]:
        """The track as a set, for telling whether two rotations look the same."""
        return frozenset(frozenset(path) for path in self.paths)

    def leads(self, end: int) -> tuple[int, ...]:
        """The other ends of all paths that touch this end."""
        return self._leads.get(end, ())

    @cached_property
    def _leads(self) -> dict[int, tuple[int, ...]]:
        table: dict[int, tuple[int, ...]] = {}
        for a, b in self.paths:
            table[a] = (*table.get(a, ()), b)
            table[b] = (*table.get(b, ()), a)
        return table


def _end(raw: int | str) -> int:
    return raw if isinstance(raw, int) else NODE + int(raw.removeprefix("n"))


def face_of(facts: TrackFacts) -> Face:
    """The face printed by a facts record, unturned."""
    paths = tuple((_end(a), _end(b)) for a, b in facts.track)
    return Face(facts.colour, facts.nodes, paths, facts.label, facts.cost, facts.terrain)


def turned(face: Face, rotation: int) -> Face:
    """The face turned by this many sixths: edge e becomes e + rotation."""
    if rotation == 0:
        return face

    def turn(end: int) -> int:
        return end if end >= NODE else (end + rotation) % 6

    paths = tuple((turn(a), turn(b)) for a, b in face.paths)
    return Face(face.colour, face.nodes, paths, face.label, face.cost, face.terrain)


class Tile(Struct, frozen=True, eq=False, dict=True):
    """A kind of tile with its six faces."""

    id: str
    facts: TileFacts
    faces: tuple[Face, ...]

    @cached_property
    def colour(self) -> str:
        """The colour of the tile."""
        return self.facts.colour


def tile_of(name: str, facts: TileFacts) -> Tile:
    """The tile of a facts record."""
    face = face_of(facts)
    return Tile(name, facts, tuple(turned(face, rotation) for rotation in range(6)))


def next_colour(colour: str) -> str | None:
    """The colour that replaces this one, None for what never changes."""
    if colour not in COLOURS[:-1]:
        return None
    return COLOURS[COLOURS.index(colour) + 1]


@remembered
def node_map(old: Face, new: Face) -> tuple[int, ...] | None:
    """Where each old centre lies on the new face so that all its track is kept, or None.

    A centre without track keeps its number if it can; otherwise it takes a centre of its type that is left.
    """
    if len(old.nodes) != len(new.nodes):
        return _merged(old, new)
    found: dict[int, int] = {}
    for i, exits in enumerate(old.node_exits):
        if not exits:
            continue
        fit = [
            j
            for j, others in enumerate(new.node_exits)
            if exits <= others and new.nodes[j].type == old.nodes[i].type and j not in found.values()
        ]
        if not fit:
            return None
        found[i] = i if i in fit else fit[0]
    for i, node in enumerate(old.nodes):
        if i not in found:
            fit = [j for j, other in enumerate(new.nodes) if other.type == node.type and j not in found.values()]
            if not fit:
                return None
            found[i] = i if i in fit else fit[0]
    return tuple(found[i] for i in range(len(old.nodes)))


def _merged(old: Face, new: Face) -> tuple[int, ...] | None:
    """Several old centres merging into one: each must find its track at a new centre of its type."""
    if len(new.nodes) > len(old.nodes):
        return None
    where: list[int] = []
    for i, exits in enumerate(old.node_exits):
        fit = [
            j for j, others in enumerate(new.node_exits) if exits <= others and new.nodes[j].type == old.nodes[i].type
        ]
        if not fit:
            return None
        where.append(fit[0])
    return tuple(where)


@remembered
def keeps_track(old: Face, new: Face) -> bool:
    """Whether every connection of the old face is still there on the new one."""
    where = node_map(old, new)
    if where is None:
        return False

    def moved(end: int) -> int:
        return end if end < NODE else NODE + where[end - NODE]

    return all(frozenset((moved(a), moved(b))) in new.shape for a, b in old.paths)


@remembered
def new_paths(old: Face, new: Face) -> frozenset[frozenset[int]]:
    """The paths of the new face that the old one did not have, each as its two ends."""
    where = node_map(old, new)
    if where is None:
        return new.shape
    kept = {frozenset(end if end < NODE else NODE + where[end - NODE] for end in path) for path in old.paths}
    return new.shape - kept
