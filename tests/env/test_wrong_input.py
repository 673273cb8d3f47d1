"""What a researcher gets wrong is said in a sentence, and never taken for something else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from railhead.core.rulings import IllegalMove, MalformedMove

pytest.importorskip("pettingzoo", reason="the extra 'env' is not installed")
pytest.importorskip("gymnasium", reason="the extra 'env' is not installed")

import numpy as np
from gymnasium.error import ResetNeeded

from railhead.env import Batch, Game, RailheadEnv, SeatEnv, UnknownAction, open_actions, table
from railhead.env.openspiel import OpenSpielGame


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.bool_, np.int64, np.float32, np.float64])
def test_masks_of_every_type_are_read(kind: Any) -> None:
    """A mask that went through another library is often of another type, or a column of an array."""
    mask = Game(table("1889", 2)).mask()
    expected = np.flatnonzero(mask)
    assert (open_actions(mask.astype(kind)) == expected).all()
    assert (open_actions(np.stack([mask, mask], 1).astype(kind)[:, 0]) == expected).all()
    assert open_actions([0, 1, 1]).tolist() == [1, 2]  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="2 dimensions"):
        open_actions(np.stack([mask, mask]).astype(kind))


def test_a_seat_is_a_name() -> None:
    """Seat 0 is not the one that acts."""
    game = Game(table("1889", 2))
    for ask in (game.observe, game.menu, game.mask, game.out_of_turn):
        with pytest.raises(ValueError, match="no seat 0 at this table; there are: p1, p2"):
            ask(0)  # type: ignore[arg-type]


def test_negative_seeds_are_refused() -> None:
    env = RailheadEnv("1889")
    makes: list[Callable[[], object]] = [
        lambda: Game(table("1889"), -1),
        lambda: Batch("1889", 2, seed=-1),
        lambda: OpenSpielGame("1889", seed=-1),
        lambda: env.reset(seed=-1),
    ]
    for make in makes:
        with pytest.raises(ValueError, match="a seed is 0 or more, not -1"):
            make()
    for seed in ("a", 1.0):
        with pytest.raises(ValueError, match="a seed is a whole number"):
            env.reset(seed=seed)  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="a seed is a whole number"):
            Batch("1889", 2, seed=seed)  # type: ignore[arg-type]


def test_options_are_a_list() -> None:
    for wrong in (None, "beginner", 3):
        with pytest.raises(ValueError, match=r"options are a list of names, such as \['beginner'\]"):
            table("1889", 2, wrong)  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="a list of names"):
            RailheadEnv("1889").reset(options={"variants": wrong})
    with pytest.raises(ValueError, match="the options of reset are a dict"):
        RailheadEnv("1889").reset(options=["variants"])  # type: ignore[arg-type]


def test_moves_are_read_as_the_library_reads_them() -> None:
    """Their text will do, and what the rules object to is a sentence."""
    game = Game(table("1889", 2))
    assert game.encode("p1 pass") == game.encode(game.decode(game.encode("p1 pass")))
    with pytest.raises(IllegalMove, match="It is not player_2's turn"):
        game.make("p2 pass")
    for wrong in (None, "hello", 3):
        with pytest.raises(MalformedMove):
            game.make(wrong)  # type: ignore[arg-type]
    game.make("p1 pass")
    assert game.seat == "p2"


def ended(env: RailheadEnv) -> RailheadEnv:
    """This environment, when its game is over and all agents have left."""
    env.reset(seed=1)
    rng = np.random.default_rng(1)
    for _ in env.agent_iter():
        seen, _, over, cut, _ = env.last()
        env.step(None if over or cut else int(rng.choice(open_actions(seen["action_mask"]))))
    return env


def test_nothing_is_done_after_the_end() -> None:
    env = ended(RailheadEnv("primer"))
    acts: list[Callable[[], object]] = [
        lambda: env.step(0),
        lambda: env.step(None),
        env.last,
        lambda: env.game.step(0),
        env.game.menu,
        lambda: env.game.decode([0]),
    ]
    for act in acts:
        with pytest.raises(UnknownAction, match="the game is over; reset it"):
            act()
    copied = env.clone()
    with pytest.raises(UnknownAction, match="the game is over"):
        copied.last()


def test_agents_are_called_by_their_names() -> None:
    env = RailheadEnv("1889", seats=2)
    env.reset(seed=1)
    for wrong in ("p1", "player_3", 0):
        asks: list[Callable[[], object]] = [
            lambda wrong=wrong: env.observe(wrong),
            lambda wrong=wrong: env.observation_space(wrong),
            lambda wrong=wrong: env.action_space(wrong),
            lambda wrong=wrong: env.interject(wrong, 0),
        ]
        for ask in asks:
            with pytest.raises(ValueError, match="there are: player_1, player_2"):
                ask()
    with pytest.raises(UnknownAction, match="not None; see the action mask"):
        env.step(None)


def test_a_seat_plays_only_between_reset_and_end() -> None:
    """Steps before the first reset played another seat, and steps after an illegal action played on."""
    env = SeatEnv("1889", seats=2, seat=1)
    with pytest.raises(ResetNeeded, match="call reset"):
        env.step(0)
    env.reset(seed=1)
    assert env.step(-5)[2]
    with pytest.raises(ResetNeeded, match="call reset"):
        env.step(int(env.game.legal()[0]))
    env.reset(seed=1)
    over = False
    while not over:
        over = env.step(int(env.game.legal()[-1]))[2]
    with pytest.raises(ResetNeeded, match="call reset"):
        env.step(0)


def test_settings_are_checked_at_once() -> None:
    for make in (RailheadEnv, SeatEnv):
        with pytest.raises(ValueError, match="one of ansi, human, not 'rgb_array'"):
            make("1889", render_mode="rgb_array")
    for wrong in (7, ["clerk"]):
        with pytest.raises(ValueError, match="opponents is the name of a bot or a function"):
            SeatEnv("1889", opponents=wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"from 0 to 1, and 1\.0 is none"):
        SeatEnv("1889", seat=1.0)  # type: ignore[arg-type]
    assert SeatEnv("1889", seat=np.int64(1)).fixed_seat == 1  # type: ignore[arg-type]
    with pytest.raises(UnknownAction, match="a whole number, not None"):
        SeatEnv("1889", seat=1, opponents=lambda game, rng: None).reset()  # type: ignore[arg-type, return-value]
    for games in ("2", 2.0):
        with pytest.raises(ValueError, match="a number of games is a whole number"):
            Batch("1889", games)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="one for each game, not 3"):
        Batch("1889", 2).step(3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="two ends"):
        OpenSpielGame("1889", spread=1)


def test_players_of_openspiel_are_counted_from_0() -> None:
    state = OpenSpielGame("1889", 2).new_initial_state()
    assert state.observation_tensor() == state.observation_tensor(0)
    assert state.action_to_string(0) == state.action_to_string(1, 0) == "bid private=A"
    for player in (-1, 2):
        for ask in (state.observation_tensor, state.player_return):
            with pytest.raises(ValueError, match="players are counted from 0 to 1"):
                ask(player)
