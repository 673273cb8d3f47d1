"""Loading the compiled search. Importing this module fails where numba is not installed."""

from __future__ import annotations

import numba  # noqa: F401  (its absence is the answer)

_READY: list[bool] = []


def ready() -> bool:
    """Load the compiled search, once in a process; False where it cannot work."""
    if not _READY:
        try:
            import railhead.routes.compiled  # noqa: F401
        except RuntimeError:  # no place for the compiled code
            _READY.append(False)
        else:
            _READY.append(True)
    return _READY[0]
