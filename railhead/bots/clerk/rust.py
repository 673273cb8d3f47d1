"""What a purchase does to other trains: the first train of a kind may rust older ones, one's own and the others'."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railhead.bots.outlook import price_of_train, train_after
from railhead.core.market import price_of
from railhead.core.shares import percent_of
from railhead.core.state import State, president_of

if TYPE_CHECKING:
    from railhead.bots.clerk.desk import Desk


def rusted_by(state: State, train: str) -> frozenset[str]:
    """The kinds of train that leave the game when this one is bought; none unless it is the first of its kind."""
    phases = state.rules.phases
    if not any(train in phase.on for phase in phases[state.phase + 1 :]):
        return frozenset()
    return frozenset(name for name, facts in state.rules.trains.items() if train in facts.rusts_on)


def kept_after(state: State, company: str, train: str) -> tuple[str, ...]:
    """The trains of a company that survive the purchase of a train."""
    doomed = rusted_by(state, train)
    return tuple(name for name in state.companies[company].trains if name not in doomed)


def upheaval(desk: Desk, train: str) -> float:
    """What it is worth that a purchase rusts trains now rather than later: others lose by it, or oneself."""
    state, weights = desk.state, desk.weights
    if not weights.rust_own or not rusted_by(state, train):
        return 0.0
    change = dict.fromkeys(state.players, 0.0)
    for company, charter in state.companies.items():
        kept = kept_after(state, company, train)
        if charter.trains == kept or charter.closed:
            continue
        lost = _lost(desk, company, kept)
        for player in change:
            change[player] -= lost * percent_of(state, company, player) / 100
        president = president_of(state, company)
        if not kept and president in change and company != desk.company:
            bill = max(price_of_train(state, train_after(state, train)) - charter.cash, 0)
            change[president] -= max(bill - desk.need(company), 0.0)
    own = change.pop(desk.seat)
    return own * weights.rust_own - weights.rust_others * sum(change.values()) / max(len(change), 1)


def _lost(desk: Desk, company: str, kept: tuple[str, ...]) -> float:
    """What shareholders lose: the runs that the doomed trains would still have made, and steps on the market."""
    state, weights = desk.state, desk.weights
    charter = state.companies[company]
    prices = state.rules.trains
    all_of_it = sum(prices[name].price for name in charter.trains)
    part = 1.0 - sum(prices[name].price for name in kept) / max(all_of_it, 1)
    gone = [desk.life(name) for name in charter.trains if name not in kept]
    lost = desk.income(company) * part * min(max(gone), weights.rust_rounds)
    if not kept and charter.cell is not None:
        grid = state.rules.market
        lost += 10 * (price_of(state, company) - grid.price(grid.left(charter.cell)))
    return lost
