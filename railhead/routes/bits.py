"""Sets of small numbers as bits of a whole number."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


def numbers_of(bits: int) -> Iterator[int]:
    """The numbers in a set, from the lowest on."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low
