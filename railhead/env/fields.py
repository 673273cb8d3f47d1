"""How the fields of a record become numbers, by their type. Made for frames and for the records of titles.

Every field has a fixed place and width. What it holds is written there; the rest stays 0. No field is left out:
where a type has no form of its own, a check sum of the value stands for it, so that two positions differ in their
numbers if they differ in anything.
"""

from __future__ import annotations

import typing
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple
from zlib import crc32

import msgspec
import numpy as np
from numpy.typing import NDArray

from railhead.core.moves import Move
from railhead.env.actions import FACTORS, actions_of

if typing.TYPE_CHECKING:
    from railhead.core.rules import Rules
    from railhead.env.symbols import Symbols

HUNDRED = 100.0
"""Money is counted in hundreds."""
ORDER = 64.0
"""What comes first in a list counts 1/64, the second 2/64 ..., beside the 1 for being there."""

Row = NDArray[np.float32]
Codes = Mapping[str, int]
Write = Callable[[Row, int, Any, Codes, float], None]
"""Writes a value into a row from a place on; `weight` is less than 1 for what lies deeper in the stack."""


class Form(NamedTuple):
    """How a type is written."""

    labels: Sequence[str]
    write: Write

    @property
    def width(self) -> int:
        """How many numbers it takes."""
        return len(self.labels)


class Forms:
    """The forms of the types of one table."""

    def __init__(self, rules: Rules, symbols: Symbols) -> None:
        self.rules = rules
        self.symbols = symbols
        self.named = (*symbols.labels, "other")

    def of(self, name: str, kind: Any) -> Form:
        """The form of a field by its name and type."""
        if name == "step":
            return self._steps()
        if kind in (int, bool):
            return Form(("",), self._number)
        if kind is str:
            return Form(self.named, self._name)
        if kind is Any:
            return Form((*FACTORS, "check"), self._deal)
        args = typing.get_args(kind)
        if _is_list(kind) and args[0] is str:
            return Form(self.named, self._names)
        if typing.get_origin(kind) is not None and issubclass(typing.get_origin(kind), Mapping):
            return self._mapping(args[1])
        return Form(("check",), self._check)

    def _mapping(self, values: Any) -> Form:
        if values is int:
            return Form(self.named, self._amounts)
        if values is str:
            return Form(self.named, self._links)
        inner = typing.get_args(values)
        if _is_list(values) and inner[0] is str:
            rows = (*(f"player+{at}" for at in range(len(self.symbols.players))), "other")
            return Form([f"{row} {name}" for row in rows for name in self.named], self._lists)
        if _is_list(values) and typing.get_args(inner[0]) == (str, int):
            columns = [f"player+{at}" for at in range(len(self.symbols.players))]
            return Form([f"{name} {column}" for name in self.named for column in columns], self._bids)
        return Form(("check",), self._check)

    # What is written

    def _steps(self) -> Form:
        names = [step.name for step in self.rules.steps]

        def write(row: Row, at: int, value: int, _: Codes, weight: float) -> None:
            row[at + min(value, len(names))] += weight

        return Form((*names, "after"), write)

    def _number(self, row: Row, at: int, value: int, codes: Codes, weight: float) -> None:
        row[at] += weight * (float(value) if isinstance(value, bool) else value / HUNDRED)

    def _name(self, row: Row, at: int, value: str, codes: Codes, weight: float) -> None:
        place = codes.get(value)
        if place is not None:
            row[at + place] += weight
        elif value:
            row[at + self.symbols.size] += weight * self.symbols.number(value)

    def _names(self, row: Row, at: int, value: Sequence[str], codes: Codes, weight: float) -> None:
        for order, name in enumerate(value, 1):
            place = codes.get(name)
            if place is not None:
                row[at + place] += weight * (1 + order / ORDER)
            else:
                row[at + self.symbols.size] += weight * self.symbols.number(name) * (1 + order / ORDER)

    def _amounts(self, row: Row, at: int, value: Mapping[str, int], codes: Codes, weight: float) -> None:
        for name, amount in value.items():
            place = codes.get(name)
            if place is not None:
                row[at + place] += weight * (1 + amount / HUNDRED)
            else:
                row[at + self.symbols.size] += weight * self.symbols.number(name) * (1 + amount / HUNDRED)

    def _links(self, row: Row, at: int, value: Mapping[str, str], codes: Codes, weight: float) -> None:
        for name, other in value.items():
            place = codes.get(name)
            worth = 1 + codes.get(other, 0) + self.symbols.number(other)
            if place is not None:
                row[at + place] += weight * worth
            else:
                row[at + self.symbols.size] += weight * self.symbols.number(name) * worth

    def _lists(self, row: Row, at: int, value: Mapping[str, tuple[str, ...]], codes: Codes, weight: float) -> None:
        players, width = len(self.symbols.players), len(self.named)
        for name, those in value.items():
            place = codes.get(name, players)
            if place < players:
                self._names(row, at + place * width, those, codes, weight)
            else:
                self._names(row, at + players * width, those, codes, weight * (1 + self.symbols.number(name)))

    def _bids(
        self, row: Row, at: int, value: Mapping[str, tuple[tuple[str, int], ...]], codes: Codes, weight: float
    ) -> None:
        players = len(self.symbols.players)
        for name, bids in value.items():
            start = at + codes.get(name, self.symbols.size) * players
            for player, amount in bids:
                row[start + codes[player]] += weight * (1 + amount / HUNDRED)

    def _deal(self, row: Row, at: int, value: Any, codes: Codes, weight: float) -> None:
        table = actions_of(self.rules)
        if isinstance(value, Move) and type(value) in table.of:
            row[at : at + len(FACTORS)] += weight * table.factors([table.choice(value)])[0] / HUNDRED
            row[at + len(FACTORS) - 1] += weight * (table.amount(value) or 0) / HUNDRED
            row[at + len(FACTORS)] += weight * (1 + codes.get(value.by, 0))
        elif value is not None:
            self._check(row, at + len(FACTORS), value, codes, weight)

    def _check(self, row: Row, at: int, value: Any, codes: Codes, weight: float) -> None:
        if value:
            row[at] += weight * (crc32(msgspec.json.encode(value)) + 1) / 2**32


def _is_list(kind: Any) -> bool:
    args = typing.get_args(kind)
    return typing.get_origin(kind) is tuple and len(args) == 2 and args[1] is Ellipsis


class RecordForm:
    """How a whole record is written: its fields one after another."""

    def __init__(self, forms: Forms, record: type[Any]) -> None:
        self.fields: list[tuple[str, int, Write]] = []
        self.labels: list[str] = []
        for field in msgspec.structs.fields(record):
            form = forms.of(field.name, field.type)
            self.fields.append((field.name, len(self.labels), form.write))
            self.labels += [f"{field.name} {label}".rstrip() for label in form.labels]

    def write(self, row: Row, at: int, record: Any, codes: Codes, weight: float = 1.0) -> None:
        """Write a record, starting at a given place."""
        for name, offset, write in self.fields:
            value = getattr(record, name)
            if value or value == 0:
                write(row, at + offset, value, codes, weight)
