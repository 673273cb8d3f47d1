"""What a company reaches along track from its stations, without crossing a hex side twice.

Two searches over crossings (see `grid.py`) settle almost every board: one that remembers the sides used on the way
proves what can be reached, one that forgets them bounds it. Where the two differ, which takes a loop that meets
itself, each doubtful crossing is traced back to a station, with a look ahead at every step whether one can still be
reached.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from railhead.core.state import Stations
    from railhead.network.network import Network
    from railhead.network.parts import Part, Spot


@dataclass(frozen=True)
class Reach:
    """What a company can reach."""

    sides: dict[str, frozenset[int]]  # hex -> edges over which the company's track arrives at it
    nodes: frozenset[Spot]  # revenue centres, own stations included
    homes: frozenset[str]  # hexes with a station of its own
    route: bool  # some station is joined to another revenue centre
    trace: Trace = field(compare=False, repr=False)  # how it was found


Ways = tuple[tuple[int, ...], ...]
"""By the edge over which a hex is entered, the crossings that can follow."""


@dataclass(frozen=True, eq=False)
class Trace:
    """What a search met: where track was only added since, the next search goes on from here."""

    sure: dict[int, int]  # each crossing that is reached, with the sides of a way to it
    refused: frozenset[int]  # those that can only follow on them by crossing a side twice
    ways: dict[int, Ways]  # of the hexes that were entered
    leaves: dict[Spot, tuple[int, ...]]  # the crossings out of each own station


def own_stations(stations: Mapping[str, Stations], company: str) -> list[Spot]:
    """The cities with a marker of a company."""
    return [
        (name, city) for name, cities in stations.items() for city, slots in enumerate(cities) if company in slots
    ]


def lets_through(part: Part, stations: Stations, node: int, company: str) -> bool:
    """Whether a company's track may run through a centre and not only to it."""
    if part.stops[node].terminal:
        return False
    slots = part.face.nodes[node].slots
    if not slots or node >= len(stations):
        return True
    there = stations[node]
    return company in there or slots > sum(1 for marker in there if marker)


def still_reached(found: Reach, company: str, old: Network, new: Network, changed: Collection[str]) -> bool:
    """Whether a company reaches what it did after the stations of these hexes changed."""
    for name in changed:
        before, after = old.stations.get(name, ()), new.stations.get(name, ())
        cities = range(max(len(before), len(after)))
        if any((company in _slots(before, i)) != (company in _slots(after, i)) for i in cities):
            return False
        if name not in found.sides:
            continue
        part = new.part(name)
        for node in range(len(part.stops)):
            if lets_through(part, before, node, company) != lets_through(part, after, node, company):
                return False
    return True


def _slots(stations: Stations, city: int) -> tuple[str, ...]:
    return stations[city] if city < len(stations) else ()


def find_reach(
    network: Network, company: str, closed: frozenset[str], before: Reach | None = None, changed: Collection[int] = ()
) -> Reach:
    """What a company reaches; in closed hexes its track ends.

    `before` is what it reached when these hexes (by number) were not yet changed, if that is known.
    """
    starts = [spot for spot in own_stations(network.stations, company) if spot[0] in network.grid.number]
    search = _Search(network, company, closed, starts)
    if before is not None:
        search.go_on(before.trace, changed)
    return search.result()


