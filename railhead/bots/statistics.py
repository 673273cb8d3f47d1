"""Intervals for what a tournament measured."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

Z95 = 1.959964
"""Two-sided 95 % point of the normal distribution."""
T95 = (
    12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281,
    2.2010, 2.1788, 2.1604, 2.1448, 2.1314, 2.1199, 2.1098, 2.1009, 2.0930, 2.0860,
    2.0796, 2.0739, 2.0687, 2.0639, 2.0595, 2.0555, 2.0518, 2.0484, 2.0452, 2.0423,
)  # fmt: skip
"""Two-sided 95 % points of Student's distribution for 1 to 30 degrees of freedom."""


class Interval(NamedTuple):
    """An estimate and the bounds of its 95 % interval."""

    value: float
    low: float
    high: float


def wilson(wins: float, games: int) -> Interval:
    """The share of games won, with Wilson's interval; a shared win counts as a fraction."""
    if games == 0:
        return Interval(0.0, 0.0, 1.0)
    share = wins / games
    square = Z95 * Z95
    middle = (share + square / (2 * games)) / (1 + square / games)
    half = Z95 * math.sqrt(share * (1 - share) / games + square / (4 * games * games)) / (1 + square / games)
    return Interval(share, max(middle - half, 0.0), min(middle + half, 1.0))


def student(values: Sequence[float]) -> Interval:
    """The mean of some values, with Student's interval; one value alone says nothing of its spread."""
    number = len(values)
    if number == 0:
        return Interval(0.0, 0.0, 0.0)
    mean = sum(values) / number
    if number == 1:
        return Interval(mean, mean, mean)
    spread = math.sqrt(sum((value - mean) ** 2 for value in values) / (number - 1))
    half = t95(number - 1) * spread / math.sqrt(number)
    return Interval(mean, mean - half, mean + half)


def t95(freedom: int) -> float:
    """The 95 % point of Student's distribution; beyond 30 degrees of freedom by the usual expansion."""
    if freedom <= len(T95):
        return T95[freedom - 1]
    return Z95 + (Z95**3 + Z95) / (4 * freedom) + (5 * Z95**5 + 16 * Z95**3 + 3 * Z95) / (96 * freedom**2)
