"""Compiling with numba, typed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

T = TypeVar("T")


def compiled(function: Callable[..., T]) -> Callable[..., T]:
    """The function compiled at its first call; the result is kept on disk."""
    return cast(Callable[..., T], numba.njit(cache=True)(cast(Any, function)))
