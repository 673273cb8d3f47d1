"""What to expect: how long the game lasts, how long trains live, what companies will pay.

Rough figures from what lies on the table, the same for every title. All are per operating round.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from msgspec.structs import replace

from railhead.bots.experience import rounds_until, suited
from railhead.bots.weights import CLERK, Weights
from railhead.core.market import price_of
from railhead.core.memo import Memo
from railhead.core.revenue import best_with
from railhead.core.shares import percent_of
from railhead.core.state import State, president_of
from railhead.core.trains import must_buy, on_sale

if TYPE_CHECKING:
    from railhead.core.market import Grid
    from railhead.core.rules import Rules
    from railhead.core.state import Cell

_COUNTED = Memo[str, bool]()
_STEPS = Memo[None, "dict[Cell | None, int]"]()
MANY = 99
"""Dividends until the game ends, where no price ends it."""
END_ZONE = "end"
"""The zone of a price that ends the game."""


class Outlook:
    """The outlook from one position; every figure is computed once."""

    __slots__ = ("_futures", "_lives", "_values", "rounds", "state", "unit", "weights")

    def __init__(self, state: State, weights: Weights = CLERK) -> None:
        self.state = state
        self.weights = suited(weights, state.rules.title)
        self.unit = unit_of(state.rules)
        self.rounds = rounds_left(state, self.unit, self.weights)
        self._lives: dict[str, float] = {}
        self._futures: dict[str, float] = {}
        self._values: dict[str, float] = {}

    def life(self, train: str) -> float:
        """For how many rounds a train will run."""
        if train not in self._lives:
            self._lives[train] = min(_until_rust(self.state, train, self.weights), self.rounds)
        return self._lives[train]

    def lasts(self, company: str) -> float:
        """For how many rounds a company has a train."""
        return max((self.life(train) for train in self.state.companies[company].trains), default=0.0)

    def income(self, company: str) -> float:
        """What a company will earn in a round, about."""
        charter = self.state.companies[company]
        on_board = self.run(company)
        if on_board:
            return float(on_board)
        if charter.trains and charter.operated and charter.revenue:
            return float(charter.revenue)
        if charter.trains:
            reckoned = self.unit * self.weights.run_of_train * len(charter.trains)
            if self.weights.run_new and charter.floated and not charter.operated:
                return max(reckoned, float(earnings(self.state, company, charter.trains)))
            return reckoned
        money = charter.cash if charter.floated else self.capital(company)
        price = next_price(self.state)
        if not price or money < price:
            return 0.0
        return self.unit * self.weights.run_of_money * min(money / price, self.weights.run_of_money_most)

    def run(self, company: str) -> int:
        """What a company would earn on the board as it is; 0 if that is not looked at, which would take long."""
        return 0

    def due(self, company: str) -> tuple[str, ...]:
        """The train that a company without one has to buy, or can pay by itself."""
        state = self.state
        found = min(on_sale(state, company), key=lambda it: state.rules.trains[it].price, default="")
        able = found and state.companies[company].cash >= price_of_train(state, found)
        return (found,) if able or (found and must_buy(state, company)) else ()

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
        if not charter.floated and self.weights.float_wait:
            return income * max(self.rounds - self.weights.float_wait, 0.0) * self.weights.later_pay
        if self.run(company):
            return self._future_on_board(company)
        sure = self.lasts(company) if charter.trains else min(self.weights.sure_rounds, self.rounds)
        if self.weights.run_forced and not charter.trains and self.state.phase == len(self.state.rules.phases) - 1:
            return income * max(self.rounds - 1.0, 0.0)  # it buys in this round and runs in all others
        later = max(self.rounds - sure, 0.0)
        if not later:
            return income * sure
        price = next_price(self.state) or 1
        share = min((charter.cash + income) / price, 1.0)
        return income * sure + income * later * self.weights.later_pay * share

    def _future_on_board(self, company: str) -> float:
        """What its trains pay while they last, and then the train that rusts them: a president must buy it."""
        owned = self.state.companies[company].trains
        trains = owned or self.due(company)
        lasts = max(self.life(train) for train in trains)
        # one that is bought in the coming round runs in all others
        paid = self.income(company) * max(lasts - (0.0 if owned else 1.0), 0.0)
        later = self.rounds - lasts
        if later <= 0:
            return paid
        return paid + earnings(self.state, company, self._following(trains)) * later * self.weights.later_pay

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
        steps = self._steps(company, income)
        for _ in range(steps):
            cell = grid.right(cell) if income else grid.left(cell)
        ahead = self.weights.price_ahead
        return grid.price(cell) * ahead + price_of(self.state, company) * (1 - ahead)

    def _steps(self, company: str, income: float) -> int:
        """Steps on the market until the end: up with an income, down without."""
        weights = self.weights
        if not income:
            return round(weights.fall)
        return round(min(self.rounds, weights.rise_most, max(self.lasts(company), weights.rise_least)))

    def need(self, company: str) -> float:
        """What the president may have to pay for this company's next train out of his own pocket."""
        charter = self.state.companies[company]
        return self.bill(company, charter.trains, charter.cash)

    def bill(self, company: str, trains: tuple[str, ...], cash: int) -> float:
        """What the president may have to pay for the next train if the company had these trains and this cash."""
        charter = self.state.companies[company]
        lasts = max((self.life(train) for train in trains), default=0.0)
        if not charter.floated or charter.closed or lasts >= min(self._need_rounds(), self.rounds):
            return 0.0
        if not self.weights.need_offered:
            return max(next_price(self.state) - cash - self.weights.need_revenue * charter.revenue, 0.0)
        coming = self.weights.need_revenue * charter.revenue if trains else 0.0
        return max(self.price_due(company, trains) - cash - coming, 0.0)

    def _need_rounds(self) -> float:
        """A company whose trains last longer needs no new one: nobody can sell before the set of rounds is over."""
        in_set = rounds_in_set(self.state) * self.weights.need_set
        return max(self.weights.need_rounds, in_set)

    def price_due(self, company: str, owned: tuple[str, ...]) -> int:
        """What the train will cost that a company has to buy: what it may buy now, or what rusts those it has."""
        state = self.state
        due = self.price_after(owned)
        trains = state.rules.trains
        return due or min((trains[name].price for name in on_sale(state, company)), default=next_price(state))

    def price_after(self, owned: tuple[str, ...]) -> int:
        """What the cheapest train costs that rusts the last of these; 0 if it will not rust."""
        return min((price_of_train(self.state, name) for name in self._following(owned)), default=0)

    def _following(self, owned: tuple[str, ...]) -> tuple[str, ...]:
        """The cheapest train that rusts the last of these; none if it will not rust."""
        trains = self.state.rules.trains
        last = max(owned, key=self.life, default="")
        coming = [name for name in trains[last].rusts_on if name in trains] if last else []
        return (min(coming, key=lambda it: trains[it].price),) if coming else ()


