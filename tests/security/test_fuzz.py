"""Inputs that nobody meant: the harness of `make fuzz`, short, and hypothesis on moves."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from fuzz import NAMES, run
from fuzz_targets import Targets
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from railhead.core.engine import explain, refusal
from railhead.core.rulings import MalformedMove
from railhead.core.text import codec_of

QUIET = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture, HealthCheck.filter_too_much]


@lru_cache(maxsize=1)
def targets() -> Targets:
    """Two titles are enough here; `make fuzz` has all."""
    return Targets(("1889", "1893"), 28)


@pytest.mark.parametrize("name", NAMES)
def test_a_short_run_of_every_target_finds_nothing(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    target, seeds = targets().all()[name]
    assert run(name, 300, 11, target, seeds) == ""


VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text(max_size=8),
    st.sampled_from(["p1", "p2", "A", "IPO", "pool", "2", "I4", "pay", "withhold"]),
)  # fmt: skip
PLAIN = st.recursive(VALUES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner))


@given(data=st.data())
@settings(max_examples=150, deadline=None, suppress_health_check=QUIET, database=None)
def test_any_values_in_any_move_are_read_and_judged(data: st.DataObject) -> None:
    state, _ = data.draw(st.sampled_from(targets().positions))
    codec = codec_of(state.rules)
    verb = data.draw(st.sampled_from(sorted(codec.types)))
    fields = [name for name in codec.types[verb].__struct_fields__ if name != "by"]
    wanted: dict[str, Any] = {"move": verb, "by": data.draw(st.sampled_from([*state.players, "p9", ""]))}
    for name in fields:
        kind = str(codec.types[verb].__annotations__.get(name, ""))
        fitting = (
            st.integers(-5, 1000) if kind == "int" else st.sampled_from([*state.companies, *state.privates, "x"])
        )
        wanted[name] = data.draw(fitting | PLAIN)
    try:
        move = codec.from_plain(wanted)
    except MalformedMove:
        return
    objection = refusal(state, move)
    assert (objection is None) == (not explain(state, move))
