"""The operating company at a glance, as data: money, trains, stations, price and where it goes, steps of its turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from railhead.core.change import Change, find_frame
from railhead.core.market import price_of
from railhead.core.operating import OperatingTurn
from railhead.core.shares import privates_of
from railhead.view.names import own_words, sentence_case, train_name

if TYPE_CHECKING:
    from collections.abc import Collection

    from railhead.core.state import State

DONE, NOW, LATER = "done", "now", "later"


@dataclass(frozen=True)
class OwnTrain:
    """A train of the company, and what makes it rust."""

    name: str
    rusts: str


@dataclass(frozen=True)
class TurnStep:
    """A step of the turn: done, under way, or still to come."""

    name: str
    when: str


@dataclass(frozen=True)
class CompanyBar:
    """What everybody wants to know about the company whose turn it is."""

    symbol: str
    name: str
    president: str
    privates: tuple[tuple[str, str], ...]  # the symbols and names of its private companies
    also: tuple[str, ...]  # what else its title lets it hold
    cash: int | None  # None: secret
    trains: tuple[OwnTrain, ...]
    limit: int | None
    stations: tuple[int, ...]  # what the remaining markers cost
    last_run: int
    price: int
    pays: int  # the price after a dividend
    withholds: int  # and after none
    steps: tuple[TurnStep, ...]


def company_bar(state: State, conceal: Collection[str] = ()) -> CompanyBar | None:
    """The bar of the operating company; None outside a company's turn."""
    turn = find_frame(state, OperatingTurn)
    if turn is None or turn.company not in state.companies:
        return None
    company, facts = state.companies[turn.company], state.rules.companies[turn.company]
    owner = company.certificate
    price = price_of(state, turn.company)
    paid = max(turn.revenue, company.revenue, 1)
    return CompanyBar(
        symbol=turn.company,
        name=facts.name,
        president=state.players[owner].name if owner in state.players else "",
        privates=tuple((name, state.rules.privates[name].name) for name in privates_of(state, turn.company)),
        also=state.rules.also_holds(state, turn.company),
        cash=None if turn.company in conceal else company.cash,
        trains=tuple(OwnTrain(train, _rusts(state, train)) for train in company.trains),
        limit=state.rules.phases[state.phase].limit.get(facts.kind),
        stations=company.tokens,
        last_run=turn.revenue if turn.revenue >= 0 else company.revenue,
        price=price,
        pays=_price_after(state, turn.company, paid) if price else 0,
        withholds=_price_after(state, turn.company, 0) if price else 0,
        steps=_steps(state, turn),
    )


def _rusts(state: State, train: str) -> str:
    """What makes a train rust, in words; empty for one that lasts."""
    facts = state.rules.trains[train]
    return " or ".join(train_name(name) for name in facts.rusts_on)


def _price_after(state: State, company: str, paid: int) -> int:
    """The price of a company after paying this much."""
    change = Change(state)
    state.rules.operating.price_moves(change, company, paid)
    return price_of(change.state, company)


def _steps(state: State, turn: OperatingTurn) -> tuple[TurnStep, ...]:
    """The steps of a turn in which something is decided."""
    found = []
    for index, step in enumerate(state.rules.operating.steps):
        if step.kinds or index == turn.step:
            when = DONE if index < turn.step else NOW if index == turn.step else LATER
            short = own_words(state, f"bar.{step.name}") or step.name
            found.append(TurnStep(sentence_case(short), when))
    return tuple(found)
