"""How positions of 1893 are read from a file: `extras.industry` lists the hexes with an industry marker."""

from __future__ import annotations

from railhead.core.facts import Facts
from railhead.core.scoring import Scoring
from railhead.routes.positions import Position, PositionTitle, colour_in, read_extra
from railhead.titles.t1893.scoring import industry_for, scoring
from railhead.titles.t1893.terms import FACTS


def scoring_in(facts: Facts, position: Position) -> Scoring:
    """A marker favours everybody, or those with a station, by the tile that it lies on."""
    markers = read_extra(position, "industry", list[str]) or []
    for name in markers:
        if name not in facts.hexes:
            raise ValueError(f"extras.industry: there is no hex {name!r}")
    tiles = {name: tile for name, (tile, _) in position.hexes.items()}
    own = {name for name, rows in position.stations.items() if any(row[2] == position.company for row in rows)}
    return scoring(facts, colour_in(facts, position), industry_for(facts, markers, tiles, own))


POSITIONS = PositionTitle(lambda: FACTS, scoring_in)
