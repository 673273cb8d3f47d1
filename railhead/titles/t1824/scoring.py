"""What runs pay in 1824."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from railhead import usual
from railhead.core.facts import Facts
from railhead.core.memo import remembered
from railhead.core.phases import phase_of
from railhead.core.rules import Rules
from railhead.core.scoring import PairBonus, Scoring
from railhead.core.state import State
from railhead.titles.t1824.railways import BUDAPEST, MINE, VIENNA
from railhead.titles.t1824.track import closed_to


def sheet(bukowina: bool) -> Callable[[State, str], Scoring]:
    """How the runs of a company are paid in this phase (VII.3), with the Bukowina bonus or without (X.4)."""
    return lambda state, company: _sheet(state.rules, (phase_of(state).colour, bukowina, closed_to(state, company)))


@remembered
def _sheet(rules: Rules, key: tuple[str, bool, frozenset[str]]) -> Scoring:
    colour, bukowina, closed = key
    return scoring(rules.facts, colour, bukowina, closed=closed)


def scoring(
    facts: Facts,
    colour: str,
    bukowina: bool = False,
    mines: Mapping[str, int] | None = None,
    closed: frozenset[str] = frozenset(),
) -> Scoring:
    """The scoring of a company to which some mines are closed; `mines`: what they pay, if not as printed."""
    bonus = facts.special["bukowina_bonus"]
    pair = PairBonus("Bukowina", frozenset(bonus["from"]), frozenset(bonus["to"]), bonus["value"])
    return usual.scoring(
        facts,
        colour,
        values=dict(mines or {}),
        closed=closed,
        apart=frozenset({MINE}),
        once=(frozenset({VIENNA}), frozenset({BUDAPEST})),
        pairs=(pair,) if bukowina else (),
    )
