"""The weights are one printable record, and the set of November 2026 still plays as it did then."""

from __future__ import annotations

import hashlib
import random

import pytest
from kit import begin
from msgspec.structs import fields, replace

from railhead.bots.experience import Experience, experience_of, suited
from railhead.bots.outlook import Outlook
from railhead.bots.player import FORMER, ask, bot, next_seat
from railhead.bots.weights import CLERK, CLERK_1, UNITS, Weights, explained, set_of
from railhead.core.engine import apply
from railhead.core.moves import RunTrains, to_text
from railhead.titles import TITLES

PLAYED_THEN = {
    ("1824", 2): "d48a23328b3cb26d",
    ("1889", 4): "9e0a412558c12079",
    ("1893", 4): "80acaa5dccfe7490",
}
"""Digests of games that Clerk played at the commit at which its weights were written down.

Runs are left out: which of several best runs is found is up to the search for routes.

That of 1893 is of its rules version 2, which asks players who can pay for nothing.
"""


@pytest.mark.parametrize(("title", "seats"), list(PLAYED_THEN))
def test_the_first_set_plays_as_it_did(title: str, seats: int) -> None:
    """A yardstick that changes measures nothing. If a rule was corrected, renew the digest and say so."""
    state, rng, lines = begin(title, seats, seed=11), random.Random(11), []
    while state.ended is None:
        move = ask(bot("clerk@1"), state, next_seat(state), 1.0, rng).move
        if not isinstance(move, RunTrains):
            lines.append(to_text(move))
        state, _ = apply(state, move)
    assert hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16] == PLAYED_THEN[title, seats]


def test_every_weight_says_what_it_is() -> None:
    for it in explained(CLERK):
        assert it.unit in (UNITS, "factor", "rounds", "trains", "steps", "phases"), it.name
        assert it.says.endswith("."), it.name
        assert len(it.says.split()) > 4, it.name


def test_the_first_set_is_the_defaults() -> None:
    assert Weights() == CLERK_1
    assert CLERK != CLERK_1
    assert all(isinstance(getattr(CLERK, one.name), float | int) for one in fields(CLERK))


def test_sets_go_by_name() -> None:
    assert set_of("clerk@1") is CLERK_1
    with pytest.raises(ValueError, match="no weights are called 'hal'; there are: apprentice, clerk, clerk@1"):
        set_of("hal")


def test_a_title_may_change_some_weights_but_not_those_on_trial_nor_the_first_set(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    known = Experience(title="t", games=1, phases={}, weights={"rust_others": 0.5, "keep_train": 1.5})
    monkeypatch.setattr("railhead.bots.experience.experience_of", lambda title: known if title == "t" else None)
    suited.cache_clear()
    there = suited(CLERK, "t")
    assert (there.rust_others, there.keep_train) == (0.5, 1.5)
    assert replace(there, rust_others=CLERK.rust_others, keep_train=CLERK.keep_train) == CLERK
    assert suited(replace(CLERK, keep_train=3.0), "t").keep_train == 3.0
    assert suited(CLERK_1, "t") == CLERK_1
    assert suited(CLERK, "u") == CLERK
    suited.cache_clear()


@pytest.mark.parametrize("title", list(TITLES))
def test_clerk_plays_by_the_weights_of_the_title(title: str) -> None:
    known = experience_of(title)
    better = known.weights if known is not None else {}
    used = Outlook(begin(title, TITLES[title].seats[0])).weights
    for name in (one.name for one in fields(CLERK)):
        assert getattr(used, name) == better.get(name, getattr(CLERK, name)), name
    assert set(better) <= {one.name for one in fields(CLERK)}


def test_former_bots_can_be_named() -> None:
    assert [bot(name).name for name in FORMER] == list(FORMER)
