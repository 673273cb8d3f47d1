"""What tile lays are worth: how much each raises the best run of a company, many lays together.

A lay changes one hex; lays with the same effect share one answer (`effects.py`). One search takes all of them
together (`joint_search.py`). Where a lay changes more than its hex, its board is solved by itself.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from railhead.core.state import Stations
from railhead.routes.lays.boards import Boards
from railhead.routes.lays.effects import BoardAfter, Change, Changes
from railhead.routes.lays.joint_search import JointSearch, LayLimits
from railhead.routes.lists.arms import TooMuchWork
from railhead.routes.problem import Problem
from railhead.routes.solve import LONG, solve

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from railhead.core.moves import LayTile

LEAST = 0.05
"""The least time, in seconds, for a board that is solved by itself."""


LIMITS = LayLimits()
Option = tuple[object, Stations]
"""A change, and how the markers lie after it."""
Best = Callable[[], int]


def values_of_lays(
    problem: Problem,
    lays: Sequence[LayTile],
    best: Callable[[], int] | None = None,
    limits: LayLimits | None = LIMITS,
) -> tuple[int, ...]:
    """For each lay by how much it raises the best run (revenue and subsidy), in the order given.

    `best` says what the best run is worth as it is. Without limits all boards are solved one by one.
    """
    if not any(problem.alternatives):
        return (0,) * len(lays)
    changes = Changes(problem)
    keys = [changes.key(lay.hex, (lay.tile, lay.rotation)) for lay in lays]
    changed: dict[object, Change] = {}
    for lay, key in zip(lays, keys, strict=True):
        if key is not None and key not in changed:
            changed[key] = changes.change(lay.hex, (lay.tile, lay.rotation))
    if not changed:
        return (0,) * len(lays)
    before = best() if best else solve(problem).total
    values = _all_at_once(changes, changed, before, limits) if limits else {}
    options = [(key, stations) for key, change in changed.items() for stations, _ in change.options]
    values |= _one_by_one(problem, changed, [option for option in options if option not in values])
    gains: dict[object, int] = {None: 0, **dict.fromkeys(changed, 0)}
    for (key, _), value in values.items():
        gains[key] = max(gains[key], value - before)
    return tuple(gains[key] for key in keys)


def _all_at_once(
    changes: Changes, changed: Mapping[object, Change], before: int, limits: LayLimits
) -> dict[Option, int]:
    """The best run with each change made, where one search for all of them finds it."""
    boards: dict[Option, BoardAfter] = {}
    for key, change in changed.items():
        for stations, stops in change.options:
            if stops is not None and not change.needs_own_solve:
                replaces = not stops.same or change.lost
                segments = change.segments if replaces else change.added
                boards[key, stations] = BoardAfter(change.hex, stops, replaces, segments)
    try:
        search = JointSearch(Boards(changes, list(boards.values())), before, limits)
        search.solve()
    except TooMuchWork:
        return {}
    return dict(zip(boards, search.values[1:], strict=True))


def _one_by_one(problem: Problem, changed: Mapping[object, Change], options: Sequence[Option]) -> dict[Option, int]:
    """The best run with each of these changes made, each board solved by itself.

    All together get the time of one long search; what is not proven by then counts as it was found.
    """
    deadline = time.perf_counter() + LONG
    found = {}
    for n, (key, stations) in enumerate(options):
        share = (deadline - time.perf_counter()) / (len(options) - n)
        found[key, stations] = solve(_rebuilt(problem, changed[key], stations), max(LEAST, share)).total
    return found


def _rebuilt(problem: Problem, change: Change, stations: Stations) -> Problem:
    """The whole problem after a lay, with the markers placed like this."""
    network = problem.network.with_tiles({**problem.network.laid, change.hex: change.laid})
    network = network.with_stations({**problem.stations, change.hex: stations})
    return Problem(network, problem.company, problem.scoring, problem.alternatives)
