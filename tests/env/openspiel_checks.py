"""The titles as games of OpenSpiel: its own algorithms and checks run on them."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import evaluate_bots, mcts
from open_spiel.python.bots.uniform_random import UniformRandomBot

import railhead.env.pyspiel_games  # noqa: F401  # registers the titles
from railhead.titles import TITLES


@pytest.mark.parametrize("name", sorted(TITLES))
def test_every_title_is_registered(name: str) -> None:
    assert f"railhead_{name}" in pyspiel.registered_names()
    game = pyspiel.load_game(f"railhead_{name}")
    rng = np.random.RandomState(1)
    bots = [UniformRandomBot(player, rng) for player in range(game.num_players())]
    returns = evaluate_bots.evaluate_bots(game.new_initial_state(), bots, rng)
    assert sum(returns) == pytest.approx(0)
    assert len(returns) == game.num_players()


def test_its_own_check_passes() -> None:
    pyspiel.random_sim_test(pyspiel.load_game("railhead_1889"), 1, False, False, True)


def test_tables_are_chosen_by_parameters() -> None:
    game = pyspiel.load_game("railhead_1893(seats=3,options=grey-phase+existing-track,seed=7,spread=3)")
    state = game.new_initial_state()
    assert state.game.rules.seats == game.num_players() == 3
    assert set(state.game.rules.options) == {"grey-phase", "existing-track"}
    assert (state.game.state.seed, state.game.spread) == (7, 3)
    assert game.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    perfect = pyspiel.load_game("railhead_1889").get_type().information
    assert perfect == pyspiel.GameType.Information.PERFECT_INFORMATION
    with pytest.raises(ValueError, match="2 to 6 players, not 9"):
        pyspiel.load_game("railhead_1889(seats=9)")


def test_states_are_copied_kept_and_seen() -> None:
    state = pyspiel.load_game("railhead_1889(seats=3)").new_initial_state()
    bid = next(number for number in state.legal_actions() if state.action_to_string(number) == "bid private=E")
    state.apply_action(bid)
    assert state.current_player() == 0
    for twin in (state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert str(twin) == str(state)
        assert twin.history() == [bid]
        twin.apply_action(twin.legal_actions()[0])
        assert str(twin) != str(state)
    for player, seat in enumerate(("p1", "p2", "p3")):
        assert np.array_equal(np.float32(state.observation_tensor(player)), state.game.observe(seat))


def test_algorithms_run() -> None:
    game = pyspiel.load_game("railhead_1889")
    rng = np.random.RandomState(2)
    state = game.new_initial_state()
    bot = mcts.MCTSBot(game, 2, 2, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    assert bot.step(state) in state.legal_actions()
    kind = rl_environment.ObservationType.OBSERVATION
    step = rl_environment.Environment(game, observation_type=kind).reset()
    assert step.observations["legal_actions"][0] == state.legal_actions()
    assert len(step.observations["info_state"][0]) == game.observation_tensor_size()
