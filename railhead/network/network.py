"""The network of a board: its stops, and the segments of track from one stop to the next.

A segment is known by the set of hex sides that it crosses. Lines that share track always share a side, so two
segments can be used together exactly when their sets have no side in common. A segment between two centres of one hex
would cross no side; no tile has one.

States are values, and so are networks. Segments are found centre by centre when they are asked for, and each
remembers which hexes it looked at: a lay drops those that looked at its hex and keeps the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from railhead.core.map import Map
from railhead.core.memo import Memo
from railhead.network.grid import Grid, grid_of
from railhead.network.parts import Part, Spot, Stop, stop_of
from railhead.network.reach import Reach, same_owners, stations_by_owner

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from railhead.core.state import Board, Laid, Stations

ReachKey = tuple[str, frozenset[str]]
"""A company and the hexes that are closed to it."""
Numbers = tuple[tuple[Stop, ...], dict[Spot, int], dict[str, int]]
"""All stops, the number of each centre's stop, and the number of each stop by its id."""


class Segment(NamedTuple):
    """Track from one stop to the next one."""

    a: int
    b: int
    sides: int  # as bits
    hexes: tuple[str, ...]  # from a to b


End = tuple[int, tuple[str, ...], Spot]
"""Track to the next stop: its sides, its hexes, and the centre at its end."""


class Walk(NamedTuple):
    """All track from one centre to the next stops."""

    ends: tuple[End, ...]
    seen: frozenset[int]  # the hexes that were entered, by number


