"""The board as it is and the boards after some lays, as one: see `lists/graph.py`."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from railhead.routes.bonuses import Bonus, bonus_of
from railhead.routes.lists.graph import Track, Way

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from railhead.routes.bonuses import Bonuses
    from railhead.routes.lays.effects import BoardAfter, Changes, HexStops
    from railhead.routes.lays.through_hex import HexSegment
    from railhead.routes.problem import Kind, PlaceView


class Boards(Track):
    """The places and the track of all boards; lay number n is bit n + 1.

    A lay that changes stops or takes track away replaces everything on its hex. Lays on a hex with the same stops
    share these places.
    """

    def __init__(self, changes: Changes, boards_after: Sequence[BoardAfter]) -> None:
        super().__init__(changes.problem)
        self.changes, self.old_stops = changes, len(changes.problem.network.stops)
        self.every = (2 << len(boards_after)) - 1
        self.replaced: dict[str, int] = {}  # hex -> the boards on which it is replaced
        self.pieces: dict[int, list[Way]] = {}  # new track at each place
        self.new: list[tuple[HexStops, int]] = []  # what each place beyond the old stops is
        self.changed: list[HexStops | None] = [None] * (len(boards_after) + 1)  # the changed stops of each board
        alike: dict[object, list[int]] = {}
        for n, after in enumerate(boards_after):
            alike.setdefault((after.hex, id(after.stops), after.replaces_hex), []).append(n)
        starts = list[tuple[int, int]]()
        for members in alike.values():
            starts += self._lay([(boards_after[n], 2 << n) for n in members])
        nodes = self.problem.network.stops
        self.starts = [(stop, self._left([name for name, *_ in nodes[stop].nodes])) for stop, _ in self.starts]
        self.starts += starts
        self._ways: dict[int, list[Way]] = {}

    def _lay(self, group: Sequence[tuple[BoardAfter, int]]) -> list[tuple[int, int]]:
        """Add the track of lays with the same stops; returns their stations."""
        first, boards = group[0][0], sum([board for _, board in group])
        places, stops = dict[int, int](), first.stops
        if first.replaces_hex:
            self.replaced[first.hex] = self.replaced.get(first.hex, 0) | boards
            places = {number: self.old_stops + len(self.new) + i for i, number in enumerate(stops.numbers)}
            self.new += [(stops, i) for i in range(len(stops.numbers))]
            for _, board in group:
                self.changed[board.bit_length() - 1] = stops
        boards_with: dict[HexSegment, int] = {}
        for after, board in group:
            for segment in after.segments:
                boards_with[segment] = boards_with.get(segment, 0) | board
        for (a, b, sides), there in boards_with.items():
            one, two = places.get(a, a), places.get(b, b)
            self.pieces.setdefault(one, []).append((sides, (), two, there))
            self.pieces.setdefault(two, []).append((sides, (), one, there))
        return [(place, boards) for place, own in zip(places.values(), stops.own, strict=False) if own]

    def _left(self, hexes: Iterable[str]) -> int:
        """The boards on which these hexes are as they were."""
        boards = self.every
        for name in hexes:
            if name in self.replaced:
                boards &= ~self.replaced[name]
        return boards

    @cached_property
    def places(self) -> Iterable[int]:
        """All places within reach on some board."""
        kind = self.changes.kinds[0]
        seen = {place for place, _ in self.starts}
        todo = list(seen)
        while todo:
            for *_, other, _ in self.ways(todo.pop()):
                if other not in seen:
                    seen.add(other)
                    if not self.view(other, kind).ends:
                        todo.append(other)
        return seen

    def stop(self, place: int) -> int:
        """The number of the stop that a place is; for a new stop, one beyond the old ones."""
        if place < self.old_stops:
            return place
        stops, i = self.new[place - self.old_stops]
        return stops.numbers[i]

    def ways(self, place: int) -> list[Way]:
        """All track from a place to the next ones."""
        found = self._ways.get(place)
        if found is None:
            found = self._ways[place] = self.pieces.get(place, [])
            if place < self.old_stops:
                closed = self.problem.closed
                found += [
                    (sides, hexes, other, self._left(hexes))
                    for sides, hexes, other in self.problem.network.beside(place)
                    if not closed[other]
                ]
        return found

    def view(self, place: int, kind: Kind) -> PlaceView:
        """A place as a kind of train sees it."""
        if place < self.old_stops:
            return super().view(place, kind)
        stops, i = self.new[place - self.old_stops]
        return stops.views[i][self.changes.kinds.index(kind)]

    def bonus(self, kind: Kind, stops: Iterable[int]) -> Bonuses | None:
        """The bonuses that routes by these stops can have."""
        before = bonus_of(self.problem, kind, [stop for stop in stops if stop < self.old_stops])
        if before is None or not before.largest:
            return before
        return BonusByBoard(self, kind, stops, before)


class BonusByBoard:
    """Bonuses for the largest stop of a route, where lays change what stops are worth."""

    def __init__(self, boards: Boards, kind: Kind, stops: Iterable[int], before: Bonus) -> None:
        self.boards, self.kind, self.before = boards, kind, before
        self.concerned = before.concerned
        self.stops = set(stops)
        self.changed: dict[int, Bonus] = {}
        self.number = boards.changes.kinds.index(kind)
        new = max([hex_stops.views[i][self.number].revenue for hex_stops, i in boards.new], default=0)
        self.most = before.most + len(before.largest) * new

    def of(self, visited: int, boards: int = 1) -> int:
        """The bonuses of a route by these stops on the first of these boards: the others are like it."""
        hex_stops = self.boards.changed[(boards & -boards).bit_length() - 1]
        return (self.before if hex_stops is None else self._with(hex_stops)).of(visited)

    def _with(self, hex_stops: HexStops) -> Bonus:
        """The bonuses where these stops lie."""
        found = self.changed.get(id(hex_stops))
        if found is None:
            views = self.kind.views
            new = {stop: hex_stops.views[i][self.number].revenue for i, stop in enumerate(hex_stops.numbers)}
            stops = [stop for stop in self.stops if stop < self.boards.old_stops or stop in new]
            found = Bonus(self.before.sets, lambda stop: new[stop] if stop in new else views[stop].worth, stops)
            self.changed[id(hex_stops)] = found
        return found
