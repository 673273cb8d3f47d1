"""Stretches through a hex with any tile on it, put together from walks out of its sides."""

from __future__ import annotations

from railhead.core.hexes import opposite
from railhead.core.tiles import NODE, Face
from railhead.routes.network import side_bits
from railhead.routes.problem import Problem

Row = tuple[int, int, int, tuple[str, ...]]
"""A stretch through a changed hex, as the fields of `Stretch`."""


class Ways:
    """The track around hexes; what is walked is remembered for all tiles and rotations."""

    def __init__(self, problem: Problem) -> None:
        self.problem, self.map = problem, problem.network.map
        self.faces: dict[str, Face] = {}
        self.out: dict[tuple[str, int], list[tuple[int, tuple[str, ...], int]]] = {}
        self.rows: dict[tuple[str, tuple[int, int]], tuple[list[Row], set[int]]] = {}

    def face(self, name: str) -> Face:
        """What lies on a hex."""
        found = self.faces.get(name)
        if found is None:
            found = self.faces[name] = self.map.face(name, self.problem.network.laid.get(name))
        return found

    def _number(self, name: str, node: int) -> int:
        """The number of a centre of the changed hex: its old one, or one beyond all old ones."""
        return self.problem.network.at.get((name, node), len(self.problem.network.stops) + node)

    def _ways_out(self, name: str, edge: int) -> list[tuple[int, tuple[str, ...], int]]:
        """All track that leads out of a hex over an edge, to the next stops; the hex itself left out."""
        if (name, edge) in self.out:
            return self.out[name, edge]
        bits = side_bits(self.map)
        found: list[tuple[int, tuple[str, ...], int]] = []
        todo = [(name, edge, 0, tuple[str, ...]())]
        while todo:
            here, side, mask, hexes = todo.pop()
            bit = bits[here][side]
            if not bit or mask & bit:
                continue
            there = self.map.hexes[here].sides[side]
            assert there is not None  # a side with a bit has two hexes
            if there == name:
                found.append((mask | bit, hexes, -1 - opposite(side)))  # back into the hex
                continue
            for end in self.face(there).leads(opposite(side)):
                if end >= NODE:
                    stop = self.problem.network.at[there, end - NODE]
                    found.append((mask | bit, (*hexes, there), stop))
                else:
                    todo.append((there, end, mask | bit, (*hexes, there)))
        self.out[name, edge] = found
        return found

    def _all_rows(self, name: str, face: Face) -> tuple[Row, ...] | None:
        """The stretches through a hex with this face, or None where one could go through the hex twice."""
        found: list[Row] = []
        for path in face.paths:
            rows, back = self._rows(name, path)
            for edge in back:
                if any(lead not in path for lead in face.leads(edge)):
                    return None
            found.extend(rows)
        return tuple(found)

    def _rows(self, name: str, path: tuple[int, int]) -> tuple[list[Row], set[int]]:
        """The stretches over one piece of track in a hex, and the edges where it would lead back into the hex."""
        if (name, path) not in self.rows:
            self.rows[name, path] = self._walk_rows(name, path)
        return self.rows[name, path]

    def _walk_rows(self, name: str, path: tuple[int, int]) -> tuple[list[Row], set[int]]:
        ways = []
        back: set[int] = set()
        for end in path:
            if end >= NODE:
                ways.append([(0, tuple[str, ...](), self._number(name, end - NODE))])
            else:
                out = self._ways_out(name, end)
                back.update(-1 - stop for _, _, stop in out if stop < 0)
                ways.append([way for way in out if way[2] >= 0])
        rows: list[Row] = []
        for mask, hexes, stop in ways[0]:
            for other_mask, other_hexes, other in ways[1]:
                if stop != other and not mask & other_mask:
                    way = (*hexes[::-1], name, *other_hexes)
                    low, high, way = (stop, other, way) if stop < other else (other, stop, way[::-1])
                    rows.append((low, high, mask | other_mask, way))
        return rows, back - set(path)
