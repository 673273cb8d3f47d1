"""The learned value of a position: which share of the table's final worth every seat will have.

A title's file of numbers is in `bots/values/`; `railhead train` makes it. It is a weighted sum of features, so no
library is needed to use it. A title without a file is judged by `standing`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from statistics import fmean
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from railhead.bots.features import NAMES, SIZE, features
from railhead.bots.outlook import standing
from railhead.bots.weights import CLERK, CLERK_1, Weights

if TYPE_CHECKING:
    from railhead.core.state import State

JUDGES = CLERK, replace(CLERK_1, bank_growth=1.0, end_set=1.0)
"""The rules of thumb by which a search judges positions: two sets, so that it does not trust either too far."""


class Value(msgspec.Struct, frozen=True, kw_only=True):
    """A file of numbers: one weight for every feature, and where they come from."""

    title: str
    features: tuple[str, ...]
    weights: tuple[float, ...]
    games: int = 0
    seed: int = 0
    penalty: float = 0.0
    report: Mapping[str, Mapping[str, float]] = {}  # correlation on games that were held out, by quarter

    def shares(self, state: State) -> dict[str, float]:
        """The expected share of every seat."""
        return self.of(features(state))

    def of(self, rows: Mapping[str, tuple[float, ...]]) -> dict[str, float]:
        """The expected shares by features."""
        even = 1.0 / len(rows)
        return {
            seat: even + sum(weight * part for weight, part in zip(self.weights, row, strict=True))
            for seat, row in rows.items()
        }


def read_value(text: bytes) -> Value:
    """A value from its file; one that was made for other features is a `ValueError`."""
    found = msgspec.json.decode(text, type=Value)
    if found.features != NAMES or len(found.weights) != SIZE:
        raise ValueError(f"the value of {found.title} was made for other features; run: railhead train {found.title}")
    return found


@cache
def value_of(title: str) -> Value | None:
    """The value that comes with the package; None for a title without one."""
    from importlib import resources  # the archives that it can read from take longer to load than the file

    file = resources.files("railhead.bots") / "values" / f"{title}.json"
    return read_value(file.read_bytes()) if file.is_file() else None


def shares(state: State) -> dict[str, float]:
    """The share of the final worth that every seat may expect; the true one when the game is over."""
    if state.ended is None:
        value = value_of(state.rules.title)
        if value is not None:
            return value.shares(state)
    return shares_by_standing(state)


def expected(state: State) -> dict[str, float]:
    """The share of every seat as a search judges it: by rules of thumb with two sets of weights, and as learned.

    The learned value tells best who is winning; `standing` tells better what a single move has changed.
    """
    found = [shares_by_standing(state, weights) for weights in JUDGES]
    if state.ended is None and value_of(state.rules.title) is not None:
        found.append(shares(state))
    return {seat: fmean(it[seat] for it in found) for seat in state.players}


def shares_by_standing(state: State, weights: Weights = CLERK) -> dict[str, float]:
    """Shares of what everybody has and may expect by rules of thumb; the true ones when the game is over."""
    worth = {seat: max(it, 0.0) for seat, it in standing(state, weights).items()}
    total = sum(worth.values())
    return {seat: it / total if total else 1.0 / len(worth) for seat, it in worth.items()}
