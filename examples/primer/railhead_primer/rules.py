"""The rules of the Primer: the usual ones, except for what is listed here with its section of RULES.md."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from msgspec.structs import replace

from railhead import usual
from railhead.core.reach import face_at
from railhead.core.rules import Rules
from railhead.core.state import State

FACTS, RULEBOOK, _ = usual.read(Path(__file__).parent)
QUARRY = "QRY"


def terrain(state: State, company: str, hex_id: str) -> int:
    """The company that owns the Quarry Line builds in the mountains for free (12.3)."""
    quarry = state.privates[QUARRY]
    if quarry.owner == company and not quarry.closed and "mountain" in face_at(state, hex_id).terrain:
        return 0
    return usual.printed_cost(state, company, hex_id)


def build(options: Mapping[str, bool], seats: int) -> Rules:
    """The rules for this many players."""
    return usual.rules(
        FACTS,
        RULEBOOK,
        options,
        seats,
        auction=usual.waterfall(falls="TUG"),
        track=replace(usual.TRACK, cost=terrain),
        train=replace(usual.TRAINS, phase_begins=usual.privates_close("4")),
        operating=replace(usual.OPERATING, may_buy_private=usual.half_to_double("3")),
        # no place is closed to anybody, and every company sells trains
        unused={"route.closed", "train.from-companies"},
    )