def earnings(state: State, company: str, trains: tuple[str, ...]) -> int:
    """What a company would earn with these trains on the board as it is; cached with the board."""
    if not trains:
        return 0
    try:
        return best_with(state, company, tuple(sorted(trains))).total
    except (LookupError, ValueError):  # a title may not know what to do with trains that could not be
        return 0


def standing(state: State, weights: Weights = CLERK) -> dict[str, float]:
    """What every player has and may expect."""
    rules = state.rules
    worth = {player: float(rules.score(state, player)) for player in state.players}
    if state.ended is not None:
        return {player: float(score) for player, score in state.ended.scores.items()}
    outlook = Outlook(state, weights)
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
    for sym, private in state.privates.items():
        if private.owner in worth and not private.closed:
            worth[private.owner] += private.revenue * min(outlook.rounds, outlook.weights.income_rounds)
            if outlook.weights.private_face and not in_score(state, sym):
                worth[private.owner] += rules.privates[sym].value * outlook.weights.private_face
    return worth


def in_score(state: State, private: str) -> bool:
    """Whether a private company counts in its owner's score."""
    return _COUNTED.of(state.rules, private, lambda: _in_score(state, private))


def _in_score(state: State, private: str) -> bool:
    owner = next(iter(state.players))
    there = state.privates[private]
    mine, nobodys = (
        replace(state, privates={**state.privates, private: replace(there, owner=name, closed=False)})
        for name in (owner, "")
    )
    return bool(state.rules.score(mine, owner) > state.rules.score(nobodys, owner))


