"""What options and numbers of players change in a title's facts (`core/facts.py`)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from railhead.core.facts import Facts, FactsError, for_table
from railhead.network.parts import is_terminal
from railhead.titles import TITLES

BASE: Facts = TITLES["primer"].rules(2).facts
VARIANTS: dict[str, dict[str, Any]] = {
    "seats=3": {"privates": {"TUG": None}},
    "rich": {"bank": 99_000, "trains": {"2": {"count": 40}}},
    "rich seats=4": {"setup": {4: {"cash": 1_000}}},
    "small": {"instead": {"privates": {"NEW": {"name": "New", "value": 10, "revenue": 1}}}},
}
TOLD = replace(BASE, variants=VARIANTS)

CASES = [  # options, seats, what is different
    ((), 2, {}),
    ((), 3, {"without": "TUG"}),
    (("rich",), 2, {"bank": 99_000, "twos": 40}),
    (("rich",), 4, {"bank": 99_000, "twos": 40, "cash": 1_000}),
    (("small",), 2, {"privates": ["NEW"]}),
    (("rich", "small"), 3, {"bank": 99_000, "twos": 40, "privates": ["NEW"]}),
]


@pytest.mark.parametrize(("options", "seats", "different"), CASES)
def test_changes_for_a_table(options: tuple[str, ...], seats: int, different: dict[str, Any]) -> None:
    """Only what is named changes; the price of a train stays when its number does."""
    found = for_table(TOLD, dict.fromkeys(options, True), seats)
    privates = different.get("privates", [sym for sym in BASE.privates if sym != different.get("without")])
    assert list(found.privates) == privates
    assert found.bank == different.get("bank", BASE.bank)
    assert found.trains["2"] == replace(BASE.trains["2"], count=different.get("twos", BASE.trains["2"].count))
    assert found.setup[4].cash == different.get("cash", BASE.setup[4].cash)
    assert found.setup[4].certificates == BASE.setup[4].certificates
    assert (found.hexes, found.companies) == (BASE.hexes, BASE.companies)


def test_an_option_that_is_off_changes_nothing() -> None:
    assert for_table(TOLD, {"rich": False}, 2).bank == BASE.bank


def test_a_change_is_checked_like_any_facts() -> None:
    wrong = replace(BASE, variants={"seats=2": {"trains": {"2": {"speed": 9}}}})
    with pytest.raises(FactsError, match="speed"):
        for_table(wrong, {}, 2)


def test_types_of_stops_are_known() -> None:
    """A city, a town, a stop off the map, or a type that the title declares as its own."""
    hexes = {"A1": {"colour": "gray", "nodes": [{"type": "quarry", "revenue": 10}]}}
    with pytest.raises(FactsError, match="A1: 'quarry' is no type of stop; there are: city, town, offboard"):
        for_table(replace(BASE, variants={"deep": {"hexes": hexes}}), {"deep": True}, 2)
    own = replace(BASE, variants={"deep": {"hexes": hexes, "own_stops": ["quarry"]}})
    stop = for_table(own, {"deep": True}, 2).hexes["A1"].nodes[0]
    assert (stop.own_type, is_terminal(stop)) == (True, False)
