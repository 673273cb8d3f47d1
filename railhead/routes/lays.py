"""What tile lays are worth: how much each raises the best run of a company, many lays together.

The routes of the board as it is are listed once. A lay changes one hex: the stretches through it are put together
from walks that all lays on the hex share, lays with the same effect share one answer, and routes through what is new
are sought only where a bound says that they could be part of a better run (`detours.py`).
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol

from railhead.core.state import Laid, Stations
from railhead.core.tiles import NODE, Face, node_map
from railhead.core.track import moved_stations
from railhead.routes.detours import Field, Patched, Piece, Sight, Walks, sight, spare
from railhead.routes.network import Network, build_network, side_bits, stop_of
from railhead.routes.pack import Choice, choice_of, fill, pack
from railhead.routes.plain import Link, Routes, clashes, enumerate_routes
from railhead.routes.problem import Kind, Problem, Trains
from railhead.routes.solve import LONG, solve
from railhead.routes.ways import Row, Ways

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
    keys = [ground.key(lay.hex, (lay.tile, lay.rotation)) for lay in lays]
    changes: dict[str, dict[object, Change]] = {}
    for lay, key in zip(lays, keys, strict=True):
        if key is not None:
            here = changes.setdefault(lay.hex, {})
            if key not in here:
                here[key] = ground.change(lay.hex, (lay.tile, lay.rotation))
    known: dict[object, int] = {None: 0}
    for here in changes.values():
        hopes = ground.hopes(here.values())
        for key, change in here.items():
            known[key] = ground.gain(change, hopes)
    return tuple(known[key] for key in keys)


Hopes = dict[str, tuple[Walks, int]]
"""By train the best walks with all lays on a hex, and the most that stops outside the range add."""


class Here(NamedTuple):
    """The stops of a changed hex."""

    numbers: tuple[int, ...]
    same: bool  # as before, stations too
    own: int  # all stops with an own station, as bits
    sights: Mapping[str, Mapping[int, Sight | None]]  # by train; None: may not be visited


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


class Ground(Ways):
    """The board as it is: routes by kind of train, ways out of hexes, the best run."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        network = problem.network
        self.useful: dict[tuple[str, tuple[int, int]], bool] = {}
        self.packed: dict[Trains, int] = {}
        self.heres: dict[object, Here | None] = {}
        self.through: dict[str, dict[tuple[int, int, int], int]] = {}
        for n, (a, b, mask, hexes) in enumerate(network.stretches):
            for name in hexes:
                self.through.setdefault(name, {})[a, b, mask] = n
        self.complete = True
        self.choices: dict[Kind, Choice] = {}
        self.trains = sorted({train for trains in problem.alternatives for train in trains})
        for train in self.trains:
            kind = problem.kind(train)
            if kind not in self.choices:
                routes = enumerate_routes(problem, kind, FEW_ROUTES, time.perf_counter() + LONG)
                self.complete = self.complete and routes.complete
                self.choices[kind] = _choice(routes)
        self.best = self._best()
        fields: dict[Kind, Field] = {}
        for kind in self.choices:
            fields[kind] = Field(problem, kind)
        self.fields = {train: fields[problem.kind(train)] for train in self.trains}
        self.own = sum(1 << n for n in problem.own)

    def _best(self) -> int:
        """The value of the best run on the board as it is."""
        if not self.complete:
            return solve(self.problem).total
        return max(self._together(trains) for trains in self.problem.alternatives)

    def key(self, name: str, laid: Laid) -> object:
        """What lays with the same effect have in common; None for a lay that changes nothing for the company."""
        old, face = self.face(name), self.map.face(name, laid)
        paths = [path for path in face.paths if self._is_useful(name, path)]
        if not face.nodes and not old.nodes:
            fresh = [path for path in paths if path not in old.paths and path[::-1] not in old.paths]
            return (name, frozenset(fresh)) if fresh else None
        reach = self.problem.reach
        if not any(n in reach for n in self._numbers(name, face)) and not any(
            a in reach or b in reach for path in paths for a, b, _, _ in self._rows(name, path)[0]
        ):
            return None
        # Two tiles may give the same track to different centres of the old tile.
        return name, looks(face), where_to(old, face), frozenset(paths)

    def _is_useful(self, name: str, path: tuple[int, int]) -> bool:
        """Whether track in a hex is part of a stretch that could matter to the company."""
        found = self.useful.get((name, path))
        if found is None:
            rows, back = self._rows(name, path)
            reach = self.problem.reach
            inside = max(path) >= NODE  # its centre may come within reach by other track
            found = bool(back) or any(inside or a in reach or b in reach for a, b, _, _ in rows)
            self.useful[name, path] = found
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

    def hopes(self, changes: Iterable[Change]) -> Hopes:
        """What walks can earn if all of these lays on one hex were made at once."""
        changes = [change for change in changes if not change.tangled]
        found: Hopes = {}
        rows = {row[:3] for change in changes for row in (change.rows if change.lost else change.fresh)}
        heres = [here for change in changes for _, here in change.options if here is not None and not here.same]
        if heres:
            rows |= {row[:3] for change in changes for row in change.rows}
        for train in self.trains:
            field = self.fields[train]
            sights = dict(field.sights)
            for here in {id(here): here for here in heres}.values():
                for n, seen in here.sights[train].items():
                    if seen is not None:
                        sights[n] = _better(seen, sights[n]) if n in sights else seen
            links: dict[int, list[Link]] = {}
            for a, b, mask in rows:
                if a in sights and b in sights:
                    links.setdefault(a, []).append((-1, mask, *sights[b]))
                    links.setdefault(b, []).append((-1, mask, *sights[a]))
            near = self.problem.reach if self._same_reach(rows, heres, train) else sights.keys()
            found[train] = (
                field.steps.with_links(links),
                spare(field, [seen for n, seen in sights.items() if n in near]),
            )
        return found

    def _same_reach(self, rows: Iterable[tuple[int, int, int]], heres: Iterable[Here], train: str) -> bool:
        """Whether a train surely comes to no other stops than before: none is new, none lets it pass that did not."""
        reach, before = self.problem.reach, self.fields[train].sights
        return all(a in reach and b in reach for a, b, _ in rows) and all(
            n in reach and n in before and (seen is None or seen[7] or not before[n][7])
            for here in heres
            for n, seen in here.sights[train].items()
        )

    def gain(self, change: Change, hopes: Hopes) -> int:
        """By how much a lay raises the best run."""
        best = self.best
        for stations, here in change.options:
            if change.tangled or here is None or not self.complete:
                best = max(best, solve(self._rebuilt(change, stations)).total)
            elif not here.same or change.lost or change.fresh:
                best = self._best_with(change, here, hopes, best)
        return best - self.best

    def _best_with(self, change: Change, here: Here, hopes: Hopes, best: int) -> int:
        """The best run that has a route through what is new, if it is better than the best one known."""
        renewed = not here.same or change.lost
        before = self.through.get(change.hex, {})
        gone = frozenset(before.values()) if renewed else frozenset[int]()
        first = len(self.problem.network.stretches)
        pieces = [Piece(first + n, *row[:3]) for n, row in enumerate(change.rows if renewed else change.fresh)]
        inside = [piece for piece in pieces if renewed and (piece.a in here.numbers or piece.b in here.numbers)]
        passing = [piece for piece in pieces if piece not in inside]
        places = here.numbers if renewed else ()
        patched: dict[str, Patched] = {}
        roofs: dict[str, int] = {}
        tops: dict[str, int] = {}
        for train in self.trains:
            field = self.fields[train]
            sights = here.sights[train] or {n: field.sights.get(n) for n in places}
            patch = patched[train] = Patched(field, sights, here.own, *hopes[train])
            tops[train] = max([0, *map(patch.most_at, places), *map(patch.most_through, passing)])
            roofs[train] = max([tops[train], *self._old(train).values[:1]])
        alternatives = [
            trains for trains in self.problem.alternatives
            if any(tops[train] + self._others(trains, train, tops, roofs) > best for train in set(trains))
        ]  # fmt: skip
        new: dict[str, Choice] = {}
        for train in {train for trains in alternatives for train in trains}:
            others = max(self._others(trains, train, tops, roofs) for trains in alternatives if train in trains)
            new[train] = _search(patched[train], gone, places, inside, passing, best - others)
        sides = sum(set(side_bits(self.map)[change.hex])) if renewed else 0
        for trains in alternatives:
            best = fill([(new[train], self._old(train)) for train in trains], sides, best)
        return best

    def _others(self, trains: Trains, train: str, tops: Mapping[str, int], roofs: Mapping[str, int]) -> int:
        """The most that the others earn beside one train's new route: all on old routes, or one on a new one."""
        rest = list(trains)
        rest.remove(train)
        every = sum(roofs[other] for other in rest)
        return max([self._together(tuple(rest)), *(every - roofs[other] + tops[other] for other in rest)])

    def _together(self, trains: Trains) -> int:
        """What trains earn on the board as it is."""
        if trains not in self.packed:
            choices = list(self.choices.values())
            kinds = [choices.index(self._old(train)) for train in trains]
            self.packed[trains] = max(0, pack(choices, kinds, time.perf_counter() + LONG).bound) if trains else 0
        return self.packed[trains]

    def _old(self, train: str) -> Choice:
        return self.choices[self.problem.kind(train)]

    def _rebuilt(self, change: Change, stations: Stations) -> Problem:
        """The whole problem anew."""
        laid = {**self.problem.network.laid, change.hex: change.laid}
        old = self.problem
        markers = {**old.stations, change.hex: stations}
        return Problem(build_network(self.map, laid), markers, old.company, old.scoring, old.alternatives)


def _better(one: Sight, two: Sight) -> Sight:
    """A stop at least as good as both."""
    return (
        *one[:3], max(one[3], two[3]), max(one[4], two[4]), min(one[5], two[5]), min(one[6], two[6]),
        one[7] and two[7],
    )  # fmt: skip


def _search(
    patch: Patched,
    gone: Collection[int],
    places: Sequence[int],
    inside: Sequence[Piece],
    passing: Sequence[Piece],
    floor: int,
) -> Choice:
    """The routes above the floor through these stops or these stretches."""
    patch.floor = floor
    patch.cut(gone)
    for piece in inside:
        patch.join(piece)
    for stop in places:
        patch.at(stop)
        patch.without(stop)
    for piece in passing:
        patch.through(piece)
        patch.join(piece)
    return choice_of(patch.masks, patch.values)


def _choice(routes: Routes) -> Choice:
    values = [a + b if a >= 0 else -1 for a, b in zip(routes.revenue, routes.mine, strict=True)]
    return choice_of(routes.mask, values)
