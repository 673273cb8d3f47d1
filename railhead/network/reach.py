"""What a company reaches along track from its stations, without crossing a hex side twice.

Two breadth-first searches over crossings (see `grid.py`) settle almost every board. One remembers the sides used on
its way and proves what is reached; the other forgets them and gives an upper bound. They differ only where a way
meets itself. If somebody asks about such a crossing, it is traced back to a station, with a look ahead at every step
whether one can still be reached.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from railhead.core.state import Stations
    from railhead.network.network import Network
    from railhead.network.parts import Part, Spot, Ways


NOWHERE: AbstractSet[int] = frozenset()
NO_WAYS: Ways = ((),) * 6
FREE = {""}
EDGES = [frozenset([edge for edge in range(6) if bits >> edge & 1]) for bits in range(1 << 6)]
"""All sets of edges, by their bits."""


def stations_by_owner(stations: Mapping[str, Stations]) -> Mapping[str, tuple[Spot, ...]]:
    """The cities with a marker of each company."""
    found: dict[str, list[Spot]] = {}
    for name, cities in stations.items():
        for city, slots in enumerate(cities):
            for company in slots if len(slots) == 1 else set(slots):
                found.setdefault(company, []).append((name, city))
    return {company: tuple(spots) for company, spots in found.items()}


def same_owners(one: Stations, other: Stations) -> bool:
    """Whether the same companies have markers in the cities of a hex, whatever slots there are."""
    return [set(slots) - FREE for slots in one] == [set(slots) - FREE for slots in other]


def _within(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return one == other or set(one).issubset(other)


@lru_cache(maxsize=2000)
def _extends(old: Ways, new: Ways) -> bool:
    """Whether all the old ways through a hex are among the new ones; every company asks about the same lays."""
    return all(map(_within, old, new))


class Reach:
    """What a company can reach; in closed hexes its track ends.

    `before` is what the company reached when the hexes `changed` (by number) were not yet as they are. Where track
    was only added since, all of that is still reached. This answers most questions about a lay, so the search, which
    goes on from there, waits for a question that needs more. What is proven and what is doubtful is found together,
    all else when it is asked for. A reach refers to the parts of its network but not to the network, and to `before`
    only until it has searched, so that no chain is kept.
    """

    def __init__(
        self,
        network: Network,
        company: str,
        closed: frozenset[str],
        starts: Sequence[Spot],
        before: Reach | None = None,
        changed: AbstractSet[int] = NOWHERE,
    ) -> None:
        if before is not None and before.before is not None:  # it has not searched: we start where it would have
            before, changed = before.before, before.changed | changed
        self.grid, self.parts, self.stations = network.grid, network.parts, network.stations
        self.company, number = company, self.grid.number
        self.closed = {number[name] for name in closed if name in number} if closed else NOWHERE
        self.leaves = {start: self._leave(start) for start in starts}
        """The crossings out of each own station."""
        self.homes = frozenset([name for name, _ in starts])
        """The hexes with a station of its own."""
        self.ways: dict[int, Ways] = {}
        """The ways through the hexes that were entered, by their numbers."""
        self.sure: dict[int, int] = {}
        """Each crossing that is known to be reached, with the sides of a way to it."""
        self.doubtful: set[int] = set()
        """The crossings that could be reached as well if sides might be crossed twice."""
        self.settled = False
        """Whether it is known that none of the doubtful crossings is reached."""
        self.before: Reach | None = before
        self.changed: AbstractSet[int] = changed
        if before is not None and self._keeps(before):
            self.sure = before.sure
        else:
            self.before, self.ways = None, {}
            self._walk(self._first_steps())

    # Answers

    def __eq__(self, other: object) -> bool:
        """Whether both give the same answers, however they were found."""
        if not isinstance(other, Reach):
            return NotImplemented
        return self._answers() == other._answers()

    __hash__ = None  # type: ignore[assignment]

    def _answers(self) -> tuple[object, ...]:
        return self.sides, self.nodes, self.homes

    def holds(self, network: Network, starts: Collection[Spot], changed: Collection[int]) -> bool:
        """Whether the company reaches the same from these stations on a network that differs in these hexes."""
        if self.before is not None or self.leaves.keys() != set(starts):
            return False
        names = self.grid.hexes
        for number in changed:
            part, entered = network.parts[number], number in self.ways
            if part is not self.parts[number]:
                if entered or names[number] in self.homes:
                    return False
            elif entered:
                before, after = self.stations.get(names[number], ()), network.stations.get(names[number], ())
                if before != after and part.opened(before, self.company) != part.opened(after, self.company):
                    return False
        return True

    def known_edges(self, name: str) -> tuple[int, ...]:
        """Edges over which the company's track arrives at a hex: those that are known without a search."""
        first, sure = 6 * self.grid.number.get(name, -1), self.sure
        return tuple([crossing - first for crossing in range(first, first + 6) if crossing in sure])

    def edges(self, name: str) -> tuple[int, ...]:
        """The edges over which the company's track arrives at a hex."""
        self._search()
        first = 6 * self.grid.number.get(name, -1)
        here = range(first, first + 6)
        reached = self.sure if self.doubtful.isdisjoint(here) else self.reached
        return tuple([crossing - first for crossing in here if crossing in reached])

    def connects(self, name: str, exits: Collection[int]) -> bool:
        """Whether the company's track arrives at one of these edges of a hex, or it has a station there."""
        first, sure = 6 * self.grid.number.get(name, -1), self.sure
        for edge in exits:
            if first + edge in sure:
                return True
        return name in self.homes or not set(exits).isdisjoint(self.edges(name))

    @property
    def reached(self) -> Mapping[int, int]:
        """All crossings that are reached: what is doubtful is traced first."""
        self._search()
        if self.doubtful and not self.settled:
            self.sure = Doubts(self).settled()
            self.doubtful, self.settled = self.doubtful - self.sure.keys(), True
        return self.sure

    @cached_property
    def sides(self) -> dict[str, frozenset[int]]:
        """Hex by hex the edges over which the company's track arrives."""
        names, found = self.grid.hexes, dict[int, int]()
        for crossing in self.reached:
            number, edge = divmod(crossing, 6)
            found[number] = found.get(number, 0) | 1 << edge
        return {names[number]: EDGES[bits] for number, bits in found.items()}

    @cached_property
    def hexes(self) -> frozenset[str]:
        """The hexes at which the company's track arrives or where it has a station."""
        return self.homes.union(self.sides)

    @cached_property
    def nodes(self) -> frozenset[Spot]:
        """The revenue centres that are reached, own stations included."""
        self._search()
        own = {member for start in self.leaves for member in self._members(start)}
        found = own | self._met(self.sure)
        if self.doubtful and not self._met(self.doubtful) <= found:  # rarely: most are met without doubt, too
            found |= self._met(self.reached)
        return frozenset(found)

    def _met(self, crossings: Iterable[int]) -> set[Spot]:
        """The centres to which crossings lead."""
        names, parts, groups = self.grid.hexes, self.parts, self.grid.groups
        met: set[tuple[int, int]] = set()
        found: set[Spot] = set()
        for crossing in crossings:
            number = crossing // 6
            if parts[number].stops:
                for lead in parts[number].leads[crossing % 6]:
                    if lead < 0:
                        met.add((number, -1 - lead))
        for number, node in met:
            if number not in self.closed:
                group = parts[number].groups[node]
                found.update(groups[group] if group else ((names[number], node),))
        return found

    def _members(self, spot: Spot) -> tuple[Spot, ...]:
        """All hexes of one place."""
        group = self.parts[self.grid.number[spot[0]]].groups[spot[1]]
        return self.grid.groups[group] if group else (spot,)

    # The search

    def _leave(self, spot: Spot) -> tuple[int, ...]:
        """The crossings over which track leaves a centre."""
        parts, number = self.parts, self.grid.number
        part = parts[number[spot[0]]]
        if not part.grouped:
            return part.exits[spot[1]]
        return tuple([crossing for name, node in self._members(spot) for crossing in parts[number[name]].exits[node]])

    def _keeps(self, before: Reach) -> bool:
        """Whether all is still reached that was reached before: no track was lost, and no way through a city."""
        for start, out in before.leaves.items():
            if not _within(out, self.leaves.get(start, ())):
                return False
        then = before.ways
        for number in self.changed:
            if number in then:
                ways = self.ways[number] = self._through(number)
                if ways is not then[number] and not _extends(then[number], ways):
                    return False
        return True

    def _first_steps(self) -> list[tuple[int, int]]:
        return [(crossing, 0) for out in self.leaves.values() for crossing in out]

    def _search(self) -> None:
        """Find all that is reached, unless that is done; it goes on from what was reached before."""
        before = self.before
        if before is None:
            return
        self.before, new = None, self.ways
        self.sure = sure = before.sure.copy()
        self.doubtful, self.ways = before.doubtful.copy(), {**before.ways, **new}
        onward = [
            (following, sure[crossing])
            for number, ways in new.items()
            for crossing, onward in enumerate(ways, 6 * number)
            if crossing in sure
            for following in onward
            if following not in sure
        ]
        self._walk(self._first_steps() + onward)

    def _walk(self, todo: list[tuple[int, int]]) -> None:
        """Crossings found breadth first; one over a side that its way has crossed already is doubtful."""
        bits, sure, ways, parts, closed = self.grid.bits, self.sure, self.ways, self.parts, self.closed
        for crossing, used in todo:
            if crossing in sure:
                continue
            if used & bits[crossing]:
                self.doubtful.add(crossing)
                continue
            now = sure[crossing] = used | bits[crossing]
            number, edge = divmod(crossing, 6)
            known = ways.get(number)
            if known is None:
                part = parts[number]
                simple = not part.stops and number not in closed
                known = ways[number] = part.unmarked if simple else self._through(number)
            for following in known[edge]:
                if following not in sure:
                    todo.append((following, now))
        if self.doubtful:
            self._bound()

    def _bound(self) -> None:
        """Complete the doubtful crossings: those that follow on others are doubtful, too."""
        sure, steps = self.sure, self.steps
        self.doubtful.difference_update(sure)
        todo = list(self.doubtful)
        for crossing in todo:
            for following in steps(crossing):
                if following not in sure and following not in self.doubtful:
                    self.doubtful.add(following)
                    todo.append(following)

    def steps(self, crossing: int) -> tuple[int, ...]:
        """The crossings that can follow a crossing."""
        number, edge = divmod(crossing, 6)
        known = self.ways.get(number)
        if known is None:
            known = self.ways[number] = self._through(number)
        return known[edge]

    def _through(self, number: int) -> Ways:
        """The ways through a hex for the company."""
        if number in self.closed:
            return NO_WAYS
        part, name = self.parts[number], self.grid.hexes[number]
        stations = self.stations.get(name, ())
        if not stations and not part.grouped:
            return part.unmarked
        if not part.grouped:
            return part.marked(stations, self.company)
        opened = part.opened(stations, self.company)
        return tuple([tuple(self._onward(name, part, edge, opened)) for edge in range(6)])

    def _onward(self, name: str, part: Part, edge: int, opened: tuple[bool, ...]) -> Iterator[int]:
        """The crossings that can follow in a hex of a place that covers several: track may leave it anywhere."""
        for lead in part.leads[edge]:
            if lead >= 0:
                yield lead
            elif opened[-1 - lead]:
                yield from (other for other in self._leave((name, -1 - lead)) if other != part.out[edge])


