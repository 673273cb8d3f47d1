"""Private companies: their income, their sale to companies, their closing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railhead.core.change import Change
from railhead.core.costs import company_pays
from railhead.core.events import PrivateBought, PrivateClosed
from railhead.core.kinds import Kind, PriceRange, Step, at_either_end, legal
from railhead.core.money import pay
from railhead.core.moves import BuyPrivate
from railhead.core.offers import not_declined, propose_in_turn
from railhead.core.operating import OperatingTurn, operating_company
from railhead.core.rulings import Facts, check
from railhead.core.state import BANK, State, president_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from railhead.core.change import Change


def owner_of(state: State, private: str) -> str:
    """Who owns a private company that is open; an empty string if nobody does or it is not in this game."""
    there = state.privates.get(private)
    return there.owner if there is not None and not there.closed else ""


def pay_privates(change: Change) -> None:
    """Every private company that is owned pays its owner (`private.income`)."""
    for sym, private in change.state.privates.items():
        if private.owner and not private.closed:
            pay(change, BANK, private.owner, private.revenue, sym, "private.income")


def close_private(change: Change, sym: str, rule: str) -> None:
    """A private company leaves the game."""
    if not change.state.privates[sym].closed:
        change.private(sym, closed=True, owner="")
        change.emit(PrivateClosed(private=sym, rule=rule))


def close_all_privates(change: Change) -> None:
    """Every private company leaves the game."""
    for sym in change.state.privates:
        close_private(change, sym, "private.closes")


def sale_range(state: State, company: str, private: str) -> tuple[int, int] | None:
    """The lowest and highest price at which a company may buy a private company now; None if it may not."""
    if not state.rules.privates[private].for_sale:
        return None
    return state.rules.operating.may_buy_private(state, company, private)


@check("private.for-sale", basic=True)
def private_for_sale(state: State, move: BuyPrivate) -> Facts | None:
    """A company may buy private companies that players own, in the phases that allow it."""
    private = state.privates.get(move.private)
    if private is None:
        return {"unknown": move.private}
    if private.closed:
        return {"closed private": move.private}
    if not state.rules.privates[move.private].for_sale:
        return {"never sold": move.private}
    if private.owner not in state.players:
        return {"private": move.private, "owner": private.owner}
    span = sale_range(state, operating_company(state), move.private)
    return {"private": move.private, "phase": state.rules.phases[state.phase].name} if span is None else None


@check("private.price")
def private_price(state: State, move: BuyPrivate) -> Facts | None:
    """The price is within bounds around the face value."""
    span = sale_range(state, operating_company(state), move.private)
    if span is None or span[0] <= move.price <= span[1]:
        return None
    return {"price": move.price, "low": span[0], "high": span[1]}


company_can_pay_private = company_pays(lambda _state, move: move.price, "It is paid from the treasury.")


def buy_private(change: Change, move: BuyPrivate) -> None:
    """Buy at once from oneself, or ask the owner first."""
    propose_in_turn(change, move, change.state.privates[move.private].owner)


def complete_private(change: Change, move: BuyPrivate) -> None:
    """Pay the owner; the company owns it from now on."""
    company = operating_company(change.state)
    seller = change.state.privates[move.private].owner
    pay(change, company, seller, move.price, "private")
    change.private(move.private, owner=company)
    change.emit(PrivateBought(private=move.private, owner=company, price=move.price))
    change.state.rules.operating.private_bought(change, company, move.private, seller)


def private_prices(state: State) -> Iterator[PriceRange]:
    """The private companies that a company can buy, at what it can pay of their price ranges."""
    company = operating_company(state)
    player, cash = president_of(state, company), state.companies[company].cash
    for sym, private in state.privates.items():
        if private.closed or private.owner not in state.players:
            continue
        span = sale_range(state, company, sym)
        if span is not None and span[0] <= min(span[1], cash):
            yield PriceRange(BuyPrivate(player, sym, span[0]), "price", span[0], min(span[1], cash))


def private_candidates(state: State) -> Iterator[BuyPrivate]:
    """Private companies at the ends of their price ranges."""
    return at_either_end(private_prices(state))


PRIVATE_CHECKS = (private_for_sale, private_price, not_declined, company_can_pay_private)
BUY_PRIVATE = Kind(
    BuyPrivate, private_candidates, PRIVATE_CHECKS, buy_private, complete=False, price_ranges=private_prices
)


def _something_to_buy(state: State, _frame: OperatingTurn) -> bool:
    return legal(state, (BUY_PRIVATE,))


PRIVATE_STEP = Step("privates", (), _something_to_buy)
"""The last chance of a turn; purchases are open in every step."""
