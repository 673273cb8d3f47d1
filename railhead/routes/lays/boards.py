"""The board as it is and the boards after some lays, as one: see `lists/track.py`."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from railhead.routes.bonuses import Bonus
from railhead.routes.lists.track import Track, Way

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from railhead.routes.lays.effects import Case, Changes, Here
    from railhead.routes.problem import Kind, PlaceView


class Boards(Track):
    """The places and the track of all boards; lay number n is bit n + 1.

    A lay that changes stops or takes track away replaces everything on its hex. Lays on a hex with the same stops
    share these places.
    """

    def __init__(self, changes: Changes, cases: Sequence[Case]) -> None:
        super().__init__(changes.problem)
        self.changes, self.known = changes, len(changes.problem.network.stops)
        self.every = (2 << len(cases)) - 1
        self.replaced: dict[str, int] = {}  # for each hex the boards on which it is
        self.pieces: dict[int, list[Way]] = {}  # new track at each place
        self.new: list[tuple[Here, int]] = []  # what each place beyond the known stops is
        self.heres: list[Here | None] = [None] * (len(cases) + 1)  # the changed stops of each board
        alike: dict[object, list[int]] = {}
        for n, case in enumerate(cases):
            alike.setdefault((case.hex, id(case.here), case.renewed), []).append(n)
        starts = list[tuple[int, int]]()
        for members in alike.values():
            starts += self._lay([(cases[n], 2 << n) for n in members])
        nodes = self.problem.network.stops
        self.starts = [(stop, self._left([name for name, *_ in nodes[stop].nodes])) for stop, _ in self.starts]
        self.starts += starts
        self._ways: dict[int, list[Way]] = {}

    def _lay(self, group: Sequence[tuple[Case, int]]) -> list[tuple[int, int]]:
        """Add the track of lays with the same stops; returns their stations."""
        first, boards = group[0][0], sum([board for _, board in group])
        places, here = dict[int, int](), first.here
        if first.renewed:
            self.replaced[first.hex] = self.replaced.get(first.hex, 0) | boards
            places = {number: self.known + len(self.new) + i for i, number in enumerate(here.numbers)}
            self.new += [(here, i) for i in range(len(here.numbers))]
            for _, board in group:
                self.heres[board.bit_length() - 1] = here
        having: dict[tuple[int, int, int], int] = {}
        for case, board in group:
            for row in case.rows:
                having[row] = having.get(row, 0) | board
        for (a, b, sides), there in having.items():
            one, two = places.get(a, a), places.get(b, b)
            self.pieces.setdefault(one, []).append((sides, (), two, there))
            self.pieces.setdefault(two, []).append((sides, (), one, there))
        return [(place, boards) for place, own in zip(places.values(), here.own, strict=False) if own]

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
                    if not self.seen(other, kind).ends:
                        todo.append(other)
        return seen

    def stop(self, place: int) -> int:
        """The number of the stop that a place is; for a stop that is new, one beyond the known ones."""
        if place < self.known:
            return place
        here, i = self.new[place - self.known]
        return here.numbers[i]

    def ways(self, place: int) -> list[Way]:
        """All track from a place to the next ones."""
        found = self._ways.get(place)
        if found is None:
            found = self._ways[place] = self.pieces.get(place, [])
            if place < self.known:
                closed = self.problem.closed
                found += [
                    (sides, hexes, other, self._left(hexes))
                    for sides, hexes, other in self.problem.network.beside(place)
                    if not closed[other]
                ]
        return found

    def seen(self, place: int, kind: Kind) -> PlaceView:
        """A place as a kind of train sees it."""
        if place < self.known:
            return super().seen(place, kind)
        here, i = self.new[place - self.known]
        return here.seen[i][self.changes.kinds.index(kind)]

    def bonus(self, kind: Kind, stops: Iterable[int]) -> Bonus | None:
        """The bonuses that routes by these stops can have."""
        known = super().bonus(kind, [stop for stop in stops if stop < self.known])
        if known is None or not known.largest:
            return known
        return BonusByBoard(self, kind, stops, known)


class BonusByBoard(Bonus):
    """Bonuses for the largest stop of a route, where lays change what stops are worth."""

    def __init__(self, boards: Boards, kind: Kind, stops: Iterable[int], known: Bonus) -> None:
        self.boards, self.kind, self.known = boards, kind, known
        self.concerned = known.concerned
        self.stops = set(stops)
        self.by_here: dict[int, Bonus] = {}
        number = boards.changes.kinds.index(kind)
        new = max([here.seen[i][number].revenue for here, i in boards.new], default=0)
        self.most = known.most + len(known.largest) * new

    def of(self, visited: int, boards: int = 1) -> int:
        """The bonuses of a route by these stops on the first of these boards: the others are like it."""
        here = self.boards.heres[(boards & -boards).bit_length() - 1]
        return (self.known if here is None else self._changed(here)).of(visited)

    def _changed(self, here: Here) -> Bonus:
        """The bonuses where these stops lie."""
        found = self.by_here.get(id(here))
        if found is None:
            number, views = self.boards.changes.kinds.index(self.kind), self.kind.views
            new = {stop: here.seen[i][number].revenue for i, stop in enumerate(here.numbers)}
            stops = [stop for stop in self.stops if stop < self.boards.known or stop in new]
            found = Bonus(self.known.sets, lambda stop: new[stop] if stop in new else views[stop].worth, stops)
            self.by_here[id(here)] = found
        return found
