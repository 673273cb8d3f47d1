"""Financial operations: redeeming shares and reissuing them (7.3.2)."""

from __future__ import annotations

from railhead.core.change import Change
from railhead.core.costs import company_pays
from railhead.core.events import Noted, ParSet
from railhead.core.kinds import Kind, Step
from railhead.core.market import price_of
from railhead.core.money import pay
from railhead.core.moves import Move
from railhead.core.operating import for_company, operating_company
from railhead.core.rulings import Facts, check
from railhead.core.shares import move_shares, percent_of
from railhead.core.state import BANK, IPO, POOL, TREASURY, State
from railhead.titles.t1894.extra import FACTS, starters
from railhead.usual import something_to_do


class RedeemShares(Move, frozen=True):
    """The operating company takes shares of its own from the pool into its treasury."""

    percent: int


class ReissueShares(Move, frozen=True):
    """The operating company puts all shares of its treasury back into the offering."""


@check("1894.finance-starters")
def not_a_starter(state: State, _move: RedeemShares | ReissueShares) -> Facts | None:
    """The two companies that start floated have no financial operations."""
    company = operating_company(state)
    return {"company": company} if company in starters(state) else None


@check("1894.redeem-number")
def number_redeemed(state: State, move: RedeemShares) -> Facts | None:
    """One share; in the first operating round of a set one more."""
    numbers = _numbers(state)
    return None if move.percent in numbers else {"percent": move.percent, "limit": numbers[-1]}


def _numbers(state: State) -> tuple[int, ...]:
    return (10, 20) if state.round.part == 1 else (10,)


@check("1894.redeem-pool")
def in_pool(state: State, move: RedeemShares) -> Facts | None:
    """Shares are redeemed from the bank pool."""
    there = percent_of(state, operating_company(state), POOL)
    return {"pool": there, "percent": move.percent} if move.percent > there else None


can_redeem = company_pays(
    lambda state, move: price_of(state, operating_company(state)) * move.percent // 10,
    "The treasury pays the share price.",
)


def redeem(change: Change, move: RedeemShares) -> None:
    """Pay for the shares; the share price stays."""
    company = operating_company(change.state)
    cost = price_of(change.state, company) * move.percent // 10
    pay(change, company, BANK, cost, "redeem")
    move_shares(change, company, POOL, TREASURY, (10,) * (move.percent // 10), cost)
    _done(change)


@check("1894.reissue-more")
def more_than_offered(state: State, _move: ReissueShares) -> Facts | None:
    """The treasury must hold more shares than the offering."""
    company = operating_company(state)
    own, offered = percent_of(state, company, TREASURY), percent_of(state, company, IPO)
    return {"treasury": own, "offering": offered} if own <= offered else None


def reissue(change: Change, _move: ReissueShares) -> None:
    """All treasury shares go to the offering for 100 each, which becomes the par price."""
    company = operating_company(change.state)
    price: int = FACTS.special["reissue_price"]
    sizes = change.state.companies[company].shares[TREASURY]
    move_shares(change, company, TREASURY, IPO, sizes, price * len(sizes))
    pay(change, BANK, company, price * len(sizes), "reissue")
    if change.state.companies[company].par != price:
        change.company(company, par=price)
        change.emit(ParSet(company=company, price=price, rule="1894.reissue-par"))
    change.emit(Noted(what="reissue", who=company, amount=len(sizes)))
    _done(change)


def _done(change: Change) -> None:
    """One operation a turn: the step is over."""
    change.top(step=change.state.top.step + 1)


REDEEM = Kind(
    RedeemShares,
    for_company(RedeemShares, percent=_numbers),
    (not_a_starter, number_redeemed, in_pool, can_redeem),
    redeem,
)
REISSUE = Kind(ReissueShares, for_company(ReissueShares), (not_a_starter, more_than_offered), reissue)
FINANCE_STEP = Step("financial operations", (REDEEM, REISSUE), something_to_do)
