"""Play through the learning environment: one seat by Clerk, the others at random. Trains nothing.

pip install 'railhead[env]'
python examples/learn.py 1889 --games 3
"""

from __future__ import annotations

import argparse
import random

import numpy as np

from railhead.bots.player import ask, bot
from railhead.env import RailheadEnv, seat_of


def random_action(env: RailheadEnv, rng: np.random.Generator) -> int:
    """Any action that the mask allows."""
    mask = env.observe(env.agent_selection)["action_mask"]
    return int(rng.choice(np.flatnonzero(mask)))


def clerk_action(env: RailheadEnv, rng: np.random.Generator) -> int:
    """The action that stands for Clerk's move; a price that is not in the list becomes the nearest there is."""
    luck = random.Random(int(rng.integers(2**31)))
    choice = ask(bot("clerk"), env.state_now, seat_of(env.agent_selection), 0.1, luck)
    moves = env.moves()
    if choice.move in moves:
        return moves.index(choice.move)
    alike = [at for at, move in enumerate(moves) if type(move) is type(choice.move)]
    return alike[0] if alike else random_action(env, rng)


def play(env: RailheadEnv, clerk: str, seed: int) -> dict[str, float]:
    """One game; the reward of every agent."""
    rng = np.random.default_rng(seed)
    env.reset(seed=seed)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter(1_000_000):
        _, reward, terminated, truncated, _ = env.last(observe=False)
        total[agent] += float(reward)
        if terminated or truncated:
            env.step(None)
        elif agent == clerk:
            env.step(clerk_action(env, rng))
        else:
            env.step(random_action(env, rng))
    return total


def main() -> None:
    """Play some games and say what everybody got."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("title", nargs="?", default="1889")
    reader.add_argument("--games", type=int, default=3)
    reader.add_argument("--seats", type=int, default=None)
    chosen = reader.parse_args()
    env = RailheadEnv(chosen.title, seats=chosen.seats)
    for game in range(chosen.games):
        clerk = env.possible_agents[game % len(env.possible_agents)]
        rewards = play(env, clerk, game)
        print(
            f"game {game + 1}: Clerk is {clerk};", ", ".join(f"{agent} {got:+.2f}" for agent, got in rewards.items())
        )


if __name__ == "__main__":
    main()
