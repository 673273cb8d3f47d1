"""Hex geometry: names, neighbours, directions. Double coordinates; see the layout tables below."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

STEPS: Mapping[str, tuple[tuple[int, int], ...]] = {
    "flat": ((0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1), (1, 1)),
    "pointy": ((-1, 1), (-2, 0), (-1, -1), (1, -1), (2, 0), (1, 1)),
}
"""The step (dx, dy) over edge 0 to 5; x grows to the right, y downwards."""

_NAME = re.compile(r"([A-Z]+)(\d+)$")


def opposite(edge: int) -> int:
    """The edge of the neighbour that touches this edge."""
    return (edge + 3) % 6


def place(name: str, axes: Mapping[str, str]) -> tuple[int, int]:
    """The coordinates (x, y) of a hex name such as F9."""
    match = _NAME.match(name)
    if match is None:
        raise ValueError(f"{name!r} is not the name of a hex: a letter and a number, as in F9")
    letters, digits = match.groups()
    letter = 0
    for sign in letters:
        letter = letter * 26 + ord(sign) - ord("A") + 1
    parts = {"letter": letter - 1, "number": int(digits) - 1}
    return parts[axes["x"]], parts[axes["y"]]


def neighbours(names: list[str], layout: str, axes: Mapping[str, str]) -> dict[str, tuple[str | None, ...]]:
    """For every hex its six neighbours by edge, None where the map ends."""
    at = {place(name, axes): name for name in names}
    table: dict[str, tuple[str | None, ...]] = {}
    for (x, y), name in at.items():
        table[name] = tuple(at.get((x + dx, y + dy)) for dx, dy in STEPS[layout])
    return table
