"""What lies on one hex, as a part of the network: where track that enters leads, and the stops."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

from railhead.core.scoring import Centre
from railhead.core.tiles import NODE, Face

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from railhead.core.facts import NodeFacts
    from railhead.core.state import Stations

Spot = tuple[str, int]
"""A hex and the number of a revenue centre there."""


Ways = tuple[tuple[int, ...], ...]
"""By the edge over which a hex is entered, the crossings that can follow."""
OTHERS = "*"
"""Stands for any company without a marker."""


class Stop(NamedTuple):
    """A place where trains stop; a group of hexes can be one place."""

    centre: Centre
    nodes: tuple[tuple[str, int, int], ...]  # hex, number of the centre there, slots
    terminal: bool


class Part(Struct, frozen=True, eq=False, dict=True):
    """The track and the stops of one hex, joined to the sides of the map.

    A *lead* is where track goes on: a crossing out of the hex, or `-1 - i` for the revenue centre i.
    """

    face: Face
    leads: tuple[tuple[int, ...], ...]  # by the edge over which the hex is entered
    exits: tuple[tuple[int, ...], ...]  # for each centre the crossings out of the hex
    stops: tuple[Stop, ...]  # for each centre, as if it were a place of its own
    groups: tuple[str, ...]  # for each centre the place of several hexes to which it belongs, or ""
    out: tuple[int, ...]  # the crossings out of the hex by edge, -1 where no track can cross

    @cached_property
    def grouped(self) -> bool:
        """Whether a centre is part of a place of several hexes."""
        return any(self.groups)

    @cached_property
    def unmarked(self) -> Ways:
        """The ways through the hex where no station stands."""
        return self.through(tuple(not stop.terminal for stop in self.stops))

    def marked(self, stations: Stations, company: str) -> Ways:
        """The ways through the hex for a company where these stations stand."""
        known = self._marked.get(stations)
        if known is None:
            there = {name for slots in stations for name in slots}
            known = {name: self.through(self.opened(stations, name)) for name in (OTHERS, *there)}
            self._marked[stations] = known
        return known[company] if company in known else known[OTHERS]

    def opened(self, stations: Stations, company: str) -> tuple[bool, ...]:
        """For each centre, whether a company's track may run through it."""
        return tuple([self.lets_through(stations, node, company) for node in range(len(self.stops))])

    def lets_through(self, stations: Stations, node: int, company: str) -> bool:
        """Whether a company's track may run through a centre and not only to it."""
        if self.stops[node].terminal:
            return False
        slots = self.face.nodes[node].slots
        if not slots or node >= len(stations):
            return True
        there = stations[node]
        return company in there or slots > len(there) - there.count("")

    def through(self, opened: tuple[bool, ...]) -> Ways:
        """By the edge over which the hex is entered, the crossings that can follow where these centres are open."""
        known = self._through.get(opened)
        if known is None:
            known = self._through[opened] = tuple(self._following(edge, opened) for edge in range(6))
        return known

    @cached_property
    def _through(self) -> dict[tuple[bool, ...], Ways]:
        return {}

    @cached_property
    def _marked(self) -> dict[Stations, dict[str, Ways]]:
        return {}

    def _following(self, edge: int, opened: tuple[bool, ...]) -> tuple[int, ...]:
        found: list[int] = []
        for lead in self.leads[edge]:
            if lead >= 0:
                found.append(lead)
            elif opened[-1 - lead]:
                found += [crossing for crossing in self.exits[-1 - lead] if crossing != self.out[edge]]
        return tuple(found)


def part_of(name: str, face: Face, out: Sequence[int]) -> Part:
    """The part of a hex with this face; `out` are its crossings by edge, -1 where no track can cross."""

    def crossings(ends: Iterable[int]) -> tuple[int, ...]:
        return tuple(out[end] for end in ends if end < NODE and out[end] >= 0)

    leads = [
        tuple(NODE - 1 - end if end >= NODE else out[end] for end in face.leads(edge) if end >= NODE or out[end] >= 0)
        for edge in range(6)
    ]
    return Part(
        face,
        tuple(leads),
        tuple(crossings(face.leads(NODE + i)) for i in range(len(face.nodes))),
        tuple(stop_of(f"{name}.{i}", [(name, i, node)]) for i, node in enumerate(face.nodes)),
        tuple(node.group for node in face.nodes),
        tuple(out),
    )


def is_terminal(node: NodeFacts) -> bool:
    """Whether routes may only begin or end at a centre: off the map, or where the facts say so."""
    return node.type == "offboard" if node.terminal is None else node.terminal


def stop_of(place: str, centres: Sequence[tuple[str, int, NodeFacts]]) -> Stop:
    """The stop that these centres (hex, number, facts) make together."""
    first = centres[0][2]
    names = frozenset([place, *(name for name, _, _ in centres)])
    centre = Centre(place, names, first.type, first.revenue)
    return Stop(centre, tuple((name, i, node.slots) for name, i, node in centres), is_terminal(first))
