"""Names as numbers: where the name of a player, a company, a private company, a train or a place stands.

Players are counted from the seat that looks: it is always the first, the one to its left the second.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING
from zlib import crc32

from railhead.core.state import BANK, BLOCKED, IPO, POOL, RESERVED, TREASURY
from railhead.core.trains import SUPPLY
from railhead.env.domains import players_of

if TYPE_CHECKING:
    from railhead.core.rules import Rules

PLACES = (IPO, POOL, RESERVED, TREASURY, SUPPLY, BANK, BLOCKED)
"""Where certificates, trains and money can be that belong to nobody."""


class Symbols:
    """The names of one table."""

    def __init__(self, rules: Rules) -> None:
        self.players = players_of(rules)
        # a private company and a train may bear the same name: they share a place
        self.others = tuple(dict.fromkeys((*rules.companies, *rules.privates, *rules.trains, *PLACES)))
        self.size = len(self.players) + len(self.others)
        self.labels = (*(f"player+{at}" for at in range(len(self.players))), *self.others)
        listed = dict.fromkeys((*self.others, *rules.map.hexes, *rules.map.tiles))
        self._numbers = {name: (at + 1) / (len(listed) + 1) for at, name in enumerate(listed)}

    @cached_property
    def seen_from(self) -> dict[str, dict[str, int]]:
        """For each seat, the place of every name."""
        count = len(self.players)
        rest = {name: at for at, name in enumerate(self.others, count)}
        return {
            seat: {**rest, **{name: (at - first) % count for at, name in enumerate(self.players)}}
            for first, seat in enumerate(self.players)
        }

    def number(self, text: str) -> float:
        """Any text as one number: names of the table lie between 0 and 1, other words between -1 and 0."""
        if not text:
            return 0.0
        known = self._numbers.get(text)
        return known if known is not None else -(crc32(text.encode()) + 1) / 2**32
