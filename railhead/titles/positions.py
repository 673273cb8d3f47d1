"""How each title reads what a position file says beside the board."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from railhead.core.facts import Facts, HexFacts, load_facts
from railhead.core.scoring import Scoring
from railhead.routes.positions import Position, PositionTitle, Titles, base_map
from railhead.titles.t1824 import scoring as t1824
from railhead.titles.t1843 import scoring as t1843
from railhead.titles.t1889 import scoring as t1889
from railhead.titles.t1893 import scoring as t1893
from railhead.titles.t1894 import scoring as t1894


def _facts(title: str) -> Callable[[], Facts]:
    return lambda: load_facts(Path(__file__).parent / f"t{title}" / "facts.yaml")


def _colour(facts: Facts, position: Position) -> str:
    return next(phase.colour for phase in facts.phases if phase.name == position.phase)


def _extra(position: Position, name: str, type_: Any) -> Any:
    """One of the extras, checked; None where it is not given."""
    try:
        return msgspec.convert(position.extras.get(name), type_ | None)
    except msgspec.ValidationError as error:
        raise ValueError(f"extras.{name}: {error}") from None


def _scoring_1824(facts: Facts, position: Position) -> Scoring:
    mines = _extra(position, "mines", dict[str, int]) or {}
    for name in mines:
        if name not in facts.hexes:
            raise ValueError(f"extras.mines: there is no hex {name!r}")
    return t1824.scoring(facts, _colour(facts, position), position.map != "base", mines)


def _scoring_1893(facts: Facts, position: Position) -> Scoring:
    markers = _extra(position, "industry", list[str]) or []
    for name in markers:
        if name not in facts.hexes:
            raise ValueError(f"extras.industry: there is no hex {name!r}")
    tiles = {name: tile for name, (tile, _) in position.hexes.items()}
    own = {name for name, rows in position.stations.items() if any(row[2] == position.company for row in rows)}
    return t1893.scoring(facts, _colour(facts, position), t1893.industry_for(facts, markers, tiles, own))


def _scoring_1894(facts: Facts, position: Position) -> Scoring:
    ferries = _extra(position, "ferries", list[str]) or []
    bonus = _extra(position, "london_bonus", str)
    company = position.company
    return t1894.scoring(facts, _colour(facts, position), company in ferries, bonus == company)


def _hexes_1824(facts: Facts, name: str) -> Mapping[str, HexFacts] | None:
    if name == "cisleithania":
        return msgspec.convert(facts.special["hexes_cisleithania"], dict[str, HexFacts])
    return base_map(facts, name)


POSITION_TITLES: Titles = {
    "1824": PositionTitle(_facts("1824"), _scoring_1824, _hexes_1824),
    "1843": PositionTitle(
        _facts("1843"), lambda f, p: t1843.scoring(f, _colour(f, p)), base_map, t1843.trains_to_run
    ),
    "1889": PositionTitle(_facts("1889"), lambda f, p: t1889.scoring(f, _colour(f, p)), base_map),
    "1893": PositionTitle(_facts("1893"), _scoring_1893, base_map),
    "1894": PositionTitle(_facts("1894"), _scoring_1894, base_map),
}
"""By title as it is written in position files."""
