"""The names of 1893: facts, companies, options, and who becomes what in a merger."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import msgspec

from railhead.core.facts import PrivateFacts, load_facts
from railhead.core.phases import reached
from railhead.core.state import State

HERE = Path(__file__).parent
FACTS = load_facts(HERE / "facts.yaml")

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

# House rules: how 18xx.games differs
SEATS_IN_ORDER = "seats-in-order"
LEFT_OF_LAST = "locomotive-left-of-last-buyer"
SKIPPED_STAY = "skipped-players-stay-in"
TENS_ONLY = "leftovers-in-full-tens"
LEFT_MUST_BUY = "leftovers-forced-to-the-left"
FUND_EARLY = "fund-in-first-round"
FUND_LAPSES = "fund-may-lapse"
FUND_FOR_ONE = "fund-for-one-share"
EVA_UNASKED = "eva-unasked"
FLOAT_AT_ONCE = "float-at-once"
ROW_PER_SALE = "row-for-every-sale"
FIXED_SPLIT = "fixed-split"
RESORTED = "operating-order-resorted"
HELP_WITH_OTHERS = "help-with-trains-of-others"
MINOR_ABOVE_FACE = "minor-help-above-face"
TRADE_FOR_POOL = "trade-in-for-pool-trains"
MERGED_IN_TURN = "merger-tie-by-company"
BANKRUPT_PAYS = "bankrupt-loses-cash"
FACE_COUNTS = "face-value-counts"
OPEN_BANK = "no-bar-at-r5"
OLD_PRICES = "package-at-recorded-price"


def bond_facts() -> dict[str, PrivateFacts]:
    """The bonds of the City of Cologne: ten alike, held and paid like private companies (6)."""
    bond = FACTS.special["bonds"]
    one = PrivateFacts(name=bond["name"], value=bond["value"], revenue=bond["revenue"], about=tuple(bond["about"]))
    return {f"{bond['sym']}-{number}": one for number in range(1, bond["count"] + 1)}


BONDS = tuple(bond_facts())
BOND_PRICE: int = FACTS.special["bonds"]["value"]


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
    """What 1893 remembers beside the common records."""

    asked: tuple[str, ...] = ()  # deals over EVA that were put in this turn


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
