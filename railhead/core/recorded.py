"""Track and markers of games brought from elsewhere, where not every rule was checked: they are as recorded.

Runs of such games are in `revenue.py`. A title offers these kinds beside its own; only imported games have the moves.
"""

from __future__ import annotations

from railhead.core.kinds import Kind
from railhead.core.moves import LayTile, Move, PlaceStation
from railhead.core.revenue import RECORDED_RUNS
from railhead.core.rulings import Facts, check
from railhead.core.state import State

LAYS_UNCHECKED = frozenset({"track.blocked", "track.dead-end", "track.reach", "track.adds"})
"""Rules of building that recorded games may break."""
STATIONS_CHECKED = frozenset(
    {"station.left", "station.one-a-turn", "station.city", "station.one-a-hex", "station.slot", "money.company"}
)
"""Rules of markers that recorded games keep; reach, and places kept for others, may have been seen otherwise."""


class LayRecorded(LayTile, frozen=True):
    """Track of a recorded game that lies as it was recorded."""


class PlaceRecorded(PlaceStation, frozen=True):
    """A marker of a recorded game that stands as it was recorded."""


@check("run.recorded")
def only_imported(state: State, move: Move) -> Facts | None:
    """Only games brought from elsewhere have track and markers that are not checked."""
    return None if state.rules.on(RECORDED_RUNS) else {"move": str(type(move).__struct_config__.tag)}


def recorded_lay(lay: Kind, *unchecked: str) -> Kind:
    """A title's laying of track without some rules, and without these of its own; never offered."""
    left_out = LAYS_UNCHECKED.union(unchecked)
    checks = tuple(rule for rule in lay.checks if rule.rule not in left_out)
    return Kind(LayRecorded, lambda state: (), (only_imported, *checks), lay.effect, complete=False)


def recorded_station(station: Kind) -> Kind:
    """A title's placing of markers with few of its rules; never offered."""
    checks = tuple(rule for rule in station.checks if rule.rule in STATIONS_CHECKED)
    return Kind(PlaceRecorded, lambda state: (), (only_imported, *checks), station.effect, complete=False)
