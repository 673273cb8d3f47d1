"""The environments pass the checks of PettingZoo and Gymnasium, and can be copied, kept and repeated."""

from __future__ import annotations

import copy
import pickle
import warnings
from typing import Any

import pytest

from railhead.core.moves import Pass
from railhead.titles import TITLES
from tests.env.positions import played

pytest.importorskip("numpy", reason="the extra 'env' is not installed")
pytest.importorskip("pettingzoo", reason="the extra 'env' is not installed")
pytest.importorskip("gymnasium", reason="the extra 'env' is not installed")

import numpy as np
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import SyncVectorEnv
from pettingzoo.test import api_test, render_test, seed_test

from railhead.env import Batch, Game, RailheadEnv, SeatEnv, UnknownAction, agent_of, seat_of, table
from railhead.env.openspiel import OpenSpielGame


def some_action(env: RailheadEnv, rng: Any) -> int:
    return int(rng.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])))


def walked(name: str, steps: int, seed: int = 3) -> RailheadEnv:
    """An environment after some random steps."""
    env = RailheadEnv(name)
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        env.step(some_action(env, rng))
    return env


@pytest.mark.parametrize("name", sorted(TITLES))
def test_pettingzoo(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PettingZoo knows the environments with dicts by name
        api_test(RailheadEnv(name), num_cycles=60)


@pytest.mark.parametrize("name", sorted(TITLES))
def test_pettingzoo_seeds(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        seed_test(lambda: RailheadEnv(name), num_cycles=20)


def test_pettingzoo_renders(capsys: pytest.CaptureFixture[str]) -> None:
    """As text that is returned (ansi) or printed (human)."""
    render_test(lambda render_mode: RailheadEnv("1889", render_mode=render_mode))
    assert "player_1 to move\nbid private=A\n" in capsys.readouterr().out
    env = SeatEnv("1889", render_mode="human")
    env.reset(seed=1)
    assert env.render() is None
    assert capsys.readouterr().out.startswith("bid private=A\n")


@pytest.mark.parametrize("name", sorted(TITLES))
def test_gymnasium(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(SeatEnv(name), skip_render_check=True)


def test_a_seat_plays_a_whole_game() -> None:
    env = SeatEnv("primer", seat=None, opponents="clerk", illegal="raise")
    seen, _ = env.reset(seed=5)
    rng = np.random.default_rng(1)
    reward, over, info = 0.0, False, {}
    while not over:
        assert env.game.seat == env.seat
        assert seen["action_mask"].sum() > 0
        seen, reward, over, _, info = env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    assert set(info["scores"]) == {"p1", "p2"}
    assert reward == pytest.approx(env.game.rewards()[env.seat])
    assert sum(env.game.rewards().values()) == pytest.approx(0.0)


def test_an_illegal_action_ends_the_game_or_raises() -> None:
    env = SeatEnv("1889")
    env.reset(seed=1)
    _, reward, over, _, info = env.step(env.game.actions.size - 1)
    assert (reward, over) == (-1.0, True)
    assert "not open" in info["illegal"]
    strict = SeatEnv("1889", illegal="raise")
    strict.reset(seed=1)
    before = strict.game.state
    with pytest.raises(UnknownAction, match="action mask"):
        strict.step(strict.game.actions.size - 1)
    assert strict.game.state is before


def test_opponents_can_be_functions() -> None:
    asked = []

    def first(game: Game, rng: Any) -> int:
        asked.append(game.seat)
        return int(game.legal()[0])

    env = SeatEnv("1889", seats=3, seat=2, opponents=first)
    env.reset(seed=1)
    assert set(asked) == {"p1", "p2"}


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"seat": 7}, "from 0 to 1"),
        ({"seat": "p1"}, "from 0 to 1, and 'p1' is none"),
        ({"opponents": "nobody"}, "unknown bot"),
        ({"illegal": "what"}, "'end' or 'raise'"),
    ],
)
def test_wrong_settings_are_said(settings: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        SeatEnv("1889", **settings)


def test_wrong_arguments_are_said() -> None:
    game = Game(table("1889", 2))
    with pytest.raises(ValueError, match="there are: p1, p2"):
        game.observe("p9")
    with pytest.raises(UnknownAction, match="whole number, not 'pass'"):
        game.step("pass")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="rules of a table"):
        Game("1889")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="a State, such as"):
        game.set_state(game)  # type: ignore[arg-type]
    for wrong in (None, 1.5, "x"):
        with pytest.raises(ValueError, match="a seed is a whole number"):
            Game(table("1894"), wrong)  # type: ignore[arg-type]
    for ask in (game.mask, game.menu, game.out_of_turn):
        with pytest.raises(ValueError, match="no seat 'player_1' at this table; there are: p1, p2"):
            ask("player_1")
    with pytest.raises(ValueError, match=r"such as \['grey-phase'\]"):
        table("1893", 3, "grey-phase")
    with pytest.raises(ValueError, match="2 to 6 players, not 0"):
        table("1889", 0)
    with pytest.raises(AttributeError, match="call reset"):
        RailheadEnv("1889").step(0)
    with pytest.raises(ValueError, match="one game at least"):
        Batch("1889", 0)


