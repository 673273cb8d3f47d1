"""What the future may bring: how long the game lasts, how long trains live, what companies will pay.

Rough figures from what lies on the table, the same for every title. All are per operating round.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from railhead.core.market import price_of
from railhead.core.shares import percent_of
from railhead.core.state import State, president_of

if TYPE_CHECKING:
    from railhead.core.rules import Rules

HORIZON = 8.0
"""Rounds beyond which nobody looks."""
PACE = 0.6
"""Trains that a company buys in a round, on average."""


class Outlook:
    """The outlook from one position; every figure is worked out once."""

    __slots__ = ("_futures", "_lives", "_values", "rounds", "state", "unit")

    def __init__(self, state: State) -> None:
        self.state = state
        self.unit = unit_of(state.rules)
        self.rounds = rounds_left(state, self.unit)
        self._lives: dict[str, float] = {}
        self._futures: dict[str, float] = {}
        self._values: dict[str, float] = {}

    def life(self, train: str) -> float:
        """For how many rounds a train will run."""
        if train not in self._lives:
            self._lives[train] = min(_until_rust(self.state, train), self.rounds)
        return self._lives[train]

    def lasts(self, company: str) -> float:
        """For how many rounds a company has a train."""
        return max((self.life(train) for train in self.state.companies[company].trains), default=0.0)

    def income(self, company: str) -> float:
        """What a company will earn in a round, about."""
        charter = self.state.companies[company]
        if charter.trains and charter.operated and charter.revenue:
            return float(charter.revenue)
        if charter.trains:
            return self.unit * 0.5 * len(charter.trains)
        money = charter.cash if charter.floated else self.capital(company)
        price = next_price(self.state)
        if not price or money < price:
            return 0.0
        return self.unit * 0.45 * min(money / price, 2.0)

    def capital(self, company: str) -> int:
        """What a company that has yet to float will begin with."""
        charter = self.state.companies[company]
        if charter.floated or not charter.par:
            return charter.cash
        return max(self.state.rules.stock.capital(self.state, company), charter.cash)

    def future(self, company: str) -> float:
        """What a company will pay out until the end, in all."""
        if company not in self._futures:
            self._futures[company] = self._future(company)
        return self._futures[company]

    def _future(self, company: str) -> float:
        charter = self.state.companies[company]
        income = self.income(company)
        if not income:
            return 0.0
        sure = self.lasts(company) if charter.trains else min(3.0, self.rounds)
        later = max(self.rounds - sure, 0.0)
        if not later:
            return income * sure
        price = next_price(self.state) or 1
        share = min((charter.cash + income) / price, 1.0)
        return income * (sure + later * 0.6 * share)

    def value(self, company: str) -> float:
        """What a 10 % share will have brought by the end: its price then, and its dividends."""
        if company not in self._values:
            self._values[company] = self._price_then(company) + self.future(company) / 10
        return self._values[company]

    def _price_then(self, company: str) -> float:
        charter = self.state.companies[company]
        cell = charter.cell
        if cell is None:
            return 0.0
        grid = self.state.rules.market
        income = self.income(company)
        steps = round(min(self.rounds, 6.0, max(self.lasts(company), 3.0))) if income else 2
        for _ in range(steps):
            cell = grid.right(cell) if income else grid.left(cell)
        return (grid.price(cell) * 2 + price_of(self.state, company)) / 3

    def need(self, company: str) -> float:
        """What the president may have to pay for this company's next train out of his own pocket."""
        charter = self.state.companies[company]
        if not charter.floated or charter.closed or self.lasts(company) >= min(2.0, self.rounds):
            return 0.0
        price = next_price(self.state)
        return max(price - charter.cash - 0.5 * charter.revenue, 0.0)


def standing(state: State) -> dict[str, float]:
    """What every player has and may expect."""
    rules = state.rules
    worth = {player: float(rules.score(state, player)) for player in state.players}
    if state.ended is not None:
        return {player: float(score) for player, score in state.ended.scores.items()}
    outlook = Outlook(state)
    for company, charter in state.companies.items():
        if charter.closed or not (charter.cell or charter.floated):
            continue
        gain = outlook.value(company) - price_of(state, company) if charter.cell else outlook.future(company) / 10
        for player in worth:
            percent = percent_of(state, company, player)
            if percent:
                worth[player] += gain * percent / 10
        president = president_of(state, company)
        if president:
            worth[president] -= outlook.need(company)
    for private in state.privates.values():
        if private.owner in worth and not private.closed:
            worth[private.owner] += private.revenue * min(outlook.rounds, 4.0)
    return worth


def rounds_left(state: State, unit: float) -> float:
    """How many operating rounds are still to come, this one included."""
    rules = state.rules
    here = state.round
    in_set = float(max(here.of - here.part, 0) + 1) if here.kind == "OR" else float(rules.phases[state.phase].rounds)
    if state.broken or state.ending:
        return in_set
    last = len(rules.phases) - 1
    by_phase = (last - state.phase) * 2.5 + 3.0
    if rules.bank is None:
        return min(max(by_phase, in_set), HORIZON)
    paid = sum(charter.revenue for charter in state.companies.values()) * 1.3
    paid += sum(private.revenue for private in state.privates.values() if private.owner)
    by_bank = max(state.bank, 0) / max(paid, unit * 2)
    return min(max(by_bank, 1.0), max(by_phase, in_set), HORIZON)


def unit_of(rules: Rules) -> float:
    """The price of the cheapest kind of train: the measure of this title's money."""
    return float(min(train.price for train in rules.trains.values() if train.price))


def _until_rust(state: State, train: str) -> float:
    """Rounds until a train of the type that rusts this one is bought."""
    facts = state.rules.trains.get(train)
    if facts is None or not facts.rusts_on:
        return 99.0
    supply = state.depot.supply
    before = 0
    for name, left in supply.items():
        if name in facts.rusts_on:
            break
        before += max(left, 0)
    buyers = max(sum(1 for it in state.companies.values() if it.floated and not it.closed), 1)
    return (before + 0.5) / (buyers * PACE) + 0.3


def next_price(state: State) -> int:
    """The price of the train that the next buyer finds."""
    for name, left in state.depot.supply.items():
        if left:
            return state.rules.trains[name].price
    return 0
