"""Proven runs, remembered by what they depend on, whichever board that was on.

Play that branches (a search, the trial of a tile) meets the same track of a company on many boards: a tile elsewhere
changes the board and not the run. A run depends on the scoring, the trains, the company's stations, and the parts and
stations of the hexes that its track looks at. Parts are made once for each map, so comparing them is quick.
"""

from __future__ import annotations

from collections import OrderedDict
from operator import itemgetter
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

from railhead.core.memo import Memo

if TYPE_CHECKING:
    from collections.abc import Callable

    from railhead.core.scoring import Run, Scoring
    from railhead.core.state import Stations
    from railhead.network import Network
    from railhead.network.parts import Part, Spot
    from railhead.routes.problem import Problem, Trains

QUESTIONS, ANSWERS = 1000, 8
"""Questions (a company with some trains) that are kept for a map, and runs of each: the latest."""


class RememberedRun(NamedTuple):
    """A run, and everything on the board that it depends on."""

    own: tuple[Spot, ...]
    parts_of: Callable[[list[Part]], Any]
    parts: Any
    grouped: tuple[Part, ...]  # places of several hexes, anywhere: a change there may join stops
    names: list[str]  # of the hexes with stops, and the stations there
    stations: list[Stations | None]
    scoring: Scoring
    run: Run

    def fits(self, problem: Problem, own: tuple[Spot, ...]) -> bool:
        """Whether this is the answer to a problem."""
        network = problem.network
        return (
            self.parts_of(network.parts) == self.parts
            and self.own == own
            and list(map(network.stations.get, self.names)) == self.stations
            and self.grouped == network.grouped
            and self.scoring == problem.scoring
        )


class RememberedRuns:
    """The runs that are remembered for one map."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._runs: OrderedDict[tuple[str, tuple[Trains, ...]], list[RememberedRun]] = OrderedDict()
        self._last: dict[str, Problem] = {}

    def find(self, problem: Problem) -> Run | None:
        """The answer to a problem, if it is remembered."""
        key = (problem.company, problem.alternatives)
        own = problem.network.own(problem.company)
        with self._lock:
            for remembered in self._runs.get(key, ()):
                if remembered.fits(problem, own):
                    self._runs.move_to_end(key)
                    return remembered.run
        return None

    def keep(self, problem: Problem, run: Run) -> None:
        """Remember an answer."""
        network, hexes = problem.network, problem.hexes
        if not hexes:
            return
        parts, all_names = network.parts, network.grid.hexes
        names = [all_names[number] for number in hexes if parts[number].stops]
        parts_of = itemgetter(*hexes)
        remembered = RememberedRun(
            network.own(problem.company), parts_of, parts_of(parts), network.grouped, names,
            list(map(network.stations.get, names)), problem.scoring, run,
        )  # fmt: skip
        key = (problem.company, problem.alternatives)
        with self._lock:
            self._runs[key] = [remembered, *self._runs.get(key, ())[: ANSWERS - 1]]
            self._runs.move_to_end(key)
            if len(self._runs) > QUESTIONS:
                self._runs.popitem(last=False)

    def share(self, problem: Problem) -> None:
        """Let a problem use what was worked out for the company's last one, if only the trains differ."""
        last = self._last.get(problem.company)
        if last is not None and last.network is problem.network and last.scoring == problem.scoring:
            problem.share(last)
        self._last[problem.company] = problem


_RUNS = Memo[None, RememberedRuns]()


def runs_of(network: Network) -> RememberedRuns:
    """The runs that are remembered for the map of a network."""
    return _RUNS.of(network.map, None, RememberedRuns)
