"""Positions for the optimiser in a file: one JSON object a line, each solved by itself.

Titles say what their positions hold besides the board: see `PositionTitle`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from railhead.core.decoding import in_words
from railhead.core.facts import Facts, FactsError, HexFacts
from railhead.core.map import Map, build_map
from railhead.network import build_network
from railhead.routes.problem import Problem, Trains
from railhead.routes.solve import solve

if TYPE_CHECKING:
    from railhead.core.scoring import Run, Scoring
    from railhead.core.state import Stations

MOST_TRAINS = 12
"""More than any company may hold; a set of trains that can be run in two ways doubles the work."""
MOST_WORTH = 10_000
"""More than any stop pays."""


class PositionError(ValueError):
    """A position that cannot be read: says the line and the field."""


class Position(msgspec.Struct, frozen=True):
    """A line of a position file; fields that the optimiser does not need are ignored."""

    id: str
    title: str
    company: str
    trains: tuple[str, ...]
    phase: str
    hexes: dict[str, tuple[str, int]]
    stations: dict[str, list[tuple[int, int, str]]]
    map: str = "base"
    extras: dict[str, Any] = {}


def base_map(facts: Facts, name: str) -> Mapping[str, HexFacts] | None:
    """The hexes of a title with one map."""
    return facts.hexes if name == "base" else None


@dataclass(frozen=True)
class PositionTitle:
    """What a title says about its positions."""

    facts: Callable[[], Facts]
    scoring: Callable[[Facts, Position], Scoring]
    hexes: Callable[[Facts, str], Mapping[str, HexFacts] | None] = base_map  # of a map by name, None if unknown
    alternatives: Callable[[Facts, tuple[str, ...]], tuple[Trains, ...]] = lambda _, trains: (trains,)


Titles = Mapping[str, PositionTitle]


def colour_in(facts: Facts, position: Position) -> str:
    """The colour of the revenues that apply in a position's phase."""
    return next(phase.colour for phase in facts.phases if phase.name == position.phase)


def read_extra(position: Position, name: str, type_: Any) -> Any:
    """One of the extras, checked; None where it is not given."""
    try:
        return msgspec.convert(position.extras.get(name), type_ | None)
    except msgspec.ValidationError as error:
        raise ValueError(f"extras.{name}: {in_words(error)}") from None


def by_colour(scoring: Callable[[Facts, str], Scoring]) -> Callable[[Facts, Position], Scoring]:
    """The usual case: what a run pays depends on the phase's colour alone."""
    return lambda facts, position: scoring(facts, colour_in(facts, position))


class Reader:
    """Turns positions into problems; keeps the maps that it has built."""

    def __init__(self, titles: Titles) -> None:
        self.titles = titles
        self.maps: dict[tuple[str, str], tuple[Facts, Map]] = {}
        self.seconds = 0.0  # to build the network of the last problem

    def problem(self, line: str | bytes, where: str) -> tuple[Position, Problem]:
        """The problem of one line; `where` names it in errors."""
        try:
            position = msgspec.json.decode(line, type=Position)
        except UnicodeDecodeError:
            raise PositionError(f"{where}: the line is not UTF-8 text") from None
        except msgspec.DecodeError as error:
            raise PositionError(f"{where}: {in_words(error)}") from None
        facts, board_map = self._map(position, where)
        _check_board(position, facts, board_map, where)
        title = self.titles[position.title]
        try:
            scoring = title.scoring(facts, position)
        except (FactsError, msgspec.ValidationError, ValueError) as error:
            raise PositionError(f"{where}: {error}") from None
        for place, worth in (*scoring.values.items(), *scoring.extra.items()):
            if not 0 <= worth <= MOST_WORTH:
                raise PositionError(f"{where}: extras: {place} cannot be worth {worth}")
        started = time.perf_counter()
        stations = {name: _slots(board_map, position.hexes, name, rows) for name, rows in position.stations.items()}
        network = build_network(board_map, position.hexes, stations)
        self.seconds = time.perf_counter() - started
        alternatives = title.alternatives(facts, position.trains)
        return position, Problem(network, position.company, scoring, alternatives)

    def _map(self, position: Position, where: str) -> tuple[Facts, Map]:
        key = (position.title, position.map)
        if key not in self.maps:
            if position.title not in self.titles:
                known = ", ".join(sorted(self.titles))
                raise PositionError(f"{where}: title: {position.title!r} is not one of {known}")
            title = self.titles[position.title]
            facts = title.facts()
            hexes = title.hexes(facts, position.map)
            if hexes is None:
                raise PositionError(f"{where}: map: {position.title} has no map {position.map!r}")
            self.maps[key] = facts, build_map(facts.layout, facts.axes, hexes, facts.tiles)
        return self.maps[key]


