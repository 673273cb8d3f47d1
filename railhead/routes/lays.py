"""What tile lays are worth: how much each raises the best run of a company, many lays together.

The routes of the board as it is are listed once. A lay changes one hex: only stretches through that hex are
walked again, only routes through it are listed again, and lays with the same effect share one answer.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from railhead.core.hexes import opposite
from railhead.core.state import Laid, Stations
from railhead.core.tiles import NODE, Face, node_map
from railhead.core.track import moved_stations
from railhead.routes.network import Network, Stop, Stretch, build_network, side_bits, stop_of
from railhead.routes.pack import Choice, choice_of, fill, pack
from railhead.routes.plain import Growth, Routes, enumerate_routes, links_of
from railhead.routes.problem import Kind, Problem
from railhead.routes.solve import LONG, solve

FEW_ROUTES = 50_000
"""With more routes every lay is solved by itself."""


class Lay(Protocol):
    """A tile on a hex."""

    @property
    def hex(self) -> str:
        """Where."""

    @property
    def tile(self) -> str:
        """Which tile."""

    @property
    def rotation(self) -> int:
        """How it is turned."""


def values_of_lays(problem: Problem, lays: Sequence[Lay]) -> tuple[int, ...]:
    """For each lay by how much it raises the best run (revenue and mine income), in the order given."""
    ground = Ground(problem)
    known: dict[object, int] = {}
    found = []
    for lay in lays:
        key = ground.key(lay.hex, (lay.tile, lay.rotation))
        if key is not None and key not in known:
            known[key] = ground.gain(ground.change(lay.hex, (lay.tile, lay.rotation)))
        found.append(known[key] if key is not None else 0)
    return tuple(found)


Row = tuple[int, int, int, tuple[str, ...]]
"""A stretch through a changed hex, as the fields of `Stretch`."""


@dataclass
class Change:
    """What a lay does to the network: `fresh` stretches replace those through the hex."""

    hex: str
    laid: Laid
    face: Face
    stations: Stations
    stops: tuple[Stop, ...]  # of the hex
    fresh: tuple[Row, ...] | None  # None: too tangled to be done in parts


class Ground:
    """The board as it is: faces, routes by kind of train, ways out of hexes, the best run."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        network = problem.network
        self.map = network.map
        self.faces = {name: self.map.face(name, network.laid.get(name)) for name in self.map.hexes}
        self.out: dict[tuple[str, int], list[tuple[int, tuple[str, ...], int]]] = {}
        self.rows: dict[tuple[str, tuple[int, int]], tuple[list[Row], set[int]]] = {}
        self.through: dict[str, list[Stretch]] = {}
        for stretch in network.stretches:
            for name in set(stretch.hexes):
                self.through.setdefault(name, []).append(stretch)
        self.complete = True
        self.choices: dict[Kind, Choice] = {}
        for train in {train for trains in problem.alternatives for train in trains}:
            kind = problem.kind(train)
            if kind not in self.choices:
                routes = enumerate_routes(problem, kind, FEW_ROUTES, time.perf_counter() + LONG)
                self.complete = self.complete and routes.complete
                self.choices[kind] = _choice(routes)
        self.best = self._best()

    def _best(self) -> int:
        """The value of the best run on the board as it is."""
        if not self.complete:
            return solve(self.problem).total
        choices = list(self.choices.values())
        best = 0
        for trains in self.problem.alternatives:
            kinds = [choices.index(self.choices[self.problem.kind(train)]) for train in trains]
            best = max(best, pack(choices, kinds, time.perf_counter() + LONG, best).value)
        return best

    def change(self, name: str, laid: Laid) -> Change:
        """What a lay changes."""
        old, face = self.faces[name], self.map.face(name, laid)
        stations = moved_stations(self.problem.stations.get(name, ()), node_map(old, face) or (), face)
        stops = tuple(stop_of(f"{name}.{i}", [(name, i, node)]) for i, node in enumerate(face.nodes))
        fresh = None
        if len(old.nodes) == len(face.nodes) or not old.nodes:
            fresh = self._fresh(name, face)
        return Change(name, laid, face, stations, stops, fresh)

    def key(self, name: str, laid: Laid) -> object:
        """What lays with the same effect have in common; None for a lay that changes nothing for the company."""
        old, face = self.faces[name], self.map.face(name, laid)
        if face.nodes or old.nodes:
            near = any(self.problem.network.at.get((name, i)) in self.problem.reach for i in range(len(face.nodes)))
            rows = self._fresh(name, face)
            if rows is None:
                return name, laid
            if not near and not any(a in self.problem.reach or b in self.problem.reach for a, b, _, _ in rows):
                return None
            nodes = tuple((node.type, str(node.revenue), node.slots) for node in face.nodes)
            # Two tiles may give the same track to different centres of the old tile.
            return name, nodes, node_map(old, face), frozenset(row[:3] for row in rows)
        if self._fresh(name, face) is None:
            return name, laid
        reach = self.problem.reach
        fresh = [path for path in face.paths if frozenset(path) not in old.shape]
        paths = [
            frozenset(path)
            for path in fresh
            if any(a in reach or b in reach for a, b, _, _ in self._rows(name, path)[0])
        ]
        return (name, frozenset(paths)) if paths else None

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
            for end in self.faces[there].leads(opposite(side)):
                if end >= NODE:
                    stop = self.problem.network.at[there, end - NODE]
                    found.append((mask | bit, (*hexes, there), stop))
                else:
                    todo.append((there, end, mask | bit, (*hexes, there)))
        self.out[name, edge] = found
        return found

    def _fresh(self, name: str, face: Face) -> tuple[Row, ...] | None:
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

    def gain(self, change: Change) -> int:
        """By how much a lay raises the best run."""
        same_stops = self._same_stops(change)
        if change.fresh is None or not self.complete:
            return max(0, solve(self._rebuilt(change)).total - self.best)
        old = {stretch[:3] for stretch in self.through.get(change.hex, ())}
        fresh = [row for row in change.fresh if row[:3] not in old]
        if same_stops and not fresh:
            return 0
        here = {self._number(change.hex, i) for i in range(len(change.stops))}
        reach = self.problem.reach
        if not here & reach and not any(a in reach or b in reach for a, b, _, _ in fresh):
            return 0
        problem = self._changed(change)
        return self._best_with(problem, change, same_stops) - self.best

    def _same_stops(self, change: Change) -> bool:
        network = self.problem.network
        before = [network.at.get((change.hex, i), -1) for i in range(len(change.face.nodes))]
        if any(n < 0 for n in before):
            return False
        slots = self.problem.stations.get(change.hex, ())
        same = all(network.stops[n] == stop for n, stop in zip(before, change.stops, strict=True))
        return same and (not slots or slots == change.stations)

    def _rebuilt(self, change: Change) -> Problem:
        """The whole problem anew."""
        laid = {**self.problem.network.laid, change.hex: change.laid}
        old = self.problem
        stations = {**old.stations, change.hex: change.stations}
        return Problem(build_network(self.map, laid), stations, old.company, old.scoring, old.alternatives)

    def _changed(self, change: Change) -> Problem:
        """The problem with the stops and stretches of one hex replaced; those come last."""
        old = self.problem.network
        stops = [*old.stops]
        at = dict(old.at)
        for i, stop in enumerate(change.stops):
            n = at.setdefault((change.hex, i), len(stops))
            stops[n : n + 1] = [stop]
        assert change.fresh is not None  # the caller looked
        kept = [stretch for stretch in old.stretches if change.hex not in stretch.hexes]
        stretches = (*kept, *(Stretch(*row) for row in change.fresh))
        index = {stop.centre.id: n for n, stop in enumerate(stops)}
        laid = {**old.laid, change.hex: change.laid}
        network = Network(self.map, laid, tuple(stops), stretches, index, at)
        stations = {**self.problem.stations, change.hex: change.stations}
        here = [at[change.hex, i] for i in range(len(change.stops))]
        after = self.problem.altered(network, stations, here)
        reach, ends = self.problem.reach, self.problem.ends
        if all(a in reach and b in reach for a, b, _, _ in change.fresh) and all(
            n in reach and ends[n] == after.ends[n] for n in here
        ):
            after.__dict__["reach"] = reach  # nothing new is within reach
        return after

    def _best_with(self, problem: Problem, change: Change, same_stops: bool) -> int:
        """The best run that has a route through what is new, if it is better than the best one before."""
        best = self.best
        sides = 0
        if not same_stops:  # old routes that stop there have lost their values
            for bit in side_bits(self.map)[change.hex]:
                sides |= bit
        new: dict[Kind, Choice] = {}
        for trains in problem.alternatives:
            kinds = [problem.kind(train) for train in trains]
            for kind in kinds:
                if kind not in new:
                    new[kind] = _choice(self._new_routes(problem, kind, change, same_stops))
            pairs = [
                (new[kind], self.choices[self.problem.kind(train)]) for kind, train in zip(kinds, trains, strict=True)
            ]
            best = fill(pairs, sides, best)
        return best

    def _new_routes(self, problem: Problem, kind: Kind, change: Change, same_stops: bool) -> Routes:
        """The routes of a kind through the changed stops or the new stretches of a hex."""
        network = problem.network
        own = sum(1 << n for n in problem.own)
        here = {network.at[change.hex, i] for i in range(len(change.stops))}
        assert change.fresh is not None  # the caller looked
        first = len(network.stretches) - len(change.fresh)
        old = {stretch[:3] for stretch in self.through.get(change.hex, ())} if same_stops else set()
        fresh = [n for n in range(first, len(network.stretches)) if network.stretches[n][:3] not in old]
        routes, banned = Routes(), set[int]()
        # With one train a new route must beat the best one; with more it may be part of a better run.
        alone = all(len(trains) == 1 for trains in problem.alternatives)
        floor = self.best if alone else -1
        deadline = time.perf_counter() + LONG
        if not same_stops:
            for stop in here & problem.reach:
                if not kind.barred[stop]:
                    links = links_of(problem, kind, banned, ())
                    Growth(problem, kind, links, routes, FEW_ROUTES, deadline, own, floor).from_stop(stop)
                    banned.add(stop)
            fresh = [n for n in fresh if not here & set(network.stretches[n][:2])]
        skipped: set[int] = set()
        for n in fresh:
            stretch = network.stretches[n]
            skipped.add(n)
            if stretch.a in problem.reach and stretch.b in problem.reach and not banned & {stretch.a, stretch.b}:
                links = links_of(problem, kind, banned, skipped)
                Growth(problem, kind, links, routes, FEW_ROUTES, deadline, own, floor).from_stretch(n)
        return routes


def _choice(routes: Routes) -> Choice:
    values = [a + b if a >= 0 else -1 for a, b in zip(routes.revenue, routes.mine, strict=True)]
    return choice_of(routes.mask, values)
