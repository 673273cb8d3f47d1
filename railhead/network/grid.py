"""The hexes and hex sides of a map, numbered.

A *crossing* is a hex side together with a direction, named by the hex that is entered: `6 * hex + edge`, where the
edge is that of the hex entered. The two crossings of a side share a bit, so that a set of sides is a whole number.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from railhead.core.hexes import opposite
from railhead.core.map import Map
from railhead.core.memo import Memo
from railhead.core.state import Laid
from railhead.network.parts import Part, Spot, part_of


class Grid(Struct, frozen=True, eq=False):
    """The numbers of a map, computed once."""

    map: Map
    hexes: tuple[str, ...]
    number: Mapping[str, int]  # of a hex
    reverse: tuple[int, ...]  # crossing -> the same side the other way, -1 where no track can cross
    bits: tuple[int, ...]  # crossing -> the bit of its side, 0 where no track can cross
    parts: dict[tuple[int, Laid | None], Part]
    groups: Mapping[str, tuple[Spot, ...]]  # places that are drawn over several hexes; printed, so they never change

    def part(self, name: str, laid: Laid | None) -> Part:
        """The part of a hex with a tile on it, or with what is printed; made once."""
        number = self.number[name]
        known = self.parts.get((number, laid))
        if known is None:
            first = 6 * number
            known = part_of(name, self.map.face(name, laid), self.reverse[first : first + 6])
            self.parts[number, laid] = known
        return known

    def side_bits(self, name: str) -> tuple[int, ...]:
        """The bits of the six sides of a hex; nothing for a hex that is not on the map."""
        first = 6 * self.number.get(name, len(self.hexes))
        return self.bits[first : first + 6]


_GRID = Memo[None, Grid]()


def grid_of(board_map: Map) -> Grid:
    """The numbers of a map, cached with it."""
    return _GRID.of(board_map, None, lambda: _number(board_map))


def _number(board_map: Map) -> Grid:
    number = {name: n for n, name in enumerate(board_map.hexes)}
    reverse, bits = [-1] * (6 * len(number)), [0] * (6 * len(number))
    count = 0
    for name, here in board_map.hexes.items():
        for edge, other in enumerate(here.sides):
            crossing = 6 * number[name] + edge
            if other is None or edge in here.closed or bits[crossing]:
                continue
            back = 6 * number[other] + opposite(edge)
            reverse[crossing], reverse[back] = back, crossing
            bits[crossing] = bits[back] = 1 << count
            count += 1
    groups: dict[str, tuple[Spot, ...]] = {}
    for name, here in board_map.hexes.items():
        for i, node in enumerate(here.face.nodes):
            if node.group:
                groups[node.group] = (*groups.get(node.group, ()), (name, i))
    return Grid(board_map, tuple(number), number, tuple(reverse), tuple(bits), {}, groups)
