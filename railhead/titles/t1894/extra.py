"""What all files of 1894 share: facts, names of companies and places, and what a position stores."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from railhead import usual
from railhead.core.extra import own_record
from railhead.core.state import State

FACTS, RULEBOOK, WORDS = usual.read(Path(__file__).parent)

BELGE, NORD, PLM = "BELGE", "NORD", "PLM"
LATE = ("LF", "LB")
SHIPPING = "LS"
LONDON, SHIPPING_BERTH, PARIS, SAINT_QUENTIN = "A10", "A12", "G6", "G10"


class Extra(msgspec.Struct, frozen=True):
    """The record of this title in a position."""

    french: str  # the French company drawn at set-up
    to_par: tuple[tuple[str, str], ...] = ()  # player and company: shareholdings won, par price still to be set
    homes: Mapping[str, str] = {}  # the home hexes that late companies chose
    aside: Mapping[str, tuple[str, ...]] = {}  # by hex the markers put aside by a split, in this turn
    double: str = ""  # the gray company whose president may take a second share in this turn
    final_set: int = 0  # the number of the last set of operating rounds, once it is known
    extra_tile: tuple[str, int, int] = ("", 0, 0)  # hex of the additional tile, number and part of its round
    refused: Mapping[str, str] = {}  # player -> the round in which a call to agree on a winner was refused


extra_of, note = own_record(Extra)


def starters(state: State) -> tuple[str, str]:
    """The two companies that start the game floated (11.3.2)."""
    return extra_of(state).french, BELGE


def homes_of(state: State, company: str) -> tuple[str, ...]:
    """The home hexes of a company: printed, or chosen by a late one."""
    chosen = extra_of(state).homes.get(company)
    return (chosen,) if chosen else state.rules.companies[company].home


def in_final_set(state: State) -> bool:
    """Whether this is the last set of operating rounds, in which nothing is built (15.7)."""
    last = extra_of(state).final_set
    return bool(last) and state.round.kind == "OR" and state.round.number >= last
