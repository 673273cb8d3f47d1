"""An option of the core serves two titles at least: this counts, so that a title's rule does not settle there."""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Any

import pytest

from railhead.core.policies import OperatingRules, StockRules, TrackRules, TrainRules
from railhead.titles import TITLES

OURS = [name for name, title in TITLES.items() if title.build.__module__.startswith("railhead.")]
SERVE_ONE = {
    "StockRules": {"director", "float_at_once", "private_counts", "sold_out"},
    "TrackRules": {"closed_to"},
    "TrainRules": {"discards", "other_side"},
    "OperatingRules": set[str](),
}
"""Options that one title of ours uses and that should be that title's own. This list only becomes shorter."""
PARTS = {"stock": StockRules, "track": TrackRules, "train": TrainRules, "operating": OperatingRules}


def default_of(field: Any) -> Any:
    """What an option is where a title says nothing."""
    return field.default if field.default_factory is MISSING else field.default_factory()


def users(part: str, option: Any) -> set[str]:
    """The titles that say something else than the default, at some table."""
    found = set()
    for name in OURS:
        title = TITLES[name]
        for seats in {title.seats[0], title.seats[-1]}:
            value = getattr(getattr(title.rules(seats), part), option.name)
            if value is not default_of(option) and value != default_of(option):
                found.add(name)
    return found


@pytest.mark.parametrize("part", PARTS)
def test_every_option_serves_two_titles(part: str) -> None:
    kind = PARTS[part]
    optional = [option for option in fields(kind) if default_of(option) is not MISSING]
    few = {option.name: users(part, option) for option in optional if len(users(part, option)) < 2}
    assert set(few) == SERVE_ONE[kind.__name__], few
