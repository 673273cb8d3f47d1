"""Actions: a number for every move of a table, the same at every decision.

A move is a kind and its arguments (a company, a hex with a tile and a rotation, a train and where it comes from ...),
and that is its *choice*, one number. Where a move also names an amount, such as a bid or a par price, the amount is a
number of its own behind all choices. So a move is one action or two: `bid private=A`, then `amount 45`.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from math import prod
from operator import attrgetter, index
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from railhead.core.memo import Memo
from railhead.core.moves import Move, RunTrains
from railhead.env.domains import RUNS, Values, amount_field, axes_of, highest_amount

if TYPE_CHECKING:
    from railhead.core.rules import Rules

FACTORS = (
    "kind",
    "company",
    "private",
    "player",
    "hex",
    "tile",
    "rotation",
    "city",
    "to_hex",
    "to_city",
    "train",
    "trade",
    "source",
    "percent",
    "how",
    "run",
    "other",
    "amount",
)
"""What an action is made of, column by column (see `ActionTable.factors`)."""
_COLUMNS = {"routes": "run", "buyer": "player", "winner": "player", "bond": "private"}
_EITHER = ("railway", "certificate", "part")  # a company or a private company

Numbers = NDArray[np.int64]


class UnknownAction(ValueError):
    """A move without a number, or a number that stands for no move."""


def whole_action(action: int) -> int:
    """An action as Python's int; NumPy's whole numbers are fine."""
    try:
        return index(action)
    except TypeError:
        raise UnknownAction(f"an action is a whole number, not {action!r}; see the action mask") from None


@dataclass(frozen=True, eq=False)
class Axis:
    """Fields that are chosen together."""

    fields: tuple[str, ...]
    values: list[Values]
    index: dict[Values, int]


class Shape:
    """A kind of move: where its numbers begin, and what they are made of."""

    def __init__(self, rules: Rules, move: type[Move], first: int) -> None:
        self.move = move
        self.tag = str(move.__struct_config__.tag)
        self.first = first
        self.amount = amount_field(move)
        self.axes = [
            Axis(fields, values, {value: at for at, value in enumerate(values)})
            for fields, values in axes_of(rules, move)
        ]
        self.sizes = tuple(len(axis.values) for axis in self.axes)
        self.size = prod(self.sizes)
        fields = [name for axis in self.axes for name in axis.fields]
        self.read: Any = attrgetter(*fields) if fields else None
        self.single = len(fields) == 1
        self.known: dict[Any, int] = {}

    def number(self, move: Move) -> int:
        """The number of a move's choice."""
        if self.read is None:
            return self.first
        values = self.read(move)
        if values not in self.known:
            self.known[values] = self._find(move, (values,) if self.single else values)
        return self.known[values]

    def _find(self, move: Move, values: Values) -> int:
        at, start = 0, 0
        for axis in self.axes:
            key = values[start : start + len(axis.fields)]
            start += len(axis.fields)
            if key not in axis.index:
                raise UnknownAction(f"{move}: {', '.join(axis.fields)} {key} is not in the table of actions")
            at = at * len(axis.values) + axis.index[key]
        return self.first + at

    def fields(self, number: int) -> dict[str, str | int]:
        """The arguments behind a number."""
        at = number - self.first
        found: list[tuple[Axis, int]] = []
        for axis in reversed(self.axes):
            at, index = divmod(at, len(axis.values))
            found.append((axis, index))
        return {
            name: value
            for axis, index in reversed(found)
            for name, value in zip(axis.fields, axis.values[index], strict=True)
        }


