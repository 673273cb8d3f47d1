"""What a reader should know of an imported game, in one sentence."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from railhead.core.moves import LayTile, PlaceStation
from railhead.core.waivers import StatedRun

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from railhead.record.entries import Entry

WORDS = {
    StatedRun: ("run kept for what was recorded", "runs kept for what was recorded"),
    LayTile: ("lay against a rule", "lays against a rule"),
    PlaceStation: ("marker against a rule", "markers against a rule"),
}
OTHER = ("move against a rule", "moves against a rule")
LEGAL = "Every move was legal."
SHOWN = 3
"""So many numbers of moves are listed of each kind."""


def summary(entries: Sequence[Entry], remarks: Mapping[int, str]) -> str:
    """What is remarkable, counted.

    As in "3 runs kept for what was recorded (moves 12, 40, 55) and 1 lay against a rule (move 212)."
    """
    kinds: dict[tuple[str, str], list[int]] = defaultdict(list)
    for number, entry in enumerate(entries, 1):
        if entry.waived:
            kinds[WORDS.get(type(entry.move), OTHER)].append(number)
    parts = [_counted(one, many, numbers) for (one, many), numbers in kinds.items()]
    waived = {number for numbers in kinds.values() for number in numbers}
    others = sorted(set(remarks) - waived)
    if others:
        parts.append(_counted("other remark", "other remarks", others))
    if not parts:
        return LEGAL
    *first, last = parts
    return (f"{', '.join(first)} and {last}" if first else last) + "."


def _counted(one: str, many: str, numbers: Sequence[int]) -> str:
    listed = ", ".join(map(str, numbers[:SHOWN])) + (", …" if len(numbers) > SHOWN else "")
    return f"{len(numbers)} {one if len(numbers) == 1 else many} (move{'s' * (len(numbers) > 1)} {listed})"
