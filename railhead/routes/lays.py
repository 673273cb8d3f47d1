"""What tile lays are worth: how much each raises the best run of a company, many lays together.

The routes of the board as it is are listed once. A lay changes one hex: the stretches through it are put together
from walks that all lays on the hex share, and lays with the same effect share one answer (`changes.py`). Routes
through what is new are sought only where a bound says that they could be part of a better run (`outlook.py`,
`detours.py`).
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Protocol

from railhead.core.state import Stations
from railhead.routes.cases import Case, Member, member_of
from railhead.routes.changes import Change, Changes
from railhead.routes.detours import Patched
from railhead.routes.field import Field, Sight
from railhead.routes.network import build_network
from railhead.routes.outlook import Outlook, Wide
from railhead.routes.pack import Choice, choice_of, fill, pack
from railhead.routes.plain import Link, Routes, enumerate_routes
from railhead.routes.problem import Kind, Problem, Trains
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
    keys = [ground.key(lay.hex, (lay.tile, lay.rotation)) for lay in lays]
    changes: dict[str, dict[object, Change]] = {}
    for lay, key in zip(lays, keys, strict=True):
        if key is not None:
            here = changes.setdefault(lay.hex, {})
            if key not in here:
                here[key] = ground.change(lay.hex, (lay.tile, lay.rotation))
    known: dict[object, int] = {None: 0}
    for here in changes.values():
        known |= ground.gains(here)
    return tuple(known[key] for key in keys)


class Ground(Changes):
    """The board as it is: routes by kind of train, the best run, what routes can earn anywhere."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.packed: dict[Trains, int] = {}
        self.complete = True
        self.choices: dict[Kind, Choice] = {}
        for train in self.trains:
            kind = problem.kind(train)
            if kind not in self.choices:
                routes = enumerate_routes(problem, kind, FEW_ROUTES, time.perf_counter() + LONG)
                self.complete = self.complete and routes.complete
                self.choices[kind] = _choice(routes)
        self.best = self._best()
        self.outlooks = {kind: Outlook(field, field.links, self.own) for kind, field in self._by_kind().items()}
        self.wide: dict[Kind, Outlook] = {}  # with all lays on the hex at work

    def _by_kind(self) -> dict[Kind, Field]:
        return {field.kind: field for field in self.fields.values()}

    def _best(self) -> int:
        """The value of the best run on the board as it is."""
        if not self.complete:
            return solve(self.problem).total
        return max(self._together(trains) for trains in self.problem.alternatives)

    def gains(self, changes: Mapping[object, Change]) -> dict[object, int]:
        """By how much each of these lays on one hex raises the best run."""
        best = dict.fromkeys(changes, self.best)
        cases: dict[object, list[Member]] = {}
        for key, change in changes.items():
            for n, (stations, here) in enumerate(change.options):
                if change.tangled or here is None or not self.complete:
                    best[key] = max(best[key], solve(self._rebuilt(change, stations)).total)
                elif not here.same or change.lost or change.fresh:
                    member = member_of(key, change, here)
                    cases.setdefault(member.shares or member.alike or (key, n), []).append(member)
        self.wide.clear()
        for members in cases.values():
            self._raise(members, best, changes.values())
        return {key: value - self.best for key, value in best.items()}

    def _raise(self, members: Sequence[Member], best: dict[object, int], peers: Iterable[Change]) -> None:
        """Raise what is known of these lays to the best run that has a route through what is new."""
        one = members[0]
        case = Case.of(self.problem, members if one.shares else members[:1])
        least = min(best[member.key] for member in members)
        patched = {train: self._patched(train, case, one, peers) for train in self.trains}
        tops = {train: case.most(patch) for train, patch in patched.items()}
        roofs = {train: max([tops[train], *self._old(train).values[:1]]) for train in self.trains}
        alternatives = [
            trains for trains in self.problem.alternatives
            if any(tops[train] + self._others(trains, train, tops, roofs) > least for train in set(trains))
        ]  # fmt: skip
        found: dict[str, tuple[Choice, list[int]]] = {}
        gone = chain.from_iterable(self.through.get(one.hex, {}).values()) if one.renewed else ()
        cut = frozenset(gone)
        for train in {train for trains in alternatives for train in trains}:
            others = max(self._others(trains, train, tops, roofs) for trains in alternatives if train in trains)
            found[train] = case.search(patched[train], cut, one.shares is None, least - others)
        barred = case.sides if one.renewed else 0
        for member in members:
            # A route is possible with a lay that has all pieces of it.
            bits = -1 if one.shares is None else case.bits(member.rows)
            new = {train: _within(choice, tags, bits) for train, (choice, tags) in found.items()}
            for trains in alternatives:
                some = [(train, new[train], self._old(train)) for train in trains]
                best[member.key] = fill(some, barred, best[member.key], self._together)

    def _patched(self, train: str, case: Case, one: Member, peers: Iterable[Change]) -> Patched:
        """The field of a train with these lays made, and what routes can earn there."""
        field, here = self.fields[train], case.here
        sights = here.sights[train] or {n: field.sights.get(n) for n in case.places}
        patch = Patched(field, self.outlooks[field.kind], sights, here.own, self._beyond(case))
        if one.shares is None:
            patch.outlook = self._wide(field, peers)
        elif case.places:
            patch.look_from(case.places[0], case.pieces)
        return patch

    def _beyond(self, case: Case) -> frozenset[int]:
        """The old stops to which the company may come with these lays, and could not before."""
        problem, size = self.problem, len(self.problem.network.stops)
        ends = {*case.places, *(end for piece in case.pieces for end in (piece.a, piece.b))}
        new = {n for n in ends if n < size and n not in problem.reach and not problem.closed[n]}
        if not new:
            return frozenset()
        # A changed stop may let trains pass; where it leads to is in the pieces.
        starts = [n for n in new if n not in case.places and not problem.ends[n]]
        return frozenset(problem.beyond(starts, new | problem.reach) - problem.reach)

    def _wide(self, field: Field, peers: Iterable[Change]) -> Outlook:
        """What routes can earn if all of these lays on one hex were made at once."""
        if field.kind in self.wide:
            return self.wide[field.kind]
        changes = [change for change in peers if not change.tangled]
        heres = [here for change in changes for _, here in change.options if here is not None]
        train = next(train for train, other in self.fields.items() if other is field)
        sights, own = dict(field.sights), self.own
        for here in heres:
            own |= here.own
            for n, seen in here.sights[train].items():
                if seen is not None:
                    sights[n] = _better(seen, sights[n]) if n in sights else seen
        more: dict[int, list[Link]] = {}
        for a, b, mask in {row[:3] for change in changes for row in change.rows}:
            if a in sights and b in sights:
                more.setdefault(a, []).append((-1, mask, *sights[b]))
                more.setdefault(b, []).append((-1, mask, *sights[a]))
        links = {**field.links, **{n: [*field.links.get(n, ()), *some] for n, some in more.items()}}
        self.wide[field.kind] = found = Wide(self.outlooks[field.kind], links, own, more)
        return found

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


def _within(choice: Choice, tags: Sequence[int], bits: int) -> Choice:
    """The routes that need no more than these bits."""
    if bits < 0:
        return choice
    fit = [n for n, tag in enumerate(tags) if not tag & ~bits]
    return Choice([choice.masks[n] for n in fit], [choice.values[n] for n in fit], fit)


def _choice(routes: Routes) -> Choice:
    values = [a + b if a >= 0 else -1 for a, b in zip(routes.revenue, routes.mine, strict=True)]
    return choice_of(routes.mask, values)