class Network:
    """Tiles and stations of a board as a graph, for any company. It never changes once made."""

    def __init__(self, grid: Grid, laid: Mapping[str, Laid], stations: Mapping[str, Stations]) -> None:
        self.grid = grid
        self.laid = laid
        self.stations = stations
        self.parts: list[Part] = [grid.part(name, laid.get(name)) for name in grid.hexes]
        self._walks: dict[Spot, Walk] = {}
        self._beside: dict[int, tuple[tuple[int, tuple[str, ...], int], ...]] = {}
        self._log: tuple[int, ...] = ()  # the hexes that changed since the network was built, in order
        self._reached: dict[ReachKey, tuple[Reach, int]] = {}  # with the length of the log at that time
        self._routes: dict[ReachKey, tuple[frozenset[int], int]] = {}  # the hexes from a station to another stop
        self._grouped: tuple[Part, ...] | None = None
        self._owners: Mapping[str, tuple[Spot, ...]] | None = None
        self._numbers: Numbers | None = None

    @property
    def map(self) -> Map:
        """The map on which the tiles lie."""
        return self.grid.map

    def part(self, name: str) -> Part:
        """What lies on a hex."""
        return self.parts[self.grid.number[name]]

    # Changes

    def with_tiles(self, laid: Mapping[str, Laid]) -> Network:
        """The network with these tiles instead."""
        return self.changed(laid, self.stations)

    def with_stations(self, stations: Mapping[str, Stations]) -> Network:
        """The network with these stations instead."""
        return self.changed(self.laid, stations)

    def changed(
        self, laid: Mapping[str, Laid], stations: Mapping[str, Stations], at: Collection[str] | None = None
    ) -> Network:
        """The network with these tiles and stations instead; what does not depend on them is shared.

        `at` are the only hexes on which something may be different, where that is known.
        """
        number = self.grid.number
        tiles, markers = _differing(self.laid, laid, at), _differing(self.stations, stations, at)
        new = self._copy()
        new.laid, new.stations = laid, stations
        if not all(same_owners(self.stations.get(name, ()), stations.get(name, ())) for name in markers):
            new._owners = None
        tangled = new._lay(self, tiles) if tiles else new._share_track(self)
        changed = tiles | markers
        new._log = self._log + tuple([number[name] for name in changed if name in number])
        if not tangled:
            new._grouped = self._grouped
            new._reached, new._routes = self._reached.copy(), self._routes.copy()
        return new

    def _lay(self, old: Network, tiles: Collection[str]) -> bool:
        """Replace the parts of these hexes in a copy; returns whether one belongs to a place of several hexes."""
        numbers, tangled, same_places = set(), False, True
        self.parts = parts = list(old.parts)
        for name in tiles:
            number = self.grid.number[name]
            before, part = parts[number], self.grid.part(name, self.laid.get(name))
            parts[number] = part
            numbers.add(number)
            tangled |= before.grouped or part.grouped
            same_places &= len(before.stops) == len(part.stops)
        if old._walks:
            kept = old._walks.items()
            self._walks = {spot: w for spot, w in kept if spot[0] not in tiles and w.seen.isdisjoint(numbers)}
        if same_places and not tangled and old._numbers is not None:
            stops, at, index = old._numbers
            all_stops = list(stops)
            for name in tiles:
                for i, stop in enumerate(self.part(name).stops):
                    all_stops[at[name, i]] = stop
            self._numbers = tuple(all_stops), at, index
        return tangled

    def _share_track(self, old: Network) -> bool:
        """Share everything known about a network with the same tiles; nothing is tangled then."""
        self._walks, self._beside, self._numbers = old._walks, old._beside, old._numbers
        return False

    @classmethod
    def drawn(
        cls, stops: Sequence[Stop], segments: Sequence[Segment], stations: Mapping[str, Stations] | None = None
    ) -> Network:
        """A network without a map, made of the given stops and segments."""
        new = cls(grid_of(Map("flat", {}, {}, {})), {}, stations or {})
        at = {(name, i): n for n, stop in enumerate(stops) for name, i, _ in stop.nodes}
        new._numbers = tuple(stops), at, {stop.centre.id: n for n, stop in enumerate(stops)}
        for a, b, sides, hexes in segments:
            for here, there, way in ((a, b, hexes), (b, a, hexes[::-1])):
                known = new._beside.get(here, ())
                new._beside[here] = (*known, (sides, way, there))
        for n in range(len(stops)):
            new._beside.setdefault(n, ())
        return new

    def _copy(self) -> Network:
        new = Network.__new__(Network)
        new.grid, new.laid, new.stations, new.parts = self.grid, self.laid, self.stations, self.parts
        new._walks, new._beside, new._reached, new._routes = {}, {}, {}, {}
        new._numbers = new._grouped = None
        new._owners = self._owners
        return new

    @property
    def grouped(self) -> tuple[Part, ...]:
        """What lies on the hexes with a place that is drawn over several of them."""
        if self._grouped is None:
            self._grouped = tuple(part for part in self.parts if part.grouped)
        return self._grouped

    # What a company reaches

    def own(self, company: str) -> tuple[Spot, ...]:
        """The cities with a marker of a company."""
        if self._owners is None:
            self._owners = stations_by_owner(self.stations)
        return self._owners.get(company, ())

    def own_stops(self, company: str) -> tuple[int, ...]:
        """The stops with a marker of a company, by number."""
        at = self.at
        return tuple(sorted({at[spot] for spot in self.own(company) if spot in at}))

    def reach(self, company: str, closed: frozenset[str] = frozenset()) -> Reach:
        """What a company reaches from its stations; in closed hexes its track ends."""
        found, since = self._reached.get((company, closed), (None, 0))
        now = len(self._log)
        if found is not None and since == now:
            return found
        starts = [spot for spot in self.own(company) if spot[0] in self.grid.number]
        changed = frozenset(self._log[since:])
        if found is None or not found.holds(self, starts, changed):
            found = Reach(self, company, closed, starts, found, changed)
        self._reached[company, closed] = found, now
        return found

    def has_route(self, company: str, closed: frozenset[str] = frozenset()) -> bool:
        """Whether track joins a station of the company to another stop; in closed hexes its track ends."""
        hexes_of_route, since = self._routes.get((company, closed), (None, 0))
        if hexes_of_route is not None and hexes_of_route.isdisjoint(self._log[since:]):
            return True
        at, stops = self.at, self.stops
        for stop in self.own_stops(company):
            for name, node, _ in stops[stop].nodes:
                for _, hexes, end in self._ends(name, self.part(name).exits[node], set()):
                    if at[end] != stop and closed.isdisjoint(hexes[1:]):
                        homes = [place for place, _, _ in stops[stop].nodes]
                        there = frozenset([self.grid.number[place] for place in (*hexes, *homes)])
                        self._routes[company, closed] = there, len(self._log)
                        return True
        return False

    # Stops and segments

    def walk(self, spot: Spot) -> Walk:
        """All track from a centre to the next stops."""
        found = self._walks.get(spot)
        if found is None:
            name, node = spot
            seen = set[int]()
            ends = tuple(self._ends(name, self.part(name).exits[node], seen))
            found = self._walks[spot] = Walk(ends, frozenset(seen))
        return found

    def walk_out(self, name: str, edge: int) -> Walk:
        """All track that leads out of a hex over an edge to the next stops, whatever lies on the hex itself.

        A path that returns to the hex ends there: `-1 - edge` stands for the centre.
        """
        out, seen = self.part(name).out[edge], set[int]()
        ends = tuple(self._ends(name, (out,) if out >= 0 else (), seen, self.grid.number[name]))
        return Walk(ends, frozenset(seen))

    def _ends(self, name: str, outs: Iterable[int], seen: set[int], home: int = -1) -> Iterator[End]:
        """All track from these crossings out of a hex to the next stops; it is not followed through `home`.

        The hexes that are entered on the way are added to `seen`.
        """
        names, bits, parts = self.grid.hexes, self.grid.bits, self.parts
        todo: list[tuple[int, int, tuple[str, ...]]] = [(out, 0, (name,)) for out in outs]
        while todo:
            crossing, sides, hexes = todo.pop()
            bit = bits[crossing]
            if sides & bit:
                continue
            number, edge = divmod(crossing, 6)
            there = names[number]
            sides, hexes = sides | bit, (*hexes, there)
            seen.add(number)
            if number == home:
                yield sides, hexes, (there, -1 - edge)
                continue
            for lead in parts[number].leads[edge]:
                if lead < 0:
                    yield sides, hexes, (there, -1 - lead)
                else:
                    todo.append((lead, sides, hexes))

    @property
    def stops(self) -> tuple[Stop, ...]:
        """All stops, in the order of the hexes."""
        return (self._numbers or self._number())[0]

    @property
    def at(self) -> Mapping[Spot, int]:
        """The number of the stop of each centre."""
        return (self._numbers or self._number())[1]

    @property
    def index(self) -> Mapping[str, int]:
        """The number of each stop by its id."""
        return (self._numbers or self._number())[2]

    def _number(self) -> Numbers:
        self._numbers = _numbered(self.parts)
        return self._numbers

    def beside(self, stop: int) -> tuple[tuple[int, tuple[str, ...], int], ...]:
        """The segments from a stop: sides, hexes from it on, and the other stop."""
        found = self._beside.get(stop)
        if found is None:
            stops, at, _ = self._numbers or self._number()
            walks = [self.walk((name, node)).ends for name, node, _ in stops[stop].nodes]
            found = self._beside[stop] = tuple(
                [(sides, hexes, at[there]) for ends in walks for sides, hexes, there in ends if at[there] != stop]
            )
        return found

    def sides_between(self, start: int, end: int, hexes: Sequence[str]) -> int | None:
        """The sides that track from a stop to the next one crosses by these hexes; None if there is no such track."""
        if start in self._beside:
            return next((sides for sides, way, there in self._beside[start] if there == end and way == hexes), None)
        if len(hexes) < 2:
            return None
        number, bits, parts = self.grid.number, self.grid.bits, self.parts
        stops, at, _ = self._numbers or self._number()
        leads: tuple[int, ...] = ()
        for name, node, _ in stops[start].nodes:
            if name == hexes[0]:
                leads += parts[number[name]].exits[node]
        sides = 0
        for name in hexes[1:]:
            there = number.get(name, -1)
            for crossing in leads:
                if crossing >= 0 and crossing // 6 == there:
                    break
            else:
                return None
            bit = bits[crossing]
            if sides & bit:
                return None
            sides |= bit
            leads = parts[there].leads[crossing % 6]
        for lead in leads:
            if lead < 0 and at[hexes[-1], -1 - lead] == end:
                return sides
        return None


