"""A usual kind of move, but: which checks it then has, in which order, and what cannot be said."""

from __future__ import annotations

from typing import Any

import pytest

from railhead.core.kinds import Kind
from railhead.core.moves import Pass
from railhead.core.rulings import Check, Facts, check
from railhead.titles import TITLES


def objecting(slug: str) -> Check[Any]:
    """A check that always objects."""

    @check(slug)
    def objects(_state: Any, _move: Any) -> Facts | None:
        return {}

    return objects


A, B, C, D, E = (objecting(f"test.{letter}") for letter in "abcde")
USUAL = Kind(Pass, lambda _state: [], (A, B, C), lambda _change, _move: None)

CASES = [  # what is different, the checks in order
    ({}, (A, B, C)),
    ({"without": (B,)}, (A, C)),
    ({"instead": {B: D}}, (A, D, C)),
    ({"instead": {B: (D, B)}}, (A, D, B, C)),
    ({"instead": {A: (), C: (A, C)}}, (B, A, C)),
    ({"first": (D, E)}, (D, E, A, B, C)),
    ({"first": (E,), "without": (A, C), "instead": {B: D}}, (E, D)),
]


@pytest.mark.parametrize(("different", "checks"), CASES)
def test_checks_keep_their_order(different: dict[str, Any], checks: tuple[Check[Any], ...]) -> None:
    kind = USUAL.but(**different)
    assert kind.checks == checks
    objection = kind.objection(None, Pass("p1"))  # type: ignore[arg-type]
    assert objection is not None
    assert objection.rule == checks[0].rule
    assert USUAL.checks == (A, B, C)


@pytest.mark.parametrize("different", [{"without": (D,)}, {"instead": {E: A}}])
def test_a_check_that_is_not_there_cannot_be_left_out(different: dict[str, Any]) -> None:
    with pytest.raises(LookupError, match="Pass has no check"):
        USUAL.but(**different)


def test_other_fields_are_replaced() -> None:
    kind = USUAL.but(complete=False, candidates=lambda _state: [Pass("p1")])
    assert not kind.complete
    assert list(kind.candidates(None)) == [Pass("p1")]  # type: ignore[arg-type]
    assert kind.effect is USUAL.effect


@pytest.mark.parametrize("title", sorted(TITLES))
def test_no_kind_has_a_check_twice(title: str) -> None:
    for kind in TITLES[title].rules(TITLES[title].seats[-1]).kinds():
        assert len(kind.checks) == len(set(kind.checks)), kind.move.__name__
