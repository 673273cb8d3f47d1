"""One unit of work on this machine, so that timings from different machines compare.

The unit is defined beside the project (shared/bench/unit.py); without it timings are in seconds only.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path

SHARED = Path(__file__).resolve().parents[2] / "shared"


def seconds_a_unit() -> float | None:
    """Seconds for a unit of work here, None when its definition is absent."""
    path = SHARED / "bench" / "unit.py"
    if not path.exists():
        return None
    spec = importlib.util.spec_from_file_location("unit", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    measured: float = module.measure()
    return measured


def per_unit(number: float, seconds: float, unit: float | None) -> str:
    """How much is done in a unit, as text."""
    return "-" if unit is None else f"{number / seconds * unit:.1f}"
