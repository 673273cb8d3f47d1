"""Segments through a hex with any tile on it, put together from walks out of its sides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railhead.core.tiles import NODE, Face

if TYPE_CHECKING:
    from railhead.network import Network

HexSegment = tuple[int, int, int]
"""A segment through a changed hex: its ends and its sides."""
Exit = tuple[int, int]
"""Track out of a hex: its sides and the stop to which it leads; -1 - edge where it comes back into the hex."""


class TrackAround:
    """The track around hexes; walks are cached for all tiles and rotations."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self._out: dict[tuple[str, int], list[Exit]] = {}
        self._segments: dict[tuple[str, tuple[int, int]], tuple[list[HexSegment], set[int]]] = {}

    def number(self, name: str, node: int) -> int:
        """The number of a centre of the changed hex: its old one, or one beyond all old ones."""
        return self.network.at.get((name, node), len(self.network.stops) + node)

    def out(self, name: str, edge: int) -> list[Exit]:
        """All track that leads out of a hex over an edge, to the next stops; the hex itself left out."""
        found = self._out.get((name, edge))
        if found is None:
            network = self.network
            crossing = network.part(name).out[edge]
            found = self._out[name, edge] = []
            if crossing >= 0 and network.parts[crossing // 6].leads[crossing % 6]:  # track leads on from there
                at = network.at
                found += [
                    (sides, at[spot] if spot[1] >= 0 else spot[1])
                    for sides, _, spot in network.walk_out(name, edge).ends
                ]
        return found

    def through(self, name: str, face: Face) -> tuple[HexSegment, ...] | None:
        """The segments through a hex with this face, or None where one could go through the hex twice."""
        found: list[HexSegment] = []
        for path in face.paths:
            segments, back = self._over(name, path)
            for edge in back:
                if any(lead not in path for lead in face.leads(edge)):
                    return None
            found.extend(segments)
        return tuple(found)

    def _over(self, name: str, path: tuple[int, int]) -> tuple[list[HexSegment], set[int]]:
        """The segments over one piece of track in a hex, and the edges where it would lead back into the hex."""
        cached = self._segments.get((name, path))
        if cached is None:
            one, two = [
                [(0, self.number(name, end - NODE))] if end >= NODE else self.out(name, end) for end in path
            ]  # fmt: skip
            segments = [
                (min(stop, other), max(stop, other), mask | other_mask)
                for mask, stop in one
                for other_mask, other in two
                if stop != other and stop >= 0 and other >= 0 and not mask & other_mask
            ]
            back = {-1 - stop for _, stop in (*one, *two) if stop < 0}.difference(path)
            cached = self._segments[name, path] = segments, back
        return cached
