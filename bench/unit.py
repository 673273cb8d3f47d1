"""One unit of work on this machine, so that timings from different machines compare.

The unit is defined beside the project (shared/bench/unit.py); without it timings are in seconds only.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

SHARED = Path(__file__).resolve().parents[2] / "shared"


def seconds_a_unit() -> float | None:
    """Seconds for a unit of work here, None when its definition is absent."""
    path = SHARED / "bench" / "unit.py"
    if not path.exists():
        return None
    spec = importlib.util.spec_from_file_location("unit_of_work", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["unit_of_work"] = module  # its dataclasses look their module up
    spec.loader.exec_module(module)
    measured: float = module.measure()
    return measured


def per_unit(number: float, seconds: float, unit: float | None) -> str:
    """How much is done in a unit, as text."""
    return "-" if unit is None else f"{number / seconds * unit:.1f}"
