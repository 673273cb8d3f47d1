"""What is in play with these options and this number of players."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from railhead import usual
from railhead.core.facts import Facts, for_table
from railhead.titles.t1824.railways import GOODS_TIME, GOODS_TIME_PLACING

FACTS, RULEBOOK, WORDS = usual.read(Path(__file__).parent)
GOODS_TRAINS_AS_PRINTED = "goods-trains-as-printed"
"""VII.14 as printed: the first 10-train scraps 3g, 2g and 1g, the first 4g also 1g; the train table does not."""
CASH_700 = "cisleithania-700"


def facts_for(options: Mapping[str, bool], seats: int) -> Facts:
    """The facts of this table; players who place towns themselves do so on a map without them."""
    scenario = options.get(GOODS_TIME, False) and not options.get(GOODS_TIME_PLACING)
    return for_table(FACTS, {**options, GOODS_TIME: scenario}, seats)