def test_vectors_of_gymnasium() -> None:
    envs = SyncVectorEnv([lambda: SeatEnv("primer", illegal="raise")] * 3)
    seen, _ = envs.reset(seed=4)
    for _ in range(5):
        seen, rewards, *_ = envs.step([int(np.flatnonzero(mask)[-1]) for mask in seen["action_mask"]])
    assert seen["observation"].shape[0] == len(rewards) == 3


def test_a_batch_plays_on() -> None:
    """Rows are those of the games, ended games are told with their rewards, and new ones take their place."""
    batch = Batch("primer", 3, seed=2)
    rng = np.random.default_rng(2)
    ended = []
    while len(ended) < 4:
        turn = batch.turn()
        for at, game in enumerate(batch.games):
            assert (turn.observations[at] == game.observe()).all()
            assert (turn.masks[at] == game.mask()).all()
            assert game.seats[turn.seats[at]] == game.seat
        ended += batch.step([int(rng.choice(np.flatnonzero(mask))) for mask in turn.masks])
    assert all(sum(one.rewards) == pytest.approx(0) and one.moves > 20 for one in ended)
    assert not any(game.over for game in batch.games)
    with pytest.raises(ValueError, match="2 actions for 3 games"):
        batch.step([0, 0])


def test_a_batch_moves_as_one() -> None:
    """If one action is not open, no game moves."""
    batch = Batch("primer", 2, seed=2)
    good = int(batch.games[0].legal()[-1])
    with pytest.raises(UnknownAction, match="not open"):
        batch.step([good, batch.games[1].actions.size])
    assert [game.state.count for game in batch.games] == [0, 0]


def test_reset_without_a_seed_is_another_game() -> None:
    """1894 draws its set-up, so different seeds show."""
    env = RailheadEnv("1894")
    openings = set()
    for _ in range(8):
        env.reset()
        openings.add(env.game.state.seed)
    assert len(openings) == 8
    env.reset(seed=11)
    first = [env.game.state.seed, env.reset(), env.game.state.seed]
    env.reset(seed=11)
    assert first == [env.game.state.seed, env.reset(), env.game.state.seed]
    assert first[0] == 11


@pytest.mark.parametrize("make", [RailheadEnv, SeatEnv])
def test_reset_changes_the_variants(make: Any) -> None:
    """The table and its spaces change, and stay so until another reset; what reset does not know is said."""
    env = make("1893", seats=3)
    env.reset(seed=1, options={"variants": ["grey-phase"]})
    assert set(env.rules.options) == set(env.game.rules.options) == {"grey-phase"}
    space = env.action_space("player_1") if make is RailheadEnv else env.action_space
    assert space.n == env.game.actions.size != Game(table("1893", 3)).actions.size
    env.reset()
    assert env.rules is table("1893", 3, ["grey-phase"])
    with pytest.raises(ValueError, match="no option 'gray'"):
        env.reset(options={"variants": ["gray"]})
    with pytest.warns(UserWarning, match="'variant' changes nothing"):
        env.reset(options={"variant": []})
    assert env.rules is table("1893", 3, ["grey-phase"])
    env.reset(options={"variants": []})
    assert env.rules is table("1893", 3)


