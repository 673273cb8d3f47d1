"""Named positions from which golden games begin."""

from __future__ import annotations
