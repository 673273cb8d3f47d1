"""The learning environment passes PettingZoo's own test for every title."""

from __future__ import annotations

import warnings

import pytest

from railhead.core.moves import Bid, Pass
from railhead.titles import TITLES

pytest.importorskip("pettingzoo", reason="the extra 'env' is not installed")
pytest.importorskip("gymnasium", reason="the extra 'env' is not installed")

from pettingzoo.test import api_test

from railhead.env import ACTIONS, RailheadEnv, agent_of, seat_of, thinned


@pytest.mark.parametrize("name", sorted(TITLES))
def test_api(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PettingZoo knows the environments with dicts by name
        api_test(RailheadEnv(name), num_cycles=40)


def test_actions_stand_for_legal_moves() -> None:
    env = RailheadEnv("1889", seats=2, render_mode="ansi")
    env.reset(seed=4)
    seen = env.observe(env.agent_selection)
    assert seen["action_mask"].sum() == len(env.moves())
    assert env.observe(agent_of("p2"))["action_mask"].sum() == 0
    assert "p1 pass" in (env.render() or "")
    with pytest.raises(ValueError, match="action mask"):
        env.step(len(env.moves()))
    env.step(env.moves().index(Pass("p1")))
    assert env.agent_selection == "player_2"
    assert seat_of(env.agent_selection) == "p2"


def test_too_many_moves_are_thinned_kind_by_kind() -> None:
    many = [Bid("p1", "A", price) for price in range(ACTIONS * 2)]
    kept = thinned([*many, Pass("p1")])
    assert len(kept) <= ACTIONS
    assert Pass("p1") in kept
