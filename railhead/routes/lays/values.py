"""What tile lays are worth: how much each raises the best run of a company, many lays together.

A lay changes one hex; lays with the same effect share one answer (`changes.py`). The compiled search takes all of
them together (`ground.py`). Without it, and where a lay changes more than its hex, its board is solved by itself.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Protocol

from railhead.core.state import Stations
from railhead.routes.lays.effects import Case, Change, Changes
from railhead.routes.problem import Problem
from railhead.routes.solve import LONG, can_compile, solve

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

LEAST = 0.05
"""Seconds that every board gets which is solved by itself."""


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


def values_of_lays(problem: Problem, lays: Sequence[Lay], compiled: bool | None = None) -> tuple[int, ...]:
    """For each lay by how much it raises the best run (revenue and subsidy), in the order given.

    `compiled` forces the compiled search or forbids it; by default it serves where it is there.
    """
    if not any(problem.alternatives):
        return (0,) * len(lays)
    changes = Changes(problem)
    keys = [changes.key(lay.hex, (lay.tile, lay.rotation)) for lay in lays]
    known: dict[object, Change] = {}
    for lay, key in zip(lays, keys, strict=True):
        if key is not None and key not in known:
            known[key] = changes.change(lay.hex, (lay.tile, lay.rotation))
    options = [(key, stations) for key, change in known.items() for stations, _ in change.options]
    before, values = None, dict[tuple[object, Stations], int]()
    if options and (can_compile() if compiled is None else compiled):
        before, values = _together(changes, known)
    gains: dict[object, int] = {None: 0, **dict.fromkeys(known, 0)}
    left = [option for option in options if option not in values]
    if left:
        values |= _alone(problem, known, left)
        before = solve(problem).total if before is None else before
    for (key, _), value in values.items():
        gains[key] = max(gains[key], value - (before or 0))
    return tuple(gains[key] for key in keys)


def _together(
    changes: Changes, known: Mapping[object, Change]
) -> tuple[int | None, dict[tuple[object, Stations], int]]:
    """The best run as it is and with changes made, by the compiled search, where it finds them."""
    from railhead.routes.lays.together import Ground

    cases: dict[tuple[object, Stations], Case] = {}
    for key, change in known.items():
        for stations, here in change.options:
            if here is not None and not change.tangled:
                renewed = not here.same or change.lost
                rows = change.rows if renewed else change.fresh
                cases[key, stations] = Case(change.hex, here, renewed, rows)
    if not cases:
        return None, {}
    best, values = Ground(changes).best_with(list(cases.values()))
    return best, {option: value for option, value in zip(cases, values, strict=True) if value is not None}


def _alone(
    problem: Problem, known: Mapping[object, Change], options: Sequence[tuple[object, Stations]]
) -> dict[tuple[object, Stations], int]:
    """The best run with each of these changes made, each board solved by itself.

    All together get the time of one long search; what is not proven by then counts as it was found.
    """
    deadline = time.perf_counter() + LONG
    found = {}
    for n, (key, stations) in enumerate(options):
        share = (deadline - time.perf_counter()) / (len(options) - n)
        found[key, stations] = solve(_rebuilt(problem, known[key], stations), max(LEAST, share)).total
    return found


def _rebuilt(problem: Problem, change: Change, stations: Stations) -> Problem:
    """The whole problem after a lay, with the markers placed like this."""
    network = problem.network.with_tiles({**problem.network.laid, change.hex: change.laid})
    network = network.with_stations({**problem.stations, change.hex: stations})
    return Problem(network, problem.company, problem.scoring, problem.alternatives)
