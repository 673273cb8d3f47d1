"""What a tile lay does to the network: stretches and stops of one hex, as each train sees them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import NamedTuple

from railhead.core.state import Laid, Stations
from railhead.core.tiles import NODE, Face, node_map
from railhead.core.track import moved_stations
from railhead.routes.field import Field, Sight, sight
from railhead.routes.network import Network, side_bits, stop_of
from railhead.routes.plain import clashes
from railhead.routes.problem import Kind, Problem
from railhead.routes.ways import Row, Ways


class Here(NamedTuple):
    """The stops of a changed hex."""

    numbers: tuple[int, ...]
    same: bool  # as before, stations too
    own: int  # all stops with an own station, as bits
    sights: Mapping[str, Mapping[int, Sight | None]]  # by train; None: may not be visited


class Edges(NamedTuple):
    """The edges of a hex over which track leads to stops, and those where these are within the company's reach."""

    live: frozenset[int]
    near: frozenset[int]
    home: bool  # whether a centre of the hex is within reach


class Change(NamedTuple):
    """What a lay does to the network: these stretches replace those through the hex."""

    hex: str
    laid: Laid
    rows: tuple[Row, ...]
    fresh: tuple[Row, ...]  # those that were not there before
    lost: bool  # whether a stretch is gone
    options: tuple[tuple[Stations, Here | None], ...]  # how markers may lie
    tangled: bool  # cannot be done in parts


@lru_cache(maxsize=1 << 14)
def where_to(old: Face, new: Face) -> tuple[int, ...] | None:
    """`node_map`, remembered: faces belong to a map and there are few."""
    return node_map(old, new)


@lru_cache(maxsize=1 << 14)
def looks(face: Face) -> tuple[tuple[str, str, int], ...]:
    """What the centres of a face are."""
    return tuple((node.type, str(node.revenue), node.slots) for node in face.nodes)


class Changes(Ways):
    """The lays on a board, by what they change for one company."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.heres: dict[object, Here | None] = {}
        self.edges: dict[str, Edges] = {}
        # Stretches through a hex; two ways with the same sides and ends are two of them.
        self.through: dict[str, dict[tuple[int, int, int], list[int]]] = {}
        for n, (a, b, mask, hexes) in enumerate(problem.network.stretches):
            for name in hexes:
                self.through.setdefault(name, {}).setdefault((a, b, mask), []).append(n)
        self.trains = sorted({train for trains in problem.alternatives for train in trains})
        fields: dict[Kind, Field] = {}
        for kind in map(problem.kind, self.trains):
            if kind not in fields:
                fields[kind] = Field(problem, kind)
        self.fields = {train: fields[problem.kind(train)] for train in self.trains}

    @cached_property
    def own(self) -> int:
        """All stops with an own station, as bits."""
        return sum(1 << n for n in self.problem.own)

    def key(self, name: str, laid: Laid) -> object:
        """What lays with the same effect have in common; None for a lay that changes nothing for the company."""
        edges = self.edges.get(name) or self._edges(name)
        if not edges.near and not edges.home:
            return None
        old, face = self.face(name), self.map.face(name, laid)
        live, near = edges.live, edges.near
        # Track to a centre counts wherever it leads: the centre may come within reach by other track.
        paths = frozenset(
            path for path in face.paths
            if (path[0] in live and path[1] in live and (path[0] in near or path[1] in near))
            or (path[1] >= NODE and path[0] in live) or (path[0] >= NODE and path[1] in live)
        )  # fmt: skip
        if not face.nodes and not old.nodes:
            fresh = paths.difference(old.paths, [path[::-1] for path in old.paths])
            return (name, fresh) if fresh else None
        if not edges.home and not any(path[0] in near or path[1] in near for path in paths):
            return None
        # Two tiles may give the same track to different centres of the old tile.
        return name, looks(face), where_to(old, face), paths

    def _edges(self, name: str) -> Edges:
        reach, live, near = self.problem.reach, set[int](), set[int]()
        for edge, bit in enumerate(side_bits(self.map)[name]):
            ways = self._ways_out(name, edge) if bit else ()
            if ways:
                live.add(edge)
                # Track that leads back into the hex may go on to anywhere.
                if any(stop < 0 or stop in reach for _, _, stop in ways):
                    near.add(edge)
        centres = range(len(self.face(name).nodes))
        home = any(self._number(name, i) in reach for i in centres)
        found = self.edges[name] = Edges(frozenset(live), frozenset(near), home)
        return found

    def change(self, name: str, laid: Laid) -> Change:
        """What a lay changes."""
        old, face = self.face(name), self.map.face(name, laid)
        rows = self._all_rows(name, face)
        before = self.through.get(name, {})
        fresh = tuple(row for row in rows or () if row[:3] not in before)
        lost = len({row[:3] for row in rows or ()} & before.keys()) < len(before)
        tangled = rows is None or any(node.group for node in (*old.nodes, *face.nodes))
        where = where_to(old, face)
        options = tuple((stations, self._here(name, face, stations)) for stations in self._markers(name, where, face))
        return Change(name, laid, rows or (), fresh, lost, options, tangled)

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

    def _here(self, name: str, face: Face, stations: Stations) -> Here | None:
        key = (name, looks(face), stations)
        if key not in self.heres:
            self.heres[key] = self._look(name, face, stations)
        return self.heres[key]

    def _look(self, name: str, face: Face, stations: Stations) -> Here | None:
        """The stops of a hex as each train sees them; None where names or groups make them part of more."""
        problem, network, scoring = self.problem, self.problem.network, self.problem.scoring
        stops = tuple(stop_of(f"{name}.{i}", [(name, i, node)]) for i, node in enumerate(face.nodes))
        numbers = self._numbers(name, face)
        before = [network.stops[n] if n < len(network.stops) else None for n in numbers]
        old = [n for (place, _), n in network.at.items() if place == name] if self.face(name).nodes else []
        same = len(old) == len(numbers) and all(was == now for was, now in zip(before, stops, strict=True))
        marked = problem.stations.get(name, ())
        same = same and (not marked or marked == stations)
        if same:
            return Here(numbers, True, self.own, {train: {} for train in self.trains})
        special = {place for places in scoring.once for place in places}
        for pair in scoring.pairs:
            special |= pair.one | pair.other
        for bonus in scoring.largest:
            special |= {bonus.place, *bonus.besides}
        for was, now in zip(before, stops, strict=True):
            names = was.centre.names if was is not None else frozenset()
            if names != now.centre.names and not special.isdisjoint(now.centre.names):
                return None
            if (was.centre.type if was is not None else "") != now.centre.type and now.centre.type in scoring.apart:
                return None
        small = Problem(
            Network(self.map, {}, stops, (), {}, {}), {name: stations}, problem.company, scoring, problem.alternatives
        )
        own = self.own
        for n in old:
            own &= ~(1 << n)
        for i in small.own:
            own |= 1 << numbers[i]
        sights = {}
        for train in self.trains:
            kind, clash = small.kind(train), clashes(problem, self.fields[train].kind)
            sights[train] = {
                n: None if kind.barred[i] else sight(
                    n, clash[n] if n < len(clash) else 1 << n, kind.worth[i],
                    stops[i].centre.type in scoring.apart, kind.city[i], small.ends[i],
                )
                for i, n in enumerate(numbers)
            }  # fmt: skip
        return Here(numbers, False, own, sights)

    def _numbers(self, name: str, face: Face) -> tuple[int, ...]:
        return tuple(self._number(name, i) for i in range(len(face.nodes)))
