"""The names of 1893: facts, companies, options, and who becomes what in a merger."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from railhead import usual
from railhead.core.change import Change
from railhead.core.phases import reached
from railhead.core.state import State

FACTS, RULEBOOK, WORDS = usual.read(Path(__file__).parent)

FUND, EVA, HARBOUR = "FdSD", "EVA", "HdSK"
PRIVATES = (FUND, EVA, HARBOUR)
MINORS = tuple(sym for sym, facts in FACTS.companies.items() if facts.kind == "minor")
"""In the order of their numbers (3.1)."""
RHEINBAHN = "RB"

# Variants (21)
EXTRA_TRAIN = "optional-2-train"
DELAYED = "delayed-exchange"
INDUSTRY = "industrial-areas"
GREY = "grey-phase"
EXISTING = "existing-track"

# House rules
SEATS_IN_ORDER = "seats-in-order"


BONDS = tuple(sym for sym in FACTS.privates if sym.startswith("AdSK"))
"""Ten bonds of the City of Cologne, all alike; they are held and paid like private companies (6)."""
BOND_PRICE = FACTS.privates[BONDS[0]].value


@dataclass(frozen=True)
class Merger:
    """How a corporation is founded by a merger (4.3)."""

    company: str
    director: str  # the minor that becomes the director's certificate
    parts: dict[str, int]  # company -> percent of the certificate it becomes
    asked: tuple[str, ...]  # owners in the order in which they are asked (17.2.1)
    may: str  # phase from which it may be founded
    must: str  # phase from which it must be
    price: int
    treasury: int


def _merger(sym: str) -> Merger:
    facts = FACTS.companies[sym].special
    parts = facts["formed_by_merger_of"]
    return Merger(
        company=sym,
        director=next(part for part, what in parts.items() if what.get("president")),
        parts={part: what["percent"] for part, what in parts.items()},
        asked=tuple(facts["asked"]),
        may=facts["may_form_from_phase"],
        must=facts["must_form_from_phase"],
        price=facts["start_price"],
        treasury=facts["treasury"],
    )


MERGERS = {sym: _merger(sym) for sym in ("AGV", "HGK")}
"""AGV first: it is dealt with before HGK (17.1)."""


class Extra(msgspec.Struct, frozen=True):
    """What 1893 stores besides the common records: what counts until the end of a turn."""

    asked: tuple[str, ...] = ()  # deals over EVA offered
    sold: Mapping[str, int] = {}  # corporations sold in a stock round, with the price before the first sale


def forget_turn(change: Change) -> None:
    """A new turn: declined deals may be proposed again, and sales bring the present price."""
    if change.state.extra != Extra():
        change.set(extra=Extra())


def is_minor(state: State, company: str) -> bool:
    """Whether a company is one of the five minors."""
    return state.rules.companies[company].kind == "minor"


def owner_of_part(state: State, part: str) -> str:
    """The player who owns a minor or a private company, or an empty string."""
    holder = state.companies[part].certificate if part in state.companies else state.privates[part].owner
    return holder if holder in state.players else ""


def outstanding(state: State, merger: Merger) -> tuple[str, ...]:
    """Companies of a merger that have not been exchanged yet."""
    return tuple(
        part
        for part in merger.parts
        if not (state.companies[part].closed if part in state.companies else state.privates[part].closed)
    )


def fund_is_due(state: State) -> bool:
    """Whether the fund must be exchanged: after the first 5-train (4.1 A)."""
    return reached(state, "5")
