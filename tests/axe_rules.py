"""Which of axe's rules the tests of pages ask for, and what they make of its answer."""

from __future__ import annotations

from typing import Any

EVERYTHING = {"resultTypes": ["violations"]}
COLOURS = {**EVERYTHING, "runOnly": ["color-contrast"]}
"""Axe's rule for what alone differs between the schemes."""


def serious(found: dict[str, Any]) -> list[str]:
    """What axe finds serious or critical, in a line each."""
    return [
        f"{one['id']}: {one['help']}: {[node['target'] for node in one['nodes']][:4]}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]
