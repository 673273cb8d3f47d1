"""What the compiled searches share: arrays, sets as rows of words, and bonuses.

A set of sides or stops is a row of 64-bit words; bit n of the set is bit `n & 63` of word `n >> 6`. Needs numba.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

import numba
import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from railhead.routes.bonuses import BonusSets

Array = npt.NDArray[Any]
T = TypeVar("T")


def compiled(function: Callable[..., T]) -> Callable[..., T]:
    """The function compiled at its first call; the result is kept on disk."""
    return cast("Callable[..., T]", numba.njit(cache=True)(cast("Any", function)))


def word_count(width: int) -> int:
    """How many words a set of this many elements takes."""
    return max(1, (width + 63) // 64)


def words_of(sets: Sequence[int], words: int) -> Array:
    """Sets as rows of this many words."""
    raw = b"".join([one.to_bytes(8 * words, "little") for one in sets])
    return np.frombuffer(raw, np.int64).reshape(len(sets), words).copy()


class Bonuses(NamedTuple):
    """Bonuses by the stops of a route (`BonusSets` as words)."""

    pairs: Array  # bonus, which set, words
    values: Array
    places: Array
    among: Array


def bonus_tables(sets: BonusSets, words: int) -> Bonuses:
    """The bonuses as arrays."""
    both = [one for pair in sets.pairs for one in pair[:2]]
    return Bonuses(
        words_of(both, words).reshape(len(sets.pairs), 2, words),
        np.array([value for _, _, value in sets.pairs], np.int64),
        words_of([place for place, _ in sets.largest], words),
        words_of([among for _, among in sets.largest], words),
    )


@compiled
def meets(a: Array, b: Array) -> bool:
    """Whether two sets have something in common."""
    for w in range(a.shape[0]):  # noqa: SIM110  (compiled)
        if a[w] & b[w]:
            return True
    return False


@compiled
def bonus_of(seen: Array, bonuses: Bonuses, worth: Array) -> int:
    """The sum of the bonuses of a set of stops."""
    total = 0
    for p in range(bonuses.values.shape[0]):
        if meets(seen, bonuses.pairs[p, 0]) and meets(seen, bonuses.pairs[p, 1]):
            total += bonuses.values[p]
    for p in range(bonuses.places.shape[0]):
        if not meets(seen, bonuses.places[p]):
            continue
        most = 0
        for w in range(bonuses.among.shape[1]):
            if seen[w] & bonuses.among[p, w]:
                for spot in range(64):
                    if seen[w] & bonuses.among[p, w] & (np.int64(1) << spot):
                        most = max(most, worth[64 * w + spot])
        total += most
    return total