@pytest.mark.parametrize("name", sorted(TITLES))
def test_copies_go_their_own_way(name: str) -> None:
    """A clone, a deep copy and a pickle stand where the environment stands; what they do does not change it."""
    env = walked(name, 40)
    before = env.game.state
    for twin in (env.clone(), copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert twin.game.state == before
        assert twin.agent_selection == env.agent_selection
        assert (twin.game.legal() == env.game.legal()).all()
        assert (twin.game.observe() == env.game.observe()).all()
        rng = np.random.default_rng(0)
        for _ in range(10):
            twin.step(some_action(twin, rng))
        assert env.game.state is before
    again = RailheadEnv(name)
    again.set_state(before)
    assert (again.game.legal() == env.game.menu().choices).all()
    assert pickle.loads(pickle.dumps(before)) == before


def test_a_position_of_another_table_is_refused() -> None:
    with pytest.raises(ValueError, match="another table"):
        Game(table("1889", 3)).set_state(Game(table("1889", 4)).state)


def test_an_amount_is_asked_for() -> None:
    """A jump bid: the private company first, then how much."""
    env = RailheadEnv("1889", seats=3)
    env.reset(seed=1)
    actions = env.game.actions
    bid = next(n for n in range(actions.choices) if actions.describe(n) == "bid private=E")
    before = env.observe("player_1")["observation"]
    env.step(bid)
    assert env.agent_selection == "player_1"
    assert env.game.asked == bid
    mask = env.observe("player_1")["action_mask"]
    prices = np.flatnonzero(mask) - actions.choices
    assert prices.min() == 65  # five more than its face value
    assert prices.max() == 420
    assert (env.observe("player_1")["observation"] != before).any()
    copied = pickle.loads(pickle.dumps(env))
    copied.step(actions.amount_action(255))
    env.step(actions.amount_action(255))
    assert env.game.state == copied.game.state
    assert env.game.state.top.bids["E"] == (("p1", 255),)
    assert env.agent_selection == "player_2"


def test_a_spread_offers_fewer_amounts() -> None:
    env = RailheadEnv("1889", seats=3, spread=4)
    env.reset(seed=1)
    actions = env.game.actions
    env.step(next(n for n in range(actions.choices) if actions.describe(n) == "bid private=E"))
    assert (env.game.legal() - actions.choices).tolist() == [65, 183, 302, 420]
    with pytest.raises(ValueError, match="two ends"):
        RailheadEnv("1889", spread=1)


def test_a_power_is_used_out_of_turn() -> None:
    """The mask of an agent that does not act shows what it may do all the same."""
    for state in played("1889", 3, (), 5, 400):
        game = Game(state.rules)
        game.set_state(state)
        others = [seat for seat in game.seats if seat != game.seat and len(game.out_of_turn(seat))]
        if others:
            break
    else:
        pytest.fail("nobody may do anything out of turn")
    env = RailheadEnv("1889", seats=3)
    env.set_state(state)
    agent = agent_of(others[0])
    (action, *_) = np.flatnonzero(env.observe(agent)["action_mask"])
    env.interject(agent, int(action))
    assert env.game.state.count == state.count + 1
    with pytest.raises(UnknownAction, match="out of turn"):
        env.interject(env.agent_selection, int(action))


def test_actions_are_told_as_text() -> None:
    env = RailheadEnv("1889", seats=2, render_mode="ansi")
    env.reset(seed=4)
    assert "pass" in (env.render() or "").splitlines()
    with pytest.raises(ValueError, match="action mask"):
        env.step(env.game.actions.size + 5)
    env.step(env.game.encode(Pass("p1"))[0])
    assert seat_of(env.agent_selection) == "p2"
    assert Pass("p2") in env.moves()


def test_openspiel() -> None:
    """A random game through OpenSpiel's methods; a clone does not follow."""
    game = OpenSpielGame("primer", seed=3)
    state = game.new_initial_state()
    rng = np.random.default_rng(5)
    kept = state.clone()
    assert kept.get_game() is game
    child = state.child(state.legal_actions()[0])
    assert child.history() == state.legal_actions()[:1]
    assert not state.history()
    assert len(state.observation_tensor(0)) == game.observation_tensor_shape()[0]
    assert len(state.legal_actions_mask()) == game.num_distinct_actions()
    while not state.is_terminal():
        player = state.current_player()
        assert not state.legal_actions((player + 1) % game.num_players())
        action = int(rng.choice(state.legal_actions(player)))
        assert state.action_to_string(player, action)
        state.apply_action(action)
    replayed = game.new_initial_state()
    for action in state.history():
        replayed.apply_action(action)
    assert replayed.returns() == state.returns() == [state.player_return(player) for player in (0, 1)]
    assert len(state.history()) < game.max_game_length()
    assert state.current_player() < 0
    assert sum(state.returns()) == pytest.approx(game.utility_sum())
    assert all(game.min_utility() <= part <= game.max_utility() for part in state.returns())
    assert kept.current_player() == 0
    assert not kept.is_terminal()
