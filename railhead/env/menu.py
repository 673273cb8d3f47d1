"""What is open to a seat in a position: its choices, and the amounts that a choice can be made with."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from msgspec.structs import replace

from railhead.core.engine import actors, open_kinds, price_ranges
from railhead.core.moves import Move, RunTrains
from railhead.core.rulings import MalformedMove
from railhead.core.text import codec_of
from railhead.env.actions import ActionTable, Numbers, UnknownAction

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from railhead.core.kinds import PriceRange
    from railhead.core.state import State

_with: Any = replace
NO_AMOUNTS: Numbers = np.zeros(0, np.int64)


class Menu:
    """The legal moves of one seat as actions."""

    def __init__(self, table: ActionTable, state: State, seat: str) -> None:
        self.table = table
        self.state = state
        self.seat = seat
        self.listed: dict[int, list[Move]] = {}
        self.ranges: dict[int, list[PriceRange]] = {}
        runs = 0
        for move in self._moves():
            choice = table.choice(move, runs)
            runs += isinstance(move, RunTrains)
            self.listed.setdefault(choice, []).append(move)
        for prices in price_ranges(state):
            if prices.move.by == seat:
                self.ranges.setdefault(table.choice(prices.move), []).append(prices)

    def _moves(self) -> Iterator[Move]:
        """The legal moves of the seat; of others, not even the candidates are checked."""
        acts = self.seat in actors(self.state)
        for kind in open_kinds(self.state):
            if not kind.out_of_band and (acts or kind.out_of_turn):
                yield from kind.legal(self.state, (self.seat,))

    @cached_property
    def choices(self) -> Numbers:
        """The numbers of all choices, in order."""
        return np.asarray(sorted(self.listed.keys() | self.ranges.keys()), np.int64)

    def __contains__(self, choice: int) -> bool:
        return choice in self.listed or choice in self.ranges

    def amounts(self, choice: int) -> Numbers:
        """The amounts with which a choice can be made, lowest first; empty if it needs none."""
        if not self.table.shape(choice).amount:
            return NO_AMOUNTS
        ranges = self.ranges.get(choice, [])
        listed = [self.table.amount(move) or 0 for move in self.listed.get(choice, ())]
        rest = [amount for amount in listed if amount <= self.table.most and not _inside(ranges, amount)]
        parts = [np.arange(it.low, min(it.high, self.table.most) + 1, it.step) for it in ranges]
        if rest:
            parts.append(np.asarray(rest))
        found = parts[0] if len(parts) == 1 and len(rest) < 2 else np.unique(np.concatenate(parts))
        declined = list(self._declined(choice)) if ranges else []
        return np.setdiff1d(found, declined) if declined else found

    def _declined(self, choice: int) -> Iterator[int]:
        """Amounts of this choice that another player has just declined: not to be offered again in the same turn."""
        for move in _noted(self.state):
            if move.by == self.seat and self.table.choice(move) == choice:
                yield self.table.amount(move) or 0

    def move(self, choice: int, amount: int | None = None) -> Move:
        """The move that a choice, and an amount if it needs one, stand for."""
        if choice not in self:
            raise UnknownAction(f"{self.table.describe(choice)} is not open to {self.seat} now")
        first = self.listed[choice][0] if choice in self.listed else self.ranges[choice][0].move
        name = self.table.shape(choice).amount
        return _with(first, **{name: int(amount)}) if name and amount is not None else first

    def encode(self, move: Move) -> tuple[int, int | None]:
        """A legal move as its choice and its amount."""
        if isinstance(move, RunTrains):
            for choice, moves in self.listed.items():
                if move in moves:
                    return choice, None
            raise UnknownAction("this run earns less than another, and only runs that no other beats have numbers")
        return self.table.choice(move), self.table.amount(move)


def _inside(ranges: Iterable[PriceRange], amount: int) -> bool:
    """Whether a range has this amount, as it has the lowest and the highest of its moves."""
    return any(it.low <= amount <= it.high and not (amount - it.low) % it.step for it in ranges)


def _noted(state: State) -> Iterator[Move]:
    """Moves that frames, or the title's own record, have noted as text: deals that were offered and declined."""
    codec = codec_of(state.rules)
    for record in (*state.frames, state.extra):
        for name in getattr(record, "__struct_fields__", ()):
            value = getattr(record, name)
            for text in value if isinstance(value, tuple) else ():
                if isinstance(text, str) and " " in text:
                    try:
                        yield codec.from_text(text)
                    except MalformedMove:
                        continue  # a note of another kind
