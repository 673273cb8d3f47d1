"""A company merges into another one: its money and trains, and its closing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railhead.core.events import CompanyClosed
from railhead.core.money import pay
from railhead.core.state import BANK

if TYPE_CHECKING:
    from railhead.core.change import Change


def hand_assets(change: Change, company: str, heir: str, why: str) -> None:
    """A company's cash and trains go to the one it merges into."""
    charter = change.state.companies[company]
    pay(change, company, heir, charter.cash, why)
    change.company(heir, trains=(*change.state.companies[heir].trains, *charter.trains))
    change.company(company, trains=())


def close_company(change: Change, company: str, rule: str) -> None:
    """A company leaves the game; what is left of its money goes to the bank."""
    pay(change, company, BANK, change.state.companies[company].cash, "closed")
    change.company(company, closed=True, floated=False, certificate="")
    change.emit(CompanyClosed(company=company, rule=rule))
