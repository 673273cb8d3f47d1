"""The map in numbers: what lies on every hex. Many positions share a board, so it keeps its numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railhead.core.facts import COLOURS, revenue_at
from railhead.core.memo import Memo
from railhead.env.fields import HUNDRED, Row

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from railhead.core.rules import Rules
    from railhead.core.state import Board
    from railhead.env.symbols import Symbols

_ROWS: Memo[str, Row] = Memo()
BEFORE_STATIONS = ("tile", "rotation", "colour", *(f"track {edge}" for edge in range(6)), "revenue", "marker")
"""What an observation says of a hex before its stations."""
FREE = -1.0
"""A place for a station that nobody has taken."""


class BoardForm:
    """How the board of one table is written."""

    def __init__(self, rules: Rules, symbols: Symbols) -> None:
        self.map = rules.map
        self.symbols = symbols
        self.hexes = tuple(rules.map.hexes)
        self.tiles = {name: (at + 1) / len(rules.map.tiles) for at, name in enumerate(rules.map.tiles)}
        self.companies = {name: (at + 1) / len(rules.companies) for at, name in enumerate(rules.companies)}
        faces = [place.face for place in rules.map.hexes.values()]
        faces += [kind.faces[0] for kind in rules.map.tiles.values()]
        self.slots = max(sum(max(node.slots, 1) for node in face.nodes) for face in faces) + 1
        self.wide = len(BEFORE_STATIONS) + self.slots
        columns = (*BEFORE_STATIONS, *(f"station {at}" for at in range(self.slots)))
        self.labels = [f"{name} {column}" for name in self.hexes for column in columns]
        self.labels += [f"left {tile}" for tile in rules.map.tiles]
        self._starts = {name: at * self.wide for at, name in enumerate(self.hexes)}
        self._last: tuple[Board, Row] | None = None

    def row(self, board: Board) -> Row:
        """The numbers of a board; not to be changed."""
        return _ROWS.of(board, "", lambda: self._row(board))

    def _row(self, board: Board) -> Row:
        hexes: Iterable[str] = self._starts
        if self._last is None:
            row = np.zeros(len(self.labels), np.float32)
        else:  # most of the map is as it was on the board before
            old, before = self._last
            row = before.copy()
            hexes = _changed(old.laid, board.laid)
            hexes |= _changed(old.stations, board.stations) | _changed(old.markers, board.markers)
        for name in hexes:
            at = self._starts[name]
            row[at : at + self.wide] = self._hex(board, name)
        row[len(self.hexes) * self.wide :] = [board.supply.get(tile, 0) / 10 for tile in self.tiles]
        self._last = (board, row)
        return row

    def _hex(self, board: Board, name: str) -> list[float]:
        laid = board.laid.get(name)
        face = self.map.face(name, laid)
        tile = [self.tiles[laid[0]], (laid[1] + 1) / 6] if laid else [0.0, 0.0]
        colour = (COLOURS.index(face.colour) + 1) / len(COLOURS) if face.colour in COLOURS else 0.0
        worth = sum(revenue_at(node.revenue, COLOURS[-1]) for node in face.nodes) / HUNDRED
        marker = sum(
            (2 + self.symbols.number(text)) * (1 + at / 8) for at, text in enumerate(board.markers.get(name, ()))
        )
        track = [float(edge in face.exits) for edge in range(6)]
        return [*tile, colour, *track, worth, marker, *self._slots(board, name)]

    def _slots(self, board: Board, name: str) -> list[float]:
        """The station markers of a hex, centre by centre."""
        slots = [0.0] * self.slots
        at = 0
        for number, centre in enumerate(board.stations.get(name, ())):
            at = max(at, number)
            for company in centre:
                there = self.companies.get(company, 2 + self.symbols.number(company)) if company else FREE
                slots[min(at, self.slots - 1)] += there
                at += 1
        return slots


def _changed(old: Mapping[str, object], new: Mapping[str, object]) -> set[str]:
    """The hexes at which two records of a board differ."""
    return set() if old is new else {name for name, _ in old.items() ^ new.items()}
