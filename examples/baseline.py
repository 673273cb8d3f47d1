"""A trained baseline: a linear policy that learns Clerk's moves from a data set, then plays. NumPy alone.

    pip install 'railhead[env]'
    python examples/baseline.py 1889 --train 120 --test 40

It writes a data set of Clerk's games, fits a softmax over the legal choices of every decision, and plays against
Drifter (random moves) and Clerk with rotating seats. The score of a choice is a sum over what the choice is made of
(its kind, company, train ...) of weights times the observation, plus a number for the choice itself. So what is
learned about a company or a train holds for all choices with it. For amounts it remembers where in the range Clerk's
amounts lie, on average, for each kind of move.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

from railhead.bots.player import ask, bot
from railhead.bots.statistics import wilson
from railhead.env import FACTORS, Game, table
from railhead.env.dataset import plan, read, replayed, write

SHARED = [FACTORS.index(name) for name in ("kind", "company", "private", "train", "source", "percent", "how")]
"""The factors that have weights of their own."""
RATE = 0.05


class Policy:
    """Scores the legal choices of a decision."""

    def __init__(self, game: Game) -> None:
        values = game.actions.values
        width = game.observer.size + 1
        self.weights = [np.zeros((len(values[FACTORS[at]]) + 1, width)) for at in SHARED]
        self.squares = [np.full((len(values[FACTORS[at]]) + 1, width), 1e-2) for at in SHARED]
        self.bias = np.zeros(game.actions.choices)
        self.places = np.full((len(values["kind"]) + 1, 2), 1e-3)  # sum of places in the range, and how many

    def scores(self, game: Game, legal: Any) -> tuple[Any, Any, Any]:
        """The scores of the legal choices, their factors, and the numbers of the observation that are not 0."""
        row = np.append(np.tanh(game.observe()), 1.0)
        seen = np.flatnonzero(row)
        factors = game.actions.factors(legal)[:, SHARED]
        scores = self.bias[legal].copy()
        for weights, column in zip(self.weights, factors.T, strict=True):
            scores += (weights[:, seen] @ row[seen])[column]
        return scores, factors, (seen, row[seen])

    def learn(self, game: Game, legal: Any, taken: int, amount: int | None, amounts: list[int]) -> bool:
        """Learn from one decision; whether the choice was the policy's own favourite."""
        scores, factors, (seen, row) = self.scores(game, legal)
        right = int(np.flatnonzero(legal == taken)[0])
        fault = np.exp(scores - scores.max())
        fault /= fault.sum()
        fault[right] -= 1.0
        for weights, squares, column in zip(self.weights, self.squares, factors.T, strict=True):
            slope = np.zeros(len(weights))
            np.add.at(slope, column, fault)
            for value in np.flatnonzero(slope):  # AdaGrad
                step = slope[value] * row
                squares[value, seen] += step * step
                weights[value, seen] -= RATE * step / np.sqrt(squares[value, seen])
        self.bias[legal] -= RATE * fault
        if amount is not None and amounts:
            kind = int(game.actions.factors([taken])[0][0])
            self.places[kind] += ((amount - amounts[0]) / max(amounts[1] - amounts[0], 1), 1.0)
        return bool(scores.argmax() == right)

    def act(self, game: Game) -> int:
        """The action with the best score."""
        legal = game.legal()
        if game.asked is None:
            return int(legal[self.scores(game, legal)[0].argmax()])
        total, count = self.places[int(game.actions.factors([game.asked])[0][0])]
        wanted = legal[0] + (legal[-1] - legal[0]) * total / count
        return int(legal[np.abs(legal - wanted).argmin()])


def train(policy: Policy, file: Path, rounds: int) -> None:
    """Learn from every decision of a data set; the last tenth of the games is held out."""
    the, games = read(file)
    played = list(games)
    held = max(len(played) // 10, 1)
    for number in range(rounds):
        hits = [0, 0]
        for one in played[:-held]:
            for game, decision in replayed(the, one):
                if len(decision.legal) > 1 and decision.action:
                    amount = decision.action[1] - game.actions.choices if len(decision.action) > 1 else None
                    legal = np.asarray(decision.legal)
                    hits[0] += policy.learn(game, legal, decision.action[0], amount, decision.amounts)
                    hits[1] += 1
        share = hits[0] / max(hits[1], 1)
        print(f"round {number + 1}: the teacher's choice is its favourite in {share:.1%} of the decisions")
    hits = [0, 0]
    for one in played[-held:]:
        for game, decision in replayed(the, one):
            if len(decision.legal) > 1 and decision.action:
                scores, *_ = policy.scores(game, np.asarray(decision.legal))
                hits[0] += decision.legal[int(scores.argmax())] == decision.action[0]
                hits[1] += 1
    print(f"held-out games: {hits[0] / max(hits[1], 1):.1%} of {hits[1]} decisions")


def match(policy: Policy, name: str, seats: int | None, other: str, games: int) -> None:
    """Play this many games, one seat against a bot in all the others, and print how it went."""
    wins, reward = 0.0, 0.0
    for number in range(games):
        game = Game(table(name, seats), 900_000 + number)
        mine = game.seats[number % len(game.seats)]
        luck = random.Random(number)
        while not game.over and not game.cut_off:
            if game.seat == mine:
                game.step(policy.act(game))
            else:
                game.make(ask(bot(other), game.state, game.seat, 0.1, luck).move)
        if game.state.ended is not None and mine in game.state.ended.winners:
            wins += 1 / len(game.state.ended.winners)
        reward += game.rewards()[mine] / games
    part = wilson(wins, games)
    print(f"against {other}: {wins:g} of {games} won ({part.low:.2f} to {part.high:.2f}), mean reward {reward:+.2f}")


def main() -> None:
    """Make the data, learn from it, play."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("title", nargs="?", default="1889")
    reader.add_argument("--seats", type=int, default=None)
    reader.add_argument("--teacher", default="clerk", help="the bot to learn from")
    reader.add_argument("--train", type=int, default=120, help="games to learn from")
    reader.add_argument("--rounds", type=int, default=2, help="how often the games are gone through")
    reader.add_argument("--test", type=int, default=40, help="games against each bot")
    reader.add_argument("--data", type=Path, default=None, help="where the data set is kept, to use it again")
    chosen = reader.parse_args()
    if chosen.train < 2:
        reader.error("--train needs two games at least: one of them is held out")
    try:
        made = plan(chosen.title, chosen.seats, [chosen.teacher])
    except ValueError as error:
        reader.error(str(error))
    began = time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        file = chosen.data or Path(folder) / "clerk.jsonl"
        try:
            write(file, made, chosen.train)
        except (ValueError, OSError) as error:
            reader.error(str(error))
        print(f"{chosen.train} games of {chosen.teacher} after {time.process_time() - began:.0f} s of processor time")
        policy = Policy(Game(table(chosen.title, chosen.seats)))
        train(policy, file, chosen.rounds)
    print(f"trained after {time.process_time() - began:.0f} s")
    for other in ("drifter", chosen.teacher):
        match(policy, chosen.title, chosen.seats, other, chosen.test)


if __name__ == "__main__":
    main()
