"""How positions of 1894 are read from a file: who has a ferry, and who has the London shipping bonus."""

from __future__ import annotations

from railhead.core.facts import Facts
from railhead.core.scoring import Scoring
from railhead.routes.positions import Position, PositionTitle, colour_in, read_extra
from railhead.titles.t1894.extra import FACTS
from railhead.titles.t1894.scoring import scoring


def scoring_in(facts: Facts, position: Position) -> Scoring:
    """`extras.ferries` lists companies, `extras.london_bonus` names one."""
    ferries = read_extra(position, "ferries", list[str]) or []
    bonus = read_extra(position, "london_bonus", str)
    company = position.company
    return scoring(facts, colour_in(facts, position), company in ferries, bonus == company)


POSITIONS = PositionTitle(lambda: FACTS, scoring_in)