def _differing(one: Mapping[str, Any], other: Mapping[str, Any], among: Collection[str] | None = None) -> set[str]:
    """The keys whose values differ; if some are given, only these can."""
    if one is other:
        return set()
    if among is not None:
        return {name for name in among if one.get(name) != other.get(name)}
    found = {name for name, there in other.items() if (before := one.get(name)) is not there and before != there}
    return found if one.keys() <= other.keys() else found.union(one.keys() - other.keys())


def _numbered(parts: Iterable[Part]) -> Numbers:
    """The stops with groups merged, the number of the stop of each centre, and of each stop by its id."""
    places: dict[str, Any] = {}
    grouped: dict[str, list[tuple[str, int, Any]]] = {}
    for part in parts:
        for i, stop in enumerate(part.stops):
            group = part.groups[i]
            if group:
                name = stop.nodes[0][0]
                grouped.setdefault(group, []).append((name, i, part.face.nodes[i]))
                places[group] = stop_of(group, grouped[group])
            else:
                places[stop.centre.id] = stop
    stops = tuple(places.values())
    at = {(name, i): n for n, stop in enumerate(stops) for name, i, _ in stop.nodes}
    return stops, at, {place: n for n, place in enumerate(places)}


def build_network(
    board_map: Map, laid: Mapping[str, Laid], stations: Mapping[str, Stations] | None = None
) -> Network:
    """The network of tiles and stations on a map."""
    return Network(grid_of(board_map), laid, stations or {})


NETWORKS = Memo[Map, Network]()
_CHANGED = Memo[None, frozenset[str]]()
"""The hexes on which a board differs from the one whose network it has; nothing is kept where that is not known."""


def network_of(board_map: Map, board: Board) -> Network:
    """The network of a board, cached with it; derived from the previous board where that is known."""
    kept = NETWORKS.kept(board)
    found = kept.get(board_map)
    if found is None:
        found = kept[board_map] = build_network(board_map, board.laid, board.stations)
    elif found.laid is not board.laid or found.stations is not board.stations:
        changed = _CHANGED.kept(board).pop(None, None)
        found = kept[board_map] = found.changed(board.laid, board.stations, changed)
    return found


def hand_on_network(before: Board, after: Board, at: str = "") -> None:
    """Let a board derive its network from that of the board it came from; `at` is the only hex that changed.

    An empty string stands for any number of hexes.
    """
    networks = NETWORKS.kept(before)
    NETWORKS.kept(after).update(networks)
    if at and len(networks) == 1:
        (network,) = networks.values()
        up_to_date = network.laid is before.laid and network.stations is before.stations
        earlier = frozenset() if up_to_date else _CHANGED.kept(before).get(None)
        if earlier is not None:
            _CHANGED.kept(after)[None] = earlier | {at}
