"""Where each bot's money comes from: `money.py 1843 --bots clerk,clerk@1 --games 8`.

A win says who was better; this says where. After every move it counts how the cash and the shares of everybody have
changed in value, by the kind of move and by whose move it was. It also counts dividends, trains, companies that were
started, and after each stock round cash, presidencies and shares. All figures are means of a game and a seat.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from railhead.bots.table import play_out
from railhead.bots.tournament import seating
from railhead.core.change import find_frame
from railhead.core.engine import apply, new_game
from railhead.core.market import price_of
from railhead.core.moves import BuyTrain, Dividend, StartCompany
from railhead.core.operating import OperatingTurn
from railhead.core.shares import percent_of
from railhead.core.state import State, president_of
from railhead.titles import title

if TYPE_CHECKING:
    from collections.abc import Mapping

    from railhead.bots.protocol import Choice

LEAST = 0.005
"""Smaller figures are not printed."""


class Ledger:
    """What happened to the money of each bot."""

    def __init__(self) -> None:
        self.sums: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self.games: Counter[str] = Counter()  # a bot in two seats plays two
        self.stock_rounds: Counter[str] = Counter()

    def play(self, name: str, seats: tuple[str, ...], setup: int, luck: str) -> None:
        """One game."""
        start = new_game(title(name).rules(len(seats)), [f"P{at + 1}" for at in range(len(seats))], setup)
        bots = dict(zip(start.players, seats, strict=True))
        end = play_out(start, bots, random.Random(luck), watch=lambda *it: self._note(bots, *it))
        assert end.ended is not None
        for player, score in end.ended.scores.items():
            self.games[bots[player]] += 1
            self.sums[bots[player]]["score"] += score
        print({f"{player} {bots[player]}": score for player, score in end.ended.scores.items()}, flush=True)

    def _note(self, bots: Mapping[str, str], state: State, seat: str, choice: Choice) -> None:
        after = apply(state, choice.move)[0]
        kind = type(choice.move).__name__
        for player in state.players:
            whose = "own" if player == seat else "others'"
            mine = self.sums[bots[player]]
            mine[f"cash by {whose} {kind}"] += after.players[player].cash - state.players[player].cash
            mine[f"share prices by {whose} {kind}"] += _price_gain(state, after, player)
        self._count(self.sums[bots[seat]], state, choice)
        if state.round.kind == "SR" and after.round.kind == "OR":
            for player, bot in bots.items():
                self._take_stock(bot, after, player)

    def _count(self, mine: Counter[str], state: State, choice: Choice) -> None:
        move, turn = choice.move, find_frame(state, OperatingTurn)
        if isinstance(move, Dividend) and turn is not None:
            mine[f"dividends: {move.how}, times"] += 1
            mine[f"dividends: {move.how}, revenue"] += max(turn.revenue, 0)
        elif isinstance(move, BuyTrain):
            source = "other company" if move.source in state.companies else move.source
            mine[f"trains from {source}, number"] += 1
            mine[f"trains from {source}, price"] += move.price
        elif isinstance(move, StartCompany):
            mine["companies started, number"] += 1
            mine["companies started, par"] += move.price

    def _take_stock(self, bot: str, state: State, player: str) -> None:
        self.stock_rounds[bot] += 1
        mine = self.sums[bot]
        worth = max(state.rules.score(state, player), 1)
        mine["after stock rounds: cash, % of worth"] += round(100 * state.players[player].cash / worth)
        mine["after stock rounds: presidencies"] += sum(president_of(state, sym) == player for sym in state.companies)
        mine["after stock rounds: shares, %"] += sum(percent_of(state, sym, player) for sym in state.companies)

    def show(self, bots: list[str]) -> None:
        """Print a line for each figure."""
        print(f"{'':44}", *(f"{bot:>12}" for bot in bots))
        for figure in sorted({name for sums in self.sums.values() for name in sums}):
            counts = self.stock_rounds if figure.startswith("after stock rounds") else self.games
            means = [self.sums[bot][figure] / max(counts[bot], 1) for bot in bots]
            if any(abs(mean) >= LEAST for mean in means):
                print(f"{figure:44}", *(f"{mean:12.2f}" for mean in means))


def _price_gain(before: State, after: State, player: str) -> int:
    """What a player's shares have gained, as many as there were before."""
    gain = 0
    for sym, charter in before.companies.items():
        percent = percent_of(before, sym, player)
        if percent and charter.cell and after.companies[sym].cell:
            gain += (price_of(after, sym) - price_of(before, sym)) * percent // 10
    return gain


def main() -> None:
    """Play some games with rotating seats, two for each set-up, and print the figures."""
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    words.add_argument("title")
    words.add_argument("--bots", default="clerk,clerk@1")
    words.add_argument("--players", type=int, default=2)
    words.add_argument("--games", type=int, default=8)
    words.add_argument("--seed", type=int, default=1)
    given = words.parse_args()
    bots = given.bots.split(",")
    ledger = Ledger()
    for at in range(given.games):
        setup = given.seed * 1000 + at // len(bots)
        ledger.play(given.title, seating(bots, given.players, at), setup, f"{given.seed} {at}")
    ledger.show(bots)


if __name__ == "__main__":
    main()
