"""Chance: the same seed draws the same lots, in every process and every version."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def draws(seed: int) -> Iterator[int]:
    """Random numbers below 2**31 that depend on the seed alone; the low bits are poor, so compare whole numbers."""
    number = seed % 2**31
    while True:
        number = (1103515245 * number + 12345) % 2**31
        yield number


def shuffled(things: Sequence[str], seed: int) -> tuple[str, ...]:
    """Things in the order of the lots that they draw."""
    return tuple(thing for _, thing in sorted(zip(draws(seed), things, strict=False)))