class _Search:
    """One computation of a reach."""

    def __init__(self, network: Network, company: str, closed: frozenset[str], starts: Sequence[Spot]) -> None:
        self.network, self.company, self.shut = network, company, closed
        self.grid, self.parts = network.grid, network.parts
        self.closed = {self.grid.number[name] for name in closed if name in self.grid.number}
        self.leaves = {start: self.leave(start) for start in starts}
        self.ways: dict[int, Ways] = {}
        self.sure: dict[int, int] = {}
        self.refused: set[int] = set()
        self.todo = [(crossing, 0) for out in self.leaves.values() for crossing in out]
        self.failed: dict[int, list[int]] = {}  # from where no way back leads over sides other than these

    def go_on(self, before: Trace, changed: Collection[int]) -> None:
        """Begin with what was reached before, if the changes since took nothing away."""
        if any(not set(out).issubset(self.leaves.get(start, ())) for start, out in before.leaves.items()):
            return
        entered = [number for number in changed if number in before.ways]
        now = {number: self.through(number) for number in entered}
        for number in entered:
            if any(not set(one).issubset(two) for one, two in zip(before.ways[number], now[number], strict=True)):
                return
        self.sure, self.refused, self.ways = dict(before.sure), set(before.refused), {**before.ways, **now}
        for number in entered:
            for crossing in range(6 * number, 6 * number + 6):
                if crossing in self.sure:
                    self.todo += [(following, self.sure[crossing]) for following in self.steps(crossing)]

    def find(self) -> None:
        """Find all crossings that are reached."""
        self.walk()
        if not self.refused <= self.sure.keys():
            self.refused = self.bound() - self.sure.keys()
            for crossing in sorted(self.refused):
                if crossing not in self.sure:
                    self.trace(crossing)

    def result(self) -> Reach:
        """What is reached, in the words of the board."""
        self.find()
        sides: dict[str, set[int]] = {}
        own = {member for start in self.leaves for member in self.members(start)}
        nodes = set(own)
        names = self.grid.hexes
        for crossing in self.sure:
            number, edge = divmod(crossing, 6)
            name = names[number]
            sides.setdefault(name, set()).add(edge)
            if number not in self.closed:
                for lead in self.parts[number].leads[edge]:
                    if lead < 0:
                        nodes.update(self.members((name, -1 - lead)))
        return Reach(
            {name: frozenset(edges) for name, edges in sides.items()},
            frozenset(nodes),
            frozenset(name for name, _ in self.leaves),
            len(nodes) > len(own) or any(self.leads_away(start) for start in self.leaves if len(self.leaves) > 1),
            Trace(self.sure, frozenset(self.refused - self.sure.keys()), self.ways, self.leaves),
        )

    def members(self, spot: Spot) -> tuple[Spot, ...]:
        """All the drawings of one place."""
        group = self.parts[self.grid.number[spot[0]]].groups[spot[1]]
        return self.grid.groups[group] if group else (spot,)

    def leave(self, spot: Spot) -> tuple[int, ...]:
        """The crossings over which track leaves a centre."""
        parts, number = self.parts, self.grid.number
        return tuple([crossing for name, node in self.members(spot) for crossing in parts[number[name]].exits[node]])

    def steps(self, crossing: int) -> tuple[int, ...]:
        """The crossings that can follow on one."""
        number, edge = divmod(crossing, 6)
        ways = self.ways.get(number)
        if ways is None:
            ways = self.ways[number] = self.through(number)
        return ways[edge]

    def through(self, number: int) -> Ways:
        """The ways through a hex for the company."""
        if number in self.closed:
            return ((),) * 6
        part, name = self.parts[number], self.grid.hexes[number]
        stations = self.network.stations.get(name, ())
        opened = tuple([lets_through(part, stations, node, self.company) for node in range(len(part.stops))])
        if not part.grouped:
            return part.through(opened)
        return tuple(tuple(self.onward(name, part, edge, opened)) for edge in range(6))

    def onward(self, name: str, part: Part, edge: int, opened: tuple[bool, ...]) -> Iterator[int]:
        """The crossings that can follow in a hex that is a part of a place of several: that is left anywhere."""
        for lead in part.leads[edge]:
            if lead >= 0:
                yield lead
            elif opened[-1 - lead]:
                yield from (other for other in self.leave((name, -1 - lead)) if other != part.out[edge])

    def walk(self) -> None:
        """Crossings found breadth first; a way that would cross a side twice is not gone on with."""
        bits, sure = self.grid.bits, self.sure
        for crossing, used in self.todo:
            if crossing in sure:
                continue
            if used & bits[crossing]:
                self.refused.add(crossing)
                continue
            now = sure[crossing] = used | bits[crossing]
            for following in self.steps(crossing):
                if following not in sure:
                    self.todo.append((following, now))

    def bound(self) -> set[int]:
        """All crossings that could be reached if sides might be crossed twice."""
        found = set(self.sure)
        todo = list(self.sure)
        for crossing in todo:
            for following in self.steps(crossing):
                if following not in found:
                    found.add(following)
                    todo.append(following)
        return found

    def leads_away(self, start: Spot) -> bool:
        """Whether track from a station leads to another centre: asked where nothing but stations is reached."""
        alone = _Search(self.network, self.company, self.shut, [start])
        alone.find()
        own = self.members(start)
        for crossing in alone.sure:
            number, edge = divmod(crossing, 6)
            name = self.grid.hexes[number]
            for lead in self.parts[number].leads[edge]:
                if lead < 0 and number not in self.closed and (name, -1 - lead) not in own:
                    return True
        return False

    def trace(self, crossing: int) -> None:
        """Look for a way back from a crossing to a station that crosses no side twice; all on it is reached."""
        used = 0
        for back in self.way_back(self.grid.reverse[crossing], self.grid.bits[crossing]):
            reached = self.grid.reverse[back]
            used |= self.grid.bits[reached]
            self.sure.setdefault(reached, used)

    def way_back(self, here: int, used: int) -> list[int]:
        """A way back to a station that leaves out the sides used, last step first; empty if there is none."""
        if any(sides & used == sides for sides in self.failed.get(here, ())):
            return []
        if here in self.goals:
            return [here]
        if self.hope(here, used):
            bits = self.grid.bits
            for following in self.steps(here):
                if not used & bits[following] and (way := self.way_back(following, used | bits[following])):
                    return [*way, here]
        self.failed.setdefault(here, []).append(used)
        return []

    def hope(self, here: int, used: int) -> bool:
        """Whether a station can be reached over sides that are not used, if some were crossed twice."""
        bits, goals = self.grid.bits, self.goals
        found = {here}
        todo = [here]
        for crossing in todo:
            if crossing in goals:
                return True
            for following in self.steps(crossing):
                if following not in found and not used & bits[following]:
                    found.add(following)
                    todo.append(following)
        return False

    @cached_property
    def goals(self) -> frozenset[int]:
        """The crossings that lead to a station of the company."""
        return frozenset(self.grid.reverse[out] for leaves in self.leaves.values() for out in leaves)