def _check_board(position: Position, facts: Facts, board_map: Map, where: str) -> None:
    """Everything named in the position must be there."""
    for name, (tile, rotation) in position.hexes.items():
        if name not in board_map.hexes:
            raise PositionError(f"{where}: hexes: there is no hex {name!r}")
        if tile not in board_map.tiles:
            raise PositionError(f"{where}: hexes.{name}: there is no tile {tile!r}")
        if not 0 <= rotation < 6:
            raise PositionError(f"{where}: hexes.{name}: rotation {rotation} is not 0 to 5")
    if len(position.trains) > MOST_TRAINS:
        raise PositionError(
            f"{where}: trains: {len(position.trains)} are too many, at most {MOST_TRAINS} can be solved"
        )
    for train in position.trains:
        if train not in facts.trains:
            known = ", ".join(facts.trains)
            raise PositionError(f"{where}: trains: {train!r} is not one of {known}")
    phases = [phase.name for phase in facts.phases]
    if position.phase not in phases:
        raise PositionError(f"{where}: phase: {position.phase!r} is not one of {', '.join(phases)}")
    symbols = {*facts.companies, *(c.alias for c in facts.companies.values())} - {""}
    if position.company not in symbols:
        raise PositionError(f"{where}: company: {position.company!r} is not one of {', '.join(sorted(symbols))}")
    for name, rows in position.stations.items():
        if name not in board_map.hexes:
            raise PositionError(f"{where}: stations: there is no hex {name!r}")
        if len({row[:2] for row in rows}) < len(rows):
            raise PositionError(f"{where}: stations.{name}: two stations in one slot")
        centres = len(board_map.face(name, position.hexes.get(name)).nodes)
        for node, slot, _ in rows:
            if not (0 <= node < centres and 0 <= slot < 10):
                raise PositionError(f"{where}: stations.{name}: there is no city {node} with a slot {slot}")


def _slots(
    board_map: Map, laid: Mapping[str, tuple[str, int]], name: str, rows: list[tuple[int, int, str]]
) -> Stations:
    face = board_map.face(name, laid.get(name))
    table = [[""] * node.slots for node in face.nodes]
    for node, slot, company in rows:
        table[node].extend([""] * (slot + 1 - len(table[node])))
        table[node][slot] = company
    return tuple(tuple(row) for row in table)


def solve_file(path: Path | str, titles: Titles, budget: float | None = None) -> Iterator[dict[str, Any]]:
    """The answer to each position of a file, as a dict ready for JSON."""
    reader = Reader(titles)
    for n, line in enumerate(Path(path).read_bytes().splitlines(), start=1):
        if line.strip():
            position, problem = reader.problem(line, f"{Path(path).name}, line {n}")
            run = solve(problem, budget)
            yield result(position, run, run.seconds + reader.seconds)


def result(position: Position, run: Run, seconds: float) -> dict[str, Any]:
    """What is printed for a position."""
    found: dict[str, Any] = {
        "id": position.id,
        "best": run.total,
        "revenue": run.revenue,
        "mine_income": run.subsidy,
        "proven": run.proven,
        "bound": run.bound,
        "seconds": round(seconds, 6),
        "routes": msgspec.to_builtins(run.routes),
    }
    if run.others:
        found["others"] = [
            {"revenue": o.revenue, "mine_income": o.subsidy, "routes": msgspec.to_builtins(o.routes)}
            for o in run.others
        ]
    return found