class ActionTable:
    """All actions of one table: choices first, then amounts from 0 upwards."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.shapes: list[Shape] = []
        self.choices = 0
        for move in dict.fromkeys(kind.move for kind in rules.kinds() if not kind.out_of_band):
            shape = Shape(rules, move, self.choices)
            self.shapes.append(shape)
            self.choices += shape.size
        self.most = highest_amount(rules)
        self.size = self.choices + self.most + 1
        self.of = {shape.move: shape for shape in self.shapes}

    def choice(self, move: Move, run: int = 0) -> int:
        """The number of a move without its amount; `run` says which of the runs on offer a run is."""
        shape = self.of[type(move)]
        if isinstance(move, RunTrains):
            return shape.first + min(run, RUNS - 1)
        return shape.number(move)

    def amount(self, move: Move) -> int | None:
        """The amount that a move names."""
        name = self.of[type(move)].amount
        return getattr(move, name) if name else None

    def amount_action(self, amount: int) -> int:
        """The number of an amount."""
        amount = whole_action(amount)
        if not 0 <= amount <= self.most:
            raise UnknownAction(f"amounts go from 0 to {self.most}, and {amount} does not")
        return self.choices + amount

    def shape(self, action: int) -> Shape:
        """The kind of move to which a choice belongs."""
        action = whole_action(action)
        if not 0 <= action < self.size:
            raise UnknownAction(f"actions go from 0 to {self.size - 1}, and {action} does not")
        if action >= self.choices:
            raise UnknownAction(f"action {action} is the amount {action - self.choices}, and a choice is needed")
        at = int(np.searchsorted(self._firsts, action, side="right")) - 1
        return self.shapes[at]

    @cached_property
    def _firsts(self) -> Numbers:
        return np.asarray([shape.first for shape in self.shapes], np.int64)

    def describe(self, action: int) -> str:
        """An action in words, as `lay_tile hex=K4 tile=8 rotation=2` or `amount 45`."""
        action = whole_action(action)
        if self.choices <= action < self.size:
            return f"amount {action - self.choices}"
        shape = self.shape(action)
        return " ".join([shape.tag, *(f"{name}={value}" for name, value in shape.fields(action).items())])

    def factors(self, actions: Any) -> NDArray[np.int16]:
        """What actions are made of: a row each, a column for each of `FACTORS`; 0 where there is nothing.

        A value is its place in its list (`values`), counted from 1, so that a learner can share what it knows
        between all actions with the same hex, train or company.
        """
        if not hasattr(actions, "__len__"):
            raise UnknownAction(f"factors are asked of a list of actions, such as game.legal(), not of {actions!r}")
        rows = np.zeros((len(actions), len(FACTORS)), np.int16)
        for row, action in zip(rows, actions, strict=True):
            row[:] = self._row(whole_action(action))
        return rows

    def _row(self, action: int) -> tuple[int, ...]:
        if action not in self._rows:
            row = [0] * len(FACTORS)
            if self.choices <= action < self.size:
                row[-1] = action - self.choices + 1
            else:
                shape = self.shape(action)
                row[0] = self.shapes.index(shape) + 1
                for name, value in shape.fields(action).items():
                    column = self._column(name, value)
                    row[FACTORS.index(column)] = self._places[column].get(value, 0)
            self._rows[action] = tuple(row)
        return self._rows[action]

    @cached_property
    def _rows(self) -> dict[int, tuple[int, ...]]:
        return {}

    def _column(self, name: str, value: str | int) -> str:
        if name in _EITHER:
            return "company" if value in self.rules.companies else "private"
        name = _COLUMNS.get(name, name)
        return name if name in FACTORS else "other"

    @cached_property
    def _places(self) -> dict[str, dict[str | int, int]]:
        found: dict[str, dict[str | int, int]] = {name: {} for name in FACTORS}
        for shape in self.shapes:
            for axis in shape.axes:
                for values in axis.values:
                    for name, value in zip(axis.fields, values, strict=True):
                        places = found[self._column(name, value)]
                        if value != "":
                            places.setdefault(value, len(places) + 1)
        return found

    @cached_property
    def values(self) -> dict[str, tuple[str | int, ...]]:
        """The lists that `factors` counts in, by column."""
        found = {name: tuple(places) for name, places in self._places.items()}
        return {**found, "kind": tuple(shape.tag for shape in self.shapes), "amount": tuple(range(self.most + 1))}

    @cached_property
    def digest(self) -> str:
        """A checksum of the numbering: equal for two tables whose actions mean the same."""
        text = repr([(shape.tag, shape.first, [axis.values for axis in shape.axes]) for shape in self.shapes])
        return hashlib.sha256(f"{text} {self.most}".encode()).hexdigest()[:16]


_TABLES: Memo[str, ActionTable] = Memo()


def actions_of(rules: Rules) -> ActionTable:
    """The actions of a table, made once."""
    return _TABLES.of(rules, "", lambda: ActionTable(rules))
