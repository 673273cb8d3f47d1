"""What 1843 stores in the position besides the usual, and the names that its parts share."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from railhead.core.extra import own_record
from railhead.core.state import State

TOULOUSE, ST_GERMAIN, LE_HAVRE, LOIRE, BOULOGNE, LYON = "1", "3", "4", "5", "6", "7"
ETA, MID, PLM = "ETA", "MID", "PLM"
MIDI_HOME, PARIS = "J9", "E16"
PORT = "port"
"""The marker of a port that nobody has claimed, as it lies on its hex."""
PORT_MONEY = 20


class Extra(msgspec.Struct, frozen=True):
    """The record of this title in a position."""

    buyer: str = ""  # the last player who bought a private at face or reduced value
    ports: Mapping[str, str] = {}  # port hex -> the company that owns its marker
    moved: tuple[str, ...] = ()  # companies that have moved a station
    engineers: str = ""  # the company whose train carries the engineers' card
    preserved: str = ""  # the type of that train
    obsolete: bool = False  # it would have rusted and has one run left
    gray_now: bool = False  # some company owned a gray train in this set of operating rounds
    gray_sets: int = 0  # sets in which that was so
    begun: tuple[str, ...] = ()  # players who are past the start of their first turn in this stock round


extra_of, note = own_record(Extra)


def waits_at_home(state: State, company: str) -> bool:
    """Whether a company's home marker lies on its hex without a city: Midi before a tile is laid there."""
    return company in state.board.markers.get(MIDI_HOME, ())
