"""Ferry markers and London (12.3.3, 14)."""

from __future__ import annotations

from msgspec.structs import replace

from railhead.core.change import Change
from railhead.core.costs import company_pays
from railhead.core.events import Noted
from railhead.core.kinds import Kind, Step
from railhead.core.money import pay
from railhead.core.moves import Move
from railhead.core.operating import OperatingTurn, for_company, operating_company, turn_frame
from railhead.core.privates import owner_of
from railhead.core.reach import reach
from railhead.core.rulings import Facts, check
from railhead.core.scoring import NO_PLACES
from railhead.core.state import BANK, State, president_of
from railhead.core.stations import set_markers
from railhead.core.trains import must_buy
from railhead.titles.t1894.extra import FACTS, LONDON, SHIPPING

MARKERS: dict[str, int] = FACTS.special["ferry"]
"""How many there are, and what one costs."""


class BuyFerry(Move, frozen=True):
    """The operating company buys a ferry marker."""


def ferries(state: State) -> tuple[str, ...]:
    """Companies with a ferry marker."""
    return state.board.markers.get(LONDON, ())


def closed_to(state: State, company: str) -> frozenset[str]:
    """London is closed to a company without a ferry marker."""
    return NO_PLACES if company in ferries(state) else _LONDON


_LONDON = frozenset({LONDON})


def reaches_london(state: State, company: str) -> bool:
    """Whether a company's track leads to London."""
    return bool(reach(state, company).edges(LONDON))


def ferry_price(state: State, company: str) -> int:
    """What a ferry marker costs a company: less with London shipping."""
    return MARKERS["price_with_LS"] if owner_of(state, SHIPPING) == company else MARKERS["price"]


@check("1894.ferry-one")
def no_ferry_yet(state: State, _move: BuyFerry) -> Facts | None:
    """One ferry marker a company."""
    company = operating_company(state)
    return {"company": company} if company in ferries(state) else None


@check("1894.ferry-supply")
def ferry_left(state: State, _move: BuyFerry) -> Facts | None:
    """There are four ferry markers."""
    owners = ferries(state)
    return {"owners": list(owners)} if len(owners) >= MARKERS["markers"] else None


@check("1894.ferry-reach")
def london_in_reach(state: State, _move: BuyFerry) -> Facts | None:
    """The company's track must lead to London."""
    company = operating_company(state)
    return None if reaches_london(state, company) else {"company": company}


can_pay_ferry = company_pays(lambda state, _move: ferry_price(state, operating_company(state)), "The treasury pays.")


def buy_ferry(change: Change, _move: BuyFerry) -> None:
    """Pay and take a marker; London is open to the company from now on."""
    company = operating_company(change.state)
    price = ferry_price(change.state, company)
    pay(change, company, BANK, price, "ferry")
    set_markers(change, LONDON, *ferries(change.state), company)
    change.emit(Noted(what="ferry", who=company, amount=price))
    _back_to_trains(change, company)


def _back_to_trains(change: Change, company: str) -> None:
    """A ferry bought after the trains may give a company its first route: then it must still buy one (7.3.7.3)."""
    names = [step.name for step in change.state.rules.operating.steps]
    if must_buy(change.state, company):
        change.frame(OperatingTurn, step=min(turn_frame(change.state).step, names.index("trains")))


FERRY = Kind(BuyFerry, for_company(BuyFerry), (no_ferry_yet, ferry_left, london_in_reach, can_pay_ferry), buy_ferry)


def unless_a_ferry_opens(step: Step) -> Step:
    """A step that also waits when it would be open with a ferry, which may be bought at any time (14.1)."""

    def is_open(state: State, turn: OperatingTurn) -> bool:
        if step.open(state, turn):
            return True
        move = BuyFerry(president_of(state, turn.company))
        if can_pay_ferry(state, move) is not None or FERRY.objection(state, move) is not None:
            return False  # money first: what the company reaches costs more to find out
        change = Change(state)
        buy_ferry(change, move)
        return step.open(change.state, turn)

    return replace(step, open=is_open, leave=step.leave or step.closed)
