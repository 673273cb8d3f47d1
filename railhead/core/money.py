"""Money: payments between the bank, players and companies. The sum of all money never changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from railhead.core.events import BankBroke, Paid
from railhead.core.state import BANK, State

if TYPE_CHECKING:
    from collections.abc import Iterable

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
    state = change.state
    players, companies, bank = state.players, state.companies, state.bank
    for who, more in ((payer, -amount), (payee, amount)):
        if who == BANK:
            bank += more
        elif who in players:
            players = {**players, who: replace(players[who], cash=players[who].cash + more)}
        else:
            companies = {**companies, who: replace(companies[who], cash=companies[who].cash + more)}
    breaks = payer == BANK and bank < 0 and not state.broken and state.rules.bank is not None
    change.set(players=players, companies=companies, bank=bank, broken=breaks or state.broken)
    change.emit(Paid(payer=payer, payee=payee, amount=amount, why=why, rule=rule))
    if breaks:
        change.emit(BankBroke(rule="bank.broken"))


def pay_out(change: Change, amounts: Iterable[tuple[str, int]], why: str) -> None:
    """Payments of the bank to several players and companies, as `pay` makes them one by one, in one new position."""
    state = change.state
    players, companies, bank, broken = dict(state.players), dict(state.companies), state.bank, state.broken
    for payee, amount in amounts:
        if amount == 0:
            continue
        holders: dict[str, Any] = players if payee in players else companies
        holders[payee] = replace(holders[payee], cash=holders[payee].cash + amount)
        bank -= amount
        change.emit(Paid(payer=BANK, payee=payee, amount=amount, why=why))
        if bank < 0 and not broken and state.rules.bank is not None:
            broken = True
            change.emit(BankBroke(rule="bank.broken"))
    change.set(players=players, companies=companies, bank=bank, broken=broken)


def total_money(state: State) -> int:
    """The total of all money in the game."""
    return (
        state.bank
        + sum(player.cash for player in state.players.values())
        + sum(company.cash for company in state.companies.values())
    )