def rounds_left(state: State, unit: float, weights: Weights) -> float:
    """How many operating rounds are still to come, this one included."""
    rules = state.rules
    in_set = rounds_in_set(state)
    if state.broken or state.ending:
        return in_set
    last = len(rules.phases) - 1
    if weights.experience:
        by_phase = rounds_until(state, last + 1, weights.rounds_a_phase)
    else:
        by_phase = (last - state.phase) * weights.rounds_a_phase + weights.rounds_at_last
    by_phase = max(by_phase, in_set)
    if weights.end_set:
        by_phase = min(by_phase, rounds_to_top(state))
    if rules.bank is None:
        return min(by_phase, weights.horizon)
    paid = sum(charter.revenue for charter in state.companies.values()) * weights.bank_growth
    paid += sum(private.revenue for private in state.privates.values() if private.owner)
    by_bank = max(state.bank, 0) / max(paid, unit * weights.bank_least)
    if weights.end_set:
        sets = max(math.ceil((by_bank - in_set) / rules.phases[state.phase].rounds), 0)
        by_bank = in_set + sets * rules.phases[state.phase].rounds  # the set in which the bank breaks is played
    return min(max(by_bank, 1.0), by_phase, weights.horizon)


def rounds_to_top(state: State) -> float:
    """Dividends after which a share price ends the game; many where none does."""
    steps = _STEPS.of(state.rules, None, lambda: _steps_to_end(state.rules.market))
    running = [it for it in state.companies.values() if it.cell and it.floated and it.trains and not it.closed]
    return float(max(min((steps.get(it.cell, MANY) for it in running), default=MANY), 1))


def _steps_to_end(grid: Grid) -> dict[Cell | None, int]:
    """For each cell from which dividends lead to the end of the game: how many it takes."""
    found: dict[Cell | None, int] = {}
    cells = [(row, column) for row, prices in enumerate(grid.prices) for column, price in enumerate(prices) if price]
    for cell in cells:
        here, steps = cell, 0
        while END_ZONE not in grid.zone(here) and grid.right(here) != here:
            here, steps = grid.right(here), steps + 1
        if END_ZONE in grid.zone(here):
            found[cell] = steps
    return found


def rounds_in_set(state: State) -> float:
    """Operating rounds until the next stock round, this one included; in a stock round, those that follow it."""
    here = state.round
    return float(max(here.of - here.part, 0) + 1 if here.kind == "OR" else state.rules.phases[state.phase].rounds)


def unit_of(rules: Rules) -> float:
    """The price of the cheapest kind of train: the measure of this title's money."""
    return float(min(train.price for train in rules.trains.values() if train.price))


def _until_rust(state: State, train: str, weights: Weights) -> float:
    """Rounds until a train of the type that rusts this one is bought."""
    facts = state.rules.trains.get(train)
    if facts is None or not facts.rusts_on:
        return 99.0
    if weights.experience:
        phases = state.rules.phases
        begins = [at for at, phase in enumerate(phases) if set(phase.on) & set(facts.rusts_on)]
        coming = [at for at in begins if at > state.phase]
        if coming:
            return rounds_until(state, coming[0], weights.rounds_a_phase) + weights.rust_slack
        if begins:
            return 99.0  # the purchase that rusts it lies behind: a train that has come back stays
    supply = state.depot.supply
    before = 0
    for name, left in supply.items():
        if name in facts.rusts_on:
            break
        before += max(left, 0)
    buyers = max(sum(1 for it in state.companies.values() if it.floated and not it.closed), 1)
    return (before + 0.5) / (buyers * weights.pace) + weights.rust_slack


def rusted(state: State, train: str) -> dict[str, list[str]]:
    """The trains that would rust if this one was bought, by company."""
    if not any(train in phase.on for phase in state.rules.phases[state.phase + 1 :]):
        return {}  # one of its kind was bought before
    trains = state.rules.trains
    found = {sym: [it for it in here.trains if train in trains[it].rusts_on] for sym, here in state.companies.items()}
    return {company: gone for company, gone in found.items() if gone}


def next_price(state: State) -> int:
    """The price of the train that the next buyer finds."""
    return price_of_train(state, train_after(state))


def price_of_train(state: State, train: str) -> int:
    """The price of a train; 0 if there is none."""
    return state.rules.trains[train].price if train else 0


def train_after(state: State, bought: str = "") -> str:
    """The train that the next buyer finds, once one of this kind has been bought."""
    for name, left in state.depot.supply.items():
        if left and not (left == 1 and name == bought):
            return name
    return ""
