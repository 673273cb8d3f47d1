"""Compiling with numba, typed: what is compiled keeps its signature."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba  # type: ignore[import-untyped]

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """The function compiled at its first call; the result is kept on disk."""
    return cast(F, numba.njit(cache=True)(function))
