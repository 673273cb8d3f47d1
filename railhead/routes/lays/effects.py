"""What a tile lay does to the network: segments and stops of one hex, as each kind of train sees them."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from railhead.core.tiles import NODE, Face, node_map
from railhead.core.track import moved_stations
from railhead.network.parts import stop_of
from railhead.routes.lays.through_hex import HexSegment, TrackAround
from railhead.routes.problem import PlaceView, Problem, is_blocked, view_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from railhead.core.state import Laid, Stations
    from railhead.network import Stop


class HexStops(NamedTuple):
    """The stops of a changed hex."""

    numbers: tuple[int, ...]
    same: bool  # as before, stations too
    own: tuple[bool, ...]  # those with an own station
    views: tuple[tuple[PlaceView, ...], ...]  # by stop and kind of train


class Edges(NamedTuple):
    """The track of a hex that counts, as bits (`path_bit`): all of it, and that which leads to stops within reach."""

    live: int
    near: int
    home: bool  # whether a centre of the hex is within reach


class Change(NamedTuple):
    """What a lay does to the network: these segments replace those through the hex."""

    hex: str
    laid: Laid
    segments: tuple[HexSegment, ...]
    added: tuple[HexSegment, ...]  # those that were not there before
    lost: bool  # whether a segment is gone
    options: tuple[tuple[Stations, HexStops | None], ...]  # how markers may lie
    needs_own_solve: bool  # a segment may pass the hex twice, or a stop is part of more than the hex


class BoardAfter(NamedTuple):
    """A lay with one possible placing of the markers: its stops and segments."""

    hex: str
    stops: HexStops
    replaces_hex: bool  # stops are new or track is gone: all segments of the hex are replaced
    segments: tuple[HexSegment, ...]


@lru_cache(maxsize=1 << 14)
def centre_facts(face: Face) -> tuple[tuple[str, str, int], ...]:
    """What the centres of a face are."""
    return tuple((node.type, str(node.revenue), node.slots) for node in face.nodes)


@lru_cache(maxsize=1 << 14)
def grouped(face: Face) -> bool:
    """Whether a centre is part of a place of several hexes."""
    return any(node.group for node in face.nodes)


@lru_cache(maxsize=1 << 10)
def path_bit(a: int, b: int) -> int:
    """A bit for the track between two ends."""
    low, high = sorted((a, b))
    return 1 << (12 * high + low)


@lru_cache(maxsize=1 << 14)
def track(face: Face) -> int:
    """The track of a face, as bits."""
    return sum(path_bit(a, b) for a, b in face.paths)


@lru_cache(maxsize=1 << 12)
def relevant_track(live: tuple[int, ...], near: frozenset[int]) -> tuple[int, int]:
    """The track of a hex that leads anywhere, and all that has an end at a near edge, as bits.

    Track to a centre counts wherever it leads: the centre may come within reach by other track.
    """
    through = sum(path_bit(a, b) for a in live for b in live if a < b and (a in near or b in near))
    to_centres = [sum(path_bit(edge, NODE + n) for edge in edges for n in range(NODE)) for edges in (live, near)]
    return to_centres[0] + through, to_centres[1] + through


class Changes:
    """The lays on a board, by what they change for one company."""

    def __init__(self, problem: Problem) -> None:
        self.problem, self.map = problem, problem.network.map
        around: TrackAround | None = problem.memo.get("around")
        self.around = around or problem.memo.setdefault("around", TrackAround(problem.network))
        self.edges: dict[str, Edges] = problem.memo.setdefault("edges", {})
        self.hex_stops: dict[object, HexStops | None] = {}
        # Trains of one kind see every stop alike, those of new tiles too.
        self.kinds = tuple(dict.fromkeys(problem.kind(train) for train in problem.trains))
        self.kind_of = {train: self.kinds.index(problem.kind(train)) for train in problem.trains}

    def face(self, name: str) -> Face:
        """What lies on a hex."""
        return self.problem.network.part(name).face

    def key(self, name: str, laid: Laid) -> object:
        """What lays with the same effect have in common; None for a lay that changes nothing for the company."""
        edges = self.edges.get(name) or self._edges(name)
        if not edges.near and not edges.home:
            return None
        old, face = self.face(name), self.map.face(name, laid)
        paths = track(face) & edges.live
        if not face.nodes and not old.nodes:
            added = paths & edges.near & ~track(old)
            return (name, added) if added else None
        if not edges.home and not paths & edges.near:
            return None
        # Two tiles may give the same track to different centres of the old tile.
        return name, centre_facts(face), node_map(old, face), paths

    def _edges(self, name: str) -> Edges:
        reach, live, near = self.problem.reach, list[int](), set[int]()
        for edge in range(6):
            exits = self.around.out(name, edge)
            if exits:
                live.append(edge)
            for _, stop in exits:
                # Track that leads back into the hex may go on to anywhere.
                if stop < 0 or stop in reach:
                    near.add(edge)
        home = any(self.around.number(name, i) in reach for i in range(len(self.face(name).nodes)))
        found = self.edges[name] = Edges(*relevant_track(tuple(live), frozenset(near)), home)
        return found

    def change(self, name: str, laid: Laid) -> Change:
        """What a lay changes."""
        old, face = self.face(name), self.map.face(name, laid)
        segments, old_segments = self.around.through(name, face), self.around.through(name, old)
        before = set(old_segments or ())
        added = tuple([segment for segment in segments or () if segment not in before])
        lost = not before.issubset(segments or ())
        needs_own_solve = segments is None or old_segments is None or grouped(old) or grouped(face)
        where = node_map(old, face)
        options = tuple([(some, self._stops(name, face, some)) for some in self._markers(name, where, face)])
        return Change(name, laid, segments or (), added, lost, options, needs_own_solve)

    def _markers(self, name: str, where: tuple[int, ...] | None, face: Face) -> list[Stations]:
        """How the markers of a hex may lie on a new face.

        Where the old centres are not found again, all markers are taken off; the company's own one goes where it
        likes, the others come back after its run.
        """
        stations = self.problem.stations.get(name, ())
        if where is not None or not stations:
            return [moved_stations(stations, where or (), face)]
        company = self.problem.company
        if not any(company in slots for slots in stations):
            return [()]
        return [
            tuple((company, *[""] * (node.slots - 1)) if i == city else ("",) * node.slots
                  for i, node in enumerate(face.nodes))
            for city in face.cities
        ]  # fmt: skip

    def _stops(self, name: str, face: Face, stations: Stations) -> HexStops | None:
        key = (name, centre_facts(face), stations)
        if key not in self.hex_stops:
            self.hex_stops[key] = self._look_at_stops(name, face, stations)
        return self.hex_stops[key]

    def _look_at_stops(self, name: str, face: Face, stations: Stations) -> HexStops | None:
        """The stops of a hex as each kind of train sees them.

        None if a new stop is a mine, or belongs to a bonus or a once-group.
        """
        problem, network, scoring = self.problem, self.problem.network, self.problem.scoring
        stops = [stop_of(f"{name}.{i}", [(name, i, node)]) for i, node in enumerate(face.nodes)]
        numbers = tuple(self.around.number(name, i) for i in range(len(stops)))
        before = [network.stops[n] if n < len(network.stops) else None for n in numbers]
        marked = problem.stations.get(name, ())
        same = len(self.face(name).nodes) == len(stops) and before == stops and (not marked or marked == stations)
        if not same:
            for was, now in zip(before, stops, strict=True):
                if was is None and not self.special.isdisjoint(now.centre.names):
                    return None
                if (was is None or was.centre.type != now.centre.type) and now.centre.type in scoring.apart:
                    return None
        own = tuple(i < len(stations) and problem.company in stations[i] for i in range(len(stops)))
        return HexStops(numbers, same, own, tuple(self._views(stop, {name: stations}) for stop in stops))

    @cached_property
    def special(self) -> frozenset[str]:
        """Places that are part of a bonus or a once-group."""
        scoring = self.problem.scoring
        found = {place for places in scoring.once for place in places}
        for pair in scoring.pairs:
            found |= pair.one | pair.other
        for bonus in scoring.largest:
            found |= {bonus.place, *bonus.besides}
        return frozenset(found)

    def _views(self, stop: Stop, stations: Mapping[str, Stations]) -> tuple[PlaceView, ...]:
        """A stop as each kind of train sees it."""
        scoring = self.problem.scoring
        ends = stop.terminal or is_blocked(scoring, stop, stations, self.problem.company)
        return tuple([view_of(scoring, kind.train, stop.centre, ends) for kind in self.kinds])