class Doubts:
    """Crossings found only by a path that meets itself: each must be traced back to a station."""

    def __init__(self, found: Reach) -> None:
        self.grid, self.steps, self.doubtful = found.grid, found.steps, found.doubtful
        self.sure = found.sure.copy()  # others may read the known ones meanwhile
        self.goals = frozenset(self.grid.reverse[out] for leaves in found.leaves.values() for out in leaves)
        """The crossings that lead to a station of the company."""
        self.failed: dict[int, list[int]] = {}  # from where no way back leads over sides other than these

    def settled(self) -> dict[int, int]:
        """The crossings that are reached, with those that turn out not to be doubtful."""
        for crossing in sorted(self.doubtful):
            if crossing not in self.sure:
                self.trace(crossing)
        return self.sure

    def trace(self, crossing: int) -> None:
        """Look for a path back from a crossing to a station that crosses no side twice; all on it is reached."""
        used = 0
        for back in self.way_back(self.grid.reverse[crossing], self.grid.bits[crossing]):
            reached = self.grid.reverse[back]
            used |= self.grid.bits[reached]
            self.sure.setdefault(reached, used)

    def way_back(self, here: int, used: int) -> list[int]:
        """A path back to a station that avoids the used sides, last step first; empty if there is none."""
        if any(sides & used == sides for sides in self.failed.get(here, ())):
            return []
        if here in self.goals:
            return [here]
        shortest = self.shortest(here, used)
        if self.crosses_once(shortest):
            return shortest
        if shortest:
            bits = self.grid.bits
            for following in self.steps(here):
                if not used & bits[following] and (way := self.way_back(following, used | bits[following])):
                    return [*way, here]
        self.failed.setdefault(here, []).append(used)
        return []

    def shortest(self, here: int, used: int) -> list[int]:
        """The shortest way back over sides that are not used, last step first; it may cross one of them twice."""
        bits, goals, steps = self.grid.bits, self.goals, self.steps
        before = {here: -1}
        todo = [here]
        for crossing in todo:
            if crossing in goals:
                way = [crossing]
                while before[way[-1]] >= 0:
                    way.append(before[way[-1]])
                return way
            for following in steps(crossing):
                if following not in before and not used & bits[following]:
                    before[following] = crossing
                    todo.append(following)
        return []

    def crosses_once(self, way: list[int]) -> bool:
        """Whether a way crosses no side twice; an empty one leads nowhere."""
        sides = {self.grid.bits[crossing] for crossing in way}
        return bool(way) and len(sides) == len(way)
