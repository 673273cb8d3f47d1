"""Money: payments between the bank, players and companies. The sum of all money never changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railhead.core.events import BankBroke, Paid
from railhead.core.state import BANK, State

if TYPE_CHECKING:
    from railhead.core.change import Change


def cash_of(state: State, who: str) -> int:
    """The cash of the bank, a player or a company."""
    if who == BANK:
        return state.bank
    if who in state.players:
        return state.players[who].cash
    return state.companies[who].cash


def pay(change: Change, payer: str, payee: str, amount: int, why: str = "", rule: str = "") -> None:
    """Move money. A bank that runs out of money is broken, but it still pays (`bank.broken`)."""
    if amount == 0:
        return
    _add(change, payer, -amount)
    _add(change, payee, amount)
    change.emit(Paid(payer=payer, payee=payee, amount=amount, why=why, rule=rule))
    if payer == BANK and change.state.bank < 0 and not change.state.broken and change.state.rules.bank is not None:
        change.set(broken=True)
        change.emit(BankBroke(rule="bank.broken"))


def _add(change: Change, who: str, amount: int) -> None:
    state = change.state
    if who == BANK:
        change.set(bank=state.bank + amount)
    elif who in state.players:
        change.cash(who, amount)
    else:
        change.company(who, cash=state.companies[who].cash + amount)


def total_money(state: State) -> int:
    """The total of all money in the game."""
    return (
        state.bank
        + sum(player.cash for player in state.players.values())
        + sum(company.cash for company in state.companies.values())
    )
