"""How positions of 1824 are read from a file: two maps, and mines that may pay something else than printed."""

from __future__ import annotations

from collections.abc import Mapping

from railhead.core.facts import Facts, HexFacts, for_table
from railhead.core.scoring import Scoring
from railhead.routes.positions import Position, PositionTitle, base_map, colour_in, read_extra
from railhead.titles.t1824.components import FACTS
from railhead.titles.t1824.railways import CISLEITHANIA
from railhead.titles.t1824.scoring import scoring


def scoring_in(facts: Facts, position: Position) -> Scoring:
    """`extras.mines` gives what mines pay now; the Bukowina bonus belongs to the small map."""
    mines = read_extra(position, "mines", dict[str, int]) or {}
    for name in mines:
        if name not in facts.hexes:
            raise ValueError(f"extras.mines: there is no hex {name!r}")
    return scoring(facts, colour_in(facts, position), position.map != "base", mines)


def hexes_of(facts: Facts, name: str) -> Mapping[str, HexFacts] | None:
    """The hexes of the large or the small map."""
    if name == CISLEITHANIA:
        return for_table(facts, {CISLEITHANIA: True}, 2).hexes
    return base_map(facts, name)


POSITIONS = PositionTitle(lambda: FACTS, scoring_in, hexes_of)
