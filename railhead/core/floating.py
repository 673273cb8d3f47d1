"""Par prices and floating: how a company starts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railhead.core.events import CompanyFloated, ParSet
from railhead.core.market import place_marker
from railhead.core.money import pay
from railhead.core.shares import move_shares, percent_of, settle_president
from railhead.core.state import BANK, IPO, RESERVED, Cell, State

if TYPE_CHECKING:
    from railhead.core.change import Change


def percent_sold(state: State, company: str) -> int:
    """How much of a company has left the initial offering."""
    return 100 - percent_of(state, company, IPO) - percent_of(state, company, RESERVED)


def set_par(change: Change, company: str, price: int, player: str, cell: Cell | None = None) -> None:
    """Set a par price and put the company's marker on the market, below those already there."""
    change.company(company, par=price)
    change.emit(ParSet(company=company, price=price, player=player))
    place_marker(change, company, cell or change.state.rules.market.par[price], "par")


def float_if_due(change: Change, company: str) -> None:
    """Float a company that has sold enough shares and give it its capital."""
    state = change.state
    charter = state.companies[company]
    if charter.floated or charter.closed or not charter.par:
        return
    if percent_sold(state, company) < state.rules.facts.float_percent:
        return
    if state.rules.stock.may_float(state, company):
        float_company(change, company)


def gain_share(change: Change, company: str, source: str, player: str) -> None:
    """A player gets a share for something else than money; it may make him president or float the company."""
    move_shares(change, company, source, player, (10,))
    settle_president(change, company)
    float_if_due(change, company)


def float_company(change: Change, company: str) -> None:
    """Float a company now."""
    capital = change.state.rules.stock.capital(change.state, company)
    change.company(company, floated=True)
    change.emit(CompanyFloated(company=company, capital=capital, rule="company.float"))
    pay(change, BANK, company, capital, "capital")
